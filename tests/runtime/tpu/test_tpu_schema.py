"""Requests of an editor of TPU configs."""

from blockloom.runtime.protocol import requests


def test_the_worker_gives_the_schema_and_the_places(worker):
    schema = worker.call(requests.ConfigSchemaRequest())
    fields = schema.messages[schema.root]
    assert "TRAINING" in schema.enums[fields["mode"]["of"]] and fields["table_descriptor"]["repeated"]
    table = schema.messages[fields["table_descriptor"]["of"]]
    parameters = schema.messages[table["optimization_parameters"]["of"]]
    assert parameters["adagrad"]["oneof"] == parameters["adam"]["oneof"] == "parameters"

    def found(text):
        return [tuple(row[:4]) for row in worker.call(requests.CheckConfigRequest(text=text)).findings]

    assert found("mode: TRAINING\nmodee: 3") == [
        ("error", 2, 1, "message type TPUEmbeddingConfiguration has no field named modee")
    ]
    table = (
        'table_descriptor {{ name: "{}" vocabulary_size: 4 dimension: {} num_features: 1\n'
        "optimization_parameters {{ learning_rate {{ constant: 0.1 }} adagrad {{}} }} }}\n"
    )
    text = table.format("a", 2) + table.format("b", 0) + "mode: TRAINING\n"
    assert found(text) == [
        ("error", 0, 0, "batch_size_per_tensor_core is not given"),
        ("error", 3, 49, "table b: dimension is 0"),
    ]
    assert found(text.replace("dimension: 0", "dimension: 3") + "batch_size_per_tensor_core: 2") == []
    sound = text.replace("dimension: 0", "dimension: 3") + "batch_size_per_tensor_core: 2"
    assert found(sound.replace("adagrad {}", "adam {\n  beta1: 0.5 beta2: 1\n}")) == [
        ("error", 3, 14, "table a: beta2 of adam is 1"),
        ("error", 7, 14, "table b: beta2 of adam is 1"),
    ]
    assert found(sound.replace("{ constant: 0.1 }", "{\nconstant: -0.1 }", 1)) == [
        ("warning", 3, 1, "table a: the learning rate is -0.1: each step goes up the slope of the loss")
    ]
