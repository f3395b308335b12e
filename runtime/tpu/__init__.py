"""TPU embedding: configs and checks of the TPU ops, and a CPU reference that runs them without a TPU.

`config` reads and checks TPUEmbeddingConfiguration texts, `checks` compares the blocks of a page with them,
`optimizer_rules` has the optimizers' update rules, `engine` the tables and batches that replace a TPU, `enqueue` reads
batches, and `cpu_reference` lowers each op. `schema` is for editors of such texts.
"""
