"""Pages of Switches and Merges: outputs that are alive or dead in a step."""

import itertools
import random

import pytest

from blockloom import run
from tests.extent import slow_after
from tests.pages import document


def _random_page(seed):
    """Return blocks and wires of Switches and Merges whose numbers are 1, and a test for each output.

    The test returns, from the fed booleans, whether the output has a value.
    """
    draw = random.Random(seed)
    blocks, wires = {"ONE": ("Const", {"value": "1.0"})}, []
    numbers, booleans = [("ONE.output", lambda fed: True)], []  # (output, its value or None)
    alive = [("ONE", lambda fed: True)]
    for name in "PQR":
        blocks[name] = ("Placeholder", {"dtype": "DT_BOOL"})
        booleans.append((f"{name}.output", lambda fed, name=name: fed[name]))
    shown = dict(numbers)

    def wired(block, pin, source):
        wires.append(f"{source} -> {block}.{pin}")

    for number in range(24):
        kind = draw.choice(["Switch"] * 3 + ["Merge"] * 3 + ["Maximum", "LogicalNot", "Identity", "pass"])
        name = f"B{number}"
        one, other, pred = (*draw.choices(numbers, k=2), draw.choice(booleans))
        blocks[name] = {"pass": "Switch"}.get(kind, kind)
        if kind in ("Switch", "pass"):  # of a number, or of a boolean that decides others
            data = one if kind == "Switch" else draw.choice(booleans)
            wired(name, "data", data[0])
            wired(name, "pred", pred[0])
            for pin, way in ("output_false", False), ("output_true", True):

                def value(fed, data=data, pred=pred, way=way):
                    return data[1](fed) if pred[1](fed) is way else None

                (numbers if kind == "Switch" else booleans).append((f"{name}.{pin}", value))
                shown[f"{name}.{pin}"] = value
            alive.append(
                (name, lambda fed, data=data, pred=pred: data[1](fed) is not None and pred[1](fed) is not None)
            )
        elif kind in ("Merge", "Maximum"):
            for pin, source in zip(("inputs", "inputs") if kind == "Merge" else "xy", (one, other), strict=True):
                wired(name, pin, source[0])
            some = any if kind == "Merge" else all

            def value(fed, one=one, other=other, some=some):
                return True if some((one[1](fed), other[1](fed))) else None

            output = f"{name}.output" if kind == "Merge" else f"{name}.z"
            numbers.append((output, value))
            shown[output] = value
        elif kind == "LogicalNot":
            wired(name, "x", pred[0])
            booleans.append((f"{name}.y", lambda fed, pred=pred: None if pred[1](fed) is None else not pred[1](fed)))
            shown[f"{name}.y"] = booleans[-1][1]
        else:  # waits for a block as well
            before = draw.choice(alive)
            wired(name, "input", one[0])
            wires.append(f"{before[0]} -> {name}")
            numbers.append(
                (f"{name}.output", lambda fed, one=one, before=before: True if one[1](fed) and before[1](fed) else None)
            )
            shown[f"{name}.output"] = numbers[-1][1]
    return blocks, "\n".join(wires), shown


@pytest.mark.parametrize("seed", slow_after(1, range(8)))
def test_what_has_a_value_is_what_the_switches_let_through(catalogue, worker, seed):
    blocks, wires, shown = _random_page(seed)
    page = document(catalogue, blocks, wires)
    for values in itertools.product((False, True), repeat=3):
        fed = dict(zip("PQR", values, strict=True))
        got = run(page, feed={name: str(value) for name, value in fed.items()}, worker=worker).results
        for output, value in shown.items():
            block, pin = output.split(".")
            found, wanted = got[block][pin], value(fed)
            assert (found is None) == (wanted is None), (output, fed)
            assert found is None or bool(found) == wanted, (output, fed)


def test_a_model_that_asks_one_placeholder_in_every_layer(catalogue, worker):
    """As tf.cond writes it: each tensor that a branch takes goes through a separate Switch."""
    blocks = {"TRAINING": ("Placeholder", {"dtype": "DT_BOOL"}), "H0": ("Const", {"value": "1.0"})}
    wires, layers, at = [], 60, "H0.output"
    for layer in range(1, layers + 1):
        blocks |= {f"S{layer}": "Switch", f"T{layer}": "Switch", f"ADD{layer}": "AddV2", f"H{layer}": "Merge"}
        wires += [
            f"{at} -> S{layer}.data",
            f"TRAINING.output -> S{layer}.pred",
            f"{at} -> T{layer}.data",
            f"TRAINING.output -> T{layer}.pred",
            f"S{layer}.output_true -> ADD{layer}.x",
            f"T{layer}.output_true -> ADD{layer}.y",
            f"S{layer}.output_false -> H{layer}.inputs",
            f"ADD{layer}.z -> H{layer}.inputs",
        ]
        at = f"H{layer}.output"
    page = document(catalogue, blocks, "\n".join(wires))
    for training in (True, False):
        got = run(page, feed={"TRAINING": str(training)}, timeout=30, worker=worker).results
        assert got[f"H{layers}"]["output"] == (2.0**layers if training else 1)
        assert (got["ADD3"]["z"] is None) == (not training)


def test_conditions_of_too_many_parts_are_said_and_take_no_time(catalogue, worker):
    """Each of 2 ^ 30 ways through 30 placeholders in pairs: x1 y1 or x2 y2 or ..., with all x asked before all y."""
    pairs = range(15)
    blocks = {"ONE": ("Const", {"value": "1.0"}), "ANY": "Merge"}
    blocks |= {f"{name}{n}": ("Placeholder", {"dtype": "DT_BOOL"}) for name in "XY" for n in pairs}
    blocks |= {f"{name}{n}_S": "Switch" for name in "XY" for n in pairs}
    wires = [f"ONE.output -> X{n}_S.data" for n in pairs] + [f"X{n}_S.output_true -> Y{n}_S.data" for n in pairs]
    wires += [f"{name}{n}.output -> {name}{n}_S.pred" for name in "XY" for n in pairs]
    wires += [f"Y{n}_S.output_true -> ANY.inputs" for n in pairs]
    got = run(
        document(catalogue, blocks, "\n".join(wires)),
        timeout=30,
        worker=worker,
        feed={f"{name}{n}": "true" for name in "XY" for n in pairs},
    ).results
    assert got["Y3_S"]["output_true"] == 1
    assert got["ANY"]["output"]["about"] == "may have no value"


def test_a_switch_of_several_outputs_gives_one_of_them(catalogue, worker):
    blocks = {"S": ("_SwitchN", {"data": "[1.5]", "num_outs": "3"}), "M": "Merge"}
    blocks["AT"] = ("Placeholder", {"dtype": "DT_INT32", "shape": "[]"})
    page = document(catalogue, blocks, "AT.output -> S.output_index\nS.outputs -> M.inputs")
    for at in range(3):
        got = run(page, feed={"AT": str(at)}, worker=worker).results
        assert [value is None for value in got["S"]["outputs"]] == [number != at for number in range(3)]
        assert (got["S"]["outputs"][at], got["M"]["output"], got["M"]["value_index"]) == ([1.5], [1.5], at)
