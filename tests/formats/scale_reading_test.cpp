#include "format_files.h"

#include "formats/quantized/logical_checkpoint.h"
#include "support/compared_pair.h"

#include <gtest/gtest.h>

#include <algorithm>
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

/// Opening waits for each reading, so that it reads some only, and says so where those are bad.
TEST(ScaleReading, OpeningChecksSomeScalesAndSaysHowMany)
{
    const auto few = weightsWithScales(256, 0);
    EXPECT_EQ(countOf(*few, "scale-zero"), 256);
    EXPECT_EQ(countOf(*few, "scales-unread"), 0);

    const auto many = weightsWithScales(300, 0);
    EXPECT_EQ(countOf(*many, "scale-zero"), 256);
    ASSERT_EQ(countOf(*many, "scales-unread"), 1);
    EXPECT_EQ(std::ranges::find(many->findings.list(), "scales-unread", &Finding::code)->message,
        "only 256 of 300 scale tensors were checked on opening; a scan checks all of them");

    EXPECT_TRUE(weightsWithScales(300, 1)->findings.list().empty());
}

} // namespace
} // namespace loupe::test
