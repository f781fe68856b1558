#include "memory_to_open.h"
#include "npz_bytes.h"

#include "support/temporary_file.h"

#include <gtest/gtest.h>

namespace loupe::test {

/// 16 MiB of nested lists deflate to 16 KiB.
TEST(TorchLimits, ADeflatedPickleCostsWhatTheFileBrings)
{
    const std::string pickle = "\x80\x02" + std::string(std::size_t{16} << 20, ']') + '.';
    const TemporaryFolder folder;
    const auto path = folder.write("brackets.pt", NpzBytes().deflated("archive/data.pkl", pickle).bytes());
    ASSERT_LT(std::filesystem::file_size(path), 32U << 10);
    const auto checkpoint = openCheckpoint(path);
    ASSERT_TRUE(checkpoint.has_value());
    const auto& findings = (*checkpoint)->findings.list();
    EXPECT_TRUE(std::any_of(findings.begin(), findings.end(),
        [](const Finding& finding) { return finding.message.find("makes more than 1,1") != std::string::npos; }));
    EXPECT_LT(memoryToOpen(path), 200L << 10);
}

} // namespace loupe::test
