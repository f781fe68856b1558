// Remote files that were read before: which requests the disk cache saves, and which stale or damaged data it must
// never return.

#include "remote/cache/block_file.h"
#include "remote/network_files.h"
#include "support/file_content.h"
#include "support/pattern_bytes.h"
#include "support/temporary_file.h"

#include <fstream>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loupe::remote {
namespace {

namespace fs = std::filesystem;
using test::patternFrom;

class ComingBackTest : public testing::Test {
protected:
    struct Cost {
        std::uint64_t requests = 0;
        std::uint64_t bytes = 0;
    };

    std::unique_ptr<NetworkFiles> filesWith(const fs::path& cache, int failuresInARow = 24) const
    {
        auto files = std::make_unique<NetworkFiles>(RetryPolicy{.tries = 3,
            .failuresInARow = failuresInARow,
            .firstWait = std::chrono::milliseconds(1),
            .longestWait = std::chrono::milliseconds(2),
            .longestAskedFor = std::chrono::milliseconds(1000)});
        files->keepOnDisk({cache, std::uint64_t{256} << 20});
        return files;
    }
    fs::path cache() const { return m_folder.path() / "cache"; }

    /// Opens a sparse file like a program that has just started, reads some of it, and returns the cost.
    Cost visit(const std::string& url)
    {
        m_server.reset();
        const auto files = filesWith(cache());
        const auto source = files->open(url);
        EXPECT_TRUE(source) << describe(source.error());
        if (!source)
            return {};
        for (const auto& [offset, size] :
            {std::pair(std::uint64_t{0}, 10'000), {70'000, 5'000}, {1'000'000, 400'000}}) {
            std::vector<std::byte> bytes(static_cast<std::size_t>(size));
            const auto read = (*source)->read(offset, bytes);
            EXPECT_TRUE(read) << describe(read.error());
            EXPECT_EQ(bytes, patternFrom(offset, bytes.size()));
        }
        const auto stats = m_server.stats();
        return {stats.at("requests"), stats.at("bytes")};
    }
    std::vector<fs::path> kept() const { return filesIn(cache()); }
    static std::vector<fs::path> filesIn(const fs::path& folder)
    {
        std::vector<fs::path> files;
        std::error_code none;
        for (fs::recursive_directory_iterator file(folder, none); !none && file != fs::recursive_directory_iterator();
             file.increment(none)) {
            if (file->is_regular_file())
                files.push_back(file->path());
        }
        return files;
    }
    /// The number of cached bytes, except for blocks at the start of a file.
    static std::uint64_t bytesOfBlocks(const fs::path& folder)
    {
        std::uint64_t sum = 0;
        for (const fs::path& file : filesIn(folder)) {
            if (const auto block = blockOfName(file.filename().string()); block && block->range.begin >= 100'000)
                sum += block->range.size();
        }
        return sum;
    }
    void damageBlocks() const
    {
        for (const fs::path& file : kept()) {
            if (!blockOfName(file.filename().string()))
                continue;
            std::string content = test::readFile(file);
            content.back() ^= 1;
            std::ofstream(file, std::ios::binary | std::ios::trunc) << content;
        }
    }

    test::TemporaryFolder m_folder;
    test::FaultServer m_server{{"--root", m_folder.path().string()}};
};

TEST_F(ComingBackTest, CostsOneRequestAndNoBytes)
{
    const std::string url = m_server.url("/sparse/3000000/f");
    const Cost first = visit(url);
    EXPECT_GT(first.requests, 1U);
    const Cost again = visit(url);
    EXPECT_EQ(again.requests, 1U);
    EXPECT_EQ(again.bytes, 0U);
}

TEST_F(ComingBackTest, ReadsOnlyWhatIsMissing)
{
    const std::string url = m_server.url("/sparse/3000000/f");
    visit(url);
    m_server.reset();
    const auto files = filesWith(cache());
    const auto source = files->open(url);
    ASSERT_TRUE(source);
    std::vector<std::byte> all(3'000'000);
    ASSERT_TRUE((*source)->read(0, all));
    EXPECT_EQ(all, patternFrom(0, all.size()));
    const std::uint64_t bytes = m_server.stats().at("bytes");
    EXPECT_LE(bytes, 3'000'000U - 65'536 - 5'000 - 400'000);
}

TEST_F(ComingBackTest, KeepsThePieceThatWasCutOff)
{
    // After the start of the file, the server sends only 70,000 bytes in each run, then fails.
    const std::string url = m_server.url("/~gone=2/~cut=70000/sparse/1000000/f");
    int runs = 0;
    bool isRead = false;
    for (; !isRead && runs < 20; ++runs) {
        m_server.reset();
        const auto files = filesWith(cache());
        const auto source = files->open(url);
        ASSERT_TRUE(source) << describe(source.error());
        std::vector<std::byte> bytes(1'000'000);
        isRead = (*source)->read(0, bytes).has_value();
        if (isRead) {
            EXPECT_EQ(bytes, patternFrom(0, bytes.size()));
        }
    }
    EXPECT_TRUE(isRead);
    EXPECT_EQ(runs, 14) << "(1,000,000 - 65,536) / 70,000";
}

TEST_F(ComingBackTest, GetsAllOfAServerThatCutsEachAnswerOff)
{
    // This takes more answers than the allowed number of failures, and each has only a small part of the requested
    // bytes.
    for (const std::uint64_t size : {300'000U, 3'000'000U}) {
        const auto files = filesWith(cache(), 2);
        const auto source = files->open(m_server.url("/~cut=70000/sparse/" + std::to_string(size) + "/f"));
        ASSERT_TRUE(source) << describe(source.error());
        std::vector<std::byte> bytes(size);
        const auto read = (*source)->read(0, bytes);
        ASSERT_TRUE(read) << describe(read.error());
        EXPECT_EQ(bytes, patternFrom(0, bytes.size()));
    }
}

TEST_F(ComingBackTest, GivesUpAServerThatCutsTheFirstBytesOff)
{
    const auto files = filesWith(cache());
    const auto source = files->open(m_server.url("/~cut=60000/sparse/1000000/f"));
    ASSERT_FALSE(source) << "the first 65,536 bytes come at once, or not at all";
    EXPECT_EQ(source.error().code, ErrorCode::Io);
}

TEST_F(ComingBackTest, ReadsOnlyTheStartWhereTheServerIgnoresTheCondition)
{
    const std::string url = m_server.url("/~ignore-match/sparse/3000000/f");
    visit(url);
    const Cost again = visit(url);
    EXPECT_EQ(again.requests, 1U);
    EXPECT_EQ(again.bytes, 65'536U);
}

TEST_F(ComingBackTest, WorksOverRedirects)
{
    const std::string redirected = m_server.url("/~redirect=other/sparse/3000000/f");
    visit(redirected);
    const Cost again = visit(redirected);
    EXPECT_EQ(again.requests, 2U);
    EXPECT_LT(again.bytes, 100U) << "the text of the redirect";
}

TEST_F(ComingBackTest, OfflineWhatWasReadIsThere)
{
    const std::string url = m_server.url("/sparse/3000000/f");
    visit(url);
    m_server.reset();
    const auto files = filesWith(cache());
    files->setOffline();
    const auto source = files->open(url);
    ASSERT_TRUE(source) << describe(source.error());
    std::vector<std::byte> bytes(5'000);
    ASSERT_TRUE((*source)->read(70'000, bytes));
    EXPECT_EQ(bytes, patternFrom(70'000, bytes.size()));
    const auto other = (*source)->read(2'000'000, bytes);
    ASSERT_FALSE(other);
    EXPECT_THAT(
        describe(other.error()), testing::AllOf(testing::HasSubstr("this part"), testing::HasSubstr("--offline")));
    const auto copies = files->keptCopies();
    ASSERT_EQ(copies.size(), 1U);
    EXPECT_EQ(copies.front().address, url);
    EXPECT_THAT(describe(files->open(m_server.url("/sparse/3000000/other")).error()), testing::HasSubstr("--offline"));
    EXPECT_EQ(m_server.stats().at("requests"), 0U);
}

TEST_F(ComingBackTest, FindsTheNewVersionOfAFile)
{
    const std::string url = m_server.url("/f");
    const auto contentNow = [&] {
        const auto files = filesWith(cache());
        const auto source = files->open(url);
        EXPECT_TRUE(source);
        std::vector<std::byte> bytes((*source)->size());
        EXPECT_TRUE((*source)->read(0, bytes));
        return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    };
    const std::string old(300'000, 'a');
    m_folder.write("f", old);
    EXPECT_EQ(contentNow(), old);
    EXPECT_EQ(contentNow(), old);
    const std::string newer(300'000, 'b');
    m_folder.write("f", newer);
    EXPECT_EQ(contentNow(), newer);
    EXPECT_EQ(contentNow(), newer);
    for (const fs::path& file : kept())
        EXPECT_EQ(test::readFile(file).find(std::string(100, 'a')), std::string::npos) << "the old one is gone";
}

TEST_F(ComingBackTest, FetchesDamagedBlocksAgain)
{
    const std::string url = m_server.url("/sparse/3000000/f");
    const Cost first = visit(url);
    damageBlocks();
    const Cost again = visit(url); // compares the bytes, too
    EXPECT_EQ(again.requests, first.requests + 1) << "and one that found the version the same";
    const Cost third = visit(url);
    EXPECT_EQ(third.bytes, 0U);
}

TEST_F(ComingBackTest, KeepsNothingThatMustNotBeStoredOrHasNoStrongVersion)
{
    for (const char* const fault : {"~no-store", "~no-etag", "~weak-etag"}) {
        const std::string url = m_server.url("/" + std::string(fault) + "/sparse/3000000/f");
        const Cost first = visit(url);
        const Cost again = visit(url);
        EXPECT_EQ(again.bytes, first.bytes) << fault;
        EXPECT_TRUE(kept().empty()) << fault;
    }
}

TEST_F(ComingBackTest, KeepsNoSecrets)
{
    std::string ofUser = m_server.url("/sparse/3000000/user");
    ofUser.insert(ofUser.find("//") + 2, "alice:hunter2@");
    const std::string signature = "?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=hunter2&X-Amz-Date="
                                  "20260101T000000Z&X-Amz-Expires=60&X-Amz-SignedHeaders=host&X-Amz-Signature=hunter2";
    visit(ofUser);
    visit(m_server.url("/sparse/3000000/query?token=hunter2"));
    EXPECT_TRUE(kept().empty());
    const std::string presigned = m_server.url("/sparse/3000000/signed");
    visit(presigned + signature);
    EXPECT_FALSE(kept().empty());
    for (const fs::path& file : kept()) {
        EXPECT_EQ(file.string().find("hunter2"), std::string::npos);
        EXPECT_EQ(test::readFile(file).find("hunter2"), std::string::npos) << file;
    }
    const Cost again = visit(presigned + signature);
    EXPECT_EQ(again.bytes, 0U);
}

TEST_F(ComingBackTest, WorksWhereNothingCanBeKept)
{
    m_folder.write("cache", "a file where the folder should be");
    const std::string url = m_server.url("/sparse/3000000/f");
    const Cost first = visit(url);
    const Cost again = visit(url);
    EXPECT_EQ(again.bytes, first.bytes);
}

TEST_F(ComingBackTest, DoesNotKeepLargeReadings)
{
    // A quarter of the limit is 16 MB; a request is for at most 4 MiB.
    for (const std::uint64_t end : {20'000'000, 10'000'000}) {
        {
            NetworkFiles files;
            files.keepOnDisk({cache(), 64'000'000});
            const auto source = files.open(m_server.url("/sparse/30000000/" + std::to_string(end)));
            ASSERT_TRUE(source);
            const auto expected = (*source)->expect({{100'000, end}});
            std::vector<std::byte> bytes(900'000); // reads cross the boundaries of segments
            for (std::uint64_t offset = 100'000; offset + bytes.size() <= end; offset += bytes.size()) {
                ASSERT_TRUE((*source)->read(offset, bytes));
                EXPECT_EQ(bytes, patternFrom(offset, bytes.size()));
            }
        }
        const std::uint64_t sum = bytesOfBlocks(cache());
        if (end == 20'000'000) {
            EXPECT_EQ(sum, 0U);
        } else {
            EXPECT_GT(sum, 8'000'000U);
        }
    }
}

TEST_F(ComingBackTest, KeepsOfWhatIsReadForAnOutcomeOnlyLittle)
{
    using Purpose = Reading::Purpose;
    struct Case {
        const char* name;
        Reading reading;
        std::uint64_t end;
        bool isKept;
    };
    // A quarter of the limit is 16 MB, half of it is 32 MB, a sixteenth is 4 MB.
    for (const auto& [name, reading, end, isKept] : {Case{"scan", {.purpose = Purpose::Scan}, 3'000'000, true},
             Case{"larger-scan", {.purpose = Purpose::Scan}, 6'000'000, false},
             Case{"larger-scan-anyhow", {.purpose = Purpose::Scan, .isInOrder = false}, 6'000'000, false},
             Case{"scan-of-files", {.purpose = Purpose::Scan, .altogether = 5'000'000}, 3'000'000, false},
             Case{"look", {.purpose = Purpose::Look}, 6'000'000, true},
             Case{"look-at-files", {.purpose = Purpose::Look, .altogether = 17'000'000}, 6'000'000, false},
             Case{"copy", {.purpose = Purpose::Copy}, 20'000'000, true},
             Case{"copy-of-files", {.purpose = Purpose::Copy, .altogether = 33'000'000}, 20'000'000, false}}) {
        SCOPED_TRACE(name);
        const fs::path cache = m_folder.path() / name;
        {
            NetworkFiles files;
            files.keepOnDisk({cache, 64'000'000});
            const auto source = files.open(m_server.url("/sparse/30000000/" + std::string(name)));
            ASSERT_TRUE(source);
            const auto expected = (*source)->expect({{100'000, end}}, reading);
            // Reads as for one of many tensors.
            const auto tensor = (*source)->expect({{100'000, 1'000'000}});
            std::vector<std::byte> bytes(900'000);
            for (std::uint64_t offset = 100'000; offset + bytes.size() <= end; offset += bytes.size()) {
                ASSERT_TRUE((*source)->read(offset, bytes));
                EXPECT_EQ(bytes, patternFrom(offset, bytes.size()));
            }
        }
        const std::uint64_t sum = bytesOfBlocks(cache);
        if (isKept)
            EXPECT_GT(sum, end - 100'000 - 900'000);
        else
            EXPECT_EQ(sum, 0U);
    }
}

TEST_F(ComingBackTest, IsSafeWithSeveralAtOnce)
{
    const std::string url = m_server.url("/sparse/3000000/f");
    std::vector<std::thread> threads;
    for (std::uint64_t i = 0; i < 4; ++i) {
        threads.emplace_back([&, i] {
            for (std::uint64_t round = 0; round < 5; ++round) {
                const auto files = filesWith(cache());
                const auto source = files->open(url);
                std::vector<std::byte> bytes(500'000);
                const std::uint64_t offset = (i * 3 + round) % 5 * 450'000;
                const bool isRead = source && (*source)->read(offset, bytes);
                EXPECT_TRUE(isRead);
                EXPECT_EQ(bytes, patternFrom(offset, bytes.size()));
            }
        });
    }
    for (std::thread& thread : threads)
        thread.join();
    const Cost again = visit(url);
    EXPECT_EQ(again.bytes, 0U);
}

} // namespace
} // namespace loupe::remote
