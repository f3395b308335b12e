"""Each of enuSpace's 487 symbols alone on a page with inputs that fit: it compiles to its op and runs."""

import json

from blockloom.blocks.enuspace import symbols
from blockloom.blocks.files import documents
from blockloom.blocks.lower.lowering import lower
from blockloom.blocks.problems import ERROR
from blockloom.blocks.results.run_modes import RunMode
from blockloom.runtime.protocol import requests
from blockloom.runtime.worker.errors import WorkerDied
from tests.enuspace.sweep import Sweep
from tests.extent import slow


@slow
def test_every_symbol_compiles_and_runs(worker, catalogue, tmp_path, capsys):
    sweep = Sweep(str(tmp_path))
    failed, compiled, ran = {}, 0, 0
    for number, name in enumerate(sweep.order()):  # each a new document, without state of others
        assert f"enu.{name}" in catalogue, name
        page = sweep.page(name, catalogue)
        try:
            opened = worker.call(requests.OpenRequest(document=documents.dumps(page), page="main", owner=9000 + number))
            errors = [str(p) for p in opened.problems if p.severity == ERROR]
            if errors:
                failed[name] = f"does not compile: {errors[0]}"
                continue
            compiled += 1
            if name in sweep.left_out:
                continue
            ended = worker.call(requests.RunRequest(mode=RunMode(1, watch=False), timeout=10))
            outputs = {o.kind for o in catalogue[f"enu.{name}"].outputs}
            if ended.outcome != "done":
                failed[name] = f"{ended.outcome}: {ended.problems or ended.waiting}"
            elif "X" not in ended.shown.results and not outputs <= {"operation", "feed"}:
                failed[name] = "it gives no results"
            else:
                ran += 1
            if ended.is_stuck:
                worker.start()
        except WorkerDied as error:
            failed[name] = f"it ended the worker: {error}"
            worker.start()
    with capsys.disabled():
        print(f"\n{len(symbols.rows())} symbols: {compiled} compile, {ran} run, {len(sweep.left_out)} are left out:")
        for name, reason in sorted(sweep.left_out.items()):
            print(f"  {name}: {reason}")
    assert not failed
    assert compiled == len(symbols.rows()) == 487 and ran + len(sweep.left_out) == 487


def test_every_symbol_lowers_to_the_op_that_enuspace_builds(shared, catalogue, tmp_path):
    facts = json.loads((shared / "symbols.json").read_text())
    sweep = Sweep(str(tmp_path))
    assert {fact["symbol"] for fact in facts} == set(symbols.rows())
    for fact in facts:
        name, told = fact["symbol"], fact["tensorflow"]
        if told["match"] in ("exact", "renamed"):
            lowered = lower(sweep.page(name, catalogue).page("main"), catalogue)
            made = lowered.page.blocks["X"].type
            assert (catalogue[made].op or {"loom.Variable": "VariableV2"}[made]) == told["op"], name
        row = symbols.symbol(name)
        drawn = {p["name"]: tuple(p["at"]) for side in ("inputs", "outputs", "results") for p in fact[side]}
        assert {pin: row.places[pin] for pin in drawn if pin in row.places} == {
            pin: place for pin, place in drawn.items() if pin in row.places
        }, name
        assert drawn.keys() - row.places.keys() <= {"result_min", "result_max"}, name


def test_pins_have_kinds_and_dtypes_of_the_native_type(catalogue):
    assert [p.name for p in catalogue["enu.Mean"].inputs] == ["input", "axis"]
    assert catalogue["enu.Mean"].input("axis").type_attr == "Tidx"
    assert catalogue["enu.Variable"].output("ref").kind == catalogue["enu.Assign"].input("ref").kind == "ref"
    assert catalogue["enu.Stack"].op == "Pack" and catalogue["enu.Stack"].title == "Stack"
    assert catalogue["enu.TopK"].category == "enuSpace/tf_nn"
    assert catalogue["enu.OneHot"].attr("axis").default == 0  # enuSpace's own


def test_the_two_without_a_cpu_kernel_say_so_before_a_run(worker, catalogue, tmp_path):
    sweep = Sweep(str(tmp_path))
    for name in ("QuantizedReluX", "MaxPoolGradGradWithArgmax"):
        opened = worker.call(requests.OpenRequest(document=documents.dumps(sweep.page(name, catalogue)), page="main"))
        found = opened.problems
        assert [p.place_text for p in found if p.code == "no-kernel"] == ["main/X"], name
