#!/usr/bin/env python3
"""make.py [FOLDER]: writes a pair of checkpoints for each preset of `tloupe diff --list-rules`, and manifest.json
with the sizes of each model. NumPy makes the second checkpoint from the first one, as the well-known converters do.
The names and rearrangements are written by hand, not read from the presets."""
import json
import os
import struct
import sys

import numpy as np

HEADS, GROUPS, DIM, WIDTH, INNER, WORDS, LAYERS, EXPERTS = 4, 2, 4, 6, 10, 7, 2, 3
FOLDER = sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__))
random = np.random.default_rng(24)
manifest = {}


def some(*shape):
    return random.standard_normal(shape).astype("<f4")


def write(path, tensors):
    header, data = {}, b""
    for name, values in tensors.items():
        raw = np.ascontiguousarray(values).tobytes()
        header[name] = {"dtype": "F32", "shape": list(values.shape), "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header).encode()
    with open(os.path.join(FOLDER, path), "wb") as stream:
        stream.write(struct.pack("<Q", len(text)) + text + data)


def pair(preset, a, b, **sizes):
    """`b` has a different order than `a`, so that nothing is paired by position."""
    write(preset + ".a.safetensors", a)
    write(preset + ".b.safetensors", dict(reversed(b.items())))
    manifest[preset] = {"sizes": sizes, "tensors_a": len(a), "tensors_b": len(b)}


def rotary(values, heads):
    """Converts from HF's order of rows to that of Meta and GGUF, like llama.cpp's permute()."""
    return values.reshape(heads, 2, DIM // 2, *values.shape[1:]).swapaxes(1, 2).reshape(values.shape)


LLAMA = {"input_layernorm.weight": "attn_norm.weight", "post_attention_layernorm.weight": "ffn_norm.weight",
         "self_attn.q_proj.weight": "attn_q.weight", "self_attn.k_proj.weight": "attn_k.weight",
         "self_attn.v_proj.weight": "attn_v.weight", "self_attn.o_proj.weight": "attn_output.weight",
         "mlp.gate_proj.weight": "ffn_gate.weight", "mlp.up_proj.weight": "ffn_up.weight",
         "mlp.down_proj.weight": "ffn_down.weight"}
META = {"attn_norm.weight": "attention_norm.weight", "ffn_norm.weight": "ffn_norm.weight",
        "attn_q.weight": "attention.wq.weight", "attn_k.weight": "attention.wk.weight",
        "attn_v.weight": "attention.wv.weight", "attn_output.weight": "attention.wo.weight",
        "ffn_gate.weight": "feed_forward.w1.weight", "ffn_up.weight": "feed_forward.w3.weight",
        "ffn_down.weight": "feed_forward.w2.weight"}


def llama(bias=False, feed_forward=True):
    tensors = {"model.embed_tokens.weight": some(WORDS, WIDTH)}
    for layer in range(LAYERS):
        p = f"model.layers.{layer}."
        tensors[p + "input_layernorm.weight"] = some(WIDTH)
        tensors[p + "self_attn.q_proj.weight"] = some(HEADS * DIM, WIDTH)
        tensors[p + "self_attn.k_proj.weight"] = some(GROUPS * DIM, WIDTH)
        tensors[p + "self_attn.v_proj.weight"] = some(GROUPS * DIM, WIDTH)
        tensors[p + "self_attn.o_proj.weight"] = some(WIDTH, HEADS * DIM)
        if bias:
            tensors[p + "self_attn.q_proj.bias"] = some(HEADS * DIM)
            tensors[p + "self_attn.k_proj.bias"] = some(GROUPS * DIM)
            tensors[p + "self_attn.v_proj.bias"] = some(GROUPS * DIM)
        tensors[p + "post_attention_layernorm.weight"] = some(WIDTH)
        if feed_forward:
            tensors[p + "mlp.gate_proj.weight"] = some(INNER, WIDTH)
            tensors[p + "mlp.up_proj.weight"] = some(INNER, WIDTH)
            tensors[p + "mlp.down_proj.weight"] = some(WIDTH, INNER)
    tensors["model.norm.weight"] = some(WIDTH)
    tensors["lm_head.weight"] = some(WORDS, WIDTH)
    return tensors


ENDS = {"model.embed_tokens.weight": "token_embd.weight", "model.norm.weight": "output_norm.weight",
        "lm_head.weight": "output.weight"}


def gguf(tensors, permuted, names=LLAMA, offset=False):
    """The GGUF names of HF names. Tensors without a GGUF name are left out."""
    result = {}
    for name, values in tensors.items():
        if offset and name.endswith("norm.weight"):
            values = values + np.float32(1)
        if name in ENDS:
            result[ENDS[name]] = values
            continue
        _, _, layer, rest = name.split(".", 3)
        bias = rest.endswith(".bias")
        target = names.get(rest.replace(".bias", ".weight"))
        if target is None:
            continue
        if permuted and ".q_proj." in name:
            values = rotary(values, HEADS)
        if permuted and ".k_proj." in name:
            values = rotary(values, GROUPS)
        result[f"blk.{layer}." + (target.replace(".weight", ".bias") if bias else target)] = values
    return result


ROTARY = {"heads": HEADS, "kv_heads": GROUPS}
a = llama(bias=True)
pair("hf-llama-to-gguf", {**a, "model.layers.0.self_attn.rotary_emb.inv_freq": some(DIM // 2)},
     {**gguf(a, True), "rope_freqs.weight": some(DIM // 2)}, **ROTARY)
pair("hf-to-gguf", a, gguf(a, False))
a = llama()
meta = {}
for name, values in gguf(a, True).items():
    ends = {"token_embd.weight": "tok_embeddings.weight", "output_norm.weight": "norm.weight"}
    meta[ends.get(name, name) if not name.startswith("blk") else
         "layers." + name.split(".", 2)[1] + "." + META[name.split(".", 2)[2]]] = values
pair("hf-llama-to-meta", a, meta, **ROTARY)
pair("meta-to-gguf", meta, gguf(a, True))

gemma = dict(a)
for layer in range(LAYERS):
    gemma[f"model.layers.{layer}.pre_feedforward_layernorm.weight"] = some(WIDTH)
    gemma[f"model.layers.{layer}.post_feedforward_layernorm.weight"] = some(WIDTH)
    gemma[f"model.layers.{layer}.self_attn.q_norm.weight"] = some(DIM)
pair("gemma-to-gguf", gemma, gguf(gemma, False, {
    **LLAMA, "post_attention_layernorm.weight": "post_attention_norm.weight",
    "pre_feedforward_layernorm.weight": "ffn_norm.weight", "post_feedforward_layernorm.weight": "post_ffw_norm.weight",
    "self_attn.q_norm.weight": "attn_q_norm.weight"}, offset=True))

# GPT-2
a, b, c = {"transformer.wte.weight": some(WORDS, WIDTH), "transformer.wpe.weight": some(5, WIDTH)}, {}, {}
b["token_embd.weight"], b["position_embd.weight"] = a["transformer.wte.weight"], a["transformer.wpe.weight"]
for layer in range(LAYERS):
    for name, target, shape in (("attn.c_attn", "attn_qkv", (WIDTH, 3 * WIDTH)),
                                ("attn.c_proj", "attn_output", (WIDTH, WIDTH)),
                                ("mlp.c_fc", "ffn_up", (WIDTH, INNER)), ("mlp.c_proj", "ffn_down", (INNER, WIDTH))):
        weight, bias = some(*shape), some(shape[1])
        a[f"transformer.h.{layer}.{name}.weight"], a[f"transformer.h.{layer}.{name}.bias"] = weight, bias
        b[f"blk.{layer}.{target}.weight"], b[f"blk.{layer}.{target}.bias"] = weight.T, bias
        c[f"transformer.h.{layer}.{name}.weight"], c[f"transformer.h.{layer}.{name}.bias"] = weight.T, bias
    for name, target in (("ln_1", "attn_norm"), ("ln_2", "ffn_norm")):
        for kind in ("weight", "bias"):
            a[f"transformer.h.{layer}.{name}.{kind}"] = b[f"blk.{layer}.{target}.{kind}"] = some(WIDTH)
a["transformer.ln_f.weight"] = b["output_norm.weight"] = some(WIDTH)
pair("conv1d-to-linear", a, {name: c.get(name, values) for name, values in a.items()})
a["transformer.h.0.attn.bias"] = some(1, 1, 5, 5)
pair("gpt2-to-gguf", a, b)


def fused(preset, prefix, attention, names, kinds, split, ends, **sizes):
    """A fused qkv, and its three blocks in sequence."""
    a, b = {}, {}
    for old, new, shape in ends:
        a[old] = b[new] = some(*shape)
    for layer in range(LAYERS):
        for kind in kinds:
            q, k, v, joined = split(kind)
            a[f"{prefix}{layer}.{attention}.{kind}"] = joined
            b[f"blk.{layer}.attn_qkv.{kind}"] = np.concatenate([q, k, v])
        for old, new, shape in names:
            a[f"{prefix}{layer}.{old}.weight"] = b[f"blk.{layer}.{new}.weight"] = some(*shape)
    pair(preset, a, b, **sizes)


def by_head(kind):
    shape = (HEADS, 3, DIM) + ((WIDTH,) if kind == "weight" else ())
    joined = some(*shape)
    q, k, v = (joined[:, i].reshape(HEADS * DIM, *shape[3:]) for i in range(3))
    return q, k, v, joined.reshape(HEADS * 3 * DIM, *shape[3:])


def by_group(kind):
    shape = (GROUPS, HEADS // GROUPS + 2, DIM) + ((WIDTH,) if kind == "weight" else ())
    joined = some(*shape)
    q, k, v = (part.reshape(-1, *shape[3:]) for part in (joined[:, :-2], joined[:, -2], joined[:, -1]))
    return q, k, v, joined.reshape(-1, *shape[3:])


def in_order(kind):
    rest = (WIDTH,) if kind == "weight" else ()
    q, k, v = some(HEADS * DIM, *rest), some(GROUPS * DIM, *rest), some(GROUPS * DIM, *rest)
    return q, k, v, np.concatenate([q, k, v])


PARTS = [("dense", "attn_output", (WIDTH, HEADS * DIM))]
MLP = [("mlp.dense_h_to_4h", "ffn_up", (INNER, WIDTH)), ("mlp.dense_4h_to_h", "ffn_down", (WIDTH, INNER))]
fused("neox-to-gguf", "gpt_neox.layers.", "attention.query_key_value",
      [("attention.dense", "attn_output", (WIDTH, HEADS * DIM)), ("input_layernorm", "attn_norm", (WIDTH,)),
       ("post_attention_layernorm", "ffn_norm", (WIDTH,))] + MLP, ("weight", "bias"), by_head,
      [("gpt_neox.embed_in.weight", "token_embd.weight", (WORDS, WIDTH)), ("embed_out.weight", "output.weight", (WORDS, WIDTH)),
       ("gpt_neox.final_layer_norm.weight", "output_norm.weight", (WIDTH,))], heads=HEADS)
fused("bloom-to-gguf", "transformer.h.", "self_attention.query_key_value",
      [("self_attention.dense", "attn_output", (WIDTH, HEADS * DIM)), ("input_layernorm", "attn_norm", (WIDTH,))] + MLP,
      ("weight", "bias"), by_head,
      [("transformer.word_embeddings.weight", "token_embd.weight", (WORDS, WIDTH)),
       ("transformer.word_embeddings_layernorm.weight", "token_embd_norm.weight", (WIDTH,))], heads=HEADS)
fused("falcon-to-gguf", "transformer.h.", "self_attention.query_key_value",
      [("self_attention.dense", "attn_output", (WIDTH, HEADS * DIM)), ("ln_attn", "attn_norm_2", (WIDTH,)),
       ("ln_mlp", "attn_norm", (WIDTH,))] + MLP, ("weight",), by_group,
      [("transformer.word_embeddings.weight", "token_embd.weight", (WORDS, WIDTH))], heads=HEADS, kv_heads=GROUPS,
      head_dim=DIM)
fused("mpt-to-gguf", "transformer.blocks.", "attn.Wqkv",
      [("attn.out_proj", "attn_output", (WIDTH, HEADS * DIM)), ("norm_1", "attn_norm", (WIDTH,)),
       ("ffn.up_proj", "ffn_up", (INNER, WIDTH)), ("ffn.down_proj", "ffn_down", (WIDTH, INNER))], ("weight",), in_order,
      [("transformer.wte.weight", "token_embd.weight", (WORDS, WIDTH))])
fused("phi3-to-gguf", "model.layers.", "self_attn.qkv_proj",
      [("self_attn.o_proj", "attn_output", (WIDTH, HEADS * DIM)), ("input_layernorm", "attn_norm", (WIDTH,)),
       ("mlp.gate_up_proj", "ffn_up", (2 * INNER, WIDTH)), ("mlp.down_proj", "ffn_down", (WIDTH, INNER))], ("weight",),
      in_order, [("model.embed_tokens.weight", "token_embd.weight", (WORDS, WIDTH))])
b = llama(bias=True)
a = dict(b)
for layer in range(LAYERS):
    p = f"model.layers.{layer}."
    for kind in ("weight", "bias"):
        a[p + "self_attn.qkv_proj." + kind] = np.concatenate(
            [a.pop(p + f"self_attn.{x}_proj.{kind}") for x in ("q", "k", "v")])
    a[p + "mlp.gate_up_proj.weight"] = np.concatenate([a.pop(p + f"mlp.{x}_proj.weight") for x in ("gate", "up")])
pair("phi3-to-split", a, b, heads=HEADS, kv_heads=GROUPS, head_dim=DIM)


# Experts
def experts(prefix, names, count=EXPERTS):
    shapes = ((INNER, WIDTH), (INNER, WIDTH), (WIDTH, INNER))
    return {f"{prefix}experts.{e}.{name}.weight": some(*shape) for e in range(count) for name, shape in zip(names, shapes)}


def stack(tensors, prefix, name):
    return np.stack([tensors[f"{prefix}experts.{e}.{name}.weight"] for e in range(EXPERTS)])


LONG = ("gate_proj", "up_proj", "down_proj")
SHORT = ("w1", "w3", "w2")
for family, part, names in (("mixtral", "block_sparse_moe.", SHORT), ("moe", "mlp.", LONG)):
    rows, stacked, b, mlx = {}, {}, {}, {}
    for layer in range(LAYERS):
        p = f"model.layers.{layer}.{part}"
        own = experts(p, names)
        rows.update(own)
        gate, up, down = (stack(own, p, name) for name in names)
        stacked[f"model.layers.{layer}.mlp.experts.gate_up_proj"] = np.concatenate([gate, up], axis=1)
        stacked[f"model.layers.{layer}.mlp.experts.down_proj"] = down
        for kind, values in zip(("gate", "up", "down"), (gate, up, down)):
            b[f"blk.{layer}.ffn_{kind}_exps.weight"] = values
            mlx[f"{p}switch_mlp.{kind}_proj.weight"] = values
    if family == "moe":
        pair("moe-to-mlx", rows, mlx)
    router = {f"model.layers.{layer}.{part}gate.weight": some(EXPERTS, WIDTH) for layer in range(LAYERS)}
    pair(family + "-to-stacked", {**rows, **router},
         {**stacked, **{name.replace(part, "mlp."): values for name, values in router.items()}})
    hf = llama(feed_forward=False)
    extra, extra_b = dict(router), {f"blk.{n.split('.')[2]}.ffn_gate_inp.weight": v for n, v in router.items()}
    if family == "moe":
        for layer in range(LAYERS):
            extra[f"model.layers.{layer}.mlp.shared_expert.up_proj.weight"] = some(INNER, WIDTH)
            extra_b[f"blk.{layer}.ffn_up_shexp.weight"] = extra[f"model.layers.{layer}.mlp.shared_expert.up_proj.weight"]
    pair(family + "-to-gguf", {**hf, **rows, **extra}, {**gguf(hf, family == "mixtral"), **b, **extra_b}, **ROTARY)

# DeepSeek: the latent part of the keys and values
NOPE, VALUE, RANK = 3, 4, 5
a, b = {}, {}
for layer in range(LAYERS):
    p, g = f"model.layers.{layer}.", f"blk.{layer}."
    for old, new, shape in (("q_a_proj", "attn_q_a", (RANK, WIDTH)), ("kv_a_layernorm", "attn_kv_a_norm", (RANK,)),
                            ("kv_a_proj_with_mqa", "attn_kv_a_mqa", (RANK + 2, WIDTH))):
        a[f"{p}self_attn.{old}.weight"] = b[f"{g}{new}.weight"] = some(*shape)
    joined = some(HEADS, NOPE + VALUE, RANK)
    a[p + "self_attn.kv_b_proj.weight"] = joined.reshape(-1, RANK)
    b[g + "attn_k_b.weight"] = joined[:, :NOPE].transpose(0, 2, 1)
    b[g + "attn_v_b.weight"] = joined[:, NOPE:]
    own = experts(p + "mlp.", LONG)
    a.update(own)
    for kind, name in zip(("gate", "up", "down"), LONG):
        b[f"{g}ffn_{kind}_exps.weight"] = stack(own, p + "mlp.", name)
    a[p + "mlp.gate.e_score_correction_bias"] = b[g + "exp_probs_b.bias"] = some(EXPERTS)
    a[p + "mlp.shared_experts.gate_proj.weight"] = b[g + "ffn_gate_shexp.weight"] = some(INNER, WIDTH)
pair("deepseek-to-gguf", a, b, heads=HEADS, qk_nope_head_dim=NOPE, v_head_dim=VALUE)

# gpt-oss
a = {name.replace("self_attn.", "self_attn."): v for name, v in llama(bias=True, feed_forward=False).items()}
b = gguf(a, False, {**LLAMA, "post_attention_layernorm.weight": "post_attention_norm.weight"})
for layer in range(LAYERS):
    p, g = f"model.layers.{layer}.mlp.", f"blk.{layer}."
    joined, bias, down = some(EXPERTS, WIDTH, 2 * INNER), some(EXPERTS, 2 * INNER), some(EXPERTS, INNER, WIDTH)
    a[p + "experts.gate_up_proj"], a[p + "experts.gate_up_proj_bias"], a[p + "experts.down_proj"] = joined, bias, down
    b[g + "ffn_gate_exps.weight"] = joined[:, :, 0::2].transpose(0, 2, 1)
    b[g + "ffn_up_exps.weight"] = joined[:, :, 1::2].transpose(0, 2, 1)
    b[g + "ffn_gate_exps.bias"], b[g + "ffn_up_exps.bias"] = bias[:, 0::2], bias[:, 1::2]
    b[g + "ffn_down_exps.weight"] = down.transpose(0, 2, 1)
    a[p + "experts.down_proj_bias"] = b[g + "ffn_down_exps.bias"] = some(EXPERTS, WIDTH)
    a[p + "router.weight"] = b[g + "ffn_gate_inp.weight"] = some(EXPERTS, WIDTH)
    a[p + "router.bias"] = b[g + "ffn_gate_inp.bias"] = some(EXPERTS)
    a[f"model.layers.{layer}.self_attn.sinks"] = b[g + "attn_sinks.weight"] = some(HEADS)
pair("gpt-oss-to-gguf", a, b)

# Flux
a, b = {}, {}
for kind in ("weight", "bias"):
    rest = (WIDTH,) if kind == "weight" else ()
    for stream, names in (("img", ("to_q", "to_k", "to_v")), ("txt", ("add_q_proj", "add_k_proj", "add_v_proj"))):
        parts = [some(WIDTH, *rest) for _ in names]
        a[f"double_blocks.0.{stream}_attn.qkv.{kind}"] = np.concatenate(parts)
        b.update({f"transformer_blocks.0.attn.{name}.{kind}": part for name, part in zip(names, parts)})
    parts = [some(WIDTH, *rest) for _ in range(3)] + [some(4 * WIDTH, *rest)]
    a[f"single_blocks.0.linear1.{kind}"] = np.concatenate(parts)
    for name, part in zip(("attn.to_q", "attn.to_k", "attn.to_v", "proj_mlp"), parts):
        b[f"single_transformer_blocks.0.{name}.{kind}"] = part
    shift, scale = some(WIDTH, *rest), some(WIDTH, *rest)
    a[f"final_layer.adaLN_modulation.1.{kind}"] = np.concatenate([shift, scale])
    b[f"norm_out.linear.{kind}"] = np.concatenate([scale, shift])
    for old, new in (("double_blocks.0.img_mlp.0", "transformer_blocks.0.ff.net.0.proj"),
                     ("single_blocks.0.linear2", "single_transformer_blocks.0.proj_out"), ("img_in", "x_embedder"),
                     ("vector_in.in_layer", "time_text_embed.text_embedder.linear_1")):
        a[f"{old}.{kind}"] = b[f"{new}.{kind}"] = some(WIDTH, *rest)
a["double_blocks.0.txt_attn.norm.key_norm.scale"] = b["transformer_blocks.0.attn.norm_added_k.weight"] = some(DIM)
pair("flux-to-diffusers", a, b)

# CLIP
a, b = {"text_projection": some(WIDTH, DIM)}, {}
b["text_projection.weight"] = a["text_projection"].T
for old, new in (("transformer.resblocks.", "text_model.encoder.layers."),
                 ("visual.transformer.resblocks.", "vision_model.encoder.layers.")):
    for layer in range(LAYERS):
        for kind in ("weight", "bias"):
            parts = [some(WIDTH, *((WIDTH,) if kind == "weight" else ())) for _ in range(3)]
            a[f"{old}{layer}.attn.in_proj_{kind}"] = np.concatenate(parts)
            b.update({f"{new}{layer}.self_attn.{x}_proj.{kind}": part for x, part in zip("qkv", parts)})
        a[f"{old}{layer}.mlp.c_fc.weight"] = b[f"{new}{layer}.mlp.fc1.weight"] = some(INNER, WIDTH)
pair("open-clip-to-hf", a, {**b, "text_model.embeddings.position_ids": some(1, 5)})

# VAE
a, b = {}, {}
for part in ("encoder", "decoder"):
    for old, new in (("q", "to_q"), ("k", "to_k"), ("v", "to_v"), ("proj_out", "to_out.0")):
        weight = some(WIDTH, WIDTH, 1, 1)
        a[f"{part}.mid.attn_1.{old}.weight"] = weight
        b[f"{part}.mid_block.attentions.0.{new}.weight"] = weight[:, :, 0, 0]
        a[f"{part}.mid.attn_1.{old}.bias"] = b[f"{part}.mid_block.attentions.0.{new}.bias"] = some(WIDTH)
pair("vae-attention-to-diffusers", a, b)

with open(os.path.join(FOLDER, "manifest.json"), "w") as stream:
    json.dump(manifest, stream, indent=1, sort_keys=True)
    stream.write("\n")
