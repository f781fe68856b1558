// tloupe on remote files: what --offline prevents, and digests that a hub states.

#include "app/cli/child.h"
#include "app/cli/process.h"
#include "support/compared_pair.h"
#include "support/fault_server.h"
#include "support/temporary_file.h"
#include "support/test_data.h"

#include <cstdlib>
#include <fstream>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

namespace loupe::test {

namespace {

namespace fs = std::filesystem;

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr const char* commit = "0123456789abcdef0123456789abcdef01234567";
constexpr const char* shard = "model-00001-of-00003.safetensors";
constexpr const char* shardDigest = "8ee0efad92248a394cbb656ae7b0852d88ac6e4d3dfceb68722df5c8743068e7";
constexpr const char* index = "model.safetensors.index.json";
constexpr const char* indexDigest = "e7a35671a9432fcc6c6e2753519a33213fdb5f56";

/// A fixture with its own home folder, a hub and an S3 server.
class RemoteCli : public testing::Test {
protected:
    RemoteCli()
        : m_server({"--root", dataPath().string(), "--replay", dataPath("remote/hub_exchange.json").string()})
    {
        for (const char* const name : {"http_proxy", "https_proxy", "all_proxy", "HTTPS_PROXY", "ALL_PROXY", "HF_HOME",
                 "HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE", "XDG_CACHE_HOME", "HF_TOKEN", "HUGGING_FACE_HUB_TOKEN",
                 "HF_TOKEN_PATH", "HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE"})
            ::unsetenv(name);
        ::setenv("HOME", m_home.path().c_str(), 1);
        ::setenv("HF_ENDPOINT", m_server.url("").c_str(), 1);
        ::setenv("AWS_ENDPOINT_URL", m_server.url("").c_str(), 1);
    }

    fs::path cache() const { return m_home.path() / ".cache/huggingface/hub/models--loupe-tests--tiny"; }
    /// Puts a file into the local cache of the hub's own programs.
    fs::path putIntoCache(const char* name, const char* digest, const std::string& content) const
    {
        fs::create_directories(cache() / "refs");
        fs::create_directories(cache() / "blobs");
        fs::create_directories(cache() / "snapshots" / commit);
        std::ofstream(cache() / "refs/main") << commit;
        std::ofstream(cache() / "blobs" / digest, std::ios::binary) << content;
        const fs::path path = cache() / "snapshots" / commit / name;
        fs::create_symlink(std::string("../../blobs/") + digest, path);
        return path;
    }
    static std::string contentOf(const char* name)
    {
        std::ifstream file(dataPath(std::string("safetensors-sharded/") + name), std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }

    TemporaryFolder m_home;
    FaultServer m_server;
};

TEST_F(RemoteCli, OpensAWholeRepository)
{
    const Outcome outcome = tloupe({"info", "--json", "hf://loupe-tests/tiny"});
    ASSERT_EQ(outcome.status, 0) << outcome.error;
    const json local = tloupe({"info", "--json", "safetensors-sharded"}).json();
    EXPECT_EQ(outcome.json().at("tensors"), local.at("tensors"));
    EXPECT_THAT(outcome.error, HasSubstr("read over the network"));
}

TEST_F(RemoteCli, OfflineNoVerbAsksAServer)
{
    const std::string output = (m_home.path() / "out.safetensors").string();
    const std::vector<std::string> addresses{
        "hf://loupe-tests/tiny", m_server.url("/safetensors/gpt2-tiny.safetensors"), "s3://bucket/key"};
    for (const std::string& address : addresses) {
        const std::vector<std::vector<std::string>> verbs{{"info", address}, {"validate", address}, {"stats", address},
            {"scan", address}, {"hash", address}, {"hash", "--verify", address}, {"diff", address, address},
            {"convert", address, output}, {"export", address, "-o", output}};
        for (std::vector<std::string> arguments : verbs) {
            arguments.insert(arguments.begin() + 1, "--offline");
            const Outcome outcome = tloupe(arguments);
            EXPECT_NE(outcome.status, 0) << testing::PrintToString(arguments);
            EXPECT_THAT(outcome.error, HasSubstr("--offline")) << testing::PrintToString(arguments);
        }
    }
    EXPECT_EQ(m_server.stats().at("requests"), 0);
}

/// An adapter with NaN, whose names and shapes are sound.
TEST_F(RemoteCli, QuietLoraReadsValuesOnlyWithYes)
{
    const TemporaryFolder folder;
    const float nan = std::numeric_limits<float>::quiet_NaN();
    folder.write("a.safetensors",
        safetensorsOf({{"lora_unet_a.lora_down.weight", "F32", "[1,2]", packedBytes<float>({nan, 1})},
            {"lora_unet_a.lora_up.weight", "F32", "[2,1]", packedBytes<float>({1, 1})}}));
    const FaultServer server({"--root", folder.path().string()});
    const std::string adapter = server.url("/a.safetensors");
    EXPECT_EQ(tloupe({"lora", "-q", adapter}).status, 0);
    EXPECT_EQ(tloupe({"lora", "-q", "--yes", adapter}).status, 1);
    EXPECT_EQ(tloupe({"lora", adapter}).status, 1);
}

TEST_F(RemoteCli, OfflineReadsWhatTheHubsProgramsHaveFetched)
{
    putIntoCache(shard, shardDigest, contentOf(shard));
    putIntoCache(index, indexDigest, contentOf(index));
    const Outcome whole = tloupe({"info", "--offline", "hf://loupe-tests/tiny"});
    EXPECT_THAT(whole.out, HasSubstr("model-00002-of-00003.safetensors")) << "says what is not here";
    const Outcome one = tloupe({"stats", "--offline", std::string("hf://loupe-tests/tiny/") + shard});
    EXPECT_EQ(one.status, 0) << one.error;
    EXPECT_EQ(m_server.stats().at("requests"), 0);
}

TEST_F(RemoteCli, VerifiesFilesOfTheCacheByTheirNames)
{
    const std::string large = putIntoCache(shard, shardDigest, contentOf(shard));
    const std::string small = putIntoCache(index, indexDigest, contentOf(index));
    const Outcome good =
        tloupe({"hash", "--verify", "--offline", large, std::string("hf://loupe-tests/tiny/") + shard});
    EXPECT_EQ(good.status, 0) << good.error;
    EXPECT_EQ(good.out, large + ": OK (sha256 of the hub)\n" + large + ": OK (sha256 of the hub)\n");
    EXPECT_THAT(tloupe({"hash", "--verify", small}).out, HasSubstr(small + ": OK (git-blob-sha1 of the hub)"));

    std::string content = contentOf(shard);
    content[20'000] ^= 1;
    std::ofstream(cache() / "blobs" / shardDigest, std::ios::binary) << content;
    const Outcome bad = tloupe({"hash", "--verify", "--json", large});
    EXPECT_EQ(bad.status, 1);
    const json checked = bad.json().at("checked").at(0);
    EXPECT_EQ(checked.at("path"), large);
    EXPECT_EQ(checked.at("ok"), false);
    EXPECT_EQ(checked.at("digests").at(0).at("algorithm"), "sha256");
    EXPECT_EQ(checked.at("digests").at(0).at("stated"), shardDigest);
    EXPECT_NE(checked.at("digests").at(0).at("found"), shardDigest);
    EXPECT_THAT(tloupe({"hash", "--verify", large}).error, HasSubstr("1 file does not match what the hub states"));
    EXPECT_EQ(m_server.stats().at("requests"), 0);
}

TEST_F(RemoteCli, VerifiesAllFilesOfARepositoryByWhatTheHubStates)
{
    const Outcome outcome = tloupe({"hash", "--verify", "hf://loupe-tests/tiny"});
    EXPECT_EQ(outcome.status, 0) << outcome.error;
    EXPECT_EQ(std::ranges::count(outcome.out, '\n'), 4) << "three shards and their index";
    EXPECT_THAT(
        outcome.out, AllOf(HasSubstr(std::string(shard) + ": OK (sha256 of the hub)"), Not(HasSubstr("FAILED"))));
    const Outcome other = tloupe({"hash", "--verify", m_server.url("/safetensors/gpt2-tiny.safetensors")});
    EXPECT_EQ(other.status, 3);
    EXPECT_THAT(other.error, HasSubstr("no hub states one"));
}

TEST_F(RemoteCli, OfflineVerifyingSaysWhichFileIsNotHere)
{
    putIntoCache(shard, shardDigest, contentOf(shard));
    putIntoCache(index, indexDigest, contentOf(index));
    const Outcome outcome = tloupe({"hash", "--verify", "--offline", "hf://loupe-tests/tiny"});
    EXPECT_EQ(outcome.status, 3);
    EXPECT_THAT(outcome.out, HasSubstr(std::string(shard) + ": OK (sha256 of the hub)"));
    EXPECT_THAT(outcome.error,
        AllOf(HasSubstr("model-00002-of-00003.safetensors: is not on this machine"), Not(HasSubstr("no hub states"))));
}

TEST_F(RemoteCli, LargeReadingsNeedYes)
{
    const std::string large = m_server.url("/model/1x2x300000/model-00001-of-00001.safetensors");
    const std::string other = m_server.url("/~id=b/model/1x2x300000/model-00001-of-00001.safetensors");
    const std::string output = (m_home.path() / "out.safetensors").string();
    const std::vector<std::vector<std::string>> verbs{{"scan", large}, {"stats", large}, {"hash", large},
        {"info", "--diffable", "--digests", large}, {"convert", large, output}, {"export", large, "-o", output},
        {"diff", large, dataPath("safetensors/gpt2-tiny.safetensors"), "--detect-renames"}};
    for (const auto& arguments : verbs) {
        const Outcome outcome = tloupe(arguments);
        EXPECT_EQ(outcome.status, 2) << arguments.front();
        EXPECT_THAT(outcome.error,
            HasSubstr(large + ": 1.1 GiB would be read over the network; use --yes to read more than 1.0 GiB"))
            << arguments.front();
    }
    const Outcome both = tloupe({"diff", large, other});
    EXPECT_EQ(both.status, 2);
    EXPECT_THAT(both.error, HasSubstr(large + " and " + other + ": 2.3 GiB would be read"));
}

TEST_F(RemoteCli, TensorsPastTheEndAreNoReadings)
{
    for (const char* const name :
        {"offset-u64max.bt", "offset-beyond-eof.bt", "offset-beyond-eof.safetensors", "offset-wrap-total.bt"}) {
        const std::string path = std::string("malformed/") + name;
        const Outcome local = tloupe({"stats", path});
        const Outcome remote = tloupe({"stats", m_server.url("/" + path)});
        EXPECT_EQ(remote.status, local.status) << name;
        std::string sentence = local.error.substr(0, local.error.find('\n'));
        sentence.replace(sentence.find(path), path.size(), m_server.url("/" + path));
        EXPECT_THAT(remote.error, HasSubstr(sentence)) << name;
    }
}

TEST_F(RemoteCli, WritesToLocalFilesOnly)
{
    const std::string input = m_server.url("/safetensors/gpt2-tiny.safetensors");
    for (const std::string& address :
        {m_server.url("/out.safetensors"), std::string("s3://b/out.safetensors"), std::string("hf://a/b")}) {
        const std::vector<std::vector<std::string>> verbs{{"convert", input, address},
            {"convert", input, "-o", address}, {"merge", input, input, address}, {"export", input, "-o", address},
            {"diff", input, input, "--html", address}, {"diff", input, input, "--export-difference", address}};
        for (const auto& arguments : verbs) {
            const Outcome outcome = tloupe(arguments);
            EXPECT_EQ(outcome.status, 2) << testing::PrintToString(arguments);
            EXPECT_THAT(outcome.error, HasSubstr("output goes to local files only"))
                << testing::PrintToString(arguments);
        }
    }
    EXPECT_EQ(m_server.stats().at("requests"), 0);
}

TEST_F(RemoteCli, SecretsAreNotInListsOfProcessesNorInCoreDumps)
{
    rlimit limit{};
    ASSERT_EQ(::getrlimit(RLIMIT_CORE, &limit), 0);
    limit.rlim_cur = limit.rlim_max;
    ASSERT_EQ(::setrlimit(RLIMIT_CORE, &limit), 0);
    std::string address = m_server.url("/~never/sparse/3000000/f?token=QUERYSECRET");
    address.insert(std::string("http://").size(), "somebody:s3cr3t@");
    Child child(m_home.path(), {"hash", address});
    while (child.running() && m_server.stats().at("requests") == 0)
        std::this_thread::yield();
    const fs::path process = fs::path("/proc") / std::to_string(child.id());
    const auto contentOfFile = [&](const char* name) {
        std::ifstream file(process / name, std::ios::binary);
        return std::string{std::istreambuf_iterator<char>(file), {}};
    };
    const std::string arguments = contentOfFile("cmdline");
    const std::string limits = contentOfFile("limits");
    child.send(SIGKILL);
    child.wait();
    EXPECT_THAT(arguments, HasSubstr("http://***@127.0.0.1"));
    EXPECT_THAT(arguments, AllOf(Not(HasSubstr("somebody")), Not(HasSubstr("s3cr3t")), Not(HasSubstr("QUERYSECRET"))));
    EXPECT_THAT(limits, testing::ContainsRegex("Max core file size +[01] "));
}

} // namespace

} // namespace loupe::test
