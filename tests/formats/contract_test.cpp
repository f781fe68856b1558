#include "format_files.h"

#include <gtest/gtest.h>

#include <set>

/// The contract that every format must meet. Runs over all formats in the registry, on samples in tests/data/<id>/.
namespace loupe::test {

namespace {

std::vector<std::filesystem::path> samplesOf(const Format& format)
{
    std::vector<std::filesystem::path> samples;
    for (const auto& entry : std::filesystem::directory_iterator(dataPath(format.id))) {
        if (formatForName(entry.path()) == &format)
            samples.push_back(entry.path());
    }
    return samples;
}

} // namespace

TEST(FormatContract, IdsAndSuffixesAreUnique)
{
    std::set<std::string_view> seen;
    for (const Format* const format : allFormats()) {
        EXPECT_TRUE(seen.insert(format->id).second) << format->id;
        EXPECT_EQ(findFormat(format->id), format);
        EXPECT_FALSE(format->title.empty());
        EXPECT_NE(format->mimeType.find('/'), std::string_view::npos);
        for (const std::string_view suffix : format->suffixes) {
            EXPECT_TRUE(seen.insert(suffix).second) << suffix;
            EXPECT_EQ(formatForName("model" + std::string(suffix)), format);
        }
    }
    EXPECT_EQ(findFormat("no such format"), nullptr);
    EXPECT_EQ(formatForName("model.txt"), nullptr);
}

TEST(FormatContract, RecognisesItsOwnSamplesAndNoOther)
{
    for (const Format* const owner : allFormats()) {
        const auto samples = samplesOf(*owner);
        EXPECT_FALSE(samples.empty()) << owner->id;
        for (const auto& path : samples) {
            const std::string bytes = readFile(path);
            const auto all = std::as_bytes(std::span(bytes));
            const FileStart start{.bytes = all.first(std::min<std::size_t>(all.size(), 4096)), .fileSize = all.size()};
            for (const Format* const format : allFormats())
                EXPECT_EQ(format->probe(start) >= Match::Likely, format == owner) << format->id << ' ' << path;
        }
    }
}

TEST(FormatContract, StopWorks)
{
    std::stop_source source;
    source.request_stop();
    for (const Format* const format : allFormats()) {
        const auto opened = Source::open(samplesOf(*format).front());
        ASSERT_TRUE(opened.has_value());
        const auto content = format->read(**opened, {.stop = source.get_token(), .progress = nullptr});
        ASSERT_FALSE(content.has_value());
        EXPECT_EQ(content.error().code, ErrorCode::Stopped);
    }
}

TEST(FormatContract, ProgressCountsTheHeader)
{
    for (const Format* const format : allFormats()) {
        const auto opened = Source::open(samplesOf(*format).front());
        Progress progress;
        const auto content = format->read(**opened, {.stop = {}, .progress = &progress});
        ASSERT_TRUE(content.has_value());
        std::uint64_t headers = content->header.size();
        for (const FilePart& part : content->parts)
            headers += part.kind == RegionKind::Header ? part.range.size() : 0;
        EXPECT_EQ(progress.total, headers);
        EXPECT_EQ(progress.done, progress.total);
    }
}

TEST(FormatContract, ReadsWithoutAMap)
{
    for (const Format* const format : allFormats()) {
        for (const auto& path : samplesOf(*format)) {
            const auto mapped = openCheckpoint(path, {}, Source::Access::Map);
            const auto read = openCheckpoint(path, {}, Source::Access::Read);
            ASSERT_TRUE(mapped.has_value() && read.has_value());
            ASSERT_EQ((*mapped)->tensors.size(), (*read)->tensors.size());
            for (std::size_t i = 0; i < (*read)->tensors.size(); ++i) {
                EXPECT_EQ((*mapped)->tensors[i].name, (*read)->tensors[i].name);
                EXPECT_EQ((*mapped)->tensors[i].bytes, (*read)->tensors[i].bytes);
            }
        }
    }
}

} // namespace loupe::test
