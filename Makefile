# make run | test | install | lint | bench. The set-up is part of each; it is done again when pyproject.toml changes.
EXAMPLE := assets/examples/sparse_accumulator.loom
BIN := .venv/bin
export PYTHON

.PHONY: run test install lint bench

run: .venv/installed
	@if [ "$$(uname)" != Linux ] || [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ]; then \
	    $(BIN)/blockloom edit $(EXAMPLE); \
	else \
	    echo "There is no display: running $(EXAMPLE) without a window, 4 steps"; \
	    $(BIN)/blockloom run $(EXAMPLE) --steps 4; \
	fi

test: lint
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m pytest -n 2 --dist loadfile

install: .venv/installed
	@echo "Ready: make run, make test"

lint: .venv/installed
	$(BIN)/ruff check .
	$(BIN)/lint-imports

bench: .venv/installed
	$(BIN)/python -m tests.bench

.venv/installed: pyproject.toml .ci/install.sh
	@bash .ci/install.sh
