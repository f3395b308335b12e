"""Files of models: GraphDef, MetaGraph with its checkpoint, SavedModel, Keras.

Reading gives a `blocks.from_graph.model.Model` and executes nothing of a file: protos are parsed, values of variables
come from the checkpoint, and functions are put in the place of their calls here, not by TensorFlow.
"""
