"""The upper floor: the window and the command line. Qt only where something is drawn; TensorFlow never."""
