#!/usr/bin/python3
"""Writes matrices.json: singular values of matrices that are defined by a formula, computed by NumPy (LAPACK's gesdd
in doubles).

Element (i, j) is ((7919 i + 104729 j + 31 i j) mod 2003 - 1001) / 1024, which F32 represents exactly. A difference is
the matrix minus the one with i and j exchanged in the formula.
"""
import json
import pathlib

import numpy as np


def made(rows, columns, exchanged=False):
    i, j = np.indices((rows, columns))
    if exchanged:
        i, j = j, i
    return ((7919 * i + 104729 * j + 31 * i * j) % 2003 - 1001) / 1024


cases = []
for rows, columns in [(1, 1), (1, 7), (3, 5), (48, 64), (130, 97), (60, 200)]:
    values = np.linalg.svd(made(rows, columns), compute_uv=False)
    difference = np.linalg.svd(made(rows, columns) - made(rows, columns, True), compute_uv=False)
    cases.append({"rows": rows, "columns": columns, "values": values.tolist(), "difference": difference.tolist()})
pathlib.Path(__file__).with_name("matrices.json").write_text(
    "[\n" + ",\n".join(json.dumps(case) for case in cases) + "\n]\n")
