"""The parts of a script that run its sessions: by steps, by epochs, and by epochs that are validated.

They are put into a script as they stand here; `#?WORD` as in `template`.
"""

# How the sessions run, of a page that takes no data that ends, and of one that does.
RUN_STEPS = '''
def run(steps, wanted, feed):
    """Run the page so many steps. Gives the results of the last one, by session, and how many there were."""
    with tf.Graph().as_default() as graph:
        build()
        look()  #?look
        sessions = {about["name"]: Session(graph, about, feed) for about in SESSIONS}
        for number in range(steps):
            results = {name: one.step(wanted if number + 1 == steps else None) for name, one in sessions.items()}
        for one in sessions.values():
            one.end()
    return results, steps
'''
RUN_EPOCHS = '''
def run(steps, epochs, wanted, feed):
    """Run the page so many steps, or so many epochs: to the end of its data, or so many steps. Gives the results of
    the last step, by session, and how many there were.
    """
    with tf.Graph().as_default() as graph:
        build()
        for name, takers in (wait for about in SESSIONS for wait in about.get("waits", {}).items()):  #?waits
            for taker in takers:  # of a step that finds no more data, nothing is done  #?waits
                graph.get_operation_by_name(name)._add_control_input(graph.get_operation_by_name(taker))  #?waits
        look()  #?look
        sessions = {about["name"]: Session(graph, about, feed) for about in SESSIONS}
        results, done, began, asked = {}, 0, 0, bool(epochs) and not wanted
        while epochs or done < steps:
            seen = wanted if epochs or done + 1 == steps else None
            try:
                if epochs and done - began == steps > 0:
                    raise tf.errors.OutOfRangeError(None, None, "End of sequence")
                results = {name: one.step(seen, asked) for name, one in sessions.items()}
                done += 1
            except tf.errors.OutOfRangeError as error:
                began, epochs = done, epochs - 1
                if epochs < 0 or "End of sequence" not in error.message:
                    raise
                if not epochs:
                    break
                for one in sessions.values():
                    one.renew()
        for one in sessions.values():
            one.end()
    return results, done
'''

RUN_FIT = '''
def run(steps, epochs, wanted, feed):
    """Run the page so many steps, or so many epochs: to the end of its data, or so many steps, with a validation after
    each. Gives the results of the last step, by session, and how many there were.
    """
    with tf.Graph().as_default() as graph:
        build()
        for name, takers in (wait for about in SESSIONS for wait in about.get("waits", {}).items()):  #?waits
            for taker in takers:  # of a step that finds no more data, nothing is done  #?waits
                graph.get_operation_by_name(name)._add_control_input(graph.get_operation_by_name(taker))  #?waits
        look()  #?look
        sessions = {}
        for about in SESSIONS:
            sessions[about["name"]] = Session(graph, about, feed, sessions.get(about.get("within")))
        trains, fit = [one for one in sessions.values() if "within" not in one.about], Fit(sessions) if epochs else None
        told = [*wanted, *fit.names] if wanted and epochs else wanted
        results, done, began, asked = {}, 0, 0, bool(epochs) and not wanted
        while epochs or done < steps:
            seen = told if epochs or done + 1 == steps else None
            try:
                if epochs and done - began == steps > 0:
                    raise tf.errors.OutOfRangeError(None, None, "End of sequence")
                results = {one.about["name"]: one.step(seen, asked) for one in trains}
                done += 1
            except tf.errors.OutOfRangeError as error:
                began, epochs = done, epochs - 1
                if epochs < 0 or "End of sequence" not in error.message:
                    raise
                if fit.ends(results, told, asked) or not epochs:
                    break
                for one in trains:
                    one.renew()
        if fit:
            results = fit.finish(results, wanted)
        for one in sessions.values():
            one.end()
    return results, done


class Fit:
    """What follows from the validation after each epoch: its history, the end of the run, the best variables kept."""

    def __init__(self, sessions):
        self.validation = next(one for one in sessions.values() if "within" in one.about)
        self.trained = sessions[self.validation.about["within"]]
        self.asked = self.validation.about["validates"]
        self.names = [f"{block}.{pin}" for _, block, pin in self.asked["told"]]
        self.results, self.columns, self.rows = {}, [], []
        self.best, self.least, self.kept = 0, None, {}

    def ends(self, results, wanted, asked):
        """Validate an epoch, whose last step gave these results. Whether nothing got better for some epochs."""
        self.validation.renew()
        try:
            while True:
                self.results = self.validation.step(wanted, asked)
        except tf.errors.OutOfRangeError as error:
            if "End of sequence" not in error.message or not self.results:
                raise
        row = {}
        for name, block, pin in self.asked["told"]:
            for when, found in ("training", results[self.trained.about["name"]]), ("validation", self.results):
                number = found.get(block, {}).get(pin)
                if number is not None and number["shape"] == [] and number["dtype"] != "string":
                    row[f"{name} {when}"] = float(number["value"])
        self.columns, self.rows = list(row), [*self.rows, list(row.values())]
        if self.asked["monitor"]:
            block, pin = self.asked["monitor"]
            number, least = float(self.results[block][pin]["value"]), self.least
            better = number == number if least is None else number > least if self.asked["higher"] else number < least
            if better:
                self.least, self.best = number, len(self.rows)
                self.kept = self.validation.session.run(self.asked["kept"])
        return self.asked["monitor"] and 0 < self.asked["patience"] <= len(self.rows) - self.best

    def finish(self, results, wanted):
        """The results with those of the validation. The variables have their best values again."""
        if self.best < len(self.rows):
            for name, best in self.kept.items():
                self.trained.give(self.trained.session.graph.get_tensor_by_name(name), best)
            name = self.trained.about["name"]
            kept = self.trained.held(chosen(self.trained.about.get("read", {}), wanted))
            results[name] = {block: pins | kept.get(block, {}) for block, pins in results[name].items()}
        columns = np.array([name.encode() for name in self.columns], object)
        told = {"history": np.array(self.rows, np.float64), "columns": columns}
        name = self.validation.about["name"]
        found = results | {name: self.results | {name: {pin: value(pin, told) for pin in told}}}
        return {one: chosen(blocks, wanted) for one, blocks in found.items()}
'''
