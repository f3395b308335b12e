"""The documents that the open one can be compared with, each with the job that reads it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QDateTime, QLocale

from blockloom.app.canvas.scene.translation import tr, translated
from blockloom.app.sides import Sides, Tell
from blockloom.app.window.dialogs.waiting import Job
from blockloom.app.window.document.documentfile import DocumentFile
from blockloom.app.window.document.workspace import Workspace
from blockloom.blocks.document.pages import Document
from blockloom.blocks.document.uids import with_uids_by_id
from blockloom.blocks.files import documents, git_files
from blockloom.blocks.files.git_files import Commit
from blockloom.blocks.files.kept_runs import KeptRun
from blockloom.blocks.io.git import Revision, named
from blockloom.blocks.text.phrases import plural

_DAY = 86_400  # seconds


class Choice(NamedTuple):
    """A document by what people call it, and what else is said of it. `begin` begins to read it: the job gives a
    Document, or a Read with one, and raises FileError. `revision` is that of a document that git has.
    """

    name: str
    about: str
    begin: Callable[[], Job]
    revision: str = ""


def opened(workspace: Workspace) -> Choice:
    """The open document as it was opened, or as far back as undo goes."""
    return Choice(
        tr("the document as it was opened"),
        "",
        lambda: _done(workspace.history.as_opened(lambda document: document.copy())),
    )


def on_disk(file: DocumentFile) -> Choice:
    """The open document as its file has it."""
    return Choice(tr("the file on disk"), "", lambda: Job(lambda: documents.load(file.path)))


def of_page(workspace: Workspace, page: str, name: str) -> Choice:
    """The open document with another page of it in the place of one: the two pages are compared."""
    count = len(workspace.document.pages[name].blocks)
    about = plural("a page of this document, with {0:,} block", "a page of this document, with {0:,} blocks", count)

    def swapped() -> Document:
        document, another = (workspace.document.copy() for _ in range(2))
        document.pages[page] = with_uids_by_id(another.pages[name], document.pages[page])
        document.pages[page].name = page
        return document

    return Choice(name, translated(about), lambda: _done(swapped()))


def of_run(run: KeptRun, folder: str) -> Choice:
    """The document in the state in which it ran when a run was kept."""
    about = plural("kept run of {1}, {0:,} step", "kept run of {1}, {0:,} steps", run.steps, run.page)
    return Choice(run.name, translated(about), lambda: Job(lambda: documents.loads(run.text(), folder)))


def of_file(file: DocumentFile, path: str) -> Choice:
    """A document or model in a file."""
    name, folder = os.path.basename(path), os.path.basename(os.path.dirname(os.path.abspath(path)))
    if name == os.path.basename(file.path):
        name = os.path.join(folder, name)

    return Choice(name, "", lambda: file.reading(path, shown=False))


def of_commit(path: str, commit: Commit) -> Choice:
    """A document in a commit."""
    about = f"{commit.subject} · {commit.author}, {ago(commit.when)}"
    return Choice(
        at(path, commit.short), about, lambda: Job(lambda: _whole(path, commit.revision, commit.name)), commit.revision
    )


def of_branch(path: str, last: Commit) -> Choice:
    """A document in the last commit of a branch."""
    about = f"{last.subject} · {last.author}, {ago(last.when)}"
    return of_revision(path, last.name)._replace(about=about)


def of_revision(path: str, revision: str) -> Choice:
    """A document in what somebody typed: a commit, a branch, `HEAD~2`."""
    return Choice(at(path, revision), "", lambda: Job(lambda: _whole(path, revision)), revision)


def of_side(text: str) -> Choice:
    """A document as the command line names it: a file, REV:PATH of git, /dev/null for none."""

    def look(tell: Tell) -> Document:
        with Sides(tell) as sides:
            return sides.read(text)

    name = text if named(text) is not None else os.path.basename(text)
    return Choice(name, "", lambda: Job(look, lambda: None))


def base_of(path: str, revision: str) -> Choice:
    """The document in the commit from which what is checked out and a revision went apart. An empty one where both
    added it.
    """

    def look() -> Document:
        base = git_files.merge_base(path, "HEAD", revision)
        if not base:
            return Document()
        names = {commit.revision: commit.name for commit in git_files.log(path)}
        return _whole(path, base, names.get(base, ""))

    return Choice(tr("what both came from"), "", lambda: Job(look))


def nothing() -> Choice:
    """A document with no pages."""
    return Choice("", "", lambda: _done(Document()))


def at(path: str, revision: str) -> str:
    """A document in a revision, as people call it."""
    return tr("{0} at {1}").format(os.path.basename(path), revision)


def read(path: str, commit: Commit) -> Document:
    """The document that a file was in a commit, to be looked at: arrays are not fetched. Raises FileError."""
    return documents.loads(git_files.at_revision(path, commit.revision, commit.name), str(Path(path).parent))


def ago(when: float) -> str:
    """When something was, for people: how many days ago, or the date."""
    past = time.time() - when
    days = int(past // _DAY)
    if 1 < days < 60:
        return tr("{} days ago").format(days)
    moment = QDateTime.fromSecsSinceEpoch(int(when))
    form = QLocale.FormatType.ShortFormat
    return QLocale().toString(moment, form) if days <= 1 else QLocale().toString(moment.date(), form)


def _whole(path: str, revision: str, name: str = "") -> Document:
    """The document that a file was in a revision, under a name from the top of the repository on; "": its own. Its
    arrays can be found, be they in that revision alone. Raises FileError.
    """
    folder, own = os.path.split(path)
    with Sides() as sides:
        return sides.at(Revision(revision, name or f"./{own}"), folder)


def _done(document: Document) -> Job:
    return Job(lambda: document)
