"""Files of models: GraphDef, MetaGraph with its checkpoint, SavedModel, Keras.

Reading returns a `blocks.from_graph.model.Model` and executes nothing from a file: protos are parsed, values of
variables come from the checkpoint, and calls are replaced by their functions here, not by TensorFlow.
"""
