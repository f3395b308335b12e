"""What is read of variables for the file from which a restarted worker resumes."""

from blockloom.runtime.compiler import compile_page
from blockloom.runtime.runner import Runner
from blockloom.runtime.state import size
from tests.pages import document


def test_a_snapshot_reads_no_variable_that_is_too_large_to_be_written(catalogue):
    made = document(catalogue, {
        "SMALL": ("loom.Variable", {"initvalues": "0.0f"}), "UP": ("AssignAdd", {"value": "1.0f"}),
        "LARGE": ("loom.Variable", {"initvalues": "0.0f", "shape": "[100, 10]"}), "MORE": "AssignAdd",
        "ONES": ("Fill", {"dims": "[100, 10]", "value": "1.0f"})}, """
        SMALL.ref -> UP.ref
        LARGE.ref -> MORE.ref
        ONES.output -> MORE.value""")
    program = compile_page(made, "main", catalogue)
    assert {v.block: size(v.key) for v in program.sessions[0].variables} == {"SMALL": 4, "LARGE": 4000}
    runner = Runner(program)
    runner.step(False)
    (held,) = runner.snapshot(3999).values()
    assert {block: kept.value.max() for block, kept in held.items()} == {"SMALL": 1}
    runner.step(False)
    (held,) = runner.snapshot().values()    # before sessions end, all are read
    assert {block: kept.value.max() for block, kept in held.items()} == {"SMALL": 2, "LARGE": 2}
    runner.step(False)
    (held,) = runner.snapshot(3999).values()
    assert {block: kept.value.max() for block, kept in held.items()} == {"SMALL": 3, "LARGE": 2}
    runner.close()


def test_the_size_of_a_value_is_known_before_it_is_read_or_not_at_all():
    assert size(("V", True, "DT_BFLOAT16", (3, 5))) == 30
    assert size(("V", True, "DT_DOUBLE", ())) == 8
    assert size(("V", True, "DT_DOUBLE", (3, -1))) is size(("V", True, "DT_DOUBLE", None)) is None
