#include "remote/cache/disk_cache.h"
#include "remote/cache/file_cache.h"
#include "support/file_content.h"
#include "support/temporary_file.h"

#include <fstream>
#include <functional>
#include <map>
#include <thread>

#include <sys/stat.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loupe::remote {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;

Environment environmentOf(const std::map<std::string, std::string>& variables)
{
    return [variables](const char* name) {
        const auto found = variables.find(name);
        return found == variables.end() ? std::string() : found->second;
    };
}

TEST(DiskCacheSettings, ComeFromTheEnvironment)
{
    struct Case {
        std::map<std::string, std::string> variables;
        std::string folder;
        std::uint64_t limit;
    };
    for (const Case& one : {Case{{{"HOME", "/home/a"}}, "/home/a/.cache/tensorloupe/remote", std::uint64_t{4} << 30},
             Case{{{"HOME", "/home/a"}, {"XDG_CACHE_HOME", "/var/c"}}, "/var/c/tensorloupe/remote",
                 std::uint64_t{4} << 30},
             Case{{{"HOME", "/home/a"}, {"XDG_CACHE_HOME", "not/absolute"}}, "/home/a/.cache/tensorloupe/remote",
                 std::uint64_t{4} << 30},
             Case{{{"TENSORLOUPE_CACHE_LIMIT", "0"}}, "", 0}, Case{{{"TENSORLOUPE_CACHE_LIMIT", "12345"}}, "", 12'345},
             Case{{{"TENSORLOUPE_CACHE_LIMIT", "2 GB"}}, "", 2'000'000'000},
             Case{{{"TENSORLOUPE_CACHE_LIMIT", "3MiB"}}, "", 3 * 1'048'576}}) {
        const auto settings = DiskCache::settings(environmentOf(one.variables));
        ASSERT_TRUE(settings);
        EXPECT_EQ(settings->folder, one.folder);
        EXPECT_EQ(settings->limit, one.limit);
    }
    for (const char* const wrong : {"much", "-1", "1.5GB", "99999999999999TiB", "GB"})
        EXPECT_FALSE(DiskCache::settings(environmentOf({{"TENSORLOUPE_CACHE_LIMIT", wrong}}))) << wrong;
}

TEST(CacheIdentity, HasNoSecretsAndNothingIsKeptWhereItWouldNeedOne)
{
    const auto plain = cacheIdentity("https://host:8080/a/b.bin", "https://host:8080/a/b.bin");
    ASSERT_TRUE(plain);
    EXPECT_EQ(plain->url, "https://host:8080/a/b.bin");
    const std::string query = "?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=k&X-Amz-Date=20260101T000000Z"
                              "&X-Amz-Expires=60&X-Amz-SignedHeaders=host&X-Amz-Signature=0123abcd";
    const auto presigned = cacheIdentity("https://host:8080/a/b.bin" + query, "https://host:8080/a/b.bin");
    ASSERT_TRUE(presigned);
    EXPECT_EQ(presigned->url, plain->url);
    EXPECT_EQ(presigned->name, "https://host:8080/a/b.bin");
    EXPECT_EQ(cacheIdentity("https://b.s3.amazonaws.com/a%231", "s3://b/a#1")->name, "s3://b/a#1");
    EXPECT_FALSE(cacheIdentity("https://user:word@host/b.bin", "n"));
    EXPECT_FALSE(cacheIdentity("https://host/get?file=a", "n"));
    for (const char* const other : {"&versionId=3", "&file=a", "&", "&&path=a", "&a", "&sp=r"}) {
        const bool isNothing = other == std::string_view("&");
        EXPECT_EQ(cacheIdentity("https://host:8080/a/b.bin" + query + other, "n").has_value(), isNothing) << other;
        EXPECT_FALSE(cacheIdentity("https://host/get?expires=1&signature=x&file=a" + std::string(other), "n")) << other;
    }
    for (const char* const signature : {"Expires=1&Signature=a&Key-Pair-Id=b", "AWSAccessKeyId=a&Expires=1&Signature=b",
             "sv=1&sr=b&sp=r&se=2026-11-23T05%3A06%3A07Z&sig=a", "Expires=1&Signature=a&GoogleAccessId=b"})
        EXPECT_EQ(cacheIdentity("https://host/f?" + std::string(signature), "n")->url, "https://host/f") << signature;
}

class DiskCacheTest : public testing::Test {
protected:
    static constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20;
    const DiskCache::Identity m_file{"https://host/f", "https://host/f"};
    const Version m_version{.etag = "\"1\"", .modified = "", .size = 100 * mebibyte};

    std::unique_ptr<DiskCache> cacheOf(std::uint64_t limit) const
    {
        return std::make_unique<DiskCache>(DiskCache::Settings{m_folder.path() / "cache" / "remote", limit});
    }
    static std::shared_ptr<std::vector<std::byte>> bytesAt(std::uint64_t offset, std::size_t size)
    {
        auto bytes = std::make_shared<std::vector<std::byte>>(size);
        for (std::size_t i = 0; i < size; ++i)
            (*bytes)[i] = static_cast<std::byte>((offset + i) * 37 >> 3);
        return bytes;
    }
    static void store(
        DiskCache& cache, const std::shared_ptr<CachedBlocks>& blocks, std::uint64_t offset, std::size_t size)
    {
        const auto bytes = bytesAt(offset, size);
        cache.store(blocks, {offset, offset + size}, *bytes, bytes);
        cache.flush();
    }
    /// Whether the cache has these bytes. Expects that they are correct.
    static bool has(CachedBlocks& blocks, std::uint64_t offset, std::size_t size)
    {
        const auto block = blocks.at(offset);
        std::vector<std::byte> bytes(size);
        if (!block || !blocks.read(*block, {offset, offset + size}, bytes))
            return false;
        EXPECT_EQ(bytes, *bytesAt(offset, size));
        return true;
    }
    std::vector<fs::path> blockFiles() const
    {
        std::vector<fs::path> files;
        for (const auto& entry : fs::recursive_directory_iterator(m_folder.path() / "cache")) {
            if (blockOfName(entry.path().filename().string()))
                files.push_back(entry.path());
        }
        std::ranges::sort(files);
        return files;
    }
    std::uint64_t bytesOnDisk() const
    {
        std::uint64_t bytes = 0;
        for (const fs::path& file : blockFiles())
            bytes += fs::file_size(file);
        return bytes;
    }

    test::TemporaryFolder m_folder;
};

TEST_F(DiskCacheTest, GivesBackWhatItWasGiven)
{
    {
        const auto cache = cacheOf(64 * mebibyte);
        const auto blocks = cache->open(m_file, m_version);
        ASSERT_TRUE(blocks);
        store(*cache, blocks, 0, 65'536);
        store(*cache, blocks, 1'000'000, 300'000);
        EXPECT_TRUE(has(*blocks, 0, 65'536));
    }
    const auto cache = cacheOf(64 * mebibyte);
    const auto about = cache->aboutOf(m_file);
    ASSERT_TRUE(about);
    EXPECT_EQ(about->version.etag, "\"1\"");
    EXPECT_EQ(about->version.size, m_version.size);
    const auto blocks = cache->open(m_file, about->version);
    EXPECT_TRUE(has(*blocks, 0, 65'536));
    EXPECT_TRUE(has(*blocks, 1'000'100, 1'000)) << "a part of a block";
    EXPECT_FALSE(blocks->at(65'536));
    EXPECT_FALSE(blocks->at(999'999));
    EXPECT_EQ(blocks->nextAfter(0), 1'000'000U);
    EXPECT_EQ(blocks->nextAfter(65'536), 1'000'000U);
    EXPECT_EQ(blocks->nextAfter(999'999), 1'000'000U);
    EXPECT_EQ(blocks->nextAfter(1'000'000), UINT64_MAX) << "no gap that begins there may be empty";
    EXPECT_EQ(blocks->nextAfter(1'000'001), UINT64_MAX);
    EXPECT_FALSE(cache->aboutOf({"https://host/other", ""}));
}

TEST_F(DiskCacheTest, KeepsOneVersionOfAFile)
{
    const auto cache = cacheOf(64 * mebibyte);
    const auto old = cache->open(m_file, m_version);
    store(*cache, old, 0, 1'000);
    const Version newer{.etag = "\"2\"", .modified = "", .size = m_version.size};
    const auto blocks = cache->open(m_file, newer);
    EXPECT_FALSE(blocks->at(0));
    EXPECT_FALSE(has(*old, 0, 1'000)) << "was removed";
    EXPECT_EQ(cache->aboutOf(m_file)->version.etag, "\"2\"");
    // Another process may still write data of the old version, which must never be taken for the new one.
    store(*cache, old, 0, 1'000);
    EXPECT_FALSE(cache->open(m_file, newer)->at(0));
}

TEST_F(DiskCacheTest, KnowsBytesByTheirDigestAtAnyUrl)
{
    const std::string digest(64, 'd');
    const auto at = [&](const std::string& url, const std::string& repository) {
        return DiskCache::Identity{
            .url = url, .name = "hf://" + repository, .repository = repository, .digest = digest};
    };
    const auto cache = cacheOf(64 * mebibyte);
    store(*cache, cache->open(at("https://hub/r/resolve/1/f", "r"), m_version, digest, "1"), 0, 1'000);
    EXPECT_FALSE(cache->aboutOf({"https://hub/r/resolve/1/f", ""})) << "the URL alone does not name them";
    EXPECT_FALSE(cache->aboutOf(at("https://hub/s/resolve/1/f", "s"))) << "another repository";
    const auto later = at("https://hub/r/resolve/2/f", "r");
    ASSERT_TRUE(cache->aboutOf(later));
    // Servers behind the hub may give the same bytes another ETag.
    const Version now{.etag = "\"2\"", .modified = "", .size = m_version.size};
    EXPECT_TRUE(has(*cache->open(later, now, digest, "2"), 0, 1'000));
    const auto entries = cache->entries();
    ASSERT_EQ(entries.size(), 1U);
    EXPECT_EQ(entries.front().url, later.url);
    EXPECT_EQ(entries.front().commit, "2");
}

TEST_F(DiskCacheTest, KeepsNothingWithoutAStrongETag)
{
    const auto cache = cacheOf(64 * mebibyte);
    for (const char* const etag : {"", "W/\"1\""})
        EXPECT_FALSE(cache->open(m_file, {.etag = etag, .modified = "today", .size = 10}));
    EXPECT_FALSE(fs::exists(m_folder.path() / "cache"));
}

TEST_F(DiskCacheTest, NeverGivesADamagedBlock)
{
    const auto damage = [](const fs::path& file, auto change) {
        std::string content = test::readFile(file);
        change(content);
        std::ofstream(file, std::ios::binary | std::ios::trunc) << content;
    };
    const std::vector<std::function<void(std::string&)>> changes{[](std::string& text) { text.back() ^= 1; },
        [](std::string& text) { text[45] ^= 1; }, [](std::string& text) { text[0] ^= 1; },
        [](std::string& text) { text[12] ^= 1; }, [](std::string& text) { text[34] ^= 1; },
        [](std::string& text) { text.pop_back(); }, [](std::string& text) { text.resize(20); },
        [](std::string& text) { text.clear(); }, [](std::string& text) { text += 'x'; },
        [](std::string& text) { std::fill(text.begin() + 4096, text.end(), '\0'); }};
    for (const auto& change : changes) {
        const auto cache = cacheOf(64 * mebibyte);
        store(*cache, cache->open(m_file, m_version), 0, 10'000);
        ASSERT_EQ(blockFiles().size(), 1U);
        damage(blockFiles().front(), change);
        const auto blocks = cache->open(m_file, m_version);
        EXPECT_TRUE(blocks->at(0));
        EXPECT_FALSE(has(*blocks, 0, 10'000));
        EXPECT_FALSE(blocks->at(0)) << "forgotten";
        EXPECT_TRUE(blockFiles().empty()) << "removed";
    }
}

TEST_F(DiskCacheTest, TakesNoBlockForAnotherOne)
{
    const auto cache = cacheOf(64 * mebibyte);
    const auto blocks = cache->open(m_file, m_version);
    store(*cache, blocks, 0, 1'000);
    const auto elsewhere = cache->open({"https://host/g", "https://host/g"}, m_version);
    store(*cache, elsewhere, 5'000, 1'000);
    fs::copy_file(blockFiles().front(), elsewhere->folder() / blockName(elsewhere->key({2'000, 3'000})),
        fs::copy_options::overwrite_existing);
    const auto again = cache->open({"https://host/g", "https://host/g"}, m_version);
    EXPECT_TRUE(again->at(2'000));
    EXPECT_FALSE(has(*again, 2'000, 1'000));
}

TEST_F(DiskCacheTest, IgnoresWhatATornAboutFileSays)
{
    for (const std::size_t kept : {0U, 5U, 40U}) {
        const auto cache = cacheOf(64 * mebibyte);
        const auto blocks = cache->open(m_file, m_version);
        const fs::path about = blocks->folder() / "about";
        fs::resize_file(about, kept);
        EXPECT_FALSE(cache->aboutOf(m_file)) << kept;
        ASSERT_TRUE(cache->open(m_file, m_version)) << "writes it anew";
        EXPECT_TRUE(cache->aboutOf(m_file));
    }
}

TEST_F(DiskCacheTest, KeepsItsLimitAndTheBlocksThatWereUsedLast)
{
    const auto cache = cacheOf(mebibyte);
    const auto blocks = cache->open(m_file, m_version);
    const auto setAge = [&](std::uint64_t offset, int hours) {
        for (const fs::path& file : blockFiles()) {
            if (blockOfName(file.filename().string())->range.begin == offset)
                fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::hours(hours));
        }
    };
    constexpr std::size_t size = 200'000;
    for (std::uint64_t i = 0; i < 5; ++i) {
        store(*cache, blocks, i * size, size);
        setAge(i * size, 100 - static_cast<int>(i));
    }
    EXPECT_TRUE(has(*blocks, 0, size)); // this makes it the most recently used block
    store(*cache, blocks, 5 * size, size);
    EXPECT_LE(bytesOnDisk(), mebibyte);
    EXPECT_TRUE(has(*blocks, 0, size));
    EXPECT_TRUE(has(*blocks, 5 * size, size));
    EXPECT_FALSE(has(*blocks, 1 * size, size));
    for (std::uint64_t i = 6; i < 40; ++i) {
        store(*cache, blocks, i * size, size);
        EXPECT_LE(bytesOnDisk(), mebibyte);
    }
    store(*cache, blocks, 0, 300'000);
    EXPECT_FALSE(cache->open(m_file, m_version)->at(250'000)) << "more than a fourth of the limit is not kept";
}

TEST_F(DiskCacheTest, RemovesFoldersThatHaveNoBlocksAnyMore)
{
    const auto cache = cacheOf(mebibyte);
    store(*cache, cache->open(m_file, m_version), 0, 200'000);
    const auto blocks = cache->open({"https://host/g", "https://host/g"}, m_version);
    for (std::uint64_t i = 0; i < 6; ++i)
        store(*cache, blocks, i * 200'000, 200'000);
    const auto entries = cache->entries();
    ASSERT_EQ(entries.size(), 1U);
    EXPECT_EQ(entries.front().name, "https://host/g");
}

TEST_F(DiskCacheTest, IsForItsOwnerAlone)
{
    {
        const auto cache = cacheOf(64 * mebibyte);
        store(*cache, cache->open(m_file, m_version), 0, 1'000);
    }
    std::size_t seen = 0;
    for (const auto& entry : fs::recursive_directory_iterator(m_folder.path() / "cache")) {
        struct stat status = {};
        ASSERT_EQ(::lstat(entry.path().c_str(), &status), 0);
        EXPECT_EQ(status.st_mode & 0777, entry.is_directory() ? 0700U : 0600U) << entry.path();
        ++seen;
    }
    EXPECT_EQ(seen, 4U) << "folder of all, of the file, about, block";
}

TEST_F(DiskCacheTest, ThatCannotBeWrittenIsNone)
{
    m_folder.write("cache", "a file where the folder should be");
    const auto cache = cacheOf(64 * mebibyte);
    EXPECT_FALSE(cache->open(m_file, m_version));
    EXPECT_FALSE(cache->aboutOf(m_file));
    EXPECT_TRUE(cache->entries().empty());
    EXPECT_TRUE(cache->clear());
}

TEST_F(DiskCacheTest, ListsAndClears)
{
    const auto cache = cacheOf(64 * mebibyte);
    store(*cache, cache->open(m_file, m_version), 0, 1'000);
    const DiskCache::Identity other{"https://host/a", "hf://o/r/a"};
    store(*cache, cache->open(other, {.etag = "\"x\"", .modified = "", .size = 5'000}), 0, 2'000);
    auto entries = cache->entries();
    ASSERT_EQ(entries.size(), 2U);
    EXPECT_EQ(entries[0].name, "hf://o/r/a");
    EXPECT_EQ(entries[0].fileSize, 5'000U);
    EXPECT_GE(entries[0].bytes, 2'000U);
    EXPECT_EQ(entries[1].name, "https://host/f");
    const auto removed = cache->clear("hf://o/r/a");
    ASSERT_TRUE(removed);
    EXPECT_EQ(*removed, entries[0].bytes);
    entries = cache->entries();
    ASSERT_EQ(entries.size(), 1U);
    EXPECT_EQ(entries[0].name, "https://host/f");
    EXPECT_EQ(*cache->clear("hf://none"), 0U);
    EXPECT_EQ(*cache->clear(), entries[0].bytes);
    EXPECT_TRUE(cache->entries().empty());
}

TEST_F(DiskCacheTest, KeepsWhatIsReadOfAnOpenFileAfterItWasCleared)
{
    const auto cache = cacheOf(64 * mebibyte);
    const auto blocks = cache->open(m_file, m_version);
    store(*cache, blocks, 0, 1'000);
    ASSERT_TRUE(cacheOf(64 * mebibyte)->clear());
    EXPECT_FALSE(has(*blocks, 0, 1'000));
    store(*cache, blocks, 0, 1'000);
    store(*cache, blocks, 5'000, 1'000);
    ASSERT_TRUE(cache->aboutOf(m_file));
    const auto again = cache->open(m_file, m_version);
    EXPECT_TRUE(has(*again, 0, 1'000));
    EXPECT_TRUE(has(*again, 5'000, 1'000));
}

TEST(DiskCacheNames, AreOfAFileAndOfThoseBelow)
{
    EXPECT_TRUE(DiskCache::isNamed("hf://o/r/a", "hf://o/r/a"));
    EXPECT_TRUE(DiskCache::isNamed("hf://o/r/a", "hf://o/r"));
    EXPECT_TRUE(DiskCache::isNamed("s3://b/m/a", "s3://b/m/"));
    EXPECT_TRUE(DiskCache::isNamed("hf://o/r@c/a", "hf://o/r"));
    EXPECT_FALSE(DiskCache::isNamed("hf://o/r@c/a", "hf://o/r@d"));
    EXPECT_FALSE(DiskCache::isNamed("https://h/a@b", "https://h/a"));
    EXPECT_FALSE(DiskCache::isNamed("hf://o/r2/a", "hf://o/r"));
    EXPECT_FALSE(DiskCache::isNamed("hf://o/r", "hf://o/r/a"));
    EXPECT_FALSE(DiskCache::isNamed("", "hf://o/r"));
}

TEST_F(DiskCacheTest, IsSharedByWritersAtOnce)
{
    constexpr std::size_t size = 50'000;
    constexpr std::uint64_t places = 200; // 10 MB
    const auto work = [&](std::uint64_t seed) {
        const auto cache = cacheOf(mebibyte);
        for (std::uint64_t i = 0; i < places; ++i) {
            const auto blocks = cache->open(m_file, m_version);
            if (!blocks)
                continue;
            store(*cache, blocks, (i * 7 + seed) % places * size, size);
            has(*blocks, (i * 11 + seed) % places * size, size);
        }
    };
    std::vector<std::thread> threads;
    for (std::uint64_t i = 0; i < 4; ++i)
        threads.emplace_back(work, i);
    for (std::thread& thread : threads)
        thread.join();
    // Each thread notices what the others write only after it has written a sixteenth of the limit itself.
    EXPECT_LE(bytesOnDisk(), mebibyte + 4 * (mebibyte / 16 + 2 * size));
    EXPECT_FALSE(blockFiles().empty());
}

} // namespace
} // namespace loupe::remote
