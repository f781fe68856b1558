// Models whose weights are stored as codes.

#include "formats/opening/open_checkpoint.h"
#include "formats/quantized/logical_checkpoint.h"
#include "insight/model_checks.h"
#include "insight/model_headers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace loupe {
namespace {

using test::ModelHeader;

class ModelChecksOfQuantizedTest : public testing::Test {
protected:
    /// Opens quantized weights as the weights they represent, without separate codes and scales.
    std::shared_ptr<const Checkpoint> openedWeights(const ModelHeader& model)
    {
        const auto stored = openCheckpoint(model.write(folder.path() / std::to_string(m_next++)));
        EXPECT_TRUE(stored);
        const auto weights = quantized::logicalOf(*stored);
        EXPECT_TRUE(weights);
        return *weights;
    }

private:
    test::TemporaryFolder folder;
    int m_next = 0;
};

/// Tensors of published quantized models, next to their configurations.
TEST_F(ModelChecksOfQuantizedTest, QuantizedModelsAreSound)
{
    const auto quantized = [](const char* method,
                               const std::vector<std::tuple<std::string, ModelHeader::Shape, std::string>>& parts) {
        ModelHeader model = test::llamaLike("llama", {8, 64, 4, 2, 16, 128, 100, 512});
        model.remove("mlp.down_proj");
        for (const auto& [part, shape, dtype] : parts)
            model.each(0, 7, "model.layers.#.mlp.down_proj." + part, shape, dtype);
        return model.set("quantization_config", {{"quant_method", method}});
    };
    const ModelHeader exl2 = quantized("exl2",
        {{"q_weight", {64, 64}, "I32"}, {"q_scale", {4, 8}, "I32"}, {"q_scale_max", {4}, "F16"},
            {"q_groups", {8}, "I16"}, {"q_invperm", {128}, "I32"}});
    const ModelHeader exl3 = quantized(
        "exl3", {{"trellis", {8, 4, 48}, "I16"}, {"suh", {128}, "F16"}, {"svh", {64}, "F16"}, {"mcg", {}, "I32"}});
    const std::uint64_t whole = 8 * (2 * 64 + 64 * 64 * 2 + 2 * 32 * 64 + 3 * 128 * 64) + 2 * 100 * 64 + 64;
    const ModelHeader bitnet = quantized("bitnet", {{"weight", {16, 128}, "U8"}, {"weight_scale", {1}, "BF16"}});
    for (const ModelHeader& model : {exl2, exl3, bitnet}) {
        const auto opened = openedWeights(model);
        EXPECT_EQ(examineModel(*opened).architecture.parameters.knownTotal(), whole);
        EXPECT_EQ(opened->totalElements(), whole);
    }
    const std::pair<const char*, ModelHeader> models[]{{"exl2", exl2}, {"exl3", exl3},
        {"hqq", quantized("hqq", {{"W_q", {32, 128}, "U8"}, {"scale", {128, 1}, "F16"}, {"zero", {128, 1}, "F16"}})},
        {"aqlm",
            quantized("aqlm",
                {{"codes", {64, 16, 1}, "I16"}, {"codebooks", {1, 65536, 1, 8}, "F16"},
                    {"scales", {64, 1, 1, 1}, "F16"}})},
        {"eetq", quantized("eetq", {{"weight", {128, 64}, "I8"}, {"weight_scales", {64}, "F16"}})},
        {"quanto",
            quantized("quanto",
                {{"weight._data", {64, 128}, "I8"}, {"weight._scale", {64, 1}, "BF16"}, {"input_scale", {}, "BF16"},
                    {"output_scale", {}, "BF16"}})},
        {"vptq",
            quantized("vptq",
                {{"centroids.weight", {1, 65536}, "F16"}, {"indices", {1, 16, 64}, "I16"},
                    {"weight_scale", {128}, "F16"}, {"weight_bias", {128}, "F16"}, {"perm", {128}, "I16"}})},
        {"higgs",
            quantized("higgs", {{"weight", {8, 64}, "I16"}, {"scales", {1, 64}, "F16"}, {"tables", {16, 2}, "F16"}})},
        {"spqr",
            quantized("spqr",
                {{"dense_weights", {512}, "I32"}, {"row_offsets", {65}, "I32"}, {"col_vals", {10}, "I32"},
                    {"in_perm", {128}, "I16"}})},
        {"bitnet", bitnet}, {"bitnet, in plain weights", quantized("bitnet", {{"weight", {64, 128}, "BF16"}})},
        {"torchao", quantized("torchao", {{"_weight_qdata", {64, 128}, "I8"}, {"_weight_scale", {64, 1}, "BF16"}})},
        {"a method of tomorrow", quantized("tomorrow", {{"codes_of_it", {64, 64}, "I32"}})}};
    for (const auto& [name, model] : models) {
        const auto opened = openedWeights(model);
        Findings findings = examineModel(*opened).findings;
        findings.append(opened->findings);
        for (const Finding& finding : findings.list())
            EXPECT_EQ(finding.severity, Severity::Note) << name << ": " << finding.message;
    }
    const auto unscaled = openedWeights(ModelHeader(bitnet).remove("layers.3.mlp.down_proj.weight_scale"));
    EXPECT_TRUE(std::ranges::any_of(unscaled->findings.list(), [](const Finding& finding) {
        return finding.code == "scale-missing" && finding.tensor == "model.layers.3.mlp.down_proj.weight";
    }));
    EXPECT_EQ(unscaled->totalElements(), whole);
    // The number of elements that a vector code represents is unknown.
    const auto vectors =
        std::ranges::find(models, std::string_view("vptq"), &std::pair<const char*, ModelHeader>::first);
    ASSERT_NE(vectors, std::end(models));
    const ParameterCounts counts = examineModel(*openedWeights(vectors->second)).architecture.parameters;
    EXPECT_EQ(counts.unknownWeights, 8U);
    EXPECT_FALSE(counts.knownTotal());
    EXPECT_FALSE(counts.active);
    // The codes that the configuration promises are missing.
    const auto opened = openedWeights(quantized("gptq", {{"weight", {64, 128}, "BF16"}}));
    EXPECT_TRUE(std::ranges::any_of(
        opened->findings.list(), [](const Finding& finding) { return finding.code == "config-contradiction"; }));
}

/// Without a configuration, codes of MLX fit several numbers of bits: 512 bits and two groups for 256, 128 or 64
/// columns.
TEST_F(ModelChecksOfQuantizedTest, PackedWidthsAreNoSizes)
{
    constexpr std::uint64_t hidden = 256;
    constexpr std::uint64_t tokens = 100;
    ModelHeader model = test::llamaLike("llama", {8, hidden, 4, 2, 64, 512, tokens, 512}).withoutConfig();
    for (const char* const module :
        {"self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj", "mlp.gate_proj", "mlp.up_proj"}) {
        const std::uint64_t rows = std::string_view(module).starts_with("mlp") ? 512
            : std::string_view(module) == "self_attn.q_proj"                   ? hidden
                                                                               : 128;
        const std::string name = std::string("model.layers.#.").append(module);
        model.remove(module).each(0, 7, name + ".weight", {rows, hidden / 8}, "U32");
        for (const char* const companion : {".scales", ".biases"})
            model.each(0, 7, name + companion, {rows, hidden / 64}, "F16");
    }
    model.remove("embed_tokens").add("model.embed_tokens.weight", {tokens, hidden / 8}, "U32");
    for (const char* const companion : {"scales", "biases"})
        model.add(std::string("model.embed_tokens.").append(companion), {tokens, hidden / 64}, "F16");
    const auto opened = openedWeights(model);
    EXPECT_EQ(std::ranges::count(opened->findings.list(), "packed-width", &Finding::code), 1); // for all weights
    const ModelReport report = examineModel(*opened);
    for (const Finding& finding : report.findings.list())
        EXPECT_NE(finding.severity, Severity::Error) << finding.message;
    EXPECT_EQ(report.architecture.find(ArchitectureFigure::HiddenSize), hidden);
    EXPECT_EQ(report.architecture.find(ArchitectureFigure::FeedForwardSize), 512U);
    EXPECT_EQ(report.architecture.find(ArchitectureFigure::Vocabulary), tokens);
}

/// In each of the experts, too. The count is that of the model without quantization.
TEST_F(ModelChecksOfQuantizedTest, ScalesOfUnusedExpertsAreNotTakenFromTheActiveParameters)
{
    constexpr test::DecoderSizes sizes{4, 64, 4, 2, 16, 128, 100, 512};
    ModelHeader model = test::llamaLike("mixtral", sizes);
    const std::array<std::string, 3> parts{"w1.weight", "w3.weight", "w2.weight"};
    test::withExperts(model, sizes, 8, 128, "block_sparse_moe.gate.weight", "block_sparse_moe.experts.#.", parts);
    model.set("num_local_experts", 8).set("num_experts_per_tok", 2);
    const ParameterCounts plain = examineModel(*openedWeights(model)).architecture.parameters;
    model.remove("block_sparse_moe.experts.");
    for (int layer = 0; layer < sizes.layers; ++layer) {
        const std::string expert = "model.layers." + std::to_string(layer) + ".block_sparse_moe.experts.#.";
        for (const std::string& part : parts) {
            const std::string module = expert + part.substr(0, 2);
            model.each(0, 7, module + ".weight", {part == "w2.weight" ? 64U : 128U, part == "w2.weight" ? 128U : 64U},
                "F8_E4M3");
            model.each(0, 7, module + ".weight_scale", {}, "F32").each(0, 7, module + ".input_scale", {}, "F32");
        }
    }
    const ParameterCounts coded = examineModel(*openedWeights(model)).architecture.parameters;
    EXPECT_EQ(coded.total, plain.total);
    EXPECT_EQ(coded.experts, plain.experts);
    EXPECT_EQ(coded.active, plain.active);
}

/// Scales of weights, of activations and of the cache.
TEST_F(ModelChecksOfQuantizedTest, ScalesAreNoParameters)
{
    ModelHeader model = test::llamaLike("llama", {8, 64, 4, 2, 16, 128, 100, 512});
    const auto parameters = [&] { return examineModel(*openedWeights(model)).architecture.parameters.total; };
    const std::uint64_t plain = parameters();
    const std::string layer = "model.layers.#.self_attn.";
    model.remove("self_attn.q_proj").each(0, 7, layer + "q_proj.weight", {64, 64}, "F8_E4M3");
    for (const char* const scale :
        {"q_proj.weight_scale", "q_proj.input_scale", "k_scale", "v_scale", "k_proj.output_scale"})
        model.each(0, 7, layer + scale, {1}, "F32");
    EXPECT_EQ(parameters(), plain);
}

} // namespace
} // namespace loupe
