// Comparisons of two models on a server.

#include "analysis/comparison/comparison.h"
#include "formats/opening/open_checkpoint.h"
#include "remote/cache/block_file.h"
#include "remote/network_files.h"
#include "support/compared_pair.h"
#include "support/fault_server.h"
#include "support/temporary_file.h"

#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

namespace loupe::remote {
namespace {

namespace fs = std::filesystem;

class RemoteComparisonTest : public testing::Test {
protected:
    ~RemoteComparisonTest() override { setRemoteFiles(nullptr); }

    static constexpr std::size_t tensorCount = 24;

    /// Writes a file of tensors in this order. The values of a tensor are its number, except that tensor 3 ends with
    /// `third`.
    void write(
        const std::string& name, const std::vector<std::size_t>& order, std::size_t tensorBytes, float third) const
    {
        std::vector<test::WantedTensor> tensors;
        for (const std::size_t number : order) {
            std::vector<float> values(tensorBytes / sizeof(float), static_cast<float>(number));
            if (number == 3)
                values.back() = third;
            tensors.push_back({"t" + std::to_string(number), "F32",
                '[' + std::to_string(tensorBytes / sizeof(float)) + ']', test::packedBytes(values)});
        }
        m_folder.write(name, test::safetensorsOf(tensors));
    }

    struct Cost {
        std::uint64_t bytes = 0;
        std::uint64_t requests = 0;
    };
    /// Compares two files, which differ in tensor 3, and returns the cost after both were opened.
    Cost compare(const std::string& a, const std::string& b)
    {
        NetworkFiles files;
        files.keepOnDisk({m_folder.path() / "cache", std::uint64_t{16} << 20}); // for a comparison, 1 MiB of that
        setRemoteFiles(&files);
        const auto first = openCheckpoint(m_server.url(a));
        const auto second = openCheckpoint(m_server.url(b));
        EXPECT_TRUE(first);
        EXPECT_TRUE(second);
        m_server.reset();
        const auto pairs = pairTensors(**first, **second);
        EXPECT_EQ(pairs.size(), tensorCount);
        const auto compared =
            comparePairs(*first, *second, pairs, {}, {}, [&](const TensorPair& pair, const PairOutcome& outcome) {
                const bool isThird = (*first)->tensors[pair.a].name == "t3";
                EXPECT_EQ(statusOf(pair, outcome), isThird ? PairStatus::Changed : PairStatus::Identical);
            });
        EXPECT_TRUE(compared) << describe(compared.error());
        const auto stats = m_server.stats();
        return {stats.at("bytes"), stats.at("requests")};
    }
    /// The number of cached bytes, except for the starts of files.
    std::uint64_t keptBytes() const
    {
        std::uint64_t sum = 0;
        for (const auto& file : fs::recursive_directory_iterator(m_folder.path() / "cache")) {
            if (const auto block = blockOfName(file.path().filename().string()); block && block->range.begin > 0)
                sum += block->range.size();
        }
        return sum;
    }

    test::TemporaryFolder m_folder;
    test::FaultServer m_server{{"--root", m_folder.path().string()}};
};

TEST_F(RemoteComparisonTest, ReadsEachByteOnceInFewRequestsAndKeepsNone)
{
    struct Case {
        std::size_t tensorBytes;
        const char* other;
        std::uint64_t mostRequests;
    };
    // Small tensors are fetched together, but one at a time if the order is reversed. Large tensors take one request
    // for each 4 MiB, and one more if these pieces do not begin where a tensor does.
    for (const auto& [tensorBytes, other, mostRequests] :
        {Case{std::size_t{32} << 10, "/b", 6}, Case{std::size_t{32} << 10, "/reversed", 6 + tensorCount},
            Case{std::size_t{4} << 20, "/b", 3 * tensorCount},
            Case{std::size_t{4} << 20, "/reversed", 3 * tensorCount}}) {
        SCOPED_TRACE(other + std::to_string(tensorBytes));
        std::vector<std::size_t> order(tensorCount);
        std::iota(order.begin(), order.end(), std::size_t{0});
        write("a", order, tensorBytes, 3);
        write("b", order, tensorBytes, 4);
        std::ranges::reverse(order);
        write("reversed", order, tensorBytes, 4);
        const std::uint64_t both = 2 * tensorCount * tensorBytes;
        const Cost cost = compare("/a", other);
        EXPECT_LE(cost.bytes, both);
        EXPECT_GE(cost.bytes, both - 4 * 65'536);
        EXPECT_LE(cost.requests, mostRequests);
        EXPECT_EQ(keptBytes(), 0U);
    }
}

} // namespace
} // namespace loupe::remote
