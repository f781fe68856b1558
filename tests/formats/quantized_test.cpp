// Compares quantized safetensors checkpoints with the values, shapes and findings in their manifest.

#include "format_files.h"
#include "numpy_files.h"

#include "analysis/digests/hasher.h"
#include "core/elements.h"
#include "core/quantization.h"
#include "core/quantized_groups.h"
#include "formats/quantized/logical_checkpoint.h"
#include "formats/quantized/scale_findings.h"
#include "support/compared_pair.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <ostream>

namespace loupe::test {

namespace {

using nlohmann::json;

const json& quantizedManifest()
{
    static const json manifest = json::parse(readFile(dataPath("quantized/manifest.json")));
    return manifest;
}

struct QuantizedCase {
    const json* entry = nullptr;
    std::string name;
};

void PrintTo(const QuantizedCase& sample, std::ostream* out)
{
    *out << sample.name;
}

std::vector<QuantizedCase> casesOf(const char* list)
{
    std::vector<QuantizedCase> cases;
    for (const json& entry : quantizedManifest()[list]) {
        std::string name = entry["case"];
        std::ranges::replace(name, '-', '_');
        cases.push_back({&entry, name});
    }
    return cases;
}

std::shared_ptr<const Checkpoint> logicalOf(
    const std::filesystem::path& path, Source::Access access = Source::Access::Automatic)
{
    const auto stored = openCheckpoint(path, {}, access);
    EXPECT_TRUE(stored) << describe(stored.error());
    const auto logical = quantized::logicalOf(*stored);
    EXPECT_TRUE(logical) << describe(logical.error());
    return *logical;
}

/// The checkpoint with the findings about its scales.
std::shared_ptr<const Checkpoint> checkedOf(const std::shared_ptr<const Checkpoint>& logical)
{
    const auto checked = quantized::withScaleFindings(logical);
    EXPECT_TRUE(checked) << describe(checked.error());
    return *checked;
}

std::shared_ptr<const Checkpoint> logicalOf(const QuantizedCase& sample)
{
    return logicalOf(dataPath("quantized") / (*sample.entry)["folder"].get<std::string>());
}

std::optional<std::uint32_t> findNamed(const Checkpoint& checkpoint, std::string_view name)
{
    for (std::uint32_t i = 0; i < checkpoint.tensors.size(); ++i) {
        if (checkpoint.tensors[i].name == name)
            return i;
    }
    return std::nullopt;
}

/// All values, read `step` elements at a time.
std::vector<float> valuesOf(
    const std::shared_ptr<const Checkpoint>& checkpoint, std::uint32_t tensor, std::uint64_t step)
{
    const auto elements = Elements::open(checkpoint, tensor);
    EXPECT_TRUE(elements) << describe(elements.error());
    std::vector<float> values;
    Buffer scratch;
    for (std::uint64_t first = 0; elements && first < elements->count(); first += step) {
        const std::uint64_t count = std::min(step, elements->count() - first);
        const auto done = elements->visit(first, count, scratch, [&](std::span<const std::byte> bytes) {
            values.resize(first + count);
            std::memcpy(values.data() + first, bytes.data(), bytes.size());
        });
        EXPECT_TRUE(done) << describe(done.error());
        if (!done)
            break;
    }
    return values;
}

/// The digest as the manifest has it, for which every NaN is 7fc00000.
std::string digestOf(std::vector<float> values)
{
    for (float& value : values) {
        if (std::isnan(value))
            value = std::numeric_limits<float>::quiet_NaN();
    }
    const auto hasher = Hasher::create(DigestAlgorithm::Sha256);
    (*hasher)->add(std::as_bytes(std::span(values)));
    return *(*hasher)->hexDigest();
}

const json& entryOf(std::string_view name)
{
    const json& cases = quantizedManifest()["cases"];
    return *std::ranges::find_if(cases, [&](const json& entry) { return entry["case"] == name; });
}

/// A single-file sample with another config; without a config if it is empty.
std::shared_ptr<const Checkpoint> logicalWithConfig(std::string_view sample, std::string_view config)
{
    const TemporaryFolder folder;
    if (!config.empty())
        folder.write("config.json", config);
    return logicalOf(folder.write("model.safetensors", readFile(dataPath("quantized") / sample / "model.safetensors")));
}

/// Inspects a whole tensor in pieces of odd sizes, the last piece first.
Result<std::vector<Finding>> inspect(const Tensor& tensor)
{
    const auto inspection = tensor.storage->inspection(tensor);
    const std::uint64_t all = tensor.elements();
    const std::uint64_t step = all / 5 + 1;
    for (std::uint64_t end = all; end > 0;) {
        const std::uint64_t first = end > step ? end - step : 0;
        inspection->look(first, end - first);
        end = first;
    }
    return inspection->finish();
}

void expectTensors(const std::shared_ptr<const Checkpoint>& checkpoint, const json& entry)
{
    for (const json& expected : entry["logical_tensors"]) {
        const std::string name = expected["name"];
        SCOPED_TRACE(name);
        const auto index = findNamed(*checkpoint, name);
        ASSERT_TRUE(index);
        const Tensor& tensor = checkpoint->tensors[*index];
        if (expected.value("undecodable", false)) {
            EXPECT_EQ(tensor.dtype, DType::Opaque);
            continue;
        }
        EXPECT_EQ(tensor.dtype, DType::F32);
        EXPECT_EQ(shapeOf(*checkpoint, *index), expected["logical_shape"].get<std::vector<std::uint64_t>>());
        EXPECT_FALSE(tensor.storage->typeName().empty());
        EXPECT_EQ(digestOf(valuesOf(checkpoint, *index, tensor.elements())), expected["sha256_f32_le"]);
    }
}

} // namespace

class QuantizedSample : public testing::TestWithParam<QuantizedCase> { };

TEST_P(QuantizedSample, HasTheStatedNamesShapesAndValues)
{
    const auto logical = logicalOf(GetParam());
    ASSERT_TRUE(logical);
    expectTensors(logical, *GetParam().entry);
    for (const json& name : (*GetParam().entry)["plain_tensors"]) {
        const auto index = findNamed(*logical, name.get<std::string>());
        ASSERT_TRUE(index) << name;
        EXPECT_EQ(logical->tensors[*index].storage, nullptr) << name;
    }
}

TEST_P(QuantizedSample, HasNoFaults)
{
    const auto logical = checkedOf(logicalOf(GetParam()));
    ASSERT_TRUE(logical);
    for (const Finding& finding : logical->findings.list())
        EXPECT_EQ(finding.severity, Severity::Note) << finding.code << ": " << finding.message;
    for (const QuantizedGroups::Group& group : logical->quantized->list) {
        const Tensor& tensor = logical->tensors[group.tensor];
        const auto inspected = inspect(tensor);
        ASSERT_TRUE(inspected) << describe(inspected.error());
        for (const Finding& finding : *inspected)
            ADD_FAILURE() << finding.code << ": " << finding.message;
    }
}

/// Reads pieces in the middle of which rows, groups and words end.
TEST_P(QuantizedSample, HasTheSameValuesInPieces)
{
    const auto logical = logicalOf(GetParam());
    ASSERT_TRUE(logical);
    for (const QuantizedGroups::Group& group : logical->quantized->list) {
        const std::uint64_t count = logical->tensors[group.tensor].elements();
        const auto whole = valuesOf(logical, group.tensor, count);
        for (const std::uint64_t step : {std::uint64_t{1} + count / 7, std::uint64_t{1} + count / 101})
            EXPECT_EQ(digestOf(valuesOf(logical, group.tensor, step)), digestOf(whole));
    }
}

TEST_P(QuantizedSample, HasTheSameValuesWithoutAMap)
{
    const auto folder = dataPath("quantized") / (*GetParam().entry)["folder"].get<std::string>();
    const auto logical = logicalOf(folder, Source::Access::Read);
    ASSERT_TRUE(logical);
    expectTensors(logical, *GetParam().entry);
}

/// Computes the value from its reported origin, by the formulas of the fact sheet, including their rounding.
float valueFrom(const ValueOrigin& origin)
{
    volatile float step = origin.number;
    switch (origin.formula) {
    case ValueOrigin::Formula::Product:
        break;
    case ValueOrigin::Formula::ZeroPoint:
        step = origin.number - origin.other;
        break;
    case ValueOrigin::Formula::Affine:
        step = origin.number * origin.scale;
        return step + origin.other;
    case ValueOrigin::Formula::Int8:
        step = origin.number * origin.scale;
        return step * 0.007874015718698502F;
    }
    return step * origin.scale;
}

/// All NaNs count as equal.
void expectSame(float actual, float expected)
{
    EXPECT_TRUE(actual == expected || (std::isnan(actual) && std::isnan(expected))) << actual << ", " << expected;
}

TEST_P(QuantizedSample, SaysWhatEachValueIsMadeOf)
{
    const auto logical = logicalOf(GetParam());
    ASSERT_TRUE(logical);
    const auto codes = codesOf(*logical);
    ASSERT_TRUE(codes);
    for (const QuantizedGroups::Group& group : logical->quantized->list) {
        const std::uint64_t count = logical->tensors[group.tensor].elements();
        const auto values = valuesOf(logical, group.tensor, count);
        const auto elements = Elements::open(logical, group.tensor);
        const auto coded = Elements::open(codes, group.tensor);
        ASSERT_TRUE(elements && coded);
        Buffer scratch;
        std::vector<std::byte> stored;
        ASSERT_TRUE(coded->visit(0, count, scratch, [&](auto bytes) { stored.assign(bytes.begin(), bytes.end()); }));
        for (std::uint64_t i = 0; i < count; i += 1 + count / 97) {
            const auto origin = elements->originOf(i);
            ASSERT_TRUE(origin && *origin) << logical->tensors[group.tensor].name << " " << i;
            expectSame((*origin)->value, values[i]);
            expectSame(valueFrom(**origin), values[i]);
            if (const auto factor = (*origin)->global)
                expectSame((*origin)->isDivided ? (*origin)->groupScale / *factor : (*origin)->groupScale * *factor,
                    (*origin)->scale);
            EXPECT_LT((*origin)->group, (*origin)->groups);
            EXPECT_EQ(std::uint8_t((*origin)->code), std::uint8_t(stored[i]));
        }
    }
}

TEST(QuantizedOrigin, NamesTheCodeAndBothScalesOfNvfp4)
{
    const auto logical = logicalOf(dataPath("quantized") / "modelopt-nvfp4");
    ASSERT_TRUE(logical);
    const auto& group = logical->quantized->list.front();
    const auto elements = Elements::open(logical, group.tensor);
    ASSERT_TRUE(elements);
    const Checkpoint& stored = *logical->quantized->stored;
    const auto byteAt = [&](std::size_t part, std::uint64_t at) {
        const Tensor& tensor = stored.tensors[group.parts[part].tensor];
        std::byte byte{};
        EXPECT_TRUE(stored.files[tensor.file].source->read(tensor.bytes.begin + at, std::span(&byte, 1)));
        return std::to_integer<unsigned>(byte);
    };
    constexpr std::array numbers{0.0F, 0.5F, 1.0F, 1.5F, 2.0F, 3.0F, 4.0F, 6.0F};
    constexpr std::uint64_t element = 17; // the high nibble of byte 8, in the second group
    const auto origin = elements->originOf(element);
    ASSERT_TRUE(origin && *origin);
    const unsigned code = byteAt(0, element / 2) >> 4;
    EXPECT_EQ((*origin)->code, code);
    EXPECT_EQ((*origin)->number, code < 8 ? numbers[code] : -numbers[code - 8]);
    EXPECT_EQ((*origin)->group, 1U);
    ASSERT_TRUE((*origin)->global);
    EXPECT_FALSE((*origin)->isDivided);
    EXPECT_LT(*(*origin)->global, 1.0F);
}

/// 129 × 200 in blocks of 128 × 128.
TEST(QuantizedOrigin, HasThePlaceOfABlockInBothDirections)
{
    const auto logical = logicalOf(dataPath("quantized") / "fp8-block-128");
    ASSERT_TRUE(logical);
    const auto tensor = findNamed(*logical, "model.layers.0.self_attn.q_a_proj.weight");
    ASSERT_TRUE(tensor);
    const auto elements = Elements::open(logical, *tensor);
    ASSERT_TRUE(elements);
    for (const auto& [element, row, column] : {std::tuple(0U, 0U, 0U), {127U * 200, 0U, 0U}, {127U * 200 + 128, 0U, 1U},
             {128U * 200, 1U, 0U}, {128U * 200 + 199, 1U, 1U}}) {
        const auto origin = elements->originOf(element);
        ASSERT_TRUE(origin && *origin) << element;
        EXPECT_TRUE((*origin)->isBlock);
        EXPECT_EQ((*origin)->blockRow, row) << element;
        EXPECT_EQ((*origin)->blockRows, 2U);
        EXPECT_EQ((*origin)->group, column) << element;
        EXPECT_EQ((*origin)->groups, 2U);
    }
}

TEST(QuantizedOrigin, IsNothingForPlainTensors)
{
    const auto logical = logicalOf(dataPath("quantized") / "gptq-4bit");
    ASSERT_TRUE(logical);
    for (std::uint32_t tensor = 0; tensor < logical->tensors.size(); ++tensor) {
        if (logical->quantized->of(tensor))
            continue;
        const auto elements = Elements::open(logical, tensor);
        ASSERT_TRUE(elements);
        const auto origin = elements->originOf(0);
        ASSERT_TRUE(origin);
        EXPECT_FALSE(*origin);
    }
}

/// Each stored tensor is either a tensor of its own or a part of one quantized weight.
TEST_P(QuantizedSample, HasEachStoredTensorOnce)
{
    const auto logical = logicalOf(GetParam());
    ASSERT_TRUE(logical);
    std::vector<unsigned> uses(logical->quantized->stored->tensors.size());
    std::size_t parts = 0;
    for (const QuantizedGroups::Group& group : logical->quantized->list) {
        parts += group.parts.size();
        for (const QuantizedGroups::Part& part : group.parts)
            EXPECT_EQ(++uses[part.tensor], 1U) << logical->quantized->stored->tensors[part.tensor].name;
    }
    const std::size_t plain = logical->tensors.size() - logical->quantized->list.size();
    EXPECT_EQ(plain + parts, logical->quantized->stored->tensors.size());
    std::size_t inFiles = 0;
    for (const CheckpointFile& file : logical->files) {
        EXPECT_EQ(file.firstTensor, inFiles);
        inFiles += file.tensorCount;
    }
    EXPECT_EQ(inFiles, logical->tensors.size());
}

INSTANTIATE_TEST_SUITE_P(
    Sound, QuantizedSample, testing::ValuesIn(casesOf("cases")), [](const auto& info) { return info.param.name; });

class DamagedQuantizedSample : public testing::TestWithParam<QuantizedCase> { };

TEST_P(DamagedQuantizedSample, HasTheStatedFindingsAndItsSoundTensors)
{
    const auto logical = checkedOf(logicalOf(GetParam()));
    ASSERT_TRUE(logical);
    expectTensors(logical, *GetParam().entry);
    for (const json& expected : (*GetParam().entry)["expected_findings"]) {
        auto list = logical->findings.list();
        if (expected["kind"] == "weight-nan") { // opening reads no weights, so only a scan finds it
            const auto index = findNamed(*logical, expected["logical_tensor"].get<std::string>());
            ASSERT_TRUE(index);
            const auto inspected = inspect(logical->tensors[*index]);
            ASSERT_TRUE(inspected) << describe(inspected.error());
            list = *inspected;
            EXPECT_THAT(list, testing::ElementsAre(testing::Field(&Finding::severity, Severity::Error)));
        }
        EXPECT_TRUE(std::ranges::any_of(list, [&](const Finding& finding) {
            return finding.code == expected["kind"].get<std::string>()
                && (expected["logical_tensor"].is_null()
                        ? !finding.aboutTensor
                        : finding.tensor == expected["logical_tensor"].get<std::string>());
        })) << expected;
    }
}

INSTANTIATE_TEST_SUITE_P(Damaged, DamagedQuantizedSample, testing::ValuesIn(casesOf("damaged")),
    [](const auto& info) { return info.param.name; });

TEST(NamedQuantization, IsListedWithoutValuesAndWithoutFault)
{
    for (const json& entry : quantizedManifest()["not_decoded"]) {
        SCOPED_TRACE(entry["case"]);
        const auto logical = logicalOf(dataPath("quantized") / entry["folder"].get<std::string>());
        ASSERT_TRUE(logical);
        expectTensors(logical, entry);
        EXPECT_FALSE(logical->findings.hasErrors());
        ASSERT_EQ(logical->quantized->list.size(), 1U);
        EXPECT_EQ(logical->quantized->list[0].parts.size(), entry["logical_tensors"][0]["parts"].size());
    }
}

TEST(Quantized, APlainCheckpointIsNotTouched)
{
    const auto stored = openCheckpoint(dataPath("safetensors-sharded"));
    ASSERT_TRUE(stored);
    const auto logical = quantized::logicalOf(*stored);
    ASSERT_TRUE(logical);
    EXPECT_EQ(*logical, *stored);
}

/// 64 columns with 32 stored scales in each row: two groups and padding. AWQ gemv stores it like this only for groups
/// of 32.
TEST(Quantized, PaddedScalesOfAwqGemvAreNoGroups)
{
    const auto logical = logicalWithConfig("awq-gemv", "");
    expectTensors(logical, entryOf("awq-gemv"));
}

/// 256 columns with 8 stored scales: two groups of 128, or one group if the rest is padding, which must be 0.
TEST(Quantized, ScalesOfAwqGemvThatAreNotZeroAreNoPadding)
{
    const TemporaryFolder folder;
    const auto open = [&](std::uint16_t second) {
        return logicalOf(folder.write("model" + std::to_string(second) + ".safetensors",
            safetensorsOf({{"q.qweight", "I32", "[2,32]", std::string(256, '3')},
                {"q.qzeros", "I32", "[2,1]", std::string(8, '\0')},
                {"q.scales", "F16", "[2,8]",
                    packedBytes<std::uint16_t>(
                        {0x3c00, second, 0, 0, 0, 0, 0, 0, 0x3c00, second, 0, 0, 0, 0, 0, 0})}})));
    };
    const auto logical = open(0x4000);
    const auto values = valuesOf(logical, 0, 512);
    EXPECT_EQ(values[0], 3);
    EXPECT_EQ(values[127], 3);
    EXPECT_EQ(values[128], 6);
    EXPECT_EQ(open(0)->tensors[0].dtype, DType::Opaque);
}

TEST(Quantized, AwqGemvIsNotDecodedWithAGroupSizeThatItsScalesDoNotFit)
{
    const auto logical =
        logicalWithConfig("awq-gemv", R"({"quantization_config":{"quant_method":"awq","bits":4,"group_size":64}})");
    for (const QuantizedGroups::Group& group : logical->quantized->list)
        EXPECT_EQ(logical->tensors[group.tensor].dtype, DType::Opaque);
    EXPECT_TRUE(hasFinding(*logical, "scale-shape"));
}

/// 33 codes of 3 bits take 4 words either way: without gaps, or with 10 codes in each word.
TEST(Quantized, TheVersionTellsPackingsOfOneWidthApart)
{
    constexpr unsigned columns = 33;
    const auto packed = [](unsigned bitsBetweenWords) {
        std::vector<std::uint32_t> words(4);
        for (unsigned i = 0; i < columns; ++i) {
            for (unsigned k = 0; k < 3; ++k) {
                const unsigned bit = bitsBetweenWords == 0 ? 3 * i + k : i / 10 * 32 + i % 10 * 3 + k;
                words[bit / 32] |= (i * 5 % 8 >> k & 1U) << bit % 32;
            }
        }
        return packedBytes(words);
    };
    std::vector<float> expected;
    for (unsigned i = 0; i < columns; ++i)
        expected.push_back((static_cast<float>(i * 5 % 8) - 4) * 0.5F);
    const auto open = [](const std::string& words, const std::string& version) {
        const TemporaryFolder folder;
        folder.write("config.json",
            R"({"quantization_config":{"quant_method":"compressed-tensors",)" + version
                + R"("config_groups":{"g":{"weights":{"num_bits":3,"symmetric":true}}}}})");
        return logicalOf(folder.write("model.safetensors",
            safetensorsOf({{"q.weight_packed", "I32", "[1,4]", words},
                {"q.weight_scale", "F32", "[1,1]", packedBytes<float>({0.5F})},
                {"q.weight_shape", "I64", "[2]", packedBytes<std::int64_t>({1, columns})}})));
    };
    EXPECT_EQ(valuesOf(open(packed(2), R"("version":"0.12.0",)"), 0, columns), expected);
    EXPECT_EQ(valuesOf(open(packed(0), R"("version":"0.18.0",)"), 0, columns), expected);
    EXPECT_EQ(valuesOf(open(packed(0), ""), 0, columns), expected) << "whole words have no bits beyond their codes";
    const auto unknown = open(packed(2), "");
    ASSERT_EQ(unknown->tensors.size(), 1U);
    EXPECT_EQ(unknown->tensors[0].dtype, DType::Opaque);
    EXPECT_TRUE(hasFinding(*unknown, "packed-width"));
}

TEST(Quantized, FloatModesOfMlxFollowFromTheShapesWithoutAConfig)
{
    const auto logical = logicalWithConfig("mlx-fp-modes", "");
    expectTensors(logical, entryOf("mlx-fp-modes"));
    EXPECT_FALSE(logical->findings.hasErrors());
}

TEST(Quantized, PackedBytesAreKnownWithoutAConfig)
{
    expectTensors(logicalWithConfig("ct-pack-int8", ""), entryOf("ct-pack-int8"));
}

TEST(Quantized, TheTensorsDecideWhereTheConfigNamesAnotherSchemeAndGroupSize)
{
    const auto logical =
        logicalWithConfig("gptq-4bit", R"({"quantization_config":{"quant_method":"awq","bits":4,"group_size":16}})");
    expectTensors(logical, entryOf("gptq-4bit"));
    const auto isContradiction = [](const Finding& finding) { return finding.code == "config-contradiction"; };
    // One finding about the scheme of each weight, and one about the group size, since all weights may have the same.
    EXPECT_EQ(std::ranges::count_if(logical->findings.list(), isContradiction),
        static_cast<std::ptrdiff_t>(logical->quantized->list.size()) + 1);
}

TEST(Quantized, AGlobalScaleThatSeemsToBeTheReciprocalIsFound)
{
    const TemporaryFolder folder;
    const auto open = [&](float global) {
        return logicalOf(folder.write("model" + std::to_string(global) + ".safetensors",
            safetensorsOf({{"q.weight", "U8", "[1,8]", std::string(8, 'a')},
                {"q.weight_scale", "F8_E4M3", "[1,1]", std::string(1, '8')},
                {"q.weight_scale_2", "F32", "[]", packedBytes<float>({global})}})));
    };
    const auto reciprocal = open(5000);
    EXPECT_TRUE(hasFinding(*checkedOf(reciprocal), "scale-extreme"));
    const auto inspected = inspect(reciprocal->tensors[0]);
    ASSERT_TRUE(inspected) << describe(inspected.error());
    EXPECT_THAT(*inspected, testing::ElementsAre(testing::Field(&Finding::code, "scale-extreme")));
    EXPECT_TRUE(checkedOf(open(0.001F))->findings.list().empty());
}

TEST(Quantized, EveryIgnoredNameOfALongListCounts)
{
    std::string ignored;
    for (unsigned i = 0; i < 5000; ++i)
        ignored += "\"other." + std::to_string(i) + "\",";
    const auto logical = logicalWithConfig("modelopt-nvfp4",
        R"({"quantization_config":{"quant_method":"compressed-tensors","ignore":[)" + ignored
            + R"("model.layers.0.self_attn.q_proj"]}})");
    const auto isAbout = [](const Finding& finding) {
        return finding.code == "config-contradiction" && finding.tensor == "model.layers.0.self_attn.q_proj.weight";
    };
    EXPECT_TRUE(std::ranges::any_of(logical->findings.list(), isAbout));
}

TEST(Quantized, AMissingScaleShowsByWeightsLikeItOrByAnotherPart)
{
    struct Case {
        const char* what;
        std::vector<WantedTensor> tensors;
        const char* config;
        const char* weight; ///< the weight that lacks its scale
    };
    const std::string fp8(256, '8');
    const std::string one = packedBytes<float>({0.5F});
    const std::string words(32, 'a');
    const std::string half(4, '\x3c');
    const std::vector<Case> cases{
        {"layers like it",
            {{"l.0.q.weight", "F8_E4M3", "[16,16]", fp8}, {"l.0.q.weight_scale", "F32", "[]", one},
                {"l.1.q.weight", "F8_E4M3", "[16,16]", fp8}},
            "", "l.1.q.weight"},
        {"its neighbor",
            {{"l.0.q.weight", "F8_E4M3", "[16,16]", fp8}, {"l.0.q.weight_scale_inv", "F32", "[]", one},
                {"l.0.k.weight", "F8_E4M3", "[16,16]", fp8}},
            "", "l.0.k.weight"},
        {"NVFP4's global scale", {{"q.weight", "U8", "[16,16]", fp8}, {"q.weight_scale_2", "F32", "[]", one}}, "",
            "q.weight"},
        {"offsets of MLX", {{"q.weight", "U32", "[1,8]", words}, {"q.biases", "F16", "[1,2]", half}}, "", "q.weight"},
        {"the config", {{"q.weight", "I8", "[16,16]", fp8}},
            R"({"quantization_config":{"quant_method":"compressed-tensors","format":"int-quantized"}})", "q.weight"},
    };
    for (const Case& one : cases) {
        SCOPED_TRACE(one.what);
        const TemporaryFolder folder;
        if (*one.config != '\0')
            folder.write("config.json", one.config);
        const auto logical = logicalOf(folder.write("model.safetensors", safetensorsOf(one.tensors)));
        const auto missing = std::ranges::count_if(logical->findings.list(), [&](const Finding& finding) {
            return finding.code == "scale-missing" && finding.tensor == one.weight
                && finding.severity == Severity::Error;
        });
        EXPECT_EQ(missing, 1);
        EXPECT_EQ(logical->findings.list().size(), 1U);
        EXPECT_EQ(logical->tensors[*findNamed(*logical, one.weight)].dtype, DType::Opaque);
    }
}

namespace {

/// An NVFP4 weight whose code bytes are `begin`, then all `rest`.
std::shared_ptr<const Checkpoint> nvfp4(std::uint64_t rows, std::string begin, const std::string& scales, char rest)
{
    const TemporaryFolder folder;
    begin.resize(rows * 256, rest);
    return logicalOf(folder.write("model.safetensors",
        safetensorsOf({{"q.weight", "U8", "[" + std::to_string(rows) + ",256]", begin},
            {"q.weight_scale", "F8_E4M3", "[" + std::to_string(rows) + ",32]", scales},
            {"q.weight_scale_2", "F32", "[]", packedBytes<float>({0.5F})}})));
}

std::vector<Finding> inspected(const Checkpoint& checkpoint)
{
    const auto found = inspect(checkpoint.tensors[0]);
    EXPECT_TRUE(found) << describe(found.error());
    return found ? *found : std::vector<Finding>();
}

/// One byte for each code, which has it twice.
std::string allCodes()
{
    std::string bytes;
    for (unsigned code = 0; code < 16; ++code)
        bytes += static_cast<char>(code * 0x11);
    return bytes;
}

} // namespace

/// The weight has more scales than withScaleFindings() reads.
TEST(Quantized, InspectionReadsAllScales)
{
    constexpr std::uint64_t rows = 4096;
    std::string scales(rows * 32, '8');
    scales[100'001] = '\0';
    scales[100'003] = '\0';
    scales[120'000] = '\xb8'; // -1
    const auto logical = nvfp4(rows, allCodes(), scales, '\x21');
    EXPECT_TRUE(logical->findings.list().empty());
    const auto found = inspected(*logical);
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].code, "scale-zero");
    EXPECT_THAT(found[0].message,
        testing::HasSubstr("2 of 131,072 scales are 0 in \"q.weight_scale\" (the first at [3125, 1])"));
    EXPECT_EQ(found[1].code, "scale-negative");
    EXPECT_EQ(found[1].tensor, "q.weight");
    const Tensor& part = logical->quantized->stored->tensors[1];
    EXPECT_EQ(found[1].offset, part.bytes.begin + 120'000);
}

TEST(Quantized, InspectionFindsCodesThatNeverOccurAndThoseThatPileUpAtTheEnds)
{
    const std::string scales(8 * 32, '8');
    const auto codeOf = [&](const Checkpoint& checkpoint) {
        const auto found = inspected(checkpoint);
        EXPECT_LE(found.size(), 1U);
        return found.empty() ? std::string_view() : found[0].code;
    };
    EXPECT_EQ(codeOf(*nvfp4(8, allCodes(), scales, '\x21')), "");
    EXPECT_EQ(codeOf(*nvfp4(8, "\x01\x23\x45\x67", scales, '\x21')), "codes-unused") << "8 of 16";
    EXPECT_EQ(codeOf(*nvfp4(8, "\x01\x23\x45\x67\x08", scales, '\x21')), "");
    EXPECT_EQ(codeOf(*nvfp4(8, allCodes() + std::string(400, '\x7f'), scales, '\x21')), "") << "20 % at the ends";
    EXPECT_EQ(codeOf(*nvfp4(8, allCodes() + std::string(600, '\x7f'), scales, '\x21')), "codes-saturated") << "29 %";
    EXPECT_EQ(codeOf(*nvfp4(1, "\x01\x23\x45\x67", std::string(32, '8'), '\x21')), "") << "too few elements to tell";
}

TEST(Quantized, EightBitsMayHaveScalesForGroupsOfColumns)
{
    const TemporaryFolder folder;
    const auto logical = logicalOf(folder.write("model.safetensors",
        safetensorsOf({{"q.weight", "I8", "[2,4]", packedBytes<std::int8_t>({1, -2, 3, -4, 5, 6, 7, -128})},
            {"q.weight_scale", "F32", "[2,2]", packedBytes<float>({1, 2, 4, 0.5F})},
            {"q.weight_zero_point", "I8", "[2,2]", packedBytes<std::int8_t>({0, 1, 0, -1})}})));
    EXPECT_EQ(logical->dtypeName(0), "INT8 g2");
    EXPECT_EQ(valuesOf(logical, 0, 3), (std::vector<float>{1, -2, 4, -10, 20, 24, 4, -63.5F}));
    EXPECT_TRUE(logical->findings.list().empty());
}

TEST(Quantized, APlainCastToEightBitsNeedsNoScale)
{
    const TemporaryFolder folder;
    const std::string fp8(256, '8');
    const auto logical = logicalOf(folder.write("model.safetensors",
        safetensorsOf({{"unet.0.q.weight", "F8_E4M3", "[16,16]", fp8}, {"text.0.q.weight", "F8_E4M3", "[16,16]", fp8},
            {"text.0.q.weight_scale", "F32", "[]", packedBytes<float>({0.5F})}})));
    EXPECT_TRUE(logical->findings.list().empty());
    EXPECT_EQ(logical->tensors[*findNamed(*logical, "unet.0.q.weight")].dtype, DType::F8_E4M3);
}

/// Two experts of 16 inputs and 3 outputs. Each byte has the codes of two inputs; each scale is for all 16.
TEST(Quantized, ExpertsOfModelOptAreInputFirst)
{
    std::string codes;
    for (int expert = 0; expert < 2; ++expert) {
        for (int pair = 0; pair < 8; ++pair) {
            for (int output = 0; output < 3; ++output)
                codes += static_cast<char>(pair == output ? 0x42 : expert == 1 ? 0x01 : 0x00);
        }
    }
    const TemporaryFolder folder;
    const auto logical = logicalOf(folder.write("model.safetensors",
        safetensorsOf({{"experts.up", "U8", "[2,8,3]", codes},
            {"experts.up_weight_scale", "F8_E4M3", "[2,1,3]", "\x38\x40\x30\x38\x38\x48"}, // 1 2 .5 1 1 4
            {"experts.up_weight_scale_2", "F32", "[2]", packedBytes<float>({0.5F, 0.25F})},
            {"experts.up_input_scale", "F32", "[]", packedBytes<float>({1})}})));
    EXPECT_TRUE(logical->findings.list().empty());
    const auto tensor = findNamed(*logical, "experts.up");
    ASSERT_TRUE(tensor);
    EXPECT_EQ(logical->dtypeName(*tensor), "NVFP4");
    EXPECT_EQ(shapeOf(*logical, *tensor), (std::vector<std::uint64_t>{2, 16, 3}));
    std::vector<float> want(2 * 16 * 3);
    const float scales[2][3] = {{0.5F, 1, 0.25F}, {0.25F, 0.25F, 1}};
    for (std::size_t expert = 0; expert < 2; ++expert) {
        for (std::size_t input = 0; input < 16; ++input) {
            for (std::size_t output = 0; output < 3; ++output) {
                const bool isLow = input % 2 == 0;
                const float code = input / 2 == output ? (isLow ? 1.0F : 2.0F) : isLow && expert == 1 ? 0.5F : 0.0F;
                want[(expert * 16 + input) * 3 + output] = code * scales[expert][output];
            }
        }
    }
    for (const std::uint64_t step : {96U, 3U, 7U, 1U})
        EXPECT_EQ(valuesOf(logical, *tensor, step), want) << step;
    const auto origin = logical->tensors[*tensor].storage->originOf(48 + 3 + 0);
    ASSERT_TRUE(origin && *origin);
    EXPECT_EQ((*origin)->value, 2 * 0.25F);
    EXPECT_EQ((*origin)->groupScale, 1);
    EXPECT_EQ((*origin)->global, 0.25F);
}

/// The padding in ComfyUI's tiles is zeros, which are not scales.
TEST(Quantized, ScalesInTilesAreLookedAtWithoutTheirPadding)
{
    constexpr std::size_t rows = 160;
    std::string scales(256 * 4, '\0');
    const auto at = [](std::size_t row, std::size_t column) {
        return row / 128 * 512 + row % 32 * 16 + row % 128 / 32 * 4 + column;
    };
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t column = 0; column < 2; ++column)
            scales[at(row, column)] = '8';
    }
    const std::string comfy = R"({"format": "nvfp4"})";
    const auto found = [&] {
        const TemporaryFolder folder;
        const auto logical = logicalOf(folder.write("model.safetensors",
            safetensorsOf({{"q.weight", "U8", "[160,16]", std::string(rows * 16, '\x21')},
                {"q.weight_scale", "F8_E4M3", "[256,4]", scales},
                {"q.weight_scale_2", "F32", "[]", packedBytes<float>({0.5F})},
                {"q.comfy_quant", "U8", "[" + std::to_string(comfy.size()) + "]", comfy}})));
        std::vector<std::string> codes;
        const auto inspected = inspect(logical->tensors[0]);
        EXPECT_TRUE(inspected) << describe(inspected.error());
        for (const Finding& finding : *inspected) {
            if (finding.code.starts_with("scale-"))
                codes.push_back(std::string(finding.code) + " " + finding.message);
        }
        EXPECT_EQ(codes.size(), checkedOf(logical)->findings.list().size()) << "info reads small scales, too";
        return codes;
    };
    EXPECT_TRUE(found().empty());
    scales[at(159, 1)] = '\0';
    EXPECT_THAT(found(), testing::ElementsAre(testing::HasSubstr("1 of 320 scales")));
    scales[at(3, 0)] = '\x7f';
    EXPECT_THAT(found(), testing::ElementsAre(testing::StartsWith("scale-nan"), testing::StartsWith("scale-zero")));
}

TEST(Quantized, ConvolutionsHaveScalesOfChannels)
{
    for (const char* const shape : {"[2]", "[2,1,1,1]"}) {
        const TemporaryFolder folder;
        const auto logical = logicalOf(folder.write("model.safetensors",
            safetensorsOf({{"conv.weight", "F8_E4M3", "[2,2,1,2]", "88@@8888"}, // 1 and 2
                {"conv.weight_scale", "F32", shape, packedBytes<float>({0.5F, 3})}})));
        EXPECT_EQ(logical->dtypeName(0), "F8_E4M3 per channel");
        EXPECT_EQ(valuesOf(logical, 0, 3), (std::vector<float>{0.5F, 0.5F, 1, 1, 3, 3, 3, 3}));
        EXPECT_TRUE(logical->findings.list().empty());
    }
}

TEST(NamedQuantization, KnowsModelOptsFloatsByTheirExponents)
{
    const TemporaryFolder folder;
    const auto logical = logicalOf(folder.write("model.safetensors",
        safetensorsOf({{"q.weight", "U8", "[2,32]", std::string(64, '\x21')},
            {"q.weight_scale", "U8", "[2,2]", "\x7f\x7f\x7f\x7f"}})));
    ASSERT_EQ(logical->tensors.size(), 1U);
    EXPECT_EQ(logical->dtypeName(0), "ModelOpt MXFP4");
    ASSERT_EQ(logical->findings.list().size(), 1U);
    EXPECT_EQ(logical->findings.list()[0].severity, Severity::Note);
}

TEST(Quantized, AConfigOfAnotherMethodIsAFinding)
{
    for (const auto& [method, isOther] : {std::pair("gptq", true), {"awq", true}, {"fp8", false}}) {
        SCOPED_TRACE(method);
        const auto logical = logicalWithConfig(
            "fp8-per-tensor", R"({"quantization_config":{"quant_method":")" + std::string(method) + R"("}})");
        const auto found = std::ranges::count_if(logical->findings.list(),
            [](const Finding& finding) { return finding.code == "config-contradiction" && !finding.aboutTensor; });
        EXPECT_EQ(found, isOther ? 1 : 0);
    }
}

/// AWQ gemv pads each row of scales to a multiple of 8.
TEST(Quantized, ScalesInPaddedRowsAreLookedAtWithoutTheirPadding)
{
    std::vector<std::uint16_t> scales(2 * 8); // F16; each row has two groups and six elements of padding
    for (const std::size_t at : {0U, 1U, 8U, 9U})
        scales[at] = 0x3c00;
    const auto found = [&] {
        const TemporaryFolder folder;
        folder.write("config.json",
            R"({"quantization_config":{"quant_method":"awq","bits":4,"group_size":128,"version":"gemv"}})");
        const auto logical = logicalOf(folder.write("model.safetensors",
            safetensorsOf({{"q.qweight", "I32", "[2,32]", std::string(256, '\x21')},
                {"q.qzeros", "I32", "[2,1]", std::string(8, '\0')},
                {"q.scales", "F16", "[2,8]", packedBytes<std::uint16_t>(scales)}})));
        std::vector<std::string> messages;
        const auto checked = checkedOf(logical);
        for (const Finding& finding : checked->findings.list())
            messages.push_back(finding.message);
        return messages;
    };
    EXPECT_THAT(found(), testing::IsEmpty());
    scales[9] = 0;
    EXPECT_THAT(
        found(), testing::ElementsAre(testing::HasSubstr("1 of 4 scales is 0 in \"q.scales\" (the first at [1, 1])")));
}

} // namespace loupe::test
