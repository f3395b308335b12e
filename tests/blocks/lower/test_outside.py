"""Acts of pages outside their sessions: files, servers, Python code, embedded graphs."""

import re

import pytest

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.entries import own_entries
from blockloom.blocks.document.pages import Block
from blockloom.blocks.infer.inference import PageInference
from blockloom.blocks.lower.outside import may_act, outside, summary
from tests.pages import document, page

TEXT = {"value": '"/data/x.txt"', "dtype": "DT_STRING"}


def acts(made, catalogue, name=None):
    return [str(one.message) for one in outside(made, catalogue, name)]


@pytest.mark.parametrize(
    ("blocks", "wires", "expected"),
    [
        ({"R": ("ReadFile", {"filename": "/data/x.txt"})}, "", ["reads /data/x.txt: main/R"]),
        ({"R": "ReadFile", "C": ("Const", TEXT)}, "C.output -> R.filename", ["reads /data/x.txt: main/R"]),
        (
            {"R": "ReadFile", "C": ("Const", TEXT), "J": ("StringJoin", {"N": "1"})},
            "C.output -> J.inputs\nJ.output -> R.filename",
            ["reads files whose names it computes: main/R"],
        ),
        (
            {"R": "ReadFile", "C": ("Const", TEXT), "F": ("loom.Feed", {"value": "/etc/passwd"})},
            "C.output -> R.filename\nC.output -> F.placeholder",
            ["reads files whose names it computes: main/R"],
        ),
        ({"W": ("WriteFile", {"filename": "/x", "contents": "y"})}, "", ["writes /x: main/W"]),
        ({"P": ("PrintV2", {"input": "hi"})}, "", []),
        (
            {"P": ("PrintV2", {"input": "hi", "output_stream": "file:///home/.bashrc"})},
            "",
            ["writes /home/.bashrc: main/P"],
        ),
        (
            {"D": ("DebugIdentityV2", {"input": "1", "debug_urls": '["grpc://evil:1", "file:///tmp/d"]'})},
            "",
            ["sends data to grpc://evil:1: main/D", "writes /tmp/d: main/D"],
        ),
        (
            {"F": ("TextLineDataset", {"filenames": '["a.txt", "b.txt"]', "compression_type": "", "buffer_size": "0"})},
            "",
            ["reads a.txt: main/F", "reads b.txt: main/F"],
        ),
        ({"C": ("CacheDataset", {"filename": ""})}, "", []),
        ({"C": ("CacheDataset", {"filename": "/tmp/cache"})}, "", ["writes /tmp/cache: main/C"]),
        ({"P": ("PyFunc", {"token": "t", "Tin": "[]", "Tout": "[DT_INT32]"})}, "", ["runs Python code: main/P"]),
        ({"G": ("DatasetFromGraph", {"graph_def": "abc"})}, "", ["runs a graph stored in its data: main/G"]),
        ({"A": ("AddV2", {"x": "1", "y": "2"}), "V": ("loom.Variable", {"initvalues": "1"})}, "", []),
    ],
)
def test_each_act_is_listed_with_its_target(catalogue, blocks, wires, expected):
    assert acts(document(catalogue, blocks, wires), catalogue) == expected


def test_acts_are_followed_through_instances_and_functions_and_muted_blocks_have_none(catalogue):
    made = document(catalogue, "I page:inner name=/etc/passwd; M ReadFile filename=/muted")
    made.pages["main"].blocks["M"] = made.pages["main"].blocks["M"]._replace(mode="mute")
    page(made, "inner", "name loom.Arg dtype=DT_STRING shape=[]; R ReadFile filename=<name.output; out loom.Retval")
    page(made, "body", "x loom.Arg dtype=DT_FLOAT shape=[]; W WriteFile filename=/body contents=y; r loom.Retval")
    made.pages["main"].blocks["CALL"] = Block("CALL", "StatefulPartitionedCall", values={"f": "body", "args": "[1f]"})
    assert sorted(acts(made, catalogue, "main")) == ["reads /etc/passwd: main/I/R", "writes /body: body/W"]
    assert acts(made, catalogue, "body") == ["writes /body: body/W"]


def test_a_page_that_is_drawn_in_one_place_and_called_in_another_acts_in_both(catalogue):
    """Neither a muted instance nor one with a harmless name hides what the page does as a function, or by itself."""
    made = document(
        catalogue, 'CALL StatefulPartitionedCall f=inner args=["/evil"]; I page:inner name=/harmless; M page:muted'
    )
    made.pages["main"].blocks["M"] = made.pages["main"].blocks["M"]._replace(mode="mute")
    page(
        made,
        "inner",
        "name loom.Arg dtype=DT_STRING shape=[]; R ReadFile filename=<name.output; out loom.Retval input=<R.contents",
    )
    page(made, "muted", "W WriteFile filename=/muted contents=y; r loom.Retval")
    called = "reads files whose names it computes: inner/R"
    assert sorted(acts(made, catalogue, "main")) == sorted(["reads /harmless: main/I/R", called])
    assert sorted(acts(made, catalogue)) == sorted(["reads /harmless: main/I/R", called, "writes /muted: muted/W"])
    assert acts(made, catalogue, "inner") == [called]


def test_ops_that_the_catalogue_does_not_have_yet_act_too(catalogue):
    made = document(catalogue, {"W": ("WriteFile", {"filename": "/x", "contents": "y"})})
    assert acts(made, Catalogue(own_entries(), PageInference)) == ["writes files whose names it computes: main/W"]
    assert may_act(made, catalogue) and not may_act(document(catalogue, {"A": "Const"}), catalogue)


def test_files_in_the_folder_of_the_document_are_distinguished(catalogue, tmp_path, monkeypatch):
    (tmp_path / "link").symlink_to("/etc")
    for name, inside in (
        ("a.txt", True),
        ("sub/../b.txt", True),
        (f"{tmp_path}/c.txt", True),
        ("../d.txt", False),
        ("link/passwd", False),
        ("/etc/passwd", False),
        ("gs://bucket/x", False),
        ("a\0b", False),
        (".git/hooks/post-checkout", False),
        ("sub/.bashrc", False),
    ):
        made = document(catalogue, {"R": ("ReadFile", {"filename": name})})
        (one,) = outside(made, catalogue)
        assert one.is_within(str(tmp_path), str(tmp_path)) is inside, name
        assert not one.is_within("", str(tmp_path))
        monkeypatch.setenv("HOME", str(tmp_path / "sub"))
        assert not one.is_within(str(tmp_path), str(tmp_path)), name
        monkeypatch.undo()


def test_a_summary_counts_files(catalogue):
    made = document(
        catalogue,
        "W WriteFile filename=/x contents=y; V WriteFile filename=/z contents=y; R ReadFile filename=/a; "
        "P PyFunc token=t Tin=[] Tout=[DT_INT32]",
    )
    assert str(summary(outside(made, catalogue))) == "Writes 2 files. Reads 1 file. Runs Python code."


def test_every_op_whose_pins_name_files_or_servers_is_known(catalogue):
    """An op of a new TensorFlow must not act outside unseen."""
    word = re.compile(
        r"file(name|names|_path|_pattern)?$|(^|_)path$|ckpt_path|^prefix$|dir$|^directory$|urls?$|address|uri$"
    )
    computes = {"ShardedFilename", "ShardedFilespec"}  # text from text
    unseen = [
        name
        for name, type_ in catalogue.items()
        if type_.op
        and not name.startswith(("enu.", "loom."))
        and any(word.search(one.name) for one in (*type_.inputs, *type_.attrs))
        and not type_.traits.outside
        and name not in computes
    ]
    assert unseen == []
