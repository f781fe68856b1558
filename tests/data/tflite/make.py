#!/usr/bin/env python3
"""Writes the samples of TensorFlow Lite models in this folder and in ../tflite-malformed, with their manifests.

Needs NumPy. Writes FlatBuffers itself, using the field numbers of TensorFlow Lite's schema, so that it can also write
broken ones. Values are computed by NumPy: (float)(number - zero point) * scale, with each step rounded to float32.
"""
import hashlib
import json
import pathlib
import struct

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
TYPES = ["FLOAT32", "FLOAT16", "INT32", "UINT8", "INT64", "STRING", "BOOL", "INT16", "COMPLEX64", "INT8", "FLOAT64",
         "COMPLEX128", "UINT64", "RESOURCE", "VARIANT", "UINT32", "UINT16", "INT4", "BFLOAT16", "INT2", "UINT4",
         "FLOAT8_E4M3FN", "FLOAT8_E5M2"]
PLAIN = {"FLOAT32": "F32", "FLOAT16": "F16", "INT32": "I32", "UINT8": "U8", "INT64": "I64", "BOOL": "BOOL", "INT16": "I16",
         "COMPLEX64": "C64", "INT8": "I8", "FLOAT64": "F64", "UINT64": "U64", "UINT32": "U32", "UINT16": "U16",
         "BFLOAT16": "BF16", "FLOAT8_E4M3FN": "F8_E4M3", "FLOAT8_E5M2": "F8_E5M2"}
random = np.random.default_rng(20)


class Table:
    """Fields by number: (struct format, value), or an object that an offset refers to."""

    def __init__(self, **fields):
        self.fields = {int(key[1:]): value for key, value in fields.items() if value is not None}


class Numbers:
    def __init__(self, form, values, align=4):
        self.data = b"".join(struct.pack("<" + form, value) for value in values)
        self.count = len(values)
        self.align = max(align, struct.calcsize(form))


class Raw(Numbers):
    """A buffer's bytes. `claim`: the stated length."""

    def __init__(self, data, claim=None, align=16):
        self.data = data
        self.count = len(data) if claim is None else claim
        self.align = align


class Text(Raw):
    def __init__(self, text):
        super().__init__(text.encode() if isinstance(text, str) else text, align=4)


class Tables(list):
    """A vector of offsets."""


class Builder:
    """Writes front to back: all offsets point forward, except a table's offset to its vtable, which precedes it."""

    def __init__(self):
        self.out = bytearray()
        self.at = {}

    def pad(self, align, ahead=0):
        while (len(self.out) + ahead) % align:
            self.out.append(0)

    def write(self, thing):
        if id(thing) in self.at:
            return self.at[id(thing)]
        pending = []
        if isinstance(thing, Tables):
            self.pad(4)
            begin = len(self.out)
            self.out += struct.pack("<I", len(thing)) + bytes(4 * len(thing))
            pending = [(begin + 4 + 4 * i, element) for i, element in enumerate(thing)]
        elif isinstance(thing, Numbers):
            self.pad(thing.align, 4)
            begin = len(self.out)
            self.out += struct.pack("<I", thing.count) + thing.data
            if isinstance(thing, Text):
                self.out.append(0)
        else:
            sizes = {key: 4 if not isinstance(value, tuple) else struct.calcsize(value[0])
                     for key, value in thing.fields.items()}
            places, size = {}, 4
            for key in sorted(sizes, key=lambda one: -sizes[one]):
                size += -size % sizes[key]
                places[key] = size
                size += sizes[key]
            count = max(places, default=-1) + 1
            description = struct.pack("<HH", 4 + 2 * count, size)
            description += b"".join(struct.pack("<H", places.get(key, 0)) for key in range(count))
            self.pad(2)
            while (len(self.out) + len(description)) % 8:
                self.out += bytes(2)
            begin = len(self.out) + len(description)
            self.out += description + struct.pack("<i", len(description)) + bytes(size - 4)
            for key, value in thing.fields.items():
                if isinstance(value, tuple):
                    struct.pack_into("<" + value[0], self.out, begin + places[key], value[1])
                else:
                    pending.append((begin + places[key], value))
        self.at[id(thing)] = begin
        for place, child in pending:
            struct.pack_into("<I", self.out, place, self.write(child) - place)
        return begin

    def build(self, root, identifier=b"TFL3"):
        self.out = bytearray(4) + identifier
        struct.pack_into("<I", self.out, 0, self.write(root))
        self.pad(16)
        return bytes(self.out)


def ints(values):
    return Numbers("i", list(values))


class Tensor:
    """A tensor of a model; it is computed if `data` is None."""

    def __init__(self, name, kind, shape, data=None, scale=None, zero=None, axis=0, details=None, sparse=False,
                 values=None, dtype=None, opaque=False, external=0, claim=None, offset=None):
        self.name, self.kind, self.shape, self.data = name, kind, list(shape), data
        self.scale, self.zero, self.axis, self.details = scale, zero, axis, details
        self.sparse, self.values, self.opaque, self.external = sparse, values, opaque, external
        self.claim, self.offset = claim, offset
        self.dtype = dtype or PLAIN.get(kind, kind)
        self.buffer = 0
        self.stored = None  # bytes in another file

    def table(self):
        quantization = None
        if self.scale is not None or self.zero is not None or self.details is not None:
            quantization = Table(f2=None if self.scale is None else Numbers("f", self.scale),
                                 f3=None if self.zero is None else Numbers("q", self.zero),
                                 f4=None if self.details is None else ("B", self.details),
                                 f5=None if self.details is None else Table(f0=("i", 1), f2=("i", 32)),
                                 f6=("i", self.axis) if self.axis else None)
        kind = TYPES.index(self.kind) if isinstance(self.kind, str) else self.kind
        return Table(f0=ints(self.shape), f1=("B", kind) if kind else None,
                     f2=("I", self.buffer) if self.buffer else None, f3=Text(self.name) if self.name else None,
                     f4=quantization, f6=Table(f0=ints([0, 1])) if self.sparse else None, f8=("B", 1),
                     f10=("I", self.external) if self.external else None)


def plain(name, kind, array, **more):
    array = np.ascontiguousarray(array)
    return Tensor(name, kind, array.shape, array.tobytes(), values=array, **more)


def pack(numbers, bits):
    """Packs numbers, the first one in the lowest bits of a byte."""
    flat = np.asarray(numbers).reshape(-1).astype(np.int64) & ((1 << bits) - 1)
    each = 8 // bits
    flat = np.concatenate([flat, np.zeros(-len(flat) % each, np.int64)]).reshape(-1, each)
    return sum(flat[:, i] << (bits * i) for i in range(each)).astype(np.uint8).tobytes()


BITS = {"INT4": 4, "UINT4": 4, "INT2": 2}
RANGES = {"INT4": (-8, 8), "UINT4": (0, 16), "INT2": (-2, 2), "INT8": (-128, 128), "UINT8": (0, 256),
          "INT16": (-32768, 32768), "UINT16": (0, 65536), "INT32": (-2**31, 2**31), "INT64": (-2**40, 2**40)}
NUMPY = {"INT8": np.int8, "UINT8": np.uint8, "INT16": np.int16, "UINT16": np.uint16, "INT32": np.int32,
         "INT64": np.int64}


def quantized(name, kind, shape, scale, zero, axis=0):
    low, high = RANGES[kind]
    numbers = random.integers(low, high, shape)
    data = pack(numbers, BITS[kind]) if kind in BITS else numbers.astype(NUMPY[kind]).tobytes()
    around = [1] * len(shape)
    if len(scale) > 1:
        around[axis] = len(scale)
    distance = numbers - np.array(zero, np.int64).reshape(around)
    values = distance.astype(np.float32) * np.array(scale, np.float32).reshape(around)
    assert values.dtype == np.float32
    return Tensor(name, kind, shape, data, scale, zero, axis, values=values,
                  dtype=kind + (" per axis" if len(scale) > 1 else ""))


def some(count):
    return [float(one) for one in np.exp(random.normal(-4, 1, count)).astype(np.float32)]


def whole(count, low, high):
    return [int(one) for one in random.integers(low, high, count)]


def model(subgraphs, version=3, metadata=None, signatures=None, description="made by hand", operators=None,
          externals=None, groups=None, outside=False, buffers_after=None):
    """Makes the model's table and the bytes outside of it. Subgraphs are (name, tensors, inputs, outputs)."""
    buffers = Tables([Table()])
    numbers = {}
    places = []
    for _, tensors, _, _ in subgraphs:
        for tensor in tensors:
            if tensor.data is None:
                continue
            key = id(tensor.data)
            if key not in numbers:
                numbers[key] = len(buffers)
                if outside:
                    table = Table(f1=("Q", 1), f2=("Q", len(tensor.data)))
                    places.append((table, tensor.data))
                else:
                    table = Table(f0=Raw(tensor.data, tensor.claim))
                buffers.append(table)
            tensor.buffer = numbers[key]
    entries = Tables()
    for key, value in (metadata or {}).items():
        buffers.append(Table(f0=Raw(value)))
        entries.append(Table(f0=Text(key), f1=("I", len(buffers) - 1)))
    codes = Tables([Table(f0=("b", 3), f3=("i", 3)), Table(f0=("b", 32), f1=Text("MyOp"), f3=("i", 32)),
                    Table(f0=("b", 127), f3=("i", 150))])
    graphs = Tables()
    for name, tensors, inputs, outputs in subgraphs:
        steps = Tables([Table(f0=("I", code) if code else None) for code in (operators or [0, 0, 1, 2])])
        graphs.append(Table(f0=Tables([tensor.table() for tensor in tensors]), f1=ints(inputs), f2=ints(outputs),
                            f3=steps, f4=Text(name) if name else None))
    root = Table(f0=("I", version), f1=codes, f2=graphs, f3=Text(description) if description else None, f4=buffers,
                 f6=entries if entries else None, f7=signatures, f8=groups, f9=externals)
    if buffers_after is not None:
        del buffers[buffers_after:]
    return root, places


def build(root, places=()):
    """Bytes outside of the FlatBuffer start at multiples of 16 after it, so their offsets are known only in a second
    pass."""
    data = Builder().build(root)
    for _ in range(2 if places else 0):
        end = len(data)
        for table, content in places:
            table.fields[1] = ("Q", end)
            end += len(content) + -len(content) % 16
        data = Builder().build(root)
    for _, content in places:
        data += content + bytes(-len(content) % 16)
    return data


def statistics(values):
    values = np.asarray(values).reshape(-1)
    wide = values.astype(np.float64)
    whole_numbers = values.dtype.kind in "iub"
    finite = wide[np.isfinite(wide)]
    real = wide[~np.isnan(wide)]

    def text(number):
        if np.isinf(number):
            return "Infinity" if number > 0 else "-Infinity"
        return int(number) if whole_numbers else float(number)

    result = {"count": len(values), "min": text(real.min()) if len(real) else None,
              "max": text(real.max()) if len(real) else None}
    if not whole_numbers:
        result |= {"finite_min": text(finite.min()) if len(finite) else None,
                   "finite_max": text(finite.max()) if len(finite) else None}
    result |= {"mean": float(finite.mean()) if len(finite) else None, "nan_count": int(np.isnan(wide).sum()),
               "inf_count": int(np.isinf(wide).sum())}
    if not whole_numbers:
        result |= {"pos_inf_count": int((wide == np.inf).sum()), "neg_inf_count": int((wide == -np.inf).sum())}
    result["zero_count"] = int((wide == 0).sum())
    if not whole_numbers:
        result["neg_zero_count"] = int(((wide == 0) & np.signbit(wide)).sum())
    return result


def known(tensor, prefix=""):
    entry = {"name": prefix + tensor.name, "dtype": tensor.dtype, "shape": tensor.shape}
    if tensor.values is not None:
        entry["sha256_c_order_le"] = hashlib.sha256(np.ascontiguousarray(tensor.values).tobytes()).hexdigest()
        if tensor.values.dtype.kind in "fiub" and not tensor.opaque:
            entry["stats"] = statistics(tensor.values)
    stored = tensor.data if tensor.stored is None else tensor.stored
    entry["sha256_stored"] = hashlib.sha256(stored).hexdigest()
    if tensor.external == 0 and tensor.offset is None:
        entry["nbytes"] = len(tensor.data)
    return entry


def describe(name, data, subgraphs, **more):
    several = len(subgraphs) > 1
    tensors = [known(tensor, f"{graph or f'subgraph{i}'}/" if several else "")
               for i, (graph, all_tensors, _, _) in enumerate(subgraphs) for tensor in all_tensors
               if (tensor.data is not None or tensor.external) and tensor.kind != "STRING"]
    return {"file": name, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest(), "tensors": tensors} | more


def bfloat16(values):
    return (np.asarray(values, np.float32).view(np.uint32) >> 16).astype(np.uint16)


def signature(key, subgraph, inputs, outputs):
    def maps(pairs):
        return Tables([Table(f0=Text(name), f1=("I", number) if number else None) for name, number in pairs])
    return Table(f0=maps(inputs), f1=maps(outputs), f2=Text(key), f4=("I", subgraph) if subgraph else None)


def task_metadata():
    root = Table(f0=Text("Tiny"), f1=Text("A model without a purpose"), f2=Text("v1"), f4=Text("nobody"), f5=Text("MIT"))
    return Builder().build(root, b"M001")


def make_samples():
    files, odd = [], []

    def save(into, name, subgraphs, root, places=(), **more):
        data = build(root, places)
        (HERE / name).write_bytes(data)
        into.append(describe(name, data, subgraphs, **more))

    specials = np.array([0, -0.0, 1.5, np.nan, np.inf, -np.inf, 1e-45, 3e38], np.float32)
    tensors = [
        Tensor("input", "FLOAT32", [1, 3]),
        plain("dense/kernel", "FLOAT32", random.normal(size=(4, 3)).astype(np.float32)),
        plain("dense/bias", "FLOAT32", specials),
        plain("half", "FLOAT16", random.normal(size=(5,)).astype(np.float16)),
        Tensor("brain", "BFLOAT16", [3], bfloat16([1.5, -2, 0.1]).tobytes(), values=bfloat16([1.5, -2, 0.1]), opaque=True),
        plain("shape", "INT32", np.array([1, -1, 2**31 - 1], np.int32)),
        plain("large", "INT64", np.array([[2**62, -5]], np.int64)),
        plain("flags", "BOOL", np.array([True, False, True])),
        plain("bytes", "UINT8", np.arange(7, dtype=np.uint8)),
        plain("signed", "INT8", np.array([-128, 0, 127], np.int8)),
        plain("short", "INT16", np.array([-32768, 32767], np.int16)),
        plain("double", "FLOAT64", np.array([0.1, 1e300])),
        plain("unsigned", "UINT32", np.array([2**32 - 1], np.uint32)),
        plain("huge", "UINT64", np.array([2**64 - 1], np.uint64)),
        plain("word", "UINT16", np.array([65535, 1], np.uint16)),
        plain("scalar", "FLOAT32", np.array(2.5, np.float32)),
        Tensor("", "FLOAT32", [1], struct.pack("<f", 7), values=np.array([7], np.float32)),
        Tensor("words", "STRING", [1], struct.pack("<iiI", 1, 12, 15) + b"abc"),
        Tensor("output", "FLOAT32", [1, 4]),
    ]
    tensors[16].name = ""
    graphs = [("main", tensors, [0], [18])]
    signatures = Tables([signature("serving_default", 0, [("x", 0)], [("y", 18)])])
    root, places = model(graphs, signatures=signatures, metadata={
        "min_runtime_version": b"1.14.0".ljust(16, b"\0"), "CONVERSION_METADATA": bytes(range(16)),
        "TFLITE_METADATA": task_metadata()})
    save(files, "plain.tflite", graphs, root, places, metadata={
        "version": "3", "description": "made by hand", "graph.name": "main",
        "graph.inputs": '{"input":"FLOAT32 [1, 3]"}', "graph.outputs": '{"output":"FLOAT32 [1, 4]"}',
        "operators": '{"CONV_2D":2,"GELU":1,"MyOp":1}',
        "signatures": '{"serving_default":{"subgraph":0,"inputs":{"x":"FLOAT32 [1, 3]"},"outputs":{"y":"FLOAT32 [1, 4]"}}}',
        "metadata.min_runtime_version": "1.14.0", "metadata.CONVERSION_METADATA": "16 bytes",
        "metadata.TFLITE_METADATA": f"{len(task_metadata())} bytes", "model.name": "Tiny",
        "model.description": "A model without a purpose", "model.version": "v1", "model.author": "nobody",
        "model.license": "MIT", "tensors.with_data": "16", "tensors.computed": "2"})
    files[-1]["tensors"][15]["name"] = "tensor16"

    tensors = [
        quantized("conv/kernel", "INT8", (4, 3, 3, 2), some(4), [0] * 4, 0),
        quantized("conv/bias", "INT32", (4,), some(4), [0] * 4, 0),
        quantized("depthwise/kernel", "INT8", (1, 3, 3, 5), some(5), whole(5, -20, 20), 3),
        quantized("middle", "UINT8", (2, 3, 4), some(3), [0, 128, 255], 1),
        quantized("dense/kernel", "INT8", (6, 7), some(1), [-11]),
        quantized("asymmetric", "UINT8", (5, 5), some(1), [131]),
        quantized("wide", "INT16", (9,), some(1), [0]),
        quantized("wider", "UINT16", (9,), some(1), [32768]),
        quantized("widest", "INT32", (9,), some(1), [7]),
        quantized("widest/axis", "INT32", (3, 3), some(3), [2**30 + 1, -2**30 - 1, 3], 1),
        quantized("longest", "INT64", (9,), some(1), [2**20 + 1]),
        quantized("nibbles", "INT4", (3, 5), some(1), [0]),
        quantized("nibbles/axis", "INT4", (5, 3), some(5), [0] * 5, 0),
        quantized("nibbles/last", "INT4", (2, 3), some(3), [1, -2, 3], 1),
        quantized("unsigned", "UINT4", (7,), some(1), [8]),
        quantized("pairs", "INT2", (11,), some(1), [0]),
        quantized("one", "INT8", (), [0.5], [1]),
        quantized("one/axis", "INT8", (1, 4), [0.25], [0], 0),
        quantized("subnormal", "INT8", (16,), [1e-45], [0]),
        quantized("far", "INT8", (8,), [1.0], [2**31 - 1]),
        Tensor("activation", "INT8", [1, 4], scale=[0.1], zero=[3]),
    ]
    numbers = np.array([-8, 7, 3, -1, 0], np.int8)
    tensors.append(Tensor("bare", "INT4", [5], pack(numbers, 4), values=numbers, dtype="INT4"))
    graphs = [("", tensors, [20], [20])]
    root, places = model(graphs, description="", operators=[0])
    save(files, "quantized.tflite", graphs, root, places)

    shared = random.normal(size=(3, 2)).astype(np.float32)
    shared_bytes = shared.tobytes()
    graphs = [
        ("prefill", [Tensor("w", "FLOAT32", [3, 2], shared_bytes, values=shared),
                     quantized("q", "INT8", (4,), some(1), [2]), Tensor("x", "FLOAT32", [1])], [2], [2]),
        ("decode", [Tensor("x", "FLOAT32", [1]), Tensor("w", "FLOAT32", [3, 2], shared_bytes, values=shared)], [0], [0]),
        ("", [plain("w", "FLOAT32", np.zeros(2, np.float32))], [], [])]
    signatures = Tables([signature("prefill", 0, [("x", 2)], []), signature("decode", 1, [("x", 0)], [])])
    root, places = model(graphs, signatures=signatures)
    save(files, "subgraphs.tflite", graphs, root, places)

    graphs = [("main", [plain("a", "FLOAT32", random.normal(size=(4, 4)).astype(np.float32)),
                        quantized("b", "INT8", (3, 6), some(3), [0, 1, 2], 0),
                        quantized("c", "INT4", (3,), some(1), [0])], [], [])]
    root, places = model(graphs, outside=True)
    save(files, "outside.tflite", graphs, root, places)

    first = random.normal(size=(2, 3)).astype(np.float32)
    tensors = [Tensor("w", "FLOAT32", [2, 3], values=first, external=1),
               quantized("q", "INT8", (2, 4), some(2), [3, -3], 0), plain("own", "FLOAT32", np.ones(2, np.float32))]
    (HERE / "tflite-weights.bin").write_bytes(bytes(16) + first.tobytes() + tensors[1].data)
    tensors[0].stored, tensors[1].stored = first.tobytes(), tensors[1].data
    tensors[1].data, tensors[1].external = None, 2
    graphs = [("main", tensors, [], [])]
    groups = Tables([Table(f0=Text("./tflite-weights.bin"))])
    externals = Tables([Table(f0=("I", 1), f2=("Q", 16), f3=("Q", 24), f4=Text("unpacked")),
                        Table(f0=("I", 2), f2=("Q", 40), f3=("Q", 8))])
    root, places = model(graphs, groups=groups, externals=externals)
    save(files, "external.tflite", graphs, root, places)

    tensors = [
        Tensor("blockwise", "INT4", [2, 4], bytes(range(4)), details=2, values=np.array([0, 0, 1, 0, 2, 0, 3, 0], np.int8),
               dtype="INT4"),
        Tensor("several axes", "INT8", [2], b"\1\2", details=3, values=np.array([1, 2], np.int8)),
        Tensor("custom", "INT8", [2], b"\1\3", details=1, values=np.array([1, 3], np.int8)),
        Tensor("sparse", "INT8", [4, 4], b"\1\2\3", scale=[0.5], zero=[0], sparse=True, dtype="INT8 sparse"),
        Tensor("complex", "COMPLEX128", [1], bytes(16), dtype="C128"),
        plain("pair", "COMPLEX64", np.array([1 + 2j], np.complex64)),
        Tensor("small", "FLOAT8_E4M3FN", [2], b"\x38\x40", opaque=True, values=np.array([0x38, 0x40], np.uint8)),
        Tensor("floats", "FLOAT32", [1], struct.pack("<f", 3), scale=[0.5], zero=[0], values=np.array([3], np.float32)),
        Tensor("larger", "FLOAT32", [1], struct.pack("<ff", 3, 4), values=np.array([3], np.float32)),
    ]
    graphs = [("main", tensors, [], [])]
    root, places = model(graphs)
    save(odd, "odd.tflite", graphs, root, places, codes="quantization-not-decoded size-mismatch")
    odd[-1]["tensors"][-1]["nbytes"] = 4
    text = json.dumps({"format": "tflite", "files": files, "odd_files": odd}, indent=1)
    (HERE / "manifest.json").write_text(text + "\n")


def make_malformed():
    folder = HERE.parent / "tflite-malformed"
    cases = []

    def case(name, data, codes, refused=True, tensors=None):
        (folder / f"{name}.tflite").write_bytes(data)
        cases.append({"file": f"{name}.tflite", "codes": codes, "refused": refused, "tensors": tensors})

    def one(*tensors, **more):
        root, places = model([("main", list(tensors), [], [])], **more)
        return build(root, places)

    good = [quantized("q", "INT8", (4, 2), some(4), [0] * 4, 0),
            plain("w", "FLOAT32", np.arange(8, dtype=np.float32))]
    data = one(*good)
    case("identifier", data[:4] + b"TFL2" + data[8:], "magic-missing", tensors=0)
    case("only-identifier", data[:8], "flatbuffer-broken", tensors=0)
    case("root-outside", struct.pack("<I", 1 << 30) + data[4:], "flatbuffer-broken", tensors=0)
    case("root-itself", struct.pack("<I", 0) + data[4:], "flatbuffer-broken", tensors=0)
    case("version-2", one(*good, version=2), "version-unsupported", tensors=2)
    case("no-subgraphs", build(model([])[0]), "graph-missing", tensors=0)
    case("buffer-range", one(*good, buffers_after=2), "buffer-range", tensors=1)
    case("scale-missing", one(Tensor("q", "INT8", [2], b"\1\2", scale=[], zero=[3])), "", False, 1)
    case("zero-point-missing", one(Tensor("q", "INT8", [2], b"\1\2", scale=[0.5])), "zero-point-missing", tensors=1)
    case("zero-points-fewer", one(Tensor("q", "INT8", [2], b"\1\2", scale=[0.5, 0.25], zero=[0])), "zero-point-shape",
         tensors=1)
    case("zero-point-64-bits", one(Tensor("q", "INT8", [2], b"\1\2", scale=[0.5], zero=[1 << 40])), "zero-point-range",
         tensors=1)
    case("scales-for-no-axis", one(Tensor("q", "INT8", [2, 2], bytes(4), scale=[1, 2, 3], zero=[0] * 3)), "scale-shape",
         tensors=1)
    case("axis-outside", one(Tensor("q", "INT8", [2, 2], bytes(4), scale=[1, 2], zero=[0] * 2, axis=7)), "scale-shape",
         tensors=1)
    case("axis-negative", one(Tensor("q", "INT8", [2, 2], bytes(4), scale=[1, 2], zero=[0] * 2, axis=-1)), "scale-shape",
         tensors=1)
    case("axis-outside-one-scale", one(Tensor("q", "INT8", [2, 2], bytes(4), scale=[1], zero=[0], axis=7)),
         "scale-shape", tensors=1)
    case("scale-faults", one(Tensor("q", "INT8", [4], bytes(4), scale=[np.nan, np.inf, 0, -1], zero=[0] * 4),
                             Tensor("r", "UINT8", [1], bytes(1), scale=[np.nan], zero=[0])),
         "scale-nan scale-inf scale-zero scale-negative scale-nan", False, 2)
    case("data-short", one(Tensor("w", "FLOAT32", [4], bytes(12))), "size-mismatch", tensors=1)
    case("data-short-nibbles", one(Tensor("w", "INT4", [5], bytes(2), scale=[1], zero=[0])), "size-mismatch", tensors=1)
    case("shape-negative", one(Tensor("w", "FLOAT32", [-1, 2], bytes(8))), "tensor-invalid", tensors=1)
    case("shape-overflow", one(Tensor("w", "FLOAT32", [2**31 - 1] * 3, bytes(8))), "shape-overflow", tensors=1)
    case("type-unknown", one(Tensor("w", 99, [2], bytes(8))), "dtype-unknown", tensors=1)
    case("duplicate-names", one(plain("w", "FLOAT32", np.ones(1, np.float32)), plain("w", "INT32", np.ones(2, np.int32))),
         "duplicate-name", False, 2)
    far = Tensor("w", "FLOAT32", [2], struct.pack("<ff", 1, 2))
    root, places = model([("main", [far], [], [])], outside=True)
    case("outside-missing", build(root, places)[:-16], "data-missing", tensors=1)
    root, places = model([("main", [far], [], [])], outside=True)
    places[0][0].fields[1] = ("Q", 2**64 - 2)
    case("outside-overflow", Builder().build(root), "size-mismatch data-missing", tensors=1)
    case("buffer-longer-than-file", one(Tensor("w", "FLOAT32", [2**20], bytes(8), claim=2**22)), "data-missing", tensors=1)
    case("external-nowhere", one(Tensor("w", "FLOAT32", [2], external=5)), "external-invalid", tensors=0)
    for name, path in [("external-parent", "../w.bin"), ("external-absolute", "/etc/passwd"), ("external-empty", "")]:
        case(name, one(Tensor("w", "FLOAT32", [2], external=1), groups=Tables([Table(f0=Text(path))]),
                       externals=Tables([Table(f0=("I", 1), f3=("Q", 8))])), "companion-unsafe-path size-mismatch",
             tensors=1)
    case("external-missing", one(Tensor("w", "FLOAT32", [2], external=1), groups=Tables([Table(f0=Text("none.bin"))]),
                                 externals=Tables([Table(f0=("I", 1), f3=("Q", 8))])), "companion-missing", False, 1)
    # Many tensors in few bytes: one table, referenced repeatedly, in subgraphs that share it as well.
    again = plain("w", "FLOAT32", np.ones(1, np.float32))
    root, _ = model([("main", [again], [], [])])
    graph = root.fields[2][0]
    graph.fields[0] = Tables([graph.fields[0][0]] * 1000)
    root.fields[2] = Tables([graph] * 1000)
    case("shared-tables", Builder().build(root), "tensor-too-many duplicate-name", False)
    whole_file = one(*good, metadata={"note": b"text"})
    for part in (3, 7, 9, 12, 15):
        case(f"cut-{part}", whole_file[:len(whole_file) * part // 16], None)
    (folder / "expected.json").write_text(json.dumps({"files": cases}, indent=1) + "\n")


make_samples()
make_malformed()
