"""What can be done to the page besides gestures, each as one edit: mixed into the canvas."""
