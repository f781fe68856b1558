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

TEST_F(MemoryTest, AWindowThatIsSwitchedOffIsNotMentioned)
{
    const auto has = [&](bool isUsed) {
        const auto opened = openCheckpoint(test::llamaLike("qwen2", {3, 64, 4, 2, 16, 128, 100, 512})
                                               .set("sliding_window", 100)
                                               .set("use_sliding_window", isUsed)
                                               .write(folder.path() / (isUsed ? "used" : "unused")));
        return examineModel(**opened).architecture.find(ArchitectureFigure::SlidingWindow).has_value();
    };
    EXPECT_TRUE(has(true));
    EXPECT_FALSE(has(false));
}

TEST_F(MemoryTest, Weights)
{
    EXPECT_EQ(weightBytes(8'030'261'248, 16), 16'060'522'496U);
    EXPECT_EQ(weightBytes(3, 4), 2U);
    EXPECT_EQ(weightBytes(std::uint64_t{1} << 63, 64), std::numeric_limits<std::uint64_t>::max());
}

} // namespace
} // namespace loupe
