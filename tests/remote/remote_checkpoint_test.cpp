// Checkpoints of several files, on a server that fails for some of these files.

#include "formats/opening/open_checkpoint.h"
#include "formats/quantized/logical_checkpoint.h"
#include "remote/network_files.h"
#include "support/fault_server.h"
#include "support/temporary_file.h"
#include "support/test_data.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loupe::remote {
namespace {

using nlohmann::json;

class RemoteCheckpointTest : public testing::Test {
protected:
    ~RemoteCheckpointTest() override { setRemoteFiles(nullptr); }

    /// The findings for a GPTQ v2 model if the server answers `status` for its config.json, which states the version.
    std::vector<Finding> findingsWhereTheConfigIs(int status)
    {
        const std::string folder = "/quantized/gptq-4bit-v2/";
        const json exchange{
            {{"request", {{"target", folder + "config.json"}}}, {"response", {{"status", status}, {"body", "no"}}}}};
        const test::TemporaryFolder files;
        const test::FaultServer server(
            {"--root", test::dataPath().string(), "--replay", files.write("exchange.json", exchange.dump()).string()});
        NetworkFiles network({.tries = 2,
                                 .failuresInARow = 24,
                                 .firstWait = std::chrono::milliseconds(1),
                                 .longestWait = std::chrono::milliseconds(2),
                                 .longestAskedFor = std::chrono::milliseconds(3000)},
            {}, [](const char*) { return std::string(); });
        setRemoteFiles(&network);
        const auto stored = openCheckpoint(server.url(folder + "model.safetensors"));
        EXPECT_TRUE(stored) << describe(stored.error());
        const auto logical = stored ? quantized::logicalOf(*stored) : fail(stored.error());
        const bool isQuantized = logical && (*logical)->quantized;
        EXPECT_TRUE(isQuantized);
        return isQuantized ? (*logical)->findings.list() : std::vector<Finding>();
    }
};

constexpr auto isUnread = [](const Finding& finding) {
    return finding.severity == Severity::Error && finding.code == "config-unread" && !finding.tensor.empty()
        && finding.message.starts_with("config.json");
};

TEST_F(RemoteCheckpointTest, ThatIsDecodedByGuessSaysSo)
{
    for (const int status : {403, 503}) {
        const auto findings = findingsWhereTheConfigIs(status);
        EXPECT_TRUE(std::ranges::any_of(findings, isUnread)) << status;
    }
}

TEST_F(RemoteCheckpointTest, WithoutAConfigIsDecodedByItsShapes)
{
    EXPECT_TRUE(std::ranges::none_of(findingsWhereTheConfigIs(404), isUnread));
}

TEST(RemoteFiles, KnowWhetherAFileIsAbsent)
{
    const Error refused{ErrorCode::PermissionDenied, "no", {}, {}};
    EXPECT_TRUE(meansAbsent(refused, "s3://bucket/config.json")) << "as to those who may not list it";
    EXPECT_FALSE(meansAbsent(refused, "https://host/config.json"));
    EXPECT_FALSE(meansAbsent(refused, "/home/config.json"));
    EXPECT_TRUE(meansAbsent({ErrorCode::NotFound, "no", {}, {}}, "https://host/config.json"));
    EXPECT_FALSE(meansAbsent({ErrorCode::Io, "no", {}, {}}, "s3://bucket/config.json"));
}

} // namespace
} // namespace loupe::remote
