"""What a canvas asks of the window around it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal


class Requests(QObject):
    """Signals by which a canvas asks the window for something."""

    results_wanted = Signal(str, str)  # block, output pin or ""
    add_wanted = Signal(object, object)  # QPointF on the canvas; the wire's fixed End, a Wire to stand in, None
    viewer_wanted = Signal(str, str, str)  # block, output pin, the type of the monitor that shows it
    initialise_wanted = Signal(object)  # ids of variables
    pin_wanted = Signal(str, str)  # block, output pin or "": its value is to stand in for it, or no more
    pause_when_wanted = Signal(str, str)  # block, output pin or "": on a condition
    file_wanted = Signal(str, str, bool)  # block, pin: its value from a file, or into one (True)
    enter_wanted = Signal(str, str)  # block, the page that it leads to
    pointed = Signal(str)  # what a click does where the pointer is, "" where it is not on the page
    up_wanted = Signal()  # to where the way to this page came from
    data_wanted = Signal(str, object)  # a file to train on, QPointF on the canvas
    why_wanted = Signal(str, str)  # block, output pin that is not finite: where that began
    gone_clicked = Signal(str, str)  # item, field or "" (see `Hit`): what a compared page alone has
    fixes_wanted = Signal(str, str)  # block, pin or "": its problems and what mends them
