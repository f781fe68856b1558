#!/usr/bin/env python3
"""Writes the samples in this folder and in ../zarr-more, and their manifests.

Needs Debian's python3-zarr (2.13.6) and python3-numcodecs (0.11.0). The library zarr 2.13 writes version 2. Whatever
it cannot write is written by hand from the specifications: bfloat16, as TensorStore spells it, and version 3. The
digests are those of NumPy's arrays, not of data that was read back.
"""

import gzip
import hashlib
import json
import pathlib
import shutil
import zlib

import numcodecs
import numpy
import zarr

HERE = pathlib.Path(__file__).resolve().parent
MORE = HERE.parent / "zarr-more"
NAMES = {"b1": "BOOL", "f2": "F16", "f4": "F32", "f8": "F64", "c8": "C64", "c16": "C128"}
NAMES |= {f"i{size}": f"I{8 * size}" for size in (1, 2, 4, 8)}
NAMES |= {f"u{size}": f"U{8 * size}" for size in (1, 2, 4, 8)}


def described(name, values, dtype=None):
    little = values.astype(values.dtype.newbyteorder("<"))
    return {
        "name": name,
        "dtype": dtype or NAMES[values.dtype.str[1:]],
        "shape": list(values.shape),
        "sha256_c_order_le": hashlib.sha256(little.tobytes(order="C")).hexdigest(),
    }


def ramp(shape, dtype="<f4", seed=0):
    """Numbers that compress well."""
    count = int(numpy.prod(shape))
    values = (numpy.arange(count) * 7 + seed) % 61 - (0 if numpy.dtype(dtype).kind in "ub" else 30)
    return (values / 4 if numpy.dtype(dtype).kind in "fc" else values).astype(dtype).reshape(shape)


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def fresh(folder):
    if folder.exists():
        shutil.rmtree(folder)
    folder.mkdir(parents=True)


def add(group, tensors, name, values, **options):
    options.setdefault("compressor", None)
    array = group.create_dataset(name, shape=values.shape, dtype=values.dtype, **options)
    array[...] = values
    tensors.append(described(name, values))
    return array


def main_samples():
    for path in HERE.iterdir():
        if path.is_dir():
            shutil.rmtree(path)
    for name in (".zmetadata", ".zgroup", ".zattrs"):
        (HERE / name).unlink(missing_ok=True)
    store = zarr.DirectoryStore(str(HERE))
    root = zarr.group(store=store, overwrite=False)
    root.attrs["step"] = 1200
    root.attrs["note"] = "written by zarr"
    tensors = []

    add(root, tensors, "plain/one", ramp((4, 5)), chunks=(4, 5))
    add(root, tensors, "plain/edges", ramp((7, 5), "<f8"), chunks=(3, 2))
    add(root, tensors, "plain/columns", ramp((6, 4), "<i4"), chunks=(4, 3), order="F")
    add(root, tensors, "plain/scalar", numpy.array(2.5, "<f4"), chunks=())
    add(root, tensors, "plain/empty", numpy.zeros((0, 3), "<f4"), chunks=(1, 3))
    for dtype in ("|b1", "|i1", "|u1", "<i2", "<u2", "<u4", "<i8", "<u8", "<f2", "<c8", ">f4", ">i2", ">f8", ">c8"):
        name = "types/" + dtype.replace("|", "").replace("<", "").replace(">", "big-")
        add(root, tensors, name, ramp((3, 4), dtype), chunks=(2, 4))

    codecs = {"zlib": numcodecs.Zlib(5), "gzip": numcodecs.GZip(5), "zstd": numcodecs.Zstd(3), "lz4": numcodecs.LZ4()}
    for name, codec in codecs.items():
        add(root, tensors, "codecs/" + name, ramp((40, 30)), chunks=(17, 30), compressor=codec)
    add(root, tensors, "codecs/columns", ramp((6, 5, 4), ">i4"), chunks=(4, 3, 3), order="F", compressor=numcodecs.Zlib())
    for cname in ("blosclz", "lz4", "lz4hc", "zlib", "zstd"):
        for shuffle in (0, 1, 2):
            codec = numcodecs.Blosc(cname=cname, clevel=5, shuffle=shuffle, blocksize=2048)
            # Blocks, with a shorter one at the end.
            add(root, tensors, f"blosc/{cname}-{shuffle}", ramp((1500,)), chunks=(1500,), compressor=codec)
    for dtype, count in (("<f8", 1000), ("<i2", 1003), ("|u1", 999), ("<f4", 4)):
        for shuffle in (1, 2):
            name = f"blosc/{dtype[1:]}-{count}-{shuffle}"
            codec = numcodecs.Blosc(cname="lz4", clevel=9, shuffle=shuffle)
            add(root, tensors, name, ramp((count,), dtype), chunks=(count,), compressor=codec)
    noise = numpy.random.default_rng(7).integers(0, 256, 600).astype("|u1")
    add(root, tensors, "blosc/noise", noise, chunks=(600,), compressor=numcodecs.Blosc(cname="lz4"))

    # Chunks that were never written have the fill value.
    for name, fill, dtype in (("nan", "NaN", "<f4"), ("minus", -3, "<i2"), ("half", 0.1, "<f2"), ("big", 300, ">u4")):
        values = numpy.full((6, 4), numpy.nan if fill == "NaN" else fill, dtype)
        array = root.create_dataset("fill/" + name, shape=(6, 4), dtype=dtype, chunks=(2, 4), compressor=None,
                                    fill_value=values.flat[0])
        array[2:4] = values[2:4] = ramp((2, 4), dtype)
        tensors.append(described("fill/" + name, values))
    add(root, tensors, "nested", ramp((4, 4, 3)), chunks=(2, 3, 2), compressor=numcodecs.Zlib(), dimension_separator="/")
    root["nested"].attrs["_ARRAY_DIMENSIONS"] = ["x", "y", "z"]
    zarr.consolidate_metadata(store)
    manifest = {"files": [{"file": ".zmetadata", "sha256": digest(HERE / ".zmetadata"), "tensors": tensors}]}
    (HERE / "manifest.json").write_text(json.dumps(manifest, indent=1) + "\n")


def write_v2(folder, values, chunks, dtype=None, compressor=None):
    folder.mkdir(parents=True)
    description = {
        "chunks": list(chunks), "compressor": compressor, "dtype": dtype or values.dtype.str, "fill_value": None,
        "filters": None, "order": "C", "shape": list(values.shape), "zarr_format": 2,
    }
    (folder / ".zarray").write_text(json.dumps(description))
    packed = {None: bytes, "gzip": lambda data: gzip.compress(data, mtime=0), "zlib": zlib.compress}
    for key, chunk in chunks_of(values, chunks):
        data = packed[compressor and compressor["id"]](chunk.tobytes())
        (folder / (".".join(map(str, key)) or "0")).write_bytes(data)


V3_NAMES = {"f4": "float32", "f8": "float64", "i2": "int16", "u4": "uint32"}


def crc32c(data):
    """The checksum of the codec crc32c, computed bit by bit."""
    value = 0xFFFFFFFF
    for byte in data:
        value ^= byte
        for _ in range(8):
            value = value >> 1 ^ (0x82F63B78 if value & 1 else 0)
    return (value ^ 0xFFFFFFFF).to_bytes(4, "little")


def write_v3(root, name, values, chunks, compressor=None, dtype=None, separator=None, encoding="default",
             reverse=False, checksum=False, fill=0, absent=False):
    folder = root / name
    folder.mkdir(parents=True)
    codecs = [{"name": "bytes", "configuration": {"endian": "big" if values.dtype.str[0] == ">" else "little"}}]
    if reverse:
        codecs.insert(0, {"name": "transpose", "configuration": {"order": list(range(values.ndim))[::-1]}})
    packers = {"gzip": numcodecs.GZip(5), "zstd": numcodecs.Zstd(3), "blosc": numcodecs.Blosc("lz4")}
    if compressor:
        codecs.append({"name": compressor, "configuration": {}})
    if checksum:
        codecs.append({"name": "crc32c"})
    keys = {"name": encoding, "configuration": {"separator": separator}} if separator else {"name": encoding}
    description = {
        "zarr_format": 3, "node_type": "array", "shape": list(values.shape),
        "data_type": dtype or V3_NAMES[values.dtype.str[1:]], "fill_value": fill, "codecs": codecs,
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": list(chunks)}}, "chunk_key_encoding": keys,
        "attributes": {"unit": name},
    }
    (folder / "zarr.json").write_text(json.dumps(description))
    for key, chunk in chunks_of(values, chunks):
        data = chunk.tobytes(order="F" if reverse else "C")
        data = bytes(packers[compressor].encode(data)) if compressor else data
        data += crc32c(data) if checksum else b""
        between = separator or ("/" if encoding == "default" else ".")
        path = folder / between.join((["c"] if encoding == "default" else []) + [str(number) for number in key])
        path.parent.mkdir(parents=True, exist_ok=True)
        if not absent:
            path.write_bytes(data)
    return described(name, values, "BF16" if dtype else None)


def chunks_of(values, chunks):
    """Each chunk in full, padded with zeros beyond the array."""
    grid = [-(-size // chunk) for size, chunk in zip(values.shape, chunks)]
    for key in numpy.ndindex(*grid):
        part = values[tuple(slice(k * c, (k + 1) * c) for k, c in zip(key, chunks))]
        whole = numpy.zeros(chunks, values.dtype)
        whole[tuple(slice(0, size) for size in part.shape)] = part
        yield key, whole


def bfloat16(values):
    return (values.astype("<f4").view("<u4") >> 16).astype("<u2")


def more_samples():
    fresh(MORE)
    files = []

    # T5X's layout: folders next to each other, and a file that does not list them.
    folder = MORE / "t5x"
    values = {"target.encoder.kernel": ramp((6, 8)), "target.token_embedder.embedding": ramp((10, 4), seed=3)}
    for name, array in values.items():
        write_v2(folder / name, array, (3, 8) if array.shape[1] == 8 else (10, 4), compressor={"id": "gzip", "level": 1})
    (folder / "checkpoint").write_bytes(b"\x82\xa7version\x03\xa9optimizer\x80")
    files.append({"file": "t5x", "tensors": [described(name, array) for name, array in sorted(values.items())]})

    # Orbax's layout without OCDBT.
    folder = MORE / "orbax"
    names = {"params.dense.bias": ramp((8,)), "params.dense.kernel": bfloat16(ramp((5, 8))), "step": numpy.array(7, "<i4")}
    tensors = []
    for name, array in names.items():
        is_half = name.endswith("kernel")
        write_v2(folder / name, array, array.shape, dtype="bfloat16" if is_half else None)
        tensors.append(described(name, array, "BF16" if is_half else None))
    tree = {}
    for name in names:
        keys = name.split(".")
        tree[str(tuple(keys))] = {"key_metadata": [{"key": key, "key_type": 2} for key in keys],
                                  "value_metadata": {"value_type": "jax.Array", "skip_deserialize": False}}
    (folder / "_METADATA").write_text(json.dumps({"tree_metadata": tree, "use_zarr3": False}))
    files.append({"file": "orbax", "tensors": tensors})

    # A single array: its folder, its description, one of its chunks.
    write_v2(MORE / "single", ramp((3, 4)), (2, 2), compressor={"id": "zlib", "level": 1})
    for name in ("single", "single/.zarray", "single/1.0"):
        files.append({"file": name, "tensors": [described("single", ramp((3, 4)))]})
    files[-2]["sha256"] = digest(MORE / "single/.zarray")

    # Version 3, written by hand: in a group, with and without the consolidated metadata.
    for name in ("v3", "v3-consolidated"):
        folder = MORE / name
        tensors = [
            write_v3(folder, "plain", ramp((5, 4)), (2, 3)),
            write_v3(folder, "gzip", ramp((5, 4), "<i2"), (2, 3), "gzip"),
            write_v3(folder, "zstd", ramp((5, 4), "<f8"), (5, 4), "zstd", separator="."),
            write_v3(folder, "below/blosc", ramp((9,), "<u4"), (4,), "blosc", checksum=True),
            write_v3(folder, "big", ramp((5, 4), ">f4"), (2, 3), reverse=True, encoding="v2"),
            write_v3(folder, "half", bfloat16(ramp((4,))), (4,), dtype="bfloat16"),
            write_v3(folder, "scalar", numpy.array(1.5, "<f8"), ()),
            write_v3(folder, "missing", numpy.full((4,), -2.5, "<f4"), (4,), fill=-2.5, absent=True),
        ]
        group = {"zarr_format": 3, "node_type": "group", "attributes": {"step": 3}}
        if name == "v3-consolidated":
            arrays = {path.parent.relative_to(folder).as_posix(): json.loads(path.read_text())
                      for path in sorted(folder.rglob("zarr.json"))}
            group["consolidated_metadata"] = {"kind": "inline", "must_understand": False, "metadata": arrays}
        (folder / "zarr.json").write_text(json.dumps(group))
        files.append({"file": name, "tensors": tensors})

    (MORE / "manifest.json").write_text(json.dumps({"files": files}, indent=1) + "\n")

    # Content that is named but not read.
    folder = MORE / "unread"
    root = zarr.group(store=zarr.DirectoryStore(str(folder)))
    for name, codec in (("bz2", numcodecs.BZ2()), ("lzma", numcodecs.LZMA()), ("snappy", numcodecs.Blosc("snappy"))):
        root.create_dataset(name, data=ramp((40, 30)), chunks=(40, 30), compressor=codec)
    root.create_dataset("delta", data=ramp((40,)), chunks=(40,), compressor=None, filters=[numcodecs.Delta("<f4")])
    root.create_dataset("complex", data=ramp((4,), "<c16"), chunks=(4,), compressor=None)
    fields = numpy.zeros(3, [("a", "<f4"), ("b", "<i2")])
    root.create_dataset("fields", data=fields, chunks=(3,), compressor=None)

    folder = MORE / "ocdbt"
    folder.mkdir()
    (folder / "manifest.ocdbt").write_bytes(b"\x0c\xdb\x3a\x2a" + (60).to_bytes(8, "little") + bytes(48))
    (folder / "_METADATA").write_text(json.dumps({"tree_metadata": tree, "use_zarr3": False}))


main_samples()
more_samples()
