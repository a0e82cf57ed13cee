"""Writes each form of the opcode table in the ways that it allows, and asks the assembler and the simulator: forms.py PTXAS CHECK_PTX TABLE WORK.

A form that the assembler rejects does not belong in the table, and one that the simulator calls bad PTX is a fault of its checker. At most MOST ways of each
form are written, spread evenly.
"""

import concurrent.futures
import itertools
import os
import pathlib
import re
import subprocess
import sys

MOST = 48
SIZES = {"b": "b", "u": "u", "s": "s", "f": "f"}
# Forms of the table that ask for a newer device than sm_80. Other kernels of the tests run them, so they stay.
NEWER = re.compile(r"requires \.target|requires PTX ISA|Feature|not supported")
HEAD = """.version 9.1
.target sm_80
.address_size 64
.visible .global .align 16 .b8 data[256];
.const .align 16 .b8 fixed[256];
.shared .align 16 .b8 tile[256];
.visible .entry k(.param .align 16 .b8 given[256])
{
.local .align 16 .b8 own[256];
"""


def strings(text, name):
    """The string literals of one array of the table."""
    body = re.search(rf"static {name}\b.*?= &\[(.*?)\n\];", text, re.S)[1]
    return re.findall(r'"([^"]*)"', body)


def alternatives(slot, sets):
    words = [word for part in slot.strip("?!").split("|") for word in sets.get(part, part).split("|")]
    return words + [None] * slot.endswith("?")


def is_type(word):
    return bool(re.fullmatch(r"[busf](8|16|32|64)|f16x2|bf16(x2)?|pred|tf32|e[45]m[32]x2|[su][24]", word))


def operand(code, words, opcode):
    """An operand that a code stands for; nothing for one that may be missing."""
    types = [word for word in words if is_type(word)]
    wide = {"u16": "u32", "s16": "s32", "u32": "u64", "s32": "s64"}
    space = next((w for w in words if re.match(r"global|const|shared|local|param", w)), "shared" if opcode == "mbarrier" else "global")
    if code.endswith("?"):
        return "%policy_r" if code == "u64?" and "L2::cache_hint" in words else None
    bare = code.lstrip("=_~")
    register = lambda ty: f"%{ty}_r"
    of = {"t": types[0] if types else "b32", "u": types[1] if len(types) > 1 else "b32", "w": wide.get(types[0] if types else "", "b64")}
    if bare == "[,]":
        # A layer goes in front, and a vector of three is written as one of four.
        shape = next(w for w in words if re.fullmatch(r"a?[123]d|a?cube|a?2dms", w))
        axes = {"1d": 1, "2d": 2, "3d": 4, "cube": 4, "2dms": 4, "a1d": 1}.get(shape, 3)
        parts = ["%b32_r"] * (shape[0] == "a") + [register(types[-1] if opcode in ("tex", "tld4") else "b32")] * axes
        return "[%b64_r, {" + ", ".join(parts) + "}]"
    if bare == "[]" and opcode in ("txq", "suq"):
        return "[%b64_r]"
    if bare == "[]":
        return "[" + {"global": "data", "const": "fixed", "shared": "tile", "local": "own", "param": "given"}[space.split("::")[0]] + "]"
    if bare == "v":
        count = next((int(w[1]) for w in words if w in ("v2", "v4")), 1)
        return register(of["t"]) if count == 1 and opcode != "tex" else "{" + ", ".join([register(of["t"])] * count) + "}"
    simple = {"#": "1", "label": "END", "p": "%pred_r", "p|q": "%pred_r|%pred_q", "t|p": f"{register(of['t'])}|%pred_r", "mov": register(of["t"])}
    if bare == "b32|p":
        return "%b32_r|%pred_r"
    if bare.isdigit():
        return bare
    return simple.get(bare) or register(of.get(bare, bare))


def ways(form, sets):
    """Instructions that a form allows; none for a form that leaves them to a rule."""
    head, codes = form.split("@")[0].split(" :")
    opcode, *slots = head.split()
    if form.endswith("@lax") or "..." in slots or "*" in codes or "{}" in codes or "label" in codes:
        return
    every = list(itertools.product(*(alternatives(slot, sets) for slot in slots)))
    for choice in every[:: max(1, len(every) // MOST)]:
        words = [word for word in choice if word]
        # Vectors have at most sixteen bytes.
        bits = int(re.search(r"\d+", next((w for w in words if is_type(w)), "b32"))[0]) if "pred" not in words else 1
        if any(w in ("v2", "v4") and int(w[1]) * bits > 128 for w in words):
            continue
        # A kernel cannot write its parameters, and has none of a function.
        if opcode == "st" and any(w.startswith("param") for w in words) or "param::func" in words:
            continue
        operands = [text for text in (operand(code, words, opcode) for code in codes.split()) if text]
        yield f"{'.'.join([opcode, *words])} {', '.join(operands)};"


def module(lines):
    text = "\n".join(lines)
    registers = set()
    for name in sorted(set(re.findall(r"%(\w+)_[rq]", text))):
        ty = {"policy": "b64", "tf32": "b32", "bf16": "b16", "bf16x2": "b32"}.get(name, "b16" if re.match("e[45]", name) else name)
        registers.add(f".reg .{ty} %{name}_r;" + (f" .reg .{ty} %{name}_q;" if name == "pred" else ""))
    return HEAD + " ".join(sorted(registers)) + "\n" + text + "\nEND: ret;\n}\n"


def main():
    ptxas, check, table, work = sys.argv[1:]
    text = pathlib.Path(table).read_text()
    pairs = strings(text, "SETS")
    sets = dict(zip(pairs[::2], pairs[1::2]))
    work = pathlib.Path(work)
    work.mkdir(parents=True, exist_ok=True)
    files, total = {}, 0
    for number, form in enumerate(strings(text, "FORMS")):
        lines = list(ways(form, sets))
        total += len(lines)
        if lines:
            path = work / f"{number}.ptx"
            path.write_text(module(lines))
            files[str(path)] = (form, len(HEAD.splitlines()) + 2, lines)

    def ask(path):
        # A form that is marked so is asked for on the device that has it.
        device = files[path][0].partition("@")[2] or "80"
        if device != "80":
            text = pathlib.Path(path).read_text().replace(".target sm_80", f".target sm_{device}")
            path = path.replace(".ptx", "-newer.ptx")
            pathlib.Path(path).write_text(text)
        done = subprocess.run([ptxas, f"-arch=sm_{device}", "-O0", path, "-o", os.devnull], capture_output=True, text=True)
        return re.findall(r"line (\d+); (?:error|fatal)\s*: (.*)", done.stdout + done.stderr)

    wrong, newer = 0, 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for path, complaints in zip(files, pool.map(ask, files)):
            form, first, lines = files[path]
            bad = [(line, said) for line, said in complaints if not NEWER.search(said)]
            newer += len(complaints) > len(bad)
            wrong += bool(bad)
            for line, said in bad[:3]:
                print(f"the assembler rejects a way of `{form}`: {lines[int(line) - first] if 0 <= int(line) - first < len(lines) else line}: {said}")
    done = subprocess.run([check, "--all", "-"], input="\n".join(files), capture_output=True, text=True, check=True)
    for line in done.stdout.splitlines():
        path, verdict, place, _, message = line.split("\t")
        if verdict == "syntax":
            wrong += 1
            form, first, lines = files[path]
            print(f"the simulator rejects a way of `{form}`: {lines[int(place) - first] if 0 <= int(place) - first < len(lines) else place}: {message}")
    print(f"{len(files)} forms, {total} ways to write them: {wrong} wrong; {newer} forms have ways that need a newer device")
    return wrong > 0


sys.exit(main())
