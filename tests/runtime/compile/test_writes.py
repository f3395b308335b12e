"""Variables that a failed step may have changed."""

from blockloom.runtime.compile.compiler import compile_page
from blockloom.runtime.compile.step_effects import written_blocks
from tests.pages import document


def test_what_depends_on_the_op_that_failed_has_changed_nothing(catalogue):
    made = document(
        catalogue,
        "V loom.Variable initvalues=0; UP AssignAdd value=1 ref=<V.ref; "
        "AT GatherV2 params=[10,20] axis=0 indices=<UP.output_ref; W loom.Variable initvalues=0; "
        "SET Assign ref=<W.ref value=<AT.output",
    )
    program = compile_page(made, "main", catalogue)
    (session,) = program.sessions
    assert written_blocks(program, session) == {"V", "W"}
    assert written_blocks(program, session, program.graph.get_operation_by_name("AT")) == {"V"}
