"""Functions behind the commands and `import blockloom`; each uses a worker."""
