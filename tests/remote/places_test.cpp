#include "remote/network_files.h"
#include "support/fault_server.h"
#include "support/temporary_file.h"
#include "support/test_data.h"

#include <fstream>
#include <iterator>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loupe::remote {
namespace {

using nlohmann::json;
using test::dataPath;
using test::FaultServer;
using test::TemporaryFolder;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string contentOf(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::string contentOf(const Source& source)
{
    std::vector<std::byte> bytes(source.size());
    EXPECT_TRUE(source.read(0, bytes));
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Opens addresses with the test's own environment variables.
class PlacesTest : public testing::Test {
protected:
    PlacesTest() { m_variables["HOME"] = m_home.path(); }

    NetworkFiles& files()
    {
        if (!m_files) {
            m_files = std::make_unique<NetworkFiles>(RetryPolicy{.tries = 2,
                                                         .failuresInARow = 24,
                                                         .firstWait = std::chrono::milliseconds(1),
                                                         .longestWait = std::chrono::milliseconds(2),
                                                         .longestAskedFor = std::chrono::milliseconds(3000)},
                HttpTransport::Settings(), [this](const char* name) {
                    const auto found = m_variables.find(name);
                    return found == m_variables.end() ? std::string() : found->second;
                });
        }
        return *m_files;
    }
    std::string read(const std::string& address)
    {
        const auto source = files().open(address);
        EXPECT_TRUE(source) << describe(source.error());
        return source ? contentOf(**source) : "";
    }
    std::string errorOf(const std::string& address)
    {
        const auto source = files().open(address);
        EXPECT_FALSE(source) << address;
        return source ? "" : describe(source.error());
    }

    TemporaryFolder m_home;
    std::map<std::string, std::string> m_variables;
    std::unique_ptr<NetworkFiles> m_files;
};

class HubPlacesTest : public PlacesTest {
protected:
    HubPlacesTest()
        : m_server({"--root", dataPath().string(), "--replay", dataPath("remote/hub_exchange.json").string()})
    {
        m_variables["HF_ENDPOINT"] = m_server.url("");
    }

    /// The requests on a port: their targets, with the authorization if there was one.
    std::vector<std::string> asked(const std::string& port) const
    {
        std::vector<std::string> targets;
        for (const json& entry : m_server.log()) {
            if (entry["port"] == port)
                targets.push_back(entry["target"].get<std::string>() + entry["headers"].value("authorization", ""));
        }
        return targets;
    }

    FaultServer m_server;
};

constexpr const char* shard = "model-00001-of-00003.safetensors";
constexpr const char* commit = "0123456789abcdef0123456789abcdef01234567";

TEST_F(HubPlacesTest, AFileIsReadFromWhereTheHubLeads)
{
    EXPECT_EQ(read(std::string("hf://loupe-tests/tiny/") + shard),
        contentOf(dataPath(std::string("safetensors-sharded/") + shard)));
    EXPECT_EQ(read("hf://loupe-tests/tiny/model.safetensors.index.json"),
        contentOf(dataPath("safetensors-sharded/model.safetensors.index.json")));
}

TEST_F(HubPlacesTest, TheTokenGoesToTheHubAlone)
{
    m_variables["HF_TOKEN"] = "hf_right";
    read(std::string("hf://loupe-tests/tiny/") + shard);
    EXPECT_THAT(asked("main"), testing::Each(HasSubstr("Bearer hf_right")));
    EXPECT_THAT(asked("main"), Not(testing::IsEmpty()));
    EXPECT_THAT(asked("other"), testing::Each(Not(HasSubstr("hf_right"))));
    EXPECT_THAT(asked("other"), Not(testing::IsEmpty()));
}

TEST_F(HubPlacesTest, ARevisionIsReadAtOneCommit)
{
    read("hf://loupe-tests/tiny/model.safetensors.index.json");
    read(std::string("hf://loupe-tests/tiny/") + shard);
    EXPECT_THAT(asked("main").front(), HasSubstr("/resolve/main/"));
    EXPECT_THAT(asked("main").back(), HasSubstr(std::string("/resolve/") + commit + "/"));
}

TEST_F(HubPlacesTest, ARepositoryWithAnotherNameIsFollowedWithTheToken)
{
    m_variables["HF_TOKEN"] = "hf_right";
    EXPECT_EQ(read("hf://loupe-tests/old-name/model.safetensors.index.json"),
        contentOf(dataPath("safetensors-sharded/model.safetensors.index.json")));
    EXPECT_THAT(asked("main"), testing::Each(HasSubstr("hf_right")));
}

TEST_F(HubPlacesTest, APrivateRepositoryNeedsTheToken)
{
    m_variables["HF_TOKEN"] = "hf_right";
    EXPECT_FALSE(read("hf://loupe-tests/private/model.safetensors.index.json").empty());
}

TEST_F(HubPlacesTest, RefusalsAreExplained)
{
    EXPECT_THAT(errorOf("hf://loupe-tests/private/model.safetensors.index.json"), HasSubstr("private"));
    EXPECT_THAT(
        errorOf(std::string("hf://loupe-tests/gated/") + shard), AllOf(HasSubstr("gated"), HasSubstr("no token")));
    EXPECT_THAT(errorOf("hf://loupe-tests/none/model.safetensors.index.json"), HasSubstr("no such repository"));
    EXPECT_THAT(errorOf("hf://loupe-tests/tiny@no-branch/model.safetensors.index.json"), HasSubstr("no revision"));
    EXPECT_THAT(errorOf("hf://loupe-tests/tiny/no-file.safetensors"), HasSubstr("no file"));
    EXPECT_THAT(errorOf("hf://loupe-tests/disabled/model.safetensors.index.json"), HasSubstr("disabled"));
    EXPECT_THAT(errorOf("hf://loupe-tests/tiny"), HasSubstr("no file in it"));
}

TEST_F(HubPlacesTest, AWrongTokenIsNamedByItsSource)
{
    m_variables["HF_TOKEN"] = "hf_wrong";
    EXPECT_THAT(errorOf(std::string("hf://loupe-tests/tiny/") + shard),
        AllOf(HasSubstr("token of HF_TOKEN"), Not(HasSubstr("hf_wrong"))));
}

TEST_F(HubPlacesTest, TheLimitOfRequestsIsWaitedFor)
{
    EXPECT_FALSE(read("hf://loupe-tests/busy/model.safetensors.index.json").empty());
    EXPECT_EQ(asked("main").size(), 2U);
}

TEST_F(HubPlacesTest, WhatIsOnThisMachineIsReadFromThere)
{
    namespace fs = std::filesystem;
    const fs::path snapshot = m_home.path() / "hub/models--loupe-tests--tiny/snapshots" / commit;
    fs::create_directories(snapshot);
    fs::create_directories(snapshot / "../../refs");
    m_home.write("hub/models--loupe-tests--tiny/refs/main", commit);
    m_home.write(std::string("hub/models--loupe-tests--tiny/snapshots/") + commit + "/" + shard, "copy");
    m_variables["HF_HUB_CACHE"] = m_home.path() / "hub";
    EXPECT_EQ(read(std::string("hf://loupe-tests/tiny/") + shard), "copy");
    EXPECT_THAT(asked("main"), testing::IsEmpty());
    // Missing files are read from the hub at the commit of the local copy.
    read("hf://loupe-tests/tiny/model.safetensors.index.json");
    EXPECT_THAT(asked("main").front(), HasSubstr(std::string("/resolve/") + commit + "/"));
}

TEST_F(HubPlacesTest, ALinkedCopyKeepsItsName)
{
    namespace fs = std::filesystem;
    const fs::path repository = m_home.path() / "hub/models--loupe-tests--tiny";
    const std::string digest(64, 'a');
    fs::create_directories(repository / "snapshots" / commit);
    fs::create_directories(repository / "blobs");
    fs::create_directories(repository / "refs");
    m_home.write("hub/models--loupe-tests--tiny/refs/main", commit);
    m_home.write("hub/models--loupe-tests--tiny/blobs/" + digest, "copy");
    fs::create_symlink("../../blobs/" + digest, repository / "snapshots" / commit / shard);
    m_variables["HF_HUB_CACHE"] = m_home.path() / "hub";
    const auto source = files().open(std::string("hf://loupe-tests/tiny/") + shard);
    ASSERT_TRUE(source) << describe(source.error());
    EXPECT_EQ((*source)->path().filename(), shard);
    EXPECT_EQ(contentOf(**source), "copy");
}

TEST_F(HubPlacesTest, OfflineNothingIsAsked)
{
    m_variables["HF_HUB_OFFLINE"] = "1";
    EXPECT_THAT(errorOf(std::string("hf://loupe-tests/tiny/") + shard), HasSubstr("HF_HUB_OFFLINE"));
    EXPECT_THAT(asked("main"), testing::IsEmpty());
}

/// An S3 server whose bucket is in another region than the one asked first.
class S3PlacesTest : public PlacesTest {
protected:
    S3PlacesTest()
        : m_server({"--root", dataPath().string(), "--replay", writeExchange()})
    {
        m_variables["AWS_ENDPOINT_URL"] = m_server.url("");
        m_variables["AWS_ACCESS_KEY_ID"] = "AKIDEXAMPLE";
        m_variables["AWS_SECRET_ACCESS_KEY"] = "SECRET";
        m_variables["AWS_SESSION_TOKEN"] = "TOKEN";
    }

    std::string writeExchange() const
    {
        const auto error = [](const char* code, const std::string& more = {}) {
            return "<Error><Code>" + std::string(code) + "</Code><Message>no</Message>" + more + "</Error>";
        };
        const auto entry = [](const char* key, const json& headers, const json& response) {
            return json{
                {"request", {{"target", std::string("/bucket/") + key}, {"headers", headers}}}, {"response", response}};
        };
        const json elsewhere{
            {"status", 400}, {"body", error("AuthorizationHeaderMalformed", "<Region>eu-a-1</Region>")}};
        const json file{{"file", "/safetensors/gpt2-tiny.safetensors"}};
        const json right{{"authorization", "/eu-a-1/s3/aws4_request, SignedHeaders=host;.*Signature=[0-9a-f]{64}$"},
            {"x-amz-security-token", "^TOKEN$"}, {"x-amz-date", "^\\d{8}T\\d{6}Z$"}};
        const json exchange{
            entry("m%20a/x%2B1.safetensors", {{"authorization", "/us-east-1/"}}, elsewhere),
            entry("m%20a/x%2B1.safetensors", right, file),
            entry("public", {{"authorization", nullptr}}, file),
            entry("denied", json::object(), {{"status", 403}, {"body", error("AccessDenied")}}),
            entry("gone", json::object(), {{"status", 404}, {"body", error("NoSuchKey")}}),
            entry("lost", json::object(), {{"status", 301}, {"body", error("PermanentRedirect")}}),
            entry("leads/away", json::object(),
                {{"status", 307}, {"headers", {{"Location", "http://127.0.0.1:{other}/caught"}}}}),
            entry("led/astray", json::object(),
                {{"status", 307}, {"headers", {{"Location", "http://127.0.0.1:{other}/liar"}}}}),
            {{"request", {{"target", "/liar"}}},
                {"response",
                    {{"status", 400}, {"body", error("AuthorizationHeaderMalformed", "<Region>eu-b-2</Region>")}}}},
            entry("late", {{"x-amz-date", "^(?!2020)"}},
                {{"status", 403}, {"headers", {{"Date", "Wed, 01 Jan 2020 00:00:00 GMT"}}},
                    {"body", error("RequestTimeTooSkewed")}}),
            entry("late", json::object(), file),
        };
        return m_home.write("exchange.json", exchange.dump());
    }

    FaultServer m_server;
};

TEST_F(S3PlacesTest, TheRegionThatTheServerNamesIsAskedAndRemembered)
{
    const std::string expected = contentOf(dataPath("safetensors/gpt2-tiny.safetensors"));
    EXPECT_EQ(read("s3://bucket/m a/x+1.safetensors"), expected);
    EXPECT_EQ(m_server.log().front().at("status"), 400);
    std::size_t refused = 0;
    for (const json& entry : m_server.log())
        refused += entry.at("status") == 400;
    EXPECT_EQ(refused, 1U);
}

TEST_F(S3PlacesTest, WithoutCredentialsRequestsAreUnsigned)
{
    m_variables.erase("AWS_ACCESS_KEY_ID");
    EXPECT_FALSE(read("s3://bucket/public").empty());
    EXPECT_THAT(
        errorOf("s3://bucket/denied"), AllOf(HasSubstr("no credentials were found"), HasSubstr(".aws/credentials")));
}

TEST_F(S3PlacesTest, RefusalsAreExplained)
{
    EXPECT_THAT(errorOf("s3://bucket/denied"), AllOf(HasSubstr("s3://bucket/denied"), HasSubstr("do not allow")));
    EXPECT_THAT(errorOf("s3://bucket/gone"), HasSubstr("no such object"));
    EXPECT_THAT(errorOf("s3://bucket/lost"), HasSubstr("another region"));
    EXPECT_THAT(errorOf("s3://bucket"), HasSubstr("names no object"));
    EXPECT_THAT(errorOf("s3://bucket/folder/"), HasSubstr("names no object"));
}

TEST_F(S3PlacesTest, NoSecretGoesToAnotherServer)
{
    errorOf("s3://bucket/leads/away");
    bool isCaught = false;
    for (const json& entry : m_server.log()) {
        if (entry["port"] != "other")
            continue;
        isCaught = true;
        EXPECT_FALSE(entry["headers"].contains("authorization"));
        EXPECT_FALSE(entry["headers"].contains("x-amz-security-token"));
    }
    EXPECT_TRUE(isCaught);
}

TEST_F(S3PlacesTest, NoOtherServerSaysWhereABucketIs)
{
    EXPECT_THAT(errorOf("s3://bucket/led/astray"), HasSubstr("the server answers 400"));
    std::size_t asked = 0;
    for (const json& entry : m_server.log())
        asked += entry["port"] == "main";
    EXPECT_EQ(asked, 1U) << "what it says is not followed";
}

TEST_F(S3PlacesTest, AClockThatIsOffIsCorrectedByTheServers)
{
    EXPECT_FALSE(read("s3://bucket/late").empty());
}

TEST_F(S3PlacesTest, SettingsThatCannotBeUsedAreSaid)
{
    m_variables["AWS_PROFILE"] = "none";
    EXPECT_THAT(errorOf("s3://bucket/public"), HasSubstr("\"none\""));
}

} // namespace
} // namespace loupe::remote
