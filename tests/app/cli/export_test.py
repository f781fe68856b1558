#!/usr/bin/env python3
"""export_test.py TLOUPE DATA: reads the output of `tloupe export` with NumPy and with Python's ZIP and CSV readers."""
import io
import json
import os
import struct
import subprocess
import sys
import tempfile
import zipfile

import numpy as np

TLOUPE, DATA = sys.argv[1:3]
NUMPY = {"BOOL": "|b1", "U8": "|u1", "I8": "|i1", "U16": "<u2", "I16": "<i2", "U32": "<u4", "I32": "<i4", "U64": "<u8",
         "I64": "<i8", "F16": "<f2", "F32": "<f4", "F64": "<f8", "C64": "<c8", "BF16": "<V2", "F8_E5M2": "<V1",
         "F8_E4M3": "<V1", "F8_E8M0": "<V1", "F8_E4M3FNUZ": "<V1", "F8_E5M2FNUZ": "<V1"}
failures = []


def expect(what, holds):
    if not holds:
        failures.append(what)


def run(*arguments):
    return subprocess.run([TLOUPE, *arguments], capture_output=True, text=True, check=False)


def export(*arguments):
    done = run("export", *arguments)
    expect(f"export {arguments}: {done.stderr}", done.returncode == 0)
    return done


def read(path):
    """name -> (dtype, shape, bytes) of a safetensors file, in file order."""
    with open(path, "rb") as file:
        content = file.read()
    length = struct.unpack("<Q", content[:8])[0]
    header = json.loads(content[8:8 + length])
    header.pop("__metadata__", None)
    data = content[8 + length:]
    return {name: (t["dtype"], tuple(t["shape"]), data[slice(*t["data_offsets"])])
            for name, t in sorted(header.items(), key=lambda item: item[1]["data_offsets"])}


def write(path, tensors):
    header, data = {}, b""
    for name, (dtype, shape, raw) in tensors.items():
        header[name] = {"dtype": dtype, "shape": list(shape), "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header).encode()
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + data)


def saved(array):
    """The output of numpy.save."""
    target = io.BytesIO()
    np.save(target, array)
    return target.getvalue().replace(b"'descr': '|V", b"'descr': '<V")  # like the types of ml_dtypes


def array_of(dtype, shape, raw):
    return np.frombuffer(raw, NUMPY[dtype]).reshape(shape)


# Exponent bits, mantissa bits and bias of the 8-bit floats, as defined by OCP and by LLVM's APFloat.
SMALL = {"F8_E5M2": (5, 2, 15), "F8_E4M3": (4, 3, 7), "F8_E8M0": (8, 0, 127), "F8_E4M3FNUZ": (4, 3, 8),
         "F8_E5M2FNUZ": (5, 2, 16)}


def small_value(dtype, pattern):
    exponent_bits, mantissa_bits, bias = SMALL[dtype]
    if dtype == "F8_E8M0":
        return float("nan") if pattern == 255 else 2.0 ** (pattern - bias)
    if dtype.endswith("FNUZ") and pattern == 128:
        return float("nan")
    sign, rest = -1.0 if pattern & 128 else 1.0, pattern & 127
    if dtype == "F8_E4M3" and rest == 127:
        return float("nan")
    if dtype == "F8_E5M2" and rest >= 124:
        return sign * float("inf") if rest == 124 else float("nan")
    exponent, mantissa = rest >> mantissa_bits, rest & ((1 << mantissa_bits) - 1)
    if exponent == 0:
        return sign * mantissa * 2.0 ** (1 - bias - mantissa_bits)
    return sign * (1 + mantissa / (1 << mantissa_bits)) * 2.0 ** (exponent - bias)


def as_floats(dtype, shape, raw):
    """The values of a type that NumPy lacks, as F32."""
    if dtype == "BF16":
        return (np.frombuffer(raw, "<u2").astype("<u4") << 16).view("<f4").reshape(shape)
    return np.array([small_value(dtype, pattern) for pattern in raw], "<f4").reshape(shape)


def is_void(dtype):
    return NUMPY[dtype].startswith("<V")


def check_arrays(folder):
    """Exports every tensor of the samples: as .npy, which must equal the output of numpy.save, and as .npz, whose
    members must be stored so that they can be memory-mapped."""
    for sample in ("all-dtypes-extended", "special-values", "shapes", "names", "gpt2-tiny", "empty"):
        path = os.path.join(DATA, "safetensors", sample + ".safetensors")
        # NumPy 1 supports at most 32 axes. An argument cannot contain a zero byte, and an empty one names no tensor.
        tensors = {name: t for name, t in read(path).items()
                   if t[0] in NUMPY and len(t[1]) <= 32 and name and "\0" not in name and not name.startswith("-")}
        if not tensors:
            continue
        target = os.path.join(folder, sample)
        os.mkdir(target)
        names = list(tensors)
        files = json.loads(export(path, *names, "-o", target, "--raw-bits", "--json").stdout)["files"]
        expect(f"{sample}: a file for each", [file["tensors"] for file in files] == [[name] for name in names])
        expect(f"{sample}: in the folder", len(os.listdir(target)) == len(names)
               and all(os.path.dirname(file["path"]) == target for file in files))
        for name, file in zip(names, files):
            with open(file["path"], "rb") as written:
                content = written.read()
            expect(f"{sample} {name}: as numpy.save", content == saved(array_of(*tensors[name])))

        archive = os.path.join(folder, sample + ".npz")
        export(path, *names, "-o", archive, "--raw-bits")
        with zipfile.ZipFile(archive) as members:
            expect(f"{sample}: checksums", members.testzip() is None)
            for member in members.infolist():
                expect(f"{sample} {member.filename}: aligned", data_begin(archive, member) % 64 == 0)
        with np.load(archive) as arrays:
            expect(f"{sample}: names {arrays.files}", sample == "names" or set(arrays.files) == set(names))
            for name, (dtype, shape, raw) in tensors.items():
                if name not in arrays.files:
                    continue
                expect(f"{sample} {name}: values", arrays[name].tobytes() == raw and arrays[name].shape == shape)
                expect(f"{sample} {name}: dtype", arrays[name].dtype.str == np.dtype(NUMPY[dtype]).str)


def check_floats_by_default(folder):
    """By default, BF16 and 8-bit floats are written as F32, and a remark says so. If requested by name, they are
    written as they are."""
    for sample in ("all-dtypes-extended", "special-values"):
        path = os.path.join(DATA, "safetensors", sample + ".safetensors")
        voids = {name: t for name, t in read(path).items() if t[0] in NUMPY and is_void(t[0])}
        archive = os.path.join(folder, sample + ".npz")
        said = export(path, *voids, "-o", archive).stderr
        expect(f"{sample}: it is said: {said}", "written as F32 without loss" in said
               and all(dtype in said for dtype, _, _ in voids.values()))
        with np.load(archive) as arrays:
            for name, tensor in voids.items():
                wanted = as_floats(*tensor)
                expect(f"{sample} {name}: F32", arrays[name].dtype == np.dtype("<f4"))
                expect(f"{sample} {name}: values", np.array_equal(arrays[name], wanted, equal_nan=True))
                zeros = wanted == 0
                expect(f"{sample} {name}: zeros", np.array_equal(np.signbit(arrays[name][zeros]),
                                                                 np.signbit(wanted[zeros])))
        name, tensor = next((name, t) for name, t in voids.items() if t[0] == "BF16")
        one = os.path.join(folder, sample + ".npy")
        for arguments in (["--raw-bits"], ["--dtype", "bfloat16"], ["--dtype", "BF16=BF16"]):
            said = export(path, name, "-o", one, "--force", *arguments).stderr
            expect(f"{arguments}: the bits", np.load(one).dtype.str == "|V2" and np.load(one).tobytes() == tensor[2])
            expect(f"{arguments}: nothing is said about F32: {said}", "F32" not in said)
            expect(f"{arguments}: {said}", ("void elements" in said) == (arguments[0] == "--dtype"))
        export(path, name, "-o", one, "--force", "--dtype", "float64")
        expect("another dtype by name", np.load(one).dtype.str == "<f8")
    plain = os.path.join(folder, "plain.safetensors")
    write(plain, {"f": ("F16", (2,), b"\0\1\2\3")})
    expect("nothing is said of what NumPy knows", not export(plain, "-o", os.path.join(folder, "plain.npy")).stderr)


def check_repeated_names(folder):
    """Two tensors with the same name become two members. In a checkpoint, they get two names if requested."""
    path = os.path.join(DATA, "malformed", "duplicate-names.bt")
    archive = os.path.join(folder, "twice.npz")
    done = run("export", path, "-o", archive)
    with zipfile.ZipFile(archive) as members:
        expect(f"members {members.namelist()}", members.namelist() == ["a.npy", "a-2.npy"])
    expect(f"it is said: {done.stderr}", "1 tensor has a duplicate name" in done.stderr)
    with open(path, "rb") as file:
        data = file.read()[-16:]
    with np.load(archive) as arrays:
        expect("both are there", arrays["a"].tobytes() + arrays["a-2"].tobytes() == data)
    target = os.path.join(folder, "twice.safetensors")
    refused = run("convert", path, target)
    expect(f"convert says how: {refused.stderr}", refused.returncode == 3 and "--number-repeated" in refused.stderr)
    expect("nothing is written", not os.path.exists(target))
    done = run("convert", path, target, "--number-repeated")
    expect(f"convert: {done.stderr}", done.returncode == 0)
    expect("names", [(name, t[2]) for name, t in read(target).items()] == [("a", data[:8]), ("a-2", data[8:])])


def check_overflow(folder):
    """When a cast makes values infinite, the output gives their number. Above 0.1 %, the cast is refused."""
    floats = np.ones(4000, "<f4")
    floats[7] = np.inf  # it stays infinite
    path, target = os.path.join(folder, "large.safetensors"), os.path.join(folder, "half.safetensors")
    for large, allowed in ((0, True), (4, True), (5, False)):
        floats[10:10 + large] = 1e6
        with np.errstate(over="ignore"):
            infinite = int(np.isinf(floats.astype("<f2")).sum()) - 1
        expect("NumPy counts as many", infinite == large)
        write(path, {"w": ("F32", floats.shape, floats.tobytes())})
        for verb in (["convert", path, target], ["export", path, "-o", os.path.join(folder, "half.npy")]):
            out = verb[-1]
            done = run(*verb, "--dtype", "fp16")
            expect(f"{verb[0]}, {large}: {done.returncode} {done.stderr}", done.returncode == (0 if allowed else 3))
            expect(f"{verb[0]}, {large}: written or not", os.path.exists(out) == allowed)
            words = f"{large} values of 1 tensor overflow in casts and become infinite"
            expect(f"{verb[0]}, {large}: {done.stderr}", (words in done.stderr) == (large > 0))
            expect(f"{verb[0]}, {large}: how", ("--force" in done.stderr) == (not allowed))
            forced = run(*verb, "--dtype", "fp16", "--force")
            expect(f"{verb[0]}, {large}, --force: {forced.stderr}", forced.returncode == 0
                   and (words in forced.stderr) == (large > 0))
            os.remove(out)
    done = run("convert", path, target, "--dtype", "fp16", "--force")
    expect(f"the answer has it: {done.stdout}", "written and verified; 5 values overflowed" in done.stdout)


def data_begin(archive, member):
    with open(archive, "rb") as file:
        file.seek(member.header_offset + 26)
        name, extra = struct.unpack("<HH", file.read(4))
        return member.header_offset + 30 + name + extra


def check_casts_and_tables(folder):
    random = np.random.default_rng(1)
    floats = random.standard_normal((7, 5)).astype("<f4")
    floats[0, 0], floats[1, 1], floats[2, 2] = np.nan, np.inf, -np.inf
    values = {"f": ("F32", (7, 5), floats.tobytes()), "cube": ("F64", (2, 3, 4), np.arange(24.0).tobytes()),
              "i": ("I64", (3,), np.array([1, -2**63, 2**63 - 1]).tobytes()), "scalar": ("U8", (), b"\7"),
              "big": ("F32", (300_001,), random.standard_normal(300_001).astype("<f4").tobytes())}
    path = os.path.join(folder, "values.safetensors")
    write(path, values)

    def load(name):
        target = os.path.join(folder, name + ".csv")
        export(path, name, "-o", target)
        return np.loadtxt(target, delimiter=",", ndmin=2, dtype=np.int64 if name == "i" else np.float64)

    expect("csv of floats", np.array_equal(load("f").astype("<f4"), floats, equal_nan=True))
    expect("csv of three axes", np.array_equal(load("cube"), np.arange(24.0).reshape(6, 4)))
    expect("csv of integers", load("i").ravel().tolist() == [1, -2**63, 2**63 - 1])
    expect("csv of a scalar", load("scalar").tolist() == [[7]])
    expect("csv of many", load("big").astype("<f4").tobytes() == values["big"][2])
    raw = os.path.join(folder, "f.raw")
    export(path, "f", "-o", raw)
    with open(raw, "rb") as file:
        expect("raw", file.read() == floats.tobytes())
    half = os.path.join(folder, "half.npy")
    export(path, "big", "-o", half, "--dtype", "F32=F16")
    with np.errstate(over="ignore"):
        wanted = np.frombuffer(values["big"][2], "<f4").astype("<f2")
    expect("cast as NumPy casts", np.load(half).tobytes() == wanted.tobytes())
    part = os.path.join(folder, "part.safetensors")
    export(path, "i", "scalar", "-o", part)
    expect("a checkpoint of the selection", read(part) == {name: values[name] for name in ("i", "scalar")})


def check_all_halfs(folder):
    """Casts all patterns of F16 to F32 and back, and F32 numbers to F16, and compares with NumPy."""
    patterns = np.arange(65536, dtype="<u2")
    random = np.random.default_rng(2)
    floats = np.concatenate([random.integers(0, 2**32, 500_000, dtype="<u4").view("<f4"),
                             (patterns.view("<f2").astype("<f4").view("<u4")[:, None]
                              + np.array([-1, 0, 1, 0xfff, 0x1000, 0x1001], dtype="<i8")).astype("<u4").ravel()
                             .view("<f4")])
    path = os.path.join(folder, "halfs.safetensors")
    write(path, {"h": ("F16", (65536,), patterns.tobytes()), "f": ("F32", floats.shape, floats.tobytes())})
    for name, to, dtype, values in (("h", "F32", "<f4", patterns.view("<f2")), ("h", "F64", "<f8", patterns.view("<f2")),
                                    ("f", "F16", "<f2", floats)):
        target = os.path.join(folder, f"{name}-{to}.npy")
        export(path, name, "-o", target, "--dtype", to, "--force")  # with all patterns, many become infinite
        found = np.load(target)
        with np.errstate(all="ignore"):
            wanted = values.astype(dtype)
        expect(f"{name} to {to}", np.array_equal(found, wanted, equal_nan=True)
               and np.array_equal(np.signbit(found), np.signbit(wanted)) or to == "F64")


def check_strange_names(folder):
    names = ["../up", "/root", "..", ".", "", ".hidden", "a/b", "a:b", "A/B", "x" * 300, "new\nline", "nul\0", "ünï",
             "CON\u202etxt", "-rf", "a_b"]
    path = os.path.join(folder, "strange.safetensors")
    write(path, {name: ("U8", (1,), bytes([i])) for i, name in enumerate(names)})
    target = os.path.join(folder, "strange")
    os.mkdir(target)
    before = sorted(os.listdir(folder))
    files = json.loads(export(path, "-o", target, "--json").stdout)["files"]
    expect("nothing beside the folder", sorted(os.listdir(folder)) == before)
    written = sorted(os.listdir(target))
    expect(f"a file for each name: {written}", len(written) == len(names)
           and len({name.lower() for name in written}) == len(names))
    for file in files:
        expect(f"{file['path']}: its tensor", np.load(file["path"])[0] == names.index(file["tensors"][0]))
    again = run("export", path, "-o", target)
    expect("not over what is there", again.returncode == 3 and "--force" in again.stderr)
    export(path, "-o", target, "--force")
    archive = os.path.join(folder, "strange.npz")
    export(path, "-o", archive)
    with zipfile.ZipFile(archive) as members:
        for name in members.namelist():
            expect(f"member {name!r} is safe", not name.startswith("/") and ".." not in name.split("/"))
        expect("all members", len(set(members.namelist())) == len(names))


def check_refusals(folder):
    sample = os.path.join(DATA, "safetensors", "all-dtypes-extended.safetensors")
    out = os.path.join(folder, "refused")
    for status, arguments in ((2, ["-o", out + ".npy"]), (2, ["no-such", "-o", out + ".npy"]), (2, ["-o", out]),
                              (2, []), (2, ["-o", out + ".npz", "--to", "zip"]), (3, ["-o", out + ".npz"]),
                              (3, ["-o", out + ".bt"])):
        done = run("export", sample, *arguments)
        expect(f"{arguments}: status {done.returncode} {done.stderr}", done.returncode == status)
    expect("nothing is left", not [name for name in os.listdir(folder) if "refused" in name])


def check_zip64(folder):
    """Writes a sparse archive of more than 4 GiB, whose directory needs ZIP64, and reads it with Python."""
    path = os.path.join(folder, "large.safetensors")
    sizes = {"a": 2**32 + 5, "b": 3}
    header, begin = {}, 0
    for name, size in sizes.items():
        header[name] = {"dtype": "U8", "shape": [size], "data_offsets": [begin, begin + size]}
        begin += size
    text = json.dumps(header).encode()
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        file.truncate(8 + len(text) + begin)
        file.seek(-3, os.SEEK_END)
        file.write(b"end")
    archive = os.path.join(folder, "large.npz")
    export(path, "-o", archive)
    with zipfile.ZipFile(archive) as members:
        large, small = members.infolist()
        expect("large size", large.file_size == sizes["a"] + 128 and small.header_offset > 2**32)
        expect("content after 4 GiB", members.read("b.npy").endswith(b"end"))
    os.remove(archive)
    os.remove(path)


with tempfile.TemporaryDirectory() as temporary:
    for check in (check_arrays, check_casts_and_tables, check_all_halfs, check_strange_names, check_refusals,
                  check_floats_by_default, check_repeated_names, check_overflow):
        with tempfile.TemporaryDirectory(dir=temporary) as own:
            check(own)
    if os.environ.get("LOUPE_LARGE_TESTS"):
        check_zip64(temporary)
print("\n".join(failures[:50]))
sys.exit(1 if failures else 0)
