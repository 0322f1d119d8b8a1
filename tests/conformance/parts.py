# SPDX-License-Identifier: Apache-2.0
"""Runs each comparison with MindSpore by its own command and makes one table of them: the part, what is counted in MindSpore,
how much of it is the same here, the share, what is wanted, and the verdict.

    run [--only PART,PART] [--ours FOLDER] [--kept FOLDER] [--to FILE]
        [--tests FOLDER] [--docs FOLDER] [--mindcv FOLDER] [--mindformers FOLDER]

--tests is a folder that holds tests/st of MindSpore's sources, --docs one of its documentation, --mindcv and --mindformers
copies of these; all of them you fetched (JITSCOPE_MINDSPORE_SOURCES, JITSCOPE_MINDSPORE_DOCS, JITSCOPE_MINDCV and
JITSCOPE_MINDFORMERS name them, too). A part without its material is listed as not run. In --kept (JITSCOPE_MINDSPORE_KEPT)
stand what MindSpore gave, which is taken from there the next time, what each part printed (PART.out), and the table
(table.txt, unless --to names another file); --kept-only leaves public tests out for which nothing stands there. Exit code 1 unless all that was run is as wanted."""
import argparse
import collections
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
Figures = collections.namedtuple("Figures", "there same")
WIDTHS = (26, 9, 9, 9, 26)
# `output` names the part that is carried out for it, where that is another one.
Part = collections.namedtuple("Part", "name material command read wanted output", defaults=[None])


# --- what the outputs say ---------------------------------------------------------------------------------------------

def found_in(pattern, text):
    """The numbers of the last line that has the pattern; nothing without one."""
    found = re.findall(pattern, text, re.MULTILINE)
    return tuple(map(int, found[-1])) if found else None


def figures(pattern):
    """Reads (there, same) by a pattern whose two groups are these."""
    def read(text):
        found = found_in(pattern, text)
        return Figures(*found) if found else None
    return read


def equal_calls(text):
    """Of conformance.py: calls that differ without a reason are the ones that are not the same. What MindSpore itself changed
    after the version that is compared does not count."""
    found = found_in(r"^(\d+) equal, (\d+) known, \d+ changed, (\d+) differ", text)
    return Figures(sum(found), found[0] + found[1]) if found else None


def models(text):
    found = found_in(r"^(\d+) of the (\d+) models", text)
    return Figures(found[1], found[0]) if found else None


def documented(modules):
    """Sums the rows of names.py of these modules: those documented for the CPU."""
    def read(text):
        rows = re.findall(r"^(\S+) +(\d+) of (\d+) +[\d.]+ %", text, re.MULTILINE)
        chosen = [(int(there), int(same)) for name, same, there in rows if re.fullmatch(modules, name)]
        return Figures(*map(sum, zip(*chosen))) if chosen else None
    return read


# --- what is wanted ---------------------------------------------------------------------------------------------------

def at_least(percent):
    return f">= {percent} %", lambda found: 100 * found.same >= percent * found.there


def without_rest(percent):
    """A share, and nothing that differs without a reason: the command itself fails there."""
    text, is_reached = at_least(percent)
    return f"{text}, 0 unexplained", is_reached


def so_many(count):
    return f">= {count}", lambda found: found.same >= count


# --- the parts --------------------------------------------------------------------------------------------------------

def script(name, *arguments):
    return lambda options: ["bash", os.path.join(HERE, name), *arguments, *options.folders, os.path.abspath(options.ours)]


def python(name, *arguments):
    return lambda options: ["/usr/bin/python3", os.path.join(HERE, name), *arguments, *options.folders, "--ours",
                            os.path.abspath(options.ours)]


def public_tests(options):
    kept_only = ["--kept-only"] if options.kept_only else []
    return [*python("publictests.py")(options), "--ours-python", environment("pytest"), *kept_only]


PUBLIC = r"mindspore\.(ops|nn|mint|numpy|Tensor|train|amp)(?!\.prob)[\w.]*"
DATASET = r"mindspore\.dataset(\.vision|\.text)?"
PARTS = (
    Part("examples-2.10", None, script("docexamples"), figures(r"^all +(\d+) +(\d+)"), without_rest(95)),
    Part("examples-2.7", None, script("docexamples"), figures(r"^all +(\d+) +(\d+)"), without_rest(95)),
    Part("calls-2.10", None, python("conformance.py"), equal_calls, without_rest(100)),
    Part("calls-2.7", None, python("conformance.py"), equal_calls, without_rest(100)),
    Part("names-2.10", None, python("names.py"), documented(PUBLIC), without_rest(97)),
    Part("names-2.7", None, python("names.py"), documented(PUBLIC), without_rest(97)),
    Part("names-dataset-2.10", None, python("names.py"), documented(DATASET), without_rest(85), "names-2.10"),
    Part("names-dataset-2.7", None, python("names.py"), documented(DATASET), without_rest(85), "names-2.7"),
    Part("tests", "tests", public_tests, figures(r"^together .* (\d+) pass in MindSpore +(\d+) here"), at_least(90)),
    Part("pages", "docs", script("pages"), figures(r"^(\d+) blocks run there, (\d+) here"), without_rest(100)),
    Part("models", "mindcv", script("models"), models, so_many(30)),
    Part("mindformers", "mindformers", script("models", "--formers"), models, at_least(100)),
)
MATERIAL = {"tests": "JITSCOPE_MINDSPORE_SOURCES", "docs": "JITSCOPE_MINDSPORE_DOCS", "mindcv": "JITSCOPE_MINDCV",
            "mindformers": "JITSCOPE_MINDFORMERS"}
# Where each command keeps what MindSpore gave.
KEPT = {"examples-2.10": "EXAMPLES", "examples-2.7": "EXAMPLES", "tests": "TESTS", "pages": "PAGES", "models": "MODELS",
        "mindformers": "MODELS"}


def environment(what):
    return subprocess.run(["bash", os.path.join(HERE, "environment"), what], check=True, stdout=subprocess.PIPE,
                          text=True).stdout.strip()


def variables_of(part, pythons, kept):
    """What the command of a part reads from its environment."""
    is_older = part.name.endswith("2.7")
    # Each version has parts of its own; what differs from the older one may be as it is in the newer one.
    variables = {"JITSCOPE_MINDSPORE_PYTHON": pythons["2.7" if is_older else "2.10"], "JITSCOPE_MINDSPORE_2_7_PYTHON": "",
                 "JITSCOPE_MINDSPORE_NEWER_PYTHON": pythons["2.10"] if is_older else ""}
    if kept and part.name in KEPT:
        variables[f"JITSCOPE_MINDSPORE_{KEPT[part.name]}"] = os.path.join(kept, part.name)
    return variables


# --- the table --------------------------------------------------------------------------------------------------------

def line(*cells):
    return "".join(f"{cell:{'<' if place == 0 else '>'}{width}}" for place, (cell, width) in enumerate(zip(cells, WIDTHS))) \
        + f"  {cells[-1]}"


def verdict_of(part, found, code):
    """What a part came to, by what its command printed and ended with."""
    if found is None:
        return f"failed: it ended with {code} and without figures"
    _, is_reached = part.wanted
    if not is_reached(found):
        return "too few"
    if "unexplained" in part.wanted[0] and code:
        return "unexplained differences"
    return "reached"


def row(part, output, code):
    """The line of a part that was run, and its verdict."""
    found = part.read(output)
    verdict = verdict_of(part, found, code)
    if found is None:
        return line(part.name, "-", "-", "-", part.wanted[0], verdict), verdict
    share = f"{100 * found.same / found.there:.1f} %" if found.there else "-"
    return line(part.name, found.there, found.same, share, part.wanted[0], verdict), verdict


def unrun(part):
    return line(part.name, "-", "-", "-", part.wanted[0],
                f"not run: name it with --{part.material} or {MATERIAL[part.material]}")


def heading():
    return line("part", "there", "same", "share", "wanted", "verdict")


# --- running ----------------------------------------------------------------------------------------------------------

def run(part, options, pythons):
    """(all that the command of a part printed, its exit code)"""
    material = getattr(options, part.material) if part.material else None
    options.folders = [os.path.abspath(material)] if material else []
    with tempfile.TemporaryFile("w+", errors="replace") as output:
        done = subprocess.run(part.command(options), stdout=output, stderr=subprocess.STDOUT,
                              env={**os.environ, **variables_of(part, pythons, options.kept)})
        output.seek(0)
        return output.read(), done.returncode


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help=f"some of {', '.join(part.name for part in PARTS)}")
    parser.add_argument("--ours", default=os.path.join(HERE, "..", "..", "build", "python"))
    parser.add_argument("--kept", default=os.environ.get("JITSCOPE_MINDSPORE_KEPT"))
    parser.add_argument("--kept-only", action="store_true", help="of public tests, leave out what is not kept yet")
    parser.add_argument("--to")
    for material, variable in MATERIAL.items():
        parser.add_argument(f"--{material}", default=os.environ.get(variable))
    options = parser.parse_args(arguments)
    names = options.only.split(",") if options.only else [part.name for part in PARTS]
    strange = set(names) - {part.name for part in PARTS}
    if strange:
        parser.error(f"no part {', '.join(sorted(strange))}; there are {', '.join(part.name for part in PARTS)}")
    options.parts = [part for part in PARTS if part.name in names]
    options.kept = os.path.abspath(options.kept) if options.kept else None
    options.to = options.to or options.kept and os.path.join(options.kept, "table.txt")
    return options


def main(arguments):
    options = parse(arguments)
    pythons = {version: environment(version) for version in ("2.10", "2.7")}
    lines, verdicts, outputs = [heading()], [], {}
    for part in options.parts:
        if part.material and not getattr(options, part.material):
            lines.append(unrun(part))
            continue
        print(f"{part.name} ...", file=sys.stderr, flush=True)
        source = part.output or part.name
        if source not in outputs:
            outputs[source] = run(part, options, pythons)
        output, code = outputs[source]
        if options.kept:
            os.makedirs(options.kept, exist_ok=True)
            with open(os.path.join(options.kept, f"{source}.out"), "w", encoding="utf-8") as file:
                file.write(output)
        text, verdict = row(part, output, code)
        print(text, file=sys.stderr, flush=True)
        lines.append(text)
        verdicts.append(verdict)
    print("\n".join(lines))
    if options.to:
        with open(options.to, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
    return 0 if all(verdict == "reached" for verdict in verdicts) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
