#!/usr/bin/env bash
# Sets a checkout up: virtual environment, dependencies, and on Debian as root the system libraries that Qt needs
# and a typeface with the measures of Arial, for which enuSpace's symbols are drawn.
#
# .venv/installed is written when no step failed and Qt has its libraries: then this does nothing until pyproject.toml or
# this file changes. Else the next call tries again, without fetching the dependencies anew: .venv/dependencies says that
# they are there. Ends with 1 where the dependencies, or as root the libraries, cannot be installed. Who is not root is
# told by each call how to install them until they are there, and it goes on: pages run without them.
set -euo pipefail
cd "$(dirname "$0")/.."

# By content: a checkout touches files that did not change, and must not need the network again.
wanted=$(cksum pyproject.toml .ci/install.sh .ci/links.py)
stands() { [ "$(cat ".venv/$1" 2>/dev/null)" = "$wanted" ] && .venv/bin/python -c '' 2>/dev/null; }
if stands installed; then
    touch .venv/installed
    exit
fi
rm -f .venv/installed

PACKAGES="libegl1 libgl1 libglib2.0-0 libdbus-1-3 libfontconfig1 libx11-xcb1 libxkbcommon0 libxkbcommon-x11-0 libxcb1
 libxcb-cursor0 libxcb-glx0 libxcb-icccm4 libxcb-image0 libxcb-keysyms1 libxcb-randr0 libxcb-render0 libxcb-render-util0
 libxcb-shape0 libxcb-shm0 libxcb-sync1 libxcb-util1 libxcb-xfixes0 libxcb-xkb1 fonts-dejavu-core fonts-liberation"

# Installs Debian packages as root; elsewhere says how: $1 is why, the rest are the packages. 1 where that fails.
debian() {
    local why=$1; shift
    local command="apt-get install -y --no-install-recommends $*"
    if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
        echo "$why: installing $*"
        if apt-get update -q >/dev/null && DEBIAN_FRONTEND=noninteractive $command -q >/dev/null; then return; fi
        echo "That failed. To try again: apt-get update && $command" >&2
        return 1
    elif command -v apt-get >/dev/null; then
        echo "$why. To install what is missing: sudo apt-get update && sudo $command" >&2
    else
        echo "$why. Install the packages of your system that hold what Debian has in: $*" >&2
    fi
}

find_python() {
    local name need
    for need in ensurepip sys; do  # one that can make virtual environments, rather than one that cannot
        for name in ${PYTHON:-} python3.13 python3.12 python3.11 python3 python; do
            if "$name" -c "import sys, $need; sys.exit(not (3, 11) <= sys.version_info < (3, 14))" 2>/dev/null; then
                echo "$name"
                return
            fi
        done
    done
    echo "Blockloom needs Python 3.11, 3.12 or 3.13 (TensorFlow has no other), and none is on the PATH." >&2
    echo "Install one, or name it: make install PYTHON=/path/to/python3.12" >&2
    return 1
}

if ! stands dependencies; then
    if ! .venv/bin/python -m pip --version >/dev/null 2>&1; then
        python=$(find_python)
        if ! "$python" -c 'import ensurepip' 2>/dev/null; then
            version=$("$python" -c 'import sys; print(sys.version_info[1])')
            debian "$python cannot make virtual environments" "python3.$version-venv"
        fi
        echo "Virtual environment of $("$python" --version) in .venv"
        "$python" -m venv --clear .venv
    fi
    echo "Dependencies (TensorFlow and Qt are some 400 MB, once)"
    # Without the hook that compiles translations: it would fetch Qt a second time.
    HATCH_BUILD_NO_HOOKS=true .venv/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
    .venv/bin/python .ci/links.py
    echo "$wanted" >.venv/dependencies
fi

libraries_missing() {
    local qt
    qt=$(.venv/bin/python -c 'import PySide6; print(PySide6.__path__[0])')
    case $(ldd "$qt"/Qt/plugins/platforms/libqxcb.so "$qt"/QtWidgets.abi3.so) in *"not found"*) return;; esac
    return 1
}
fonts_missing() {
    [ -z "$(find /usr/share/fonts /usr/local/share/fonts ~/.fonts ~/.local/share/fonts -iname 'arial*.ttf' -print -quit \
                 -o -name 'LiberationSans-*' -print -quit 2>/dev/null)" ]
}

if [ "$(uname)" = Linux ] && { libraries_missing || fonts_missing; }; then
    # shellcheck disable=SC2086
    debian "Qt lacks system libraries or fonts" $PACKAGES || failed=1
    if libraries_missing; then
        echo "Until Qt has them, blockloom run, check, convert and ops work; the window, render and make test do not." >&2
        exit "${failed:-0}"
    fi
fi

# git checks commit messages from now on, unless this checkout has hooks of its own.
if git rev-parse --git-dir >/dev/null 2>&1 && ! git config core.hooksPath >/dev/null; then
    git config core.hooksPath .ci/hooks
fi

[ -n "${failed:-}" ] || echo "$wanted" >.venv/installed
