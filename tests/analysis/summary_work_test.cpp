#include "analysis/parallel/parallel.h"
#include "analysis/statistics/summary.h"

#include "analysis/one_tensor.h"

#include <filesystem>
#include <random>

namespace loupe {
namespace {

using test::OneTensor;

std::vector<float> randomFloats(std::size_t count)
{
    std::mt19937 random(3);
    std::normal_distribution<float> normal(1e-3f, 1.0f);
    std::vector<float> values(count);
    for (float& value : values)
        value = normal(random);
    return values;
}

TEST(SummaryWork, DoesNotDependOnTheNumberOfThreads)
{
    const auto values = randomFloats(3'000'000);
    for (const DType dtype : {DType::F32, DType::I64, DType::BF16, DType::C64}) {
        const OneTensor tensor(dtype, values);
        std::vector<Summary> summaries;
        for (const std::size_t threads : {1, 2, 3, 8}) {
            setThreadLimit(threads);
            summaries.push_back(summarize(tensor.elements(), {.quantiles = {0.1, 0.5}, .findsExtremes = true}).value());
        }
        setThreadLimit(0);
        for (const Summary& other : summaries) {
            // Bit for bit, not nearly.
            EXPECT_EQ(other.mean, summaries.front().mean);
            EXPECT_EQ(other.standardDeviation, summaries.front().standardDeviation);
            EXPECT_EQ(other.minimum, summaries.front().minimum);
            EXPECT_EQ(other.firstMinimum, summaries.front().firstMinimum);
            EXPECT_EQ(other.firstMaximum, summaries.front().firstMaximum);
            EXPECT_EQ(other.firstNonfinite, summaries.front().firstNonfinite);
            EXPECT_EQ(other.histogram, summaries.front().histogram);
            EXPECT_EQ(other.quantiles, summaries.front().quantiles);
            for (std::size_t part = 0; part < other.parts.size(); ++part)
                EXPECT_EQ(other.parts[part].mean, summaries.front().parts[part].mean);
        }
    }
}

TEST(SummaryWork, ReadsFilesThatAreNotMapped)
{
    const auto values = randomFloats(1'000'000);
    const OneTensor mapped(DType::F32, values, Source::Access::Map);
    const OneTensor read(DType::F32, values, Source::Access::Read);
    ASSERT_FALSE(read.elements().source().mapped());
    EXPECT_EQ(summarize(mapped.elements())->mean, summarize(read.elements())->mean);
}

TEST(SummaryWork, ProgressReachesItsTotal)
{
    for (const DType dtype : {DType::F32, DType::F64, DType::F16, DType::C64}) {
        const OneTensor tensor(dtype, randomFloats(1'000'000));
        for (const SummaryOptions& options : {SummaryOptions{}, SummaryOptions{.bins = 0},
                 SummaryOptions{.quantiles = {0.3}}, SummaryOptions{.bins = 0, .quantiles = {0.3, 0.4}}}) {
            Progress progress;
            ASSERT_TRUE(summarize(tensor.elements(), options, {.stop = {}, .progress = &progress}));
            EXPECT_GE(progress.total, 4'000'000u);
            EXPECT_EQ(progress.done, progress.total);
        }
    }
}

TEST(SummaryWork, ProgressReachesItsTotalWithoutAnythingFinite)
{
    const OneTensor tensor(DType::F64, std::vector<std::uint64_t>(1000, 0x7ff0'0000'0000'0001));
    Progress progress;
    ASSERT_TRUE(summarize(tensor.elements(), {}, {.stop = {}, .progress = &progress}));
    EXPECT_EQ(progress.done, progress.total);
}

TEST(SummaryWork, StopsWhenAsked)
{
    std::stop_source stop;
    stop.request_stop();
    for (const DType dtype : {DType::F32, DType::F16}) {
        const OneTensor tensor(dtype, randomFloats(1'000'000));
        Progress progress;
        const auto summary = summarize(tensor.elements(), {}, {.stop = stop.get_token(), .progress = &progress});
        ASSERT_FALSE(summary);
        EXPECT_EQ(summary.error().code, ErrorCode::Stopped);
        EXPECT_EQ(progress.done, 0u);
    }
}

class ChangingFile : public testing::TestWithParam<Source::Access> { };
INSTANTIATE_TEST_SUITE_P(Access, ChangingFile, testing::Values(Source::Access::Map, Source::Access::Read));

TEST_P(ChangingFile, ATruncatedFileIsAnErrorNotACrash)
{
    for (const DType dtype : {DType::F32, DType::F16, DType::C64}) {
        const OneTensor tensor(dtype, randomFloats(1'000'000), GetParam());
        std::filesystem::resize_file(tensor.path(), 5000);
        const auto summary = summarize(tensor.elements());
        ASSERT_FALSE(summary);
        EXPECT_EQ(summary.error().code, ErrorCode::Changed);
        EXPECT_FALSE(summary.error().path.empty());
    }
}

TEST_P(ChangingFile, AReplacedFileIsAnError)
{
    const OneTensor tensor(DType::F32, randomFloats(1000), GetParam());
    std::filesystem::rename(tensor.path(), tensor.path().string() + ".old");
    std::ofstream(tensor.path()) << "something else";
    const auto summary = summarize(tensor.elements());
    ASSERT_FALSE(summary);
    EXPECT_EQ(summary.error().code, ErrorCode::Changed);
}

/// Overwrites the file with `bytes` repeatedly, as soon as all but its last chunk have been read once.
Result<Summary> summarizeWhileRewritten(const OneTensor& tensor, const SummaryOptions& options, std::string_view bytes)
{
    const Elements elements = tensor.elements();
    const std::uint64_t chunks = (elements.count() + elements.chunkElements() - 1) / elements.chunkElements();
    std::atomic<std::uint64_t> seen = 0;
    return summarize(elements, options, {}, [&](std::uint64_t, std::span<const std::byte>) {
        if (++seen != chunks)
            return;
        std::fstream file(tensor.path(), std::ios::in | std::ios::out | std::ios::binary);
        file.seekp(OneTensor::offset);
        file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    });
}

TEST_P(ChangingFile, ValuesRewrittenBetweenTwoLooksAreAnErrorNotACrash)
{
    constexpr std::size_t size = 4'000'000;
    std::mt19937 random(3);
    std::string noise(size, '\0');
    std::generate(noise.begin(), noise.end(), [&] { return static_cast<char>(random()); });
    const std::string others[] = {std::string(size, '\0'), std::string(size, '\xff'), std::string(size, 'x'), noise};
    const std::vector<float> numbers = randomFloats(size / sizeof(float));
    const std::vector<double> many{0.001, 0.01, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.99, 0.999};
    for (const DType dtype : {DType::F32, DType::F64, DType::I64, DType::U32, DType::C64}) {
        for (const std::string& other : others) {
            for (const SummaryOptions& options : {SummaryOptions{}, SummaryOptions{.quantiles = {0.3}},
                     SummaryOptions{.bins = 0, .quantiles = many}, SummaryOptions{.range = {{-1, 1}}}}) {
                const OneTensor tensor(dtype, numbers, GetParam());
                const auto summary = summarizeWhileRewritten(tensor, options, other);
                ASSERT_FALSE(summary) << dtypeName(dtype);
                EXPECT_EQ(summary.error().code, ErrorCode::Changed);
            }
        }
    }
}

TEST(SummaryWork, ATensorPastTheEndOfItsFileIsAnError)
{
    const OneTensor tensor(DType::F32, std::vector<float>{1, 2});
    auto broken = std::make_shared<Checkpoint>(*tensor.checkpoint());
    broken->tensors.front().bytes = {UINT64_MAX - 8, UINT64_MAX};
    const auto elements = Elements::open(broken, 0);
    ASSERT_FALSE(elements);
    EXPECT_EQ(elements.error().code, ErrorCode::PastTheEnd);
}

} // namespace
} // namespace loupe
