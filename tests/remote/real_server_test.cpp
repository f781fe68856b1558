#include "support/server_process.h"
#include "support/temporary_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loupe::test {
namespace {

class RealServerTest : public testing::TestWithParam<const char*> { };

TEST_P(RealServerTest, StartsAndEndsOrSaysWhatIsMissing)
{
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder.path() / "root");
    const ServerProcess server("real_server.py", {GetParam(), folder.path()});
    if (!server.isInstalled())
        GTEST_SKIP() << GetParam() << " is not installed";
    EXPECT_GT(server.said().at("https"), 0);
    EXPECT_TRUE(std::filesystem::exists(server.said().at("ca").get<std::string>()));
}

INSTANTIATE_TEST_SUITE_P(Web, RealServerTest, testing::Values("nginx", "lighttpd"));

} // namespace
} // namespace loupe::test
