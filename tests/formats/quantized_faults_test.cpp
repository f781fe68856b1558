// Quantized weights that lack a part, name an unknown layout, or can be read in more than one way: each is shown as
// stored, and a finding says why.

#include "format_files.h"
#include "support/compared_pair.h"

#include "core/elements.h"
#include "formats/quantized/logical_checkpoint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loupe::test {

namespace {

struct QuantizedFault {
    const char* what;
    std::vector<WantedTensor> tensors;
    const char* config; ///< text of config.json; empty: none
    const char* weight; ///< logical
    const char* dtype; ///< the dtype shown
    bool isDecoded;
    const char* code; ///< code of a finding about the weight; empty if none is expected
    const char* words; ///< a part of its message
};

std::string zeros(std::size_t size)
{
    return std::string(size, '\0');
}

WantedTensor comfyText(const std::string& text)
{
    return {"q.comfy_quant", "U8", "[" + std::to_string(text.size()) + "]", text};
}

/// An NVFP4 weight whose shapes fit both ModelOpt and ComfyUI.
std::vector<WantedTensor> nvfp4Of(const std::string& comfy)
{
    return {{"q.weight", "U8", "[128,32]", std::string(128 * 32, '\x21')},
        {"q.weight_scale", "F8_E4M3", "[128,4]", std::string(128 * 4, '8')},
        {"q.weight_scale_2", "F32", "[]", packedBytes<float>({0.5F})}, comfyText(comfy)};
}

std::vector<WantedTensor> experts(const char* shape, std::size_t size, const char* scaleShape, std::size_t scales)
{
    return {{"q.weight", "F8_E4M3", shape, std::string(size, '8')},
        {"q.weight_scale", "F32", scaleShape, packedBytes<float>(std::vector<float>(scales, 0.5F))}};
}

std::vector<WantedTensor> mlxOf(std::size_t words, std::size_t groups)
{
    const std::string shape = "[1," + std::to_string(groups) + "]";
    std::string halves;
    for (std::size_t i = 0; i < groups; ++i)
        halves += std::string("\0\x3c", 2);
    return {{"q.weight", "U32", "[1," + std::to_string(words) + "]", std::string(words * 4, '\x21')},
        {"q.scales", "F16", shape, halves}, {"q.biases", "F16", shape, halves}};
}

std::vector<WantedTensor> awqOf(bool hasScales)
{
    std::vector<WantedTensor> tensors{
        {"q.qweight", "I32", "[64,4]", std::string(1024, '\x21')}, {"q.qzeros", "I32", "[2,4]", zeros(32)}};
    if (hasScales) {
        std::string halves;
        for (int i = 0; i < 64; ++i)
            halves += std::string("\0\x3c", 2);
        tensors.push_back({"q.scales", "F16", "[2,32]", halves});
    }
    return tensors;
}

/// A GPTQ weight without an index of groups.
std::vector<WantedTensor> gptqOf(std::size_t groups)
{
    const std::string count = std::to_string(groups);
    std::string halves;
    for (std::size_t i = 0; i < 32 * groups; ++i)
        halves += std::string("\0\x3c", 2);
    return {{"q.qweight", "I32", "[8,32]", zeros(1024)}, {"q.qzeros", "I32", "[" + count + ",4]", zeros(16 * groups)},
        {"q.scales", "F16", "[" + count + ",32]", halves}};
}

std::vector<QuantizedFault> quantizedFaults()
{
    const std::string one = packedBytes<float>({0.5F});
    const auto int8 = [&](const std::string& comfy, const char* scaleShape, std::size_t scales) {
        return std::vector<WantedTensor>{{"q.weight", "I8", "[128,256]", zeros(128 * 256)},
            {"q.weight_scale", "F32", scaleShape, packedBytes<float>(std::vector<float>(scales, 0.5F))},
            comfyText(comfy)};
    };
    const std::vector<WantedTensor> blocks{{"x_blocks", "U8", "[2,4,2,16]", zeros(256)}};
    const std::vector<WantedTensor> withoutState{{"q.weight", "U8", "[128,1]", zeros(128)},
        {"q.weight.absmax", "F32", "[4]", packedBytes<float>({1, 1, 1, 1})},
        {"q.weight.quant_map", "F32", "[16]", packedBytes<float>(std::vector<float>(16, 0.5F))}};
    constexpr const char* awq4 = R"({"quantization_config":{"quant_method":"awq","bits":4,"group_size":32}})";
    constexpr const char* awq8 = R"({"quantization_config":{"quant_method":"awq","bits":8,"group_size":32}})";
    constexpr const char* bnb = R"({"quantization_config":{"quant_method":"bitsandbytes","load_in_4bit":true}})";
    return {
        {"ComfyUI, cut off", nvfp4Of(R"({"format": "nvf)"), "", "q.weight", "ComfyUI", false, "quant-state-broken",
            "names a format"},
        {"ComfyUI, no object", nvfp4Of("7"), "", "q.weight", "ComfyUI", false, "quant-state-broken", "names a format"},
        {"ComfyUI, unknown", nvfp4Of(R"({"format": "nvfp5"})"), "", "q.weight", "ComfyUI", false, "layout-unsupported",
            "nvfp5"},
        {"ComfyUI, of another dtype", nvfp4Of(R"({"format": "float8_e4m3fn"})"), "", "q.weight", "ComfyUI", false,
            "config-contradiction", "F8_E4M3"},
        {"ComfyUI, sound", nvfp4Of(R"({"format": "nvfp4"})"), "", "q.weight", "NVFP4", true, "", ""},
        {"ComfyUI, blocks of integers", int8(R"({"format": "int8_blockwise", "group_size": 128})", "[1,2]", 2), "",
            "q.weight", "ComfyUI", false, "quantization-not-decoded", "int8_blockwise"},
        {"ComfyUI, rotated", int8(R"({"format": "int8_tensorwise", "convrot": true})", "[]", 1), "", "q.weight",
            "INT8 per tensor", true, "config-note", "rotated"},
        {"experts, square", experts("[3,6,6]", 108, "[3,6]", 18), "", "q.weight", "F8_E4M3", false, "scale-shape",
            "rows or for its columns"},
        {"experts, by rows", experts("[3,6,5]", 90, "[3,6]", 18), "", "q.weight", "F8_E4M3 per channel", true, "", ""},
        {"experts, by columns", experts("[3,5,6]", 90, "[3,6]", 18), "", "q.weight", "F8_E4M3 per channel", true, "",
            ""},
        {"MLX, 256 bits a group", mlxOf(8, 1), "", "q.weight", "MLX", false, "packed-width",
            "4 bits in groups of 64, 8 bits in groups of 32, 2 bits in groups of 128"},
        {"MLX, by the config", mlxOf(8, 1), R"({"quantization":{"group_size":128,"bits":2}})", "q.weight", "MLX-2 g128",
            true, "", ""},
        {"MLX, one way only", mlxOf(5, 1), "", "q.weight", "MLX-5 g32", true, "config-note", "assumed"},
        {"gpt-oss, blocks alone", blocks, "", "x", "MXFP4", false, "scale-missing", "x_scales"},
        {"bitsandbytes, no state", withoutState, "", "q.weight", "bitsandbytes 4-bit", false, "companion-missing",
            "quant_state.bitsandbytes__nf4"},
        {"bitsandbytes, codes alone", {withoutState.front()}, bnb, "q.weight", "bitsandbytes 4-bit", false,
            "companion-missing", "quant_state.bitsandbytes__nf4"},
        {"AWQ, no scales", awqOf(false), awq4, "q.weight", "AWQ-4", false, "scale-missing", "q.scales"},
        {"AWQ, no scales nor config", awqOf(false), "", "q.weight", "AWQ-4", false, "scale-missing", "q.scales"},
        {"AWQ, bits of the config", awqOf(true), awq8, "q.weight", "AWQ-4 g32", true, "config-contradiction", "8 bits"},
        {"AWQ, sound", awqOf(true), awq4, "q.weight", "AWQ-4 g32", true, "", ""},
        {"GPTQ, zero points of another width, and an index that fits",
            {{"q.qweight", "I32", "[8,32]", zeros(1024)}, {"q.qzeros", "I32", "[2,3]", zeros(24)},
                {"q.scales", "F16", "[2,32]", zeros(128)}, {"q.g_idx", "I32", "[64]", zeros(256)}},
            R"({"quantization_config":{"quant_method":"gptq","bits":4,"group_size":32}})", "q.weight", "GPTQ-4", false,
            "zero-point-shape", "q.qzeros\" has shape [2, 3], expected [2, 4]"},
        {"GPTQ in activation order, no index", gptqOf(2),
            R"({"quantization_config":{"quant_method":"gptq","bits":4,"group_size":32,"desc_act":true}})", "q.weight",
            "GPTQ-4 g32", true, "g-idx-missing", "q.g_idx\" is missing"},
        {"GPTQ in activation order, one group", gptqOf(1),
            R"({"quantization_config":{"quant_method":"gptq","bits":4,"group_size":-1,"desc_act":true}})", "q.weight",
            "GPTQ-4 per channel", true, "", ""},
        {"GPTQ in the usual order, no index", gptqOf(2),
            R"({"quantization_config":{"quant_method":"gptq","bits":4,"group_size":32,"desc_act":false}})", "q.weight",
            "GPTQ-4 g32", true, "", ""},
        {"FP8 without a scale beside FP8 of the other kind with one",
            {{"l.q.weight", "F8_E5M2", "[2,2]", "8888"}, {"l.q.weight_scale", "F32", "[]", one},
                {"l.k.weight", "F8_E4M3", "[2,2]", "8888"}},
            "", "l.k.weight", "F8_E4M3", false, "scale-missing", "l.q.weight\" and others like it have one"},
        {"packed integers, groups that do not divide the columns",
            {{"q.weight_packed", "I32", "[1,8]", zeros(32)},
                {"q.weight_scale", "F32", "[1,4]", packedBytes<float>({1, 1, 1, 1})},
                {"q.weight_shape", "I64", "[2]", packedBytes<std::int64_t>({1, 61})}},
            R"({"quantization_config":{"quant_method":"compressed-tensors","config_groups":{"g":{"weights":{"num_bits":4,"group_size":16}}}}})",
            "q.weight", "INT4", false, "scale-shape", "61 columns of"},
        {"FP8 with integers as scales",
            {{"q.weight", "F8_E4M3", "[2,2]", "8888"}, {"q.weight_scale", "I32", "[2,1]", zeros(8)}}, "", "q.weight",
            "F8_E4M3 per channel", false, "scale-shape", "q.weight_scale\" is I32, expected a float type"},
        {"NVFP4 with scales of the inputs",
            {{"q.weight", "U8", "[1,8]", zeros(8)}, {"q.weight_scale", "F8_E4M3", "[1,1]", "8"},
                {"q.weight_scale_2", "F32", "[]", one}, {"q.pre_quant_scale", "F32", "[1]", one}},
            "", "q.weight", "NVFP4", true, "config-note", "q.pre_quant_scale"},
    };
}

std::shared_ptr<const Checkpoint> logicalOfTensors(const std::vector<WantedTensor>& tensors, std::string_view config)
{
    const TemporaryFolder folder;
    if (!config.empty())
        folder.write("config.json", config);
    const auto stored = openCheckpoint(folder.write("model.safetensors", safetensorsOf(tensors)));
    EXPECT_TRUE(stored) << describe(stored.error());
    const auto logical = quantized::logicalOf(*stored);
    EXPECT_TRUE(logical) << describe(logical.error());
    return *logical;
}

} // namespace

TEST(QuantizedFaults, AreNamedAndNothingIsGuessed)
{
    for (const QuantizedFault& one : quantizedFaults()) {
        SCOPED_TRACE(one.what);
        const auto logical = logicalOfTensors(one.tensors, one.config);
        const auto& tensors = logical->tensors;
        const auto found = std::ranges::find(tensors, std::string_view(one.weight), &Tensor::name);
        ASSERT_NE(found, tensors.end());
        EXPECT_EQ(logical->dtypeName(static_cast<std::uint32_t>(found - tensors.begin())), one.dtype);
        EXPECT_EQ(found->dtype, one.isDecoded ? DType::F32 : DType::Opaque);
        std::vector<std::string> findings;
        for (const Finding& finding : logical->findings.list()) {
            EXPECT_EQ(finding.tensor, one.weight);
            findings.push_back(std::string(finding.code) + ": " + finding.message);
        }
        if (*one.code == '\0')
            EXPECT_THAT(findings, testing::IsEmpty());
        else
            EXPECT_THAT(findings,
                testing::ElementsAre(
                    testing::AllOf(testing::StartsWith(one.code + std::string(": ")), testing::HasSubstr(one.words))));
    }
}

/// ComfyUI's MXFP8 has its scales in tiles, in a shape that compressed-tensors may also have. Only the description says
/// which it is.
TEST(QuantizedFaults, TheDescriptionOfComfyUiTellsThatScalesAreInTiles)
{
    std::string exponents(128 * 4, '\x7f'); // 1
    exponents[16] = '\x80'; // the scale of row 1 if stored in tiles, of row 4 if stored in rows
    const auto origin = [&](bool isComfy) {
        std::vector<WantedTensor> tensors{{"q.weight", "F8_E4M3", "[128,128]", std::string(128 * 128, '8')},
            {"q.weight_scale", "F8_E8M0", "[128,4]", exponents}};
        if (isComfy)
            tensors.push_back(comfyText(R"({"format": "mxfp8"})"));
        const auto logical = logicalOfTensors(tensors, "");
        std::vector<float> firsts;
        for (const std::uint64_t row : {1U, 4U}) {
            const auto value = logical->tensors[0].storage->originOf(row * 128);
            EXPECT_TRUE(value && *value);
            firsts.push_back((*value)->value);
        }
        return firsts;
    };
    EXPECT_EQ(origin(true), (std::vector<float>{2, 1}));
    EXPECT_EQ(origin(false), (std::vector<float>{1, 2}));
}

TEST(QuantizedFaults, ExponentsWithoutBlocksAreReportedBesideBlocks)
{
    const std::vector<WantedTensor> tensors{{"l.0.x_scales", "U8", "[2,4,2]", std::string(16, '\x7f')},
        {"l.1.x_blocks", "U8", "[2,4,2,16]", zeros(256)}, {"l.1.x_scales", "U8", "[2,4,2]", std::string(16, '\x7f')}};
    const auto logical = logicalOfTensors(tensors, "");
    const auto& findings = logical->findings.list();
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].code, "orphan-companion");
    EXPECT_EQ(findings[0].tensor, "l.0.x");
    EXPECT_THAT(findings[0].message, testing::HasSubstr("l.0.x_blocks"));
}

/// gpt-oss lists `*` for the layer, and the attention whose projections are not quantized.
TEST(QuantizedFaults, ModulesInsideOfOneThatIsListedAreListed)
{
    const std::vector<WantedTensor> tensors{
        {"model.layers.0.mlp.experts.down_proj_blocks", "U8", "[2,4,2,16]", zeros(256)},
        {"model.layers.0.mlp.experts.down_proj_scales", "U8", "[2,4,2]", std::string(16, '\x7f')},
        {"model.layers.0.mlp.router.weight", "BF16", "[2,2]", zeros(8)},
        {"model.layers.0.self_attn.q_proj.weight", "BF16", "[2,2]", zeros(8)}};
    const auto findings = [&](const std::string& modules) {
        return logicalOfTensors(
            tensors, R"({"quantization_config":{"quant_method":"mxfp4","modules_to_not_convert":[)" + modules + "]}}")
            ->findings.list();
    };
    EXPECT_TRUE(findings(R"("model.layers.*.self_attn","model.layers.*.mlp.router")").empty());
    const auto unlisted = findings(R"("model.layers.*.self","model.layers.*.mlp.router")");
    ASSERT_EQ(unlisted.size(), 1U);
    EXPECT_EQ(unlisted.front().tensor, "model.layers.0.self_attn.q_proj.weight");
}

/// Configurations as vLLM, ModelOpt and compressed-tensors write them.
TEST(QuantizedFaults, StaticScalesOfActivationsAreNeeded)
{
    const std::string one = packedBytes<float>({0.5F});
    const auto layers = [&](bool hasScales) {
        std::vector<WantedTensor> tensors;
        for (const std::string module : {"l.0.q", "l.1.q", "l.0.k", "l.1.k"}) {
            tensors.push_back({module + ".weight", "F8_E4M3", "[2,4]", std::string(8, '8')});
            tensors.push_back({module + ".weight_scale", "F32", "[]", one});
            if (hasScales || module.ends_with("q"))
                tensors.push_back({module + ".input_scale", "F32", "[]", one});
        }
        return tensors;
    };
    const auto missing = [&](const std::vector<WantedTensor>& tensors, const std::string& settings) {
        std::string found;
        const auto logical = logicalOfTensors(tensors, R"({"quantization_config":{)" + settings + "}}");
        for (const Finding& finding : logical->findings.list())
            found += finding.code == "scale-missing" && finding.severity == Severity::Error ? finding.tensor : "";
        return found;
    };
    const std::string group = R"("quant_method":"compressed-tensors","config_groups":{"g":{"targets":["Linear"],)"
                              R"("weights":{"num_bits":8,"type":"float"},"input_activations":)";
    const std::pair<std::string, bool> configs[] = {{R"("quant_method":"fp8","activation_scheme":"static")", true},
        {R"("quant_method":"fp8","activation_scheme":"dynamic")", false},
        {R"("quant_method":"modelopt","quant_algo":"FP8")", true},
        {R"("quant_method":"modelopt","quant_algo":"FP8_PER_CHANNEL_PER_TOKEN")", false},
        {group + R"({"dynamic":false}}})", true}, {group + R"({"dynamic":true}}})", false},
        {group + R"({"dynamic":false}},"h":{"input_activations":{"dynamic":"local"}}})", true},
        {group + R"({"dynamic":false}},"h":{"input_activations":null}})", false}, {group + R"(null}})", false}};
    for (const auto& [config, isNeeded] : configs) {
        EXPECT_EQ(missing(layers(true), config), "") << config;
        EXPECT_EQ(missing(layers(false), config), isNeeded ? "l.0.k.weight" : "") << config;
    }
}

/// Llama 4 of ModelOpt: the experts of a layer are in one tensor, with scales next to it.
TEST(QuantizedFaults, ExpertsInOneTensorNeedStaticScalesOfActivationsToo)
{
    const auto missing = [](bool hasScale) {
        const std::string experts = "layers.0.feed_forward.experts.";
        const std::string two = packedBytes<float>({1, 1});
        std::vector<WantedTensor> tensors;
        for (const std::string part : {"gate_up_proj", "down_proj"}) {
            tensors.push_back({experts + part, "F8_E4M3", "[2,4,6]", std::string(48, '8')});
            tensors.push_back({experts + part + "_weight_scale", "F32", "[2]", two});
            if (hasScale || part == "gate_up_proj")
                tensors.push_back({experts + part + "_input_scale", "F32", "[2]", two});
        }
        std::string found;
        const auto logical =
            logicalOfTensors(tensors, R"({"quantization_config":{"quant_method":"modelopt","quant_algo":"FP8"}})");
        for (const Finding& finding : logical->findings.list())
            found += finding.code == "scale-missing" ? finding.message : "";
        return found;
    };
    EXPECT_EQ(missing(true), "");
    EXPECT_NE(
        missing(false).find("\"layers.#.feed_forward.experts.down_proj_input_scale\" is missing"), std::string::npos)
        << missing(false);
}

/// A weight of a single block or group has the same shapes as one with a scale per tensor or per channel.
TEST(QuantizedFaults, AWeightOfOneBlockOrGroupIsOfTheSchemeOfItsNeighbors)
{
    const auto float8 = [](const std::string& name, int rows, const char* scaleShape, std::size_t scales) {
        return std::vector<WantedTensor>{
            {name + ".weight", "F8_E4M3", "[" + std::to_string(rows) + ",128]", std::string(rows * 128UL, '8')},
            {name + ".weight_scale_inv", "F32", scaleShape, packedBytes<float>(std::vector<float>(scales, 0.5F))}};
    };
    const auto gptq = [](const std::string& name, int groups) {
        const std::string count = std::to_string(groups);
        std::string halves;
        for (int i = 0; i < groups * 32; ++i)
            halves += std::string("\0\x3c", 2);
        return std::vector<WantedTensor>{
            {name + ".qweight", "I32", "[" + std::to_string(groups * 16) + ",32]", zeros(groups * 2048UL)},
            {name + ".qzeros", "I32", "[" + count + ",4]", zeros(groups * 16UL)},
            {name + ".scales", "F16", "[" + count + ",32]", halves}};
    };
    constexpr const char* blocks = R"({"quantization_config":{"quant_method":"fp8","weight_block_size":[128,128]}})";
    constexpr const char* groups = R"({"quantization_config":{"quant_method":"gptq","bits":4,"group_size":128}})";
    constexpr const char* rows = R"({"quantization_config":{"quant_method":"gptq","bits":4,"group_size":-1}})";
    struct Case {
        std::vector<WantedTensor> one;
        std::vector<WantedTensor> neighbor;
        const char* config;
        const char* type; ///< the type shown for `one`
    };
    const Case cases[] = {
        {float8("a", 128, "[1,1]", 1), float8("b", 256, "[2,1]", 2), blocks, "F8_E4M3 128×128"},
        {float8("a", 128, "[1,1]", 1), float8("b", 256, "[2,1]", 2), "", "F8_E4M3 128×128"},
        {float8("a", 128, "[]", 1), float8("b", 256, "[2,1]", 2), blocks, "F8_E4M3 per tensor"},
        {float8("a", 256, "[1,1]", 1), {}, "", "F8_E4M3 per tensor"},
        {float8("a", 1, "[1,1]", 1), float8("b", 256, "[256,1]", 256), "", "F8_E4M3 128×128"},
        {gptq("a", 1), gptq("b", 2), groups, "GPTQ-4 g128"},
        {gptq("a", 1), gptq("b", 2), "", "GPTQ-4 g128"},
        {gptq("a", 1), {}, "", "GPTQ-4 per channel"},
        {gptq("a", 1), {}, rows, "GPTQ-4 per channel"},
    };
    for (const Case& one : cases) {
        SCOPED_TRACE(std::string(one.type) + ' ' + one.config);
        std::vector<WantedTensor> tensors = one.one;
        tensors.insert(tensors.end(), one.neighbor.begin(), one.neighbor.end());
        const auto logical = logicalOfTensors(tensors, one.config);
        ASSERT_EQ(logical->tensors.front().name, "a.weight");
        EXPECT_EQ(logical->dtypeName(0), one.type);
    }
}

/// One shard of a model. According to the index, its scales are in another shard; nothing else shows that the weights
/// are quantized.
TEST(QuantizedFaults, AShardWhoseScalesAreInAnotherIsNotDecoded)
{
    const std::string bytes(64, '8');
    const std::vector<WantedTensor> shard{{"a.weight", "F8_E4M3", "[2,4]", bytes.substr(0, 8)},
        {"b.weight", "F8_E5M2", "[2,4]", bytes.substr(0, 8)}, {"c.weight", "I8", "[2,4]", bytes.substr(0, 8)},
        {"d.weight", "U8", "[2,4]", bytes.substr(0, 8)}, {"e.weight", "U32", "[2,4]", bytes.substr(0, 32)},
        {"f.weight", "U8", "[8,1]", bytes.substr(0, 8)}, {"g.weight", "I8", "[2,4]", bytes.substr(0, 8)},
        {"h.experts", "F8_E4M3", "[2,2,2]", bytes.substr(0, 8)}, {"plain", "U8", "[2,4]", bytes.substr(0, 8)},
        {"cast.weight", "F8_E4M3", "[2,4]", bytes.substr(0, 8)}};
    const std::vector<std::string> elsewhere{"a.weight_scale", "b.weight_scale_inv", "c.weight_scale", "d.weight_scale",
        "e.scales", "f.weight.absmax", "f.weight.quant_map", "f.weight.quant_state.bitsandbytes__nf4", "g.SCB",
        "h.experts_scale_inv", "norm.weight"};
    const TemporaryFolder folder;
    const auto path = folder.write("model-00001-of-00002.safetensors", safetensorsOf(shard));
    const auto logicalOfShard = [&] {
        const auto stored = openCheckpoint(path);
        EXPECT_TRUE(stored) << describe(stored.error());
        const auto logical = quantized::logicalOf(*stored);
        EXPECT_TRUE(logical) << describe(logical.error());
        return *logical;
    };
    const auto undecoded = [](const Checkpoint& checkpoint) {
        std::vector<std::string> names;
        for (const Tensor& tensor : checkpoint.tensors) {
            if (tensor.dtype == DType::Opaque)
                names.emplace_back(tensor.name);
        }
        return names;
    };
    std::string index = R"({"weight_map":{)";
    for (const WantedTensor& tensor : shard)
        index += '"' + tensor.name + R"(":"model-00001-of-00002.safetensors",)";
    for (const std::string& name : elsewhere)
        index += '"' + name + R"(":"model-00002-of-00002.safetensors",)";
    index.back() = '}';
    folder.write("model.safetensors.index.json", index + '}');
    const auto logical = logicalOfShard();
    EXPECT_THAT(undecoded(*logical),
        testing::UnorderedElementsAre(
            "a.weight", "b.weight", "c.weight", "d.weight", "e.weight", "f.weight", "g.weight", "h.experts"));
    EXPECT_EQ(logical->findings.list().size(), 8U);
    for (const Finding& finding : logical->findings.list()) {
        SCOPED_TRACE(finding.message);
        EXPECT_EQ(finding.severity, Severity::Warning);
        EXPECT_THAT(finding.message,
            testing::HasSubstr("is not in this shard, but in \"model-00002-of-00002.safetensors\" (open "
                               "\"model.safetensors.index.json\", which names both)"));
    }
    // Scales whose weights are in another shard are not orphans, whatever the config says.
    folder.write("config.json", R"({"quantization_config":{"quant_method":"fp8"}})");
    const auto scales = openCheckpoint(folder.write("model-00002-of-00002.safetensors",
        safetensorsOf({{"a.weight_scale", "F32", "[]", packedBytes<float>({0.5F})},
            {"lost.weight_scale", "F32", "[]", packedBytes<float>({0.5F})}})));
    ASSERT_TRUE(scales) << describe(scales.error());
    const auto logicalScales = quantized::logicalOf(*scales);
    ASSERT_TRUE(logicalScales) << describe(logicalScales.error());
    ASSERT_EQ((*logicalScales)->findings.list().size(), 1U);
    EXPECT_EQ((*logicalScales)->findings.list()[0].tensor, "lost.weight");
    std::filesystem::remove(folder.path() / "config.json");
    // With an index that names no scales, or a broken one, these are plain casts, as before.
    for (const char* const text : {R"({"weight_map":{"a.weight":"model-00001-of-00002.safetensors"}})", "{"}) {
        folder.write("model.safetensors.index.json", text);
        EXPECT_THAT(undecoded(*logicalOfShard()), testing::IsEmpty()) << text;
    }
}

TEST(QuantizedFaults, ARotatedModelIsANote)
{
    const auto logical =
        logicalOfTensors(experts("[2,2]", 4, "[]", 1), R"({"quantization_config":{"quant_method":"compressed-tensors",
        "transform_config":{"config_groups":{"u":{"type":"hadamard"}}}}})");
    ASSERT_EQ(logical->findings.list().size(), 1U);
    EXPECT_EQ(logical->findings.list()[0].severity, Severity::Note);
    EXPECT_THAT(logical->findings.list()[0].message, testing::HasSubstr("transform_config"));
}

} // namespace loupe::test
