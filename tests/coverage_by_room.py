"""`python -m tests.coverage_by_room`, after `make coverage`: which share of the lines of each room the tests reach."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "coverage.json"
        done = subprocess.run([sys.executable, "-m", "coverage", "json", "--quiet", "-o", report])
        if done.returncode:
            return done.returncode
        files = json.loads(report.read_text("utf-8"))["files"]
    rooms: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for name, file in files.items():
        for room in (Path(name).parent.as_posix(), Path(name).parts[0] + " (whole floor)"):
            rooms[room][0] += file["summary"]["covered_lines"]
            rooms[room][1] += file["summary"]["num_statements"]
    for room, (reached, lines) in sorted(rooms.items()):
        print(f"{room:36} {reached:6} of {lines:6} {reached / lines if lines else 1:6.1%}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
