// Ten thousand requests to a server that fails at random: every read gives the correct values or an error, and nothing
// is leaked.

#include "remote/network_files.h"
#include "support/pattern_bytes.h"
#include "support/sanitized.h"

#include <atomic>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include <gtest/gtest.h>

namespace loupe::remote {
namespace {

std::ptrdiff_t openDescriptors()
{
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), std::filesystem::directory_iterator());
}

std::uint64_t residentBytes()
{
    std::ifstream file("/proc/self/statm");
    std::uint64_t size = 0;
    std::uint64_t resident = 0;
    file >> size >> resident;
    return resident * 4096;
}

TEST(ManyRequests, WithRandomFaultsGiveRightBytesOrAnErrorAndLeaveNothingBehind)
{
    constexpr std::uint64_t fileSize = 3'000'000;
    const test::FaultServer server;
    const std::vector<std::byte> expected = test::patternFrom(0, fileSize);
    std::atomic<std::uint64_t> requests = 0;
    std::atomic<std::uint64_t> right = 0;
    std::atomic<std::uint64_t> wrong = 0;
    std::atomic<std::uint64_t> failed = 0;
    /// Opens one file after the other and reads pieces of each, which are not kept in memory, until `most` requests
    /// were made.
    const auto run = [&](std::uint64_t most) {
        NetworkFiles files({.tries = 4,
                               .failuresInARow = 1'000'000,
                               .firstWait = std::chrono::milliseconds(1),
                               .longestWait = std::chrono::milliseconds(2),
                               .longestAskedFor = std::chrono::milliseconds(1000)},
            {.connectTimeout = std::chrono::seconds(5), .silence = std::chrono::seconds(5)}, environmentValue,
            {.segments = 200'000, .kept = 100'000'000});
        std::atomic<std::uint64_t> number = 0;
        const auto readFiles = [&] {
            while (files.traffic().requests < most) {
                const std::string name = std::to_string(most) + '-' + std::to_string(number++);
                const auto source =
                    files.open(server.url("/~random=15," + name + "/~id=" + name + "/sparse/3000000/" + name));
                if (!source) {
                    ++failed;
                    continue;
                }
                std::vector<std::byte> bytes(3'000);
                for (std::uint64_t offset = 70'000; offset + bytes.size() < fileSize; offset += 90'001) {
                    if (!(*source)->read(offset, bytes)) {
                        ++failed;
                        if (!(*source)->checkUnchanged())
                            break;
                        continue;
                    }
                    const bool isRight = std::ranges::equal(bytes, std::span(expected).subspan(offset, bytes.size()));
                    ++(isRight ? right : wrong);
                }
            }
        };
        std::vector<std::thread> threads;
        for (int i = 0; i < 4; ++i)
            threads.emplace_back(readFiles);
        for (std::thread& thread : threads)
            thread.join();
        requests += files.traffic().requests;
    };
    const std::ptrdiff_t descriptorsBefore = openDescriptors();
    run(1'000);
    EXPECT_EQ(openDescriptors(), descriptorsBefore);
    const std::uint64_t memoryBefore = residentBytes();
    run(9'000);
    EXPECT_EQ(openDescriptors(), descriptorsBefore);
    if (!test::isSanitized) {
        EXPECT_LT(residentBytes(), memoryBefore + (std::uint64_t{64} << 20));
    }
    EXPECT_GE(requests, 10'000U);
    EXPECT_EQ(wrong, 0U);
    EXPECT_GT(right, 1'000U);
    EXPECT_GT(failed, 100U);
}

} // namespace
} // namespace loupe::remote
