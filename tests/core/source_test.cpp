#include "core/file_time.h"
#include "core/map_guard.h"
#include "core/source.h"
#include "support/sanitized.h"
#include "support/temporary_file.h"

#include <algorithm>
#include <barrier>
#include <limits>
#include <thread>

#include <csignal>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace loupe {
namespace {

class SourceTest : public testing::TestWithParam<Source::Access> {
protected:
    std::string readAll(const Source& source, ByteRange range)
    {
        std::string text;
        Buffer scratch;
        const auto done = source.visit(range, scratch, [&](std::span<const std::byte> bytes) {
            text.assign(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        });
        EXPECT_TRUE(done) << describe(done.error());
        return text;
    }

    test::TemporaryFolder m_folder;
    Buffer m_scratch;
};

/// Whether a zero byte was read as if it were content.
bool readsZero(const Source& source, std::uint64_t offset, Buffer& scratch)
{
    bool zero = false;
    const auto done = source.visit(
        {offset, offset + 1}, scratch, [&](std::span<const std::byte> bytes) { zero = bytes.front() == std::byte{0}; });
    return done && zero;
}

constexpr auto ignore = [](std::span<const std::byte>) {};

INSTANTIATE_TEST_SUITE_P(Access, SourceTest, testing::Values(Source::Access::Map, Source::Access::Read),
    [](const auto& parameter) { return parameter.param == Source::Access::Map ? "Map" : "Read"; });

TEST_P(SourceTest, GivesTheBytesThatWereAskedFor)
{
    const auto source = Source::open(m_folder.write("a", "0123456789"), GetParam());
    ASSERT_TRUE(source);
    EXPECT_EQ((*source)->mapped(), GetParam() == Source::Access::Map);
    EXPECT_EQ((*source)->size(), 10u);
    EXPECT_EQ(readAll(**source, {0, 10}), "0123456789");
    EXPECT_EQ(readAll(**source, {3, 5}), "34");
    EXPECT_EQ(readAll(**source, {10, 10}), "");
    char copied[4] = {};
    ASSERT_TRUE((*source)->read(6, std::as_writable_bytes(std::span(copied))));
    EXPECT_EQ(std::string_view(copied, 4), "6789");
}

TEST_P(SourceTest, RangesOutsideAreErrors)
{
    const auto source = Source::open(m_folder.write("a", "0123456789"), GetParam());
    for (const ByteRange range : {ByteRange{5, 11}, ByteRange{11, 11}, ByteRange{11, UINT64_MAX}, ByteRange{7, 3}}) {
        const auto result = (*source)->visit(range, m_scratch, [](auto) { FAIL(); });
        ASSERT_FALSE(result);
        EXPECT_EQ(result.error().code, ErrorCode::PastTheEnd);
    }
    std::byte target[4];
    for (const std::uint64_t offset : {std::uint64_t{7}, std::uint64_t{11}, UINT64_MAX})
        EXPECT_FALSE((*source)->read(offset, target));
}

TEST_P(SourceTest, AnEmptyFileIsAFile)
{
    const auto source = Source::open(m_folder.write("a", ""), GetParam());
    ASSERT_TRUE(source);
    EXPECT_EQ(readAll(**source, {0, 0}), "");
    EXPECT_TRUE((*source)->read(0, {}));
}

TEST_P(SourceTest, AnAddressThatCannotBeOpenedIsNoMissingFile)
{
    for (const char* const address : {"ftp://host/file", "file:///etc/none"}) {
        const auto source = Source::open(address, GetParam());
        ASSERT_FALSE(source) << address;
        EXPECT_EQ(source.error().code, ErrorCode::InvalidArgument);
        EXPECT_NE(source.error().message.find("addresses begin with https://"), std::string::npos);
    }
    EXPECT_EQ(Source::open("no:/file", GetParam()).error().code, ErrorCode::NotFound);
    const auto hasHint = [&](const std::string& path) {
        return Source::open(path, GetParam()).error().message.find("addresses begin with https://")
            != std::string::npos;
    };
    EXPECT_TRUE(hasHint("http:/host/file"));
    EXPECT_FALSE(hasHint(m_folder.path() / "http:/file"));
    EXPECT_FALSE(hasHint("no/http:/file"));
}

TEST_P(SourceTest, WhatIsNoReadableFileIsAnError)
{
    const auto codeOf = [&](const std::filesystem::path& path) {
        const auto source = Source::open(path, GetParam());
        return source ? ErrorCode::Stopped : source.error().code;
    };
    EXPECT_EQ(codeOf(m_folder.path() / "absent"), ErrorCode::NotFound);
    EXPECT_EQ(codeOf(m_folder.path()), ErrorCode::NotAFile);
    EXPECT_EQ(codeOf("/dev/zero"), ErrorCode::NotAFile);
    const auto pipe = m_folder.path() / "pipe";
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    EXPECT_EQ(codeOf(pipe), ErrorCode::NotAFile); // and opening does not block, although there is no writer
}

TEST_P(SourceTest, ATruncatedFileIsAnErrorNotACrash)
{
    const auto path = m_folder.write("a", std::string(100'000, 'x'));
    const auto source = Source::open(path, GetParam());
    ASSERT_TRUE((*source)->visit({0, 100'000}, m_scratch, ignore));
    ASSERT_EQ(truncate(path.c_str(), 10), 0);
    const auto result = (*source)->visit({0, 100'000}, m_scratch, [](std::span<const std::byte> bytes) {
        EXPECT_LE(std::count(bytes.begin(), bytes.end(), std::byte{'x'}), 100'000);
    });
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::Changed);
    EXPECT_EQ(result.error().path, path);
    const auto check = (*source)->checkUnchanged();
    ASSERT_FALSE(check);
    EXPECT_EQ(check.error().code, ErrorCode::Changed);
}

TEST_P(SourceTest, ReplacedAndDeletedFilesAreNoticed)
{
    const auto path = m_folder.write("a", "first content");
    const auto source = Source::open(path, GetParam());
    EXPECT_TRUE((*source)->checkUnchanged());
    std::filesystem::rename(m_folder.write("b", "other content"), path);
    EXPECT_EQ((*source)->checkUnchanged().error().code, ErrorCode::Changed);
    std::filesystem::remove(path);
    EXPECT_EQ((*source)->checkUnchanged().error().code, ErrorCode::Changed);
}

TEST_P(SourceTest, HoldsNoDescriptor)
{
    std::vector<std::shared_ptr<const Source>> sources;
    const auto path = m_folder.write("a", "content");
    rlimit before = {};
    ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
    const rlimit few = {.rlim_cur = 40, .rlim_max = before.rlim_max};
    ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &few), 0);
    for (int i = 0; i < 200; ++i) {
        auto source = Source::open(path, GetParam());
        ASSERT_TRUE(source) << describe(source.error());
        sources.push_back(*source);
    }
    for (const auto& source : sources)
        EXPECT_EQ(readAll(*source, {0, 7}), "content");
    setrlimit(RLIMIT_NOFILE, &before);
}

TEST(SourceMap, ManyThreadsMeetATruncationAtOnce)
{
    const test::TemporaryFolder folder;
    const auto path = folder.write("a", std::string(4'000'000, 'x'));
    const auto source = *Source::open(path, Source::Access::Map);
    ASSERT_EQ(truncate(path.c_str(), 4096), 0);
    std::vector<std::jthread> threads;
    std::atomic<int> errors = 0;
    for (int t = 0; t < 8; ++t) {
        threads.emplace_back([&] {
            Buffer scratch;
            std::uint64_t sum = 0;
            const auto result = source->visit({0, 4'000'000}, scratch, [&](std::span<const std::byte> bytes) {
                for (const std::byte byte : bytes)
                    sum += static_cast<std::uint64_t>(byte);
            });
            errors += !result && sum >= 4096 * 'x';
        });
    }
    threads.clear();
    EXPECT_EQ(errors, 8);
}

TEST_P(SourceTest, ATruncationWithinAPageIsNoticedByCheckUnchanged)
{
    const auto path = m_folder.write("a", std::string(10'000, 'x'));
    const auto source = *Source::open(path, GetParam());
    ASSERT_EQ(truncate(path.c_str(), 9'990), 0);
    const auto check = source->checkUnchanged();
    ASSERT_FALSE(check);
    EXPECT_EQ(check.error().code, ErrorCode::Changed);
}

TEST(SourceMap, NoThreadTakesTheZerosOfALostPageForContent)
{
    constexpr std::uint64_t pages = 16;
    const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    const test::TemporaryFolder folder;
    std::atomic<int> silent = 0;
    for (int round = 0; round < 200; ++round) {
        const auto path = folder.write("a", std::string(pages * page, 'x'));
        const auto source = *Source::open(path, Source::Access::Map);
        ASSERT_EQ(truncate(path.c_str(), 0), 0);
        std::barrier start(4);
        std::vector<std::jthread> threads;
        for (int t = 0; t < 4; ++t) {
            threads.emplace_back([&] {
                Buffer scratch;
                start.arrive_and_wait();
                for (std::uint64_t i = 0; i < pages; ++i)
                    silent += readsZero(*source, i * page, scratch);
            });
        }
    }
    EXPECT_EQ(silent, 0);
}

TEST(SourceMap, ReleasedMemoryReadsTheSameAgain)
{
    const test::TemporaryFolder folder;
    const auto source = *Source::open(folder.write("a", std::string(100'000, 'y')), Source::Access::Map);
    source->release({10, 90'000});
    std::string text(100'000, ' ');
    ASSERT_TRUE(source->read(0, std::as_writable_bytes(std::span(text))));
    EXPECT_EQ(text, std::string(100'000, 'y'));
}

TEST(MapGuardDeathTest, AFaultThatIsNotOursStillKills)
{
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    const auto die = [] {
        const test::TemporaryFolder folder;
        const auto ours = *Source::open(folder.write("ours", "content"), Source::Access::Map);
        // Maps a file outside any guard, then shrinks it.
        const auto path = folder.write("foreign", std::string(8192, 'x'));
        FILE* const file = fopen(path.c_str(), "r+");
        auto* const map = static_cast<volatile char*>(mmap(nullptr, 8192, PROT_READ, MAP_SHARED, fileno(file), 0));
        if (ftruncate(fileno(file), 0) != 0)
            return;
        static_cast<void>(map[4096]);
    };
    if (test::isSanitized) {
        EXPECT_DEATH(die(), "");
    } else {
        EXPECT_EXIT(die(), testing::KilledBySignal(SIGBUS), "");
    }
}

// ext4 and XFS support times after the year 2262, where a 64-bit count of nanoseconds ends.
TEST(FileTime, EndsWhereItsNumbersDo)
{
    EXPECT_EQ(nanosecondsOf({.tv_sec = 1, .tv_nsec = 5}), 1'000'000'005);
    EXPECT_EQ(nanosecondsOf({.tv_sec = -1, .tv_nsec = 5}), -999'999'995);
    constexpr auto last = std::numeric_limits<std::int64_t>::max();
    EXPECT_EQ(nanosecondsOf({.tv_sec = 9'223'372'036, .tv_nsec = 854'775'807}), last);
    EXPECT_EQ(nanosecondsOf({.tv_sec = 9'223'372'036, .tv_nsec = 854'775'808}), last);
    EXPECT_EQ(nanosecondsOf({.tv_sec = 13'569'465'600, .tv_nsec = 0}), last) << "2400-01-01";
    EXPECT_EQ(nanosecondsOf({.tv_sec = -13'569'465'600, .tv_nsec = 0}), std::numeric_limits<std::int64_t>::min());
}

} // namespace
} // namespace loupe
