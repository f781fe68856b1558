#!/usr/bin/python3
"""site_test.py SOURCE TENSORLOUPE
Tests that each picture of packaging/pictures can be drawn, and that all links, anchors, pictures and styles in the
pages of packaging/site exist, without using another server."""

import html.parser
import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse

failures = 0


def check(holds, what):
    global failures
    if not holds:
        print(f"FAILED: {what}")
        failures += 1


class PageReader(html.parser.HTMLParser):
    """Collects the references of a page, and its anchors."""

    VOID = {"meta", "link", "img", "source", "br", "hr"}

    def __init__(self):
        super().__init__()
        self.references, self.anchors, self.tags, self.open = [], [], [], []
        self.titles, self.unlabelled = "", 0

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.tags.append(tag)
        if tag not in self.VOID:
            self.open.append(tag)
        self.references += [values[name] for name in ("href", "src", "srcset") if name in values]
        self.anchors += [values["id"]] if "id" in values else []
        self.unlabelled += tag == "img" and "alt" not in values

    def handle_endtag(self, tag):
        check(self.open and self.open.pop() == tag, f"</{tag}> closes another element, line {self.getpos()[0]}")

    def handle_data(self, data):
        if self.open and self.open[-1] == "title":
            self.titles += data


def read_page(path):
    reader = PageReader()
    with open(path, encoding="utf-8") as file:
        reader.feed(file.read())
    check(not reader.open, f"{path}: {reader.open} are not closed")
    return reader


def check_page(out, name, pages):
    page = pages[name]
    check(len(set(page.anchors)) == len(page.anchors), f"{name}: two elements have the same id")
    check("script" not in page.tags, f"{name} has a script")
    check(page.tags.count("h1") == 1 and page.titles, f"{name} has no title, or several")
    check(page.unlabelled == 0, f"{name}: a picture has no text")
    for reference in page.references:
        address = urllib.parse.urlsplit(reference)
        if not check_local(name, reference, address):
            continue
        target = address.path or name
        check(os.path.isfile(os.path.join(out, target)), f"{name} refers to {reference}, which is not there")
        if address.fragment:
            anchors = pages[target].anchors if target in pages else []
            check(address.fragment in anchors, f"{name} refers to {reference}: no such anchor")


def check_local(name, reference, address):
    is_local = not address.scheme and not address.netloc and not address.path.startswith("/")
    check(is_local, f"{name} refers to {reference}, on another server")
    return is_local


def main(source, program):
    with tempfile.TemporaryDirectory() as folder:
        small, out = os.path.join(folder, "small"), os.path.join(folder, "out")
        environment = {**os.environ, "TENSORLOUPE": program}
        subprocess.run([f"{source}/packaging/pictures", "--small", small], env=environment, check=True)
        drawn = set(os.listdir(small))
        check(len(drawn) > 10, f"packaging/pictures has drawn {len(drawn)} pictures")
        shutil.copy(f"{small}/compare-light.png", f"{small}/compare-dark.png")
        subprocess.run([f"{source}/packaging/site", "--pictures", small, out], check=True)

        pages = {name: read_page(os.path.join(out, name)) for name in os.listdir(out) if name.endswith(".html")}
        manual = [name for name in os.listdir(f"{source}/resources/manual") if name.endswith(".md")]
        check(sorted(pages) == sorted(name[:-3] + ".html" for name in manual), f"the pages are {sorted(pages)}")
        for name in pages:
            check_page(out, name, pages)
        for name in pages:
            check(all(other in pages[name].references for other in pages), f"{name} does not lead to every page")
        used = {os.path.basename(one) for page in pages.values() for one in page.references if "pictures/" in one}
        check(used == set(os.listdir(f"{out}/pictures")), "a picture of the site is on no page")
        check("compare-dark.png" in used, "dark pictures are not used")
        with open(f"{out}/style.css", encoding="utf-8") as file:
            check(not re.search(r"url\(|@import", file.read()), "style.css refers to other files")

        shown = subprocess.run([f"{source}/packaging/site", "--pictures", folder, out], capture_output=True, text=True)
        named = all(name in shown.stderr for name in used if name.endswith("-light.png"))
        check(shown.returncode == 1 and named, "all missing pictures must be named")

        nothing = {**os.environ, "TENSORLOUPE": f"{folder}/no program"}
        unmade = os.path.join(folder, "unmade")
        shown = subprocess.run([f"{source}/packaging/site", unmade], env=nothing, capture_output=True, text=True)
        check(shown.returncode == 1 and "no program" in shown.stderr and "TENSORLOUPE" in shown.stderr,
              "a missing program must be named")
        check(not os.path.exists(f"{unmade}/index.html"), "no page is made without pictures")
    print(f"{len(pages)} pages, {len(used)} pictures, {failures} failures")
    return 1 if failures else 0


sys.exit(main(*sys.argv[1:]))
