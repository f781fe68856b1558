#!/usr/bin/env python3
"""Writes the samples of TensorFlow.js models in this folder and in ../tfjs-malformed, with their manifests.

Needs NumPy. Values are computed by NumPy like JavaScript does: number * scale + min in float64, then rounded to
float32. `check.js` compares them with those of TensorFlow.js itself, and finds out which files it rejects.
"""
import hashlib
import json
import pathlib
import struct

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
random = np.random.default_rng(21)
DTYPES = {"float32": ("F32", np.float32), "int32": ("I32", np.int32), "bool": ("BOOL", np.uint8),
          "complex64": ("C64", np.complex64)}
QUANTIZED = {"uint8": np.uint8, "uint16": np.uint16}


class Weight:
    def __init__(self, name, shape, dtype, data, values, shown, quantization=None):
        self.name, self.shape, self.dtype, self.data = name, list(shape), dtype, data
        self.values, self.shown, self.quantization = values, shown, quantization

    def entry(self):
        entry = {"name": self.name, "shape": self.shape, "dtype": self.dtype}
        return entry | ({"quantization": self.quantization} if self.quantization else {})


def plain(name, array, dtype=None):
    array = np.ascontiguousarray(array)
    dtype = dtype or next(key for key, (_, kind) in DTYPES.items() if kind == array.dtype)
    return Weight(name, array.shape, dtype, array.tobytes(), array, DTYPES[dtype][0])


def quantized(name, shape, kind, scale, low, dtype="float32"):
    numbers = random.integers(0, np.iinfo(QUANTIZED[kind]).max + 1, shape).astype(QUANTIZED[kind])
    wide = numbers.astype(np.float64) * scale + low
    if dtype == "int32":  # stored like an Int32Array: modulo 2^32
        values = np.floor(wide + 0.5).astype(np.int64).astype(np.uint32).view(np.int32)
    else:
        values = wide.astype(np.float32)
    return Weight(name, shape, dtype, numbers.tobytes(), values, kind, {"dtype": kind, "scale": scale, "min": low})


def half(name, shape):
    numbers = random.normal(size=shape).astype(np.float16)
    return Weight(name, shape, "float32", numbers.tobytes(), numbers, "F16", {"dtype": "float16"})


def strings(name, texts):
    data = b"".join(struct.pack("<I", len(text)) + text for text in texts)
    return Weight(name, [len(texts)], "string", data, None, "string")


def statistics(values):
    values = np.asarray(values).reshape(-1)
    wide = values.astype(np.float64)
    whole = values.dtype.kind in "iub"

    def text(number):
        return int(number) if whole else float(number)

    result = {"count": len(values), "min": text(wide.min()) if len(wide) else None,
              "max": text(wide.max()) if len(wide) else None, "mean": float(wide.mean()) if len(wide) else None,
              "nan_count": 0, "inf_count": 0, "zero_count": int((wide == 0).sum())}
    if not whole:
        result |= {"finite_min": result["min"], "finite_max": result["max"], "pos_inf_count": 0, "neg_inf_count": 0,
                   "neg_zero_count": int(((wide == 0) & np.signbit(wide)).sum())}
    return result


def known(weight):
    entry = {"name": weight.name, "dtype": weight.shown, "shape": weight.shape,
             "sha256_c_order_le": hashlib.sha256(np.ascontiguousarray(weight.values).tobytes()).hexdigest(),
             "sha256_stored": hashlib.sha256(weight.data).hexdigest(), "nbytes": len(weight.data)}
    if weight.values.dtype.kind in "fiu" and weight.shown != "BOOL":
        entry["stats"] = statistics(weight.values)
    return entry


def split(data, size):
    return [data[i:i + size] for i in range(0, len(data), size)] or [b""]


def write_group(folder, stem, weights, shard_size, suffix=".bin", count=None):
    shards = split(b"".join(weight.data for weight in weights), shard_size)
    paths = [f"{stem}shard{i + 1}of{len(shards)}{suffix}" for i in range(len(shards))]
    for path, shard in zip(paths, shards):
        (folder / path).write_bytes(shard)
    return {"paths": paths, "weights": [weight.entry() for weight in weights]}


def model(groups, **more):
    return {"format": "layers-model", "generatedBy": "by hand", "convertedBy": None,
            "modelTopology": {"keras_version": "2.1", "model_config": {"class_name": "Sequential"}},
            "weightsManifest": groups} | more


def make_samples():
    files = []

    def save(name, content, weights, **more):
        text = content if isinstance(content, str) else json.dumps(content)
        path = HERE / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        files.append({"file": name, "bytes": len(text), "sha256": hashlib.sha256(text.encode()).hexdigest(),
                      "tensors": [known(weight) for weight in weights if weight.dtype != "string"]} | more)

    def normal(*shape):
        return random.normal(size=shape).astype(np.float32)

    folder = HERE / "layers"
    folder.mkdir(exist_ok=True)
    weights = [plain("dense/kernel", normal(7, 5)), quantized("dense/bias", (5,), "uint8", 0.013, -1.7),
               plain("scalar", np.array(3.25, np.float32)), quantized("conv/kernel", (3, 3, 2), "uint16", 2.5e-5, -0.6),
               half("half", (9,)), plain("flags", np.array([1, 0, 1], np.uint8), "bool"),
               plain("whole", np.array([1, -2, 2**31 - 1], np.int32)), plain("empty", np.zeros((0, 3), np.float32)),
               quantized("steps", (33,), "uint8", 0.5, -3.25, "int32"),
               quantized("far", (9,), "uint16", 123456.789, -1e9, "int32"),
               plain("pairs", np.array([1 + 2j, -3j], np.complex64)), plain("last", normal(4))]
    # A size that is not a multiple of any type's size: weights and single elements span several files.
    save("layers/model.json", model([write_group(folder, "group1-", weights, 37)],
                                    userDefinedMetadata={"note": "text"}), weights,
         metadata={"format": "layers-model", "generatedBy": "by hand", "convertedBy": "null",
                   "modelTopology": '{"keras_version": "2.1", "model_config": {"class_name": "Sequential"}}',
                   "userDefinedMetadata": '{"note": "text"}'}, files=len(split(b"".join(w.data for w in weights), 37)) + 1)

    folder = HERE / "graph"
    folder.mkdir(exist_ok=True)
    first = [plain("a", normal(3, 4)), strings("words", [b"one", b"", b"three and more"]), plain("b", normal(5))]
    second = [quantized("c", (6,), "uint8", 1, 0), plain("d", normal(2, 2))]
    groups = [write_group(folder, "group1-", first, 1000), write_group(folder, "group2-", second, 13)]
    content = {"format": "graph-model", "generatedBy": "2.0", "convertedBy": "by hand", "weightsManifest": groups,
               "modelTopology": {"node": [], "padding": "x" * 5000}}
    save("graph/model.json", content, first + second, metadata=None, files=4)

    weights = [quantized("conv/filters", (3, 3, 2, 1), "uint8", 0.0054, -0.744), plain("conv/bias", normal(2))]
    data = b"".join(weight.data for weight in weights)
    (HERE / "face-shard1").write_bytes(data)
    manifest = [{"weights": [weight.entry() for weight in weights], "paths": ["face-shard1"]}]
    save("face-weights_manifest.json", json.dumps(manifest, indent=2), weights, metadata={}, files=2)
    (HERE / "manifest.json").write_text(json.dumps({"format": "tfjs", "files": files}, indent=1) + "\n")


def make_malformed():
    folder = HERE.parent / "tfjs-malformed"
    cases = []
    kernel = plain("kernel", np.arange(6, dtype=np.float32).reshape(2, 3))
    codes = quantized("codes", (4,), "uint8", 0.5, -1)
    (folder / "w.bin").write_bytes(kernel.data + codes.data)
    (folder / "first.bin").write_bytes(kernel.data[:10])
    (folder / "rest.bin").write_bytes(kernel.data[10:] + codes.data)

    def case(name, content, findings, tensors=2, readable=None, accepted=False):
        """`accepted`: the verdict of TensorFlow.js, if check.js could obtain it."""
        text = content if isinstance(content, str) else json.dumps(content)
        (folder / f"{name}.model.json").write_text(text)
        cases.append({"file": f"{name}.model.json", "codes": findings, "tensors": tensors,
                      "readable": tensors if readable is None else readable, "accepted": accepted})

    def one(paths=("w.bin",), weights=None, **more):
        weights = [kernel.entry(), codes.entry()] if weights is None else weights
        return model([{"paths": list(paths), "weights": weights}], **more)

    case("sound", one(), "", accepted=True)
    case("sound-two-files", one(["first.bin", "rest.bin"]), "", accepted=True)
    text = json.dumps(one())
    case("cut", text[:-20], "json-syntax", 1)
    case("not-json", "weights", "manifest-missing", 0)
    case("number", "7", "manifest-missing", 0)
    case("no-manifest", {"format": "layers-model", "modelTopology": {}}, "manifest-missing", 0)
    case("manifest-number", {"format": "layers-model", "modelTopology": {}, "weightsManifest": 3}, "manifest-missing", 0)
    case("group-number", model([5, {"paths": ["w.bin"], "weights": [kernel.entry(), codes.entry()]}]), "group-invalid")
    case("weight-number", one(weights=[3, kernel.entry(), codes.entry()]), "weight-invalid")
    case("path-number", one([7]), "path-invalid place-unknown", readable=0)
    case("no-paths", one([]), "place-unknown", readable=0)
    for name, path in [("parent", "../tfjs/face-shard1"), ("absolute", "/etc/passwd"), ("address", "https://host/w.bin"),
                       ("file-address", "file:///etc/passwd"), ("empty", "")]:
        case(f"path-{name}", one([path]), "companion-unsafe-path place-unknown", readable=0)
    case("file-missing", one(["none.bin"]), "companion-missing", readable=0)
    case("first-file-missing", one(["none.bin", "rest.bin"]), "companion-missing", readable=1)
    case("last-file-missing", one(["first.bin", "none.bin"]), "data-missing companion-missing", readable=0)
    case("file-short", one(["first.bin"]), "data-missing", readable=0)
    case("file-long", one(["w.bin", "w.bin"]), "data-trailing", accepted=True)
    case("shape-negative", one(weights=[kernel.entry() | {"shape": [-2, 3]}, codes.entry()]),
         "tensor-invalid place-unknown", readable=0)
    case("shape-fraction", one(weights=[kernel.entry() | {"shape": [2.5]}]), "tensor-invalid", 1, 0)
    case("shape-missing", one(weights=[{"name": "kernel", "dtype": "float32"}]), "tensor-invalid", 1, 0)
    case("shape-overflow", one(weights=[kernel.entry() | {"shape": [2**62, 2**62]}, codes.entry()]),
         "shape-overflow place-unknown", readable=0)
    case("shape-huge", one(weights=[kernel.entry() | {"shape": [2**40]}, codes.entry()]), "data-missing", readable=0)
    case("dtype-unknown", one(weights=[kernel.entry() | {"dtype": "float99"}, codes.entry()]),
         "dtype-unknown place-unknown", readable=1)
    case("dtype-uint8", one(weights=[{"name": "bytes", "shape": [28], "dtype": "uint8"}]), "dtype-unusual", 1)
    case("scale-missing", one(weights=[kernel.entry(), codes.entry() | {"quantization": {"dtype": "uint8", "min": 1}}]),
         "scale-missing")
    case("min-missing", one(weights=[kernel.entry(), codes.entry() | {"quantization": {"dtype": "uint8", "scale": 1}}]),
         "scale-missing")
    case("scale-zero", one(weights=[kernel.entry(), codes.entry() | {"quantization": {"dtype": "uint8", "scale": 0,
                                                                                        "min": 2}}]), "scale-zero", accepted=True)
    case("scale-negative", one(weights=[kernel.entry(), codes.entry() | {"quantization": {"dtype": "uint8", "scale": -1,
                                                                                            "min": 2}}]), "scale-negative",
         accepted=True)
    case("quantized-bool", one(weights=[kernel.entry(), codes.entry() | {"dtype": "bool"}]), "dtype-quantization")
    case("quantized-int32", one(weights=[kernel.entry(), codes.entry() | {"quantization": {"dtype": "int32"},
                                                                          "shape": [1]}]), "dtype-quantization")
    case("half-of-int32", one(weights=[kernel.entry() | {"dtype": "int32", "shape": [14],
                                                         "quantization": {"dtype": "float16"}}]), "dtype-quantization", 1)
    case("same-names", one(weights=[kernel.entry(), codes.entry() | {"name": "kernel"}]), "duplicate-name", accepted=True)
    case("strings-endless", one(weights=[{"name": "s", "shape": [2**60], "dtype": "string"}, codes.entry()]),
         "place-unknown", 1, 0)
    case("strings-long", one(weights=[{"name": "s", "shape": [1], "dtype": "string"}, codes.entry()]),
         "data-trailing", 1, accepted=True)
    (folder / "expected.json").write_text(json.dumps({"files": cases}, indent=1) + "\n")


make_samples()
make_malformed()
