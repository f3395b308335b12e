"""TPU configs and their blocks: refused values, and exported files."""

import re

import pytest
import tensorflow as tf
from google.protobuf import text_format
from tensorflow.core.framework import graph_pb2
from tensorflow.core.protobuf.tpu.tpu_embedding_configuration_pb2 import TPUEmbeddingConfiguration
from tensorflow.python.framework import importer

from blockloom.app.cli import main
from blockloom.blocks.document.addresses import address
from blockloom.blocks.files import documents
from blockloom.blocks.problems import make_problem
from blockloom.blocks.quickfixes import fixes
from blockloom.runtime.compile.compiler import compile_page
from blockloom.runtime.protocol import requests
from blockloom.runtime.tpu.cpu_reference import REFERENCE
from tests.extent import slow_after
from tests.pages import document
from tests.runtime.tpukit import config, page

TWO = {"video": ("adagrad", ""), "user": ("ftrl", "lr_power: -0.5")}
TEXT = config(TWO)


@pytest.fixture
def problems(catalogue, worker):
    """Return a function that opens the page with replaced values and removed wires, and returns its problems."""

    def find(changes=None, without=None, blocks=None, wires=None):
        drawn, lines = page(TWO) if blocks is None else (blocks, wires or "")
        for block, values in (changes or {}).items():
            kind, old = drawn[block] if isinstance(drawn[block], tuple) else (drawn[block], {})
            drawn[block] = kind, old | values
        lines = "\n".join(line for line in lines.splitlines() if not without or without not in line)
        reply = worker.call(
            requests.OpenRequest(document=documents.dumps(document(catalogue, drawn, lines)), page="main")
        )
        return list(reply.problems)

    return find


def single(found):
    assert len(found) == 1, "\n".join(map(str, found))
    return found[0]


@pytest.mark.parametrize(
    ("text", "message", "remedy"),
    [
        (
            TEXT.replace("dimension", "dimensoin", 1),
            r"line 2, column \d+: message type TableDescriptor has no field named dimensoin",
            "Is dimension meant",
        ),
        (TEXT.replace("TRAINING", "TRAINNIG"), r"line \d+, column \d+: .*no value named TRAINNIG", "Is TRAINING meant"),
        (TEXT[:-2] + " }", r"line \d+, column \d+: ", "protobuf text"),
        ("b'\\xff\\xff'", "the bytes are not a serialised TPUEmbeddingConfiguration", "as text"),
        ("@NOBODY", "@NOBODY: there is no such block", "Name a block"),
        ("@CONFIGURE", "@CONFIGURE: nothing leads to a config", "Name a block"),
    ],
)
def test_a_config_that_cannot_be_read_is_reported_with_its_place(problems, text, message, remedy):
    found = [p for p in problems({"CONFIGURE": {"config": text}}) if p.block == "CONFIGURE"]
    assert (single(found).severity, str(single(found).address)) == ("error", "main/CONFIGURE.config")
    assert re.search(message, single(found).message) and remedy in single(found).remedy


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("mode: TRAINING", "", "the mode is not given"),
        ("batch_size_per_tensor_core: 4", "", "batch_size_per_tensor_core is not given"),
        ("vocabulary_size: 7", "", "table video: vocabulary_size is 0"),
        ("num_features: 2", "num_features: -1", "table video: num_features is -1"),
        ('name: "user"', 'name: "video"', "two tables are named video"),
        ("adagrad {", "mdl_adagrad_light {", "table video: mdl_adagrad_light cannot be run by the CPU reference"),
        ("adagrad {", "online_yogi {", "online_yogi cannot be run by the CPU reference"),
        ("adagrad {", "bounded_adagrad { max_var_update: 1", "cannot run bounded_adagrad with max_var_update"),
        ("adagrad {  }", "", "table video has no optimizer"),
        ("learning_rate { dynamic { tag: 0 } }", "", "table video has no learning rate"),
        (
            "dynamic { tag: 0 } }\n    adagrad",
            "constant: 1 }\n    frequency_estimator",
            "takes the global step as its learning rate",
        ),
        ("tag: 1", "tag: 3", r"the tags of dynamic learning rates are \[0, 3\]"),
    ],
)
def test_a_config_that_makes_no_sense_is_reported(problems, old, new, message):
    assert old in TEXT
    found = [p for p in problems({"CONFIGURE": {"config": TEXT.replace(old, new)}}) if p.code == "bad-config"]
    assert re.search(message, found[0].message) and found[0].remedy
    assert (found[0].severity, found[0].block, found[0].pin) == ("error", "CONFIGURE", "config")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            "adagrad {  }",
            "adagrad {}\nclipping_limits { lower { value: 2 } upper { value: -1 } }",
            "error | line 6, column 1 | no number is within clipping_limits: it begins at 2 and ends at -1",
        ),
        (
            "adagrad {  }",
            "adagrad {}\ngradient_clipping_limits { lower { value: inf } upper { value: 1 } }",
            "error | line 6, column 1 | no number is within gradient_clipping_limits: it begins at inf and ends at 1",
        ),
        (
            "adagrad {  }",
            "adagrad {}\nclipping_limits { upper { value: nan } }",
            "error | line 6, column 1 | ends at nan",
        ),
        (
            "adagrad {  }",
            "adagrad {}\nsimulated_quantization { enabled: true num_buckets: 4\n"
            "clipping_limits { lower { value: 1 } upper { value: 1 } } }",
            "error | line 7, column 1 | at 1 and ends at 1",
        ),
        (
            "dynamic { tag: 0 } }\n    adagrad",
            "\nconstant: -0.5 }\n    adagrad",
            "warning | line 5, column 1 | table video: the learning rate is -0.5",
        ),
        (
            "dynamic { tag: 0 } }\n    adagrad",
            "\nconstant: nan }\n    adagrad",
            "error | line 5, column 1 | learning_rate is nan",
        ),
        (
            "adagrad {  }",
            "adagrad {}\nweight_decay_factor: -0.1",
            "warning | line 6, column 1 | weight_decay_factor is -0.1",
        ),
        ("adagrad {  }", "adam {\nbeta1: 1.5 }", "error | line 6, column 1 | beta1 of adam is 1.5"),
        ("adagrad {  }", "adam { beta1: 0.9\nepsilon: -1e-7 }", "error | line 6, column 1 | epsilon of adam is -1e-07"),
        ("adagrad {  }", "rms_prop {\nrho: -0.5 }", "error | line 6, column 1 | rho of rms_prop is -0.5"),
        ("adagrad {  }", "momentum {\nmomentum: 2 }", "error | line 6, column 1 | momentum of momentum is 2"),
        ("adagrad {  }", "proximal_adagrad {\nl1: -1 }", "error | line 6, column 1 | l1 of proximal_adagrad is -1"),
        ("lr_power: -0.5", "\nlr_power: 0.5", "error | line 13, column 1 | table user: lr_power of ftrl is 0.5"),
        ("lr_power: -0.5", "\nlr_power: -0.5 beta: -1", "error | line 13, column 16 | beta of ftrl is -1"),
        (
            "adagrad {  }",
            "adagrad {}\ngradient_accumulation_status: DISABLED gradient_clipping_limits {}",
            "warning | line 6, column 1 | gradient_clipping_limits needs gradient accumulation",
        ),
        ("mode: TRAINING", "mode: TRAINING\nnum_hosts: -1", "error | line 16, column 1 | num_hosts is -1"),
        (
            "mode: TRAINING",
            "mode: TRAINING spmd_sharding { enabled: true }",
            "error | line 15, column 16 | num_cores_per_replica is 0",
        ),
        ("tensor_core: 4", "tensor_core: -4", "error |  | batch_size_per_tensor_core is -4"),
        (
            "mode: TRAINING",
            "mode: TRAINING feature_descriptor { table_id: 0 input_shape: 4 }",
            "warning |  | table user: no feature looks anything up in it",
        ),
    ],
)
def test_numbers_of_a_config_that_are_out_of_range(problems, old, new, told):
    assert old in TEXT
    severity, place, message = told.split(" | ")
    found = [
        p
        for p in problems({"CONFIGURE": {"config": TEXT.replace(old, new, 1)}})
        if p.code == "bad-config" and message in p.message
    ]
    assert (single(found).severity, str(single(found).address)) == (severity, "main/CONFIGURE.config")
    assert single(found).message.startswith(place) and single(found).remedy


@pytest.mark.parametrize(
    ("block", "values", "kind", "label"),
    [
        (
            "CONFIGURE",
            {"config": TEXT.replace("dimension", "dimensoin", 1)},
            "bad-config:no-field",
            "Write dimension for dimensoin",
        ),
        (
            "CONFIGURE",
            {"config": TEXT.replace("TRAINING", "TRAINNIG")},
            "bad-config:no-value",
            "Write TRAINING for TRAINNIG",
        ),
        ("CONFIGURE", {"config": TEXT.replace("mode: TRAINING", "")}, "bad-config:no-mode", "Add mode: TRAINING"),
        (
            "SEND",
            {"config": TEXT.replace("tensor_core: 4", "tensor_core: 8")},
            "tpu-embedding:another-config",
            "Use the config of CONFIGURE",
        ),
        ("RECV", {"num_tables": "3"}, "wrong-count:activations", "Set RECV.num_tables to 2"),
    ],
)
def test_a_quick_fix_takes_what_it_needs_from_the_facts(catalogue, worker, block, values, kind, label):
    drawn, lines = page(TWO)
    drawn[block] = drawn[block][0], drawn[block][1] | values
    made = document(catalogue, drawn, lines)

    def found():
        reply = worker.call(requests.OpenRequest(document=documents.dumps(made), page="main"))
        return [p for p in reply.problems if (p.kind, p.block) == (kind, block)]

    mend = single([f for f in fixes(made, catalogue, single(found())) if f.label == label])
    mend.edit.apply(made)
    assert found() == []


@pytest.mark.parametrize("text", [f"'{TEXT.replace('mode: TRAINING', '')}'".replace("\n", " "), "@SEND", "mode: SOON"])
def test_no_quick_fix_writes_into_a_config_whose_text_it_does_not_see(catalogue, text):
    drawn, lines = page(TWO)
    drawn["CONFIGURE"] = drawn["CONFIGURE"][0], drawn["CONFIGURE"][1] | {"config": text}
    told = make_problem("bad-config:no-mode", address("main", "CONFIGURE", "config"))
    assert fixes(document(catalogue, drawn, lines), catalogue, told) == []


BATCH = {
    "sample_indices": "[[0, 0, 1], [], [0, 1]]",
    "embedding_indices": "[[1, 2, 3], [4], [0, 1]]",
    "aggregation_weights": "[[1f, 2f, 3f], [], [1f, 1f]]",
}


@pytest.mark.parametrize(
    ("combiners", "changed", "typed", "message"),
    slow_after(
        4,
        [
            ("mean sum", "", "", ""),
            (
                "mean sum",
                "aggregation_weights[0]",
                "[[1f, -1f, 3f], [], [1f, 1f]]",
                "the weights of sample 0 come to 0, and the combiner mean of table video divides",
            ),
            (
                "sqrtn sum",
                "aggregation_weights[0]",
                "[[1f, -1f, 0f], [], [1f, 1f]]",
                "the weights of sample 1 come to 0, and the combiner sqrtn",
            ),
            ("mean sum", "embedding_indices[0]", "[[1, 2, 7], [4], [0, 1]]", "table video has 7 rows, and no id 7"),
            ("sum sum", "aggregation_weights", "[[1f, -1f, 3f], [], [1f, 1f]]", ""),
            (
                "mean mean",
                "aggregation_weights[2]",
                "[[1f, 1f, 1f], [], [1f, 0f]]",
                "of sample 1 come to 0, and the combiner mean of table user",
            ),
            ("mean sum", "embedding_indices[2]", "[[1, 2, 3], [4], [0, -1]]", "table user has 5 rows, and no id -1"),
        ],
    ),
)
def test_a_typed_in_batch_that_makes_no_sense_is_reported(problems, combiners, changed, typed, message):
    """Values are typed into a pin, of which an element is reported."""
    blocks, wires = page(TWO)
    kind, old = blocks["ENQUEUE"]
    values = BATCH | ({changed.partition("[")[0]: typed} if typed else {}) | {"combiners": str(combiners.split())}
    blocks["ENQUEUE"] = kind, old | values
    wires = "\n".join(line for line in wires.splitlines() if "ENQUEUE" not in line)
    found = [p for p in problems(blocks=blocks, wires=wires) if p.block == "ENQUEUE"]
    if not message:
        assert found == []
        return
    assert (single(found).pin, single(found).severity) == (changed, "error" if "no id" in message else "warning")
    assert message in single(found).message and single(found).remedy


def test_a_typed_in_learning_rate_below_0_is_warned_of(problems):
    blocks, wires = page(TWO)
    blocks["SEND"] = (blocks["SEND"][0], blocks["SEND"][1] | {"learning_rates": "[0.5f, -0.5f]"})
    wires = "\n".join(line for line in wires.splitlines() if "SEND.learning_rates" not in line)
    found = single([p for p in problems(blocks=blocks, wires=wires) if p.block == "SEND"])
    assert (found.severity, found.pin) == ("warning", "learning_rates")
    assert "the learning rate of tag 1 is -0.5" in found.message


@pytest.mark.parametrize(
    ("block", "change", "pin", "message", "remedy"),
    [
        ("RECV", {"num_tables": "3"}, "num_tables", "num_tables is 3, but the config has 2 tables", "Type 2"),
        (
            "SEND",
            "GRAD_1.z -> SEND",
            "gradients",
            "1 gradient arrives, but the config has 2 tables: video, user",
            "Wire one gradient for each",
        ),
        (
            "SEND",
            "RATE_1.output -> SEND",
            "learning_rates",
            r"1 learning rate for 2 tags in the config: \[0, 1\]",
            "one scalar for each tag",
        ),
        ("ENQUEUE", {"table_ids": "[0, 0, 2]"}, "table_ids", "there is no table 2", "Use 0 to 1"),
        (
            "ENQUEUE",
            {"table_ids": "[0, 1, 1]"},
            "table_ids",
            "table video has num_features: 2, but 1 arrive",
            "one tensor for each feature",
        ),
        ("ENQUEUE", {"table_ids": "[0, 0]"}, "table_ids", "2 table ids for 3 features", "for each feature"),
        (
            "ENQUEUE",
            {"combiners": '["mean", "sum", "sum"]'},
            "combiners",
            "3 combiners for 2 tables",
            "one for each table",
        ),
        ("ENQUEUE", {"combiners": '["mean", "max"]'}, "combiners", "max is not a combiner", "sqrtn"),
        ("ENQUEUE", {"mode_override": "test"}, "mode_override", "test is not a mode", "unspecified"),
        ("LOAD_user", {"table_name": "users"}, "table_name", "there is no table users", "video, user"),
        (
            "GET_user",
            {"table_name": "video"},
            "table_name",
            "table video has the optimizer adagrad",
            "RetrieveTPUEmbeddingAdagradParameters",
        ),
        (
            "LOAD_user",
            {"parameters": "[[1f, 2f, 3f]]"},
            "parameters",
            r"the shape \[1, 3\], but table user has \[5, 3\]",
            "Load rows and columns",
        ),
        ("GET_user", {"shard_id": "1"}, "shard_id", "there is no shard 1 of 1", "Type 0 to 0"),
        (
            "SEND",
            {"config": TEXT.replace("size: 7", "size: 8")},
            "config",
            "it differs from that of CONFIGURE",
            "Type @CONFIGURE",
        ),
    ],
)
def test_blocks_that_do_not_fit_the_config_are_reported(problems, block, change, pin, message, remedy):
    """A change is other values of the block, or the wire that is removed."""
    found = problems({block: change}) if isinstance(change, dict) else problems(without=change)
    errors = [p for p in found if p.severity == "error"]
    assert str(single(errors).address) == f"main/{block}.{pin}"
    assert re.search(message, single(errors).message) and remedy in single(errors).remedy


def test_shapes_of_gradients_and_learning_rates(problems):
    blocks, wires = page(TWO)
    blocks["CUT"] = ("Reshape", {"shape": "[4, 4]"})
    blocks["LIST"] = ("Const", {"value": "[0.5f]"})
    wires = wires.replace("GRAD_0.z -> SEND.gradients", "GRAD_0.z -> CUT.tensor\nCUT.output -> SEND.gradients")
    wires = wires.replace("RATE_1.output -> SEND", "LIST.output -> SEND")
    found = problems(blocks=blocks, wires=wires)
    assert [(p.block, p.pin) for p in found] == [("SEND", "gradients"), ("SEND", "learning_rates")]
    assert "the gradient of video has the shape [4, 4], but its activations have [8, 2]" in found[0].message
    assert "the learning rate of tag 1 has the shape [1]" in found[1].message


def test_tables_that_nothing_loads_and_sessions_apart_are_warned_of(problems):
    blocks, wires = page(TWO)
    del blocks["LOAD_user"]
    blocks |= {"A": "loom.Session", "B": "loom.Session"}
    wires += (
        "\nGET_video.parameters -> A.fetch_outputs\nENQUEUE.operation -> A.run_outputs"
        "\nGET_user.parameters -> B.fetch_outputs"
    )
    found = problems(blocks=blocks, wires=wires)
    assert {p.severity for p in found} == {"warning"}
    assert any("nothing loads the table user: it begins with zeros" in p.message for p in found)
    assert any(p.block == "B" and "its own embedding tables" in p.message for p in found)
    assert any(p.block == "LOAD_video" and "no session runs it" in p.message for p in found)


def test_on_a_tpu_the_set_up_is_run_once(catalogue):
    """The ops that a session runs at its start and in each step, as compiled for a TPU."""
    program = compile_page(document(catalogue, *page(TWO)), "main", catalogue)
    (session,) = program.sessions
    assert session.starts == ["CONFIGURE", "LOAD_user", "LOAD_video"] and set(session.targets) >= {"ENQUEUE", "SEND"}
    assert not set(session.starts) & set(session.targets) and program.reference == []


def test_a_page_that_says_nothing_about_its_tables(problems, catalogue, worker, tmp_path):
    """It cannot run here, but may be one of several that a TPU runs."""
    blocks = {"ENQUEUE": ("EnqueueTPUEmbeddingIntegerBatch", {"batch": "[[0]]", "mode_override": "unspecified"})}
    found = single(problems(blocks=blocks))
    assert (found.block, found.severity) == ("ENQUEUE", "error") and "ConfigureTPUEmbedding" in found.remedy
    path = str(tmp_path / "page.pb")
    reply = worker.call(requests.ExportRequest(documents.dumps(document(catalogue, blocks)), "main", path))
    assert reply.problems == []


def test_deduplication_data_from_elsewhere_is_refused(problems):
    blocks, wires = page(TWO)
    blocks["OTHER"] = ("EmptyTensorList", {"element_shape": "-1", "max_num_elements": "0", "element_dtype": "DT_FLOAT"})
    found = problems(blocks=blocks, wires=wires.replace("DEDUP.output -> SEND", "OTHER.handle -> SEND"))
    assert ("SEND", "deduplication_data") in {(p.block, p.pin) for p in found if p.severity == "error"}


def convert(catalogue, tmp_path, capfd, blocks, wires):
    source, target = tmp_path / "page.loom", tmp_path / "page.pb"
    documents.save(document(catalogue, blocks, wires), source)
    code = main(["convert", str(source), str(target)])
    return code, capfd.readouterr().err, target


def test_an_exported_graph_holds_the_real_ops_with_the_serialised_config(catalogue, tmp_path, capfd):
    blocks, wires = page(TWO)
    code, said, target = convert(catalogue, tmp_path, capfd, blocks, wires)
    assert code == 0, said
    graph = graph_pb2.GraphDef.FromString(target.read_bytes())
    nodes = {node.name: node for node in graph.node}
    for name, (kind, _) in blocks.items():
        if "TPU" in kind:
            assert nodes[name].op == kind
    for name in ("CONFIGURE", "DEDUP", "RECV", "SEND"):
        read = TPUEmbeddingConfiguration.FromString(nodes[name].attr["config"].s)
        assert [t.name for t in read.table_descriptor] == ["video", "user"]
        assert read.table_descriptor[1].optimization_parameters.ftrl.lr_power == -0.5
    assert nodes["SEND"].input[-1] == "DEDUP" and nodes["SEND"].attr["NumTables"].i == 2
    with tf.Graph().as_default() as imported:
        importer.import_graph_def(graph, name="")
        assert imported.get_operation_by_name("RECV").outputs[0].shape == (8, 2)


def test_a_config_in_bytes_is_taken_as_it_is_and_v2_ops_are_exported(catalogue, worker, tmp_path):
    data = text_format.Parse(TEXT, TPUEmbeddingConfiguration()).SerializeToString(deterministic=True)
    blocks, wires = page(TWO)
    blocks["CONFIGURE"] = ("ConfigureTPUEmbedding", {"config": repr(data)})
    more = {"embedding_partitions": "b'p'", "hbm_buffers_config": "b'\\x00h'", "tpu_topology": "b't'"}
    for name in ("DEDUP", "RECV", "SEND"):
        blocks[name] = f"{blocks[name][0]}V2", blocks[name][1] | more
    target = tmp_path / "page.pb"
    reply = worker.call(
        requests.ExportRequest(documents.dumps(document(catalogue, blocks, wires)), "main", str(target))
    )
    assert reply.problems == []
    node = next(n for n in graph_pb2.GraphDef.FromString(target.read_bytes()).node if n.name == "SEND")
    assert node.op == "XlaSendTPUEmbeddingGradientsV2" and node.attr["config"].s == data
    assert node.attr["hbm_buffers_config"].s == b"\x00h"


def test_a_page_with_a_wrong_count_is_not_exported(catalogue, tmp_path, capfd):
    blocks, wires = page(TWO)
    wires = wires.replace("GRAD_1.z -> SEND.gradients\n", "")
    code, said, target = convert(catalogue, tmp_path, capfd, blocks, wires)
    assert code == 2 and not target.exists()
    assert "main/SEND.gradients: 1 gradient arrives, but the config has 2 tables" in said


def test_the_catalogue_knows_what_the_reference_lowers_and_tells_it(catalogue):
    assert {name for name in catalogue if catalogue[name].reference} == set(REFERENCE)
    for name in ("XlaSendTPUEmbeddingGradients", "XlaRecvTPUEmbeddingActivations", "SplitDedupData"):
        kind = catalogue[name]
        assert kind.doc and all(p.doc for p in (*kind.inputs, *kind.outputs) if p.kind != "operation")
        assert all(a.doc for a in kind.attrs)
