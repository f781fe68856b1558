#!/usr/bin/env python3
"""history_numpy_test.py TLOUPE: compares `tloupe history` of a run of 40 steps, with NaN from step 27 on, with NumPy."""
import csv
import io
import json
import os
import struct
import subprocess
import sys
import tempfile

import numpy as np

TLOUPE = sys.argv[1]
STEPS, BORN = 40, 27
PLACE = ("layers.1.w", 5)  # the first NaN
failures = []
random = np.random.default_rng(23)


def write(path, tensors):
    header, data = {}, b""
    for name, values in tensors.items():
        raw = values.tobytes()
        header[name] = {"dtype": {"<f4": "F32", "<f2": "F16", "<f8": "F64"}[values.dtype.str],
                        "shape": list(values.shape), "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header).encode()
    with open(path, "wb") as stream:
        stream.write(struct.pack("<Q", len(text)) + text + data)


def expect(where, found, wanted):
    if found != wanted:
        failures.append(f"{where}: is {found}, expected {wanted}")


def expect_near(where, found, wanted):
    if found is None or not np.isclose(found, wanted, rtol=1e-12, atol=0):
        failures.append(f"{where}: is {found}, expected {wanted}")


def joined(tensors, names):
    return np.concatenate([tensors[name].astype(np.float64).ravel() for name in names])


def history(run, *arguments):
    answer = subprocess.run([TLOUPE, "history", run, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            check=False)
    return answer.returncode, answer.stdout.decode(), answer.stderr.decode()


def check(run, steps, names, arguments):
    status, text, error = history(run, *arguments, "--json")
    where = " ".join(arguments) or "all"
    broken = any(not np.isfinite(joined(tensors, names)).all() for tensors in steps)
    expect(f"{where}: status ({error})", status, 1 if broken else 0)
    document = json.loads(text)
    expect(f"{where}: steps", [row["step"] for row in document["checkpoints"]], list(range(1, STEPS + 1)))
    for index, (row, tensors) in enumerate(zip(document["checkpoints"], steps)):
        at = f"{where}, step {index + 1}"
        values = joined(tensors, names)
        finite = values[np.isfinite(values)]
        expect(f"{at}: whole", row["whole"], True)
        expect(f"{at}: bytes", row["bytes"], os.path.getsize(row["path"]))
        expect(f"{at}: tensors", row["tensors"], len(names))
        expect(f"{at}: elements", row["elements"], values.size)
        expect(f"{at}: nan", row["nan"], int(np.isnan(values).sum()))
        expect(f"{at}: inf", row["positive_inf"] + row["negative_inf"], int(np.isinf(values).sum()))
        expect_near(f"{at}: norm", row["norm"], np.linalg.norm(finite))
        expect_near(f"{at}: mean", row["mean"], np.mean(finite.astype(np.longdouble)))
        expect(f"{at}: largest", row["largest"], np.abs(finite).max())
        if index == 0:
            expect(f"{at}: change", row["change"], None)
            continue
        before = joined(steps[index - 1], names)
        both = np.isfinite(before) & np.isfinite(values)
        wanted = np.linalg.norm(values[both] - before[both]) / np.linalg.norm(before[both])
        expect_near(f"{at}: change", row["change"], wanted)
    first = document["first_nonfinite"]
    if broken:
        expect(f"{where}: first", (first["step"], first["tensor"], first["index"]), (BORN, *PLACE))
        expect(f"{where}: stays", first["stays"], True)
        expect(f"{where}: series", document["nonfinite_series"], [{"series": "model-step-N.safetensors"} | first])
    else:
        expect(f"{where}: series", document["nonfinite_series"], [])
        expect(f"{where}: first", first, None)
    return document


def check_what_is_unknown(run):
    """Checks text and status if some values are unknown, or squares overflow."""
    os.mkdir(run)
    first, second = (os.path.join(run, f"step-{step}.safetensors") for step in (1, 2))

    def expect_text(what, status, line, error_line=""):
        found, text, error = history(run)
        expect(f"{what}: status", found, status)
        expect(f"{what}: last line", text.splitlines()[-1], line)
        if error_line not in error:
            failures.append(f"{what}: {error_line} is not in {error}")

    write(first, {"w": np.array([1e200, 1e200])})
    write(second, {"w": np.array([2e200, 1e200])})
    expect_text("large", 0, "no NaN or Inf")
    expect_near("large: change", json.loads(history(run, "--json")[1])["checkpoints"][1]["change"], np.sqrt(0.5))
    write(first, {"w": np.array([1e-200, 1e-200])})
    write(second, {"w": np.array([2e-200, 1e-200])})
    expect_near("small: change", json.loads(history(run, "--json")[1])["checkpoints"][1]["change"], np.sqrt(0.5))
    write(second, {"w": np.array([1.5])})
    with open(second, "rb") as stream:
        content = stream.read()
    with open(second, "wb") as stream:
        stream.write(content.replace(b'"F64"', b'"Q64"'))
    expect_text("unknown dtype", 0, "no NaN or Inf; values of 1 tensor unknown")
    with open(second, "wb") as stream:
        stream.write(content[:-4])
    expect_text("one truncated", 3, "no NaN or Inf in the 1 of 2 checkpoints that could be read", second)
    os.remove(first)
    expect_text("none whole", 3, "no checkpoint could be read", second)
    os.remove(second)
    step = os.path.join(run, "checkpoint-3")
    os.mkdir(step)
    for name in ("optimizer.pt", "scheduler.pt", "rng_state.pth"):  # the last two are not models
        with open(os.path.join(step, name), "wb") as stream:
            stream.write(b"x")
    write(os.path.join(step, "model.safetensors"), {"w": np.array([1.5])})
    expect_text("beside", 0, "no NaN or Inf in what was read; not read: optimizer.pt of 1 checkpoint")
    expect("beside: unread", json.loads(history(run, "--json")[1])["checkpoints"][0]["unread"], ["optimizer.pt"])
    write(os.path.join(step, "model.safetensors"), {"w": np.array([np.nan])})
    expect_text("beside NaN", 1, "not read: optimizer.pt of 1 checkpoint")


def check_series(run):
    """Checks two series in the folders of steps, in one of which NaN disappears again."""
    good, bad = ({"w": np.array([1, value], "<f4")} for value in (2, np.nan))
    for step, (model, optimizer) in enumerate([(good, bad), (good, good), (bad, good)], 1):
        folder = os.path.join(run, f"step-{step}")
        os.makedirs(folder)
        write(os.path.join(folder, "model.safetensors"), model)
        write(os.path.join(folder, "optimizer.safetensors"), optimizer)
    document = json.loads(history(run, "--json")[1])
    expect("series: checkpoints", len(document["checkpoints"]), 6)
    wanted = [{"series": f"step-N/{name}.safetensors", "step": step, "tensor": "w", "index": 1, "stays": stays,
               "unread_step": None, "step_without": without,
               "later": later, "later_unread": 0,
               "path": os.path.join(run, f"step-{step}", f"{name}.safetensors")}
              for name, step, stays, without, later in (("optimizer", 1, False, 2, 2), ("model", 3, None, None, 0))]
    expect("series", document["nonfinite_series"], wanted)
    expect("series: first", {"series": wanted[0]["series"]} | document["first_nonfinite"], wanted[0])
    lines = history(run)[1].splitlines()
    expect("series: text", [line.split("; ", 1)[1] for line in lines if line.startswith("NaN")],
           ["not in all later checkpoints of step-N/optimizer.safetensors: step 2 has none",
            "the last checkpoint of step-N/model.safetensors"])
    for step, cut in ((4, True), (5, False)):
        path = os.path.join(run, f"step-{step}", "model.safetensors")
        os.mkdir(os.path.dirname(path))
        write(os.path.join(run, f"step-{step}", "optimizer.safetensors"), good)
        write(path, bad)
        if cut:
            os.truncate(path, os.path.getsize(path) - 1)
            later = "no later checkpoint of step-N/model.safetensors could be read"
        else:
            later = "in the 1 of 2 later checkpoints of step-N/model.safetensors that could be read"
        expect(f"step {step}: {later}", later in history(run)[1], True)


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = os.path.join(folder, "cache")
        run = os.path.join(folder, "run")
        os.mkdir(run)
        tensors = {"embed.w": random.normal(size=(16, 8)).astype("<f4"),
                   "layers.0.w": random.normal(size=(8, 8)).astype("<f4"),
                   "layers.1.w": random.normal(size=(8, 8)).astype("<f2"),
                   "layers.1.b": random.normal(size=8).astype("<f8")}
        steps = []
        for step in range(1, STEPS + 1):
            tensors = {name: (values + 0.01 * random.normal(size=values.shape)).astype(values.dtype)
                       for name, values in tensors.items()}
            if step >= BORN:
                tensors["layers.1.w"].flat[PLACE[1]] = np.nan
                tensors["layers.1.w"].flat[PLACE[1] + 1 + step - BORN] = np.inf
            steps.append(tensors)
            write(os.path.join(run, f"model-step-{step}.safetensors"), tensors)
        names = list(tensors)
        whole = check(run, steps, names, [])
        expect("the same again", check(run, steps, names, []), whole)
        check(run, steps, ["layers.0.w"], ["layers.0.w"])
        check(run, steps, ["layers.1.w", "layers.1.b"], ["layers.1"])
        check(run, steps, ["embed.w", "layers.0.w"], ["--filter", "dtype:f32"])

        status, text, _ = history(run, "--csv")
        expect("CSV: status", status, 1)
        for row, wanted in zip(csv.DictReader(io.StringIO(text)), whole["checkpoints"], strict=True):
            expect(f"CSV: step {wanted['step']}: path", row["path"], wanted["path"])
            for key in ("step", "bytes", "norm", "mean", "largest", "nan", "change"):
                expect(f"CSV: step {wanted['step']}: {key}", float(row[key]) if row[key] else None, wanted[key])
        status, text, _ = history(run)
        expect("text: status", status, 1)
        if f"since step {BORN} in model-step-{BORN}.safetensors: first in {PLACE[0]}, element [0, {PLACE[1]}]; in all later " \
                "checkpoints of model-step-N" not in text:
            failures.append(f"text: does not say since when there is a NaN: {text[-200:]}")
        expect("no such tensor", history(run, "nothing")[0], 2)
        status, text, error = history(run, "layers.0.w", "tpyo")
        expect("a misspelled name: status, output", (status, text), (2, ""))
        if '"tpyo"' not in error:
            failures.append(f"the error does not name what is misspelled: {error}")
        check_what_is_unknown(os.path.join(folder, "small"))
        check_series(os.path.join(folder, "series"))
        expect("a filter about values", history(run, "--filter", "nan:>0")[0], 2)
        expect("no run", history(os.path.join(folder, "none"))[0], 3)
    for failure in failures:
        print(failure)
    sys.exit(bool(failures))


main()
