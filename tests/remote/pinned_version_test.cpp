#include "remote/pinned_version.h"

#include <algorithm>
#include <array>
#include <barrier>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace loupe::remote {
namespace {

HttpAnswer answerWith(const std::string& etag)
{
    return {.status = 206, .headers = {{"etag", etag}}, .fromPublicServer = false};
}

TEST(PinnedVersion, OfAnAnswerIsHeldAgainstEachOther)
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

TEST(PinnedVersion, OneOfManyFirstAnswersIsTheFirst)
{
    for (int round = 0; round < 200; ++round) {
        PinnedVersion pinned({.etag = "\"0\"", .modified = "", .size = 10}, "f", PinnedVersion::Pin::Commit);
        constexpr int answers = 4;
        std::array<bool, answers> accepted{};
        std::barrier together(answers);
        {
            std::vector<std::jthread> threads;
            for (int i = 0; i < answers; ++i) {
                threads.emplace_back([&, i] {
                    together.arrive_and_wait();
                    accepted[i] = pinned.check(answerWith('"' + std::to_string(i + 1) + '"'), 10).has_value();
                });
            }
        }
        EXPECT_EQ(std::ranges::count(accepted, true), 1);
    }
}

} // namespace
} // namespace loupe::remote
