"""Finding the blocks that read and write files, or send data."""

import pytest

from blockloom.blocks.find.page_search import PageSearch
from tests.pages import document


@pytest.fixture(scope="module")
def search(catalogue):
    made = document(
        catalogue,
        "R ReadFile filename=/data/in.csv; W WriteFile filename=/data/out.csv contents=x; "
        "W2 WriteFile filename=/data/out.csv contents=y; P PrintV2 input=x output_stream=file:///home/ada/.bashrc; "
        'D DebugIdentityV2 input=1 debug_urls=["grpc://there:1"]; I page:inner; A Const value=1',
        inner="IN ReadFile filename=/data/inner.txt",
    )
    return PageSearch(made, catalogue)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("writes:", ["P", "W", "W2"]),
        ("writes:out", ["W", "W2"]),
        ("writes:*.bashrc", ["P"]),
        ("writes:.csv W2", ["W2"]),
        ("reads:", ["I", "R"]),
        ("reads:INNER", ["I"]),
        ("sends:there", ["D"]),
        ("sends:elsewhere", []),
    ],
)
def test_blocks_are_found_by_their_acts(search, query, expected):
    assert sorted(found.block for found in search.find(query, "main") if found.page == "main") == expected


def test_effects_inside_an_instance_are_reported_with_address_and_files(search):
    (found,) = search.find("reads:inner", "main")
    assert search.acts_inside(found, "reads:inner") == {"IN": "/data/inner.txt"}
