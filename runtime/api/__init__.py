"""What commands and `import blockloom` call: each works in a worker."""
