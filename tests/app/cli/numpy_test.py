#!/usr/bin/env python3
"""numpy_test.py TLOUPE DATA: the figures of `tloupe stats` and `scan` against NumPy's.

On every sample below DATA whose values NumPy can read, and on generated tensors of a few million elements.
"""
import json
import math
import os
import struct
import subprocess
import sys
import tempfile

import numpy as np

TLOUPE, DATA = sys.argv[1:3]
DTYPES = {"BOOL": "u1", "U8": "u1", "I8": "i1", "U16": "<u2", "I16": "<i2", "U32": "<u4", "I32": "<i4", "U64": "<u8",
          "I64": "<i8", "F16": "<f2", "F32": "<f4", "F64": "<f8"}
QUANTILES = [0, 0.01, 0.25, 1 / 3, 0.5, 0.75, 0.99, 1]
SMALLEST_NORMAL = {"F16": 2.0**-14, "BF16": 2.0**-126, "F32": 2.0**-126, "F64": 2.0**-1022}
failures = []


def values_of(dtype, raw):
    """The elements as NumPy has them; of BF16, which it does not have, as F32."""
    if dtype == "BF16":
        return (np.frombuffer(raw, "<u2").astype("<u4") << 16).view("<f4")
    return np.frombuffer(raw, DTYPES[dtype])


def close(found, wanted, scale):
    return found is not None and (found == wanted or abs(found - wanted) <= 1e-12 * scale)


def check(where, dtype, raw, found, scan):
    """Notes what differs between `found`, one tensor of the answer, and NumPy's figures."""
    def expect(key, wanted, same=None):
        if not (found[key] == wanted if same is None else same):
            failures.append(f"{where}: {key} is {found[key]}, expected {wanted}")

    values = values_of(dtype, raw)
    with np.errstate(invalid="ignore"):  # signalling NaN
        exact = values.astype(np.float64)
    finite = exact[np.isfinite(exact)]
    expect("nan", int(np.isnan(exact).sum()))
    expect("positive_inf", int(np.isposinf(exact).sum()))
    expect("negative_inf", int(np.isneginf(exact).sum()))
    expect("zero", int((exact == 0).sum()))
    expect("negative", int((exact < 0).sum()))
    tiny = SMALLEST_NORMAL.get(dtype, 0)
    expect("subnormal", int(((np.abs(exact) < tiny) & (exact != 0)).sum()))
    nonfinite = np.flatnonzero(~np.isfinite(exact))
    expect("first_nonfinite", int(nonfinite[0]) if nonfinite.size else None)
    if scan["nan"] != found["nan"] or scan["std"] != found["std"] or scan["mean"] != found["mean"]:
        failures.append(f"{where}: scan differs from stats")
    if finite.size == 0:
        for key in ("min", "max", "mean", "std"):
            expect(key, None)
        expect("quantiles", {k: None for k in found["quantiles"]})
        return
    kept = values[np.isfinite(exact)]
    expect("min", kept.min().item())
    expect("max", kept.max().item())
    with np.errstate(all="ignore"):
        mean, std = finite.astype(np.longdouble).mean(), finite.astype(np.longdouble).std()
    spread = float(std) + abs(float(mean))
    expect("mean", float(mean), close(found["mean"], float(mean), spread))
    expect("std", float(std), close(found["std"], float(std), spread))
    with np.errstate(all="ignore"):
        quantiles = np.quantile(finite, QUANTILES)
    for wanted, (name, value) in zip(quantiles, found["quantiles"].items()):
        if math.isfinite(wanted) and value != wanted:
            failures.append(f"{where}: quantile {name} is {value}, expected {wanted}")
    try:
        with np.errstate(all="ignore"):
            counts, edges = np.histogram(finite, 256)
    except (IndexError, ValueError, FloatingPointError):  # of ranges that NumPy cannot divide
        return
    histogram = found["histogram"]
    if np.isfinite(edges).all() and histogram["edges"] == edges.tolist() and histogram["counts"] != counts.tolist():
        # NumPy corrects a guess by one bin only, which is not enough where edges are next to each other.
        if (np.diff(edges) > 4 * np.spacing(np.abs(edges).max())).all():
            failures.append(f"{where}: histogram counts differ")
    elif np.isfinite(edges).all() and not np.allclose(histogram["edges"], edges, rtol=1e-15, atol=1e-322):
        failures.append(f"{where}: histogram edges differ")


def ask(verb, path):
    options = ["--quantiles", ",".join(map(repr, QUANTILES))] if verb == "stats" else []
    answer = subprocess.run([TLOUPE, verb, "--json", *options, path], stdout=subprocess.PIPE, check=False)
    return json.loads(answer.stdout)["tensors"]


def check_file(path, tensors):
    """`tensors`: name -> (dtype, bytes)."""
    scanned = {one["name"]: one for one in ask("scan", path)}
    for found in ask("stats", path):
        dtype, raw = tensors[found["name"]]
        if dtype in DTYPES or dtype == "BF16":
            check(f"{os.path.basename(path)}: {found['name']}", dtype, raw, found, scanned[found["name"]])


def check_samples():
    for folder in ("bintensors", "bintensors-pre010", "safetensors", "safetensors-sharded"):
        with open(os.path.join(DATA, folder, "manifest.json"), encoding="utf-8") as manifest:
            files = json.load(manifest)["files"]
        for file in files:
            path = os.path.join(DATA, folder, file["file"])
            with open(path, "rb") as stream:
                content = stream.read()
            check_file(path, {one["name"]: (one["dtype"], content[one["file_offset"]:][:one["nbytes"]])
                              for one in file["tensors_in_file_order"]})


def write(path, tensors):
    header, data = {}, b""
    for name, (dtype, raw) in tensors.items():
        count = len(raw) // (2 if dtype == "BF16" else np.dtype(DTYPES[dtype]).itemsize)
        header[name] = {"dtype": dtype, "shape": [count], "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header).encode()
    with open(path, "wb") as stream:
        stream.write(struct.pack("<Q", len(text)) + text + data)


def check_generated():
    random = np.random.default_rng(7)
    count = 2_000_003
    normal = random.normal(0.001, 0.02, count)
    with_holes = normal.copy()
    with_holes[random.integers(0, count, 1000)] = np.nan
    with_holes[random.integers(0, count, 10)] = -np.inf
    tensors = {
        "f32.normal": ("F32", normal.astype("<f4").tobytes()),
        "f32.holes": ("F32", with_holes.astype("<f4").tobytes()),
        "f32.bits": ("F32", random.bytes(4 * count)),
        "f32.offset": ("F32", (normal + 1000).astype("<f4").tobytes()),
        "f32.whole": ("F32", random.integers(0, 257, count).astype("<f4").tobytes()),
        "bf16.normal": ("BF16", (normal.astype("<f4").view("<u4") >> 16).astype("<u2").tobytes()),
        "f16.normal": ("F16", normal.astype("<f2").tobytes()),
        "f64.normal": ("F64", normal.astype("<f8").tobytes()),
        "f64.holes": ("F64", with_holes.tobytes()),
        "f64.bits": ("F64", random.bytes(8 * count)),
        "f64.offset": ("F64", (normal + 1e9).tobytes()),
        "i64.wide": ("I64", random.integers(-2**62, 2**62, count).astype("<i8").tobytes()),
        "i64.ids": ("I64", random.integers(0, 50_000, count).astype("<i8").tobytes()),
        "u64.bits": ("U64", random.bytes(8 * count)),
        "i32.ids": ("I32", random.integers(-300, 50_000, count).astype("<i4").tobytes()),
        "u32.bits": ("U32", random.bytes(4 * count)),
        "u8.bits": ("U8", random.bytes(count)),
        "f32.zero": ("F32", bytes(4 * count)),
        "f64.two": ("F64", random.integers(0, 2, count).astype("<f8").tobytes()),
    }
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "generated.safetensors")
        write(path, tensors)
        check_file(path, tensors)


check_samples()
check_generated()
print("\n".join(failures[:50]))
sys.exit(1 if failures else 0)
