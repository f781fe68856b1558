// Descriptions of quantized weights that are too large to read when opening a model.

#include "format_files.h"

#include "core/elements.h"
#include "formats/quantized/logical_checkpoint.h"
#include "support/compared_pair.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

namespace loupe::test {
namespace {

/// The largest allowed description. Opening reads 4 MiB of descriptions, and up to 4 MiB more of those that are the
/// first of their kind.
constexpr std::size_t descriptionBytes = 65536;
constexpr std::size_t readAtOpening = 64;

std::string stateOf(const char* shape)
{
    std::string text = R"({"quant_type":"nf4","blocksize":64,"dtype":"float32","shape":)" + std::string(shape) + "}";
    text.resize(descriptionBytes, ' ');
    return text;
}

void addWeight(std::vector<WantedTensor>& entries, const std::string& name, const std::string& state)
{
    entries.push_back({name, "U8", "[64,1]", std::string(64, '\xf1')});
    entries.push_back({name + ".absmax", "F32", "[2]", packedBytes<float>({2, 4})});
    entries.push_back({name + ".quant_state.bitsandbytes__nf4", "U8", "[" + std::to_string(state.size()) + "]", state});
}

std::shared_ptr<const Checkpoint> opened(const std::vector<WantedTensor>& entries)
{
    const TemporaryFolder folder;
    const auto stored = openCheckpoint(folder.write("model.safetensors", safetensorsOf(entries)));
    EXPECT_TRUE(stored) << describe(stored.error());
    const auto logical = quantized::logicalOf(*stored);
    EXPECT_TRUE(logical) << describe(logical.error());
    return *logical;
}

std::vector<std::string> unreadNotes(const Checkpoint& checkpoint)
{
    std::vector<std::string> messages;
    for (const Finding& finding : checkpoint.findings.list()) {
        EXPECT_EQ(finding.code, "descriptions-unread");
        EXPECT_EQ(finding.severity, Severity::Note);
        messages.push_back(finding.message);
    }
    return messages;
}

/// The bytes of the tensor's elements, or the error.
std::string valuesOf(const std::shared_ptr<const Checkpoint>& checkpoint, std::string_view name)
{
    const auto found = std::ranges::find(checkpoint->tensors, name, &Tensor::name);
    const auto elements = Elements::open(checkpoint, static_cast<std::uint32_t>(found - checkpoint->tensors.begin()));
    if (!elements)
        return elements.error().message;
    std::string bytes;
    Buffer scratch;
    const auto done = elements->visit(0, elements->count(), scratch, [&](std::span<const std::byte> some) {
        bytes.append(reinterpret_cast<const char*>(some.data()), some.size());
    });
    return done ? bytes : done.error().message;
}

} // namespace

TEST(DescriptionReads, WeightsBeyondTheLimitAreAsOthersLikeThemUntilTheirValuesAreRead)
{
    std::vector<WantedTensor> entries;
    for (std::size_t i = 0; i < readAtOpening; ++i)
        addWeight(entries, "layers." + std::to_string(i) + ".q.weight", stateOf("[8,16]"));
    addWeight(entries, "layers.900.q.weight", stateOf("[8,16]"));
    addWeight(entries, "layers.901.q.weight", stateOf("[16,8]"));
    addWeight(entries, "layers.902.q.weight", stateOf("[8,16"));
    addWeight(entries, "layers.903.k.weight", stateOf("[4,32]")); // a kind that was not read yet
    const auto logical = opened(entries);
    EXPECT_THAT(unreadNotes(*logical),
        testing::ElementsAre("3 of 68 quantized weights are assumed to match the others; their parameters are read on "
                             "demand"));
    ASSERT_EQ(logical->tensors.size(), readAtOpening + 4);
    for (const Tensor& tensor : logical->tensors) {
        SCOPED_TRACE(tensor.name);
        const bool isOther = tensor.name == "layers.903.k.weight";
        EXPECT_THAT(tensor.shape, testing::ElementsAre(isOther ? 4 : 8, isOther ? 32 : 16));
        EXPECT_EQ(tensor.storage->typeName(), "NF4 g64");
        EXPECT_EQ(fileBytes(tensor), 64 + 8 + descriptionBytes);
    }
    const std::string values = valuesOf(logical, "layers.0.q.weight");
    float first = 0;
    std::memcpy(&first, values.data(), sizeof first);
    EXPECT_EQ(first, 2); // code 15 of a block with the scale 2
    EXPECT_EQ(valuesOf(logical, "layers.900.q.weight"), values);
    EXPECT_THAT(valuesOf(logical, "layers.901.q.weight"), testing::HasSubstr("[16, 8]"));
    EXPECT_THAT(valuesOf(logical, "layers.901.q.weight"), testing::HasSubstr("[8, 16] was assumed"));
    EXPECT_THAT(valuesOf(logical, "layers.902.q.weight"), testing::HasSubstr("is not the JSON text of a quant_state"));

    for (const Tensor& tensor : logical->tensors) {
        if (!tensor.name.starts_with("layers.90"))
            continue;
        const bool isSound = tensor.name == "layers.900.q.weight" || tensor.name == "layers.903.k.weight";
        const auto inspection = tensor.storage->inspection(tensor);
        inspection->look(0, 128);
        EXPECT_EQ(inspection->finish().has_value(), isSound) << tensor.name;
        const auto origin = tensor.storage->originOf(0);
        ASSERT_EQ(origin.has_value(), isSound) << tensor.name;
        if (isSound) {
            EXPECT_EQ((*origin)->value, 2);
        }
        std::string codes(128, '\0');
        const auto decoded = tensor.storage->stored()->storage->decode(
            tensor, *logical->files.front().source, 0, 128, std::as_writable_bytes(std::span(codes)));
        EXPECT_EQ(decoded.has_value(), isSound) << tensor.name;
        if (isSound) {
            EXPECT_EQ(codes.substr(0, 2), "\x0f\x01");
        }
    }
}

/// A file may have any number of kinds of weights.
TEST(DescriptionReads, KindsBeyondTheLimitAreNotDecoded)
{
    std::vector<WantedTensor> entries;
    for (std::size_t i = 0; i < 2 * readAtOpening + 2; ++i)
        addWeight(entries, std::string({'k', char('a' + i / 26), char('a' + i % 26)}) + ".weight", stateOf("[8,16]"));
    const auto logical = opened(entries);
    EXPECT_THAT(unreadNotes(*logical),
        testing::ElementsAre(
            "2 quantized weights not decoded: too many kinds of weights for one look. Open fewer files at once"));
    EXPECT_EQ(std::ranges::count(logical->tensors, DType::Opaque, &Tensor::dtype), 2);
}

} // namespace loupe::test
