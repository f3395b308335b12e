"""The ops of TPU embedding for the compiler: see `runtime.compile.frontend`."""

from blockloom.runtime.compile.frontend import AddedOps
from blockloom.runtime.tpu.checks import prepare, setup_nodes, verify
from blockloom.runtime.tpu.cpu_reference import REFERENCE, ordered

OPS = AddedOps("TPU", REFERENCE, ordered, prepare, verify, setup_nodes, "no-tpu")
