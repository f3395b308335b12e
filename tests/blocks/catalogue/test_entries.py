"""Entries of the project's block types, and its descriptions for ops that TensorFlow does not describe."""

from blockloom.blocks.catalogue.entries import own_entries, with_own_texts


def test_attrs_of_own_types_say_whether_they_have_a_default_and_choices():
    attrs = [attr for entry in own_entries() for attr in entry["attrs"]]
    assert len(attrs) > 50 and all({"name", "type", "default", "allowed"} <= attr.keys() for attr in attrs)


def test_what_tensorflow_says_stays_and_own_texts_come_where_it_says_nothing():
    def entry(doc, pin):
        return {
            "name": "XlaRecvTPUEmbeddingActivations",
            "doc": doc,
            "outputs": [],
            "attrs": [],
            "inputs": [{"name": "deduplication_data", **pin}],
        }

    bare, said = entry("", {}), entry("as it is", {"doc": "of the pin"})
    with_own_texts(bare)
    with_own_texts(said)
    assert bare["doc"] and bare["inputs"][0]["doc"]
    assert (said["doc"], said["inputs"][0]["doc"]) == ("as it is", "of the pin")
