#include "analysis/rearrangement/presets.h"

#include "core/text/edit_distance.h"
#include "core/text/quote.h"

#include <algorithm>
#include <array>

namespace loupe {

namespace {

// clang-format off: one rule per line, as in a recipe
constexpr std::string_view ggufEnds = R"json(    {"a": "model.embed_tokens.weight", "b": "token_embd.weight"},
    {"a": "lm_head.weight", "b": "output.weight"})json";
constexpr std::string_view ggufFinalNorm = R"json(    {"a": "model.norm.{p}", "b": "output_norm.{p}"})json";
constexpr std::string_view ggufNorms =
    R"json(    {"a": "model.layers.{n}.input_layernorm.{p}", "b": "blk.{n}.attn_norm.{p}"},
    {"a": "model.layers.{n}.post_attention_layernorm.{p}", "b": "blk.{n}.ffn_norm.{p}"},
    {"a": "model.layers.{n}.self_attn.q_norm.{p}", "b": "blk.{n}.attn_q_norm.{p}"},
    {"a": "model.layers.{n}.self_attn.k_norm.{p}", "b": "blk.{n}.attn_k_norm.{p}"})json";
constexpr std::string_view ggufValueOutput =
    R"json(    {"a": "model.layers.{n}.self_attn.v_proj.{p}", "b": "blk.{n}.attn_v.{p}"},
    {"a": "model.layers.{n}.self_attn.o_proj.{p}", "b": "blk.{n}.attn_output.{p}"})json";
constexpr std::string_view ggufFeedForward =
    R"json(    {"a": "model.layers.{n}.mlp.gate_proj.{p}", "b": "blk.{n}.ffn_gate.{p}"},
    {"a": "model.layers.{n}.mlp.up_proj.{p}", "b": "blk.{n}.ffn_up.{p}"},
    {"a": "model.layers.{n}.mlp.down_proj.{p}", "b": "blk.{n}.ffn_down.{p}"})json";
constexpr std::string_view ggufQueryKey =
    R"json(    {"a": "model.layers.{n}.self_attn.q_proj.{p}", "b": "blk.{n}.attn_q.{p}"},
    {"a": "model.layers.{n}.self_attn.k_proj.{p}", "b": "blk.{n}.attn_k.{p}"})json";
constexpr std::string_view ggufRotaryQueryKey =
    R"json(    {"a": {"name": "model.layers.{n}.self_attn.q_proj.{p}", "axes": "(heads two half) ... -> (heads half two) ..."}, "b": "blk.{n}.attn_q.{p}"},
    {"a": {"name": "model.layers.{n}.self_attn.k_proj.{p}", "axes": "(kv_heads two half) ... -> (kv_heads half two) ..."}, "b": "blk.{n}.attn_k.{p}"})json";
constexpr std::string_view metaRotaryQueryKey =
    R"json(    {"a": {"name": "model.layers.{n}.self_attn.q_proj.{p}", "axes": "(heads two half) ... -> (heads half two) ..."}, "b": "layers.{n}.attention.wq.{p}"},
    {"a": {"name": "model.layers.{n}.self_attn.k_proj.{p}", "axes": "(kv_heads two half) ... -> (kv_heads half two) ..."}, "b": "layers.{n}.attention.wk.{p}"})json";
constexpr std::string_view metaNames = R"json(    {"a": "model.embed_tokens.weight", "b": "tok_embeddings.weight"},
    {"a": "model.norm.weight", "b": "norm.weight"},
    {"a": "lm_head.weight", "b": "output.weight"},
    {"a": "model.layers.{n}.input_layernorm.{p}", "b": "layers.{n}.attention_norm.{p}"},
    {"a": "model.layers.{n}.post_attention_layernorm.{p}", "b": "layers.{n}.ffn_norm.{p}"},
    {"a": "model.layers.{n}.self_attn.v_proj.{p}", "b": "layers.{n}.attention.wv.{p}"},
    {"a": "model.layers.{n}.self_attn.o_proj.{p}", "b": "layers.{n}.attention.wo.{p}"},
    {"a": "model.layers.{n}.mlp.gate_proj.{p}", "b": "layers.{n}.feed_forward.w1.{p}"},
    {"a": "model.layers.{n}.mlp.down_proj.{p}", "b": "layers.{n}.feed_forward.w2.{p}"},
    {"a": "model.layers.{n}.mlp.up_proj.{p}", "b": "layers.{n}.feed_forward.w3.{p}"})json";
constexpr std::string_view metaToGguf = R"json(    {"a": "tok_embeddings.weight", "b": "token_embd.weight"},
    {"a": "norm.weight", "b": "output_norm.weight"},
    {"a": "output.weight", "b": "output.weight"},
    {"a": "layers.{n}.attention_norm.{p}", "b": "blk.{n}.attn_norm.{p}"},
    {"a": "layers.{n}.ffn_norm.{p}", "b": "blk.{n}.ffn_norm.{p}"},
    {"a": "layers.{n}.attention.wq.{p}", "b": "blk.{n}.attn_q.{p}"},
    {"a": "layers.{n}.attention.wk.{p}", "b": "blk.{n}.attn_k.{p}"},
    {"a": "layers.{n}.attention.wv.{p}", "b": "blk.{n}.attn_v.{p}"},
    {"a": "layers.{n}.attention.wo.{p}", "b": "blk.{n}.attn_output.{p}"},
    {"a": "layers.{n}.feed_forward.w1.{p}", "b": "blk.{n}.ffn_gate.{p}"},
    {"a": "layers.{n}.feed_forward.w2.{p}", "b": "blk.{n}.ffn_down.{p}"},
    {"a": "layers.{n}.feed_forward.w3.{p}", "b": "blk.{n}.ffn_up.{p}"})json";
constexpr std::string_view gemmaNorms =
    R"json(    {"a": {"name": "model.norm.weight", "add": 1}, "b": "output_norm.weight"},
    {"a": {"name": "model.layers.{n}.input_layernorm.weight", "add": 1}, "b": "blk.{n}.attn_norm.weight"},
    {"a": {"name": "model.layers.{n}.pre_feedforward_layernorm.weight", "add": 1}, "b": "blk.{n}.ffn_norm.weight"},
    {"a": {"name": "model.layers.{n}.post_attention_layernorm.weight", "add": 1}, "b": "blk.{n}.post_attention_norm.weight"},
    {"a": {"name": "model.layers.{n}.post_attention_layernorm.weight", "add": 1}, "b": "blk.{n}.ffn_norm.weight"},
    {"a": {"name": "model.layers.{n}.post_feedforward_layernorm.weight", "add": 1}, "b": "blk.{n}.post_ffw_norm.weight"},
    {"a": {"name": "model.layers.{n}.self_attn.q_norm.weight", "add": 1}, "b": "blk.{n}.attn_q_norm.weight"},
    {"a": {"name": "model.layers.{n}.self_attn.k_norm.weight", "add": 1}, "b": "blk.{n}.attn_k_norm.weight"})json";
constexpr std::string_view gpt2ToGguf = R"json(    {"a": "{_}wte.weight", "b": "token_embd.weight"},
    {"a": "{_}wpe.weight", "b": "position_embd.weight"},
    {"a": "{_}ln_f.{p}", "b": "output_norm.{p}"},
    {"a": "lm_head.weight", "b": "output.weight"},
    {"a": "{_}h.{n}.ln_1.{p}", "b": "blk.{n}.attn_norm.{p}"},
    {"a": "{_}h.{n}.ln_2.{p}", "b": "blk.{n}.ffn_norm.{p}"},
    {"a": {"name": "{_}h.{n}.attn.c_attn.weight", "axes": "rows columns -> columns rows"}, "b": "blk.{n}.attn_qkv.weight"},
    {"a": "{_}h.{n}.attn.c_attn.bias", "b": "blk.{n}.attn_qkv.bias"},
    {"a": {"name": "{_}h.{n}.attn.c_proj.weight", "axes": "rows columns -> columns rows"}, "b": "blk.{n}.attn_output.weight"},
    {"a": "{_}h.{n}.attn.c_proj.bias", "b": "blk.{n}.attn_output.bias"},
    {"a": {"name": "{_}h.{n}.mlp.c_fc.weight", "axes": "rows columns -> columns rows"}, "b": "blk.{n}.ffn_up.weight"},
    {"a": "{_}h.{n}.mlp.c_fc.bias", "b": "blk.{n}.ffn_up.bias"},
    {"a": {"name": "{_}h.{n}.mlp.c_proj.weight", "axes": "rows columns -> columns rows"}, "b": "blk.{n}.ffn_down.weight"},
    {"a": "{_}h.{n}.mlp.c_proj.bias", "b": "blk.{n}.ffn_down.bias"})json";
constexpr std::string_view conv1d =
    R"json(    {"a": {"name": "{*m}.c_attn.weight", "axes": "rows columns -> columns rows"}, "b": "{*m}.c_attn.weight"},
    {"a": {"name": "{*m}.c_proj.weight", "axes": "rows columns -> columns rows"}, "b": "{*m}.c_proj.weight"},
    {"a": {"name": "{*m}.c_fc.weight", "axes": "rows columns -> columns rows"}, "b": "{*m}.c_fc.weight"},
    {"a": {"name": "{*m}.q_attn.weight", "axes": "rows columns -> columns rows"}, "b": "{*m}.q_attn.weight"})json";
constexpr std::string_view neoxToGguf =
    R"json(    {"a": {"name": "gpt_neox.layers.{n}.attention.query_key_value.{p}", "axes": "(heads three head_dim) ... -> (three heads head_dim) ..."}, "b": "blk.{n}.attn_qkv.{p}"},
    {"a": "gpt_neox.embed_in.weight", "b": "token_embd.weight"},
    {"a": "embed_out.weight", "b": "output.weight"},
    {"a": "gpt_neox.final_layer_norm.{p}", "b": "output_norm.{p}"},
    {"a": "gpt_neox.layers.{n}.attention.dense.{p}", "b": "blk.{n}.attn_output.{p}"},
    {"a": "gpt_neox.layers.{n}.input_layernorm.{p}", "b": "blk.{n}.attn_norm.{p}"},
    {"a": "gpt_neox.layers.{n}.post_attention_layernorm.{p}", "b": "blk.{n}.ffn_norm.{p}"},
    {"a": "gpt_neox.layers.{n}.mlp.dense_h_to_4h.{p}", "b": "blk.{n}.ffn_up.{p}"},
    {"a": "gpt_neox.layers.{n}.mlp.dense_4h_to_h.{p}", "b": "blk.{n}.ffn_down.{p}"})json";
constexpr std::string_view bloomToGguf =
    R"json(    {"a": {"name": "{_}h.{n}.self_attention.query_key_value.{p}", "axes": "(heads three head_dim) ... -> (three heads head_dim) ..."}, "b": "blk.{n}.attn_qkv.{p}"},
    {"a": "{_}word_embeddings.weight", "b": "token_embd.weight"},
    {"a": "lm_head.weight", "b": "output.weight"},
    {"a": "{_}word_embeddings_layernorm.{p}", "b": "token_embd_norm.{p}"},
    {"a": "{_}ln_f.{p}", "b": "output_norm.{p}"},
    {"a": "{_}h.{n}.self_attention.dense.{p}", "b": "blk.{n}.attn_output.{p}"},
    {"a": "{_}h.{n}.input_layernorm.{p}", "b": "blk.{n}.attn_norm.{p}"},
    {"a": "{_}h.{n}.post_attention_layernorm.{p}", "b": "blk.{n}.ffn_norm.{p}"},
    {"a": "{_}h.{n}.mlp.dense_h_to_4h.{p}", "b": "blk.{n}.ffn_up.{p}"},
    {"a": "{_}h.{n}.mlp.dense_4h_to_h.{p}", "b": "blk.{n}.ffn_down.{p}"})json";
constexpr std::string_view falconToGguf =
    R"json(    {"a": {"name": "transformer.h.{n}.self_attention.query_key_value.{p}", "axes": "(kv_heads slot head_dim) ... -> (kv_heads slot head_dim) ...", "take": {"slot": "0:-2"}}, "b": {"name": "blk.{n}.attn_qkv.{p}", "axes": "(slot head_dim) ... -> (slot head_dim) ...", "take": {"slot": "0:heads"}}},
    {"a": {"name": "transformer.h.{n}.self_attention.query_key_value.{p}", "axes": "(kv_heads slot head_dim) ... -> (kv_heads slot head_dim) ...", "take": {"slot": "-2:-1"}}, "b": {"name": "blk.{n}.attn_qkv.{p}", "axes": "(slot head_dim) ... -> (slot head_dim) ...", "take": {"slot": "heads:-kv_heads"}}},
    {"a": {"name": "transformer.h.{n}.self_attention.query_key_value.{p}", "axes": "(kv_heads slot head_dim) ... -> (kv_heads slot head_dim) ...", "take": {"slot": "-1:"}}, "b": {"name": "blk.{n}.attn_qkv.{p}", "axes": "(slot head_dim) ... -> (slot head_dim) ...", "take": {"slot": "-kv_heads:"}}},
    {"a": "transformer.word_embeddings.weight", "b": "token_embd.weight"},
    {"a": "lm_head.weight", "b": "output.weight"},
    {"a": "transformer.ln_f.{p}", "b": "output_norm.{p}"},
    {"a": "transformer.h.{n}.self_attention.dense.{p}", "b": "blk.{n}.attn_output.{p}"},
    {"a": "transformer.h.{n}.input_layernorm.{p}", "b": "blk.{n}.attn_norm.{p}"},
    {"a": "transformer.h.{n}.ln_mlp.{p}", "b": "blk.{n}.attn_norm.{p}"},
    {"a": "transformer.h.{n}.ln_attn.{p}", "b": "blk.{n}.attn_norm_2.{p}"},
    {"a": "transformer.h.{n}.mlp.dense_h_to_4h.{p}", "b": "blk.{n}.ffn_up.{p}"},
    {"a": "transformer.h.{n}.mlp.dense_4h_to_h.{p}", "b": "blk.{n}.ffn_down.{p}"})json";
constexpr std::string_view splitQkv =
    R"json(    {"a": {"name": "{*m}.qkv_proj.{p}", "axes": "(slot head_dim) ... -> (slot head_dim) ...", "take": {"slot": "0:heads"}}, "b": "{*m}.q_proj.{p}"},
    {"a": {"name": "{*m}.qkv_proj.{p}", "axes": "(slot head_dim) ... -> (slot head_dim) ...", "take": {"slot": "heads:-kv_heads"}}, "b": "{*m}.k_proj.{p}"},
    {"a": {"name": "{*m}.qkv_proj.{p}", "axes": "(slot head_dim) ... -> (slot head_dim) ...", "take": {"slot": "-kv_heads:"}}, "b": "{*m}.v_proj.{p}"})json";
constexpr std::string_view splitGateUp =
    R"json(    {"a": {"name": "{*m}.gate_up_proj.{p}", "axes": "(two width) ... -> (two width) ...", "take": {"two": "0"}}, "b": "{*m}.gate_proj.{p}"},
    {"a": {"name": "{*m}.gate_up_proj.{p}", "axes": "(two width) ... -> (two width) ...", "take": {"two": "1"}}, "b": "{*m}.up_proj.{p}"})json";
constexpr std::string_view phi3ToGguf =
    R"json(    {"a": "model.layers.{n}.self_attn.qkv_proj.{p}", "b": "blk.{n}.attn_qkv.{p}"},
    {"a": "model.layers.{n}.self_attn.o_proj.{p}", "b": "blk.{n}.attn_output.{p}"},
    {"a": "model.layers.{n}.mlp.gate_up_proj.{p}", "b": "blk.{n}.ffn_up.{p}"},
    {"a": "model.layers.{n}.mlp.down_proj.{p}", "b": "blk.{n}.ffn_down.{p}"})json";
constexpr std::string_view mptToGguf = R"json(    {"a": "transformer.wte.weight", "b": "token_embd.weight"},
    {"a": "transformer.norm_f.{p}", "b": "output_norm.{p}"},
    {"a": "transformer.blocks.{n}.attn.Wqkv.{p}", "b": "blk.{n}.attn_qkv.{p}"},
    {"a": "transformer.blocks.{n}.attn.out_proj.{p}", "b": "blk.{n}.attn_output.{p}"},
    {"a": "transformer.blocks.{n}.norm_1.{p}", "b": "blk.{n}.attn_norm.{p}"},
    {"a": "transformer.blocks.{n}.norm_2.{p}", "b": "blk.{n}.ffn_norm.{p}"},
    {"a": "transformer.blocks.{n}.ffn.up_proj.{p}", "b": "blk.{n}.ffn_up.{p}"},
    {"a": "transformer.blocks.{n}.ffn.down_proj.{p}", "b": "blk.{n}.ffn_down.{p}"})json";
constexpr std::string_view mixtralToStacked =
    R"json(    {"a": {"name": "model.layers.{n}.block_sparse_moe.experts.{e}.w1.weight", "stack": "e"}, "b": {"name": "model.layers.{n}.mlp.experts.gate_up_proj", "axes": "e (two width) in -> e (two width) in", "take": {"two": "0"}}},
    {"a": {"name": "model.layers.{n}.block_sparse_moe.experts.{e}.w3.weight", "stack": "e"}, "b": {"name": "model.layers.{n}.mlp.experts.gate_up_proj", "axes": "e (two width) in -> e (two width) in", "take": {"two": "1"}}},
    {"a": {"name": "model.layers.{n}.block_sparse_moe.experts.{e}.w2.weight", "stack": "e"}, "b": "model.layers.{n}.mlp.experts.down_proj"},
    {"a": "model.layers.{n}.block_sparse_moe.gate.weight", "b": "model.layers.{n}.mlp.gate.weight"})json";
constexpr std::string_view moeToStacked =
    R"json(    {"a": {"name": "model.layers.{n}.mlp.experts.{e}.gate_proj.weight", "stack": "e"}, "b": {"name": "model.layers.{n}.mlp.experts.gate_up_proj", "axes": "e (two width) in -> e (two width) in", "take": {"two": "0"}}},
    {"a": {"name": "model.layers.{n}.mlp.experts.{e}.up_proj.weight", "stack": "e"}, "b": {"name": "model.layers.{n}.mlp.experts.gate_up_proj", "axes": "e (two width) in -> e (two width) in", "take": {"two": "1"}}},
    {"a": {"name": "model.layers.{n}.mlp.experts.{e}.down_proj.weight", "stack": "e"}, "b": "model.layers.{n}.mlp.experts.down_proj"})json";
constexpr std::string_view mixtralToGguf =
    R"json(    {"a": {"name": "model.layers.{n}.block_sparse_moe.experts.{e}.w1.weight", "stack": "e"}, "b": "blk.{n}.ffn_gate_exps.weight"},
    {"a": {"name": "model.layers.{n}.block_sparse_moe.experts.{e}.w3.weight", "stack": "e"}, "b": "blk.{n}.ffn_up_exps.weight"},
    {"a": {"name": "model.layers.{n}.block_sparse_moe.experts.{e}.w2.weight", "stack": "e"}, "b": "blk.{n}.ffn_down_exps.weight"},
    {"a": "model.layers.{n}.block_sparse_moe.gate.weight", "b": "blk.{n}.ffn_gate_inp.weight"})json";
constexpr std::string_view moeToGguf =
    R"json(    {"a": {"name": "model.layers.{n}.mlp.experts.{e}.gate_proj.weight", "stack": "e"}, "b": "blk.{n}.ffn_gate_exps.weight"},
    {"a": {"name": "model.layers.{n}.mlp.experts.{e}.up_proj.weight", "stack": "e"}, "b": "blk.{n}.ffn_up_exps.weight"},
    {"a": {"name": "model.layers.{n}.mlp.experts.{e}.down_proj.weight", "stack": "e"}, "b": "blk.{n}.ffn_down_exps.weight"},
    {"a": "model.layers.{n}.mlp.gate.weight", "b": "blk.{n}.ffn_gate_inp.weight"},
    {"a": "model.layers.{n}.mlp.shared_expert_gate.weight", "b": "blk.{n}.ffn_gate_inp_shexp.weight"},
    {"a": "model.layers.{n}.mlp.gate.e_score_correction_bias", "b": "blk.{n}.exp_probs_b.bias"},
    {"a": "model.layers.{n}.mlp.shared_expert.gate_proj.weight", "b": "blk.{n}.ffn_gate_shexp.weight"},
    {"a": "model.layers.{n}.mlp.shared_expert.up_proj.weight", "b": "blk.{n}.ffn_up_shexp.weight"},
    {"a": "model.layers.{n}.mlp.shared_expert.down_proj.weight", "b": "blk.{n}.ffn_down_shexp.weight"},
    {"a": "model.layers.{n}.mlp.shared_experts.gate_proj.weight", "b": "blk.{n}.ffn_gate_shexp.weight"},
    {"a": "model.layers.{n}.mlp.shared_experts.up_proj.weight", "b": "blk.{n}.ffn_up_shexp.weight"},
    {"a": "model.layers.{n}.mlp.shared_experts.down_proj.weight", "b": "blk.{n}.ffn_down_shexp.weight"})json";
constexpr std::string_view latentToGguf =
    R"json(    {"a": "model.layers.{n}.self_attn.q_a_proj.{p}", "b": "blk.{n}.attn_q_a.{p}"},
    {"a": "model.layers.{n}.self_attn.q_a_layernorm.{p}", "b": "blk.{n}.attn_q_a_norm.{p}"},
    {"a": "model.layers.{n}.self_attn.q_b_proj.{p}", "b": "blk.{n}.attn_q_b.{p}"},
    {"a": "model.layers.{n}.self_attn.kv_a_proj_with_mqa.{p}", "b": "blk.{n}.attn_kv_a_mqa.{p}"},
    {"a": "model.layers.{n}.self_attn.kv_a_layernorm.{p}", "b": "blk.{n}.attn_kv_a_norm.{p}"},
    {"a": "model.layers.{n}.self_attn.kv_b_proj.{p}", "b": "blk.{n}.attn_kv_b.{p}"},
    {"a": {"name": "model.layers.{n}.self_attn.kv_b_proj.weight", "axes": "(heads part) rank -> heads rank part", "take": {"part": "0:qk_nope_head_dim"}}, "b": "blk.{n}.attn_k_b.weight"},
    {"a": {"name": "model.layers.{n}.self_attn.kv_b_proj.weight", "axes": "(heads part) rank -> heads part rank", "take": {"part": "qk_nope_head_dim:"}}, "b": "blk.{n}.attn_v_b.weight"})json";
constexpr std::string_view gptOssExperts =
    R"json(    {"a": {"name": "model.layers.{n}.mlp.experts.gate_up_proj", "axes": "e in (width two) -> e (width two) in", "take": {"two": "0"}}, "b": "blk.{n}.ffn_gate_exps.weight"},
    {"a": {"name": "model.layers.{n}.mlp.experts.gate_up_proj", "axes": "e in (width two) -> e (width two) in", "take": {"two": "1"}}, "b": "blk.{n}.ffn_up_exps.weight"},
    {"a": {"name": "model.layers.{n}.mlp.experts.down_proj", "axes": "e in out -> e out in"}, "b": "blk.{n}.ffn_down_exps.weight"},
    {"a": {"name": "model.layers.{n}.mlp.experts.gate_up_proj_bias", "axes": "e (width two) -> e (width two)", "take": {"two": "0"}}, "b": "blk.{n}.ffn_gate_exps.bias"},
    {"a": {"name": "model.layers.{n}.mlp.experts.gate_up_proj_bias", "axes": "e (width two) -> e (width two)", "take": {"two": "1"}}, "b": "blk.{n}.ffn_up_exps.bias"},
    {"a": "model.layers.{n}.mlp.experts.down_proj_bias", "b": "blk.{n}.ffn_down_exps.bias"},
    {"a": "model.layers.{n}.mlp.router.{p}", "b": "blk.{n}.ffn_gate_inp.{p}"},
    {"a": "model.layers.{n}.self_attn.sinks", "b": "blk.{n}.attn_sinks.weight"},
    {"a": "model.layers.{n}.input_layernorm.weight", "b": "blk.{n}.attn_norm.weight"},
    {"a": "model.layers.{n}.post_attention_layernorm.weight", "b": "blk.{n}.post_attention_norm.weight"})json";
constexpr std::string_view moeToMlx =
    R"json(    {"a": {"name": "model.layers.{n}.mlp.experts.{e}.gate_proj.{p}", "stack": "e"}, "b": "model.layers.{n}.mlp.switch_mlp.gate_proj.{p}"},
    {"a": {"name": "model.layers.{n}.mlp.experts.{e}.up_proj.{p}", "stack": "e"}, "b": "model.layers.{n}.mlp.switch_mlp.up_proj.{p}"},
    {"a": {"name": "model.layers.{n}.mlp.experts.{e}.down_proj.{p}", "stack": "e"}, "b": "model.layers.{n}.mlp.switch_mlp.down_proj.{p}"},
    {"a": {"name": "model.layers.{n}.block_sparse_moe.experts.{e}.w1.{p}", "stack": "e"}, "b": "model.layers.{n}.block_sparse_moe.switch_mlp.gate_proj.{p}"},
    {"a": {"name": "model.layers.{n}.block_sparse_moe.experts.{e}.w3.{p}", "stack": "e"}, "b": "model.layers.{n}.block_sparse_moe.switch_mlp.up_proj.{p}"},
    {"a": {"name": "model.layers.{n}.block_sparse_moe.experts.{e}.w2.{p}", "stack": "e"}, "b": "model.layers.{n}.block_sparse_moe.switch_mlp.down_proj.{p}"})json";
constexpr std::string_view fluxDouble =
    R"json(    {"a": {"name": "double_blocks.{n}.img_attn.qkv.{p}", "axes": "(three rows) ... -> (three rows) ...", "take": {"three": "0"}}, "b": "transformer_blocks.{n}.attn.to_q.{p}"},
    {"a": {"name": "double_blocks.{n}.img_attn.qkv.{p}", "axes": "(three rows) ... -> (three rows) ...", "take": {"three": "1"}}, "b": "transformer_blocks.{n}.attn.to_k.{p}"},
    {"a": {"name": "double_blocks.{n}.img_attn.qkv.{p}", "axes": "(three rows) ... -> (three rows) ...", "take": {"three": "2"}}, "b": "transformer_blocks.{n}.attn.to_v.{p}"},
    {"a": {"name": "double_blocks.{n}.txt_attn.qkv.{p}", "axes": "(three rows) ... -> (three rows) ...", "take": {"three": "0"}}, "b": "transformer_blocks.{n}.attn.add_q_proj.{p}"},
    {"a": {"name": "double_blocks.{n}.txt_attn.qkv.{p}", "axes": "(three rows) ... -> (three rows) ...", "take": {"three": "1"}}, "b": "transformer_blocks.{n}.attn.add_k_proj.{p}"},
    {"a": {"name": "double_blocks.{n}.txt_attn.qkv.{p}", "axes": "(three rows) ... -> (three rows) ...", "take": {"three": "2"}}, "b": "transformer_blocks.{n}.attn.add_v_proj.{p}"},
    {"a": "double_blocks.{n}.img_attn.norm.query_norm.scale", "b": "transformer_blocks.{n}.attn.norm_q.weight"},
    {"a": "double_blocks.{n}.img_attn.norm.key_norm.scale", "b": "transformer_blocks.{n}.attn.norm_k.weight"},
    {"a": "double_blocks.{n}.txt_attn.norm.query_norm.scale", "b": "transformer_blocks.{n}.attn.norm_added_q.weight"},
    {"a": "double_blocks.{n}.txt_attn.norm.key_norm.scale", "b": "transformer_blocks.{n}.attn.norm_added_k.weight"},
    {"a": "double_blocks.{n}.img_attn.proj.{p}", "b": "transformer_blocks.{n}.attn.to_out.0.{p}"},
    {"a": "double_blocks.{n}.txt_attn.proj.{p}", "b": "transformer_blocks.{n}.attn.to_add_out.{p}"},
    {"a": "double_blocks.{n}.img_mod.lin.{p}", "b": "transformer_blocks.{n}.norm1.linear.{p}"},
    {"a": "double_blocks.{n}.txt_mod.lin.{p}", "b": "transformer_blocks.{n}.norm1_context.linear.{p}"},
    {"a": "double_blocks.{n}.img_mlp.0.{p}", "b": "transformer_blocks.{n}.ff.net.0.proj.{p}"},
    {"a": "double_blocks.{n}.img_mlp.2.{p}", "b": "transformer_blocks.{n}.ff.net.2.{p}"},
    {"a": "double_blocks.{n}.txt_mlp.0.{p}", "b": "transformer_blocks.{n}.ff_context.net.0.proj.{p}"},
    {"a": "double_blocks.{n}.txt_mlp.2.{p}", "b": "transformer_blocks.{n}.ff_context.net.2.{p}"})json";
constexpr std::string_view fluxSingle =
    R"json(    {"a": {"name": "single_blocks.{n}.linear1.{p}", "axes": "(seven rows) ... -> (seven rows) ...", "take": {"seven": "0"}}, "b": "single_transformer_blocks.{n}.attn.to_q.{p}"},
    {"a": {"name": "single_blocks.{n}.linear1.{p}", "axes": "(seven rows) ... -> (seven rows) ...", "take": {"seven": "1"}}, "b": "single_transformer_blocks.{n}.attn.to_k.{p}"},
    {"a": {"name": "single_blocks.{n}.linear1.{p}", "axes": "(seven rows) ... -> (seven rows) ...", "take": {"seven": "2"}}, "b": "single_transformer_blocks.{n}.attn.to_v.{p}"},
    {"a": {"name": "single_blocks.{n}.linear1.{p}", "axes": "(seven rows) ... -> (seven rows) ...", "take": {"seven": "3:"}}, "b": "single_transformer_blocks.{n}.proj_mlp.{p}"},
    {"a": "single_blocks.{n}.norm.query_norm.scale", "b": "single_transformer_blocks.{n}.attn.norm_q.weight"},
    {"a": "single_blocks.{n}.norm.key_norm.scale", "b": "single_transformer_blocks.{n}.attn.norm_k.weight"},
    {"a": "single_blocks.{n}.linear2.{p}", "b": "single_transformer_blocks.{n}.proj_out.{p}"},
    {"a": "single_blocks.{n}.modulation.lin.{p}", "b": "single_transformer_blocks.{n}.norm.linear.{p}"})json";
constexpr std::string_view fluxEnds = R"json(    {"a": "img_in.{p}", "b": "x_embedder.{p}"},
    {"a": "txt_in.{p}", "b": "context_embedder.{p}"},
    {"a": "time_in.in_layer.{p}", "b": "time_text_embed.timestep_embedder.linear_1.{p}"},
    {"a": "time_in.out_layer.{p}", "b": "time_text_embed.timestep_embedder.linear_2.{p}"},
    {"a": "vector_in.in_layer.{p}", "b": "time_text_embed.text_embedder.linear_1.{p}"},
    {"a": "vector_in.out_layer.{p}", "b": "time_text_embed.text_embedder.linear_2.{p}"},
    {"a": "guidance_in.in_layer.{p}", "b": "time_text_embed.guidance_embedder.linear_1.{p}"},
    {"a": "guidance_in.out_layer.{p}", "b": "time_text_embed.guidance_embedder.linear_2.{p}"},
    {"a": "final_layer.linear.{p}", "b": "proj_out.{p}"},
    {"a": {"name": "final_layer.adaLN_modulation.1.{p}", "axes": "(two rows) ... -> (two rows) ...", "take": {"two": "0"}}, "b": {"name": "norm_out.linear.{p}", "axes": "(two rows) ... -> (two rows) ...", "take": {"two": "1"}}},
    {"a": {"name": "final_layer.adaLN_modulation.1.{p}", "axes": "(two rows) ... -> (two rows) ...", "take": {"two": "1"}}, "b": {"name": "norm_out.linear.{p}", "axes": "(two rows) ... -> (two rows) ...", "take": {"two": "0"}}})json";
constexpr std::string_view openClip =
    R"json(    {"a": {"name": "transformer.resblocks.{n}.attn.in_proj_weight", "axes": "(three rows) ... -> (three rows) ...", "take": {"three": "0"}}, "b": "text_model.encoder.layers.{n}.self_attn.q_proj.weight"},
    {"a": {"name": "transformer.resblocks.{n}.attn.in_proj_weight", "axes": "(three rows) ... -> (three rows) ...", "take": {"three": "1"}}, "b": "text_model.encoder.layers.{n}.self_attn.k_proj.weight"},
    {"a": {"name": "transformer.resblocks.{n}.attn.in_proj_weight", "axes": "(three rows) ... -> (three rows) ...", "take": {"three": "2"}}, "b": "text_model.encoder.layers.{n}.self_attn.v_proj.weight"},
    {"a": {"name": "transformer.resblocks.{n}.attn.in_proj_bias", "axes": "(three rows) ... -> (three rows) ...", "take": {"three": "0"}}, "b": "text_model.encoder.layers.{n}.self_attn.q_proj.bias"},
    {"a": {"name": "transformer.resblocks.{n}.attn.in_proj_bias", "axes": "(three rows) ... -> (three rows) ...", "take": {"three": "1"}}, "b": "text_model.encoder.layers.{n}.self_attn.k_proj.bias"},
    {"a": {"name": "transformer.resblocks.{n}.attn.in_proj_bias", "axes": "(three rows) ... -> (three rows) ...", "take": {"three": "2"}}, "b": "text_model.encoder.layers.{n}.self_attn.v_proj.bias"},
    {"a": "transformer.resblocks.{n}.attn.out_proj.{p}", "b": "text_model.encoder.layers.{n}.self_attn.out_proj.{p}"},
    {"a": "transformer.resblocks.{n}.ln_1.{p}", "b": "text_model.encoder.layers.{n}.layer_norm1.{p}"},
    {"a": "transformer.resblocks.{n}.ln_2.{p}", "b": "text_model.encoder.layers.{n}.layer_norm2.{p}"},
    {"a": "transformer.resblocks.{n}.mlp.c_fc.{p}", "b": "text_model.encoder.layers.{n}.mlp.fc1.{p}"},
    {"a": "transformer.resblocks.{n}.mlp.c_proj.{p}", "b": "text_model.encoder.layers.{n}.mlp.fc2.{p}"},
    {"a": {"name": "visual.transformer.resblocks.{n}.attn.in_proj_weight", "axes": "(three rows) ... -> (three rows) ...", "take": {"three": "0"}}, "b": "vision_model.encoder.layers.{n}.self_attn.q_proj.weight"},
    {"a": {"name": "visual.transformer.resblocks.{n}.attn.in_proj_weight", "axes": "(three rows) ... -> (three rows) ...", "take": {"three": "1"}}, "b": "vision_model.encoder.layers.{n}.self_attn.k_proj.weight"},
    {"a": {"name": "visual.transformer.resblocks.{n}.attn.in_proj_weight", "axes": "(three rows) ... -> (three rows) ...", "take": {"three": "2"}}, "b": "vision_model.encoder.layers.{n}.self_attn.v_proj.weight"},
    {"a": {"name": "visual.transformer.resblocks.{n}.attn.in_proj_bias", "axes": "(three rows) ... -> (three rows) ...", "take": {"three": "0"}}, "b": "vision_model.encoder.layers.{n}.self_attn.q_proj.bias"},
    {"a": {"name": "visual.transformer.resblocks.{n}.attn.in_proj_bias", "axes": "(three rows) ... -> (three rows) ...", "take": {"three": "1"}}, "b": "vision_model.encoder.layers.{n}.self_attn.k_proj.bias"},
    {"a": {"name": "visual.transformer.resblocks.{n}.attn.in_proj_bias", "axes": "(three rows) ... -> (three rows) ...", "take": {"three": "2"}}, "b": "vision_model.encoder.layers.{n}.self_attn.v_proj.bias"},
    {"a": "visual.transformer.resblocks.{n}.attn.out_proj.{p}", "b": "vision_model.encoder.layers.{n}.self_attn.out_proj.{p}"},
    {"a": "visual.transformer.resblocks.{n}.ln_1.{p}", "b": "vision_model.encoder.layers.{n}.layer_norm1.{p}"},
    {"a": "visual.transformer.resblocks.{n}.ln_2.{p}", "b": "vision_model.encoder.layers.{n}.layer_norm2.{p}"},
    {"a": "visual.transformer.resblocks.{n}.mlp.c_fc.{p}", "b": "vision_model.encoder.layers.{n}.mlp.fc1.{p}"},
    {"a": "visual.transformer.resblocks.{n}.mlp.c_proj.{p}", "b": "vision_model.encoder.layers.{n}.mlp.fc2.{p}"})json";
constexpr std::string_view openClipEnds =
    R"json(    {"a": "token_embedding.weight", "b": "text_model.embeddings.token_embedding.weight"},
    {"a": "positional_embedding", "b": "text_model.embeddings.position_embedding.weight"},
    {"a": "ln_final.{p}", "b": "text_model.final_layer_norm.{p}"},
    {"a": {"name": "text_projection", "axes": "rows columns -> columns rows"}, "b": "text_projection.weight"})json";
constexpr std::string_view vaeAttention =
    R"json(    {"a": {"name": "{s}.mid.attn_1.q.weight", "axes": "out in 1 1 -> out in"}, "b": "{s}.mid_block.attentions.0.to_q.weight"},
    {"a": "{s}.mid.attn_1.q.bias", "b": "{s}.mid_block.attentions.0.to_q.bias"},
    {"a": {"name": "{s}.mid.attn_1.k.weight", "axes": "out in 1 1 -> out in"}, "b": "{s}.mid_block.attentions.0.to_k.weight"},
    {"a": "{s}.mid.attn_1.k.bias", "b": "{s}.mid_block.attentions.0.to_k.bias"},
    {"a": {"name": "{s}.mid.attn_1.v.weight", "axes": "out in 1 1 -> out in"}, "b": "{s}.mid_block.attentions.0.to_v.weight"},
    {"a": "{s}.mid.attn_1.v.bias", "b": "{s}.mid_block.attentions.0.to_v.bias"},
    {"a": {"name": "{s}.mid.attn_1.proj_out.weight", "axes": "out in 1 1 -> out in"}, "b": "{s}.mid_block.attentions.0.to_out.0.weight"},
    {"a": "{s}.mid.attn_1.proj_out.bias", "b": "{s}.mid_block.attentions.0.to_out.0.bias"},
    {"a": "{s}.mid.attn_1.norm.{p}", "b": "{s}.mid_block.attentions.0.group_norm.{p}"})json";

constexpr std::array<std::string_view, 1> rulesOfBloomToGguf{bloomToGguf};
constexpr std::array<std::string_view, 1> rulesOfConv1dToLinear{conv1d};
constexpr std::array<std::string_view, 8> rulesOfDeepseekToGguf{
    ggufEnds, ggufFinalNorm, ggufNorms, ggufValueOutput, ggufFeedForward, ggufQueryKey, latentToGguf, moeToGguf};
constexpr std::array<std::string_view, 1> rulesOfFalconToGguf{falconToGguf};
constexpr std::array<std::string_view, 3> rulesOfFluxToDiffusers{fluxDouble, fluxSingle, fluxEnds};
constexpr std::array<std::string_view, 5> rulesOfGemmaToGguf{
    gemmaNorms, ggufEnds, ggufQueryKey, ggufValueOutput, ggufFeedForward};
constexpr std::array<std::string_view, 5> rulesOfGptOssToGguf{
    gptOssExperts, ggufEnds, ggufFinalNorm, ggufQueryKey, ggufValueOutput};
constexpr std::array<std::string_view, 1> rulesOfGpt2ToGguf{gpt2ToGguf};
constexpr std::array<std::string_view, 6> rulesOfHfLlamaToGguf{
    ggufEnds, ggufFinalNorm, ggufNorms, ggufRotaryQueryKey, ggufValueOutput, ggufFeedForward};
constexpr std::array<std::string_view, 2> rulesOfHfLlamaToMeta{metaNames, metaRotaryQueryKey};
constexpr std::array<std::string_view, 6> rulesOfHfToGguf{
    ggufEnds, ggufFinalNorm, ggufNorms, ggufQueryKey, ggufValueOutput, ggufFeedForward};
constexpr std::array<std::string_view, 1> rulesOfMetaToGguf{metaToGguf};
constexpr std::array<std::string_view, 6> rulesOfMixtralToGguf{
    ggufEnds, ggufFinalNorm, ggufNorms, ggufRotaryQueryKey, ggufValueOutput, mixtralToGguf};
constexpr std::array<std::string_view, 1> rulesOfMixtralToStacked{mixtralToStacked};
constexpr std::array<std::string_view, 7> rulesOfMoeToGguf{
    ggufEnds, ggufFinalNorm, ggufNorms, ggufQueryKey, ggufValueOutput, ggufFeedForward, moeToGguf};
constexpr std::array<std::string_view, 1> rulesOfMoeToMlx{moeToMlx};
constexpr std::array<std::string_view, 1> rulesOfMoeToStacked{moeToStacked};
constexpr std::array<std::string_view, 1> rulesOfMptToGguf{mptToGguf};
constexpr std::array<std::string_view, 1> rulesOfNeoxToGguf{neoxToGguf};
constexpr std::array<std::string_view, 2> rulesOfOpenClipToHf{openClip, openClipEnds};
constexpr std::array<std::string_view, 4> rulesOfPhi3ToGguf{ggufEnds, ggufFinalNorm, ggufNorms, phi3ToGguf};
constexpr std::array<std::string_view, 2> rulesOfPhi3ToSplit{splitQkv, splitGateUp};
constexpr std::array<std::string_view, 1> rulesOfVaeAttentionToDiffusers{vaeAttention};
constexpr std::span<const std::string_view> noSizes;
constexpr std::array<std::string_view, 1> sizesThree{R"("three": 3)"};
constexpr std::array<std::string_view, 1> sizesTwo{R"("two": 2)"};
constexpr std::array<std::string_view, 3> sizesTwoThreeSeven{R"("two": 2)", R"("three": 3)", R"("seven": 7)"};

constexpr auto presets = std::to_array<RearrangementPreset>({
    {"bloom-to-gguf", "BLOOM: Transformers ↔ GGUF (fused QKV)", sizesThree, rulesOfBloomToGguf, "", ""},
    {"conv1d-to-linear", "GPT-2: Conv1D ↔ Linear (transposed weights)", noSizes, rulesOfConv1dToLinear, "", ""},
    {"deepseek-to-gguf", "DeepSeek V2/V3: Transformers ↔ GGUF (split MLA, stacked experts)", noSizes,
        rulesOfDeepseekToGguf, R"("model.layers.{n}.self_attn.rotary_emb.inv_freq")", R"("rope_freqs.weight")"},
    {"falcon-to-gguf", "Falcon: Transformers ↔ GGUF (fused QKV)", noSizes, rulesOfFalconToGguf, "", ""},
    {"flux-to-diffusers", "FLUX: original ↔ diffusers (split QKV)", sizesTwoThreeSeven, rulesOfFluxToDiffusers, "", ""},
    {"gemma-to-gguf", "Gemma: Transformers ↔ GGUF (norm weights + 1)", noSizes, rulesOfGemmaToGguf,
        R"("model.layers.{n}.self_attn.rotary_emb.inv_freq")", R"("rope_freqs.weight")"},
    {"gpt-oss-to-gguf", "gpt-oss: Transformers ↔ GGUF (split gate/up, transposed experts)", sizesTwo,
        rulesOfGptOssToGguf, R"("model.layers.{n}.self_attn.rotary_emb.inv_freq")", R"("rope_freqs.weight")"},
    {"gpt2-to-gguf", "GPT-2: Transformers ↔ GGUF (transposed Conv1D weights)", noSizes, rulesOfGpt2ToGguf,
        R"("{_}h.{n}.attn.bias", "{_}h.{n}.attn.masked_bias")", ""},
    {"hf-llama-to-gguf", "Llama, Mistral: Transformers ↔ GGUF (rotary permutation of Q and K)", sizesTwo,
        rulesOfHfLlamaToGguf, R"("model.layers.{n}.self_attn.rotary_emb.inv_freq")", R"("rope_freqs.weight")"},
    {"hf-llama-to-meta", "Llama: Transformers ↔ Meta (rotary permutation of Q and K)", sizesTwo, rulesOfHfLlamaToMeta,
        R"("model.layers.{n}.self_attn.rotary_emb.inv_freq")", R"("rope.freqs")"},
    {"hf-to-gguf", "Qwen and others: Transformers ↔ GGUF (names only)", noSizes, rulesOfHfToGguf,
        R"("model.layers.{n}.self_attn.rotary_emb.inv_freq")", R"("rope_freqs.weight")"},
    {"meta-to-gguf", "Llama: Meta ↔ GGUF (names only)", noSizes, rulesOfMetaToGguf, R"("rope.freqs")",
        R"("rope_freqs.weight")"},
    {"mixtral-to-gguf", "Mixtral: Transformers ↔ GGUF (rotary permutation of Q and K, stacked experts)", sizesTwo,
        rulesOfMixtralToGguf, R"("model.layers.{n}.self_attn.rotary_emb.inv_freq")", R"("rope_freqs.weight")"},
    {"mixtral-to-stacked", "Mixtral: per-expert tensors ↔ stacked experts (Transformers 5)", sizesTwo,
        rulesOfMixtralToStacked, "", ""},
    {"moe-to-gguf", "Qwen-MoE and others: Transformers ↔ GGUF (stacked experts)", noSizes, rulesOfMoeToGguf,
        R"("model.layers.{n}.self_attn.rotary_emb.inv_freq")", R"("rope_freqs.weight")"},
    {"moe-to-mlx", "MoE: per-expert tensors ↔ stacked experts (MLX)", noSizes, rulesOfMoeToMlx, "", ""},
    {"moe-to-stacked", "Qwen-MoE, DeepSeek and others: per-expert tensors ↔ stacked experts (Transformers 5)", sizesTwo,
        rulesOfMoeToStacked, "", ""},
    {"mpt-to-gguf", "MPT: Transformers ↔ GGUF (names only)", noSizes, rulesOfMptToGguf, "", ""},
    {"neox-to-gguf", "GPT-NeoX, Pythia: Transformers ↔ GGUF (fused QKV)", sizesThree, rulesOfNeoxToGguf,
        R"("gpt_neox.layers.{n}.attention.bias", "gpt_neox.layers.{n}.attention.masked_bias", "gpt_neox.layers.{n}.attention.rotary_emb.inv_freq")",
        ""},
    {"open-clip-to-hf", "CLIP: OpenCLIP ↔ Transformers (split QKV)", sizesThree, rulesOfOpenClipToHf, "",
        R"("text_model.embeddings.position_ids")"},
    {"phi3-to-gguf", "Phi-3: Transformers ↔ GGUF (names only)", noSizes, rulesOfPhi3ToGguf,
        R"("model.layers.{n}.self_attn.rotary_emb.inv_freq")", R"("rope_freqs.weight")"},
    {"phi3-to-split", "Fused qkv_proj and gate_up_proj (Phi-3) ↔ split projections", sizesTwo, rulesOfPhi3ToSplit, "",
        ""},
    {"vae-attention-to-diffusers", "VAE attention: 1×1 convolutions ↔ linear layers (diffusers)", noSizes,
        rulesOfVaeAttentionToDiffusers, "", ""},
});
// clang-format on

std::string membersText(std::span<const std::string_view> members)
{
    std::string text;
    for (const std::string_view member : members)
        text.append(text.empty() ? "" : ",\n").append(member);
    return text;
}

} // namespace

std::string RearrangementPreset::text() const
{
    std::string text = "{\n  \"tensorloupe_rearrangement\": 1,\n  \"title\": \"";
    text.append(title).append("\",\n");
    std::string sizesText;
    for (const std::string_view size : sizes)
        sizesText.append(sizesText.empty() ? "" : ", ").append(size);
    if (!sizesText.empty())
        text.append("  \"sizes\": {").append(sizesText).append("},\n");
    for (const auto& [key, names] : {std::pair("ignore_a", ignoredInA), std::pair("ignore_b", ignoredInB)}) {
        if (!names.empty())
            text.append("  \"").append(key).append("\": [").append(names).append("],\n");
    }
    return text.append("  \"rules\": [\n").append(membersText(rules)).append("\n  ]\n}\n");
}

std::span<const RearrangementPreset> rearrangementPresets()
{
    return presets;
}

Result<Rearrangement> findRearrangement(const std::string& presetOrPath)
{
    const auto preset = std::ranges::find(presets, presetOrPath, &RearrangementPreset::name);
    if (preset != presets.end())
        return Rearrangement::parse(preset->text());
    auto recipe = Rearrangement::read(presetOrPath);
    if (recipe || recipe.error().code != ErrorCode::NotFound || presetOrPath.find('/') != std::string::npos)
        return recipe;
    std::string alike;
    for (const RearrangementPreset& one : presets) {
        if (editDistance(one.name, presetOrPath) <= 3)
            alike.append(alike.empty() ? "" : ", ").append(one.name);
    }
    return fail(ErrorCode::NotFound,
        quote(presetOrPath) + " is neither a file nor a preset from --list-rules"
            + (alike.empty() ? "" : "; is " + alike + " meant?"));
}

} // namespace loupe
