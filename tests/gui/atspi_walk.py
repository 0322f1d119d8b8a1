# SPDX-License-Identifier: Apache-2.0
"""Walks the tree that a screen reader gets over AT-SPI from a running window, in all perspectives, and lists every
control without a name or a role. Exit codes: 0 good, 1 faults, 77 no accessibility bus here."""
import sys
import time

try:
    import gi

    gi.require_version("Atspi", "2.0")
    from gi.repository import Atspi
except (ImportError, ValueError):
    sys.exit(77)

WAIT_SECONDS = 40
CHILD_LIMIT = 120
CONTROLS = {
    "push button", "toggle button", "check box", "radio button", "combo box", "text", "entry", "spin button", "slider",
    "tree", "tree table", "table", "list", "page tab", "page tab list", "menu item", "check menu item",
    "radio menu item", "menu",
}


def application(name):
    end = time.time() + WAIT_SECONDS
    while time.time() < end:
        desktop = Atspi.get_desktop(0)
        for index in range(desktop.get_child_count()):
            each = desktop.get_child_at_index(index)
            if each is not None and each.get_name().lower() == name:
                return each
        time.sleep(0.3)
    return None


def shown(each):
    states = each.get_state_set()
    return states.contains(Atspi.StateType.SHOWING)


def walk(each, path, seen, faults, depth=0):
    if each is None or depth > 40:
        return
    role, name = each.get_role_name(), each.get_name() or ""
    here = path + [f"{role} \"{name}\""]
    seen.append(role)
    if role in ("invalid", "unknown"):
        faults.add("no role: " + " / ".join(here[-5:]))
    if depth > 1 and not shown(each):
        return
    states = each.get_state_set()
    inner = any(part.startswith(("spin button", "combo box", "page tab list")) for part in path[-2:])
    must_have_name = role in CONTROLS or states.contains(Atspi.StateType.FOCUSABLE)
    if must_have_name and not name.strip() and not inner and "scroll bar" not in role:
        faults.add("no name: " + " / ".join(here[-5:]))
    for index in range(min(each.get_child_count(), CHILD_LIMIT)):
        walk(each.get_child_at_index(index), here, seen, faults, depth + 1)


def find(top, name):
    """The nearest to the top: what is deep in panels is many objects."""
    level = [top]
    for _ in range(8):
        below = []
        for each in level:
            for index in range(min(each.get_child_count(), CHILD_LIMIT)):
                child = each.get_child_at_index(index)
                if child is None:
                    continue
                if child.get_name() == name:
                    return child
                below.append(child)
        level = below
    return None


def main():
    program = application("jitscope")
    if program is None:
        print("the window is not on the accessibility bus")
        return 1
    seen, faults = [], set()
    end = time.time() + WAIT_SECONDS
    while find(program, "Perspective Step") is None and time.time() < end:
        time.sleep(0.5)
    for perspective in ("Step", "Passes", "Profile", "Trace"):
        button = find(program, f"Perspective {perspective}")
        if button is None:
            faults.add(f"the button of the perspective {perspective} is not in the tree")
            continue
        button.get_action_iface().do_action(0)
        time.sleep(1.5)
        walk(program, [], seen, faults)
    print(f"{len(seen)} objects, {len(faults)} faults")
    for fault in sorted(faults):
        print(fault)
    return 1 if faults or len(seen) < 200 else 0


sys.exit(main())
