#!/usr/bin/python3
"""Writes matrices.json and flat.json: singular values of matrices that are defined by a formula, computed by NumPy
(LAPACK's gesdd in doubles).

Element (i, j) is ((7919 i + 104729 j + 31 i j) mod 2003 - 1001) / 1024, which F32 represents exactly. A difference is
the matrix minus the one with i and j exchanged in the formula. The singular values of a flat matrix are nearly equal to
their neighbors, as those of random numbers: its elements are hashes of i and j.
"""
import json
import pathlib

import numpy as np


def made(rows, columns, exchanged=False):
    i, j = np.indices((rows, columns))
    if exchanged:
        i, j = j, i
    return ((7919 * i + 104729 * j + 31 * i * j) % 2003 - 1001) / 1024


def hashed(rows, columns):
    i, j = np.indices((rows, columns), dtype=np.uint64)
    number = (7919 * i + 104729 * j + 1) & 0xffffffff
    for _ in range(2):
        number = ((number >> 16) ^ number) * 0x45d9f3b & 0xffffffff
    return ((number >> 16).astype(float) - 32768) / 32768


cases = []
for rows, columns in [(1, 1), (1, 7), (3, 5), (48, 64), (130, 97), (60, 200)]:
    values = np.linalg.svd(made(rows, columns), compute_uv=False)
    difference = np.linalg.svd(made(rows, columns) - made(rows, columns, True), compute_uv=False)
    cases.append({"rows": rows, "columns": columns, "values": values.tolist(), "difference": difference.tolist()})
pathlib.Path(__file__).with_name("matrices.json").write_text(
    "[\n" + ",\n".join(json.dumps(case) for case in cases) + "\n]\n")
flat = []
for rows, columns in [(420, 430), (600, 300)]:
    values = np.linalg.svd(hashed(rows, columns), compute_uv=False)
    flat.append({"rows": rows, "columns": columns, "largest": values[0],
                 "stable_rank": (values ** 2).sum() / values[0] ** 2})
pathlib.Path(__file__).with_name("flat.json").write_text(
    "[\n" + ",\n".join(json.dumps(case) for case in flat) + "\n]\n")
