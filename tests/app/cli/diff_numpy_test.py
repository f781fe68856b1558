#!/usr/bin/env python3
"""diff_numpy_test.py TLOUPE DATA: compares the results of `tloupe diff` with NumPy's, on generated pairs of
checkpoints."""
import html.parser
import json
import math
import os
import struct
import subprocess
import sys
import tempfile

import numpy as np

TLOUPE, DATA = sys.argv[1:3]
DTYPES = {"U8": "u1", "I8": "i1", "I16": "<i2", "I32": "<i4", "I64": "<i8", "U64": "<u8", "F16": "<f2", "F32": "<f4",
          "F64": "<f8", "C64": "<c8"}
UINTS = {1: "u1", 2: "<u2", 4: "<u4", 8: "<u8"}
failures = []
random = np.random.default_rng(11)


class Tensor:
    """Raw bytes with their dtype and values."""

    def __init__(self, dtype, values, shape=None):
        self.dtype = dtype
        if dtype == "BF16":  # NumPy lacks it: truncated F32
            self.raw = (np.asarray(values, "<f4").view("<u4") >> 16).astype("<u2").tobytes()
        else:
            with np.errstate(over="ignore"):
                self.raw = np.asarray(values).astype(DTYPES[dtype]).tobytes()
        self.shape = list(shape if shape is not None else np.shape(values))

    def values(self):
        if self.dtype == "BF16":
            return (np.frombuffer(self.raw, "<u2").astype("<u4") << 16).view("<f4")
        return np.frombuffer(self.raw, DTYPES[self.dtype])

    def patterns(self):
        return np.frombuffer(self.raw, "<u2" if self.dtype == "BF16" else UINTS[np.dtype(DTYPES[self.dtype]).itemsize])


def write(path, tensors, metadata=None, cut=0):
    """Writes a safetensors file, without its last `cut` bytes."""
    header, data = {}, b""
    if metadata is not None:
        header["__metadata__"] = metadata
    for name, tensor in tensors.items():
        header[name] = {"dtype": tensor.dtype, "shape": tensor.shape,
                        "data_offsets": [len(data), len(data) + len(tensor.raw)]}
        data += tensor.raw
    text = json.dumps(header).encode()
    content = struct.pack("<Q", len(text)) + text + data
    with open(path, "wb") as stream:
        stream.write(content[:len(content) - cut])
    return path


def diff(*arguments):
    answer = subprocess.run([TLOUPE, "diff", "--json", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            check=False)
    document = json.loads(answer.stdout)
    quiet = subprocess.run([TLOUPE, "diff", "-q", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                           check=False)
    if quiet.returncode != answer.returncode or quiet.stdout:
        failures.append(f"{arguments}: --quiet answers otherwise")
    return answer.returncode, document


def expect(where, found, wanted):
    if found != wanted:
        failures.append(f"{where}: is {found}, expected {wanted}")


def expect_near(where, found, wanted, scale):
    if found is None and wanted is None:
        return
    if found is None or wanted is None or not (found == wanted or abs(found - wanted) <= 1e-12 * scale):
        failures.append(f"{where}: is {found}, expected {wanted}")


def ulp_places(tensor):
    bits = tensor.patterns()
    top = 8 * bits.dtype.itemsize - 1
    magnitude = (bits & bits.dtype.type((1 << top) - 1)).astype(object)
    return np.where(bits >> bits.dtype.type(top), -magnitude, magnitude)


def check_figures(where, found, a, b):
    """Compares the figures of one tensor with NumPy's, computed in float64 with sums in extended precision."""
    x, y = a.values(), b.values()
    with np.errstate(all="ignore"):
        wide = np.clongdouble if "C64" in (a.dtype, b.dtype) else np.longdouble
        x, y = x.astype(wide), y.astype(wide)
        differs = ~((x == y) | (np.isnan(x) & np.isnan(y)))
        both = np.isfinite(x) & np.isfinite(y)
    expect(where + " elements", found["elements"], x.size)
    expect(where + " differing", found["differing"], int(differs.sum()))
    first = np.flatnonzero(differs)
    expect(where + " first_difference", found["first_difference"], int(first[0]) if first.size else None)
    expect(where + " nonfinite_only_a", found["nonfinite_only_a"], int((~np.isfinite(x) & np.isfinite(y)).sum()))
    expect(where + " nonfinite_only_b", found["nonfinite_only_b"], int((np.isfinite(x) & ~np.isfinite(y)).sum()))
    same_dtype = a.dtype == b.dtype
    bits = int((a.patterns() != b.patterns()).sum()) if same_dtype else None
    expect(where + " differing_bits", found["differing_bits"], bits)
    status = "identical" if (a.raw == b.raw if same_dtype else not differs.any()) else "changed"
    expect(where + " status", found["status"], status)
    x, y = x[both], y[both]
    if x.size == 0:
        for key in ("max_abs", "mean_abs", "rms", "relative_l2", "cosine"):
            expect(f"{where} {key}", found[key], None)
        return
    distance = np.abs(x - y)
    mean, rms = float(distance.mean()), math.sqrt(float((distance**2).mean()))
    expect(where + " max_abs", found["max_abs"], float(distance.max()))
    expect_near(where + " mean_abs", found["mean_abs"], mean, mean)
    expect_near(where + " rms", found["rms"], rms, rms)
    norm_x, norm_y = np.sqrt((np.abs(x)**2).sum()), np.sqrt((np.abs(y)**2).sum())
    if norm_x > 0:
        relative = float(np.sqrt((distance**2).sum()) / norm_x)
        expect_near(where + " relative_l2", found["relative_l2"], relative, relative)
        expect_near(where + " snr_db", found["snr_db"], -20 * math.log10(relative) if relative > 0 else None, 1000)
    if norm_x > 0 and norm_y > 0:
        expect_near(where + " cosine", found["cosine"], float((x * np.conj(y)).sum().real / (norm_x * norm_y)), 1)
    if same_dtype and a.dtype in ("F16", "BF16", "F32", "F64") and x.size < 200_000:
        expect(where + " max_ulp", found["max_ulp"], int(np.abs(ulp_places(a) - ulp_places(b))[both].max()))


def check_pair(where, folder, a, b, *options):
    """Compares two files with the same tensor names."""
    path_a = write(os.path.join(folder, "a.safetensors"), a)
    path_b = write(os.path.join(folder, "b.safetensors"), b)
    status, document = diff(*options, path_a, path_b)
    expect(where + " names", [one["name"] for one in document["tensors"]], list(a))
    for found in document["tensors"]:
        check_figures(f"{where}: {found['name']}", found, a[found["name"]], b[found["name"]])
    return status, document


def weights(count):
    return random.normal(0.001, 0.02, count)


def check_values(folder):
    values = weights(3_000_001)
    status, document = check_pair("equal", folder, {"w": Tensor("F32", values), "z": Tensor("F16", np.zeros(1000))},
                                  {"w": Tensor("F32", values), "z": Tensor("F16", np.zeros(1000))})
    expect("equal", (status, document["same"], document["summary"]["identical"]), (0, True, 2))

    changed = values.astype("<f4")
    changed[-1] += 1
    status, document = check_pair("last element", folder, {"w": Tensor("F32", values)}, {"w": Tensor("F32", changed)})
    expect("last element", (status, document["same"], document["summary"]["changed"]), (1, False, 1))

    holes, moved = values.copy(), values.copy()
    holes[[5, 700_000]] = np.nan
    moved[[6, 700_000]] = np.nan
    moved[1_000_000] = -np.inf
    for dtype in ("F32", "F64", "F16", "BF16"):
        check_pair("NaN moved " + dtype, folder, {"w": Tensor(dtype, holes)}, {"w": Tensor(dtype, moved)})
    check_pair("permuted", folder, {"w": Tensor("F32", values)}, {"w": Tensor("F32", random.permutation(values))})

    names = ["F32", "BF16", "F16", "F64", "I32", "I64", "U8", "I8", "C64"]
    small = np.round(weights(50_021) * 1000) * 1.5
    small = {name: Tensor(name, np.abs(small) % 200 if name == "U8" else small) for name in names}
    for one in names:
        check_pair("cast " + one, folder, {name: small[one] for name in names}, small)
    status, document = check_pair("cast", folder, {"w": small["F32"]}, {"w": small["F64"]})
    expect("cast to F64", (status, document["tensors"][0]["status"], document["summary"]["dtype_changed"]),
           (1, "identical", 1))
    exact = Tensor("I64", random.integers(-2**62, 2**62, 5000))
    next_to = Tensor("I64", exact.values() + random.integers(0, 2, 5000))
    check_pair("large integers", folder, {"w": exact}, {"w": next_to})

    def random_bits(dtype, count):
        tensor = Tensor(dtype, np.zeros(count))
        tensor.raw = random.bytes(len(tensor.raw))
        return tensor
    for dtype in ("F32", "BF16", "F16", "F64", "U64", "C64"):
        if dtype != "F64":  # their differences exceed float64
            check_pair("bits " + dtype, folder, {"w": random_bits(dtype, 100_003)}, {"w": random_bits(dtype, 100_003)})


def check_tolerance(folder):
    a = Tensor("F32", weights(100_000))
    b = Tensor("F32", a.values() * np.float32(1.001))
    x, y = a.values().astype("f8"), b.values().astype("f8")
    for atol, rtol in ((0, 0), (1e-5, 0), (0, 1e-4), (0, 2e-3), (1e-6, 9e-4), (1, 0)):
        _, document = check_pair("tolerance", folder, {"w": a}, {"w": b}, "--atol", str(atol), f"--rtol={rtol}")
        close = np.isclose(x, y, rtol=rtol, atol=atol)
        expect(f"beyond {atol} {rtol}", document["tensors"][0]["beyond_tolerance"], int((~close).sum()))
        expect(f"same within {atol} {rtol}", document["same"], bool(close.all()))
    status, _ = check_pair("cast within", folder, {"w": a}, {"w": Tensor("BF16", a.values())}, "--rtol", "0.01")
    expect("cast within a tolerance", status, 0)


def check_names(folder):
    a = {f"model.layers.{i}.{part}": Tensor("F32", weights(40 + 8 * k), (5 + k, 8))
         for i in range(12) for k, part in enumerate(("q.weight", "k.weight", "norm"))}
    b = {name.replace("model.layers", "transformer.h"): tensor for name, tensor in reversed(a.items())}
    path_a, path_b = write(os.path.join(folder, "a.safetensors"), a), write(os.path.join(folder, "b.safetensors"), b)

    status, document = diff(path_a, path_b)
    summary = document["summary"]
    expect("renamed, unasked", (status, summary["only_a"], summary["only_b"]), (1, 36, 36))
    expect("only a", document["tensors"][0], {**document["tensors"][0], "name": "model.layers.0.q.weight", "name_b": None,
           "status": "only_a", "dtype": ["F32", None], "shape": [[5, 8], None], "max_abs": None})

    status, document = diff("--map", r"model\.layers\.(.*)=transformer.h.\1", path_a, path_b)
    expect("renamed by a rule", (status, document["same"], document["summary"]["renamed"]), (0, True, 36))
    status, document = diff("--detect-renames", path_a, path_b)
    expect("renamed, detected", (document["same"], document["summary"]["identical"]), (False, 36))
    for found in document["tensors"]:
        expect("detected", (found["name_b"], found["paired_by"]),
               (found["name"].replace("model.layers", "transformer.h"), "digest"))
    status, document = diff("--filter", "layers.11", path_a, path_b)
    expect("filtered", [one["name"] for one in document["tensors"]], [name for name in a if ".11." in name])

    shards = os.path.join(folder, "shards")
    os.mkdir(shards)
    names = sorted(a, reverse=True)
    weight_map = {}
    for i in range(3):
        file = f"model-{i + 1:05}-of-00003.safetensors"
        write(os.path.join(shards, file), {name: a[name] for name in names[i::3]})
        weight_map.update({name: file for name in names[i::3]})
    with open(os.path.join(shards, "model.safetensors.index.json"), "w", encoding="utf-8") as stream:
        json.dump({"metadata": {"total_size": sum(len(one.raw) for one in a.values())}, "weight_map": weight_map}, stream)
    status, document = diff(path_a, shards)
    expect("resharded", (status, document["same"], document["summary"]["identical"]), (0, True, 36))
    for part in (path_a, shards):
        expect("with itself", diff(part, part)[0], 0)

    reshaped = dict(a)
    reshaped["model.layers.3.norm"] = Tensor("F32", weights(56), (8, 7))
    write(path_b, reshaped)
    status, document = diff(path_a, path_b)
    found = next(one for one in document["tensors"] if one["name"] == "model.layers.3.norm")
    expect("shape changed", (status, found["status"], found["shape"], found["rms"], document["summary"]["shape_changed"],
                             document["summary"]["identical"]), (1, "shape_changed", [[7, 8], [8, 7]], None, 1, 35))
    status, document = diff("--structure", path_a, path_b)
    expect("structure", (status, document["summary"]["shape_changed"], document["summary"]["not_compared"]), (1, 1, 35))
    expect("structure of the same", diff("--structure", path_a, path_a)[0], 0)

    write(path_b, a, cut=10)
    status, document = diff(path_a, path_b)
    last = document["tensors"][-1]
    expect("broken", (status, document["same"], last["status"], document["summary"]["identical"], "error" in document),
           (3, False, "not_compared", 35, True))
    with open(path_b, "wb") as stream:
        stream.write(b"nothing")
    status, document = diff(path_a, path_b)
    expect("not a checkpoint", (status, "error" in document), (3, True))


def check_metadata(folder):
    tensors = {"w": Tensor("F32", [1, 2, 3])}
    a = write(os.path.join(folder, "a.safetensors"), tensors, {"gone": "1", "step": "100", "kept": "x"})
    b = write(os.path.join(folder, "b.safetensors"), tensors, {"step": "200", "kept": "x", "new": "é\n"})
    status, document = diff(a, b)
    expect("metadata", document["metadata"],
           {"added": {"new": "é\n"}, "removed": {"gone": "1"}, "changed": {"step": ["100", "200"]}})
    expect("metadata status", (status, document["same"], document["summary"]["identical"]), (1, False, 1))
    expect("metadata within a tolerance", diff("--atol", "0", a, b)[0], 0)


def read(path):
    """Reads the tensors and metadata of a safetensors file."""
    with open(path, "rb") as stream:
        content = stream.read()
    begin = 8 + struct.unpack("<Q", content[:8])[0]
    header = json.loads(content[8:begin])
    metadata = header.pop("__metadata__", {})
    tensors = {}
    for name, one in header.items():
        tensors[name] = Tensor("U8", [])
        tensors[name].dtype, tensors[name].shape = one["dtype"], one["shape"]
        tensors[name].raw = content[begin + one["data_offsets"][0]:begin + one["data_offsets"][1]]
    return tensors, metadata


def check_difference(folder):
    """Checks the output of --export-difference: b - a in float64, rounded once."""
    out = os.path.join(folder, "difference.safetensors")
    values = weights(1_200_003)
    step = weights(values.size) * 1e-3
    a = {"f32": Tensor("F32", values), "f64": Tensor("F64", values[:1000]), "f16": Tensor("F16", values[:5000]),
         "bf16": Tensor("BF16", values[:5000]), "mixed": Tensor("BF16", values[:300]),
         "u8": Tensor("U8", random.integers(0, 256, 999)), "i32": Tensor("I32", random.integers(-2**31, 2**31, 999)),
         "i64": Tensor("I64", random.integers(-2**60, 2**60, 999)), "to float": Tensor("I8", random.integers(-9, 9, 50)),
         "same": Tensor("F32", values[:10]), "shape": Tensor("F32", values[:6]), "complex": Tensor("C64", values[:5]),
         "u64": Tensor("U64", np.array([0, 2**64 - 1, 5], "u8")), "huge": Tensor("F32", [3e38, 1]),
         "gone": Tensor("U8", [1])}
    values = values + step
    b = {"f32": Tensor("F32", values), "f64": Tensor("F64", values[:1000]), "f16": Tensor("F16", values[:5000]),
         "bf16": Tensor("BF16", values[:5000]), "mixed": Tensor("F32", values[:300]),
         "u8": Tensor("U8", random.integers(0, 256, 999)), "i32": Tensor("I32", random.integers(-2**31, 2**31, 999)),
         "i64": Tensor("I64", random.integers(-2**60, 2**60, 999)), "to float": Tensor("F16", values[:50]),
         "same": a["same"], "shape": Tensor("F32", values[:6], (2, 3)), "complex": Tensor("C64", values[:5]),
         "u64": Tensor("U64", np.array([2**64 - 1, 0, 7], "u8")), "huge": Tensor("F32", [-3e38, 2]),
         "new": Tensor("U8", [1])}
    path_a = write(os.path.join(folder, "a.safetensors"), a, {"format": "pt"})
    path_b = write(os.path.join(folder, "b.safetensors"), b)
    answer = subprocess.run([TLOUPE, "diff", path_a, path_b, "--export-difference", out], stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, check=False)
    expect("difference", (answer.returncode, answer.stderr), (1, b""))
    said = b"skipped: 1 without a difference, 1 of another shape, 1 only in A, 1 only in B, 1 of a dtype that is not"
    expect("difference says what is left out", said in answer.stdout, True)
    said = b'; 2 differences of tensor "u64" beyond I64, written as the nearest number that it holds\n'
    expect("difference says what is clamped", said in answer.stdout, True)
    tensors, metadata = read(out)
    expect("difference's metadata", metadata, {"difference": "B - A", "difference.a": "a.safetensors",
                                               "difference.b": "b.safetensors", "format": "pt"})
    dtypes = {"f32": "F32", "f64": "F64", "f16": "F32", "bf16": "F32", "mixed": "F32", "u8": "I16", "i32": "I64",
              "i64": "I64", "to float": "F32", "u64": "I64", "huge": "F64"}
    expect("difference's dtypes", {name: one.dtype for name, one in tensors.items()}, dtypes)
    for name, one in tensors.items():
        x, y = a[name].values(), b[name].values()
        whole = one.dtype.startswith("I")
        wanted = (y.astype("i8") - x.astype("i8") if whole else y.astype("f8") - x.astype("f8"))
        if name == "u64":  # Python's integers have no limit
            exact = (int(q) - int(p) for p, q in zip(x, y))
            wanted = np.array([min(max(one, -2**63), 2**63 - 1) for one in exact], "i8")
        expect("difference of " + name, one.raw == wanted.astype(DTYPES[one.dtype]).tobytes(), True)
        expect("shape of the difference of " + name, one.shape, a[name].shape)
    # Adding it to A gives B, except for the rounding of the difference and of the sum.
    for name in ("f32", "f16", "bf16"):
        x, y, d = (one[name].values().astype("f4") for one in (a, b, tensors))
        bound = (np.abs(d.astype("f8")) + np.abs(y.astype("f8"))) * 2.0**-23
        expect("A + (B - A) of " + name, bool((np.abs((x + d).astype("f8") - y.astype("f8")) <= bound).all()), True)
    diff(path_a, path_b, "--force", "--filter", "f32", "--export-difference", out, "--dtype", "F32=F16")
    tensors, _ = read(out)
    expect("difference filtered", list(tensors), ["f32"])
    wanted = (b["f32"].values().astype("f8") - a["f32"].values().astype("f8")).astype("<f2")
    expect("difference as F16", tensors["f32"].raw == wanted.tobytes(), True)
    before = os.path.getmtime(out)
    answer = subprocess.run([TLOUPE, "diff", path_a, path_b, "--export-difference", out], stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, check=False)
    expect("not replaced", (answer.returncode, answer.stdout, os.path.getmtime(out)), (3, b"", before))
    write(path_b, b, cut=10)
    broken = os.path.join(folder, "broken.safetensors")
    answer = subprocess.run([TLOUPE, "diff", "-q", path_a, path_b, "--export-difference", broken],
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    expect("difference of what is broken", (answer.returncode, os.path.exists(broken)), (3, False))


class Page(html.parser.HTMLParser):
    """Checks that elements are closed in order, and collects the text of each cell of class "name"."""

    def __init__(self):
        super().__init__()
        self.open, self.elements, self.names, self.text = [], set(), [], ""

    def handle_starttag(self, tag, attrs):
        self.elements.add(tag)
        if ("class", "name") in attrs and tag == "td":
            self.names.append("")
        if tag != "meta":
            self.open.append((tag, dict(attrs).get("class")))

    def handle_startendtag(self, tag, attrs):
        self.elements.add(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop()[0] != tag:
            failures.append(f"report: </{tag}> closes nothing")

    def handle_data(self, data):
        self.text += data
        if self.open and self.open[-1] == ("td", "name"):
            self.names[-1] += data


def check_report(folder):
    hostile = "</td><script>alert('x')</script>&amp;\n\u202e\x1b"
    a = {"small": Tensor("F32", [1, 1]), hostile: Tensor("F32", [1, 2]), "large": Tensor("F32", [1, 1]),
         "same": Tensor("F32", [5]), "nan": Tensor("F32", [1, 1]), "gone<b>": Tensor("F32", [5])}
    b = {"small": Tensor("F32", [1, 1.25]), hostile: Tensor("F32", [2, 2]), "large": Tensor("F32", [1, 4]),
         "same": Tensor("F32", [5]), "nan": Tensor("F32", [1, np.nan]), "new": Tensor("F32", [5])}
    path_a = write(os.path.join(folder, "a.safetensors"), a, {"<i>": "</td>", "k": "1"})
    path_b = write(os.path.join(folder, "b.safetensors"), b, {"k": "2"})
    out = os.path.join(folder, "report.html")
    diff(path_a, path_b, "--force", "--html", out)
    with open(out, encoding="utf-8") as stream:
        page = Page()
        page.feed(stream.read())
    expect("report closes all", page.open, [])
    expect("report runs nothing", page.elements & {"script", "img", "iframe", "object", "link", "a", "td2"}, set())
    shown = hostile.replace("\n", "\\n").replace("\u202e", "\\u202e").replace("\x1b", "\\x1b")
    # First metadata, then tensors with NaN, then the changed ones by relative L2, then the others.
    expect("report's names", page.names, ["k", "<i>", "nan", "large", shown, "small", "gone<b>", "new", "same"])
    for text in ("Different. Of 7 tensors: 4 changed, 1 only in A, 1 only in B.", "1 NaN or Inf only in B",
                 "2 keys of the metadata differ.", "Where it changed", "How values changed", path_a, path_b):
        expect(f"report says {text}", text in page.text, True)


def check_formats(folder):
    """Compares samples of bintensors with the same content written as safetensors."""
    for sample in ("gpt2-tiny.bt", "all-dtypes.bt", "special-values.bt"):
        with open(os.path.join(DATA, "bintensors", "manifest.json"), encoding="utf-8") as manifest:
            file = next(one for one in json.load(manifest)["files"] if one["file"] == sample)
        path = os.path.join(DATA, "bintensors", sample)
        with open(path, "rb") as stream:
            content = stream.read()
        tensors = {}
        for one in reversed(file["tensors_in_file_order"]):
            tensor = Tensor("U8", [])
            tensor.dtype, tensor.shape = one["dtype"], one["shape"]
            tensor.raw = content[one["file_offset"]:][:one["nbytes"]]
            tensors[one["name"]] = tensor
        other = write(os.path.join(folder, "other.safetensors"), tensors)
        _, document = diff(path, other)
        expect("formats: " + sample, document["summary"]["identical"], len(tensors))
        expect("formats: " + sample, {one["status"] for one in document["tensors"]}, {"identical"})


for check in (check_values, check_tolerance, check_names, check_metadata, check_difference, check_report, check_formats):
    with tempfile.TemporaryDirectory() as scratch:
        check(scratch)
print("\n".join(failures[:50]))
sys.exit(1 if failures else 0)
