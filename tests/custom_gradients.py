"""Random small models with custom gradients, and their gradients by TensorFlow."""

import random
from pathlib import Path

import numpy as np
import tensorflow as tf

from blockloom.blocks.catalogue.parameters import signature
from blockloom.blocks.document.pages import Block, Document, Wire

SIZE = 3


class Gradients(tf.Module):
    """A model of `count` random layers.

    If `loadable`, no gradient uses values of a branch or loop, which TensorFlow cannot differentiate after loading.
    """

    def __init__(self, seed: int, count: int, loadable: bool = False):
        super().__init__()
        self.draw, self.loadable = random.Random(seed), loadable
        self.w = tf.Variable([0.7, -0.4, 1.3], name="w")
        self.gain = tf.Variable(1.5, name="gain")
        self.table = tf.constant([0.5, 2.0, -1.0])
        layers = [self.scaled, self.two, self.variable, self.nested, self.in_call, self.loop, self.branch]
        self.layers = [self.draw.choice(layers)() for _ in range(count)]
        self.call = tf.function(self.apply, input_signature=[tf.TensorSpec([SIZE], tf.float32, name="x")])

    def apply(self, x):
        """Return the output `y` of the model for `x`."""
        y = x * self.w * self.gain + self.table
        for layer in self.layers:
            y = layer(y)
        return {"y": y}

    def scaled(self, captures=True):
        """One input, one output; the gradient may capture a value."""
        a, b = self.draw.uniform(0.5, 2), self.draw.uniform(-1, 1)

        @tf.custom_gradient
        def layer(x):
            kept = tf.tanh(x * a) if captures else None
            return tf.round(x * 4) / 4 + tf.sin(
                x
            ), lambda dy: dy * a + b * kept if captures else tf.clip_by_value(dy, b - 1, a)

        return layer

    def two(self):
        """Two inputs, two outputs, one of which may go unused."""
        a, both = self.draw.uniform(0.5, 2), self.draw.random() < 0.5

        @tf.custom_gradient
        def pair(x, y):
            z = x * y
            return (tf.floor(z), x + y), lambda dz, ds: (dz * y * a + ds, dz * tf.sign(z) - ds)

        def layer(x):
            z, s = pair(x, tf.cos(x))
            return z + s if both else tf.sin(z)

        return layer

    def variable(self):
        """Differentiated by a variable that it reads itself."""
        a = self.draw.uniform(0.5, 2)

        @tf.custom_gradient
        def layer(x):
            def grad(dy, variables=None):
                return dy * self.gain * a + self.table, [tf.reduce_sum(dy * x) * 3.0 for _ in variables]

            return x * self.gain + self.table, grad

        return layer

    def nested(self):
        """Return a custom gradient inside another, and one inside the function of a gradient."""
        inner, outer = self.scaled(), self.scaled()

        @tf.custom_gradient
        def layer(x):
            kept = inner(x)
            return kept * 0.5, lambda dy: outer(dy) + kept

        return layer

    def in_call(self):
        """In a function that is called."""
        return tf.function(self.scaled())

    def loop(self):
        """In the body of a loop."""
        turns, inner = self.draw.randint(1, 3), self.scaled(captures=not self.loadable)

        def layer(x):
            found = tf.while_loop(lambda i, y: i < turns, lambda i, y: [i + 1, inner(y) * 0.9], [tf.constant(0), x])
            return found[1]

        return layer

    def branch(self):
        """In the branches of a condition."""
        yes, no = self.scaled(captures=not self.loadable), self.scaled(captures=not self.loadable)
        return lambda x: tf.cond(tf.reduce_sum(x) > 0, lambda: yes(x), lambda: no(x) - 1.0)


def of_tape(call, x, variables):
    """Return the gradients of the sum of a function's output by x and the variables, from TensorFlow's tape."""
    x = tf.constant(x)
    with tf.GradientTape() as tape:
        tape.watch(x)
        loss = tf.reduce_sum(call(x=x)["y"])
    grads = tape.gradient(loss, [x, *variables])
    return [np.zeros(SIZE) if grad is None else tf.convert_to_tensor(grad).numpy() for grad in grads]


def of_model(model: Gradients, x):
    """Return the gradients by x, w and gain, of the functions as Python runs them."""
    tf.config.run_functions_eagerly(True)
    try:
        return of_tape(model.call, x, [model.w, model.gain])
    finally:
        tf.config.run_functions_eagerly(False)


def saved(model: Gradients, folder: Path) -> Path:
    """Save a model."""
    tf.saved_model.save(model, str(folder), signatures=model.call)
    return folder


def differentiated(document: Document) -> str:
    """Add a block GRADS that differentiates the first page by x, w and gain; return the name of the page."""
    page = next(iter(document.pages.values()))
    page.blocks["GRADS"] = Block("GRADS", "loom.Gradients")
    (y,) = page.into[signature(page).retvals[0].id]["input"]
    page.put_wire(Wire(y.source, y.source_pin, "GRADS", "ys"))
    page.put_wire(Wire(signature(page).args[0].id, "output", "GRADS", "xs"))
    for name in ("w", "gain"):
        block = next(
            one.id
            for one in page.blocks.values()
            if one.type == "loom.ResourceVariable" and name in (one.id, one.values.get("shared_name"))
        )
        page.put_wire(Wire(block, "handle", "GRADS", "xs"))
    return page.name
