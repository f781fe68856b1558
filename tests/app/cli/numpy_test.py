#!/usr/bin/env python3
"""numpy_test.py TLOUPE DATA [COUNT [DTYPE...]]: compares the figures of `tloupe stats` and `scan` with NumPy's.

Uses every sample below DATA whose values NumPy can read, and generated tensors of COUNT elements (default 2 000 003),
of the given dtypes or of all. 10^8 elements take about 8 GB of memory, and 1 GB of disk at a time.
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
COUNT = int(sys.argv[3]) if len(sys.argv) > 3 else 2_000_003
CHOSEN = sys.argv[4:]
DTYPES = {"BOOL": "u1", "U8": "u1", "I8": "i1", "U16": "<u2", "I16": "<i2", "U32": "<u4", "I32": "<i4", "U64": "<u8",
          "I64": "<i8", "F16": "<f2", "F32": "<f4", "F64": "<f8"}
QUANTILES = [0, 0.01, 0.25, 1 / 3, 0.5, 0.75, 0.99, 1]
SMALLEST_NORMAL = {"F16": 2.0**-14, "BF16": 2.0**-126, "F32": 2.0**-126, "F64": 2.0**-1022}
failures = []


def values_of(dtype, raw):
    """The elements as a NumPy array; BF16, which NumPy lacks, as F32."""
    if dtype == "BF16":
        return (np.frombuffer(raw, "<u2").astype("<u4") << 16).view("<f4")
    return np.frombuffer(raw, DTYPES[dtype])


def close(found, wanted, scale):
    return found is not None and (found == wanted or abs(found - wanted) <= 1e-13 * scale)


def mean_and_std(numbers):
    """Mean and standard deviation in extended precision, in parts, to avoid an extended array as long as the tensor."""
    def total(function):
        return sum(function(numbers[begin:begin + 1_000_000].astype(np.longdouble)).sum()
                   for begin in range(0, numbers.size, 1_000_000))

    mean = total(lambda part: part) / numbers.size
    return float(mean), float(np.sqrt(total(lambda part: np.square(part - mean)) / numbers.size))


def check(where, dtype, raw, found, scan):
    """Records the differences between `found`, the result for one tensor, and NumPy's figures."""
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
    place = [int(i) for i in np.unravel_index(nonfinite[0], found["shape"])] if nonfinite.size else None
    expect("first_nonfinite_index", place)
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
        mean, std = mean_and_std(kept)
    expect("mean", mean, close(found["mean"], mean, std + abs(mean)))
    expect("std", std, close(found["std"], std, std + abs(mean)))
    with np.errstate(all="ignore"):
        quantiles = np.quantile(finite, QUANTILES)
    for wanted, (name, value) in zip(quantiles, found["quantiles"].items()):
        if math.isfinite(wanted) and value != wanted:
            failures.append(f"{where}: quantile {name} is {value}, expected {wanted}")
    try:
        with np.errstate(all="ignore"):
            counts, edges = np.histogram(finite, 256)
    except (IndexError, ValueError, FloatingPointError):  # for ranges that NumPy cannot divide
        return
    histogram = found["histogram"]
    if np.isfinite(edges).all() and histogram["edges"] == edges.tolist() and histogram["counts"] != counts.tolist():
        # NumPy corrects its guess by only one bin, which is not enough if edges are adjacent numbers.
        if (np.diff(edges) > 4 * np.spacing(np.abs(edges).max())).all():
            failures.append(f"{where}: histogram counts differ")
    elif np.isfinite(edges).all() and not np.allclose(histogram["edges"], edges, rtol=1e-15, atol=1e-322):
        failures.append(f"{where}: histogram edges differ")
    # Whatever the edges are, the counts must match them.
    own = np.array(histogram["edges"], dtype=np.float64)
    if np.isfinite(own).all() and histogram["counts"] != np.histogram(finite, own)[0].tolist():
        failures.append(f"{where}: histogram counts are not those between its edges")


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
            check(f"{os.path.basename(path)}: {dtype} {found['name']}", dtype, raw, found, scanned[found["name"]])


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


def write(path, name, dtype, raw):
    count = len(raw) // (2 if dtype == "BF16" else np.dtype(DTYPES[dtype]).itemsize)
    text = json.dumps({name: {"dtype": dtype, "shape": [count], "data_offsets": [0, len(raw)]}}).encode()
    with open(path, "wb") as stream:
        stream.write(struct.pack("<Q", len(text)) + text)
        stream.write(raw)


def with_specials(random, numbers, specials):
    """Writes each of `specials` to some positions of `numbers`."""
    places = random.integers(0, numbers.size, 40 * len(specials)).reshape(len(specials), -1)
    for value, some in zip(specials, places):
        numbers[some] = value
    return numbers


def normal(random, count):
    return random.standard_normal(count) * 0.02 + 0.001


def specials_of(dtype):
    tiny = SMALLEST_NORMAL[dtype]
    return [np.nan, -np.nan, np.inf, -np.inf, 0.0, -0.0, tiny, -tiny, tiny / 2, -tiny / 4, 1.0, -1.0]


def bf16(numbers):
    """Truncates instead of rounding; NaN stays NaN."""
    return (numbers.astype("<f4").view("<u4") >> 16).astype("<u2")


GENERATED = [
    ("F32", "normal", lambda r, n: with_specials(r, normal(r, n).astype("<f4"), specials_of("F32"))),
    ("F32", "a large mean", lambda r, n: (normal(r, n) + 1000).astype("<f4")),
    ("F32", "whole numbers", lambda r, n: r.integers(0, 257, n).astype("<f4")),
    ("F32", "zero", lambda r, n: np.zeros(n, "<f4")),
    ("F32", "bits", lambda r, n: r.bytes(4 * n)),
    ("BF16", "normal", lambda r, n: bf16(with_specials(r, normal(r, n), specials_of("BF16")))),
    ("BF16", "a large mean", lambda r, n: bf16(normal(r, n) * 100 + 1000)),
    ("BF16", "bits", lambda r, n: r.bytes(2 * n)),
    ("F16", "normal", lambda r, n: with_specials(r, normal(r, n).astype("<f2"), specials_of("F16"))),
    ("F16", "a large mean", lambda r, n: (normal(r, n) * 100 + 1000).astype("<f2")),
    ("F16", "bits", lambda r, n: r.bytes(2 * n)),
    ("F64", "normal", lambda r, n: with_specials(r, normal(r, n), specials_of("F64"))),
    ("F64", "a large mean", lambda r, n: normal(r, n) + 1e9),
    ("F64", "0 or 1", lambda r, n: r.integers(0, 2, n).astype("<f8")),
    ("F64", "bits", lambda r, n: r.bytes(8 * n)),
    ("I64", "wide", lambda r, n: r.integers(-2**62, 2**62, n)),
    ("I64", "a large mean", lambda r, n: (normal(r, n) * 1e6).astype("<i8") + 2**60 + 1),
    ("I64", "ids", lambda r, n: r.integers(0, 50_000, n)),
    ("I64", "bits", lambda r, n: r.bytes(8 * n)),
    ("U64", "bits", lambda r, n: r.bytes(8 * n)),
    ("I32", "ids", lambda r, n: r.integers(-300, 50_000, n).astype("<i4")),
    ("U32", "bits", lambda r, n: r.bytes(4 * n)),
    ("U8", "normal", lambda r, n: np.clip(normal(r, n) * 1500 + 128, 0, 255).astype("u1")),
    ("U8", "bits", lambda r, n: r.bytes(n)),
]


def check_generated():
    for seed, (dtype, name, make) in enumerate(GENERATED):
        if CHOSEN and dtype not in CHOSEN:
            continue
        made = make(np.random.default_rng(seed), COUNT)
        raw = made if isinstance(made, bytes) else made.tobytes()
        del made
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "generated.safetensors")
            write(path, name, dtype, raw)
            check_file(path, {name: (dtype, raw)})
        print(f"{dtype} {name}: {len(failures)} failures so far", flush=True)


check_samples()
check_generated()
print("\n".join(failures[:50]))
sys.exit(1 if failures else 0)
