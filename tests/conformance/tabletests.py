# SPDX-License-Identifier: Apache-2.0
"""What `run` makes of what the comparisons print: figures, verdicts, the lines of its table."""
import contextlib
import io
import os
import sys
import tempfile
import unittest
from unittest import mock

import conformance
import examples
import names
import parts

OUTPUTS = {
    "examples-2.10": ("mindspore.nn   5   5   0   0\nall            200    196      3      1\n", (200, 196)),
    "calls-2.10": ("90 equal, 8 known, 0 changed, 2 differ, 5 refused by MindSpore\n", (100, 98)),
    "calls-2.7": ("90 equal, 8 known, 7 changed, 2 differ, 5 refused by MindSpore\n", (100, 98)),
    "names-2.7": ("mindspore.ops    97 of 100   97.0 %   1 of 1  100.0 %\nmindspore.nn.probability.bijector  0 of 9  0.0 %\n"
              "mindspore.Tensor  3 of 4  75.0 %  3 of 4  75.0 %\nmindspore.dataset  1 of 2  50.0 %\n", (104, 100)),
    "names-dataset-2.10": ("mindspore.dataset 9 of 10 90.0 %\nmindspore.dataset.audio 0 of 5 0.0 %\n", (10, 9)),
    "tests": ("nn  1 of 1 files 1 pass in MindSpore 1 here\n"
              "together   9 of   12 files     50 pass in MindSpore     45 here   90.0 %\n", (50, 45)),
    "pages": ("120 blocks run there, 121 here\n", (120, 121)),
    "models": ("36 of the 38 models that MindSpore carries out give the same here\n", (38, 36)),
}


def part_named(name):
    return next(part for part in parts.PARTS if part.name == name)


class Table(unittest.TestCase):
    def test_each_output_is_read(self):
        for name, (output, expected) in OUTPUTS.items():
            with self.subTest(name):
                self.assertEqual(part_named(name).read(output), expected)

    def test_an_output_without_figures_has_no_share(self):
        for part in parts.PARTS:
            with self.subTest(part.name):
                text, verdict = parts.row(part, "Traceback (most recent call last):\n", 1)
                self.assertIn("without figures", verdict)
                self.assertNotIn("%  ", text.replace(part.wanted[0], ""))

    def test_a_share_is_held_against_what_is_wanted(self):
        part = part_named("tests")
        self.assertEqual(parts.verdict_of(part, parts.Figures(100, 90), 0), "reached")
        self.assertEqual(parts.verdict_of(part, parts.Figures(100, 89), 0), "too few")
        self.assertEqual(parts.verdict_of(part_named("models"), parts.Figures(38, 30), 1), "reached")

    def test_a_difference_without_a_reason_is_told(self):
        part = part_named("examples-2.7")
        self.assertEqual(parts.verdict_of(part, parts.Figures(100, 99), 1), "unexplained differences")
        self.assertEqual(parts.verdict_of(part, parts.Figures(100, 99), 0), "reached")

    def test_each_version_is_compared_by_itself(self):
        pythons = {"2.10": "new", "2.7": "old"}
        for name, version, newer in (("calls-2.10", "new", ""), ("names-2.7", "old", "new"), ("examples-2.7", "old", "new")):
            with self.subTest(name):
                variables = parts.variables_of(part_named(name), pythons, None)
                self.assertEqual(variables["JITSCOPE_MINDSPORE_PYTHON"], version)
                self.assertEqual(variables["JITSCOPE_MINDSPORE_NEWER_PYTHON"], newer)

    def test_a_source_of_figures_is_a_part(self):
        names = {part.name for part in parts.PARTS}
        self.assertLessEqual({part.output for part in parts.PARTS} - {None}, names)

    def test_columns_stand_below_each_other(self):
        text, _ = parts.row(part_named("models"), OUTPUTS["models"][0], 0)
        self.assertEqual(text.index("38") + 2, parts.heading().index("there") + 5)
        self.assertIn("94.7 %", text)

    def test_what_has_no_material_says_how_to_name_it(self):
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(parts, "environment", return_value="python"), \
                mock.patch.dict(os.environ, {}), contextlib.redirect_stdout(io.StringIO()) as printed:
            for variable in parts.MATERIAL.values():
                os.environ.pop(variable, None)
            self.assertEqual(parts.main(["--only", "pages,models", "--kept", folder]), 0)
            with open(os.path.join(folder, "table.txt"), encoding="utf-8") as file:
                self.assertEqual(file.read(), printed.getvalue())
        self.assertIn("not run: name it with --docs or JITSCOPE_MINDSPORE_DOCS", printed.getvalue())
        self.assertIn("not run: name it with --mindcv or JITSCOPE_MINDCV", printed.getvalue())

    def test_each_command_is_there(self):
        options = parts.parse(["--tests", "t", "--docs", "d", "--mindcv", "m", "--mindformers", "f"])
        with mock.patch.object(parts, "environment", return_value="python"):
            for part in parts.PARTS:
                options.folders = [getattr(options, part.material)] if part.material else []
                self.assertTrue(os.path.exists(part.command(options)[1]), part.name)

    def test_an_unknown_part_is_refused(self):
        with self.assertRaises(SystemExit), contextlib.redirect_stderr(io.StringIO()) as told:
            parts.parse(["--only", "pages,poems"])
        self.assertIn("no part poems; there are examples-2.10", told.getvalue())


def tensor(number):
    return {"result": {"dtype": "Float32", "shape": [1], "items": [number]}, "is_empty": False}


ERROR = {"error": "ValueError", "text": "no", "is_empty": False}


class Versions(unittest.TestCase):
    """What changed between two versions of MindSpore is no difference of ours, where ours is like the newer one."""

    def kind(self, ours, real, newer, entries=()):
        return conformance.reason_of(conformance.Call("eager", "ops.abs(f)", ours, real, newer), entries)[0]

    def test_calls(self):
        self.assertEqual(self.kind(tensor(1), tensor(1), tensor(2)), "equal")
        self.assertEqual(self.kind(tensor(2), tensor(1), tensor(2)), "changed")
        self.assertEqual(self.kind(ERROR, tensor(1), ERROR), "changed")
        self.assertEqual(self.kind(tensor(3), tensor(1), tensor(2)), "differ")
        self.assertEqual(self.kind(tensor(3), tensor(1), tensor(1)), "differ")
        self.assertEqual(self.kind(tensor(2), tensor(1), None), "differ")
        self.assertEqual(self.kind(tensor(2), ERROR, tensor(2)), "refused by MindSpore")

    def test_a_reason_for_the_newer_one_holds(self):
        entries = [("any", "ops.abs", r"\[3\] instead of \[2\]", "a reason of some length")]
        self.assertEqual(self.kind(tensor(3), tensor(1), tensor(2), entries), "changed")

    def test_families(self):
        for row, family in (("ops.abs(f)", "mindspore.ops"), ("b & c", "expressions"), ("x.abs()", "mindspore.Tensor"),
                            ("h = ms.Parameter(f * 1); nn.RMSProp([h], 0.1)((g,)); return h", "mindspore.nn"),
                            ("mnp.std(x)", "mindspore.numpy"), ("m[-1]", "expressions")):
            self.assertEqual(conformance.family_of(row), family, row)

    def test_examples(self):
        def said(text):
            return {"output": text}
        failed = {"error": "ValueError", "text": "", "output": ""}
        a, b, c = map(said, "abc")
        for ours, real, newer, verdict in ((a, a, b, "same"), (b, a, b, "changed"), (failed, a, failed, "changed"),
                                           (failed, a, a, "raise"), (c, a, b, "differ"), (b, a, failed, "differ"),
                                           (failed, a, None, "raise")):
            with self.subTest(ours=ours, newer=newer):
                self.assertEqual(examples.verdict_of(examples.Runs(real, ours, None, newer)), verdict)

    def test_the_list_of_absent_names_is_held_against_each_version(self):
        told = [(("m", "a"), "2.10"), (("m", "b"), "2.7 and 2.10")]
        self.assertEqual(list(names.untrue("2.7", told, [False, True])), [])
        self.assertEqual(list(names.untrue("2.7", told, [True, False])),
                         ["m.a: MindSpore 2.7 has it", "m.b: MindSpore 2.7 does not have it"])
        self.assertEqual(list(names.untrue("2.10", told, [False, True])), ["m.a: MindSpore 2.10 does not have it"])

    def test_all_that_raises_has_a_reason(self):
        verdicts = {"mindspore.a": "raise", "mindspore.b": "differ", "mindspore.c": "same", "mindspore.d": "changed"}
        self.assertEqual(examples.unexplained(verdicts, {"mindspore.b": "because"}), ["mindspore.a"])


if __name__ == "__main__":
    sys.exit(unittest.main())
