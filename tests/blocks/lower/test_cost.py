"""Parameters and operations of pages, against numbers counted by hand."""

import pytest

from blockloom.blocks.document.pages import Document
from blockloom.blocks.lower.cost import Cost, cost
from tests.pages import page, pages

SHAPES = {
    ("X", "output"): (None, 8, 8, 3),
    ("CONV", "output"): (None, 8, 8, 16),
    ("R", "activations"): (None, 8, 8, 16),
    ("DEEP", "output"): (None, 4, 4, 32),
    ("UP", "output"): (None, 8, 8, 3),
    ("GRAD", "output"): (3, 3, 3, 16),
    ("A", "output"): (5, 7),
    ("B", "output"): (7, 2),
    ("DOT", "product"): (5, 2),
    ("TURNED", "product"): (7, 2),
    ("Q", "output"): (None, 10, 4),
    ("K", "output"): (None, 12, 4),
}
PIXELS = 8 * 8 * 2


@pytest.fixture
def convolutions():
    made = pages(
        main="""
        X Placeholder dtype=DT_FLOAT; W loom.Variable dtype=DT_FLOAT shape=[3,3,3,16]
        CONV Conv2D strides=[1,1,1,1] padding=SAME input=<X.output filter=<W.ref
        D loom.ResourceVariable dtype=DT_FLOAT shape=[3,3,16,2]
        DEEP DepthwiseConv2dNative strides=[1,2,2,1] padding=SAME input=<R.activations filter=<D.value
        UP Conv2DBackpropInput input_sizes=[1,8,8,3] strides=[1,1,1,1] padding=SAME filter=<W.ref \
            out_backprop=<CONV.output
        GRAD Conv2DBackpropFilter filter_sizes=[3,3,3,16] strides=[1,1,1,1] padding=SAME input=<X.output \
            out_backprop=<CONV.output
        R Relu features=<CONV.output""",
    )
    return made.pages["main"]


def shape_of(block, pin):
    return SHAPES.get((block, pin)) or {"W": (3, 3, 3, 16), "D": (3, 3, 16, 2)}.get(block)


@pytest.mark.parametrize(
    "names, flops",
    [
        ({"CONV"}, PIXELS * 16 * 27),
        ({"DEEP"}, 4 * 4 * 2 * 32 * 9),
        ({"UP"}, PIXELS * 16 * 27),
        ({"GRAD"}, PIXELS * 16 * 27),
        ({"X", "R"}, 8 * 8 * 16),
        (None, 3 * PIXELS * 16 * 27 + 4 * 4 * 2 * 32 * 9 + 8 * 8 * 16),
    ],
)
def test_convolutions_are_counted_for_one_example(catalogue, convolutions, names, flops):
    found = cost(convolutions, catalogue, shape_of, names)
    assert (found.flops, found.unknown) == (flops, ())
    assert found.parameters == (0 if names is not None else 3 * 3 * 3 * 16 + 3 * 3 * 16 * 2)


def test_products_of_matrices(catalogue):
    made = pages(
        main="A Placeholder dtype=DT_FLOAT; B Placeholder dtype=DT_FLOAT; DOT MatMul a=<A.output b=<B.output; "
        "TURNED MatMul transpose_a=true a=<A.output b=<DOT.product; Q Placeholder dtype=DT_FLOAT; "
        "K Placeholder dtype=DT_FLOAT; SCORES Einsum equation=bqd,bkd->bqk inputs=<Q.output,K.output; "
        "LOST Einsum equation=...d,...d->... inputs=<Q.output,K.output",
    )
    main = made.pages["main"]
    assert cost(main, catalogue, shape_of, {"DOT"}) == Cost(0, 2 * 5 * 7 * 2, ())
    assert cost(main, catalogue, shape_of, {"TURNED"}) == Cost(0, 2 * 7 * 2 * 5, ())
    assert cost(main, catalogue, shape_of, {"SCORES"}) == Cost(0, 2 * 10 * 12 * 4, ())
    assert cost(main, catalogue, shape_of, {"LOST"}).unknown == ("LOST",)
    assert cost(main, catalogue, lambda block, pin: None).unknown == ("DOT", "TURNED", "SCORES", "LOST")


def test_instances_hold_what_their_parameters_say_and_what_is_muted_is_not_counted(catalogue):
    made = Document()
    page(made, "main", "D page:dense n=7; E page:dense n=3; V Variable dtype=DT_FLOAT shape=[]; I loom.Variable")
    page(made, "dense", "n loom.Parameter; W loom.Variable dtype=DT_FLOAT shape==[5,n]; M MatMul", "W.ref -> M.b")
    pages, main = catalogue.with_pages(made), made.pages["main"]
    main.blocks["I"] = main.blocks["I"]._replace(values={"initvalues": "[[1.0, 2.0], [3.0, 4.0]]"})
    shapes = {("D/M", "product"): (None, 7)}

    def known(block, pin):
        return shapes.get((block, pin))

    assert cost(main, pages, known).parameters == 5 * 7 + 5 * 3 + 1 + 4
    assert cost(main, pages, known, {"D"}) == Cost(35, 0, ("D/M",))
    main.blocks["E"] = main.blocks["E"]._replace(mode="mute")
    assert cost(main, pages, known).parameters == 35 + 1 + 4
