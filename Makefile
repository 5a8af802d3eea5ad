# make play       sets up everything it needs, then starts a game
# make serve      sets up everything it needs, then opens the page
# make test       sets up everything it needs, then runs the tests
# make test-more  sets up a Firefox and other compilers if possible, then runs the tests that take long or need more
# make check      style and types: ruff, mypy --strict, clang-format, Biome
# make docs       builds the documentation site in build/site, and follows its links
# make wheels     builds the source distribution and a wheel in dist/, checks them and tries them out
# make bench      the benchmarks; each asserts its answer before it reports a time

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
BIOME := $(VENV)/node/node_modules/.bin/biome
CORE := CMakeLists.txt $(wildcard core/*.cpp core/*.hpp)

# Debian keeps venv in a package of its own.
apt_venv := test "$$(id -u)" = 0 && apt-get update -qq && apt-get install -y -qq python3-venv
apt_chromium := test "$$(id -u)" = 0 && apt-get update -qq && apt-get install -y -qq chromium
apt_firefox := test "$$(id -u)" = 0 && apt-get update -qq && apt-get install -y -qq firefox-esr
apt_compilers := test "$$(id -u)" = 0 && apt-get update -qq && apt-get install -y -qq clang libc++-dev g++-aarch64-linux-gnu qemu-user
apt_postgres := test "$$(id -u)" = 0 && apt-get update -qq && apt-get install -y -qq postgresql

CXX_FILES := core/*.cpp core/*.hpp src/keypeg/gpu/*.cu tests/*.hpp tests/more/*.cpp

.PHONY: play serve test test-more check docs wheels bench format clean
.DELETE_ON_ERROR:

play: $(VENV)/.keypeg
	@$(BIN)/keypeg play $(ARGS) || case $$? in 1|130) ;; *) exit 1 ;; esac  # a game lost or left is no failure

serve: $(VENV)/.web
	@$(BIN)/keypeg serve --open $(ARGS)

test: $(VENV)/.dev $(VENV)/.browser $(VENV)/.postgres
	$(BIN)/python -m pytest $(ARGS)

test-more: $(VENV)/.dev $(VENV)/.browser $(VENV)/.postgres $(VENV)/.firefox $(VENV)/.docs $(VENV)/.compilers
	$(if $(ARGS),,$(BIN)/python -m pytest -m thorough)
	$(BIN)/python -m pytest tests/more -n 0 $(ARGS)

check: $(VENV)/.dev $(VENV)/.biome
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/clang-format --dry-run --Werror $(CXX_FILES)
	@test ! -e $(VENV)/.biome || $(BIOME) check --error-on-warnings

format: $(VENV)/.dev $(VENV)/.biome
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format --quiet .
	$(BIN)/clang-format -i $(CXX_FILES)
	@test ! -e $(VENV)/.biome || $(BIOME) check --write --linter-enabled=false

docs: $(VENV)/.docs
	$(BIN)/python docs/site.py

wheels: $(VENV)/.tools
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --group wheels
	$(BIN)/python benchmarks/check_wheels.py $(ARGS)

bench: $(VENV)/.dev
	@failed=; for file in benchmarks/bench_*.py; do $(BIN)/python $$file || failed="$$failed $$file"; echo; done; \
	  test -z "$$failed" || { echo "another answer than expected:$$failed" >&2; exit 1; }

# Build requirements live in the environment, so that the build folder stays valid
# between builds and a change in core/ recompiles only what it touches.
$(VENV)/.tools:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Keypeg needs Python 3.11 or newer; set PYTHON=..." >&2; exit 1; }
	@echo "First start, 1 of 2: setting up a Python environment in $(VENV), with the tools to build (some seconds)"
	@$(PYTHON) -m venv $(VENV) || { $(apt_venv) && $(PYTHON) -m venv --clear $(VENV); }
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check "pip>=25.1" \
	  "scikit-build-core>=0.11,<2" "nanobind>=2.4,<4" "hatch-fancy-pypi-readme>=24.1,<26" "cmake>=3.18" "ninja>=1.11"
	@touch $@

$(VENV)/.keypeg: $(VENV)/.tools pyproject.toml $(CORE)
	@if test -e $@; then echo "Building Keypeg again: something it is made of has changed"; \
	  else echo "First start, 2 of 2: compiling the core (about a minute; longer on a busy machine)"; fi
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --editable ".[large]"
	@echo "Keypeg is ready in $(BIN)"
	@touch $@

$(VENV)/.web: $(VENV)/.keypeg
	@echo "Installing what the page needs: a web server and a database"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --editable ".[web]"
	@touch $@

$(VENV)/.dev: $(VENV)/.keypeg
	@echo "Installing what the tests and checks need"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --group dev "matplotlib>=3.8,<4"
	@touch $@

# What the site is made with; it is large, so only make docs and make test-more install it.
$(VENV)/.docs: $(VENV)/.dev
	@echo "Installing what the documentation site is made with"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --group docs
	@touch $@

# JavaScript and CSS are checked by Biome, which comes from npm; where it can't be had, that check is skipped.
$(VENV)/.biome: $(VENV)/.dev
	@if ! command -v npm > /dev/null; then echo "JavaScript and CSS are not checked: there is no npm"; \
	elif npm install --prefix $(VENV)/node --no-audit --no-fund --fetch-retries=0 "@biomejs/biome@~2.6.0" \
	  > $(VENV)/biome.log 2>&1 && $(BIOME) --version > $(VENV)/biome.log 2>&1; then touch $@; \
	else echo "JavaScript and CSS are not checked: $$(grep -im1 error $(VENV)/biome.log)"; fi

# The page is tested in a Chromium of the system; where there is none and none may be installed, these tests are skipped.
$(VENV)/.browser: $(VENV)/.dev
	@command -v chromium > /dev/null || command -v google-chrome > /dev/null || { $(apt_chromium); } > /dev/null \
	  || echo "no Chromium: the tests of the page will be skipped"
	@touch $@

# Firefox plays the page too, if the system has one or one may be installed; nothing else is needed to drive it.
$(VENV)/.firefox: $(VENV)/.dev
	@command -v firefox-esr > /dev/null || command -v firefox > /dev/null || { $(apt_firefox); } > /dev/null \
	  || echo "no Firefox: the tests that need it will be skipped"
	@touch $@

# The core is compiled by clang too, and for ARM, whose code an emulator runs.
$(VENV)/.compilers: $(VENV)/.dev
	@{ echo '#include <vector>' | clang++ -stdlib=libc++ -fsyntax-only -x c++ - && command -v aarch64-linux-gnu-g++ \
	    && command -v qemu-aarch64; } > /dev/null 2>&1 \
	  || { $(apt_compilers); } > /dev/null || echo "no other compilers: the tests that need them will be skipped"
	@touch $@

# The server is tested on PostgreSQL too, on one that the tests start for themselves.
$(VENV)/.postgres: $(VENV)/.dev
	@ls /usr/lib/postgresql/*/bin/initdb > /dev/null 2>&1 || command -v initdb > /dev/null || { $(apt_postgres); } > /dev/null \
	  || echo "no PostgreSQL: the tests of the server run on SQLite alone"
	@touch $@

clean:
	rm -rf $(VENV) build
