#include "remote/http/http_client.h"

#include <gtest/gtest.h>

namespace loupe::remote {
namespace {

TEST(HttpClient, TakesFailuresOfOneMomentForOne)
{
    HttpClient client({.tries = 6,
        .failuresInARow = 3,
        .firstWait = std::chrono::hours(1),
        .longestWait = std::chrono::hours(1),
        .longestAskedFor = std::chrono::hours(1)});
    for (int i = 0; i < 100; ++i)
        EXPECT_TRUE(client.noteFailure("host")) << i;
}

TEST(HttpClient, GivesUpAHostThatFailsAgainAndAgain)
{
    HttpClient client({.tries = 6,
        .failuresInARow = 3,
        .firstWait = std::chrono::milliseconds(0),
        .longestWait = std::chrono::milliseconds(0),
        .longestAskedFor = std::chrono::milliseconds(0)});
    EXPECT_TRUE(client.noteFailure("host"));
    EXPECT_TRUE(client.noteFailure("host"));
    client.noteSuccess("host");
    EXPECT_TRUE(client.noteFailure("host"));
    EXPECT_TRUE(client.noteFailure("host"));
    EXPECT_FALSE(client.noteFailure("host"));
    EXPECT_TRUE(client.noteFailure("other"));
}

TEST(HttpClient, UnreachedHostIsRetriedOnce)
{
    using enum ExchangeEnd::Server;
    HttpClient client({.tries = 6, .triesInVain = 2});
    EXPECT_EQ(client.triesOf("http://host", Answers), 6);
    EXPECT_EQ(client.triesOf("http://host", Unreached), 2);
    EXPECT_EQ(client.triesOf("http://host", Silent), 2);
    client.onAnswer("http://host");
    EXPECT_EQ(client.triesOf("http://host", Unreached), 6) << "it was there";
    EXPECT_EQ(client.triesOf("http://host", Silent), 2) << "each try takes long";
    EXPECT_EQ(client.triesOf("http://other", Unreached), 2);
}

} // namespace
} // namespace loupe::remote
