"""Set-up of all tests: separate settings without messages, the catalogue, and the settings of hypothesis."""

import os
import signal
import sys
import tempfile

# Before Qt or TensorFlow is imported: no display, no settings of the person who runs the tests, no chatter.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
os.environ["BLOCKLOOM_KEEP_MODELS"] = "0"  # tests of the import read each file
os.environ["TF_ENABLE_ONEDNN_OPTS"] = "0"  # many compare to the last digit what different processes computed
# Files of killed test processes are removed with this folder; pytest keeps its own folders elsewhere.
_settings = tempfile.TemporaryDirectory(prefix="blockloom-tests-")
os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", tempfile.gettempdir())


def use_settings(folder: str) -> None:
    """Keep the settings and temporary files of this process in a folder."""
    for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "TMPDIR"):
        os.environ[variable] = folder
    tempfile.tempdir = folder


use_settings(_settings.name)

# A shell starts what runs in its background deaf to Ctrl-C, and so would be the processes that tests interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

import functools  # noqa: E402
import gc  # noqa: E402
import runpy  # noqa: E402
import subprocess  # noqa: E402
from pathlib import Path  # noqa: E402

gc.disable()  # the imports during collection stay

import pytest  # noqa: E402
from hypothesis import HealthCheck, settings  # noqa: E402
from hypothesis.internal.conjecture import providers  # noqa: E402

from blockloom.runtime.protocol import requests  # noqa: E402
from blockloom.runtime.worker import client  # noqa: E402
from tests import extent, fork_server  # noqa: E402
from tests.waiting import PATIENCE  # noqa: E402
from tests.workers import Lent  # noqa: E402

client.Worker = Lent  # windows and commands get the process that all tests share
fork_server.fork_workers()

settings.register_profile(
    "all",
    max_examples=int(os.environ.get("BLOCKLOOM_EXAMPLES", "30")),
    deadline=None,
    database=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.register_profile("part", settings.get_profile("all"), max_examples=extent.examples(30), derandomize=True)
settings.load_profile("all" if extent.ALL else "part")
if not extent.ALL:
    # Hypothesis would draw constants of the modules that are loaded, which the tests before a test decide.
    providers.is_local_module_file = lambda path: False


ROOT = Path(__file__).resolve().parents[1]
# Files of tests that take longest: 3 s of processor time and more, or long waits.
LONG = {
    "test_canvas_scene.py",
    "test_channel.py",
    "test_cli.py",
    "test_cluster.py",
    "test_comparing_with.py",
    "test_consent.py",
    "test_data_from.py",
    "test_drop_stale.py",
    "test_environment.py",
    "test_fit.py",
    "test_floors.py",
    "test_fuzz.py",
    "test_git_merge.py",
    "test_handover.py",
    "test_journal.py",
    "test_keras_2.py",
    "test_layers.py",
    "test_live.py",
    "test_model_files.py",
    "test_model_files_out.py",
    "test_optimizers.py",
    "test_page_blocks.py",
    "test_pausing.py",
    "test_queue_runners.py",
    "test_quickadd.py",
    "test_savers.py",
    "test_scripts.py",
    "test_seed_page.py",
    "test_tpu_checks.py",
    "test_tpu_embedding.py",
    "test_viewers.py",
    "test_wheel.py",
    "test_window_results.py",
    "test_window_run.py",
    "test_worker.py",
}
# Files of tests that look through the whole source, which one process parses for all of them.
OF_SOURCES = {
    "tests/app/commands/test_failing.py",
    "tests/app/test_translations.py",
    "tests/app/window/help/test_help_window.py",
    "tests/blocks/catalogue/test_op_traits.py",
    "tests/blocks/problems/test_problems.py",
    "tests/docs/test_names.py",
}

_BUILD = "from tests.models import SMALL, built, small_folder; built(small_folder(), SMALL)"

_background = []  # processes
_done = 0


def pytest_configure(config):
    if getattr(config.option, "forks", 0):
        fork_server.start()  # one for all processes of the tests; otherwise the first worker starts it
        from tests.models import small_folder

        if (
            not small_folder().exists()
        ):  # in a fresh clone; otherwise each process waits for the first that needs models
            _background.append(subprocess.Popen([sys.executable, "-c", _BUILD]))


@pytest.hookimpl(optionalhook=True)
def pytest_fork_group(item):
    return "sources" if _is_of_sources(item) else item.nodeid if item.get_closest_marker("docs") else None


@pytest.hookimpl(optionalhook=True)
def pytest_forked():
    use_settings(tempfile.mkdtemp(prefix="process-"))


def _is_of_sources(item):
    return item.path.relative_to(ROOT).as_posix() in OF_SOURCES


def pytest_collection_modifyitems(items):
    """Start long files first, so that no process works on its last file while all others are idle."""
    items.sort(key=lambda item: item.path.name not in LONG and not _is_of_sources(item))


def pytest_collection_finish(session):
    # From here as in the window: garbage is collected by the main thread only, since Qt objects die badly in another.
    gc.freeze()


def _close_windows():
    """Close the windows that are still open, which would get the mouse events of the next windows at their place.

    Returns:
        The titles of those windows.
    """
    from PySide6.QtWidgets import QApplication

    windows = [window for window in QApplication.topLevelWidgets() if window.isVisible()]
    for window in windows:
        window.hide()
    return [window.windowTitle() or window.objectName() for window in windows]


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item, nextitem):
    global _done
    _done += 1
    core = sys.modules.get("PySide6.QtCore")
    if core is not None and core.QCoreApplication.instance() is not None:
        # Without an event loop, `deleteLater` does nothing, and each open window slows the next.
        core.QCoreApplication.sendPostedEvents(None, core.QEvent.Type.DeferredDelete.value)
        if nextitem is None or nextitem.path != item.path:
            left = _close_windows()
            assert not left, f"the tests of {item.path.name} leave windows open: {left}"
    if _is_of_sources(item):
        gc.freeze()  # the trees of the source are not scanned
    if _done % 40:
        gc.collect(1)
    else:
        gc.collect()
        gc.freeze()  # the remaining objects are not scanned again


@pytest.fixture(scope="session", autouse=True)
def application(qapp):
    """Return the application of windows, created before a command that draws pictures creates one without widgets."""
    return qapp


@pytest.fixture
def qtbot(qtbot):
    """pytest-qt's, with the patience of all tests instead of its 5 s."""
    for wait in ("waitUntil", "waitSignal"):
        setattr(qtbot, wait, functools.partial(getattr(qtbot, wait), timeout=int(1000 * PATIENCE)))
    return qtbot


@pytest.fixture
def worker():
    """Yield the worker process that tests share, ready, without listeners."""
    lent = Lent()
    lent.start()
    lent.call(requests.SetDocumentRequest(0))  # its reply follows the ReadyEvent of a new process
    yield lent
    lent.close()


@pytest.fixture
def keras():
    """Keras, which computes in float32 again after the test."""
    import keras

    yield keras
    keras.config.set_floatx("float32")
    keras.config.set_dtype_policy("float32")


@pytest.fixture(scope="session")
def catalogue():
    """Return the block types of the installed TensorFlow."""
    from blockloom.runtime.worker.client import ensure_catalogue

    return ensure_catalogue()


@pytest.fixture(scope="session")
def translations():
    """Return the folder with the translations, compiled as `make run` does."""
    runpy.run_path(str(ROOT / ".ci" / "translations.py"))["compile_translations"]()
    return ROOT / "assets" / "translations"


@pytest.fixture(scope="session")
def models():
    """Return the folder with the small models of tests.models, which tests must not change."""
    from tests.models import SMALL, built, small_folder

    return built(small_folder(), SMALL)
