#include "remote/pinned_version.h"

#include <array>
#include <atomic>
#include <deque>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace loupe::remote {
namespace {

HttpAnswer answerWith(const std::string& etag)
{
    return {.status = 206, .headers = {{"etag", etag}}, .fromPublicServer = false};
}

TEST(PinnedVersion, EachAnswerIsComparedWithTheFirst)
{
    PinnedVersion pinned({.etag = "\"1\"", .modified = "", .size = 10}, "f");
    EXPECT_EQ(pinned.conditions(), std::vector<std::string>{"If-Match: \"1\""});
    EXPECT_TRUE(pinned.check(answerWith("\"1\""), 10));
    EXPECT_FALSE(pinned.check(answerWith("\"2\""), 10));
    EXPECT_EQ(pinned.checkUnchanged().error().code, ErrorCode::Changed);
}

TEST(PinnedVersion, OfACommitTakesTheFirstServersWord)
{
    PinnedVersion pinned({.etag = "\"1\"", .modified = "", .size = 10}, "f", PinnedVersion::Pin::Commit);
    EXPECT_TRUE(pinned.conditions().empty());
    EXPECT_EQ(pinned.changeIn(answerWith("\"2\""), 10), "");
    EXPECT_NE(pinned.changeIn(answerWith("\"1\""), 11), "") << "the size never changes";
    EXPECT_TRUE(pinned.check(answerWith("\"2\""), 10));
    EXPECT_EQ(pinned.conditions(), std::vector<std::string>{"If-Match: \"2\""});
    EXPECT_TRUE(pinned.check(answerWith("\"2\""), 10));
    EXPECT_FALSE(pinned.check(answerWith("\"1\""), 10));
}

TEST(PinnedVersion, OneOfTwoFirstAnswersIsTheFirst)
{
    constexpr int rounds = 5000; // so that both answers arrive at the same time in some
    std::deque<PinnedVersion> files;
    for (int round = 0; round < rounds; ++round)
        files.emplace_back(Version{.etag = "\"0\"", .modified = "", .size = 10}, "f", PinnedVersion::Pin::Commit);
    std::array<std::vector<char>, 2> accepted;
    std::array<std::atomic<int>, 2> arrived{};
    const auto answer = [&](std::size_t self) {
        const HttpAnswer own = answerWith(self == 0 ? "\"1\"" : "\"2\"");
        for (int round = 0; round < rounds; ++round) {
            arrived[self] = round + 1;
            while (arrived[1 - self] <= round)
                std::this_thread::yield();
            accepted[self].push_back(files[static_cast<std::size_t>(round)].check(own, 10).has_value() ? 1 : 0);
        }
    };
    std::jthread other([&] { answer(1); });
    answer(0);
    other.join();
    int both = 0;
    for (std::size_t round = 0; round < rounds; ++round) {
        const int count = accepted[0][round] + accepted[1][round];
        both += count == 2 ? 1 : 0;
        EXPECT_GE(count, 1);
    }
    EXPECT_EQ(both, 0);
}

} // namespace
} // namespace loupe::remote
