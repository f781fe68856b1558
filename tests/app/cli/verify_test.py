#!/usr/bin/env python3
"""verify_test.py TLOUPE DATA: compares `tloupe hash --verify` of archives with Python's ZIP reader and zlib."""
import glob
import json
import os
import struct
import subprocess
import sys
import tempfile
import zipfile
import zlib

import numpy as np

TLOUPE, DATA = sys.argv[1:3]
failures = []
damages = []  # whether a tensor failed


def expect(what, holds):
    if not holds:
        failures.append(what)


def verify(path):
    """The exit status and the rows of the output."""
    done = subprocess.run([TLOUPE, "hash", "--verify", "--json", path], capture_output=True, text=True, check=False)
    return done.returncode, json.loads(done.stdout)["checked"]


def crcs_of(path):
    """member -> CRC-32 of the data that Python reads from it."""
    with zipfile.ZipFile(path) as archive:
        return {info.filename: f"{zlib.crc32(archive.read(info)):08x}" for info in archive.infolist()}


def damaged(path, member, folder):
    """A copy with one changed byte in the member's stored data; None if it has none."""
    with zipfile.ZipFile(path) as archive:
        info = archive.getinfo(member)
    with open(path, "rb") as file:
        content = bytearray(file.read())
    name, extra = struct.unpack_from("<HH", content, info.header_offset + 26)
    if info.compress_size == 0:
        return None
    begin = info.header_offset + 30 + name + extra
    stored = info.compress_type == zipfile.ZIP_STORED
    content[begin + (info.compress_size - 1 if stored else info.compress_size // 2)] ^= 0x10
    copy = os.path.join(folder, os.path.basename(path))
    with open(copy, "wb") as file:
        file.write(content)
    return copy


def python_reads(path, member):
    with zipfile.ZipFile(path) as archive:
        try:
            archive.read(member)
        except (zipfile.BadZipFile, zlib.error, EOFError):
            return False
    return True


def check(path, members_of, folder):
    """`members_of`: row -> the members that may contain its tensor."""
    crcs = crcs_of(path)
    status, rows = verify(path)
    expect(f"{path}: status {status}", status == 0)
    expect(f"{path}: no tensors", rows)
    members = set()
    for row in rows:
        where = f"{path}:{row['tensor']}"
        expect(f"{where}: {row}", row["ok"] and len(row["digests"]) == 1)
        digest = row["digests"][0]
        of = [member for member in members_of(row) if crcs.get(member) == digest["stated"]]
        expect(f"{where}: {digest}, expected one of {members_of(row)}", of and digest["algorithm"] == "crc32")
        expect(f"{where}: {digest}", digest["found"] == digest["stated"])
        members.update(of)
    for member in members:
        copy = damaged(path, member, folder)
        if not copy:
            continue
        expect(f"{path}: Python reads damaged {member}", not python_reads(copy, member))
        status, found = verify(copy)
        mine = {row["tensor"] for row in rows if row["digests"][0]["stated"] == crcs[member]}
        failed = {row["tensor"] for row in found if not row["ok"]}
        listed = {row["tensor"] for row in found}
        # Storages with the same content have the same CRC. An array with a damaged header may not be an array anymore.
        sound = failed <= mine and (failed or not mine <= listed) and status in ((1, 3) if failed else (0,))
        expect(f"{copy} with damaged {member}: status {status}, {failed} of {mine} failed", sound)
        damages.append(bool(failed))
        if path.endswith(".npz") and failed:  # np.load() raises the exceptions of zipfile
            done = subprocess.run([TLOUPE, "validate", "--quiet", copy], capture_output=True, check=False)
            expect(f"{copy} with damaged {member}: validate gives {done.returncode}", done.returncode == 1)


def npy_members(row):
    return [row["tensor"] + ".npy", row["tensor"]]


def check_numpy(folder):
    for path in sorted(glob.glob(os.path.join(DATA, "npz", "*.npz"))):
        if os.path.basename(path) != "empty.npz":
            check(path, npy_members, folder)
    rng = np.random.default_rng(1)
    wide = rng.standard_normal((700, 900))  # more than one chunk
    arrays = {"wide": wide, "fortran": np.asfortranarray(wide.astype("<f4")), "big": wide.astype(">f8"),
              "text": np.array(["a", "bcd"]), "fields": np.zeros(3, [("x", "<f4"), ("y", "<i8")]),
              "complex": wide[:2].astype("<c16"), "nothing": np.zeros((0, 3)), "scalar": np.float32(3)}
    for write, name in (np.savez, "made-stored.npz"), (np.savez_compressed, "made-deflated.npz"):
        path = os.path.join(folder, "of-" + name)
        write(path, **arrays)
        status, rows = verify(path)
        expect(f"{path}: {len(rows)} tensors", len(rows) == len(arrays))
        sub = os.path.join(folder, "damaged")
        os.makedirs(sub, exist_ok=True)
        check(path, npy_members, sub)


def check_torch(folder):
    """Does not check which storage a tensor uses, only that the digest is that of a storage, and that the damaged one
    fails."""
    paths = ["torch/state-dict.pt", "torch/checkpoint.pt", "torch/byteorder-big.pt", "torch/deflated-members.pt",
             "torch-more/views.pt"]
    for path in (os.path.join(DATA, name) for name in paths):
        with zipfile.ZipFile(path) as archive:
            storages = [name for name in archive.namelist() if "/data/" in name]

        def members_of(row, storages=storages):
            whole = row["digests"][0].get("whole")
            return [name for name in storages if whole is None or whole == f'member "{name}"']

        check(path, members_of, folder)


def check_keras(folder):
    """All tensors are in one member, and the output says so."""
    formats = json.loads(subprocess.run([TLOUPE, "formats", "--json"], capture_output=True, check=False).stdout)
    if not any(known["id"] == "hdf5" and known["read"] for known in formats["formats"]):
        return
    for name in "model.keras", "deflated.keras":
        path = os.path.join(DATA, "hdf5-more", name)
        _, rows = verify(path)
        expect(f"{path}: whole", all(row["digests"][0]["whole"] == 'member "model.weights.h5"' for row in rows))
        check(path, lambda row: ["model.weights.h5"], folder)


with tempfile.TemporaryDirectory() as temporary:
    check_numpy(temporary)
    check_torch(temporary)
    check_keras(temporary)
expect(f"only {sum(damages)} of {len(damages)} damages failed", sum(damages) > len(damages) * 3 / 4)
for failure in failures:
    print(failure)
sys.exit(1 if failures else 0)
