"""The value grammar: both styles, every dtype, and where it fails."""

import contextlib
import warnings

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from blockloom.blocks.values import literals
from blockloom.blocks.values.dtypes import DTYPES, dtype_name, dtype_names, dtype_text
from blockloom.blocks.values.literals import ValueSyntaxError

TYPEABLE = [d for d in DTYPES.values() if d.family != "opaque"]


def _leaf(value, family: str, enuspace: bool) -> str:
    if family == "b":
        return "true" if value else "false"
    if family == "s":
        return repr(value)  # b'...'
    if family == "c":
        value = complex(value)
        return f"{value.real!r}{value.imag:+}j".replace("+-", "-")
    if family == "f":
        return f"{float(value)!r}f" if enuspace and np.isfinite(value) else repr(float(value))
    return str(value)


def typed(array: np.ndarray, family: str, enuspace: bool) -> str:
    if array.ndim == 0:
        return _leaf(array.item(), family, enuspace)
    if not array.size:
        return "{} {" + ",".join(map(str, array.shape)) + "}" if enuspace else f"[] {array.shape}"
    opening, separator, closing = ("{", ",", "}") if enuspace else ("[", ", ", "]")
    inner = (typed(a, family, enuspace) if array.ndim > 1 else _leaf(a, family, enuspace) for a in array)
    return opening + separator.join(inner) + closing


def arrays(info):
    shape = hnp.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=3)
    if info.family == "s":
        return hnp.arrays(object, shape, elements=st.binary(max_size=8), fill=st.just(b""))
    if info.family in "iu":
        low, high = (-1 << info.bits - 1, (1 << info.bits - 1) - 1) if info.family == "i" else (0, (1 << info.bits) - 1)
        return hnp.arrays(info.via, shape, elements=st.integers(low, high), fill=st.just(0))
    return hnp.arrays(info.via, shape)


@pytest.mark.parametrize("enuspace", [False, True], ids=["python", "enuspace"])
@pytest.mark.parametrize("info", TYPEABLE, ids=lambda d: d.name)
@given(data=st.data())
def test_what_is_typed_comes_back(info, enuspace, data):
    array = data.draw(arrays(info))
    got, dtype = literals.tensor(typed(array, info.family, enuspace), info.name)
    assert dtype == info.name
    assert got.dtype == np.dtype(info.via)
    assert got.shape == array.shape if 0 not in array.shape else got.size == 0
    assert got.shape == array.shape
    np.testing.assert_array_equal(got, array)


@pytest.mark.parametrize(
    "text, dtype, value",
    [
        ("[[1, 2], [3, 4]]", "DT_INT32", [[1, 2], [3, 4]]),
        ("{{1.0f,2},{3,4}}", "DT_FLOAT", [[1, 2], [3, 4]]),
        ("5;2", "DT_INT32", [5, 2]),
        ("5, 2,", "DT_INT32", [5, 2]),
        ("[5][2]", "DT_INT32", [[5], [2]]),
        ("1.5", "DT_DOUBLE", 1.5),
        ("1e3", "DT_DOUBLE", 1000),
        ("[1, 2.]", "DT_DOUBLE", [1, 2]),
        ("1f", "DT_FLOAT", 1),
        ("-.5F", "DT_FLOAT", -0.5),
        ("0x1F", "DT_INT32", 31),
        ("0x1F, -1", "DT_INT32", [31, -1]),
        ("inf", "DT_DOUBLE", np.inf),
        ("-inff", "DT_FLOAT", -np.inf),
        ("nanf", "DT_FLOAT", np.nan),
        ("true", "DT_BOOL", True),
        ("{TRUE,false}", "DT_BOOL", [True, False]),
        ("1+2j", "DT_COMPLEX128", 1 + 2j),
        ("[(1-2j), 3i]", "DT_COMPLEX128", [1 - 2j, 3j]),
        ('"a"', "DT_STRING", b"a"),
        ("['a', \"b,]\"]", "DT_STRING", [b"a", b"b,]"]),
        ("b'\\xff'", "DT_STRING", b"\xff"),
        ('["\\0"]', "DT_STRING", [b"\0"]),
        ("[]", "DT_FLOAT", []),
        ("[[], []]", "DT_FLOAT", [[], []]),
        ("  7  ", "DT_INT32", 7),
    ],
)
def test_dtype_by_spelling(text, dtype, value):
    got, found = literals.tensor(text)
    assert found == dtype
    np.testing.assert_array_equal(got, np.array(value, object if dtype == "DT_STRING" else DTYPES[dtype].via))


@pytest.mark.parametrize(
    "text, dtype, position, says",
    [
        ("", None, 0, "no value"),
        ("[1, 2", None, 0, "never closed"),
        ("[1, {2]", None, 6, "closes nothing"),
        ("1]", None, 1, "closes nothing"),
        ("[[1], [2, 3]]", None, 11, "not rectangular"),
        ("[1, [2]]", None, 6, "not rectangular"),
        ("[1,,2]", None, 3, "missing"),
        (",", None, 0, "missing"),
        ('["a" "b"]', None, 5, "separator"),
        ("[1][2] 3", None, 7, "separator"),
        ("[1, x]", None, 4, "not a number"),
        ('"abc', None, 0, "never closed"),
        ('[1, "ab]', "DT_STRING", 4, "never closed"),
        ("[1, 2.5]", "DT_INT32", 4, "whole"),
        ("[0, 256]", "DT_UINT8", 4, "does not fit DT_UINT8"),
        ("2147483648", "DT_INT32", 0, "DT_INT64"),
        ("[1, 1e39]", "DT_FLOAT", 4, "too large for DT_FLOAT"),
        ("[1, 1e400]", "DT_DOUBLE", 4, "too large"),
        ("[1, 1e400]", "DT_INT64", 4, "too large"),
        ("9" * 5000, "DT_INT64", 0, "too large"),
        ("[true, 2]", "DT_BOOL", 7, "neither true nor false"),
        ("[1j, q]", "DT_COMPLEX64", 5, "complex"),
        (' "\\x1"', "DT_STRING", 1, "Python"),
        ("b'é'", "DT_STRING", 0, "Python"),
        ("[" * 300, None, 64, "deeper"),
        ("[] (0, -3)", None, 7, "does not fit"),
        ("[] (2, 3)", None, 3, "type its 6 elements"),
        ("{} {0,{1}}", None, 8, "not rectangular"),
        ("[] ((0, 1), (2, 3))", None, 3, "flat list"),
        ("[] (0, x)", None, 7, "whole"),
        ("[] (0, 3) 1", None, 10, "separator"),
        ("[] (0, 3", None, 3, "never closed"),
        ("[] (0, 2000000000, 2)", None, 3, "too large"),
        ("[] (" + "0," * 70 + ")", None, 3, "deeper"),
        ("[1, [] (0, 3)]", None, 5, "not rectangular"),
        ("1", "DT_RESOURCE", 0, "wire it"),
        ("1", "DT_VARIANT", 0, "wire it"),
        ("1", "DT_99", 0, "wire it"),
    ],
)
def test_failures_say_where(text, dtype, position, says):
    with pytest.raises(ValueSyntaxError, match=says) as caught:
        literals.tensor(text, dtype)
    assert caught.value.position == position
    assert f"at character {position + 1}" in str(caught.value)


@pytest.mark.parametrize(
    "text, shape",
    [
        ("[] (0, 3)", (0, 3)),
        ("{} {0,3}", (0, 3)),
        ("()[2;0;4]", (2, 0, 4)),
        ("[] (0,)", (0,)),
        (" [ ]\n[0, 0] ", (0, 0)),
        ("[]", (0,)),
        ("[[], []]", (2, 0)),
        ("[] []", (2, 0)),
        ("{{}}", (1, 0)),
    ],
)
@pytest.mark.parametrize("dtype", ["DT_FLOAT", "DT_INT64", "DT_STRING", "DT_BFLOAT16"])
def test_empty_tensors_of_any_shape(text, shape, dtype):
    array, _ = literals.tensor(text, dtype)
    assert array.shape == shape and array.dtype == np.dtype(DTYPES[dtype].via)
    (one, _), (other, _) = literals.tensors(f"[{text}, [1]]" if text != "[] []" else "[[] (2, 0), [1]]", dtype)
    assert (one.shape, other.shape) == (shape, (1,))


@given(
    st.text(alphabet="[]{}(),; \n\"'\\01.2efjnaiTrue-+x#é\ud800b", max_size=40),
    st.sampled_from([None, *(d.name for d in TYPEABLE)]),
)
@example("[" * 300 + "]" * 300, None)
@example("1" * 400 + ".0", "DT_INT64")
@example("0x" + "f" * 300, "DT_DOUBLE")
def test_any_text_is_a_value_or_a_syntax_error(text, dtype):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for read in (lambda: literals.tensor(text, dtype), lambda: literals.tensors(text, dtype)):
            try:
                read()
            except ValueSyntaxError as error:
                assert 0 <= error.position <= len(text)


@given(
    st.text(alphabet="[]{}(),; \"'\\0123.efDT_INTLOAr?Nounkw<>-", max_size=30),
    st.sampled_from(
        [
            "type",
            "shape",
            "int",
            "float",
            "bool",
            "string",
            "func",
            "list(type)",
            "list(shape)",
            "list(int)",
            "list(float)",
            "list(bool)",
            "list(string)",
        ]
    ),
)
def test_any_text_is_an_attr_or_a_syntax_error(text, type_):
    try:
        literals.attr(text, type_)
    except ValueSyntaxError as error:
        assert 0 <= error.position <= len(text)


def test_plain_text_is_a_string():
    for text in ("a b", "x, y", "it's", "5"):
        assert literals.tensor(text, "DT_STRING")[0].item() == text.encode()


def test_a_backslash_that_begins_no_escape_is_kept_without_a_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert literals.tensor(r'"\d+"', "DT_STRING")[0].item() == rb"\d+"


@pytest.mark.parametrize(
    "text, type_, value",
    [
        ("DT_DOUBLE", "type", "DT_DOUBLE"),
        ("float64", "type", "DT_DOUBLE"),
        ("double", "type", "DT_DOUBLE"),
        ("DT_FLOAT_REF", "type", "DT_FLOAT"),
        ("dt_float", "type", "DT_FLOAT"),
        ("3", "int", 3),
        ("1.5f", "float", 1.5),
        ("false", "bool", False),
        ("SAME", "string", b"SAME"),
        ("'a b'", "string", b"a b"),
        ("[5, 2]", "shape", [5, 2]),
        ("{5,2}", "shape", [5, 2]),
        ("5;2", "shape", [5, 2]),
        ("[5][2]", "shape", [5, 2]),
        ("[]", "shape", []),
        ("[?, 2]", "shape", [-1, 2]),
        ("[None, -1]", "shape", [-1, -1]),
        ("?", "shape", None),
        ("", "shape", None),
        ("main", "func", "main"),
        ("[DT_INT32, string]", "list(type)", ["DT_INT32", "DT_STRING"]),
        ("DT_INT32", "list(type)", ["DT_INT32"]),
        ("{1,2,2,1}", "list(int)", [1, 2, 2, 1]),
        ("[]", "list(int)", []),
        ("[[1, 2], [], ?]", "list(shape)", [[1, 2], [], None]),
        ("[3], [4, 5]", "list(shape)", [[3], [4, 5]]),
    ],
)
def test_attrs(text, type_, value):
    assert literals.attr(text, type_) == value


@pytest.mark.parametrize(
    "text",
    [
        "DT_DOUBLE",
        "dt_double",
        "double",
        "Double",
        "float64",
        "tf.float64",
        "np.float64",
        "tf.dtypes.float64",
        "DT_FLOAT64",
        "DT_DOUBLE_REF",
        "dt_dou",
        "doub",
        "d",
        "float6",
    ],
)
def test_a_dtype_has_one_name_and_many_spellings(text):
    assert literals.attr(text, "type") == "DT_DOUBLE" and literals.attr(f"[{text}, int3]", "list(type)") == [
        "DT_DOUBLE",
        "DT_INT32",
    ]


@pytest.mark.parametrize(
    "text, name",
    [
        ("float", "DT_FLOAT"),
        ("int", "DT_INT32"),
        ("bfl", "DT_BFLOAT16"),
        ("str", "DT_STRING"),
        ("qui", None),
        ("uint", None),
        ("tf.", None),
        ("", None),
    ],
)
def test_a_whole_spelling_is_not_taken_for_the_beginning_of_another(text, name):
    assert dtype_name(text) == name


def test_every_name_and_label_of_a_dtype_is_its_own():
    for name, info in DTYPES.items():
        assert (
            {dtype_name(name), dtype_name(name.lower()), dtype_name(info.label)} == {name} == {dtype_text(info.label)}
        )


def test_a_dtype_that_may_be_several_names_them():
    with pytest.raises(ValueSyntaxError, match="'uint' may be DT_UINT8, DT_UINT16, DT_UINT32, DT_UINT64"):
        literals.attr("uint", "type")
    assert dtype_names("comp") == ["DT_COMPLEX64", "DT_COMPLEX128"]
    assert [dtype_text(text) for text in ("float64", "DT_DOUBLE", "string_ref", "none")] == [
        "DT_DOUBLE",
        "DT_DOUBLE",
        "DT_STRING_REF",
        "none",
    ]


@pytest.mark.parametrize(
    "text, type_, says",
    [
        ("DT_FLOOT", "type", "not a dtype"),
        ("[1, 2]", "int", "not a list"),
        ("1.5", "int", "whole"),
        ("9999999999999999999", "int", "does not fit"),
        ("[[1], [2, 3]]", "shape", "rectangular"),
        ("[-2]", "shape", "does not fit"),
        ("[[1, 2]]", "shape", "flat"),
        ("[[1, 2]]", "list(int)", "flat"),
        ("[[1, x]]", "list(shape)", "whole"),
    ],
)
def test_bad_attrs(text, type_, says):
    with pytest.raises(ValueSyntaxError, match=says):
        literals.attr(text, type_)


@pytest.mark.parametrize(
    "text, elements",
    [
        ("[[0, 2], [1, 0, 5]]", [[0, 2], [1, 0, 5]]),
        ("{0,2},{1,0}", [[0, 2], [1, 0]]),
        ("1; 2", [1, 2]),
        ("7", [7]),
        ("[]", []),
    ],
)
def test_elements_typed_into_a_list_pin(text, elements):
    got = literals.tensors(text, "DT_INT32")
    assert [array.tolist() for array, _ in got] == elements


def test_elements_of_a_list_pin_have_their_own_dtypes():
    assert [dtype for _, dtype in literals.tensors("[1, 2.5, 'a']")] == ["DT_INT32", "DT_DOUBLE", "DT_STRING"]
    assert [dtype for _, dtype in literals.tensors("1, 2", ["DT_HALF", "DT_INT8"])] == ["DT_HALF", "DT_INT8"]


def test_an_element_fails_at_its_place_in_the_whole_text():
    with pytest.raises(ValueSyntaxError) as caught:
        literals.tensors("[1, [2, x]]", "DT_INT32")
    assert caught.value.position == 8


def test_any_number_of_empty_brackets_is_a_message():
    for text in ("[]" * 3000, "{}" * 3000 + "(0, 3)"):
        for read in (literals.parse, literals.shape):
            with contextlib.suppress(ValueSyntaxError):
                read(text)
