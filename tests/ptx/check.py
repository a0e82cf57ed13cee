"""Has the assembler accept the corpus, and the simulator load it: check.py PTXAS CHECK_PTX CORPUS.

Fails when the assembler accepts a file that the simulator does not load, when an opcode of opcodes.txt is nowhere in the corpus, or when the corpus is
smaller than it should be.
"""

import collections
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

FEWEST_FILES = 150
OPCODES = pathlib.Path(__file__).with_name("opcodes.txt")


def complaint(ptxas, path):
    """What the assembler says about a file; nothing if it accepts it."""
    command = [ptxas, "-arch=sm_80", "-O0", path, "-o", os.devnull]
    done = subprocess.run(command, capture_output=True, text=True)
    return "" if done.returncode == 0 else done.stdout + done.stderr


def opcodes(text):
    """The base opcodes of a file, roughly: first words of statements."""
    text = re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.S)
    return set(re.findall(r"(?:^|[;{}:])\s*(?:@!?[\w%$]+\s+)?([a-z]\w*)(?=[\s.;])", text, flags=re.M))


def main():
    ptxas, check, corpus = sys.argv[1:]
    paths = sorted(str(path) for path in pathlib.Path(corpus).rglob("*.ptx"))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        refused = {path: said for path, said in zip(paths, pool.map(lambda path: complaint(ptxas, path), paths)) if said}
    for path, said in refused.items():
        print(f"ptxas refuses {path}\n{said}")

    done = subprocess.run([check, "--all", "-"], input="\n".join(paths), capture_output=True, text=True, check=True)
    verdicts = collections.defaultdict(list)
    for line in done.stdout.splitlines():
        path, verdict, place, column, message = line.split("\t")
        verdicts[path].append((verdict, f"{path}:{place}:{column}: {message}"))
    missing, wrong = collections.Counter(), 0
    for path, all_of_it in verdicts.items():
        for verdict, message in all_of_it:
            if verdict == "not-simulated":
                missing[message.split(": ", 1)[1]] += 1
            elif verdict != "loads":
                wrong += 1
                print(message)
    for message, count in missing.most_common():
        print(f"{count:6} {message}")

    compilers = collections.Counter(pathlib.Path(path).parent.name for path in paths)
    loading = collections.Counter(pathlib.Path(path).parent.name for path in paths if [v for v, _ in verdicts[path]] == ["loads"])
    for compiler, count in sorted(compilers.items()):
        print(f"{compiler}: {loading[compiler]} of {count} files load")
    print(f"{sum(loading.values())} of {len(paths)} files load; ptxas accepts {len(paths) - len(refused)}")

    reached = set().union(*(opcodes(pathlib.Path(path).read_text()) for path in paths))
    unreached = [name for name in OPCODES.read_text().split() if name not in reached]
    print(f"{len(OPCODES.read_text().split()) - len(unreached)} opcodes of the list are reached" + (f", not {' '.join(unreached)}" if unreached else ""))
    too_few = len(paths) < FEWEST_FILES
    return bool(refused or wrong or missing or unreached or too_few)


sys.exit(main())
