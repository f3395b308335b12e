"""The page of a block that gives batches.

The page has an iterator for training rows, one for validation rows, and a selection between their batches.
"""

from __future__ import annotations

import contextlib
import math
from pathlib import Path
from typing import NamedTuple

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.datasets import row_pages
from blockloom.blocks.datasets.array_scan import Array
from blockloom.blocks.datasets.choices import CATEGORIES, NUMBER, Choices, shuffled_rows, target_of
from blockloom.blocks.datasets.columns import PageBuilder
from blockloom.blocks.datasets.data_scan import Found, Pictures
from blockloom.blocks.datasets.row_pages import divisor, number, text, texts
from blockloom.blocks.datasets.table_scan import TableFile
from blockloom.blocks.document.pages import Document, Page, free_page_name
from blockloom.blocks.edits import EditError
from blockloom.blocks.text.phrases import Phrase, phrase

_GROUP = 4096  # rows that are read and split together
_GROUP_BYTES = 8 << 20
_FILES = ("file", "files", "labels_file")  # parameters with names of files, which blocks show


class BatchFacts(NamedTuple):
    """The batches of a block.

    Attributes:
        shape: The shape of an input, without the batch.
        classes: The names of the classes; empty if labels are numbers.
        mean, deviation: Of the labels, if they are numbers.
    """

    shape: tuple[int, ...]
    classes: tuple[str, ...] = ()
    mean: float = 0.0
    deviation: float = 1.0


class DataPages(NamedTuple):
    """The pages that a block needs.

    Attributes:
        pages: The pages with their descriptions, the block's page first.
        values: Values for the block.
        facts: Its batches.
    """

    pages: tuple[tuple[Page, Phrase], ...]
    values: dict[str, str]
    facts: BatchFacts


def refusal(found: Found, choices: Choices) -> str:
    """Return the reason why these choices allow no block; "" if they do."""
    if round(choices.share * found.rows) in (0, found.rows):
        return phrase("There are too few rows for that share of validation")
    if isinstance(found, Pictures):
        return "" if len(found.classes) > 1 else phrase("All pictures are of one class: put others into another folder")
    target = target_of(found, choices)
    if choices.labels is not None:
        shape = choices.labels.shape
        if len(shape) != 1 or shape[0] != found.rows:
            return phrase("The labels are {0}: one for each of the {1} rows is needed", list(shape), found.rows)
    elif not isinstance(found, TableFile) and len(found.shape) != 2:
        return phrase("Choose the file with the labels of the {0} rows", found.rows)
    if target is None:
        return phrase("Choose the column that is to be learned")
    roles = choices.roles
    inputs = len(found.shape) > 2 if isinstance(found, Array) else False
    if not inputs and not any(role in (NUMBER, CATEGORIES) for role in roles):
        return phrase("Choose at least one column as input")
    for column, role in zip(found.columns, roles):
        if role == CATEGORIES and not column.values:
            return phrase("{0} has too many or too few different values for classes", column.name)
    if choices.classes and (target.values is None or len(target.values) < 2):
        return phrase("{0} has too many or too few different values for classes", target.name)
    if not choices.classes and not target.number:
        return phrase("{0} holds texts: they are classes, not numbers", target.name)
    return ""


def data_pages(document: Document, catalogue: Catalogue, found: Found, choices: Choices) -> DataPages:
    """Return the pages of a block that gives batches of a file.

    Raises:
        EditError: No block can be made with these choices.
    """
    if why := refusal(found, choices):
        raise EditError(why)
    stem = "".join(c if c.isalnum() or c in "_-" else "_" for c in found.path.stem[:60]).strip("_-") or "data"
    taken = dict.fromkeys(document.pages)
    names = []
    for ending in ("", "_rows", "_read"):
        names.append(free_page_name(f"{stem}{ending}", taken))
        taken[names[-1]] = None
    rows = PageBuilder(names[1], catalogue)
    sheets = [PageBuilder(names[0], catalogue), rows]
    if isinstance(found, TableFile):
        row_pages.table_rows(rows, found, choices)
    elif isinstance(found, Array):
        row_pages.array_rows(rows, found, choices)
    else:
        row_pages.picture_rows(rows, found)
        sheets.append(PageBuilder(names[2], catalogue))
        row_pages.picture_read(sheets[2])
    facts = facts_of(found, choices)
    _batches(sheets[0], names, found, choices, facts, document.folder)
    told = [
        phrase(
            "Batches of {0}. Rows are read and encoded in groups, each of which {1} splits by the seed: no row is for "
            "training and for validation. MIXED puts those for training into another order in each epoch. `training` "
            "says from which of both NEXT takes a batch; the end of the rows ends the epoch.",
            found.path.name,
            names[1],
        ),
        phrase(
            "What becomes of a group of rows of {0}: inputs and labels as numbers, and of these the rows that SPLIT "
            "chooses. Means, deviations and names are those of the file when it was looked at.",
            found.path.name,
        ),
        phrase("The picture in a file, and its label."),
    ]
    files = {block.id: block.values["default"] for block in sheets[0].page.blocks.values() if block.id in _FILES}
    return DataPages(tuple(zip((sheet.page for sheet in sheets), told)), files, facts)


def relative_name(path: Path, folder: str) -> str:
    """Return the path of a file for a document in a folder: relative if the file is inside."""
    if folder:
        with contextlib.suppress(ValueError):  # raised if the file is not in the folder
            return path.relative_to(folder).as_posix()
    return str(path)


def facts_of(found: Found, choices: Choices) -> BatchFacts:
    """Return the batches that a block will give."""
    if isinstance(found, Pictures):
        assert choices.picture is not None
        return BatchFacts(choices.picture, tuple(name for name, _ in found.classes))
    if choices.picture is not None:
        shape: tuple[int, ...] = choices.picture
    elif isinstance(found, Array) and len(found.shape) > 2:
        shape = found.shape[1:]
    else:
        wide = 0
        for column, role in zip(found.columns, choices.roles):
            wide += len(column.values or ()) if role == CATEGORIES else role == NUMBER
        shape = (wide,)
    target = target_of(found, choices)
    if target is None or choices.classes:
        values = target.values or () if target is not None else ()
        return BatchFacts(shape, tuple(v if isinstance(v, str) else f"{v:.9g}" for v in values))
    return BatchFacts(shape, (), target.mean, divisor(target.deviation))


def _batches(
    sheet: PageBuilder, names: list[str], found: Found, choices: Choices, facts: BatchFacts, folder: str
) -> None:
    """Add the blocks of the page: read, split, shuffle and batch, for training and validation."""
    training = sheet.arg("training", "DT_BOOL", "[]", "whether the next batch is for training", "true")
    source = _source(sheet, found, choices, folder)
    sheet.parameter("batch_size", "int", str(choices.batch), "rows of a batch")
    sheet.parameter("validation_share", "float", number(choices.share), "of the rows: 0.2")
    sheet.parameter("seed", "int", str(choices.seed), "of the split and of the order in each epoch")
    sheet.parameter(
        "shuffle", "int", str(shuffled_rows(found, choices)), "rows to choose the next one from; 1: in order"
    )
    count = sheet.add("NUMBERS", "RangeDataset", {"start": "0", "stop": str(2**62), "step": "1"})
    group = sheet.add("NUMBERED", "ZipDataset", input_datasets=[f"{count}.handle", source])
    seed = sheet.add("SEED", "Const", {"dtype": "DT_INT64", "value": "=seed"})
    share = sheet.add("SHARE", "Const", {"dtype": "DT_FLOAT", "value": "=validation_share"})
    size = ""
    if isinstance(found, Pictures):
        size = sheet.add("SIZE", "Const", {"dtype": "DT_INT32", "value": str(list(facts.shape[:2]))}) + ".output"
    number_ = {"shape": "[]", "T": "DT_INT32", "minval": "0", "maxval": str(2**62), "Tout": "DT_INT64"}
    # A random seed for each epoch, so that each has another order.
    order = sheet.add("ORDER", "RandomUniformInt", number_ | {"seed": "=seed", "seed2": "=seed"})
    iterators = []
    for stem, value in (("TRAIN", "true"), ("VALID", "false")):
        part = sheet.add(f"FOR_{stem}", "Const", {"dtype": "DT_BOOL", "value": value})
        given = [f"{seed}.output", f"{share}.output", f"{part}.output"]
        own = sheet.add(
            f"{stem}_GROUPS", "MapDataset", {"f": names[1]}, input_dataset=f"{group}.handle", other_arguments=given
        )
        last = sheet.add(f"{stem}_ROWS", "UnbatchDataset", input_dataset=f"{own}.handle")
        if value == "true":
            mixed = {"buffer_size": "=shuffle", "seed": "=seed"}
            last = sheet.add("MIXED", "ShuffleDataset", mixed, input_dataset=f"{last}.handle", seed2=f"{order}.output")
        if isinstance(found, Pictures):
            how = {"f": names[2], "num_parallel_calls": "2"}
            read = f"{stem}_READ"
            last = sheet.add(read, "ParallelMapDatasetV2", how, input_dataset=f"{last}.handle", other_arguments=size)
        many = {"batch_size": "=batch_size", "drop_remainder": "false"}
        last = sheet.add(f"{stem}_BATCHES", "BatchDatasetV2", many, input_dataset=f"{last}.handle")
        ahead = sheet.add(f"{stem}_AHEAD", "PrefetchDataset", {"buffer_size": "2"}, input_dataset=f"{last}.handle")
        iterators.append(f"{sheet.add(f'{stem}_ITER', 'IteratorV2')}.handle")
        sheet.add(f"MAKE_{stem}", "MakeIterator", dataset=f"{ahead}.handle", iterator=iterators[-1])
    chosen = sheet.add("CHOSEN", "SelectV2", condition=training, t=iterators[0], e=iterators[1])
    sizes = "".join(f", {size}" for size in facts.shape)
    label = "DT_INT32" if facts.classes else "DT_FLOAT"
    typed = {"output_types": f"[DT_FLOAT, {label}]", "output_shapes": f"[[?{sizes}], [?]]"}
    batch = sheet.add("NEXT", "IteratorGetNext", typed, iterator=f"{chosen}.output")
    sheet.retval("features", f"{batch}.components[0]", "DT_FLOAT", f"[batch{sizes}]")
    classes = f"from 0 to {len(facts.classes) - 1}" if facts.classes else "numbers"
    sheet.retval("labels", f"{batch}.components[1]", label, f"[batch]: {classes}")
    if facts.classes:
        listed = sheet.add("CLASSES", "Const", {"dtype": "DT_STRING", "value": texts(facts.classes)})
        sheet.retval("classes", f"{listed}.output", "DT_STRING", f"the names of the {len(facts.classes)} classes")


def _source(sheet: PageBuilder, found: Found, choices: Choices, folder: str) -> str:
    """Add the dataset of groups of rows, and return its output."""
    many, file = _GROUP, text(relative_name(found.path, folder))
    if isinstance(found, Pictures):
        patterns = texts(f"{relative_name(found.path, folder)}/[!.]*/[!.]*{suffix}" for suffix in found.suffixes)
        sheet.parameter("files", "tensor", patterns, "patterns of their names")
        names = sheet.add("FILES", "MatchingFiles", {"pattern": "=files"})
        source = sheet.add("NAMES", "TensorSliceDataset", components=f"{names}.filenames")
        source = f"{source}.handle"
    elif isinstance(found, Array):
        sheet.parameter("file", "tensor", file)
        many = max(16, min(_GROUP, _GROUP_BYTES // (8 * math.prod(found.shape[1:]))))
        source = found.format.add_rows(sheet, "ROWS", found, "=file")
        if choices.labels is not None:
            sheet.parameter("labels_file", "tensor", text(relative_name(choices.labels.path, folder)))
            labels = choices.labels.format.add_rows(sheet, "LABELS", choices.labels, "=labels_file")
            source = f"{sheet.add('LABELLED', 'ZipDataset', input_datasets=[source, labels])}.handle"
    else:
        sheet.parameter("file", "tensor", file)
        source = _rows(sheet, found, choices)
    groups = {"batch_size": str(many), "drop_remainder": "false"}
    return f"{sheet.add('GROUPS', 'BatchDatasetV2', groups, input_dataset=source)}.handle"


def _rows(sheet: PageBuilder, table: TableFile, choices: Choices) -> str:
    """Add the dataset of the lines of a table, or of its cells if some contain line breaks."""
    read = {"filenames": "=file", "compression_type": '""', "buffer_size": "262144"}
    if table.lines:
        lines = sheet.add("LINES", "TextLineDataset", read)
        if table.header:
            lines = sheet.add("ROWS", "SkipDataset", {"count": "1"}, input_dataset=f"{lines}.handle")
        return f"{lines}.handle"
    defaults = row_pages.defaults(table, choices)
    read |= {
        "header": str(table.header).lower(),
        "field_delim": text(table.separator),
        "use_quote_delim": "true",
        "na_value": '""',
        "select_cols": str(row_pages.used_columns(choices)),
        "output_types": f"[{', '.join(row_pages.dtypes(defaults))}]",
        "record_defaults": f"[{', '.join(defaults)}]",
        "exclude_cols": "[]",
    }
    return f"{sheet.add('ROWS', 'CSVDatasetV2', read)}.handle"
