"""From the page that people see to one of native ops, and which of its blocks a session needs."""
