#!/usr/bin/python3
"""samples.py [--small] FOLDER

Writes the checkpoints that packaging/pictures shows: noise under the names of well-known models, with the same bytes
each time. The large ones are sparse files. --small: uses the same names for most of them, with a sixteenth of the
elements, which is fast."""

import json
import os
import struct
import sys

import numpy as np

SIZES = {"BF16": 2, "F16": 2, "F32": 4, "U8": 1, "I32": 4, "F8_E4M3": 1}
METADATA = {"format": "pt"}


def pack(dtype, values):
    if dtype != "BF16":
        stored = {"F16": np.float16, "F32": np.float32, "U8": np.uint8, "I32": np.int32, "F8_E4M3": np.uint8}
        return np.asarray(values).astype(stored[dtype]).tobytes()
    bits = np.ascontiguousarray(values, np.float32).view(np.uint32)
    rounded = ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype(np.uint16)
    return np.where(np.isnan(values), np.uint16(0x7FC0), rounded).tobytes()


def write(path, tensors, metadata=None):
    """`tensors`: name, dtype, shape, and values, or None for zeros that take no disk space."""
    header, end = {}, 0
    if metadata:
        header["__metadata__"] = metadata
    for name, dtype, shape, _ in tensors:
        size = int(np.prod(shape, dtype=np.int64)) * SIZES[dtype]
        header[name] = {"dtype": dtype, "shape": list(shape), "data_offsets": [end, end + size]}
        end += size
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        begin = file.tell()
        file.truncate(begin + end)
        for name, dtype, _, values in tensors:
            if values is not None:
                file.seek(begin + header[name]["data_offsets"][0])
                file.write(pack(dtype, values))


def dense_model(layers=32, hidden=256, inner=688, kv=64, words=2000):
    """A model like Llama: name, dtype, shape and values, in module order."""
    noise = np.random.default_rng(7)
    tensors = []

    def add(name, *shape, scale=0.02, tails=None, center=0.0):
        values = noise.standard_t(tails, shape) * scale if tails else noise.normal(center, scale, shape)
        tensors.append([name, "BF16", shape, values])
        return values

    add("model.embed_tokens.weight", words, hidden)
    for layer in range(layers):
        block = f"model.layers.{layer}."
        scale = 0.02 * (1 + layer / layers)
        for name, shape in (
            ("self_attn.q_proj", (hidden, hidden)),
            ("self_attn.k_proj", (kv, hidden)),
            ("self_attn.v_proj", (kv, hidden)),
            ("self_attn.o_proj", (hidden, hidden)),
            ("mlp.gate_proj", (inner, hidden)),
            ("mlp.up_proj", (inner, hidden)),
            ("mlp.down_proj", (hidden, inner)),
        ):
            values = add(f"{block}{name}.weight", *shape, scale=scale, tails=6)
            if name == "mlp.down_proj" and layer in (2, 17):
                values[noise.integers(0, hidden), noise.integers(0, inner)] = 9.5
        for name, scale in (("input", 0.05), ("post_attention", 0.1)):
            add(f"{block}{name}_layernorm.weight", hidden, scale=scale if layer else 0.0, center=1.0)
    add("model.norm.weight", hidden, scale=0.1, center=1.5)
    add("lm_head.weight", words, hidden)
    return tensors


def copy_of(tensors):
    return [[name, dtype, shape, values.copy()] for name, dtype, shape, values in tensors]


def values_of(tensors, name):
    return next(tensor[3] for tensor in tensors if tensor[0] == name)


def write_dense_models(folder, small):
    base = dense_model(hidden=64, inner=176, kv=16, words=500) if small else dense_model()
    write(f"{folder}/base.safetensors", base, METADATA)
    with open(f"{folder}/base.safetensors", "rb") as file:
        data = file.read()
    with open(f"{folder}/truncated.safetensors", "wb") as file:
        file.write(data[: len(data) * 61 // 100])

    noise = np.random.default_rng(1)
    tuned = copy_of(base)
    for layer in range(12, 21):
        for place, name in enumerate("qkv"):
            values = values_of(tuned, f"model.layers.{layer}.self_attn.{name}_proj.weight")
            values += noise.normal(0, 0.02 * 10 ** -(1 + place * 0.7 + abs(layer - 16) * 0.2), values.shape)
    write(f"{folder}/tuned.safetensors", tuned, METADATA | {"step": "1000"})

    diverged = copy_of(base)
    values = values_of(diverged, "model.layers.17.mlp.up_proj.weight")
    values[100, 7] = np.nan
    values[101, 9] = np.inf
    write(f"{folder}/diverged.safetensors", diverged, METADATA)


def mixture_model(experts, sizes, words, noise=None):
    """A model like DeepSeek-V3, with 61 layers. `sizes`: hidden, of an expert, of a dense layer, and those of
    attention."""
    hidden, inner, dense, q_rank, q, kv_a, kv_rank, kv, values = sizes
    tensors = []

    def add(name, *shape):
        scale = 0.02 * (1 + layer / 60)
        tensors.append((name, "BF16", shape, noise.normal(0, scale, shape) if noise else None))

    def add_mlp(place, size):
        add(place + "gate_proj.weight", size, hidden)
        add(place + "up_proj.weight", size, hidden)
        add(place + "down_proj.weight", hidden, size)

    layer = 0
    add("model.embed_tokens.weight", words, hidden)
    for layer in range(61):
        block = f"model.layers.{layer}."
        add(block + "input_layernorm.weight", hidden)
        add(block + "post_attention_layernorm.weight", hidden)
        add(block + "self_attn.q_a_proj.weight", q_rank, hidden)
        add(block + "self_attn.q_a_layernorm.weight", q_rank)
        add(block + "self_attn.q_b_proj.weight", q, q_rank)
        add(block + "self_attn.kv_a_proj_with_mqa.weight", kv_a, hidden)
        add(block + "self_attn.kv_a_layernorm.weight", kv_rank)
        add(block + "self_attn.kv_b_proj.weight", kv, kv_rank)
        add(block + "self_attn.o_proj.weight", hidden, values)
        if layer < 3:
            add_mlp(block + "mlp.", dense)
            continue
        add(block + "mlp.gate.weight", experts, hidden)
        add(block + "mlp.gate.e_score_correction_bias", experts)
        for expert in range(experts):
            add_mlp(f"{block}mlp.experts.{expert}.", inner)
        add_mlp(block + "mlp.shared_experts.", inner)
    add("model.norm.weight", hidden)
    add("lm_head.weight", words, hidden)
    return tensors


def write_run(folder, small):
    """Writes 40 steps of a small model that converges and then diverges, with NaN from step 27 on. One step is
    truncated."""
    noise = np.random.default_rng(5)
    model = dense_model(layers=4, hidden=64, inner=176, kv=16, words=100 if small else 500)
    for number in range(1, 41):
        size = 0.002 * np.exp(-number / 12) + 0.0001 * max(0, number - 20)
        for tensor in model:
            tensor[3] = tensor[3] + noise.normal(0, size, tensor[2])
        if number >= 27:
            values_of(model, "model.layers.2.mlp.up_proj.weight")[3, 5 : number - 21] = np.nan
        checkpoint = f"{folder}/run/checkpoint-{100 * number}"
        os.makedirs(checkpoint, exist_ok=True)
        path = f"{checkpoint}/model.safetensors"
        write(path, model, METADATA)
        if number == 35:
            os.truncate(path, os.path.getsize(path) * 6 // 10)
        os.utime(path, times=(1_800_000_000 + 900 * number,) * 2)
        os.utime(checkpoint, times=(1_800_000_000 + 900 * number,) * 2)


def write_mixtures(folder):
    large = (7168, 2048, 18432, 1536, 24576, 576, 512, 32768, 16384)
    write(f"{folder}/mixture.safetensors", mixture_model(256, large, 129280), METADATA)
    small = (64, 24, 96, 32, 96, 24, 16, 96, 64)
    tensors = mixture_model(16, small, 512, np.random.default_rng(3))
    write(f"{folder}/mixture-small.safetensors", tensors, METADATA)


def write_heavy_tails(folder, small):
    noise = np.random.default_rng(2)
    shape = (192, 256) if small else (768, 1024)
    outlier = noise.normal(0, 0.02, shape)
    outlier[shape[0] * 25 // 64, shape[1] * 125 // 256] = 480
    tensors = [
        ("heavy_tails.weight", "F32", shape, noise.standard_t(2, shape) * 0.02),
        ("normal.weight", "F32", shape, noise.normal(0, 0.02, shape)),
        ("one_outlier.weight", "F32", shape, outlier),
    ]
    write(f"{folder}/heavy-tails.safetensors", tensors)


def write_million(folder, small):
    names = (f"blocks.{i // 100}.part_{i // 10 % 10}.w{i % 10}" for i in range(20_000 if small else 1_000_000))
    write(f"{folder}/million.safetensors", [(name, "U8", (4,), None) for name in names])


def e4m3_numbers():
    """The numbers for the codes 0 to 126, in ascending order; 127 is NaN."""
    codes = np.arange(127)
    exponents, fractions = codes >> 3, codes & 7
    return np.where(exponents == 0, fractions / 8 * 2.0**-6, (1 + fractions / 8) * 2.0 ** (exponents - 7.0))


def nearest_codes(values, numbers, sign_bit):
    """The codes of the nearest of ascending positive numbers, with a sign bit."""
    codes = np.searchsorted((numbers[1:] + numbers[:-1]) / 2, np.abs(values))
    return codes + (values < 0) * sign_bit


def each_block(values, rows, columns):
    """The largest absolute value of each block. Blocks at the ends may be smaller."""
    padded = np.zeros([-(-n // size) * size for n, size in zip(values.shape, (rows, columns))])
    padded[: values.shape[0], : values.shape[1]] = np.abs(values)
    return padded.reshape(padded.shape[0] // rows, rows, -1, columns).max(axis=(1, 3))


def spread(scales, rows, columns, shape):
    return scales.repeat(rows, 0).repeat(columns, 1)[: shape[0], : shape[1]]


def as_fp8(module, values):
    scales = each_block(values, 128, 128) / 448
    codes = nearest_codes(values / spread(scales, 128, 128, values.shape), e4m3_numbers(), 0x80)
    return [
        (module + "weight", "F8_E4M3", values.shape, codes),
        (module + "weight_scale_inv", "F32", scales.shape, scales),
    ]


def as_nvfp4(module, values):
    scale_2 = np.abs(values).max() / (6 * 448)
    scales = nearest_codes(each_block(values, 1, 16) / 6 / scale_2, e4m3_numbers(), 0)
    factors = spread(e4m3_numbers()[scales] * scale_2, 1, 16, values.shape)
    codes = nearest_codes(values / factors, np.array([0, 0.5, 1, 1.5, 2, 3, 4, 6]), 8)
    packed = codes[:, ::2] | codes[:, 1::2] << 4
    return [
        (module + "weight", "U8", packed.shape, packed),
        (module + "weight_scale", "F8_E4M3", scales.shape, scales),
        (module + "weight_scale_2", "F32", (), scale_2),
        (module + "input_scale", "F32", (), 0.01),
    ]


def in_words(codes):
    """Packs eight codes of a column into each word, the first one in the lowest bits."""
    shifts = np.arange(8, dtype=np.uint32)[None, :, None] * 4
    groups = codes.astype(np.uint32).reshape(-1, 8, codes.shape[1])
    return (groups << shifts).sum(axis=1, dtype=np.uint32).view(np.int32)


def as_gptq(module, values, group=64):
    least, most = (edge(values.T.reshape(-1, group, len(values)), axis=1) for edge in (np.min, np.max))
    scales = (most - least) / 15
    zeros = np.clip(np.rint(-least / scales), 1, 15)
    codes = np.clip(np.rint(values.T / scales.repeat(group, 0) + zeros.repeat(group, 0)), 0, 15)
    columns = values.shape[1]
    words = in_words(codes)
    return [
        (module + "qweight", "I32", words.shape, words),
        (module + "qzeros", "I32", (columns // group, len(values) // 8), in_words((zeros - 1).T).T),
        (module + "scales", "F16", scales.shape, scales),
        (module + "g_idx", "I32", (columns,), np.arange(columns) // group),
    ]


def write_quantized(folder, small):
    schemes = {
        "fp8": (as_fp8, {"quant_method": "fp8", "fmt": "e4m3", "weight_block_size": [128, 128]}),
        "nvfp4": (as_nvfp4, {"quant_method": "modelopt", "quant_algo": "NVFP4", "group_size": 16}),
        "gptq": (as_gptq, {"quant_method": "gptq", "bits": 4, "group_size": 64, "desc_act": False, "sym": False}),
    }
    sizes = {"hidden": 128, "inner": 384, "kv": 64, "words": 500} if small else {"hidden": 512, "inner": 1408, "kv": 128}
    model = dense_model(layers=4, **sizes)
    for name, (quantize, settings) in schemes.items():
        tensors = []
        for tensor, dtype, shape, values in model:
            if "proj" in tensor:
                tensors += quantize(tensor.removesuffix("weight"), values)
            else:
                tensors.append((tensor, dtype, shape, values))
        os.makedirs(f"{folder}/{name}", exist_ok=True)
        write(f"{folder}/{name}/model.safetensors", tensors, METADATA)
        with open(f"{folder}/{name}/config.json", "w", encoding="utf-8") as config:
            json.dump({"model_type": "llama", "quantization_config": settings}, config, indent=2)


def write_qwen3(folder):
    """Writes names and shapes of Qwen3 30B-A3B, and its configuration."""
    hidden, layers, experts, inner, heads, keys, size, words = 2048, 48, 128, 768, 32, 4, 128, 151936
    tensors = [("model.embed_tokens.weight", (words, hidden))]
    for layer in range(layers):
        block = f"model.layers.{layer}."
        attention, router = block + "self_attn.", block + "mlp."
        tensors += [
            (block + "input_layernorm.weight", (hidden,)),
            (attention + "q_proj.weight", (heads * size, hidden)),
            (attention + "k_proj.weight", (keys * size, hidden)),
            (attention + "v_proj.weight", (keys * size, hidden)),
            (attention + "o_proj.weight", (hidden, heads * size)),
            (attention + "q_norm.weight", (size,)),
            (attention + "k_norm.weight", (size,)),
            (block + "post_attention_layernorm.weight", (hidden,)),
            (router + "gate.weight", (experts, hidden)),
        ]
        for expert in range(experts):
            module = f"{router}experts.{expert}."
            tensors += [
                (module + "gate_proj.weight", (inner, hidden)),
                (module + "up_proj.weight", (inner, hidden)),
                (module + "down_proj.weight", (hidden, inner)),
            ]
    tensors += [("model.norm.weight", (hidden,)), ("lm_head.weight", (words, hidden))]
    os.makedirs(f"{folder}/qwen3-moe", exist_ok=True)
    zeros = [(name, "BF16", shape, None) for name, shape in tensors]
    write(f"{folder}/qwen3-moe/model.safetensors", zeros, METADATA)
    settings = {
        "architectures": ["Qwen3MoeForCausalLM"],
        "model_type": "qwen3_moe",
        "head_dim": size,
        "hidden_size": hidden,
        "intermediate_size": 6144,
        "max_position_embeddings": 40960,
        "moe_intermediate_size": inner,
        "num_attention_heads": heads,
        "num_experts": experts,
        "num_experts_per_tok": 8,
        "num_hidden_layers": layers,
        "num_key_value_heads": keys,
        "tie_word_embeddings": False,
        "torch_dtype": "bfloat16",
        "vocab_size": words,
    }
    with open(f"{folder}/qwen3-moe/config.json", "w", encoding="utf-8") as config:
        json.dump(settings, config, indent=2)


def write_adapter(folder, small):
    """Writes a LoRA adapter of the dense model like PEFT. Later blocks changed more, and one module never changed."""
    hidden, inner, kv = (64, 176, 16) if small else (256, 688, 64)
    rank, layers = 16, 32
    noise = np.random.default_rng(11)
    tensors = []
    for layer in range(layers):
        for name, outputs, inputs, size in (
            ("self_attn.q_proj", hidden, hidden, 1.0),
            ("self_attn.k_proj", kv, hidden, 0.6),
            ("self_attn.v_proj", kv, hidden, 1.3),
            ("self_attn.o_proj", hidden, hidden, 1.1),
            ("mlp.up_proj", inner, hidden, 0.8),
            ("mlp.down_proj", hidden, inner, 0.9),
        ):
            module = f"base_model.model.model.layers.{layer}.{name}."
            falling = 0.8 ** np.arange(rank)
            scale = 0.004 * size * (0.3 + (layer / layers) ** 2)
            up = noise.normal(0, scale, (outputs, rank)) * falling
            if (layer, name) == (0, "self_attn.o_proj"):
                up[:] = 0
            tensors += [
                (module + "lora_A.weight", "F32", (rank, inputs), noise.normal(0, 0.5, (rank, inputs))),
                (module + "lora_B.weight", "F32", (outputs, rank), up),
            ]
    os.makedirs(f"{folder}/lora", exist_ok=True)
    write(f"{folder}/lora/adapter_model.safetensors", tensors, METADATA)
    targets = sorted({name.split(".")[-3] for name, *_ in tensors})
    settings = {"peft_type": "LORA", "r": rank, "lora_alpha": 2 * rank, "target_modules": targets}
    with open(f"{folder}/lora/adapter_config.json", "w", encoding="utf-8") as config:
        json.dump(settings, config, indent=2)


def write_rearranged(folder):
    """Writes the small mixture with separate experts, and a copy with stacked experts and gate fused with up. One
    expert differs."""
    layers, experts, hidden, inner, words = 8, 8, 64, 96, 512
    noise = np.random.default_rng(5)
    single, stacked = [], []

    def add(name, *shape):
        values = noise.normal(0, 0.02, shape)
        single.append((name, "BF16", shape, values))
        return values

    def both(name, *shape):
        stacked.append((name, "BF16", shape, add(name, *shape)))

    both("model.embed_tokens.weight", words, hidden)
    for layer in range(layers):
        block = f"model.layers.{layer}."
        for name in ("q_proj", "k_proj", "v_proj", "o_proj"):
            both(f"{block}self_attn.{name}.weight", hidden, hidden)
        both(f"{block}mlp.gate.weight", experts, hidden)
        joined, down = [], []
        for expert in range(experts):
            module = f"{block}mlp.experts.{expert}."
            gate = add(module + "gate_proj.weight", inner, hidden)
            up = add(module + "up_proj.weight", inner, hidden)
            joined.append(np.concatenate([gate, up]))
            down.append(add(module + "down_proj.weight", hidden, inner))
        if layer == 5:
            down[3] = down[3] + noise.normal(0, 0.002, down[3].shape)
        module = f"{block}mlp.experts."
        stacked.append((module + "gate_up_proj", "BF16", (experts, 2 * inner, hidden), np.stack(joined)))
        stacked.append((module + "down_proj", "BF16", (experts, hidden, inner), np.stack(down)))
    both("model.norm.weight", hidden)
    write(f"{folder}/experts.safetensors", single, METADATA)
    write(f"{folder}/stacked.safetensors", stacked, METADATA)


def main():
    small = sys.argv[1] == "--small"
    folder = sys.argv[-1]
    os.makedirs(folder, exist_ok=True)
    write_dense_models(folder, small)
    write_run(folder, small)
    write_mixtures(folder)
    write_heavy_tails(folder, small)
    write_million(folder, small)
    write_quantized(folder, small)
    write_qwen3(folder)
    write_adapter(folder, small)
    write_rearranged(folder)


main()
