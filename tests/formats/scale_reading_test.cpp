#include "format_files.h"

#include "formats/quantized/logical_checkpoint.h"
#include "formats/quantized/scale_findings.h"
#include "support/compared_pair.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe::test {
namespace {

/// FP8 weights of 16 × 16, each with its own scale.
std::shared_ptr<const Checkpoint> weightsWithScales(int count, float scale)
{
    const TemporaryFolder folder;
    std::vector<WantedTensor> entries;
    for (int i = 0; i < count; ++i) {
        const std::string module = "layers." + std::to_string(i) + ".q";
        entries.push_back({module + ".weight", "F8_E4M3", "[16,16]", std::string(256, '8')});
        entries.push_back({module + ".weight_scale", "F32", "[]", packedBytes<float>({scale})});
    }
    const auto stored = openCheckpoint(folder.write("model.safetensors", safetensorsOf(entries)));
    EXPECT_TRUE(stored) << describe(stored.error());
    const auto logical = quantized::logicalOf(*stored);
    EXPECT_TRUE(logical) << describe(logical.error());
    return *logical;
}

std::ptrdiff_t countOf(const Checkpoint& checkpoint, std::string_view code)
{
    return std::ranges::count(checkpoint.findings.list(), code, &Finding::code);
}

std::shared_ptr<const Checkpoint> scalesRead(const std::shared_ptr<const Checkpoint>& logical)
{
    const auto checked = quantized::withScaleFindings(logical);
    EXPECT_TRUE(checked) << describe(checked.error());
    return *checked;
}

/// Opening a model must not wait until scales are read.
TEST(ScaleReading, OpeningReadsNoScales)
{
    const auto bad = weightsWithScales(3, 0);
    EXPECT_TRUE(bad->findings.list().empty());
    EXPECT_EQ(countOf(*scalesRead(bad), "scale-zero"), 3);
}

/// Each read may wait for a disk, so only some scales are read, and a note says how many were not.
TEST(ScaleReading, ReadsSomeScalesAndSaysHowMany)
{
    const auto few = scalesRead(weightsWithScales(256, 0));
    EXPECT_EQ(countOf(*few, "scale-zero"), 256);
    EXPECT_EQ(countOf(*few, "scales-unread"), 0);

    for (const float scale : {0.0F, 1.0F}) {
        const auto many = scalesRead(weightsWithScales(300, scale));
        EXPECT_EQ(countOf(*many, "scale-zero"), scale == 0 ? 256 : 0);
        ASSERT_EQ(countOf(*many, "scales-unread"), 1);
        EXPECT_EQ(std::ranges::find(many->findings.list(), "scales-unread", &Finding::code)->message,
            "only 256 of 300 scale tensors were read: a scan reads all of them");
    }
    const auto sound = weightsWithScales(3, 1);
    EXPECT_EQ(scalesRead(sound), sound) << "nothing to add";
}

/// Unread scales must not pass as valid.
TEST(ScaleReading, AnErrorIsANote)
{
    const Findings note = quantized::findingsOrNote(fail(ErrorCode::OutOfMemory, "no memory to look into scales"));
    ASSERT_EQ(note.list().size(), 1U);
    EXPECT_EQ(note.list().front().severity, Severity::Note);
    EXPECT_EQ(note.list().front().code, "scales-unread");
    EXPECT_EQ(note.list().front().message, "the scales were not read: no memory to look into scales");
    const auto zeros = weightsWithScales(3, 0);
    const std::vector<std::uint32_t> all{0, 1, 2};
    EXPECT_EQ(quantized::findingsOrNote(quantized::scaleFindings(*zeros, all)).list().size(), 3U);
}

/// Zero points of 0 wrap around in GPTQ's first version. The second version stores them as they are.
TEST(ScaleReading, SaysWhereZeroPointsWrapAround)
{
    for (const auto& [sample, wraps] : {std::pair("gptq-4bit", true), {"gptq-4bit-v2", false}}) {
        SCOPED_TRACE(sample);
        const auto folder = dataPath("quantized") / sample;
        const auto sound = openCheckpoint(folder);
        ASSERT_TRUE(sound) << describe(sound.error());
        const auto zeros = std::ranges::find_if(
            (*sound)->tensors, [](const Tensor& tensor) { return tensor.name.ends_with("q_proj.qzeros"); });
        ASSERT_NE(zeros, (*sound)->tensors.end());
        const TemporaryFolder copy;
        copy.write("config.json", readFile(folder / "config.json")); // it states the version
        std::string bytes = readFile(folder / "model.safetensors");
        bytes[zeros->bytes.begin] |= '\xf0'; // the second zero point of the first group
        copy.write("model.safetensors", bytes);
        for (const auto& [path, expected] : {std::pair(folder, 0), {copy.path(), wraps ? 1 : 0}}) {
            const auto stored = openCheckpoint(path);
            ASSERT_TRUE(stored) << describe(stored.error());
            const auto logical = quantized::logicalOf(*stored);
            ASSERT_TRUE(logical) << describe(logical.error());
            const auto checked = scalesRead(*logical);
            EXPECT_EQ(countOf(*checked, "zero-point-wrap"), expected);
            if (expected > 0) {
                EXPECT_EQ(std::ranges::find(checked->findings.list(), "zero-point-wrap", &Finding::code)->message,
                    "\"model.layers.0.self_attn.q_proj.qzeros\" stores 1 zero point as 15, which is read as 0: some "
                    "loaders take it for 16");
            }
        }
    }
}

TEST(ScaleReading, StopsWhenItIsTold)
{
    std::stop_source stop;
    stop.request_stop();
    const auto stopped = quantized::withScaleFindings(weightsWithScales(1, 0), {stop.get_token(), nullptr});
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, ErrorCode::Stopped);
}

} // namespace
} // namespace loupe::test
