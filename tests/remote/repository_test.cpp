// Whole repositories on a hub and prefixes of a bucket: lists their files and opens the model among them.

#include "analysis/digests/digest.h"
#include "analysis/digests/hub_digest.h"
#include "formats/opening/open_checkpoint.h"
#include "formats/quantized/logical_checkpoint.h"
#include "remote/network_files.h"
#include "support/fault_server.h"
#include "support/temporary_file.h"
#include "support/test_data.h"

#include <ctime>
#include <fstream>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loupe::remote {
namespace {

namespace fs = std::filesystem;

using nlohmann::json;
using test::dataPath;
using test::FaultServer;
using test::TemporaryFolder;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr const char* tinyCommit = "0123456789abcdef0123456789abcdef01234567";

/// The recorded exchange with a hub, plus the entries that a test adds.
json recorded(const json& more = json::array())
{
    std::ifstream file(dataPath("remote/hub_exchange.json"));
    json exchange = more;
    for (json& entry : json::parse(file))
        exchange.push_back(std::move(entry));
    return exchange;
}

json answered(const std::string& target, json response)
{
    return {{"request", {{"port", "main"}, {"target", target}}}, {"response", std::move(response)}};
}

/// The hub's listing of the top folder of a repository "loupe-tests/NAME".
json topListing(const std::string& name, const std::vector<std::string>& files)
{
    json entries = json::array();
    std::set<std::string> folders;
    for (const std::string& path : files) {
        const std::size_t slash = path.find('/');
        if (slash == std::string::npos)
            entries.push_back({{"type", "file"}, {"oid", std::string(40, 'a')}, {"size", 1}, {"path", path}});
        else if (folders.insert(path.substr(0, slash)).second)
            entries.push_back({{"type", "directory"}, {"path", path.substr(0, slash)}});
    }
    return answered("/api/models/loupe-tests/" + name + "/tree/" + tinyCommit, {{"status", 200}, {"json", entries}});
}

/// A repository "loupe-tests/NAME" with these files, which all have the same content.
json repository(const std::string& name, const std::vector<std::string>& files)
{
    json entries = json::array();
    for (const std::string& path : files)
        entries.push_back({{"type", "file"}, {"oid", std::string(40, 'a')}, {"size", 1}, {"path", path}});
    const std::string api = "/api/models/loupe-tests/" + name;
    json exchange{answered(api + "/revision/main", {{"status", 200}, {"json", {{"sha", tinyCommit}}}}),
        answered(api + "/tree/" + tinyCommit + "?recursive=true", {{"status", 200}, {"json", entries}}),
        topListing(name, files)};
    for (const std::string& path : files) {
        exchange.push_back(answered("/loupe-tests/" + name + "/resolve/" + tinyCommit + "/" + path,
            {{"file", "/safetensors/gpt2-tiny.safetensors"}, {"headers", {{"X-Repo-Commit", tinyCommit}}}}));
    }
    return exchange;
}

/// Opens addresses of one server with the test's own environment variables.
class RepositoryTest : public testing::Test {
protected:
    RepositoryTest() { m_variables["HOME"] = m_home.path(); }
    ~RepositoryTest() override { setRemoteFiles(nullptr); }

    void serve(const json& exchange)
    {
        const std::string file = m_home.write("exchange.json", exchange.dump());
        m_server =
            std::make_unique<FaultServer>(std::vector<std::string>{"--root", dataPath().string(), "--replay", file});
        m_variables["HF_ENDPOINT"] = m_server->url("");
        m_variables["AWS_ENDPOINT_URL"] = m_server->url("");
        restart();
    }
    /// Simulates another run of the program.
    void restart()
    {
        setRemoteFiles(nullptr);
        m_files = std::make_unique<NetworkFiles>(RetryPolicy{.tries = 2,
                                                     .failuresInARow = 24,
                                                     .firstWait = std::chrono::milliseconds(1),
                                                     .longestWait = std::chrono::milliseconds(2),
                                                     .longestAskedFor = std::chrono::milliseconds(1),
                                                     .longestUsual = std::chrono::milliseconds(3000)},
            HttpTransport::Settings(), [this](const char* name) {
                const auto found = m_variables.find(name);
                return found == m_variables.end() ? std::string() : found->second;
            });
        setRemoteFiles(m_files.get());
    }

    static std::vector<std::string> tensorsOf(const Checkpoint& checkpoint)
    {
        std::vector<std::string> names;
        for (const Tensor& tensor : checkpoint.tensors)
            names.emplace_back(tensor.name);
        std::ranges::sort(names);
        return names;
    }
    static std::vector<std::string> tensorsAt(const std::string& address)
    {
        const auto checkpoint = openCheckpoint(address);
        EXPECT_TRUE(checkpoint) << describe(checkpoint.error());
        return checkpoint ? tensorsOf(**checkpoint) : std::vector<std::string>();
    }
    static std::vector<std::string> localTensors(const char* path)
    {
        const auto checkpoint = openCheckpoint(dataPath(path));
        return tensorsOf(**checkpoint);
    }
    static std::string errorOf(const std::string& address)
    {
        const auto checkpoint = openCheckpoint(address);
        EXPECT_FALSE(checkpoint) << address;
        return checkpoint ? "" : describe(checkpoint.error());
    }
    std::vector<std::string> asked() const
    {
        std::vector<std::string> targets;
        for (const json& entry : m_server->log())
            targets.push_back(entry["target"]);
        return targets;
    }
    /// Puts a file of the snapshot of loupe-tests/tiny into the local cache, as the hub's own programs do.
    void putIntoCache(const std::string& name, const std::string& digest, const std::string& content)
    {
        const fs::path repository = m_home.path() / ".cache/huggingface/hub/models--loupe-tests--tiny";
        for (const char* const folder : {"refs", "blobs"})
            fs::create_directories(repository / folder);
        fs::create_directories(repository / "snapshots" / tinyCommit);
        std::ofstream(repository / "refs/main") << tinyCommit;
        std::ofstream(repository / "blobs" / digest, std::ios::binary) << content;
        fs::create_symlink("../../blobs/" + digest, repository / "snapshots" / tinyCommit / name);
    }
    void putIntoCache(const std::string& name, const std::string& digest)
    {
        std::ifstream file(dataPath("safetensors-sharded/" + name), std::ios::binary);
        putIntoCache(name, digest, {std::istreambuf_iterator<char>(file), {}});
    }
    void putModelIntoCache()
    {
        putIntoCache("model.safetensors.index.json", "e7a35671a9432fcc6c6e2753519a33213fdb5f56");
        putIntoCache(
            "model-00001-of-00003.safetensors", "8ee0efad92248a394cbb656ae7b0852d88ac6e4d3dfceb68722df5c8743068e7");
        putIntoCache(
            "model-00002-of-00003.safetensors", "c526f6a78decdd44ce50d7e3e453128f861736c9144bef84983e28c6bbb910f7");
        putIntoCache(
            "model-00003-of-00003.safetensors", "850d5e4237ba20b8f9925079b556b051182e3fde1d18cc842691b0ad48c343fe");
    }

    TemporaryFolder m_home;
    std::map<std::string, std::string> m_variables;
    std::unique_ptr<FaultServer> m_server;
    std::unique_ptr<NetworkFiles> m_files;
};

TEST_F(RepositoryTest, OpensTheWholeModelAtOneCommit)
{
    serve(recorded());
    EXPECT_EQ(tensorsAt("hf://loupe-tests/tiny"), localTensors("safetensors-sharded"));
    const auto targets = asked();
    EXPECT_EQ(targets.front(), "/api/models/loupe-tests/tiny/revision/main");
    EXPECT_EQ(
        std::ranges::count_if(targets, [](const std::string& target) { return target.find("/tree/") != target.npos; }),
        3)
        << "the listing has three pages";
    EXPECT_THAT(targets, testing::Each(Not(HasSubstr("resolve/main"))));
}

TEST_F(RepositoryTest, OpensFromItsPageAndByARevision)
{
    serve(recorded());
    const auto expected = localTensors("safetensors-sharded");
    EXPECT_EQ(tensorsAt("hf://loupe-tests/tiny@refs/pr/1"), expected);
    EXPECT_EQ(tensorsAt(std::string("hf://loupe-tests/tiny@") + tinyCommit), expected);
    EXPECT_EQ(m_files->publicName("https://huggingface.co/loupe-tests/tiny"), "hf://loupe-tests/tiny");
    EXPECT_EQ(m_files->publicName("https://huggingface.co/loupe-tests/tiny/tree/main"), "hf://loupe-tests/tiny@main");
}

TEST_F(RepositoryTest, ThatWasGivenAnotherNameIsListedByTheNewOne)
{
    json more = json::array(
        {answered("/loupe-tests/old-name/resolve/" + std::string(tinyCommit) + "/model.safetensors.index.json",
            {{"file", "/safetensors-sharded/model.safetensors.index.json"},
                {"headers", {{"X-Repo-Commit", tinyCommit}}}})});
    serve(recorded(more));
    const auto checkpoint = openCheckpoint("hf://loupe-tests/old-name");
    ASSERT_TRUE(checkpoint) << describe(checkpoint.error());
    EXPECT_EQ((*checkpoint)->files.size(), 3U) << "as the index says";
    EXPECT_THAT(asked(), testing::Contains(HasSubstr("/api/models/loupe-tests/tiny/tree/")));
}

TEST_F(RepositoryTest, PicksAsInALocalFolder)
{
    json more = repository("one", {"model.safetensors", "config.json", "tokenizer.json"});
    for (json& entry : repository("choice", {"x-Q4_K_M.gguf", "x-Q8_0.gguf", "README.md"}))
        more.push_back(entry);
    for (json& entry :
        repository("parts", {"unet/diffusion_pytorch_model.safetensors", "vae/x.safetensors", "model_index.json"}))
        more.push_back(entry);
    for (json& entry : repository("empty", {}))
        more.push_back(entry);
    serve(recorded(more));
    EXPECT_EQ(tensorsAt("hf://loupe-tests/one"), localTensors("safetensors/gpt2-tiny.safetensors"));
    EXPECT_THAT(errorOf("hf://loupe-tests/choice"),
        AllOf(HasSubstr("hf://loupe-tests/choice"), HasSubstr("several checkpoints"),
            HasSubstr("x-Q4_K_M.gguf, x-Q8_0.gguf")));
    EXPECT_THAT(errorOf("hf://loupe-tests/parts"), AllOf(HasSubstr("no checkpoint"), HasSubstr("unet, vae")));
    EXPECT_THAT(errorOf("hf://loupe-tests/empty"), HasSubstr("no checkpoint"));
}

TEST_F(RepositoryTest, OpensAFolderOfARepository)
{
    json more = repository("parts", {"unet/model.safetensors", "vae/x.safetensors"});
    const json entries{
        {{"type", "directory"}, {"path", "unet"}}, {{"type", "file"}, {"size", 1}, {"path", "unet/model.safetensors"}}};
    more.push_back(answered("/api/models/loupe-tests/parts/tree/" + std::string(tinyCommit) + "/unet?recursive=true",
        {{"status", 200}, {"json", entries}}));
    const json noEntry{
        {"status", 404}, {"headers", {{"X-Error-Code", "EntryNotFound"}, {"X-Repo-Commit", tinyCommit}}}};
    for (const std::string& revision : {std::string("main"), std::string(tinyCommit)}) {
        for (const char* const path : {"unet", "none"})
            more.push_back(answered("/loupe-tests/parts/resolve/" + revision + "/" + path, noEntry));
    }
    more.push_back(
        answered("/api/models/loupe-tests/parts/tree/" + std::string(tinyCommit) + "/none?recursive=true", noEntry));
    serve(recorded(more));
    const auto expected = localTensors("safetensors/gpt2-tiny.safetensors");
    EXPECT_EQ(tensorsAt("hf://loupe-tests/parts/unet"), expected);
    EXPECT_EQ(tensorsAt("hf://loupe-tests/parts/unet/"), expected);
    EXPECT_THAT(errorOf("hf://loupe-tests/parts/none"), HasSubstr("has no file \"none\""));
    EXPECT_THAT(asked(), testing::Each(Not(HasSubstr(std::string(tinyCommit) + "?recursive=true"))))
        << "a mistyped name does not list the whole repository";
}

/// Each tensor is assembled from two files on the server.
TEST_F(RepositoryTest, OpensWhatSeveralProcessesWroteAsOneCheckpoint)
{
    std::vector<std::string> files;
    for (const auto& file : fs::directory_iterator(dataPath("torch-dcp/hf-sharded")))
        files.push_back(file.path().filename().string());
    ASSERT_EQ(files.size(), 4U);
    json more = repository("ranks", files);
    for (json& entry : more) {
        const std::string target = entry["request"]["target"];
        if (entry["response"].contains("file"))
            entry["response"]["file"] = "/torch-dcp/hf-sharded/" + fs::path(target).filename().string();
    }
    serve(recorded(more));
    const auto there = openCheckpoint("hf://loupe-tests/ranks");
    const auto here = openCheckpoint(dataPath("torch-dcp/hf-sharded"));
    ASSERT_TRUE(there) << describe(there.error());
    ASSERT_TRUE(here);
    ASSERT_EQ((*there)->tensors.size(), (*here)->tensors.size());
    EXPECT_TRUE((*there)->findings.list().empty());
    for (std::uint32_t i = 0; i < (*here)->tensors.size(); ++i) {
        EXPECT_EQ((*there)->tensors[i].name, (*here)->tensors[i].name);
        const auto digest = digestTensor(**there, i, DigestAlgorithm::Sha256);
        ASSERT_TRUE(digest) << describe(digest.error());
        EXPECT_EQ(*digest, *digestTensor(**here, i, DigestAlgorithm::Sha256));
    }
}

TEST_F(RepositoryTest, SaysWhatIsWrongWithIt)
{
    serve(recorded());
    const std::vector<std::pair<const char*, const char*>> cases{
        {"gated", "gated: accept its terms"},
        {"none", "no such repository"},
        {"disabled", "disabled"},
        {"tiny@no-branch", "no revision \"no-branch\""},
        {"dots", "\"../../etc/passwd\""},
        {"absolute", "path that no file of a repository has"},
        {"zero", "path that no file of a repository has"},
        {"again", "a page that it has had"},
        {"elsewhere", "another server than the hub"},
    };
    for (const auto& [name, sentence] : cases) {
        const std::string address = std::string("hf://loupe-tests/") + name;
        EXPECT_THAT(errorOf(address), AllOf(HasSubstr(address), HasSubstr(sentence)));
    }
    for (const json& entry : m_server->log())
        EXPECT_EQ(entry["port"], "main") << "no page of another server is asked for";
}

TEST_F(RepositoryTest, TheTokenGoesWithEachPage)
{
    serve(recorded());
    m_variables["HF_TOKEN"] = "hf_right";
    EXPECT_FALSE(tensorsAt("hf://loupe-tests/tiny").empty());
    for (const json& entry : m_server->log()) {
        const bool isHub = entry["port"] == "main";
        EXPECT_EQ(entry["headers"].value("authorization", ""), isHub ? "Bearer hf_right" : "") << entry["target"];
    }
}

TEST_F(RepositoryTest, AListingWaitsForTheLimitOfRequests)
{
    const std::string tree = "/api/models/loupe-tests/busy/tree/" + std::string(tinyCommit) + "?recursive=true";
    json more = repository("busy", {"model.safetensors"});
    json limited = answered(tree, {{"status", 429}, {"headers", {{"Retry-After", "1"}}}, {"body", "slower"}});
    limited["request"]["times"] = 1;
    more.insert(more.begin(), limited);
    serve(recorded(more));
    EXPECT_FALSE(tensorsAt("hf://loupe-tests/busy").empty());
    EXPECT_EQ(std::ranges::count(asked(), tree), 2);
}

TEST_F(RepositoryTest, AServerThatIsDownIsNotAskedTwiceAsOften)
{
    const std::string target = "/loupe-tests/down/resolve/main/model.safetensors";
    serve(recorded(json::array({answered(target, {{"status", 503}, {"body", "down"}})})));
    EXPECT_THAT(errorOf("hf://loupe-tests/down/model.safetensors"), HasSubstr("503"));
    EXPECT_EQ(std::ranges::count(asked(), target), 2) << "as many as there are tries";
    EXPECT_THAT(errorOf("hf://loupe-tests/down/model.safetensors"), HasSubstr("503"));
    EXPECT_EQ(std::ranges::count(asked(), target), 4) << "but another time it is asked again";
}

TEST_F(RepositoryTest, OfThisMachineIsOpenedWithoutTheNetwork)
{
    serve(recorded());
    putModelIntoCache();
    EXPECT_EQ(tensorsAt("hf://loupe-tests/tiny"), localTensors("safetensors-sharded"));
    EXPECT_THAT(asked(), testing::IsEmpty());
    m_variables["HF_HUB_OFFLINE"] = "1";
    restart();
    EXPECT_EQ(tensorsAt("hf://loupe-tests/tiny"), localTensors("safetensors-sharded"));
    EXPECT_THAT(asked(), testing::IsEmpty());
}

TEST_F(RepositoryTest, OfThisMachineIsNotAskedForItsConfiguration)
{
    serve(recorded());
    putModelIntoCache();
    const auto logical = [] { return quantized::logicalOf(*openCheckpoint("hf://loupe-tests/tiny"), {}); };
    ASSERT_TRUE(logical());
    EXPECT_THAT(asked(), testing::IsEmpty());
    putIntoCache("config.json", std::string(40, 'c'), "{}");
    restart();
    ASSERT_TRUE(logical());
    EXPECT_THAT(asked(), testing::IsEmpty());
    // If one file is only on the hub, the configuration may be, too.
    const fs::path snapshots = m_home.path() / ".cache/huggingface/hub/models--loupe-tests--tiny/snapshots";
    for (const char* const name : {"model-00002-of-00003.safetensors", "config.json"})
        ASSERT_TRUE(fs::remove(snapshots / tinyCommit / name));
    restart();
    ASSERT_TRUE(logical());
    EXPECT_THAT(asked(), testing::Contains(HasSubstr("/config.json")));
}

TEST_F(RepositoryTest, ThatIsHereInPartIsCompletedAtItsCommit)
{
    serve(recorded());
    putIntoCache("model.safetensors.index.json", "e7a35671a9432fcc6c6e2753519a33213fdb5f56");
    putIntoCache("model-00001-of-00003.safetensors", std::string(64, 'a'));
    EXPECT_EQ(tensorsAt("hf://loupe-tests/tiny"), localTensors("safetensors-sharded"));
    EXPECT_THAT(asked(),
        testing::Each(Not(testing::AnyOf(HasSubstr("/api/models/"), HasSubstr("00001-of"), HasSubstr("main/")))));
    EXPECT_THAT(asked(), testing::Not(testing::IsEmpty()));
}

TEST_F(RepositoryTest, OfWhichOnlyOtherFilesAreHereIsListed)
{
    serve(recorded());
    putIntoCache("config.json", std::string(40, 'a'), "{}");
    EXPECT_EQ(tensorsAt("hf://loupe-tests/tiny"), localTensors("safetensors-sharded"));
    EXPECT_THAT(asked(), testing::Contains(HasSubstr("/tree/")));
}

TEST_F(RepositoryTest, OfWhichOneFileOfManyNamesIsHereIsListedWhereThatIsPossible)
{
    serve(recorded());
    std::ifstream file(dataPath("safetensors/gpt2-tiny.safetensors"), std::ios::binary);
    putIntoCache("adapter_model.safetensors", std::string(64, 'b'), {std::istreambuf_iterator<char>(file), {}});
    EXPECT_EQ(tensorsAt("hf://loupe-tests/tiny"), localTensors("safetensors-sharded"));
    EXPECT_THAT(asked(), testing::Contains(HasSubstr("/tree/")));
    m_files->setOffline();
    m_files->askAgain();
    EXPECT_EQ(tensorsAt("hf://loupe-tests/tiny"), localTensors("safetensors/gpt2-tiny.safetensors"));
}

TEST_F(RepositoryTest, OfflineNothingIsAsked)
{
    serve(recorded());
    const std::vector<std::string> addresses{"hf://loupe-tests/tiny", "hf://loupe-tests/tiny/model.safetensors",
        "hf://loupe-tests/tiny/folder/", "s3://bucket/model.safetensors", "s3://bucket/folder/",
        m_server->url("/safetensors/gpt2-tiny.safetensors")};
    m_files->setOffline();
    for (const std::string& address : addresses)
        EXPECT_THAT(errorOf(address), HasSubstr("--offline")) << address;
    for (const char* const name : {"HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE"}) {
        m_variables[name] = "YES";
        restart();
        for (const std::string& address : addresses) {
            if (address.starts_with("hf://")) {
                EXPECT_THAT(errorOf(address), HasSubstr("HF_HUB_OFFLINE")) << address;
            }
        }
        m_variables.erase(name);
    }
    const json stats = m_server->stats();
    EXPECT_EQ(stats["requests"], 0);
    EXPECT_EQ(stats["connections"], 1) << "the one that asks for this";
}

TEST_F(RepositoryTest, TheHubsDigestsAreThoseOfTheFiles)
{
    serve(recorded());
    const std::vector<std::pair<const char*, HubDigest>> files{
        {"model-00001-of-00003.safetensors",
            {HubDigest::Kind::Sha256, "8ee0efad92248a394cbb656ae7b0852d88ac6e4d3dfceb68722df5c8743068e7", {}}},
        {"model.safetensors.index.json", {HubDigest::Kind::GitBlob, "e7a35671a9432fcc6c6e2753519a33213fdb5f56", {}}}};
    for (const auto& [name, expected] : files) {
        const std::string address = std::string("hf://loupe-tests/tiny/") + name;
        const auto source = Source::open(address);
        ASSERT_TRUE(source) << describe(source.error());
        const auto stated = findHubDigest(**source);
        ASSERT_TRUE(stated) << name;
        EXPECT_EQ(stated->kind, expected.kind);
        EXPECT_EQ(stated->digest, expected.digest);
        EXPECT_EQ(stated->statedBy, address);
        EXPECT_EQ(digestForHub(**source, *stated), expected.digest);
    }
    const auto other = Source::open(m_server->url("/safetensors/gpt2-tiny.safetensors"));
    ASSERT_TRUE(other);
    EXPECT_FALSE(findHubDigest(**other)) << "its ETag is no hub's";
}

/// Repositories whose files are kept on disk after reading.
class KeptRepositoryTest : public RepositoryTest {
protected:
    void serveAndKeep(const json& more = json::array())
    {
        serve(recorded(more));
        startAgain();
    }
    void restartAndKeep()
    {
        restart();
        m_files->keepOnDisk({m_home.path() / "kept", std::uint64_t{64} << 20});
    }
    void startAgain()
    {
        restartAndKeep();
        m_server->reset();
    }
    static std::string atCommit(const std::string& path)
    {
        return std::string("hf://loupe-tests/tiny@") + tinyCommit + "/" + path;
    }
};

TEST_F(KeptRepositoryTest, AreListedAndNotAskedForTheirFilesAgain)
{
    serveAndKeep();
    const auto logical = [] { return quantized::logicalOf(*openCheckpoint("hf://loupe-tests/tiny"), {}); };
    ASSERT_TRUE(logical());
    EXPECT_THAT(asked(), testing::Contains(HasSubstr("/resolve/")));
    EXPECT_THAT(asked(), testing::Each(Not(HasSubstr("quant")))) << "files that the listing does not have";
    startAgain();
    const auto checkpoint = logical();
    ASSERT_TRUE(checkpoint);
    EXPECT_EQ(tensorsOf(**checkpoint), localTensors("safetensors-sharded"));
    EXPECT_THAT(asked(), testing::Each(HasSubstr("/api/models/"))) << "which files there are, and nothing else";
    const auto source = Source::open("hf://loupe-tests/tiny/model-00001-of-00003.safetensors");
    ASSERT_TRUE(source);
    EXPECT_EQ(findHubDigest(**source)->digest, "8ee0efad92248a394cbb656ae7b0852d88ac6e4d3dfceb68722df5c8743068e7");
}

TEST_F(KeptRepositoryTest, AskTheHubWhetherABranchHasMoved)
{
    serveAndKeep();
    const std::string file = "hf://loupe-tests/tiny/model-00001-of-00003.safetensors";
    const auto expected = tensorsAt(file);
    startAgain();
    ASSERT_TRUE(Source::open(file));
    EXPECT_THAT(asked(), ElementsAre("/loupe-tests/tiny/resolve/main/model-00001-of-00003.safetensors"))
        << "its redirect tells the digest";
    for (const json& entry : m_server->log())
        EXPECT_FALSE(entry["headers"].contains("if-none-match")) << "the hub has not named that ETag";
    EXPECT_EQ(tensorsAt(file), expected);
}

TEST_F(KeptRepositoryTest, FetchWhatIsMissingAtTheCommit)
{
    serveAndKeep();
    const std::string file = atCommit("model-00001-of-00003.safetensors");
    ASSERT_TRUE(Source::open(file));
    startAgain();
    for (const auto& entry : fs::recursive_directory_iterator(m_home.path() / "kept")) {
        if (entry.is_regular_file() && entry.path().filename() != "about")
            fs::remove(entry.path());
    }
    const auto source = Source::open(file);
    ASSERT_TRUE(source);
    EXPECT_THAT(asked(), testing::IsEmpty());
    std::vector<std::byte> bytes((*source)->size());
    const auto read = (*source)->read(0, bytes);
    ASSERT_TRUE(read) << describe(read.error());
    std::ifstream local(dataPath("safetensors-sharded/model-00001-of-00003.safetensors"), std::ios::binary);
    const std::string expected{std::istreambuf_iterator<char>(local), {}};
    EXPECT_EQ(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()), expected);
    EXPECT_THAT(asked(), testing::Each(Not(HasSubstr("main"))));
    EXPECT_THAT(asked(), Not(testing::IsEmpty()));
}

TEST_F(KeptRepositoryTest, AreOpenedOfflineAtACommit)
{
    serveAndKeep();
    ASSERT_FALSE(tensorsAt(atCommit("model.safetensors.index.json")).empty());
    startAgain();
    m_files->setOffline();
    EXPECT_EQ(tensorsAt(atCommit("model.safetensors.index.json")), localTensors("safetensors-sharded"));
    EXPECT_THAT(m_files->keptCopies(), testing::IsEmpty()) << "a commit does not change";
    EXPECT_THAT(errorOf("hf://loupe-tests/tiny"),
        AllOf(HasSubstr("--offline"), HasSubstr("the list of its files was not read before")));
    m_variables["HF_HUB_OFFLINE"] = "1";
    startAgain();
    EXPECT_EQ(tensorsAt(atCommit("model.safetensors.index.json")), localTensors("safetensors-sharded"));
    EXPECT_EQ(m_server->stats()["requests"], 0);
}

TEST_F(KeptRepositoryTest, OfflineABranchIsWhatItWas)
{
    serveAndKeep();
    const std::string file = "hf://loupe-tests/tiny/model-00001-of-00003.safetensors";
    const auto expected = tensorsAt(file);
    startAgain();
    m_files->setOffline();
    EXPECT_EQ(tensorsAt(file), expected);
    const auto copies = m_files->keptCopies();
    // The index, in which the shard was looked up, was read at the same commit.
    EXPECT_THAT(copies,
        ElementsAre(testing::Field(&KeptCopy::address, file),
            testing::Field(&KeptCopy::address, "hf://loupe-tests/tiny/model.safetensors.index.json")));
    for (const KeptCopy& copy : copies) {
        EXPECT_GT(copy.confirmed, std::time(nullptr) - 3600);
        EXPECT_EQ(copy.revision, "hf://loupe-tests/tiny");
    }
}

TEST_F(KeptRepositoryTest, OfflineAModelOfABranchIsWhatItWasHoweverItWasOpened)
{
    const std::string folder = "hf://loupe-tests/tiny";
    const std::string index = folder + "/model.safetensors.index.json";
    const auto expected = localTensors("safetensors-sharded");
    for (const std::string& opened : {folder, index}) {
        serveAndKeep();
        EXPECT_EQ(tensorsAt(opened), expected) << opened;
        startAgain();
        m_files->setOffline();
        EXPECT_EQ(tensorsAt(index), expected) << opened;
        if (opened == folder) {
            EXPECT_EQ(tensorsAt(folder), expected) << "its files are listed as they were";
            EXPECT_FALSE(m_files->isFolder(folder + "/none"));
            EXPECT_THAT(errorOf(folder + "/modle.safetensors.index.json"),
                AllOf(HasSubstr("has no file"), HasSubstr("similar names: \"model.safetensors.index.json\"")));
        }
        const auto copies = m_files->keptCopies();
        EXPECT_THAT(copies, testing::Contains(testing::Field(&KeptCopy::address, index))) << "it may have moved";
        EXPECT_EQ(m_server->stats()["requests"], 0) << opened;
        for (const DiskCache::Entry& entry : DiskCache({m_home.path() / "kept", 1}).entries())
            EXPECT_THAT(entry.url, HasSubstr("/resolve/")) << "what is known of the branch is no file";
        m_files.reset();
        fs::remove_all(m_home.path() / "kept");
    }
}

TEST_F(KeptRepositoryTest, OfflineAListingIsThatOfTheCommitWhoseFilesWereRead)
{
    serveAndKeep();
    const std::string folder = "hf://loupe-tests/tiny";
    ASSERT_TRUE(m_files->list(folder));
    const auto expected = m_files->list(folder);
    startAgain();
    m_files->setOffline();
    const auto branch = m_files->list(folder);
    ASSERT_TRUE(branch) << describe(branch.error());
    EXPECT_EQ(branch->files, expected->files);
    EXPECT_EQ(branch->folders, expected->folders);
    const auto commit = m_files->list(folder + "@" + tinyCommit);
    ASSERT_TRUE(commit) << describe(commit.error());
    EXPECT_EQ(commit->files, expected->files);
    EXPECT_FALSE(m_files->list(folder + "@" + std::string(40, 'b')));
    EXPECT_FALSE(m_files->list("hf://loupe-tests/other"));
    EXPECT_TRUE(DiskCache({m_home.path() / "kept", 1}).entries().empty()) << "no file was read";
    EXPECT_EQ(m_server->stats()["requests"], 0);
    DiskCache cache({m_home.path() / "kept", std::uint64_t{64} << 20});
    ASSERT_TRUE(cache.clear(folder));
    startAgain();
    m_files->setOffline();
    EXPECT_FALSE(m_files->list(folder)) << "it was cleared";
}

TEST_F(KeptRepositoryTest, OfflineFilesOfTwoCommitsAreNotMixed)
{
    const std::string other(40, 'b');
    const auto at = [](const std::string& revision, const std::string& name, const std::string& commit) {
        return answered("/loupe-tests/moved/resolve/" + revision + "/" + name,
            {{"file", "/safetensors-sharded/" + name}, {"headers", {{"X-Repo-Commit", commit}}}});
    };
    const std::string first = "model-00001-of-00003.safetensors";
    const std::string second = "model-00002-of-00003.safetensors";
    serveAndKeep({at("main", first, tinyCommit), at("main", second, other)});
    for (const std::string& name : {first, second}) {
        EXPECT_FALSE(tensorsAt("hf://loupe-tests/moved/" + name).empty());
        startAgain();
    }
    m_files->setOffline();
    EXPECT_FALSE(tensorsAt("hf://loupe-tests/moved/" + second).empty());
    EXPECT_THAT(errorOf("hf://loupe-tests/moved/" + first), HasSubstr("--offline")) << "it is of another commit";
    startAgain();
    m_files->setOffline();
    EXPECT_FALSE(tensorsAt("hf://loupe-tests/moved/" + first).empty()) << "by itself it is what it was";
}

TEST_F(KeptRepositoryTest, UnchangedShardsStayWhenTheBranchMoves)
{
    const std::string later(40, 'b');
    const std::vector<std::string> names{"model-00001-of-00003.safetensors", "model-00002-of-00003.safetensors",
        "model-00003-of-00003.safetensors", "model.safetensors.index.json"};
    const std::string api = "/api/models/loupe-tests/moving";
    json first = answered(api + "/revision/main", {{"status", 200}, {"json", {{"sha", tinyCommit}}}});
    first["request"]["times"] = 1;
    json exchange{std::move(first), answered(api + "/revision/main", {{"status", 200}, {"json", {{"sha", later}}}})};
    for (const std::string& commit : {std::string(tinyCommit), later}) {
        json entries = json::array();
        for (const std::string& name : names) {
            // In the later commit, the second shard has another digest, and so has the index.
            const bool isChanged = commit == later && (name == names[1] || name == names[3]);
            const std::string digest(
                name == names[3] ? 40 : 64, static_cast<char>((isChanged ? '5' : '1') + name[10] % 4));
            entries.push_back(
                {{"type", "file"}, {"path", name}, {"oid", std::string(40, 'f')}, {"lfs", {{"oid", digest}}}});
            exchange.push_back(answered("/loupe-tests/moving/resolve/" + commit + "/" + name,
                {{"file", "/safetensors-sharded/" + name},
                    {"headers", {{"X-Repo-Commit", commit}, {"X-Linked-Etag", '"' + digest + '"'}}}}));
        }
        exchange.push_back(answered(api + "/tree/" + commit + "?recursive=true", {{"status", 200}, {"json", entries}}));
    }
    serveAndKeep(exchange);
    const auto expected = localTensors("safetensors-sharded");
    EXPECT_EQ(tensorsAt("hf://loupe-tests/moving"), expected);
    const auto wasAsked = [&](const std::string& commit, std::size_t name) {
        return testing::Contains("/loupe-tests/moving/resolve/" + commit + "/" + names[name]);
    };
    EXPECT_THAT(asked(), AllOf(wasAsked(tinyCommit, 0), wasAsked(tinyCommit, 1), wasAsked(tinyCommit, 2)));
    restartAndKeep();
    EXPECT_EQ(tensorsAt("hf://loupe-tests/moving"), expected);
    EXPECT_THAT(asked(), AllOf(wasAsked(later, 1), wasAsked(later, 3)));
    EXPECT_THAT(asked(), AllOf(Not(wasAsked(later, 0)), Not(wasAsked(later, 2)))) << "their digests are the same";
    // The missing parts of these files come from the later commit.
    const auto source = Source::open("hf://loupe-tests/moving/" + names[0]);
    ASSERT_TRUE(source) << describe(source.error());
    EXPECT_EQ(m_files->statedDigest("hf://loupe-tests/moving/" + names[0]).size(), 64U);
    std::vector<std::byte> bytes((*source)->size());
    ASSERT_TRUE((*source)->read(0, bytes));
    std::ifstream local(dataPath("safetensors-sharded/" + names[0]), std::ios::binary);
    const std::string content{std::istreambuf_iterator<char>(local), {}};
    EXPECT_EQ(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()), content);
    std::size_t kept = 0;
    for (const DiskCache::Entry& entry : DiskCache({m_home.path() / "kept", 1}).entries())
        kept += entry.commit == later ? 1 : 0;
    EXPECT_EQ(kept, names.size()) << "listed as of the commit that they were read at last";
    startAgain();
    m_files->setOffline();
    EXPECT_EQ(tensorsAt("hf://loupe-tests/moving"), expected) << "offline it is of the later commit";
    EXPECT_EQ(m_server->stats()["requests"], 0);
}

TEST_F(KeptRepositoryTest, AReloadWhileAFileIsOpenedIsNoChange)
{
    serveAndKeep();
    const std::string file = "hf://loupe-tests/tiny/model-00001-of-00003.safetensors";
    ASSERT_TRUE(Source::open(file));
    startAgain();
    const auto prepared = m_files->prepare({{.address = file, .bytes = 0}});
    m_files->askAgain();
    m_files->listCopies("hf://loupe-tests/other");
    ASSERT_FALSE(m_files->isFolder("hf://loupe-tests/none/model.safetensors.index.json")) << "by now all is forgotten";
    const auto source = Source::open(file);
    ASSERT_TRUE(source) << describe(source.error());
    std::vector<std::byte> bytes((*source)->size());
    EXPECT_TRUE((*source)->read(0, bytes));
}

TEST_F(KeptRepositoryTest, SayWhichNamesAreSimilar)
{
    serveAndKeep(json::array({topListing("tiny", {"model.safetensors.index.json", "README.md"})}));
    EXPECT_THAT(errorOf("hf://loupe-tests/tiny/no-file.safetensors"),
        AllOf(HasSubstr("has no file \"no-file.safetensors\""), Not(HasSubstr("similar"))));
    EXPECT_THAT(errorOf("hf://loupe-tests/tiny/model.safetensor.index.json"),
        HasSubstr("similar names: \"model.safetensors.index.json\""));
    EXPECT_THAT(asked(), testing::Each(Not(HasSubstr("recursive"))));
}

TEST_F(KeptRepositoryTest, AreOpenedFromAPageOfTheHubThatTheEnvironmentNames)
{
    serveAndKeep();
    const std::string name = "model-00001-of-00003.safetensors";
    EXPECT_EQ(
        tensorsAt(m_server->url("/loupe-tests/tiny/blob/main/" + name)), tensorsAt("hf://loupe-tests/tiny/" + name));
    EXPECT_EQ(m_files->publicName(m_server->url("/loupe-tests/tiny/tree/main")), "hf://loupe-tests/tiny@main");
}

/// A bucket with a sharded model below "models/tiny/", listed in two pages.
class PrefixTest : public RepositoryTest {
protected:
    static std::string target(const std::string& prefix, const std::string& token = {})
    {
        std::string text = "/bucket?";
        if (!token.empty())
            text += "continuation-token=" + token + "&";
        return text + "delimiter=%2F&encoding-type=url&list-type=2&max-keys=1000&prefix=" + prefix;
    }
    static json page(const std::vector<std::string>& keys, const std::string& more = {})
    {
        std::string xml = "<ListBucketResult><EncodingType>url</EncodingType>";
        for (const std::string& key : keys)
            xml += "<Contents><Key>" + key + "</Key><Size>1</Size><ETag>\"e\"</ETag></Contents>";
        return {{"status", 200}, {"body", xml + more + "</ListBucketResult>"}};
    }
    void serveBucket()
    {
        const std::string folder = "models/tiny/";
        json exchange{
            answered(target("models%2Ftiny%2F"),
                page({folder + "model-00001-of-00003.safetensors", folder + "model-00002-of-00003.safetensors"},
                    "<IsTruncated>true</IsTruncated><NextContinuationToken>t+1</NextContinuationToken>")),
            answered(target("models%2Ftiny%2F", "t%2B1"),
                page({folder + "model-00003-of-00003.safetensors", folder + "model.safetensors.index.json"},
                    "<IsTruncated>false</IsTruncated>")),
            answered(
                target("models%2F"), page({}, "<CommonPrefixes><Prefix>models%2Ftiny%2F</Prefix></CommonPrefixes>")),
            answered(target("none%2F"), page({})),
            answered(target("denied%2F"),
                {{"status", 403}, {"body", "<Error><Code>AccessDenied</Code><Message>no</Message></Error>"}}),
        };
        for (const char* const name : {"model-00001-of-00003.safetensors", "model-00002-of-00003.safetensors",
                 "model-00003-of-00003.safetensors", "model.safetensors.index.json"})
            exchange.push_back(answered(
                "/bucket/models/tiny/" + std::string(name), {{"file", "/safetensors-sharded/" + std::string(name)}}));
        for (const char* const key : {"models/tiny", "none"})
            exchange.push_back(answered("/bucket/" + std::string(key),
                {{"status", 404}, {"body", "<Error><Code>NoSuchKey</Code><Message>no</Message></Error>"}}));
        serve(exchange);
    }
};

TEST_F(PrefixTest, OpensTheModelBelowIt)
{
    m_variables["AWS_ACCESS_KEY_ID"] = "AKIDEXAMPLE";
    m_variables["AWS_SECRET_ACCESS_KEY"] = "SECRET";
    serveBucket();
    const auto expected = localTensors("safetensors-sharded");
    EXPECT_EQ(tensorsAt("s3://bucket/models/tiny/"), expected);
    for (const json& entry : m_server->log())
        EXPECT_THAT(entry["headers"].value("authorization", ""), HasSubstr("AWS4-HMAC-SHA256")) << entry["target"];
    restart();
    EXPECT_EQ(tensorsAt("s3://bucket/models/tiny"), expected) << "the prefix is found without its slash";
}

TEST_F(PrefixTest, SaysWhatIsNotThere)
{
    serveBucket();
    EXPECT_THAT(errorOf("s3://bucket/models/"), AllOf(HasSubstr("no checkpoint"), HasSubstr("tiny")));
    EXPECT_THAT(errorOf("s3://bucket/none/"), HasSubstr("no checkpoint"));
    EXPECT_THAT(errorOf("s3://bucket/none"), HasSubstr("no such object"));
    EXPECT_THAT(errorOf("s3://bucket/denied/"), AllOf(HasSubstr("s3://bucket/denied/"), HasSubstr("credentials")));
}

} // namespace
} // namespace loupe::remote
