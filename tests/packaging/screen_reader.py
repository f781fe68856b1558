"""screen_reader.py PID: fails unless the window of that process provides AT-SPI with everything that a screen reader
needs."""

import sys
import time

import pyatspi


def application(pid):
    for _ in range(600):
        for one in pyatspi.Registry.getDesktop(0):
            if one is not None and one.get_process_id() == pid and one.childCount > 0:
                return one
        time.sleep(0.1)
    sys.exit("FAILED: the program is not in the AT-SPI tree")


def walk(node, depth=0):
    """Visits all nodes except table cells, of which a file may have millions."""
    yield node
    if depth > 40 or node.getRole() in (pyatspi.ROLE_TREE_TABLE, pyatspi.ROLE_TABLE, pyatspi.ROLE_TREE, pyatspi.ROLE_LIST):
        return
    for i in range(node.childCount):
        child = node.getChildAtIndex(i)
        if child is not None:
            yield from walk(child, depth + 1)


def nodes_with_file(app):
    """The nodes of the window, once the file is open."""
    for _ in range(100):
        nodes = list(walk(app))
        if any("gpt2-tiny" in node.name for node in nodes):
            return nodes
        time.sleep(0.1)
    sys.exit("FAILED: no name in the tree is that of the file")


failures = []
nodes = nodes_with_file(application(int(sys.argv[1])))
controls = 0
for node in nodes:
    states = node.getState()
    if not states.contains(pyatspi.STATE_FOCUSABLE) or not states.contains(pyatspi.STATE_SHOWING):
        continue
    controls += 1
    if not node.name.strip():
        failures.append(f"a {node.getRoleName()} in a {node.parent.getRoleName()} '{node.parent.name}' has no name")
menus = [node.name for node in nodes if node.getRole() in (pyatspi.ROLE_MENU, pyatspi.ROLE_MENU_ITEM)]
for wanted in ("Datei", "Bearbeiten", "Ansicht", "Hilfe"):
    if wanted not in menus:
        failures.append(f"no menu is called {wanted}: {menus}")
if not any(node.getRole() in (pyatspi.ROLE_TREE, pyatspi.ROLE_TREE_TABLE) and node.name == "Tensoren" for node in nodes):
    failures.append("the tree of tensors has no name")
print(f"{len(nodes)} nodes, {controls} can get the focus")
for failure in failures:
    print("FAILED:", failure)
sys.exit(bool(failures) or controls < 10)
