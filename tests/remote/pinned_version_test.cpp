#include "remote/pinned_version.h"

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

} // namespace
} // namespace loupe::remote
