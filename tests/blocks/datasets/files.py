"""Folders of pictures for tests."""

import struct
import zlib


def picture_folder(folder, classes, size):
    """Write a folder of PNG pictures, each of one grey, a folder for each class; gives (grey, number of its class)."""
    height, width = size
    wanted, grey = set(), 0
    for number, (name, count) in enumerate(sorted(classes.items())):
        (folder / name).mkdir(parents=True)
        for n in range(count):
            grey += 7
            (folder / name / f"{n}.png").write_bytes(_png(height, width, grey))
            wanted.add((grey, number))
    return wanted


def _png(height, width, grey):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = (b"\0" + bytes([grey]) * width) * height
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
