"""What is known of ops: block types with their pins, their documentation, and how they are searched."""
