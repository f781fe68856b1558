// Memory of cached keys and values, compared with published figures and with figures computed by hand.

#include "formats/opening/open_checkpoint.h"
#include "insight/memory.h"
#include "insight/model_checks.h"
#include "insight/more_models.h"

namespace loupe {
namespace {

class MemoryTest : public testing::Test {
protected:
    std::variant<CacheNeed, std::string> cache(const test::ModelHeader& model, const RunOptions& options)
    {
        const auto opened = openCheckpoint(model.write(folder.path() / std::to_string(m_next++)));
        EXPECT_TRUE(opened);
        const ModelReport report = examineModel(**opened);
        return keyValueCache(report.architecture, report.config, report.model, options);
    }
    std::uint64_t bytes(const test::ModelHeader& model, const RunOptions& options)
    {
        const auto need = cache(model, options);
        return std::holds_alternative<CacheNeed>(need) ? std::get<CacheNeed>(need).bytes : 0;
    }

    test::TemporaryFolder folder;

private:
    int m_next = 0;
};

TEST_F(MemoryTest, PerToken)
{
    EXPECT_EQ(bytes(test::llama3(), {.tokens = 1}), 131'072U);
    EXPECT_EQ(bytes(test::deepseekV3(), {.tokens = 1}), 70'272U);
    EXPECT_EQ(bytes(test::gpt2(), {.tokens = 1}), 2U * 12 * 768 * 2);
    EXPECT_EQ(bytes(test::llama3(), {.tokens = 8192, .sequences = 4}), 4ULL * 8192 * 131'072);
    EXPECT_EQ(bytes(test::llama3(), {.tokens = 8192, .bytesPerElement = 1}), 8192ULL * 65'536);
}

TEST_F(MemoryTest, LayersWithAWindowKeepItsTokens)
{
    // In Gemma 2, every second layer has a window; in Mistral, every layer.
    const std::uint64_t layer = 2 * 4 * 256 * 2;
    EXPECT_EQ(bytes(test::gemma2(), {.tokens = 8192}), layer * (13 * 8192 + 13 * 4096));
    EXPECT_EQ(bytes(test::gemma2(), {.tokens = 1000}), layer * 26 * 1000);
    EXPECT_EQ(bytes(test::mistral(), {.tokens = 32768}), 131'072ULL * 4096);
    // In Phi-3, every layer passes the window of the configuration to its attention, too.
    const std::uint64_t ofPhi3 = 2 * 96 * 32 * 2;
    EXPECT_EQ(bytes(test::phi3().set("sliding_window", 2047), {.tokens = 4096}), ofPhi3 * 32 * 2047);
    EXPECT_EQ(formulaText(std::get<CacheNeed>(cache(test::mistral(), {.tokens = 32768})).formula),
        "2 × 8 heads × 128 × 2 bytes × 32 layers × 4,096 tokens");
    const nlohmann::json types = {"sliding_attention", "sliding_attention", "full_attention"};
    EXPECT_EQ(bytes(test::llamaLike("llama", {3, 64, 4, 2, 16, 128, 100, 512})
                        .set("sliding_window", 100)
                        .set("layer_types", types),
                  {.tokens = 300}),
        2ULL * 2 * 16 * 2 * (100 + 100 + 300));
}

TEST_F(MemoryTest, LayersWithoutAttentionKeepNoTokens)
{
    EXPECT_EQ(bytes(test::smallQwen3Next(12), {.tokens = 100}), 2ULL * 2 * 16 * 2 * 3 * 100);
    nlohmann::json types(12, "linear_attention");
    types[3] = types[7] = "full_attention";
    EXPECT_EQ(bytes(test::smallQwen3Next(12).set("layer_types", types), {.tokens = 100}), 2ULL * 2 * 16 * 2 * 2 * 100);
    // The keys of Granite 4, LFM2 and Jamba.
    const auto llama = [] { return test::llamaLike("llama", {16, 64, 4, 2, 16, 128, 100, 512}); };
    nlohmann::json mamba(16, "mamba");
    mamba[5] = "attention";
    const std::uint64_t perLayer = 2ULL * 2 * 16 * 2 * 100;
    EXPECT_EQ(bytes(llama().set("layer_types", mamba), {.tokens = 100}), perLayer);
    // Nemotron-H of transformers 5 also lists feed-forward layers.
    nlohmann::json blocks(16, "mamba");
    blocks[2] = blocks[5] = "moe";
    blocks[3] = blocks[7] = "mlp";
    blocks[4] = blocks[9] = blocks[14] = "attention";
    EXPECT_EQ(bytes(llama().set("layers_block_type", blocks), {.tokens = 100}), 3 * perLayer);
    EXPECT_EQ(bytes(llama().set("full_attn_idxs", {2, 5, 8}), {.tokens = 100}), 3 * perLayer);
    EXPECT_EQ(bytes(llama().set("attn_layer_period", 8).set("attn_layer_offset", 4), {.tokens = 100}), 2 * perLayer);
}

/// The published configuration of Falcon 7B states 71 heads for keys, but multi-query attention, as of StarCoder, has
/// one. The new architecture of Falcon 40B has as many as it states.
TEST_F(MemoryTest, MultiQueryAttentionHasOneHeadForKeys)
{
    EXPECT_EQ(bytes(test::falcon7b(), {.tokens = 2048}), 2ULL * 1 * 64 * 2 * 32 * 2048);
    EXPECT_EQ(bytes(test::falcon7b().set("new_decoder_architecture", true).set("num_kv_heads", 8), {.tokens = 2048}),
        2ULL * 8 * 64 * 2 * 32 * 2048);
    const test::ModelHeader starCoder = test::llamaLike("llama", {16, 64, 4, 2, 16, 128, 100, 512})
                                            .set("num_key_value_heads", nullptr)
                                            .set("multi_query", true);
    EXPECT_EQ(bytes(starCoder, {.tokens = 100}), 2ULL * 1 * 16 * 2 * 16 * 100);
}

/// Each layer of the decoder keeps its own keys and values, and those of the encoder's output.
TEST_F(MemoryTest, DecodersKeepTheOutputOfTheirEncoderToo)
{
    const auto formula = [&](const test::ModelHeader& model, const RunOptions& options) {
        return formulaText(std::get<CacheNeed>(cache(model, options)).formula);
    };
    const test::ModelHeader t5 = test::t5Small().set("n_positions", 512).set("num_decoder_layers", 6).set("d_kv", 64);
    EXPECT_EQ(bytes(t5, {.tokens = 1}), 2U * 8 * 64 * 2 * (6 + 6));
    EXPECT_EQ(
        formula(t5, {}), "2 × 8 heads × 64 × 2 bytes × (6 layers × 512 tokens + 6 layers × 512 tokens of the encoder)");
    const test::ModelHeader bart = test::bartBase().set("decoder_attention_heads", 12);
    EXPECT_EQ(bytes(bart, {.sequences = 3}), 3ULL * 2 * 768 * 2 * (6 * 1024 + 6 * 1024));
    // Whisper hears 30 seconds as 1,500 positions, however much it writes.
    const test::ModelHeader whisper = test::whisperTiny()
                                          .set("decoder_attention_heads", 6)
                                          .set("max_source_positions", 1500)
                                          .set("max_target_positions", 448);
    EXPECT_EQ(formula(whisper, {}),
        "2 × 6 heads × 64 × 2 bytes × (4 layers × 448 tokens + 4 layers × 1,500 tokens of the encoder)");
    EXPECT_EQ(bytes(whisper, {.tokens = 100}), 2U * 384 * 2 * (4 * 100 + 4 * 1500));
}

/// BART, of 12 and 6 layers in DistilBART, or Whisper, of 32 and 4 layers in large-v3-turbo. The sizes are made
/// smaller.
test::ModelHeader encoderDecoder(int encoderLayers, int decoderLayers, bool isSpeech)
{
    test::ModelHeader model;
    for (const std::string side : {"model.encoder.", "model.decoder."}) {
        const bool isDecoder = side == "model.decoder.";
        const int layers = isDecoder ? decoderLayers : encoderLayers;
        const std::string layer = side + "layers.#.";
        for (const std::string attention : {"self_attn", "encoder_attn"}) {
            if (attention == "encoder_attn" && !isDecoder)
                continue;
            for (const char* const part : {".q_proj", ".k_proj", ".v_proj", ".out_proj"})
                model.each(0, layers - 1, layer + attention + part + ".weight", {64, 64});
            model.each(0, layers - 1, layer + attention + "_layer_norm.weight", {64});
        }
        model.each(0, layers - 1, layer + "fc1.weight", {256, 64});
        model.each(0, layers - 1, layer + "fc2.weight", {64, 256});
        model.add(side + "embed_positions.weight", {isSpeech ? isDecoder ? 448U : 1500U : 1026U, 64});
        model.add(side + "embed_tokens.weight", {100, 64});
    }
    if (isSpeech)
        model.remove("model.encoder.embed_tokens").add("model.encoder.conv1.weight", {64, 80, 3});
    else
        model.add("model.encoder.layernorm_embedding.weight", {64});
    return model;
}

TEST_F(MemoryTest, TensorsTellTheLayersOfTheDecoder)
{
    constexpr std::uint64_t perToken = 2 * 64 * 2;
    const struct {
        const char* about;
        test::ModelHeader model;
        std::uint64_t tokens;
        std::uint64_t kept; ///< of all layers together
    } rows[]{
        {"DistilBART 12-6", encoderDecoder(12, 6, false), 1024, 6 * 1024 + 6 * 1024},
        {"a decoder deeper than its encoder", encoderDecoder(2, 12, false), 100, 12 * 100 + 12 * 100},
        {"Whisper large-v3-turbo", encoderDecoder(32, 4, true), 448, 4 * 448 + 4 * 1500},
    };
    for (const auto& row : rows)
        EXPECT_EQ(bytes(row.model, {.tokens = row.tokens}), perToken * row.kept) << row.about;
    const auto opened = openCheckpoint(encoderDecoder(2, 12, false).write(folder.path() / "deeper"));
    ASSERT_TRUE(opened);
    const Architecture architecture = examineModel(**opened).architecture;
    EXPECT_EQ(architecture.find(ArchitectureFigure::Layers), 2U);
    EXPECT_EQ(architecture.find(ArchitectureFigure::DecoderLayers), 12U);
}

TEST_F(MemoryTest, AClassThatWritesNoTextHasNoCache)
{
    const auto hasNone = [&](const test::ModelHeader& model, const char* name) {
        return std::holds_alternative<std::string>(
            cache(test::ModelHeader(model).set("architectures", {name}), {.tokens = 100}));
    };
    const test::ModelHeader bart = test::bartBase().set("decoder_attention_heads", 12);
    EXPECT_FALSE(hasNone(bart, "BartForConditionalGeneration"));
    EXPECT_FALSE(hasNone(bart, "BartModel"));
    for (const char* const name : {"BartForSequenceClassification", "BartForQuestionAnswering"})
        EXPECT_TRUE(hasNone(bart, name)) << name;
    EXPECT_FALSE(hasNone(test::llama3(), "LlamaForCausalLM"));
    EXPECT_TRUE(hasNone(test::llama3(), "LlamaForTokenClassification"));
    EXPECT_TRUE(hasNone(test::whisperTiny(), "WhisperForAudioClassification"));
}

/// A part of the layers of RecurrentGemma has attention, with a window.
TEST_F(MemoryTest, TypesOfLayersMayRepeat)
{
    test::ModelHeader model;
    model.each(0, 25, "model.layers.#.temporal_pre_norm.weight", {64})
        .each(0, 25, "model.layers.#.mlp_block.gate_proj.weight", {128, 64})
        .each(0, 25, "model.layers.#.temporal_block.rg_lru.recurrent_param", {64})
        .config({{"model_type", "recurrent_gemma"}, {"num_hidden_layers", 26}, {"num_attention_heads", 10},
            {"num_key_value_heads", 1}, {"head_dim", 256}, {"hidden_size", 2560}, {"attention_window_size", 2048},
            {"block_types", {"recurrent", "recurrent", "attention"}}});
    EXPECT_EQ(bytes(model, {.tokens = 8192}), 2ULL * 256 * 2 * 8 * 2048);
    EXPECT_EQ(bytes(model, {.tokens = 100}), 2ULL * 256 * 2 * 8 * 100);
}

TEST_F(MemoryTest, SaysTheFormulaOrWhyThereIsNone)
{
    const auto need = std::get<CacheNeed>(cache(test::llama3(), {}));
    EXPECT_EQ(need.tokens, 8192U) << "the model's own";
    EXPECT_EQ(formulaText(need.formula), "2 × 8 heads × 128 × 2 bytes × 32 layers × 8,192 tokens");
    EXPECT_EQ(std::get<std::string>(cache(test::bertLike("bert", 30522, 512, 2), {})),
        "only decoders with attention have a KV cache");
    EXPECT_EQ(std::get<std::string>(cache(test::gpt2().withoutConfig(), {.tokens = 1})),
        "the number and size of the heads are unknown: config.json states them");
    EXPECT_EQ(std::get<std::string>(cache(test::falcon7b(), {})), "the context length is unknown");
}

/// As in Llama 3.2 Vision, where 8 of 40 layers attend to the image.
TEST_F(MemoryTest, LayersOfTheImageKeepNoTokensOfText)
{
    EXPECT_EQ(bytes(test::llamaLike("llama", {5, 64, 4, 2, 16, 128, 100, 512}).set("cross_attention_layers", {1, 3}),
                  {.tokens = 100}),
        2ULL * 2 * 16 * 2 * 3 * 100);
}

TEST_F(MemoryTest, RowsOfTheKeysTellTheirSize)
{
    const auto need = std::get<CacheNeed>(cache(test::llama3().withoutConfig(), {.tokens = 1}));
    EXPECT_EQ(need.bytes, 131'072U);
    EXPECT_EQ(formulaText(need.formula), "2 × 1,024 × 2 bytes × 32 layers × 1 token");
}

TEST_F(MemoryTest, AnUnknownFamilyHasAnEstimate)
{
    const test::ModelHeader unknown = test::llama3().set("model_type", "brand-new");
    EXPECT_EQ(std::get<std::string>(cache(unknown, {.tokens = 1})),
        "the family of the model is unknown, and so is the cache of its layers")
        << "no class says that it writes text";
    const test::ModelHeader writing = test::ModelHeader(unknown).set("architectures", {"BrandNewForCausalLM"});
    const auto need = std::get<CacheNeed>(cache(writing, {.tokens = 1}));
    EXPECT_TRUE(need.isEstimate);
    EXPECT_EQ(need.bytes, 131'072U);
    EXPECT_FALSE(std::get<CacheNeed>(cache(test::llama3(), {.tokens = 1})).isEstimate);
    // As in hybrid models, only one layer of four has attention.
    test::ModelHeader hybrid = test::llamaLike("brand-new", {4, 64, 4, 2, 16, 128, 100, 512});
    for (const char* const layer : {"0", "1", "3"}) {
        for (const char* const part : {"q_proj", "k_proj", "v_proj", "o_proj"})
            hybrid.remove(std::string("layers.") + layer + ".self_attn." + part);
    }
    hybrid.set("architectures", {"BrandNewForCausalLM"});
    EXPECT_EQ(bytes(hybrid, {.tokens = 100}), 2ULL * 2 * 16 * 2 * 100);
    hybrid.set("architectures", {"BrandNewForMaskedLM"});
    EXPECT_EQ(bytes(hybrid, {.tokens = 100}), 0U);
}

/// Layers and cached tokens of published configurations; each layer has keys and values of 2 heads of 16 numbers.
TEST_F(MemoryTest, EachTypeOfLayersKeepsItsTokens)
{
    const auto like = [](const std::string& type, int layers) {
        return test::llamaLike(type, {layers, 64, 4, 2, 16, 128, 100, 512});
    };
    const auto types = [](int layers, const char* others) {
        nlohmann::json list(layers, others);
        for (int i = 4; i < layers; i += 5)
            list[i] = "full_attention";
        return list;
    };
    const auto gemma3n = [&] { return like("gemma3n", 35).set("sliding_window", 512).set("num_kv_shared_layers", 15); };
    const auto scout = [&] { return like("llama4", 48).set("attention_chunk_size", 8192); };
    nlohmann::json chunks(48, "chunked_attention");
    for (int i = 3; i < 48; i += 4)
        chunks[i] = "full_attention";
    constexpr std::uint64_t perToken = 2 * 2 * 16 * 2;
    constexpr std::uint64_t long32 = 32'768;
    constexpr std::uint64_t long10M = 10'485'760;
    const struct {
        const char* about;
        test::ModelHeader model;
        std::uint64_t tokens;
        std::uint64_t kept; ///< of all layers together
    } rows[]{
        {"Gemma 3n E4B: 20 layers have a cache, and 4 of those no window",
            gemma3n().set("layer_types", types(35, "sliding_attention")), long32, 4 * long32 + 16 * 512},
        {"Gemma 3n whose configuration lists no types", gemma3n(), long32, 4 * long32 + 16 * 512},
        {"Llama 4 Scout", scout().set("layer_types", chunks), long10M, 12 * long10M + 36 * 8192},
        {"Llama 4 Scout as first published, without types", scout(), long10M, 12 * long10M + 36 * 8192},
        {"Llama 4 without the default", like("llama4", 48), long10M, 12 * long10M + 36 * 8192},
        {"Llama 4 whose layers all have chunks", scout().set("no_rope_layers", nlohmann::json(48, 1)), long10M,
            48 * 8192},
        {"Llama 4, no more tokens than a chunk", scout(), 8192, 48 * 8192},
        {"layers of both types",
            like("llama", 3)
                .set("sliding_window", 10)
                .set("attention_chunk_size", 20)
                .set("layer_types", {"sliding_attention", "chunked_attention", "full_attention"}),
            100, 10 + 20 + 100},
        {"Qwen2 from max_window_layers on",
            like("qwen2", 4).set("sliding_window", 10).set("use_sliding_window", true).set("max_window_layers", 3), 100,
            3 * 100 + 10},
        {"Qwen2 without the switch", like("qwen2", 4).set("sliding_window", 10).set("max_window_layers", 3), 100, 400},
    };
    for (const auto& row : rows)
        EXPECT_EQ(bytes(row.model, {.tokens = row.tokens}), perToken * row.kept) << row.about;
    EXPECT_EQ(formulaText(std::get<CacheNeed>(cache(scout(), {.tokens = 10'000})).formula),
        "2 × 2 heads × 16 × 2 bytes × (12 layers × 10,000 tokens + 36 layers × 8,192 tokens)");
}

TEST_F(MemoryTest, LinearAttentionOfAnUnknownFamilyHasNoCache)
{
    // Kimi Linear: layers of KDA have keys, but keep a state. The numbers of its lists begin with 1.
    const auto kimi = [] {
        test::ModelHeader model = test::llamaLike("kimi_linear", {8, 64, 4, 2, 16, 128, 100, 512});
        for (const int layer : {0, 1, 2, 4, 5, 6})
            model.add("model.layers." + std::to_string(layer) + ".self_attn.A_log", {1, 1, 4, 1});
        return model.set("architectures", {"KimiLinearForCausalLM"});
    };
    // MiniMax-Text-01: lightning attention has its gate beside the joined projection.
    const auto miniMax = [] {
        test::ModelHeader model = test::llamaLike("minimax_text_01", {16, 64, 4, 2, 16, 128, 100, 512});
        for (int number = 0; number < 16; ++number) {
            const std::string attention = "model.layers." + std::to_string(number) + ".self_attn.";
            if (number % 8 != 7)
                model.remove(attention)
                    .add(attention + "qkv_proj.weight", {192, 64})
                    .add(attention + "output_gate.weight", {64, 64})
                    .add(attention + "out_proj.weight", {64, 64});
        }
        return model.set("architectures", {"MiniMaxText01ForCausalLM"});
    };
    // Falcon-H1: each layer has attention beside Mamba.
    test::ModelHeader parallel = test::llamaLike("falcon_h1", {4, 64, 4, 2, 16, 128, 100, 512});
    parallel.each(0, 3, "model.layers.#.mamba.A_log", {4}).set("architectures", {"FalconH1ForCausalLM"});
    const nlohmann::json lists = {{"full_attn_layers", {4, 8}}, {"kda_layers", {1, 2, 3, 5, 6, 7}}};
    nlohmann::json lightning(16, 0);
    lightning[7] = lightning[15] = 1;
    constexpr std::uint64_t perLayer = 2ULL * 2 * 16 * 2 * 100;
    EXPECT_EQ(bytes(kimi(), {.tokens = 100}), 2 * perLayer);
    EXPECT_EQ(bytes(miniMax(), {.tokens = 100}), 2 * perLayer);
    EXPECT_EQ(bytes(parallel, {.tokens = 100}), 4 * perLayer);
    // The lists are enough, whatever the tensors are called.
    test::ModelHeader plain = test::llamaLike("kimi_linear", {8, 64, 4, 2, 16, 128, 100, 512});
    plain.set("architectures", {"KimiLinearForCausalLM"});
    EXPECT_EQ(bytes(test::ModelHeader(plain).set("linear_attn_config", lists), {.tokens = 100}), 2 * perLayer);
    EXPECT_EQ(
        bytes(test::ModelHeader(plain).set("attn_type_list", {0, 0, 0, 1, 0, 0, 0, 1}), {.tokens = 100}), 2 * perLayer);
    EXPECT_EQ(
        bytes(test::ModelHeader(plain).set("attn_type_list", nlohmann::json(8, 1)), {.tokens = 100}), 8 * perLayer)
        << "as of MiniMax-M2";
}

TEST_F(MemoryTest, NoEstimateIsBetterThanAWrongOne)
{
    const auto unknown = [](const std::string& end) {
        return test::llamaLike("brand-new", {4, 64, 4, 2, 16, 128, 100, 512}).set("architectures", {"BrandNew" + end});
    };
    const auto why = [&](const test::ModelHeader& model) {
        const auto need = cache(model, {.tokens = 100});
        return std::holds_alternative<std::string>(need) ? std::get<std::string>(need) : "an estimate";
    };
    EXPECT_EQ(why(unknown("ForCausalLM")), "an estimate");
    // The decoder also looks at the encoder's output.
    const std::string unknownText = "the family of the model is unknown, and so is the cache of its layers";
    EXPECT_EQ(why(unknown("ForConditionalGeneration").set("is_encoder_decoder", true)), unknownText);
    test::ModelHeader encoder;
    encoder.add("model.shared.weight", {100, 64})
        .each(0, 3, "model.encoder.layers.#.self_attn.k_proj.weight", {64, 64})
        .each(0, 3, "model.encoder.layers.#.fc1.weight", {128, 64})
        .each(0, 3, "model.decoder.layers.#.self_attn.k_proj.weight", {64, 64});
    encoder.config({{"model_type", "brand-new"}, {"architectures", {"BrandNewForConditionalGeneration"}},
        {"num_hidden_layers", 4}, {"num_attention_heads", 4}, {"d_model", 64}});
    EXPECT_EQ(why(encoder), unknownText);
    EXPECT_EQ(
        why(unknown("ForCausalLM").each(0, 3, "model.layers.#.encoder_attn.k_proj.weight", {64, 64})), unknownText);
    // Gemma 4: layers without a window have larger heads.
    EXPECT_EQ(why(unknown("ForCausalLM").set("global_head_dim", 32)),
        "the family of the model is unknown, and the keys of its layers differ in size");
}

TEST_F(MemoryTest, AWindowThatIsSwitchedOffIsNotMentioned)
{
    const auto has = [&](const nlohmann::json& isUsed) {
        const auto opened = openCheckpoint(test::llamaLike("qwen2", {3, 64, 4, 2, 16, 128, 100, 512})
                                               .set("sliding_window", 100)
                                               .set("use_sliding_window", isUsed)
                                               .write(folder.path() / isUsed.dump()));
        return examineModel(**opened).architecture.find(ArchitectureFigure::SlidingWindow).has_value();
    };
    EXPECT_TRUE(has(true));
    EXPECT_FALSE(has(false));
    EXPECT_FALSE(has(nullptr)) << "Qwen2Config has no window by default";
}

TEST_F(MemoryTest, Weights)
{
    EXPECT_EQ(weightBytes(8'030'261'248, 16), 16'060'522'496U);
    EXPECT_EQ(weightBytes(3, 4), 2U);
    EXPECT_EQ(weightBytes(std::uint64_t{1} << 63, 64), std::numeric_limits<std::uint64_t>::max());
}

} // namespace
} // namespace loupe
