# SPDX-License-Identifier: Apache-2.0
"""What `run` makes of what the comparisons print: figures, verdicts, the lines of its table."""
import contextlib
import io
import os
import sys
import tempfile
import unittest
from unittest import mock

import parts

OUTPUTS = {
    "examples-2.10": ("mindspore.nn   5   5   0   0\nall            200    196      3      1\n", (200, 196)),
    "calls": ("90 equal, 8 known, 2 differ, 5 refused by MindSpore\n", (100, 98)),
    "names": ("mindspore.ops    97 of 100   97.0 %   1 of 1  100.0 %\nmindspore.nn.probability.bijector  0 of 9  0.0 %\n"
              "mindspore.Tensor  3 of 4  75.0 %  3 of 4  75.0 %\nmindspore.dataset  1 of 2  50.0 %\n", (104, 100)),
    "names-dataset": ("mindspore.dataset 9 of 10 90.0 %\nmindspore.dataset.audio 0 of 5 0.0 %\n", (10, 9)),
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


if __name__ == "__main__":
    sys.exit(unittest.main())
