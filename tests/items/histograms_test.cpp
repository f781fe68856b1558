#include "await.h"
#include "formats/opening/open_checkpoint.h"
#include "items/histogram/histogram_cache.h"
#include "support/temporary_file.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <numeric>

namespace loupe {
namespace {

using test::Signal;

TEST(LruCache, KeepsWhatWasUsedLast)
{
    LruCache<int, int> map(2);
    map.insert(1, 10);
    map.insert(2, 20);
    map.insert(1, 99);
    ASSERT_TRUE(map.find(1));
    EXPECT_EQ(*map.find(1), 10);
    map.insert(3, 30);
    EXPECT_FALSE(map.find(2));
    EXPECT_TRUE(map.find(1) && map.find(3));
    EXPECT_EQ(map.size(), 2u);
    std::vector<int> keys;
    map.visitFrom(2, [&](int key, int) {
        keys.push_back(key);
        return true;
    });
    EXPECT_EQ(keys, std::vector{3});
}

class HistogramCacheTest : public testing::Test {
protected:
    HistogramCacheTest()
    {
        QObject::connect(
            &cache, &HistogramCache::ready, &cache, [this](const HistogramPtr& histogram) { last = histogram; });
    }
    std::shared_ptr<const Checkpoint> open(const std::filesystem::path& path)
    {
        auto checkpoint = openCheckpoint(path);
        EXPECT_TRUE(checkpoint);
        return *checkpoint;
    }
    static std::uint32_t numberOf(const Checkpoint& checkpoint, DType dtype)
    {
        for (std::uint32_t number = 0; number < checkpoint.tensors.size(); ++number) {
            if (checkpoint.tensors[number].dtype == dtype && checkpoint.tensors[number].elements() > 0)
                return number;
        }
        ADD_FAILURE() << "no such tensor";
        return 0;
    }
    static std::uint64_t total(const Histogram& histogram)
    {
        return std::accumulate(histogram.counts.begin(), histogram.counts.end(), histogram.below + histogram.above);
    }

    HistogramCache cache;
    Signal ready{&cache, &HistogramCache::ready};
    Signal failed{&cache, &HistogramCache::failed};
    HistogramPtr last;
};

TEST_F(HistogramCacheTest, CountsInTheBinsThatAreAskedFor)
{
    const auto checkpoint = open(test::dataPath("safetensors/gpt2-tiny.safetensors"));
    cache.setCheckpoint(checkpoint);
    for (const ValueScale& scale : {ValueScale::linear(), ValueScale::symmetricLog(0.01)}) {
        const HistogramOptions options{.bins = 64, .low = -0.02, .high = 0.05, .scale = scale};
        EXPECT_FALSE(cache.find(0, options));
        cache.request(0, options);
        ASSERT_TRUE(ready.await());
        EXPECT_EQ(last->edges, scale.edges(-0.02, 0.05, 64));
        EXPECT_EQ(total(*last), checkpoint->tensors[0].elements());
        EXPECT_EQ(cache.find(0, options), last);
    }
    EXPECT_FALSE(cache.find(1, {.bins = 64, .low = -0.02, .high = 0.05}));
    EXPECT_FALSE(cache.find(0, {.bins = 64, .low = -0.02, .high = 0.06}));
}

TEST_F(HistogramCacheTest, RemembersByFile)
{
    const auto path = test::dataPath("safetensors/gpt2-tiny.safetensors");
    const HistogramOptions options{.bins = 8, .low = -1, .high = 1};
    cache.setCheckpoint(open(path));
    cache.request(0, options);
    ASSERT_TRUE(ready.await());
    cache.setCheckpoint(open(path)); // as after a reload of an unchanged file
    EXPECT_EQ(cache.find(0, options), last);
    cache.setCheckpoint(open(test::dataPath("bintensors/gpt2-tiny.bt")));
    EXPECT_FALSE(cache.find(0, options));
}

TEST_F(HistogramCacheTest, CountsEitherPartOfComplexValues)
{
    const auto checkpoint = open(test::dataPath("safetensors/all-dtypes-extended.safetensors"));
    const std::uint32_t tensor = numberOf(*checkpoint, DType::C64);
    const auto elements = Elements::open(checkpoint, tensor);
    ASSERT_TRUE(elements);
    const auto summary = summarize(*elements, {.bins = 4, .range = std::pair(-2.0, 2.0)});
    ASSERT_TRUE(summary);
    cache.setCheckpoint(checkpoint);
    for (std::uint32_t part = 0; part < 2; ++part) {
        cache.request(tensor, {.bins = 4, .low = -2, .high = 2, .part = part});
        ASSERT_TRUE(ready.await());
        EXPECT_EQ(*last, summary->parts[part].histogram);
    }
}

TEST_F(HistogramCacheTest, WhoWaitsIsToldOfAStopButNotOfADrop)
{
    cache.setCheckpoint(open(test::dataPath("safetensors/gpt2-tiny.safetensors")));
    int stops = 0;
    QObject::connect(&cache, &HistogramCache::stopped, &cache, [&stops] { ++stops; });
    cache.request(0, {.low = -1, .high = 1});
    cache.drop();
    EXPECT_FALSE(cache.isRunning());
    cache.stop();
    EXPECT_EQ(stops, 0);
    cache.request(0, {.low = -1, .high = 1});
    cache.stop();
    EXPECT_EQ(stops, 1);
    cache.request(0, {.low = -1, .high = 1});
    cache.request(0, {.low = -1, .high = 2});
    ASSERT_TRUE(ready.await());
    EXPECT_EQ(last->edges.back(), 2);
    EXPECT_FALSE(cache.find(0, {.low = -1, .high = 1}));
}

TEST_F(HistogramCacheTest, TruncatedFileIsAnErrorAndNotACrash)
{
    const test::TemporaryFolder folder;
    const auto file = folder.path() / "model.bt";
    std::filesystem::copy_file(test::dataPath("bintensors/gpt2-tiny.bt"), file);
    const auto checkpoint = open(file);
    cache.setCheckpoint(checkpoint);
    std::filesystem::resize_file(file, checkpoint->files[0].header.end);
    std::optional<ErrorCode> code;
    QObject::connect(&cache, &HistogramCache::failed, &cache, [&](const Error& error) { code = error.code; });
    cache.request(0, {.low = -1, .high = 1});
    ASSERT_TRUE(failed.await());
    EXPECT_EQ(code, ErrorCode::Changed);
}

} // namespace
} // namespace loupe
