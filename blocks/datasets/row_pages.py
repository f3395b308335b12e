"""Pages that datasets map: they convert a group of rows, or the path of a picture.

Args of a group's page are its number, its rows, and the seed, share and part of the split; Retvals are the inputs and
labels of its rows in that part. A group has a tensor for each column, so that all its rows are read, scaled and
selected together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from blockloom.blocks.datasets.array_scan import Array
from blockloom.blocks.datasets.choices import LEFT_OUT, NUMBER, TARGET, Choices, target_of
from blockloom.blocks.datasets.columns import LIBRARY, MISSING, Column, PageBuilder
from blockloom.blocks.datasets.data_scan import Pictures
from blockloom.blocks.datasets.table_scan import BLANKS, TableFile
from blockloom.blocks.values.grammar import quoted

_FOLDER = r'"^.*?([^/]*)/[^/]*$"'  # matches the path of a file; the group is its folder


def text(value: str) -> str:
    """Return the spelling of a text as a value."""
    return quoted(value).replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t")


def texts(values: Iterable[str]) -> str:
    """Return the spelling of a list of texts as a value."""
    return f"[{', '.join(map(text, values))}]"


def number(value: float) -> str:
    """Return the spelling of a float32 as a value, with the fewest digits that identify it."""
    return str(np.float32(value))


def listed(column: Column) -> str:
    """Return the spelling of the values of a column as a list."""
    values = column.values or ()
    return numbers(map(float, values)) if column.number else texts(map(str, values))


def numbers(values: Iterable[float]) -> str:
    """Return the spelling of a list of float32 as a value."""
    return f"[{', '.join(map(number, values))}]"


def divisor(deviation: float) -> float:
    """Return a deviation as a divisor for float32: 1 if it is 0 or denormal."""
    return deviation if deviation >= np.finfo(np.float32).tiny else 1.0


class _Rows:
    """A page for groups of rows, with the blocks that all such pages share."""

    def __init__(self, sheet: PageBuilder):
        self.sheet = sheet
        self.group = sheet.arg("group", "DT_INT64", "[]", "its number")

    def split(self, of: str) -> str:
        """Add the split of a group, and return the numbers of the rows in the selected part.

        `of` is any tensor (rows, ...).
        """
        sheet = self.sheet
        seed = sheet.arg("seed", "DT_INT64", "[]")
        share = sheet.arg("share", "DT_FLOAT", "[]", "of the rows, for validation")
        training = sheet.arg("training", "DT_BOOL", "[]", "whether the other rows are wanted")
        count = sheet.add("COUNT", "Size", {"out_type": "DT_INT32"}, input=of)
        split = sheet.add(
            "SPLIT",
            f"{LIBRARY}SplitRows",
            number=self.group,
            count=f"{count}.output",
            seed=seed,
            share=share,
            training=training,
        )
        return f"{split}.rows"

    def gather(self, wanted: str, source: str, rows: str) -> str:
        """Add a selection of rows of a tensor, and return its output."""
        return f"{self.sheet.add(wanted, 'GatherV2', {'axis': '0'}, params=source, indices=rows)}.output"

    def classes(self, labels: str, column: Column) -> str:
        """Add the conversion of labels to numbers of classes, and return its output."""
        sheet, values = self.sheet, column.values or ()
        if values == tuple(map(float, range(len(values)))):
            return f"{sheet.add('LABELS', 'Cast', {'DstT': 'DT_INT32'}, x=labels)}.y"
        names = {"classes": listed(column)} | ({"dtype": "DT_FLOAT"} if column.number else {})
        return f"{sheet.add('LABELS', f'{LIBRARY}ClassNumbers', names, labels=labels)}.numbers"

    def scaled(self, wanted: str, source: str, columns: Sequence[tuple[float, float]]) -> str:
        """Add the standardisation of numbers, and return its output."""
        means, deviations = zip(*columns)
        spread = [divisor(deviation) for deviation in deviations]
        alone = len(columns) == 1
        given = (number(means[0]), number(spread[0])) if alone else (numbers(means), numbers(spread))
        off = self.sheet.add("CENTRED", "Sub", {"y": given[0]}, x=source)
        return f"{self.sheet.add(wanted, 'Div', {'y': given[1]}, x=f'{off}.z')}.z"


def used_columns(choices: Choices) -> list[int]:
    """Return the indices of the columns of a table that are read."""
    return [i for i, role in enumerate(choices.roles) if role != LEFT_OUT]


def defaults(table: TableFile, choices: Choices) -> list[str]:
    """Return the value for empty cells of each column that is read, which also decides its dtype."""
    found = []
    for i in used_columns(choices):
        column = table.columns[i]
        if not column.number or not column.direct or i == 0 and _marked(table):
            found.append('""')
        else:
            found.append(_instead(column, choices.roles[i]))
    return found


def _instead(column: Column, role: str) -> str:
    """Return the replacement for a missing number: the mean for an input, else NaN."""
    return number(column.mean) if role == NUMBER else "nan"


def dtypes(given: Sequence[str]) -> list[str]:
    """Return the dtypes of columns with these defaults."""
    return ["DT_STRING" if default == '""' else "DT_FLOAT" for default in given]


def _marked(table: TableFile) -> bool:
    """Return whether a byte order mark precedes the first cell that is read."""
    return table.marked and not table.header


def table_rows(sheet: PageBuilder, table: TableFile, choices: Choices) -> None:
    """Add the blocks for groups of rows of a table.

    Its Args are lines, or cells if some contain line breaks.
    """
    rows = _Rows(sheet)
    cells = _cells(sheet, table, choices)
    parts, labels = [], ""
    columns = list(zip(used_columns(choices), cells, defaults(table, choices)))
    measured, scales = [], []
    for i, cell, default in columns:
        column, role = table.columns[i], choices.roles[i]
        if column.number and default == '""':
            cell = _parsed(sheet, cell, column, _instead(column, role))
        if role == TARGET:
            labels = cell
        elif role == NUMBER:
            measured.append(cell)
            scales.append((column.mean, column.deviation))
        else:
            values = {"categories": listed(column)} | ({"dtype": "DT_FLOAT"} if column.number else {})
            one_hot = sheet.add(f"IS_{column.name.upper()}", f"{LIBRARY}Categories", values, values=cell)
            parts.append(f"{one_hot}.one_hot")
    if measured:
        numbers_ = f"{sheet.add('NUMBERS', 'Pack', {'axis': '1'}, values=measured)}.output"
        parts.insert(0, rows.scaled("SCALED", numbers_, scales) if choices.scaled else numbers_)
    features = parts[0]
    if len(parts) > 1:
        features = f"{sheet.add('JOINED', 'ConcatV2', {'axis': '1'}, values=parts)}.output"
    target = target_of(table, choices)
    assert target is not None  # the checks refuse a table without a target
    if target.missing or not table.complete:
        there = _there(sheet, labels, target)
        chosen = rows.gather("CHOSEN", there, rows.split(there))
    else:
        chosen = rows.split(labels)
    labels = rows.gather("LABELS_HERE", labels, chosen)
    sheet.retval("features", rows.gather("FEATURES", features, chosen), "DT_FLOAT", "[rows, inputs]")
    if choices.classes:
        sheet.retval("labels", rows.classes(labels, target), "DT_INT32", "the numbers of classes")
    else:
        sheet.retval("labels", labels, "DT_FLOAT")


def _cells(sheet: PageBuilder, table: TableFile, choices: Choices) -> list[str]:
    """Add the blocks that read the columns, and return their outputs, each (rows,)."""
    given, wanted = defaults(table, choices), used_columns(choices)
    if not table.lines:
        names = [table.columns[i].name for i in wanted]
        cells = [sheet.arg(name.lower(), dtype, "[?]") for name, dtype in zip(names, dtypes(given))]
        return [_unmarked(sheet, cells[0]), *cells[1:]] if _marked(table) and wanted[0] == 0 else cells
    lines = sheet.arg("lines", "DT_STRING", "[?]")
    if _marked(table):
        lines = _unmarked(sheet, lines)
    if table.blank or not table.complete:
        full = sheet.add("FILLED", "StaticRegexFullMatch", {"pattern": '"(?s).*\\\\S.*"'}, input=lines)
        where = _where(sheet, f"{full}.output")
        lines = f"{sheet.add('ROWS', 'GatherV2', {'axis': '0'}, params=lines, indices=where)}.output"
    blanks = table.separator == BLANKS
    if blanks:  # cells contain no tabs, so replace blanks by tabs
        ends = {"pattern": r'"^\\s+|\\s+$"', "rewrite": '""'}
        lines = f"{sheet.add('TRIMMED', 'StaticRegexReplace', ends, input=lines)}.output"
        runs = {"pattern": r'"\\s+"', "rewrite": r'"\t"'}
        lines = f"{sheet.add('TABBED', 'StaticRegexReplace', runs, input=lines)}.output"
    values = {
        "OUT_TYPE": f"[{', '.join(dtypes(given))}]",
        "record_defaults": "; ".join(given),
        "field_delim": text("\t" if blanks else table.separator),
        "use_quote_delim": str(table.quotes).lower(),
        "select_cols": str(wanted),
    }
    decoded = sheet.add("CELLS", "DecodeCSV", values, records=lines)
    return [f"{decoded}.output[{i}]" for i in range(len(wanted))]


def _unmarked(sheet: PageBuilder, source: str) -> str:
    """Add the removal of a byte order mark from texts, and return its output."""
    values = {"pattern": '"^\\\\x{FEFF}"', "rewrite": '""'}
    return f"{sheet.add('UNMARKED', 'StaticRegexReplace', values, input=source)}.output"


def _parsed(sheet: PageBuilder, cells: str, column: Column, instead: str) -> str:
    """Add the conversion of cells that TensorFlow cannot parse directly, and return its output.

    `instead` replaces missing numbers.
    """
    stem = column.name.upper()
    values = {"pattern": text(f"^{MISSING}$"), "rewrite": text(instead)}
    source = f"{sheet.add(f'{stem}_GIVEN', 'StaticRegexReplace', values, input=cells)}.output"
    if column.comma:
        values = {"pattern": '","', "rewrite": '"."'}
        source = f"{sheet.add(f'{stem}_POINT', 'StaticRegexReplace', values, input=source)}.output"
    parsed = sheet.add(stem, "StringToNumber", {"out_type": "DT_FLOAT"}, string_tensor=source)
    return f"{parsed}.output"


def _there(sheet: PageBuilder, labels: str, target: Column) -> str:
    """Add the selection of rows with a label, and return their numbers."""
    if target.number:
        return _where(sheet, f"{sheet.add('LABELLED', 'IsFinite', x=labels)}.y")
    values = {"pattern": text("\\s*")}
    missing = f"{sheet.add('NO_LABEL', 'StaticRegexFullMatch', values, input=labels)}.output"
    return _where(sheet, f"{sheet.add('LABELLED', 'LogicalNot', x=missing)}.y")


def _where(sheet: PageBuilder, condition: str) -> str:
    places = sheet.add("PLACES", "Where", input=condition)
    return f"{sheet.add('WHICH', 'Reshape', {'shape': '[-1]'}, tensor=f'{places}.index')}.output"


def array_rows(sheet: PageBuilder, array: Array, choices: Choices) -> None:
    """Add the blocks for groups of rows of an array, and of its labels from a separate file."""
    rows = _Rows(sheet)
    shape = f"[?{''.join(f', {size}' for size in array.shape[1:])}]"
    data, labels = sheet.arg("rows", array.dtype, shape), ""
    if choices.labels is not None:
        labels = sheet.arg("labels_of_rows", choices.labels.dtype, "[?]")
        size = labels
    else:
        place = choices.roles.index(TARGET)
        labels = f"{sheet.add('LABEL', 'GatherV2', {'indices': str(place), 'axis': '1'}, params=data)}.output"
        size = labels
    target = target_of(array, choices)
    assert target is not None  # the checks refuse an array without labels
    as_float = f"{sheet.add('LABEL_NUMBERS', 'Cast', {'DstT': 'DT_FLOAT'}, x=labels)}.y"
    if target.missing:
        there = _there(sheet, as_float, target)
        chosen = rows.gather("CHOSEN", there, rows.split(there))
    else:
        chosen = rows.split(size)
    found = rows.gather("ROWS_HERE", data, chosen)
    kept = [i for i, role in enumerate(choices.roles) if role == NUMBER] if choices.labels is None else []
    if choices.labels is None:
        found = _columns(sheet, found, kept, array.shape[1])
    elif LEFT_OUT in choices.roles:
        kept = [i for i, role in enumerate(choices.roles) if role != LEFT_OUT]
        found = _columns(sheet, found, kept, array.shape[1])
    values = f"{sheet.add('NUMBERS', 'Cast', {'DstT': 'DT_FLOAT'}, x=found)}.y"
    if len(array.shape) == 1:
        values = f"{sheet.add('COLUMN', 'Reshape', {'shape': '[-1, 1]'}, tensor=values)}.output"
    if array.missing:
        finite = sheet.add("IS_NUMBER", "IsFinite", x=values)
        values_ = {"e": number(array.spread[0])}
        values = f"{sheet.add('FILLED', 'SelectV2', values_, condition=f'{finite}.y', t=values)}.output"
    if choices.scaled:
        values = _scaled_array(rows, values, array, choices, kept)
    if choices.picture is not None and array.shape[1:] != choices.picture:
        height, width, channels = choices.picture
        form = {"shape": f"[-1, {height}, {width}, {channels}]"}
        values = f"{sheet.add('PICTURES', 'Reshape', form, tensor=values)}.output"
    sheet.retval("features", values, "DT_FLOAT", "[rows, ...]")
    own = rows.gather("LABELS_HERE", as_float, chosen)
    if choices.classes:
        sheet.retval("labels", rows.classes(own, target), "DT_INT32", "the numbers of classes")
    else:
        sheet.retval("labels", own, "DT_FLOAT")


def _columns(sheet: PageBuilder, source: str, kept: Sequence[int], wide: int) -> str:
    """Add the selection of these columns of a table, and return its output."""
    if list(kept) == list(range(wide)):
        return source
    if list(kept) == list(range(kept[0], kept[0] + len(kept))):  # the columns are adjacent
        values = {"begin": f"[0, {kept[0]}]", "size": f"[-1, {len(kept)}]"}
        return f"{sheet.add('INPUTS', 'Slice', values, input=source)}.output"
    return f"{sheet.add('INPUTS', 'GatherV2', {'indices': str(list(kept)), 'axis': '1'}, params=source)}.output"


def _scaled_array(rows: _Rows, source: str, array: Array, choices: Choices, kept: Sequence[int]) -> str:
    """Add the scaling of an array, and return its output.

    Bytes, and pictures of bytes, are scaled to 0 to 1. Columns of a table, or else all numbers together, get mean 0 and
    deviation 1.
    """
    if array.dtype == "DT_UINT8" and (choices.picture is not None or not array.columns):
        return f"{rows.sheet.add('SCALED', 'Mul', {'y': number(1 / 255)}, x=source)}.z"
    if array.columns and choices.picture is None and len(array.shape) == 2:
        columns = [array.columns[i] for i in kept or range(array.shape[1])]
        return rows.scaled("SCALED", source, [(column.mean, column.deviation) for column in columns])
    if array.dtype == "DT_BOOL" or array.low >= -1 and array.high <= 1:
        return source
    return rows.scaled("SCALED", source, [array.spread])


def picture_rows(sheet: PageBuilder, pictures: Pictures) -> None:
    """Add the blocks for groups of paths of pictures."""
    rows = _Rows(sheet)
    names = sheet.arg("names", "DT_STRING", "[?]")
    here = rows.gather("NAMES", names, rows.split(names))
    folder = sheet.add("FOLDER", "StaticRegexReplace", {"pattern": _FOLDER, "rewrite": text("\\1")}, input=here)
    sheet.retval("names_here", here, "DT_STRING")
    classes = Column("", False, 0, tuple(name for name, _ in pictures.classes))
    sheet.retval("labels", rows.classes(f"{folder}.output", classes), "DT_INT32", "the numbers of classes")


def picture_read(sheet: PageBuilder) -> None:
    """Add the blocks that read the picture of one path."""
    name = sheet.arg("name", "DT_STRING", "[]")
    label = sheet.arg("label", "DT_INT32", "[]")
    size = sheet.arg("size", "DT_INT32", "[2]", "height and width")
    read = sheet.add("PICTURE", f"{LIBRARY}ReadImage", name=name, size=size)
    sheet.retval("image", f"{read}.image", "DT_FLOAT", "[height, width, 3], from 0 to 1")
    sheet.retval("label_of_it", label, "DT_INT32")
