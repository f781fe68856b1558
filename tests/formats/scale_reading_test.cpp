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

/// FP8 weights of 16 × 16, each with a scale of its own.
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

/// Whoever opens a model waits for no scales.
TEST(ScaleReading, OpeningReadsNoScales)
{
    const auto bad = weightsWithScales(3, 0);
    EXPECT_TRUE(bad->findings.list().empty());
    EXPECT_EQ(countOf(*scalesRead(bad), "scale-zero"), 3);
}

/// Each reading may wait for a disk, so that some scales are read only; a note says so.
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
