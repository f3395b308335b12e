"""From a file of anyone to a block that gives batches of it."""

READ = (".csv", ".tsv", ".txt", ".npy")  # what is looked at beside folders of pictures
