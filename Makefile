# make run | test | test-all | install | lint | coverage | bench | translations | pictures | docs | dist | catalogue. The set-up is part of each; it is done again when pyproject.toml changes.
EXAMPLE := assets/examples/sparse_accumulator.loom
BIN := .venv/bin
export PYTHON
# Bytecode is kept: the tests start some hundred processes, each of which would compile what it imports.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test test-all install lint coverage bench translations pictures docs dist catalogue

run: .venv/installed
	@$(BIN)/python .ci/translations.py
	@if [ "$$(uname)" != Linux ] || [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ]; then \
	    $(BIN)/blockloom edit $(EXAMPLE); \
	else \
	    echo "There is no display: running $(EXAMPLE) without a window, 4 steps"; \
	    $(BIN)/blockloom run $(EXAMPLE) --steps 4; \
	fi

PYTEST := QT_QPA_PLATFORM=offscreen $(BIN)/python -m pytest -p tests.forks --forks 4

# Linters and tests, the same each time. The linters, which use one core, run beside the tests; their output comes last.
test: .venv/installed
	@$(MAKE) --no-print-directory lint >.venv/lint.log 2>&1 & linter=$$!; \
	    $(PYTEST) -m "not slow"; tested=$$?; wait $$linter; linted=$$?; cat .venv/lint.log; \
	    [ $$linted = 0 ] || echo "make lint failed, see above"; [ $$linted = 0 ] && [ $$tested = 0 ]

# As make test, and the slow tests, more random cases with a new seed, the translations and the documentation.
test-all: .venv/installed
	@$(MAKE) --no-print-directory lint; linted=$$?; \
	    export BLOCKLOOM_TESTS=all; \
	    export BLOCKLOOM_SEED=$${BLOCKLOOM_SEED:-$$($(BIN)/python -c "import secrets; print(secrets.randbelow(10**6))")}; \
	    echo "BLOCKLOOM_SEED=$$BLOCKLOOM_SEED make test-all repeats these random cases"; \
	    $(PYTEST) -m "not docs" --hypothesis-seed=$$BLOCKLOOM_SEED; tested=$$?; \
	    $(MAKE) --no-print-directory docs; documented=$$?; \
	    [ $$linted = 0 ] || echo "make lint failed, see above"; \
	    [ $$linted = 0 ] && [ $$tested = 0 ] && [ $$documented = 0 ]

install: .venv/installed
	@[ ! -e .venv/installed ] || $(BIN)/python .ci/translations.py
	@[ ! -e .venv/installed ] || echo "Ready: make run, make test"

lint: .venv/installed
	@failed=; for check in "ruff check ." "ruff format --check --quiet ." "python -m mypy" \
	    "python -m tests.lint"; do echo "$$check"; $(BIN)/$$check || failed=1; done; [ -z "$$failed" ]

# Which share of each room the tests reach. Tests that allow no foreign module in a process fail under it, and others
# may for want of time: make test says what passes.
coverage: .venv/installed
	rm -f .venv/coverage*
	-BLOCKLOOM_TESTS=all QT_QPA_PLATFORM=offscreen $(BIN)/python -m coverage run -m pytest -p tests.forks --forks 4
	$(BIN)/python -m coverage combine --quiet
	$(BIN)/python -m tests.coverage_by_room

# The benchmarks: all, or those in NAMES.
bench: .venv/installed
	$(BIN)/python -m tests.bench $(NAMES)

# The pictures of the README, of the real window: all, or those in NAMES.
pictures: .venv/installed
	$(BIN)/python -m tests.pictures $(NAMES)

# The catalogue that comes with Blockloom, of the TensorFlow that is installed.
catalogue: .venv/installed
	$(BIN)/python -c "from blockloom.runtime.worker import catalogue_cache as c, client; client.ensure_catalogue(); print(c.write_shipped_catalogue())"

# Build the documentation into build/docs/, from the beginning: other builds lack new text of the program and index entries.
# A warning is an error, and so are dead links and failed searches. All of its blocks of code are run.
docs: .venv/docs
	$(BIN)/python -m sphinx --builder html --fresh-env --fail-on-warning --keep-going --quiet --jobs auto docs build/docs
	$(BIN)/python -m tests.docs.built build/docs
	$(BIN)/python -m pytest -p tests.forks --forks 2 -m docs tests/docs

# What is uploaded: sdist and wheel of what is committed, the wheel made from the sdist, into dist/.
dist: .venv/dist
	rm -rf build/source dist
	mkdir -p build/source
	git archive HEAD | tar -x -C build/source
	$(BIN)/python -m build --outdir dist build/source >build/dist.log 2>&1 || { tail -30 build/dist.log; exit 1; }
	$(BIN)/python -m twine check --strict dist/*
	@ls -l dist

# Installs what dist/ holds in clean environments, by pip, pipx and uvx, and uses it there.
smoke: dist
	$(BIN)/python -m tests.smoke

.venv/dist: .venv/installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dist]'
	$(BIN)/python .ci/links.py
	touch .venv/dist

.venv/docs: .venv/installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[docs]'
	$(BIN)/python .ci/links.py
	touch .venv/docs

# The texts of app/, the phrases of all floors, and the notes of examples and libraries into assets/translations/*.ts, where they
# are translated (pyside6-linguist). Done when a version is tagged; the other commands compile them by .ci/translations.py.
TS := assets/translations/blockloom_fr.ts assets/translations/blockloom_ko.ts
translations: .venv/installed
	$(BIN)/python -m tests.templates > .venv/phrases.new
	mv .venv/phrases.new .venv/phrases.py
	$(BIN)/pyside6-lupdate $$(find app -name '*.py' | LC_ALL=C sort) .venv/phrases.py -tr-function-alias tr+=_tr \
	    -locations none -no-obsolete -source-language en -ts $(TS)
	$(BIN)/python .ci/translations.py

.venv/installed: pyproject.toml .ci/install.sh .ci/links.py
	@bash .ci/install.sh
