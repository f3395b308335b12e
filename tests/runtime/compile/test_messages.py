"""Messages for faulty pages are written for users."""

import random

import pytest

from blockloom import BadPage, RunFailed, check, preview, run
from blockloom.blocks import checks
from blockloom.blocks.document.pages import Block, Page, Wire
from blockloom.blocks.files import documents, library
from blockloom.blocks.problems import ERROR
from blockloom.runtime.protocol.requests import GetTypesRequest, OpenRequest
from blockloom.runtime.worker import client
from blockloom.runtime.worker.errors import WorkerDied
from tests.extent import ALL, examples
from tests.pages import document, insert
from tests.spoilt import NOT_FOR_PEOPLE, library_pages, message_fault, of_library_page, of_type, spoilt

TYPES, PAGES = examples(120), examples(30)


@pytest.fixture
def ask(worker):
    def work(request, made, page):
        try:
            return list(worker.call(request(page=page, document=documents.dumps(made))).problems)
        except WorkerDied:  # the kernel of an op ends it: `check` says of which block
            worker.start()
            return []

    return work


def test_no_word_of_python_or_of_nodes_is_a_problem(catalogue, ask, tmp_path):
    chance, pages = random.Random(5), library_pages()
    pages = pages if ALL else chance.sample(pages, len(pages) // 16)
    of_pages = [of_library_page(*page, catalogue) for page in pages]
    some = [
        *(case for some in of_pages for case in (some[0], chance.choice(some))),
        *(chance.choice(of_type(name, catalogue)) for name in chance.sample(sorted(catalogue), TYPES)),
        *(spoilt(random.Random(seed), catalogue, str(tmp_path)) for seed in range(PAGES)),
    ]
    assert [found for case in some if (found := message_fault(case, catalogue, ask))] == []


def test_consequences_of_a_missing_wire_are_not_listed(catalogue, ask):
    pages = {name: source for source, name in library_pages()}
    for name, pins in {"Accuracy": {"predictions", "labels"}, "Dense": {"x", "units"}}.items():
        made = of_library_page(pages[name], name, catalogue)[0].make()
        for request in OpenRequest, GetTypesRequest:
            errors = [one for one in ask(request, made, "main") if one.severity == ERROR]
            assert {(one.block, one.pin) for one in errors} == {("X", pin) for pin in pins}, (request, errors)


def test_a_page_that_batches_what_it_is_given_is_sound_by_itself(catalogue):
    made = document(catalogue, "DATA RangeDataset start=0 stop=9 step=1")
    made.pages["Batches"] = documents.load(library.FOLDER / "data.loom").pages["Batches"]
    insert("MANY page:Batches size=3 data=<DATA.handle").apply(made)
    assert [one for one in check(made) if one.severity == ERROR] == []
    assert len(preview(made, "MANY.batches", "main")) == 3
    with pytest.raises(BadPage) as caught:
        run(made, page="Batches")
    assert "the types of the elements of data are not known" in str(caught.value)


TABLE = {
    "T": ("HashTableV2", {"key_dtype": "DT_STRING", "value_dtype": "DT_INT64", "shared_name": "words"}),
    "FIND": ("LookupTableFindV2", {"keys": '["a"]', "default_value": "-1"}),
}
FILL = ("InitializeTableV2", {"keys": '["a"]', "values": "[7]", "Tkey": "DT_STRING", "Tval": "DT_INT64"})


def errors_of(made):
    return [str(one) for one in checks.check(made, client.ensure_catalogue()) if one.severity == ERROR]


def test_a_table_that_nothing_fills_is_an_error(catalogue, worker):
    def about(more, wires=""):
        made = document(catalogue, TABLE | more, f"T.table_handle -> FIND.table_handle\n{wires}")
        return made, errors_of(made)

    assert "main/T: the table is used but never filled. Add an InitializeTableV2 or" in about({})[1][0]
    of_references = {name: (kind.removesuffix("V2"), values) for name, (kind, values) in TABLE.items()}
    assert "Add an InitializeTable or" in about(of_references)[1][0]
    made, errors = about({"FILL": FILL}, "T.table_handle -> FILL.table_handle")
    assert not errors and run(made, worker=worker).results["FIND"]["values"].tolist() == [7]
    made, errors = about({"FILL": FILL, "TWIN": TABLE["T"]}, "TWIN.table_handle -> FILL.table_handle")
    assert not errors  # it is the same table
    made, _ = about({})
    made.pages["fill"] = Page("fill")
    for block in (
        Block("table", "loom.Arg", values={"dtype": "DT_RESOURCE"}),
        Block("FILL", *FILL[:1], values=FILL[1]),
        Block("done", "loom.Retval"),
    ):
        made.pages["fill"].blocks[block.id] = block
    made.pages["fill"].put_wire(Wire("table", "output", "FILL", "table_handle"))
    made.pages["fill"].put_wire(Wire("table", "output", "done", "input"))
    insert(
        "CALL StatefulPartitionedCall f=fill Tin=[DT_RESOURCE] Tout=[DT_RESOURCE] args=<T.table_handle; CALL -> FIND"
    ).apply(made)
    assert not errors_of(made)  # the function may well do it


def test_a_block_that_calls_python_which_is_not_there_fails_without_a_traceback(catalogue, worker):
    made = document(catalogue, "P PyFunc input=1 token=gone Tin=[DT_INT32] Tout=[DT_INT32]")
    with pytest.raises(RunFailed) as caught:
        run(made, worker=worker)
    (one,) = caught.value.problems
    assert one.block == "P" and not NOT_FOR_PEOPLE.search(f"{one.message} {one.remedy}")
    assert "Could not find callback with key=gone" in one.message  # as TensorFlow says


@pytest.mark.parametrize("source", [("Const", {"value": "[1.0]"}, "output"), None])
def test_a_list_of_variables_takes_no_values(catalogue, source):
    typed = {"index": "0"} | ({} if source else {"inputs": "[1.0]"})
    made = document(
        catalogue,
        {"R": ("RefSelect", typed)} | ({"A": source[:2]} if source else {}),
        "A.output -> R.inputs" if source else "",
    )
    assert "ref" in errors_of(made)[0] and "main/R.inputs" in errors_of(made)[0]
