#include "support/fault_server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loupe::test {
namespace {

TEST(FaultServer, StartsCountsAndEnds)
{
    const FaultServer server;
    EXPECT_NE(server.mainPort(), server.otherPort());
    EXPECT_EQ(server.stats().at("requests"), 0);
    EXPECT_TRUE(server.log().empty());
    server.reset();
    EXPECT_EQ(server.url("/a"), "http://127.0.0.1:" + std::to_string(server.mainPort()) + "/a");
}

TEST(FaultServer, ThatCannotStartThrows)
{
    EXPECT_THROW(FaultServer(std::vector<std::string>{"--no-such-option"}), std::runtime_error);
}

} // namespace
} // namespace loupe::test
