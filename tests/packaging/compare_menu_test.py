#!/usr/bin/python3
"""compare_menu_test.py PREFIX TYPE

Tests the "Compare" entries of an installation in PREFIX for two selected files of TYPE, as the file managers read
them. Calls the extension for Nautilus with stand-ins for its classes, and reads those of the others as files."""

import configparser
import os
import runpy
import shlex
import subprocess
import sys
import threading
import types

prefix, model = sys.argv[1:]
share = os.path.join(prefix, "share")
app = "io.github.tensorloupe.Tensorloupe"
files = ["/models/base model.safetensors", "/models/-tuned.safetensors"]
expected = ["tensorloupe", "--compare", *files]


def read(path):
    entry = configparser.ConfigParser(interpolation=None, delimiters="=")
    entry.optionxform = str
    with open(os.path.join(share, path)) as file:
        entry.read_file(file)
    return entry


def check(what, wanted, actual):
    if wanted != actual:
        sys.exit(f"FAILED {what}: expected {wanted!r}, got {actual!r}")


def check_entry(name, group, types_key):
    check(f"{name}: {model}", True, model in group[types_key].split(";"))


def command(line):
    words = []
    for word in shlex.split(line):
        words += files if word == "%F" else [word]
    return words


kde = read(f"kio/servicemenus/{app}.compare.desktop")
check_entry("KDE", kde["Desktop Entry"], "MimeType")
check("KDE: files", "2", kde["Desktop Entry"]["X-KDE-RequiredNumberOfUrls"])
check("KDE: command", expected, command(kde["Desktop Action " + kde["Desktop Entry"]["Actions"].strip(";")]["Exec"]))

nemo = read(f"nemo/actions/{app}.compare.nemo_action")["Nemo Action"]
check_entry("Nemo", nemo, "Mimetypes")
check("Nemo: files", "2", nemo["Selection"])
check("Nemo: command", expected, command(nemo["Exec"]))

other = read(f"file-manager/actions/{app}.compare.desktop")
profile = other["X-Action-Profile " + other["Desktop Entry"]["Profiles"].strip(";")]
check_entry("other file managers", profile, "MimeTypes")
check("other file managers: files", "=2", profile["SelectionCount"])
check("other file managers: command", expected, command(profile["Exec"]))

# Nautilus.
started = []
ended = threading.Semaphore(0)


class Window:
    def __init__(self, arguments, **_):
        started.append(arguments)

    def wait(self):
        ended.release()


subprocess.Popen = Window


class MenuItem:
    def __init__(self, name, label):
        self.label = label

    def connect(self, _signal, function, data):
        self.activate = lambda: function(self, data)


class File:
    def __init__(self, path, mime_type=model):
        self.path, self.mime_type = path, mime_type

    def get_mime_type(self):
        return self.mime_type

    def get_location(self):
        return self

    def get_path(self):
        return self.path


repository = types.ModuleType("gi.repository")
repository.GObject = types.SimpleNamespace(GObject=type("GObject", (), {}))
repository.Nautilus = types.SimpleNamespace(MenuProvider=type("MenuProvider", (), {}), MenuItem=MenuItem)
sys.modules.update({"gi": types.ModuleType("gi"), "gi.repository": repository})
provider = runpy.run_path(f"{share}/nautilus-python/extensions/tensorloupe_compare.py")["TensorloupeCompare"]()

pair = [File(path) for path in files]
for arguments in [(pair,), ("window", pair)]:  # Nautilus 43 and earlier
    items = provider.get_file_items(*arguments)
    check("Nautilus: entries for two models", 1, len(items))
    items[0].activate()
check("Nautilus: commands", [expected, expected], started)
for _ in started:
    check("Nautilus: waits for a window, which would stay a zombie", True, ended.acquire(timeout=10))
for what, selected in {
    "one model": pair[:1],
    "three models": [*pair, File("/c.safetensors")],
    "a text": [pair[0], File("/notes.txt", "text/plain")],
    "a file elsewhere": [pair[0], File(None)],
}.items():
    check(f"Nautilus: entries for {what}", [], provider.get_file_items(selected))
