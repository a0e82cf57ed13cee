"""Changes instructions of the corpus at random, and compares what the assembler and the simulator say: mutate.py PTXAS CHECK_PTX CORPUS WORK [SEED [COUNT]].

Each mutant is a small module: one instruction of the corpus with the declarations that it needs, and one change. Every mutant is made from
SEED and its number alone, so any run can be replayed. What the assembler rejects for syntax or types and the simulator takes is a disagreement, and so is
the reverse; both are listed by kind, and at most 2 % of the rejected mutants may disagree.
"""

import collections
import concurrent.futures
import os
import pathlib
import random
import re
import subprocess
import sys

HEAD = """.version 8.6
.target sm_80
.address_size 64
.visible .global .align 16 .b8 data[64];
.visible .entry k(.param .u64 p)
{
"""
REGISTER = re.compile(r"%[a-z]+\d+")
# Instructions whose meaning hangs on what stands around them.
NOT_ALONE = {"call", "bra", "brx", "ret", "exit", "trap", "brkpt"}
# The rest of the language, from which wrong modifiers and types are taken.
TYPES = "b8 b16 b32 b64 u8 u16 u32 u64 s8 s16 s32 s64 f16 f16x2 bf16 f32 f64 pred".split()
WORDS = "rn rz rm rp rni rzi ftz sat approx full lo hi wide lt eq ltu hs and or xor add min cas exch inc global shared local const param volatile relaxed acquire release gpu cta v2 v4 cc ca cg nc uni to sync aligned frob".split()
# Reasons of the assembler that have nothing to do with syntax or types.
OTHER_REASONS = re.compile(r"requires \.target|requires PTX ISA|out of range|multiple of warp|Unresolved|out of bounds|misaligned|alignment|Illegal address|exceeds|divergent", re.I)


def instructions(corpus):
    """All different instructions of the corpus, each with the registers that it uses, by name and type."""
    found = {}
    for path in sorted(corpus.rglob("*.ptx")):
        types = {}
        for line in path.read_text().splitlines():
            line = line.split("//")[0].strip()
            if declared := re.fullmatch(r"\.reg\s+\.(\w+)\s+(%[a-zA-Z_]+)<\d+>;", line):
                types[declared[2]] = declared[1]
            if not re.fullmatch(r"(@!?%\w+\s+)?[a-z]\w*(\.[\w:]+)*(\s+[^;{}]*(\{[^}]*\}[^;{}]*)*)?;", line):
                continue
            opcode = re.sub(r"^@!?%\w+\s+", "", line).split()[0].rstrip(";").split(".")[0]
            if opcode in NOT_ALONE:
                continue
            used = {name: types.get(re.sub(r"\d+$", "", name)) for name in REGISTER.findall(line)}
            # Names of variables and parameters are not carried along.
            rest = re.sub(r"%[\w.]+|\b0[xfd][0-9a-fA-F]+\b", " ", line.split(None, 1)[1] if " " in line or "\t" in line else "")
            if None in used.values() or re.search(r"[A-Za-z_$]\w*", rest):
                continue
            shape = re.sub(r"\d+", "0", line)
            found.setdefault(shape, (" ".join(line.split()), used))
    return [found[shape] for shape in sorted(found)]


def split(text):
    """Guard, opcode, modifiers and operands of an instruction."""
    guard, head, rest = re.fullmatch(r"(@\S+\s+)?([a-z]\S*?)(?:\s+(.*))?;", text).groups()
    opcode, *modifiers = head.rstrip(";").split(".")
    operands, depth, part = [], 0, ""
    for letter in rest or "":
        depth += (letter in "[{(") - (letter in "]})")
        if letter == "," and depth == 0:
            operands.append(part.strip())
            part = ""
        else:
            part += letter
    return guard or "", opcode, modifiers, operands + ([part.strip()] if part.strip() else [])


def join(guard, opcode, modifiers, operands):
    return f"{guard}{'.'.join([opcode, *modifiers])} {', '.join(operands)};"


def mutate(text, used, dice):
    """One change: the kind of it, the new text, and the types of its registers."""
    guard, opcode, modifiers, operands = split(text)
    modifiers, operands, used = list(modifiers), list(operands), dict(used)
    kinds = ["opcode", "add modifier", "punctuation", "guard"]
    if modifiers:
        kinds += ["drop modifier", "repeat modifier", "other modifier", "other type"] + ["swap modifiers"] * (len(modifiers) > 1)
    if operands:
        kinds += ["drop operand", "repeat operand", "number for operand", "address for operand", "vector for operand", "label for operand", "undeclared"]
        kinds += ["swap operands"] * (len(operands) > 1)
    if used:
        kinds += ["register of another type"] * 3
    kind = dice.choice(kinds)
    at = dice.randrange(len(operands)) if operands else 0
    which = dice.randrange(len(modifiers)) if modifiers else 0
    if kind == "opcode":
        opcode = dice.choice(["add", "sub", "mul", "mad", "ld", "st", "mov", "cvt", "setp", "frob", opcode + "x", opcode[:-1]])
    elif kind == "add modifier":
        modifiers.insert(dice.randint(0, len(modifiers)), dice.choice(WORDS + TYPES))
    elif kind == "drop modifier":
        del modifiers[which]
    elif kind == "repeat modifier":
        modifiers.insert(which, modifiers[which])
    elif kind == "other modifier":
        modifiers[which] = dice.choice(WORDS)
    elif kind == "other type":
        places = [i for i, modifier in enumerate(modifiers) if modifier in TYPES] or [which]
        modifiers[dice.choice(places)] = dice.choice(TYPES)
    elif kind == "swap modifiers":
        other = dice.randrange(len(modifiers))
        modifiers[which], modifiers[other] = modifiers[other], modifiers[which]
    elif kind == "drop operand":
        del operands[at]
    elif kind == "repeat operand":
        operands.insert(at, operands[at])
    elif kind == "swap operands":
        other = dice.randrange(len(operands))
        operands[at], operands[other] = operands[other], operands[at]
    elif kind == "number for operand":
        operands[at] = dice.choice(["0", "1", "-7", "0x10", "1.5", "0f3F800000", "0d3FF0000000000000", "07", "0b101", "9U", "08", "0x", "1e5"])
    elif kind == "address for operand":
        operands[at] = dice.choice(["[data]", "[%rd77]", "[data+4]"])
        used["%rd77"] = "b64"
    elif kind == "vector for operand":
        operands[at] = "{" + operands[at].strip("[]{}") + "}"
    elif kind == "label for operand":
        operands[at] = "$L"
    elif kind == "undeclared":
        operands[at] = dice.choice(["%r999", "nowhere", "%frob", "%tid.w"])
    elif kind == "register of another type":
        used[dice.choice(sorted(used))] = dice.choice([t for t in TYPES if t not in ("b8", "u8", "s8", "bf16")])
    elif kind == "guard":
        guard = dice.choice(["@%r1 ", "@ ", "@!", "@%p99 ", "@!!%p1 ", "@%p1"]) if not guard else guard.replace("@", dice.choice(["", "@@", "!"]))
        used.setdefault("%r1", "b32")
        used.setdefault("%p1", "pred")
    text = join(guard, opcode, modifiers, operands)
    if kind == "punctuation":
        place = dice.choice([i for i, letter in enumerate(text) if not letter.isalnum() and letter != " "])
        text = text[:place] + dice.choice(["", "", ",", ";", ".", "(", "[", "{", "+", "::", text[place] * 2]) + text[place + 1 :]
    return kind, text, used


def module(text, used):
    registers = "".join(f".reg .{ty} {name};\n" for name, ty in sorted(used.items()))
    return f"{HEAD}{registers}{text}\n$L: ret;\n}}\n"


def judge(ptxas, path):
    """Whether the assembler accepts a file, and its first complaint."""
    done = subprocess.run([ptxas, "-arch=sm_80", "-O0", path, "-o", os.devnull], capture_output=True, text=True)
    said = [line for line in (done.stdout + done.stderr).splitlines() if "error" in line or "fatal" in line]
    return done.returncode == 0, re.sub(r".*?(error|fatal)\s*: ", "", said[0]) if said else ""


def main():
    ptxas, check, corpus, work = sys.argv[1:5]
    seed = int(sys.argv[5]) if len(sys.argv) > 5 else random.SystemRandom().randrange(1 << 32)
    count = int(sys.argv[6]) if len(sys.argv) > 6 else 1000
    print(f"seed {seed}, {count} mutants: replay with tests/ptx/mutate.py ... {seed} {count}")
    originals = instructions(pathlib.Path(corpus))
    work = pathlib.Path(work)
    work.mkdir(parents=True, exist_ok=True)
    mutants, number = [], 0
    while len(mutants) < count:
        number += 1
        dice = random.Random(f"{seed}/{number}")
        original, used = dice.choice(originals)
        kind, text, types = mutate(original, used, dice)
        if text == original and types == used:
            continue
        path = work / f"{len(mutants)}.ptx"
        path.write_text(module(text, types))
        mutants.append((kind, original, text, types, str(path)))
    paths = [mutant[-1] for mutant in mutants]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        assembler = list(pool.map(lambda path: judge(ptxas, path), paths))
    done = subprocess.run([check, "-"], input="\n".join(paths), capture_output=True, text=True, check=True)
    ours = [line.split("\t") for line in done.stdout.splitlines()]
    rejected, taken, refused = 0, [], []
    for mutant, (accepted, reason), (_, verdict, *_, message) in zip(mutants, assembler, ours, strict=True):
        line = f"{mutant[0]}: {mutant[2]}  (from {mutant[1]}; {' '.join(f'{n}:{t}' for n, t in sorted(mutant[3].items()))})"
        if not accepted and not OTHER_REASONS.search(reason):
            rejected += 1
            if verdict == "loads":
                taken.append((re.sub(r"'[^']*'", "'...'", reason), line))
        elif accepted and verdict == "syntax":
            refused.append((re.sub(r"`[^`]*`", "`...`", message), f"{line} {message}"))
    for title, kinds in ("the assembler rejects it, the simulator takes it", taken), ("the assembler takes it, the simulator rejects it", refused):
        print(f"{len(kinds)} times {title}")
        for reason, number in collections.Counter(reason for reason, _ in kinds).most_common():
            print(f"  {number} {reason}")
            for line in [line for other, line in kinds if other == reason][:6]:
                print(f"      {line}")
    share = (len(taken) + len(refused)) / max(rejected, 1)
    print(f"{count} mutants of {len(originals)} instructions: {rejected} rejected for syntax or types, {100 * share:.2f} % disagree")
    return share > 0.02


sys.exit(main())
