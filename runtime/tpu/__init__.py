"""TPU embedding: configs and checks of the TPU ops, and a CPU reference that runs them where no TPU is.

`config` reads and checks TPUEmbeddingConfiguration texts, `checks` holds the blocks of a page against theirs, `rules`
are the optimizers' update rules, `engine` the tables and batches that stand in for a TPU, `enqueue` reads batches, and
`reference` lowers each op. `schema` is for editors of such texts.
"""
