"""completion_test.py SHELL TLOUPE SOURCE [TENSORLOUPE]

Types command lines into a real bash, zsh or fish, presses Tab, and lets the shell itself print the resulting
arguments.
"""

import json
import os
import pty
import re
import shutil
import sys
import tempfile

SHELL = sys.argv[1]
TLOUPE, SOURCE = (os.path.abspath(path) for path in sys.argv[2:4])
TENSORLOUPE = os.path.abspath(sys.argv[4]) if len(sys.argv) > 4 else None
COMPLETIONS = os.path.join(SOURCE, "packaging", "completions")

# The text before Tab, and the last argument after it.
CASES = [
    ("tloupe expo", "export"),
    ("tloupe hel", "help"),
    ("tloupe help expo", "export"),
    ("tloupe info --fla", "--flat"),
    ("tloupe info mod", "model.safetensors"),
    ("tloupe info 'my mo", "my model.safetensors"),
    ("tloupe hash --algorithm sha2", "sha256"),
    ("tloupe convert --dtype F32=BF", "F32=BF16"),
    ("tloupe convert --to=bint", "--to=bintensors"),
    ("tloupe diff --html=mod", "--html=model.safetensors"),
    ("tloupe info --sort -siz", "-size"),
    ("tloupe info --columns name,dty", "name,dtype"),
    ("tloupe stats model.safetensors h.0.attn.c_attn.w", "h.0.attn.c_attn.weight"),
    ("tloupe stats 'my model.safetensors' h.0.attn.c_attn.w", "h.0.attn.c_attn.weight"),
    ("tloupe stats my\\ model.safetensors h.0.attn.c_attn.w", "h.0.attn.c_attn.weight"),
    ("tloupe stats odd.safetensors a", "a b:c=d"),
    ("tloupe stats odd.safetensors q", 'q"u\\o:t,e'),
    ("tloupe info model.safetensors --filter dty", "dtype:"),
    ("tloupe info model.safetensors --filter dtype:f3", "dtype:f32"),
    ("tloupe info model.safetensors --filter 'attn dtype:f3", "attn dtype:f32"),
    ("tloupe info model.safetensors --filter='attn dtype:f3", "--filter=attn dtype:f32"),
    ("tloupe info model.safetensors --filter \"attn dtype:f3", "attn dtype:f32"),
]
WINDOW_CASES = [
    ("tensorloupe --the", "--theme"),
    ("tensorloupe mod", "model.safetensors"),
    ("tensorloupe --view hist", "histogram"),
    ("tensorloupe --compare --view=lay", "--view=layers"),
    ("tensorloupe --sort -siz", "-size"),
    ("tensorloupe --screenshot mod", "model.safetensors"),
    ("tensorloupe 'my model.safetensors' --select h.0.attn.c_attn.w", "h.0.attn.c_attn.weight"),
    ("tensorloupe model.safetensors --filter 'attn dtype:f3", "attn dtype:f32"),
]
# The text before Tab, and the whole line after it: nothing is escaped unnecessarily.
LINES = [
    ("tloupe info --columns name,dty", "tloupe info --columns name,dtype"),
    ("tloupe convert --to=bint", "tloupe convert --to=bintensors"),
]
# Delimiters around the output of the program `say`.
BEGIN, END = "<begin>", "<end>"


def odd_model():
    names = ["a b:c=d", 'q"u\\o:t,e']
    header = json.dumps({name: {"dtype": "F32", "shape": [1], "data_offsets": [4 * i, 4 * i + 4]}
                         for i, name in enumerate(names)}).encode()
    return len(header).to_bytes(8, "little") + header + bytes(4 * len(names))


def prepare(folder):
    """Creates the shell's start-up file, tloupe in the path, and files to complete. Returns the shell's arguments."""
    os.makedirs(folder + "/bin")
    os.makedirs(folder + "/functions")
    os.makedirs(folder + "/models")
    os.symlink(TLOUPE, folder + "/bin/tloupe")
    if TENSORLOUPE:
        os.symlink(TENSORLOUPE, folder + "/bin/tensorloupe")
    # Prints its last argument, which was completed.
    with open(folder + "/bin/say", "w", encoding="utf-8") as say:
        say.write(f'#!/bin/sh\nfor last; do :; done\nprintf "\\n{BEGIN}%s{END}\\n" "$last"\n')
    os.chmod(folder + "/bin/say", 0o755)
    sample = SOURCE + "/tests/data/safetensors/gpt2-tiny.safetensors"
    shutil.copy(sample, folder + "/models/model.safetensors")
    shutil.copy(sample, folder + "/models/my model.safetensors")
    with open(folder + "/models/odd.safetensors", "wb") as odd:
        odd.write(odd_model())
    if SHELL == "bash":
        with open(folder + "/bashrc", "w", encoding="utf-8") as start:
            start.write(f"PS1='READY> '\nset +o history\nbind 'set enable-bracketed-paste off'\n"
                        f". /usr/share/bash-completion/bash_completion\n. '{COMPLETIONS}/tloupe.bash'\n")
        return ["bash", "--noprofile", "--rcfile", folder + "/bashrc", "-i"]
    if SHELL == "zsh":
        shutil.copy(COMPLETIONS + "/_tloupe", folder + "/functions/_tloupe")
        with open(folder + "/.zshrc", "w", encoding="utf-8") as start:
            start.write(f"PS1='READY> '\nunset zle_bracketed_paste\nbindkey -e\nfpath=({folder}/functions $fpath)\n"
                        "autoload -Uz compinit\ncompinit -u -D\n")
        return ["zsh", "-d", "-i"]
    os.makedirs(folder + "/fish/completions")
    for program in ("tloupe", "tensorloupe"):  # the installed names
        shutil.copy(COMPLETIONS + "/tloupe.fish", f"{folder}/fish/completions/{program}.fish")
    with open(folder + "/fish/config.fish", "w", encoding="utf-8") as start:
        start.write("set -g fish_greeting\nset -g fish_autosuggestion_enabled 0\nfunction fish_prompt; echo 'READY> '; end\n")
    return ["fish", "-i"]


class Terminal:
    def __init__(self, arguments, folder):
        environment = {"HOME": folder, "ZDOTDIR": folder, "XDG_CONFIG_HOME": folder, "XDG_DATA_HOME": folder + "/data",
                       "PATH": folder + "/bin:/usr/bin:/bin", "TERM": "dumb" if SHELL != "fish" else "xterm",
                       "LC_ALL": "C.UTF-8", "COLUMNS": "200"}
        self.shown = ""
        self.child, self.descriptor = pty.fork()
        if self.child == 0:
            os.chdir(folder + "/models")
            os.execvpe(arguments[0], arguments, environment)

    def type(self, text):
        os.write(self.descriptor, text.encode())

    def wait_for(self, pattern):
        """The first match of the pattern in the following output. CTest's time limit ends the wait."""
        while not (match := re.search(pattern, self.shown, re.DOTALL)):
            try:
                piece = os.read(self.descriptor, 65536)
            except OSError:
                piece = b""
            if not piece:
                raise SystemExit(f"FAILED: {SHELL} ended; it showed:\n{self.shown}")
            self.shown += piece.decode(errors="replace")
        self.shown = self.shown[match.end():]
        return match

    def complete(self, line):
        """The last argument of `line` after Tab."""
        self.type("\x15" + line + "\t")
        # Ctrl+A, then the command is inserted at the start: the completed words become arguments of `say`.
        self.type("\x01say \r")
        return self.said()

    def completed_line(self, line):
        """`line` after Tab, as shown on the command line."""
        self.type("\x15" + line + "\t")
        self.type("\x01say '\x05'\r")  # a quote before it and one after it
        return self.said().rstrip(" ")

    def said(self):
        return self.wait_for(f"\n{BEGIN}(.*?){END}").group(1)


def main():
    failures = 0
    cases = CASES + (WINDOW_CASES if TENSORLOUPE else [])
    with tempfile.TemporaryDirectory() as folder:
        terminal = Terminal(prepare(folder), folder)
        terminal.wait_for("READY> ")
        for expectations, complete in ((cases, terminal.complete), (LINES, terminal.completed_line)):
            for line, expected in expectations:
                got = complete(line)
                if got != expected:
                    failures += 1
                    print(f"FAILED {SHELL}: {line}<Tab>: expected {expected!r}, got {got!r}")
        terminal.type("\x15exit\r")
        os.waitpid(terminal.child, 0)
    print(f"{len(cases) + len(LINES) - failures} passed, {failures} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
