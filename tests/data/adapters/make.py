#!/usr/bin/python3
"""Writes the adapters of this folder, the models that they change, and what comes of both, computed with NumPy in 64 bits.

The formulas are those of huggingface/peft (tuners/lora/layer.py, dora.py, tuners/{loha,lokr}/layer.py),
kohya-ss/sd-scripts (networks/lora.py), KohakuBlueleaf/LyCORIS (modules/{locon,loha,lokr}.py) and comfyanonymous/ComfyUI
(comfy/weight_adapter/{loha,lokr}.py), written down here a second time.
"""
import json
import struct
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
NAMES = {np.dtype("float32"): "F32", np.dtype("float16"): "F16", np.dtype("float64"): "F64"}
rng = np.random.default_rng(24)
expected = []


def write(path, tensors, metadata=None):
    header, data = {}, b""
    if metadata:
        header["__metadata__"] = metadata
    for name, array in tensors.items():
        raw = np.ascontiguousarray(array).tobytes()
        header[name] = {"dtype": NAMES[array.dtype], "shape": list(array.shape),
                        "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    path = HERE / path
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)


def config(folder, **settings):
    settings = {"peft_type": "LORA", "base_model_name_or_path": "example/tiny", **settings}
    (HERE / folder).mkdir(exist_ok=True)
    (HERE / folder / "adapter_config.json").write_text(json.dumps(settings, indent=1) + "\n")


def f32(*shape):
    return rng.standard_normal(shape).astype(np.float32)


def wide(array):
    return array.astype(np.float64)


def swap_halves(array):
    first, second = np.split(array, 2)
    return np.concatenate([second, first])


class Case:
    """An adapter, its base, and what must be said of its modules."""

    def __init__(self, name, adapter, base, spelling):
        self.base = base
        self.merged = {key: wide(value) for key, value in base.items()}
        self.record = {"name": name, "adapter": adapter, "base": f"{name}-base.safetensors",
                       "merged": f"{name}-merged.safetensors", "spelling": spelling, "modules": []}
        expected.append(self.record)

    def module(self, name, tensor, down, up, alpha, source, rooted=False, transposed=False, middle=None, kind="LoRA",
               magnitude=None, of_inputs=False, first_row=0, rows=None, swapped=False):
        rank = down.shape[0]
        scale = alpha / (np.sqrt(rank) if rooted else rank)
        wide_down = wide(down).reshape(rank, -1)
        if middle is not None:
            wide_down = np.einsum("abkl,bi->aikl", wide(middle), wide(down).reshape(rank, -1)).reshape(rank, -1)
        update = scale * (wide(up).reshape(up.shape[0], rank) @ wide_down)
        values = np.linalg.svd(update, compute_uv=False)[:min(rank, *update.shape)]
        self.change(name, tensor, update, rank, alpha, source, scale, kind, transposed, magnitude, of_inputs, first_row,
                    rows, values.tolist(), swapped)

    def change(self, name, tensor, update, rank, alpha, source, scale, kind, transposed=False, magnitude=None,
               of_inputs=False, first_row=0, rows=None, values=(), swapped=False):
        """`update`: a matrix with its scale; singular values are known of LoRA alone. `swapped`: second half first."""
        norm_of_update = float(np.sqrt((update ** 2).sum()))
        if swapped:
            update = swap_halves(update)
            magnitude = None if magnitude is None else swap_halves(magnitude)
        weight = self.merged[tensor]
        rows = weight.shape[0] if rows is None else rows
        part = weight[first_row:first_row + rows]
        new = part + (update.T if transposed else update).reshape(part.shape)
        if magnitude is not None:  # a norm for each output
            if of_inputs or transposed:
                axes = (0, *range(2, new.ndim))
                norm = np.sqrt((new ** 2).sum(axis=axes, keepdims=True))
                new = new * (wide(magnitude).reshape(norm.shape) / norm)
            else:
                flat = new.reshape(rows, -1)
                new = (flat * (wide(magnitude).reshape(-1, 1) / np.linalg.norm(flat, axis=1, keepdims=True))).reshape(part.shape)
        weight[first_row:first_row + rows] = new
        self.record["modules"].append({
            "name": name, "kind": kind, "rank": rank, "alpha": alpha, "alpha_source": source, "scale": scale,
            "norm": norm_of_update, "singular_values": list(values), "tensor": tensor,
            "first_row": first_row, "rows": rows, "transposed": transposed})
        if swapped:
            self.record["modules"][-1]["halves_swapped"] = True

    def other(self, name, kind, tensor):
        rows = self.base[tensor].shape[0]
        self.record["modules"].append({"name": name, "kind": kind, "tensor": tensor, "first_row": 0, "rows": rows,
                                       "transposed": False})

    def finish(self):
        write(self.record["base"], self.base)
        write(self.record["merged"], {key: value.astype(self.base[key].dtype) for key, value in self.merged.items()})


def peft():
    base = {"model.embed_tokens.weight": f32(10, 6), "model.layers.0.self_attn.q_proj.weight": f32(8, 6),
            "model.layers.0.self_attn.q_proj.bias": f32(8),
            "model.layers.0.self_attn.k_proj.weight": f32(4, 6).astype(np.float16),
            "model.layers.0.mlp.up_proj.weight": f32(12, 6), "model.layers.0.mlp.down_proj.weight": f32(6, 12),
            "model.norm.weight": f32(6), "score.weight": f32(3, 6)}
    case = Case("peft", "peft/adapter_model.safetensors", base, "peft")
    config("peft", r=2, lora_alpha=6, rank_pattern={"k_proj": 1}, alpha_pattern={"layers.0.mlp.down_proj": 5},
           modules_to_save=["score"], target_modules=["q_proj", "k_proj", "up_proj", "down_proj", "embed_tokens"],
           lora_bias=True, fan_in_fan_out=False)
    file = {}
    for path, rank, alpha in (("self_attn.q_proj", 2, 6), ("self_attn.k_proj", 1, 6), ("mlp.up_proj", 2, 6),
                              ("mlp.down_proj", 2, 5)):
        name = "base_model.model.model.layers.0." + path
        tensor = f"model.layers.0.{path}.weight"
        down, up = f32(rank, base[tensor].shape[1]), f32(base[tensor].shape[0], rank)
        if path == "mlp.up_proj":
            up[:] = 0  # never trained
        file[name + ".lora_A.weight"], file[name + ".lora_B.weight"] = down, up
        case.module(name, tensor, down, up, alpha, "settings")
    bias = f32(8)
    file["base_model.model.model.layers.0.self_attn.q_proj.lora_B.bias"] = bias
    case.merged["model.layers.0.self_attn.q_proj.bias"] += 3 * wide(bias)
    name = "base_model.model.model.embed_tokens"
    down, up = f32(2, 10), f32(6, 2)
    file[name + ".lora_embedding_A"], file[name + ".lora_embedding_B"] = down, up
    case.module(name, "model.embed_tokens.weight", down, up, 6, "settings", transposed=True)
    file["base_model.model.score.weight"] = f32(3, 6)
    case.merged["score.weight"] = wide(file["base_model.model.score.weight"])
    case.other("base_model.model.score.weight", "replacement", "score.weight")
    write("peft/adapter_model.safetensors", file)
    case.finish()


def dora():
    base = {"layers.0.q_proj.weight": f32(8, 6), "layers.0.down_proj.weight": f32(6, 9).astype(np.float16)}
    case = Case("dora", "dora/adapter_model.safetensors", base, "peft")
    config("dora", r=4, lora_alpha=6, use_rslora=True, use_dora=True, target_modules=["q_proj", "down_proj"])
    file = {}
    for path in ("layers.0.q_proj", "layers.0.down_proj"):
        tensor = path + ".weight"
        name = "base_model.model.model." + path  # the base was saved without its first part
        down, up = f32(4, base[tensor].shape[1]), f32(base[tensor].shape[0], 4)
        magnitude = np.abs(f32(base[tensor].shape[0])) + 1
        file[name + ".lora_A.default.weight"], file[name + ".lora_B.default.weight"] = down, up
        file[name + ".lora_magnitude_vector.default.weight"] = magnitude
        case.module(name, tensor, down, up, 6, "settings", rooted=True, kind="DoRA", magnitude=magnitude)
    write("dora/adapter_model.safetensors", file)
    case.finish()


def gpt2():
    base = {"h.0.attn.c_attn.weight": f32(6, 18), "h.0.attn.c_proj.weight": f32(6, 6)}
    case = Case("gpt2", "gpt2/adapter_model.safetensors", base, "peft")
    config("gpt2", r=2, lora_alpha=2, fan_in_fan_out=True, use_dora=True, target_modules=["c_attn", "c_proj"])
    file = {}
    for path in ("h.0.attn.c_attn", "h.0.attn.c_proj"):
        name = "base_model.model.transformer." + path
        inputs, outputs = base[path + ".weight"].shape
        down, up = f32(2, inputs), f32(outputs, 2)
        file[name + ".lora_A.weight"], file[name + ".lora_B.weight"] = down, up
        magnitude = None
        if path == "h.0.attn.c_attn":
            magnitude = file[name + ".lora_magnitude_vector"] = np.abs(f32(outputs)) + 1
        case.module(name, path + ".weight", down, up, 2, "settings", transposed=True, magnitude=magnitude,
                    kind="LoRA" if magnitude is None else "DoRA")
    write("gpt2/adapter_model.safetensors", file)
    case.finish()


UNET = "down_blocks.0.attentions.0.transformer_blocks.0.attn1."


def unet():
    return {UNET + "to_q.weight": f32(6, 6), UNET + "to_out.0.weight": f32(6, 6), UNET + "to_out.0.bias": f32(6),
            "down_blocks.0.resnets.0.conv1.weight": f32(4, 3, 3, 3), "conv_in.weight": f32(5, 3, 3, 3)}


def kohya():
    base = {"model.diffusion_model." + key: value for key, value in unet().items()}
    case = Case("kohya", "kohya.safetensors", base, "kohya")
    file = {}

    def add(path, down, up, alpha, middle=None, magnitude=None):
        name = "lora_unet_" + path.replace(".", "_")
        file[name + ".lora_down.weight"], file[name + ".lora_up.weight"] = down, up
        if middle is not None:
            file[name + ".lora_mid.weight"] = middle
        if alpha is not None:
            file[name + ".alpha"] = np.array(alpha, np.float16)
        if magnitude is not None:
            file[name + ".dora_scale"] = magnitude
        case.module(name, f"model.diffusion_model.{path}.weight", down, up, down.shape[0] if alpha is None else alpha,
                    "convention" if alpha is None else "tensor", middle=middle, magnitude=magnitude,
                    kind="LoRA" if magnitude is None else "DoRA")

    add(UNET + "to_q", f32(3, 6), f32(6, 3), 1.5)
    add(UNET + "to_out.0", f32(2, 6), f32(6, 2), 2, magnitude=np.abs(f32(6, 1)) + 1)
    add("down_blocks.0.resnets.0.conv1", f32(2, 3, 3, 3), f32(4, 2, 1, 1), None)
    add("conv_in", f32(2, 3, 1, 1), f32(5, 2, 1, 1), 4, middle=f32(2, 2, 3, 3))
    write("kohya.safetensors", file, {"ss_network_module": "networks.lora", "ss_base_model_version": "sd_v1"})
    case.finish()


def dora_inputs():
    base = {UNET + "to_q.weight": f32(6, 8)}
    case = Case("dora-inputs", "dora-inputs.safetensors", base, "kohya")
    name = "lora_unet_" + (UNET + "to_q").replace(".", "_")
    down, up, magnitude = f32(2, 8), f32(6, 2), np.abs(f32(1, 8)) + 1
    write("dora-inputs.safetensors", {name + ".lora_down.weight": down, name + ".lora_up.weight": up,
                                      name + ".alpha": np.array(3, np.float32), name + ".dora_scale": magnitude})
    case.module(name, UNET + "to_q.weight", down, up, 3, "tensor", kind="DoRA", magnitude=magnitude, of_inputs=True)
    case.finish()


def dora_square():
    base = {UNET + "to_q.weight": f32(6, 6)}
    case = Case("dora-square", "dora-square.safetensors", base, "kohya")
    name = "lora_unet_" + (UNET + "to_q").replace(".", "_")
    down, up, magnitude = f32(2, 6), f32(6, 2), np.abs(f32(1, 6)) + 1
    write("dora-square.safetensors", {name + ".lora_down.weight": down, name + ".lora_up.weight": up,
                                      name + ".alpha": np.array(3, np.float32), name + ".dora_scale": magnitude})
    case.module(name, UNET + "to_q.weight", down, up, 3, "tensor", kind="DoRA", magnitude=magnitude, of_inputs=True)
    case.finish()


def replaced():
    """An embedding that is replaced by one that was resized, and then changed: save_embedding_layers of PEFT."""
    base = {"model.embed_tokens.weight": f32(10, 6)}
    case = Case("replaced", "replaced/adapter_model.safetensors", base, "peft")
    config("replaced", r=2, lora_alpha=4, target_modules=["embed_tokens"])
    name, tensor = "base_model.model.model.embed_tokens", "model.embed_tokens.weight"
    down, up, whole = f32(2, 10), f32(6, 2), f32(10, 6)
    case.merged[tensor] = wide(whole)
    write("replaced/adapter_model.safetensors", {name + ".base_layer.weight": whole, name + ".lora_embedding_A": down,
                                                 name + ".lora_embedding_B": up})
    case.module(name, tensor, down, up, 4, "settings", transposed=True)
    case.other(name + ".base_layer.weight", "replacement", tensor)
    case.finish()


def tuned():
    """A pair of models whose difference has falling singular values: too many for a small adapter."""
    left, right = np.linalg.qr(rng.standard_normal((90, 90)))[0], np.linalg.qr(rng.standard_normal((110, 110)))[0]
    change = 3 * (left * 0.8 ** np.arange(90)) @ right[:, :90].T
    name = "model.layers.0.mlp.up_proj.weight"
    base = {name: f32(90, 110), "model.norm.weight": f32(9), "model.layers.0.q.weight": f32(3, 4),
            "model.layers.0.q.bias": f32(3), "steps": f32(1)}
    new = {key: value.copy() for key, value in base.items() if key != "steps"}
    new[name] = (wide(base[name]) + change).astype(np.float32)
    new["model.norm.weight"] += 1
    new["model.layers.0.q.bias"] *= 2
    new["extra.weight"] = f32(2, 2)
    write("tuned-base.safetensors", base)
    write("tuned.safetensors", new)
    values = np.linalg.svd(wide(new[name]) - wide(base[name]), compute_uv=False)
    (HERE / "tuned.json").write_text(json.dumps({"tensor": name, "singular_values": values.tolist()}, indent=1) + "\n")


def diffusers():
    base = unet()
    case = Case("diffusers", "diffusers.safetensors", base, "diffusers")
    settings = {"unet.r": 2, "unet.lora_alpha": 3, "unet.alpha_pattern": {"conv1": 1}, "unet.rank_pattern": {"to_out.0": 1}}
    file = {}
    for path, rank, alpha, down_name, up_name in (
            (UNET + "to_q", 2, 3, ".lora_A.weight", ".lora_B.weight"),
            (UNET + "to_out.0", 1, 3, ".lora.down.weight", ".lora.up.weight"),
            ("down_blocks.0.resnets.0.conv1", 2, 1, ".lora_A.weight", ".lora_B.weight")):
        shape = base[path + ".weight"].shape
        down, up = f32(rank, *shape[1:]), f32(shape[0], rank, *[1] * (len(shape) - 2))
        file["unet." + path + down_name], file["unet." + path + up_name] = down, up
        case.module("unet." + path, path + ".weight", down, up, alpha, "settings")
    write("diffusers.safetensors", file, {"lora_adapter_metadata": json.dumps(settings)})
    case.finish()


def diffusers_old():
    base = unet()
    case = Case("diffusers-old", "diffusers-old.safetensors", base, "diffusers")
    file = {}
    for old, path in (("to_q", UNET + "to_q"), ("to_out", UNET + "to_out.0")):
        down, up = f32(2, 6), f32(6, 2)
        name = UNET + "processor." + old + "_lora"
        file[name + ".down.weight"], file[name + ".up.weight"] = down, up
        case.module(path, path + ".weight", down, up, 2, "convention")
    write("diffusers-old.safetensors", file)
    case.finish()


def comfyui():
    base = {"model.diffusion_model.blocks.0.qkv.weight": f32(9, 4), "model.diffusion_model.blocks.0.qkv.bias": f32(9),
            "model.diffusion_model.blocks.0.mlp.weight": f32(5, 4), "model.diffusion_model.norm.weight": f32(4)}
    case = Case("comfyui", "comfyui.safetensors", base, "comfyui")
    name, tensor = "diffusion_model.blocks.0.qkv", "model.diffusion_model.blocks.0.qkv.weight"
    down, up = f32(2, 4), f32(9, 2)
    file = {name + ".lora_A.weight": down, name + ".lora_B.weight": up, name + ".alpha": np.array(1, np.float32),
            name + ".diff_b": f32(9), "diffusion_model.blocks.0.mlp.diff": f32(5, 4), "diffusion_model.norm.w_norm": f32(4)}
    case.module(name, tensor, down, up, 1, "tensor")
    case.merged["model.diffusion_model.blocks.0.qkv.bias"] += wide(file[name + ".diff_b"])
    for module, part in (("blocks.0.mlp", "diff"), ("norm", "w_norm")):
        case.merged[f"model.diffusion_model.{module}.weight"] += wide(file[f"diffusion_model.{module}.{part}"])
        case.other("diffusion_model." + module, "full", f"model.diffusion_model.{module}.weight")
    write("comfyui.safetensors", file)
    case.finish()


def flux():
    base = {"double_blocks.0.img_attn.qkv.weight": f32(12, 4), "single_blocks.1.linear1.weight": f32(20, 4),
            "double_blocks.0.img_attn.proj.weight": f32(4, 4)}
    case = Case("flux", "flux.safetensors", base, "diffusers")
    file = {}
    for path, tensor, first, rows in (
            ("transformer_blocks.0.attn.to_q", "double_blocks.0.img_attn.qkv.weight", 0, 4),
            ("transformer_blocks.0.attn.to_v", "double_blocks.0.img_attn.qkv.weight", 8, 4),
            ("single_transformer_blocks.1.attn.to_k", "single_blocks.1.linear1.weight", 4, 4),
            ("single_transformer_blocks.1.proj_mlp", "single_blocks.1.linear1.weight", 12, 8),
            ("transformer_blocks.0.attn.to_out.0", "double_blocks.0.img_attn.proj.weight", 0, 4)):
        down, up = f32(2, 4), f32(rows, 2)
        file[f"transformer.{path}.lora_A.weight"], file[f"transformer.{path}.lora_B.weight"] = down, up
        case.module("transformer." + path, tensor, down, up, 2, "convention", first_row=first, rows=rows)
    write("flux.safetensors", file)
    case.finish()


def experts():
    """Stacked experts in one parameter each: target_parameters of PEFT. A holds the experts outermost, B innermost."""
    count, hidden, inner = 3, 5, 4
    path = "model.layers.0.mlp.experts"
    for case_name, turned in (("experts", False), ("experts-turned", True)):
        sides = {"gate_up_proj": (2 * inner, hidden), "down_proj": (hidden, inner)}
        base = {f"{path}.{key}": f32(count, *(side[::-1] if turned else side)) for key, side in sides.items()}
        base["model.layers.0.mlp.gate.weight"] = f32(count, hidden)
        case = Case(case_name, f"{case_name}/adapter_model.safetensors", base, "peft")
        config(case_name, r=2, lora_alpha=5, target_modules=[], target_parameters=[
            "mlp.experts.gate_up_proj", "mlp.experts.down_proj"])
        file = {}
        for key, name in (("gate_up_proj", path + ".base_layer"), ("down_proj", path)):  # the first one is inside
            outputs, inputs = sides[key]
            down, up = f32(count * 2, inputs), f32(outputs, 2 * count)
            name = "base_model.model." + name
            file[name + ".lora_A.weight"], file[name + ".lora_B.weight"] = down, up
            by_down, by_up = wide(down).reshape(count, 2, inputs), wide(up).reshape(outputs, 2, count)
            updates = np.stack([5 / 2 * (by_up[:, :, e] @ by_down[e]) for e in range(count)])
            values = np.stack([np.linalg.svd(update, compute_uv=False)[:2] for update in updates])
            case.merged[f"{path}.{key}"] += updates.transpose(0, 2, 1) if turned else updates
            case.record["modules"].append({
                "name": name, "kind": "LoRA", "rank": 2, "experts": count, "alpha": 5, "alpha_source": "settings",
                "scale": 2.5, "norm": float(np.sqrt((updates ** 2).sum())),
                "singular_values": np.sqrt((values ** 2).sum(axis=0)).tolist(), "tensor": f"{path}.{key}",
                "first_row": 0, "rows": count, "transposed": turned})
        write(f"{case_name}/adapter_model.safetensors", file)
        case.finish()


def joined_dora():
    """DoRA and biases of the queries and values of a joined weight, in names of diffusers; the base has the original ones.
    Magnitudes are of the rows of each part alone (huggingface/peft, tuners/lora/dora.py)."""
    weight = "double_blocks.0.img_attn.qkv.weight"
    base = {weight: f32(12, 4), "double_blocks.0.img_attn.qkv.bias": f32(12), "double_blocks.0.img_attn.proj.weight": f32(4, 4)}
    case = Case("joined-dora", "joined-dora.safetensors", base, "diffusers")
    file = {}
    for path, first in (("to_q", 0), ("to_v", 8)):
        down, up, magnitude, bias = f32(2, 4), f32(4, 2), np.abs(f32(4)) + 1, f32(4)
        name = "transformer.transformer_blocks.0.attn." + path
        file |= {name + ".lora_A.weight": down, name + ".lora_B.weight": up, name + ".lora_magnitude_vector": magnitude,
                 name + ".lora_B.bias": bias}
        case.module(name, weight, down, up, 2, "convention", kind="DoRA", magnitude=magnitude, first_row=first, rows=4)
        case.merged["double_blocks.0.img_attn.qkv.bias"][first:first + 4] += wide(bias)
    write("joined-dora.safetensors", file)
    case.finish()


def unet_dora():
    """DoRA in the names of diffusers for a U-Net whose base has the original ones: of a linear layer and a convolution."""
    prefix = "model.diffusion_model."
    base = {prefix + "input_blocks.1.1.transformer_blocks.0.attn1.to_q.weight": f32(6, 6),
            prefix + "output_blocks.2.0.out_layers.3.weight": f32(4, 3, 3, 3),
            prefix + "output_blocks.3.1.proj_in.weight": f32(4, 3, 1, 1)}
    case = Case("unet-dora", "unet-dora.safetensors", base, "diffusers")
    file = {}
    for path, tensor in (("down_blocks.0.attentions.0.transformer_blocks.0.attn1.to_q",
                          "input_blocks.1.1.transformer_blocks.0.attn1.to_q.weight"),
                         ("up_blocks.0.resnets.2.conv2", "output_blocks.2.0.out_layers.3.weight"),
                         ("up_blocks.1.attentions.0.proj_in", "output_blocks.3.1.proj_in.weight")):
        shape = base[prefix + tensor].shape
        down, up = f32(2, *shape[1:]), f32(shape[0], 2, *[1] * (len(shape) - 2))
        magnitude = np.abs(f32(*([shape[0]] if len(shape) == 2 else [1, shape[0], 1, 1]))) + 1
        name = "unet." + path
        file |= {name + ".lora_A.weight": down, name + ".lora_B.weight": up, name + ".lora_magnitude_vector": magnitude}
        case.module(name, prefix + tensor, down, up, 2, "convention", kind="DoRA", magnitude=magnitude)
    write("unet-dora.safetensors", file)
    case.finish()


def tuned_experts():
    """A pair of models with stacked experts, and the base with the nearest change of rank 2 in each expert. The names
    are those of ParamWrapper in huggingface/peft (tuners/lora/layer.py): a module's first parameter is innermost."""
    rank, inner, hidden, count = 2, 4, 5, 3
    layer = "model.layers.{}.mlp.experts."
    straight = {"gate_up_proj": (count, 2 * inner, hidden), "down_proj": (count, hidden, inner)}
    turned = {"gate_up_proj": (count, hidden, 2 * inner), "gate_up_proj_bias": (count, 2 * inner),
              "down_proj": (count, inner, hidden), "down_proj_bias": (count, hidden)}  # gpt-oss
    base = {}
    for number, shapes in enumerate((straight, turned, straight)):
        base |= {layer.format(number) + key: f32(*shape) for key, shape in shapes.items()}
    base |= {"model.layers.3.input_linear.weight": f32(2, 6, 40), "model.layers.3.odd.a": f32(2, 3, 4),
             "model.layers.3.odd.b": f32(2, 3, 4), "top": f32(2, 3, 4), "model.layers.3.q_proj.weight": f32(4, 6)}
    new, near = dict(base), dict(base)
    lost = {"model.layers.3.odd.a", "model.layers.3.odd.b", "top"}
    unchanged = layer.format(2) + "gate_up_proj"
    depths = {layer.format(0) + "gate_up_proj": 1, layer.format(1) + "gate_up_proj": 3,
              layer.format(1) + "gate_up_proj_bias": 2, layer.format(1) + "down_proj": 1}
    modules = []
    for name in sorted(base.keys() - {unchanged}):
        change = f32(*base[name].shape)
        if change.ndim == 3:
            change[1] = 0  # an expert that stays as it is
        new[name] = base[name] + change
        if name in lost:
            continue
        stack = wide(new[name]) - wide(base[name])
        stack = stack.reshape(-1, *stack.shape[-2:])
        left, values, right = np.linalg.svd(stack, full_matrices=False)
        kept = np.stack([(u[:, :rank] * s[:rank]) @ v[:rank] for u, s, v in zip(left, values, right)])
        near[name] = (wide(base[name]) + kept.reshape(base[name].shape)).astype(np.float32)
        owner = name.rpartition(".")[0] + ".base_layer" * depths.get(name, 0)
        outputs, inputs = stack.shape[1:] if ".1." not in name or stack.shape[0] == 1 else stack.shape[:0:-1]
        modules.append({"tensor": name, "experts": len(stack), "name": "base_model.model." + owner,
                        "down": [rank * len(stack), inputs], "up": [outputs, rank * len(stack)],
                        "energy": float((values[:, :rank] ** 2).sum() / (values ** 2).sum()),
                        "norm": float(np.sqrt((values ** 2).sum()))})
    write("tuned-experts-base.safetensors", base)
    write("tuned-experts.safetensors", new)
    write("tuned-experts-near.safetensors", near)
    (HERE / "tuned-experts.json").write_text(json.dumps({
        "modules": modules, "lost": sorted(lost), "target_modules": ["model.layers.3.q_proj"],
        "target_parameters": sorted(one["tensor"] for one in modules if "q_proj" not in one["tensor"])}, indent=1) + "\n")


def tucker(middle, up, down):
    """[out, in, kernel…] of factors [rank, out] and [rank, in] around a middle one."""
    return np.einsum("ij...,ip,jq->pq...", wide(middle), wide(up), wide(down))


LAYERS = {"q": (6, 8), "square": (6, 6), "conv": (6, 4, 3, 3), "point": (4, 6, 1, 1), "wide": (12, 8)}


def lycoris_base():
    return {"model.diffusion_model." + key + ".weight": f32(*shape) for key, shape in LAYERS.items()}


def loha():
    """Names of LyCORIS: plain, flattened and Tucker convolutions, magnitudes of outputs and of inputs, no alpha."""
    case = Case("loha", "loha.safetensors", lycoris_base(), "kohya")
    file = {}
    for layer, rank, alpha, middle, magnitude in (
            ("q", 2, 1.0, False, None), ("square", 3, None, False, f32(6, 1)), ("conv", 2, 4.0, True, None),
            ("point", 2, 2.0, False, f32(1, 6, 1, 1)), ("wide", 4, 2.0, False, None)):
        shape = LAYERS[layer]
        inputs = shape[1] if middle else int(np.prod(shape[1:]))
        name = "lora_unet_" + layer
        parts = {f"hada_w{i}_{end}": f32(*size) for i in (1, 2) for end, size in (
            ("a", (rank, shape[0]) if middle else (shape[0], rank)), ("b", (rank, inputs)))}
        if middle:
            parts |= {f"hada_t{i}": f32(rank, rank, *shape[2:]) for i in (1, 2)}
        products = [tucker(parts[f"hada_t{i}"], parts[f"hada_w{i}_a"], parts[f"hada_w{i}_b"]) if middle
                    else wide(parts[f"hada_w{i}_a"]) @ wide(parts[f"hada_w{i}_b"]) for i in (1, 2)]
        scale = 1 if alpha is None else alpha / rank
        update = scale * (products[0] * products[1]).reshape(shape[0], -1)
        if alpha is not None:
            parts["alpha"] = np.array(alpha, np.float16)
        if magnitude is not None:
            parts["dora_scale"] = magnitude = np.abs(magnitude) + 1
        file |= {f"{name}.{key}": value for key, value in parts.items()}
        case.change(name, f"model.diffusion_model.{layer}.weight", update, rank, rank if alpha is None else alpha,
                    "convention" if alpha is None else "tensor", scale, "LoHa" if magnitude is None else "LoHa, DoRA",
                    magnitude=magnitude, of_inputs=magnitude is not None and magnitude.shape[0] == 1)
    write("loha.safetensors", file)
    case.finish()


def lokr():
    """Names of LyCORIS, with each matrix whole or as a product: whole ones are not scaled."""
    case = Case("lokr", "lokr.safetensors", lycoris_base(), "kohya")
    file = {}
    for layer, left, right, rank, alpha, middle, magnitude in (
            ("q", (2, 4), (3, 2), 1, 3.0, False, None), ("square", (3, 2), (2, 3), 0, 5.0, False, f32(6, 1)),
            ("conv", (3, 2), (2, 2), 2, 1.0, True, None), ("point", (2, 3), (2, 2, 1, 1), 0, None, False, None),
            ("wide", (4, 2), (3, 4), 2, 4.0, False, f32(1, 8))):
        shape = LAYERS[layer]
        name = "lora_unet_" + layer
        parts = {}
        if layer == "wide":  # both are products
            parts = {"lokr_w1_a": f32(left[0], rank), "lokr_w1_b": f32(rank, left[1])}
            whole_left = wide(parts["lokr_w1_a"]) @ wide(parts["lokr_w1_b"])
        else:
            parts = {"lokr_w1": f32(*left)}
            whole_left = wide(parts["lokr_w1"])
        if rank == 0:
            parts["lokr_w2"] = f32(*right)
            whole_right = wide(parts["lokr_w2"])
        elif middle:
            parts |= {"lokr_w2_a": f32(rank, right[0]), "lokr_w2_b": f32(rank, right[1]),
                      "lokr_t2": f32(rank, rank, *shape[2:])}
            whole_right = tucker(parts["lokr_t2"], parts["lokr_w2_a"], parts["lokr_w2_b"])
        else:
            parts |= {"lokr_w2_a": f32(right[0], rank), "lokr_w2_b": f32(rank, right[1])}
            whole_right = wide(parts["lokr_w2_a"]) @ wide(parts["lokr_w2_b"])
        scale = alpha / rank if rank else 1
        left_shape = whole_left.shape + (1,) * (whole_right.ndim - 2)
        update = scale * np.kron(whole_left.reshape(left_shape), whole_right).reshape(shape[0], -1)
        if alpha is not None:
            parts["alpha"] = np.array(alpha, np.float32)
        if magnitude is not None:
            parts["dora_scale"] = magnitude = np.abs(magnitude) + 1
        file |= {f"{name}.{key}": value for key, value in parts.items()}
        case.change(name, f"model.diffusion_model.{layer}.weight", update, rank, 1 if alpha is None else alpha,
                    "convention" if alpha is None else "tensor", scale, "LoKr" if magnitude is None else "LoKr, DoRA",
                    magnitude=magnitude, of_inputs=magnitude is not None and magnitude.shape[0] == 1)
    write("lokr.safetensors", file)
    case.finish()


def peft_lycoris():
    """Names and settings of PEFT, which calls it "alpha" there, and scales whole matrices too. The last one is ABBA,
    whose products have ranks and scales of their own."""
    base = {"layers.0.q.weight": f32(6, 8), "layers.0.k.weight": f32(6, 8), "layers.0.conv.weight": f32(4, 6, 3)}
    for case_name, settings in (("peft-loha", {"peft_type": "LOHA", "r": 2, "alpha": 3, "rank_pattern": {"k": 3}}),
                                ("peft-lokr", {"peft_type": "LOKR", "r": 2, "alpha": 3, "alpha_pattern": {"k": 5}}),
                                ("peft-abba", {"peft_type": "LOHA", "r": 3, "alpha": 5, "init_weights": "abba"})):
        own = {key: value for key, value in base.items() if case_name == "peft-loha" or "conv" not in key}
        case = Case(case_name, f"{case_name}/adapter_model.safetensors", own, "peft")
        config(case_name, target_modules=["q", "k", "conv"], **settings)
        file = {}
        for tensor, weight in own.items():
            path = tensor[:-len(".weight")]
            name = "base_model.model." + path
            alpha, rank = settings["alpha"], settings["r"]
            if case_name == "peft-lokr":
                alpha = settings["alpha_pattern"].get(path[-1], alpha)
                whole = path.endswith("q")
                parts = {"lokr_w1": f32(2, 4)}
                parts |= {"lokr_w2": f32(3, 2)} if whole else {"lokr_w2_a": f32(3, rank), "lokr_w2_b": f32(rank, 2)}
                right = wide(parts["lokr_w2"]) if whole else wide(parts["lokr_w2_a"]) @ wide(parts["lokr_w2_b"])
                scale, kind = alpha / rank, "LoKr"
                update = scale * np.kron(wide(parts["lokr_w1"]), right)
                rank = 0 if whole else rank
            else:
                rank = settings.get("rank_pattern", {}).get(path[-1], rank)
                ranks = (rank, 2) if case_name == "peft-abba" else (rank, rank)
                middle = weight.ndim == 3
                parts, products = {}, []
                for i, own_rank in zip((1, 2), ranks):
                    up, down = f32(weight.shape[0], own_rank), f32(own_rank, weight.shape[1])
                    product = wide(up) @ wide(down)
                    if middle:  # of a convolution with one dimension, too
                        up = np.ascontiguousarray(up.T)
                        parts[f"hada_t{i}"] = f32(own_rank, own_rank, weight.shape[2], 1)
                        product = tucker(parts[f"hada_t{i}"], up, down)
                    parts |= {f"hada_w{i}_a": up, f"hada_w{i}_b": down}
                    products.append(product)
                scale = alpha ** 2 / np.sqrt(ranks[0] * ranks[1]) if case_name == "peft-abba" else alpha / rank
                update = scale * (products[0] * products[1]).reshape(weight.shape[0], -1)
                kind = "LoHa"
            end = ".default" if case_name == "peft-lokr" else ""
            file |= {f"{name}.{key}{end}": value for key, value in parts.items()}
            case.change(name, tensor, update, rank, alpha, "settings", float(scale), kind)
        write(f"{case_name}/adapter_model.safetensors", file)
        case.finish()


def sd3():
    """Names of diffusers for a base with the original ones (huggingface/diffusers, scripts/convert_sd3_to_diffusers.py):
    of the last norms, diffusers stores the scale before the shift. The last block has no gates for the text."""
    side, root = 4, "model.diffusion_model."
    shapes = {"joint_blocks.0.x_block.attn.qkv": (3 * side, side), "joint_blocks.1.context_block.attn.qkv": (3 * side, side),
              "joint_blocks.0.x_block.attn2.qkv": (3 * side, side), "joint_blocks.0.x_block.attn2.proj": (side, side),
              "joint_blocks.0.context_block.attn.proj": (side, side), "joint_blocks.0.x_block.mlp.fc1": (16, side),
              "joint_blocks.0.context_block.mlp.fc2": (side, 16),
              "joint_blocks.0.x_block.adaLN_modulation.1": (6 * side, side),
              "joint_blocks.0.context_block.adaLN_modulation.1": (6 * side, side),
              "joint_blocks.1.context_block.adaLN_modulation.1": (2 * side, side), "x_embedder.proj": (side, 3, 2, 2),
              "context_embedder": (side, 5), "t_embedder.mlp.0": (side, 6), "y_embedder.mlp.2": (side, side),
              "final_layer.linear": (12, side), "final_layer.adaLN_modulation.1": (2 * side, side)}
    base = {root + name + ".weight": f32(*shape) for name, shape in shapes.items()}
    base[root + "final_layer.adaLN_modulation.1.bias"] = f32(2 * side)
    case = Case("sd3", "sd3.safetensors", base, "diffusers")
    file = {}
    block, last = "transformer_blocks.0.", "transformer_blocks.1."
    for path, original, first, rows in (
            (block + "attn.to_q", "joint_blocks.0.x_block.attn.qkv", 0, side),
            (block + "attn.to_v", "joint_blocks.0.x_block.attn.qkv", 2 * side, side),
            (last + "attn.add_k_proj", "joint_blocks.1.context_block.attn.qkv", side, side),
            (block + "attn2.to_k", "joint_blocks.0.x_block.attn2.qkv", side, side),
            (block + "attn2.to_out.0", "joint_blocks.0.x_block.attn2.proj", 0, side),
            (block + "attn.to_add_out", "joint_blocks.0.context_block.attn.proj", 0, side),
            (block + "ff.net.0.proj", "joint_blocks.0.x_block.mlp.fc1", 0, 16),
            (block + "ff_context.net.2", "joint_blocks.0.context_block.mlp.fc2", 0, side),
            (block + "norm1.linear", "joint_blocks.0.x_block.adaLN_modulation.1", 0, 6 * side),
            (block + "norm1_context.linear", "joint_blocks.0.context_block.adaLN_modulation.1", 0, 6 * side),
            (last + "norm1_context.linear", "joint_blocks.1.context_block.adaLN_modulation.1", 0, 2 * side),
            ("pos_embed.proj", "x_embedder.proj", 0, side), ("context_embedder", "context_embedder", 0, side),
            ("time_text_embed.timestep_embedder.linear_1", "t_embedder.mlp.0", 0, side),
            ("time_text_embed.text_embedder.linear_2", "y_embedder.mlp.2", 0, side),
            ("proj_out", "final_layer.linear", 0, 12),
            ("norm_out.linear", "final_layer.adaLN_modulation.1", 0, 2 * side)):
        tensor = root + original + ".weight"
        name, shape = "transformer." + path, base[tensor].shape
        down = f32(2, *shape[1:])
        up = f32(rows, 2, *(1 for _ in shape[2:]))
        file[name + ".lora_A.weight"], file[name + ".lora_B.weight"] = down, up
        swapped = path in (last + "norm1_context.linear", "norm_out.linear")
        magnitude = None
        if path == "norm_out.linear":
            magnitude = file[name + ".lora_magnitude_vector"] = f32(rows)
            bias = file[name + ".lora_B.bias"] = f32(rows)
            case.merged[root + original + ".bias"] += swap_halves(wide(bias))
        case.module(name, tensor, down, up, 2, "convention", first_row=first, rows=rows, magnitude=magnitude,
                    swapped=swapped, kind="LoRA" if magnitude is None else "DoRA")
    write("sd3.safetensors", file)
    case.finish()
    case = Case("sd3-original", "sd3-original.safetensors", base, "comfyui")
    file = {}
    for path in ("joint_blocks.0.x_block.attn.qkv", "joint_blocks.1.context_block.attn.qkv",
                 "joint_blocks.0.x_block.attn2.qkv", "joint_blocks.0.x_block.mlp.fc1",
                 "joint_blocks.0.context_block.adaLN_modulation.1", "joint_blocks.1.context_block.adaLN_modulation.1",
                 "x_embedder.proj", "context_embedder", "t_embedder.mlp.0", "final_layer.adaLN_modulation.1"):
        tensor = root + path + ".weight"
        name, shape = "diffusion_model." + path, base[tensor].shape
        down, up = f32(2, *shape[1:]), f32(shape[0], 2, *(1 for _ in shape[2:]))
        file[name + ".lora_A.weight"], file[name + ".lora_B.weight"] = down, up
        file[name + ".alpha"] = np.float32(3)
        magnitude = None
        if path.startswith("final_layer"):
            magnitude = file[name + ".dora_scale"] = f32(2 * side, 1)
        case.module(name, tensor, down, up, 3, "tensor", magnitude=magnitude,
                    kind="LoRA" if magnitude is None else "DoRA")
    write("sd3-original.safetensors", file)
    case.finish()


for make in (peft, dora, dora_inputs, gpt2, kohya, diffusers, diffusers_old, comfyui, flux, tuned, dora_square, replaced,
             experts, tuned_experts, joined_dora, unet_dora, loha, lokr, peft_lycoris, sd3):
    make()
(HERE / "expected.json").write_text(json.dumps(expected, indent=1) + "\n")
