#!/usr/bin/python3
"""Writes unet-names.json: the modules of the U-Nets of Stable Diffusion 1.5 and XL and of XL's text encoders in their
original names and in those of diffusers and transformers.

The blocks are walked in the order in which both programs build them: CompVis/stable-diffusion (openaimodel.py) numbers
all blocks through, huggingface/diffusers (unet_2d_blocks.py) has levels with resnets, attentions and a sampler. Depths
of attention are those of the published configurations. Agrees with comfyanonymous/ComfyUI (comfy/utils.py,
unet_to_diffusers) and kohya-ss/sd-scripts (library/sdxl_model_util.py).
"""
import json
from pathlib import Path

RESNET = {"in_layers.2": "conv1", "emb_layers.1": "time_emb_proj", "out_layers.3": "conv2",
          "skip_connection": "conv_shortcut"}
TRANSFORMER = ["attn1.to_q", "attn1.to_k", "attn1.to_v", "attn1.to_out.0", "attn2.to_q", "attn2.to_k", "attn2.to_v",
               "attn2.to_out.0", "ff.net.0.proj", "ff.net.2"]


def unet(depths, middle, has_labels):
    pairs = [("time_embed.0", "time_embedding.linear_1"), ("time_embed.2", "time_embedding.linear_2"),
             ("input_blocks.0.0", "conv_in"), ("out.2", "conv_out")]
    if has_labels:
        pairs += [("label_emb.0.0", "add_embedding.linear_1"), ("label_emb.0.2", "add_embedding.linear_2")]

    def resnet(original, diffusers):
        pairs.extend((f"{original}.{a}", f"{diffusers}.{b}") for a, b in RESNET.items())

    def attention(original, diffusers, depth):
        parts = ["proj_in", "proj_out"] + [f"transformer_blocks.{i}.{part}" for i in range(depth) for part in TRANSFORMER]
        pairs.extend((f"{original}.{part}", f"{diffusers}.{part}") for part in parts)

    number = 0  # of the input block
    for level, depth in enumerate(depths):
        for block in range(2):
            number += 1
            resnet(f"input_blocks.{number}.0", f"down_blocks.{level}.resnets.{block}")
            if depth:
                attention(f"input_blocks.{number}.1", f"down_blocks.{level}.attentions.{block}", depth)
        if level + 1 < len(depths):
            number += 1
            pairs.append((f"input_blocks.{number}.0.op", f"down_blocks.{level}.downsamplers.0.conv"))
    resnet("middle_block.0", "mid_block.resnets.0")
    attention("middle_block.1", "mid_block.attentions.0", middle)
    resnet("middle_block.2", "mid_block.resnets.1")
    number = 0  # of the output block
    for level, depth in enumerate(reversed(depths)):
        for block in range(3):
            resnet(f"output_blocks.{number}.0", f"up_blocks.{level}.resnets.{block}")
            layers = 1
            if depth:
                attention(f"output_blocks.{number}.1", f"up_blocks.{level}.attentions.{block}", depth)
                layers += 1
            if block == 2 and level + 1 < len(depths):
                pairs.append((f"output_blocks.{number}.{layers}.conv", f"up_blocks.{level}.upsamplers.0.conv"))
            number += 1
    return pairs


def text(layers, is_open_clip):
    """Paths of the original text encoder, of transformers, and the third of the rows that the module has."""
    names = {"self_attn.q_proj": ("attn.in_proj_weight", 0), "self_attn.k_proj": ("attn.in_proj_weight", 1),
             "self_attn.v_proj": ("attn.in_proj_weight", 2), "self_attn.out_proj": ("attn.out_proj", None),
             "mlp.fc1": ("mlp.c_fc", None), "mlp.fc2": ("mlp.c_proj", None)}
    rows = []
    for layer in range(layers):
        for part, (original, third) in names.items():
            path = f"text_model.encoder.layers.{layer}.{part}"
            rows.append([f"transformer.resblocks.{layer}.{original}", path, third] if is_open_clip else [path, path, None])
    return rows


(Path(__file__).parent / "unet-names.json").write_text(json.dumps({
    "sd15": {"unet": unet([1, 1, 1, 0], 1, False), "te1": text(12, False), "te2": [], "has_attention_first": False},
    "sdxl": {"unet": unet([0, 2, 10], 10, True), "te1": text(12, False), "te2": text(32, True),
             "has_attention_first": True}}, separators=(",", ":")) + "\n")
