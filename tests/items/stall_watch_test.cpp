#include "items/jobs/stall_watch.h"

#include <gtest/gtest.h>

namespace loupe {
namespace {

TEST(StallWatch, TellsAServerThatIsSilentFromAJobThatWorks)
{
    const RemoteTraffic before{.bytes = 100, .requests = 3, .fileBytes = 0};
    const struct {
        qint64 now; ///< milliseconds
        quint64 done;
        std::uint64_t bytes;
        std::uint64_t requests;
        bool isStalled;
    } moments[] = {
        {5'000, 0, 100, 3, false}, // has asked nothing
        {6'000, 1, 100, 4, false}, // goes on
        {7'999, 1, 100, 4, false}, {8'000, 1, 100, 4, true}, {60'000, 1, 100, 5, true}, // asks again
        {60'100, 1, 101, 5, false}, // something comes, though nothing is done with it yet
        {62'000, 1, 101, 5, false}, {62'100, 1, 101, 5, true}, {62'200, 2, 101, 5, false}, // works on what has come
    };
    StallWatch watch(before);
    for (const auto& one : moments)
        EXPECT_EQ(watch.isStalled(one.now, one.done, {.bytes = one.bytes, .requests = one.requests, .fileBytes = 0}),
            one.isStalled)
            << one.now;
}

} // namespace
} // namespace loupe
