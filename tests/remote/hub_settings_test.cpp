#include "remote/hub/hub_settings.h"

#include "remote/hub/hub_cache.h"
#include "remote/hub/hub_refusal.h"
#include "support/temporary_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loupe::remote {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class HubSettingsTest : public testing::Test {
protected:
    HubSettingsTest() { m_variables["HOME"] = m_home.path(); }

    Result<HubSettings> result() const
    {
        return readHubSettings([this](const char* name) {
            const auto found = m_variables.find(name);
            return found == m_variables.end() ? std::string() : found->second;
        });
    }
    HubSettings read() const { return result().value(); }

    test::TemporaryFolder m_home;
    std::map<std::string, std::string> m_variables;
};

TEST_F(HubSettingsTest, WithoutAnythingAreTheHubsOwn)
{
    const HubSettings settings = read();
    EXPECT_EQ(wireUrl(settings.endpoint), "https://huggingface.co");
    EXPECT_EQ(settings.token, "");
    EXPECT_THAT(settings.tokenFrom, HasSubstr(".cache/huggingface/token"));
    EXPECT_EQ(settings.cacheFolder, m_home.path() / ".cache/huggingface/hub");
    EXPECT_FALSE(settings.isOffline);
}

TEST_F(HubSettingsTest, TheTokenIsThatOfVariablesOrFile)
{
    std::filesystem::create_directories(m_home.path() / ".cache/huggingface");
    m_home.write(".cache/huggingface/token", " hf_file\r\n");
    EXPECT_EQ(read().token, "hf_file");
    m_variables["HUGGING_FACE_HUB_TOKEN"] = "hf_old";
    EXPECT_EQ(read().token, "hf_old");
    m_variables["HF_TOKEN"] = "hf_new\n";
    EXPECT_EQ(read().token, "hf_new");
    EXPECT_EQ(read().tokenFrom, "HF_TOKEN");
    m_variables["HF_HUB_DISABLE_IMPLICIT_TOKEN"] = "Yes";
    EXPECT_EQ(read().token, "");
    m_variables.erase("HF_HUB_DISABLE_IMPLICIT_TOKEN");
    m_variables["HF_TOKEN"] = "SECRET with blanks";
    EXPECT_THAT(describe(result().error()), AllOf(HasSubstr("HF_TOKEN"), Not(HasSubstr("SECRET"))));
}

TEST_F(HubSettingsTest, FoldersMayBeNamedByVariables)
{
    m_variables["XDG_CACHE_HOME"] = "/x";
    EXPECT_EQ(read().cacheFolder, "/x/huggingface/hub");
    m_variables["HF_HOME"] = "~/hf";
    EXPECT_EQ(read().cacheFolder, m_home.path() / "hf/hub");
    m_variables["HUGGINGFACE_HUB_CACHE"] = "/${XDG_CACHE_HOME}$NONE/c$";
    EXPECT_EQ(read().cacheFolder, "//x/c$");
    m_variables["HF_HUB_CACHE"] = "/d";
    EXPECT_EQ(read().cacheFolder, "/d");
    m_variables["HF_TOKEN_PATH"] = m_home.write("t", "hf_t");
    EXPECT_EQ(read().token, "hf_t");
}

TEST_F(HubSettingsTest, SwitchesAreOnInManyWords)
{
    for (const char* const value : {"1", "ON", "yes", "True"}) {
        m_variables["HF_HUB_OFFLINE"] = value;
        EXPECT_TRUE(read().isOffline) << value;
    }
    m_variables["HF_HUB_OFFLINE"] = "0";
    EXPECT_FALSE(read().isOffline);
    m_variables["TRANSFORMERS_OFFLINE"] = "1";
    EXPECT_TRUE(read().isOffline);
}

TEST_F(HubSettingsTest, FilesAreAskedForByTheirNames)
{
    m_variables["HF_ENDPOINT"] = "http://127.0.0.1:8080/mirror/";
    const HubSettings settings = read();
    EXPECT_EQ(wireUrl(hubFileUrl(settings, {HubKind::Models, "o/r", "", "a b/c%d"}, "")),
        "http://127.0.0.1:8080/mirror/o/r/resolve/main/a%20b/c%25d");
    for (const char* const revision : {"main", "refs/pr/1", "0123456789abcdef0123456789abcdef01234567"})
        EXPECT_EQ(
            revisionInFileUrl(wireUrl(hubFileUrl(settings, {HubKind::Spaces, "o/r", "", "a/b"}, revision))), revision);
    EXPECT_EQ(revisionInFileUrl("https://host/a/b"), "");
    EXPECT_EQ(wireUrl(hubFileUrl(settings, {HubKind::Datasets, "o/r", "", "a"}, "refs/pr/1")),
        "http://127.0.0.1:8080/mirror/datasets/o/r/resolve/refs%2Fpr%2F1/a");
    for (const char* const endpoint : {"hf://o/r", "nothing", "https://u:SECRET@h", "https://h?x=SECRET"}) {
        m_variables["HF_ENDPOINT"] = endpoint;
        EXPECT_THAT(describe(result().error()), AllOf(HasSubstr("HF_ENDPOINT"), Not(HasSubstr("SECRET"))));
    }
}

TEST_F(HubSettingsTest, TheTokenIsForTheHubAlone)
{
    const auto may = [this](const char* url) {
        return mayHaveToken(read(), std::get<WebAddress>(parseAddress(url).value()));
    };
    EXPECT_TRUE(may("https://huggingface.co/o/r/resolve/main/a"));
    for (const char* const url : {"http://huggingface.co/a", "https://huggingface.co:8443/a",
             "https://cdn.huggingface.co/a", "https://huggingface.co.evil.example/a"})
        EXPECT_FALSE(may(url)) << url;
    m_variables["HF_ENDPOINT"] = "http://127.0.0.1:1";
    EXPECT_TRUE(may("http://127.0.0.1:1/a"));
    EXPECT_FALSE(may("http://127.0.0.1:2/a"));
    m_variables["HF_ENDPOINT"] = "http://hub.example";
    EXPECT_FALSE(may("http://hub.example/a")) << "anybody on the way could read it";
}

TEST_F(HubSettingsTest, RefusalsSayWhatHelps)
{
    HubSettings settings;
    settings.tokenFrom = "looked in HERE";
    const HubAddress asked{HubKind::Models, "o/r", "v9", "a.bin"};
    const auto sentence = [&](const HubRefusal& refusal) {
        const auto error = describeRefusal(refusal, asked, settings);
        return error ? describe(*error) : "";
    };
    EXPECT_THAT(sentence({401, "RepoNotFound", "", "Root=1"}),
        AllOf(
            HasSubstr("hf://o/r@v9/a.bin: "), HasSubstr("private"), HasSubstr("looked in HERE"), HasSubstr("Root=1")));
    EXPECT_THAT(sentence({401, "", "", ""}), HasSubstr("private"));
    EXPECT_THAT(sentence({403, "GatedRepo", "", ""}), HasSubstr("gated"));
    EXPECT_THAT(sentence({404, "RevisionNotFound", "", ""}), HasSubstr("\"v9\""));
    EXPECT_THAT(sentence({404, "EntryNotFound", "", ""}), HasSubstr("\"a.bin\""));
    EXPECT_THAT(sentence({403, "", "Access to this resource is disabled.", ""}), HasSubstr("disabled"));
    EXPECT_THAT(sentence({403, "", "no\nright", ""}), AllOf(HasSubstr("no\\nright"), Not(HasSubstr("\n"))));
    EXPECT_EQ(sentence({503, "", "", ""}), "");
    settings.token = "hf_SECRET";
    settings.tokenFrom = "HF_TOKEN";
    EXPECT_THAT(sentence({401, "", "Invalid credentials in Authorization header", ""}),
        AllOf(HasSubstr("token of HF_TOKEN"), Not(HasSubstr("SECRET"))));
}

class HubCacheTest : public testing::Test {
protected:
    static constexpr const char* commit = "0123456789abcdef0123456789abcdef01234567";
    static constexpr const char* digest = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

    /// Creates models--o--r with a large file, a small file, a file in a folder, a file that was not fetched, and a
    /// link to a file outside.
    HubCacheTest()
    {
        namespace fs = std::filesystem;
        const fs::path root = m_folder.path() / "models--o--r";
        const fs::path snapshot = root / "snapshots" / commit;
        for (const fs::path& folder : {root / "refs/refs/pr", root / "blobs", snapshot / "sub"})
            fs::create_directories(folder);
        m_folder.write("models--o--r/refs/main", commit);
        m_folder.write("models--o--r/refs/refs/pr/1", std::string(commit) + "\n");
        m_folder.write("models--o--r/refs/bad", "no commit");
        m_folder.write(std::string("models--o--r/blobs/") + digest, "large");
        m_folder.write(std::string("models--o--r/blobs/") + commit, "small");
        m_folder.write("secret", "secret");
        fs::create_symlink(std::string("../../blobs/") + digest, snapshot / "large.bin");
        fs::create_symlink(std::string("../../blobs/") + commit, snapshot / "small.json");
        fs::create_symlink(std::string("../../../blobs/") + digest, snapshot / "sub/deep.bin");
        fs::create_symlink("../../blobs/none", snapshot / "missing.bin");
        fs::create_symlink("../../../secret", snapshot / "elsewhere");
        m_folder.write(std::string("models--o--r/snapshots/") + commit + "/plain.bin", "plain");
    }

    std::optional<CachedFile> find(const std::string& path) const
    {
        return findCached(m_folder.path(), {HubKind::Models, "o/r", "", path}, commit);
    }
    std::string commitOf(const std::string& revision) const
    {
        return cachedCommit(m_folder.path(), {HubKind::Models, "o/r", revision, ""});
    }

    test::TemporaryFolder m_folder;
};

TEST_F(HubCacheTest, RevisionsAreCommits)
{
    EXPECT_EQ(commitOf(""), commit);
    EXPECT_EQ(commitOf("main"), commit);
    EXPECT_EQ(commitOf("refs/pr/1"), commit);
    EXPECT_EQ(commitOf(commit), commit);
    EXPECT_EQ(commitOf("other"), "");
    EXPECT_EQ(commitOf("bad"), "");
}

TEST_F(HubCacheTest, FilesAreFoundWithTheirDigests)
{
    EXPECT_EQ(find("large.bin")->sha256, digest);
    EXPECT_THAT(find("large.bin")->path, testing::EndsWith(std::string("snapshots/") + commit + "/large.bin"));
    EXPECT_EQ(find("sub/deep.bin")->sha256, digest);
    EXPECT_EQ(find("small.json")->sha256, "") << "a name of git's, which is no SHA-256";
    EXPECT_EQ(find("plain.bin")->sha256, "");
}

TEST_F(HubCacheTest, WhatIsNotThereOrLeadsElsewhereIsNotFound)
{
    for (const char* const path : {"missing.bin", "none", "elsewhere", "sub", "../../../secret", ""})
        EXPECT_FALSE(find(path)) << path;
    EXPECT_FALSE(findCached(m_folder.path(), {HubKind::Datasets, "o/r", "", "plain.bin"}, commit));
    EXPECT_FALSE(findCached(m_folder.path(), {HubKind::Models, "o/r", "", "plain.bin"}, ""));
    EXPECT_FALSE(findCached(m_folder.path() / "none", {HubKind::Models, "o/r", "", "plain.bin"}, commit));
}

} // namespace
} // namespace loupe::remote
