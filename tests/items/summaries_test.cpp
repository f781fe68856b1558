#include "analysis/filter.h"
#include "await.h"
#include "formats/open_checkpoint.h"
#include "items/summary_cache.h"
#include "support/temporary_file.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

namespace loupe {
namespace {

using test::Signal;

class SummaryCacheTest : public testing::Test {
protected:
    std::shared_ptr<const Checkpoint> open(const std::filesystem::path& path)
    {
        auto checkpoint = openCheckpoint(path);
        EXPECT_TRUE(checkpoint);
        return *checkpoint;
    }

    SummaryCache cache;
    Signal ready{&cache, &SummaryCache::ready};
    Signal failed{&cache, &SummaryCache::failed};
};

TEST_F(SummaryCacheTest, ComputesOnceAndRemembersByFile)
{
    const auto path = test::dataPath("bintensors/special-values.bt");
    cache.setCheckpoint(open(path));
    EXPECT_FALSE(cache.find(0));
    cache.request(0);
    ASSERT_TRUE(ready.await());
    const SummaryPtr first = cache.find(0);
    ASSERT_TRUE(first);
    cache.setCheckpoint(open(path)); // as after a reload of an unchanged file
    EXPECT_EQ(cache.find(0), first);
    cache.request(0);
    ASSERT_TRUE(ready.await());
    EXPECT_EQ(cache.find(0), first);
    cache.setCheckpoint(open(test::dataPath("bintensors/shapes.bt")));
    EXPECT_FALSE(cache.find(0));
}

TEST_F(SummaryCacheTest, NewestRequestWins)
{
    cache.setCheckpoint(open(test::dataPath("bintensors/special-values.bt")));
    quint32 last = 99;
    QObject::connect(&cache, &SummaryCache::ready, &cache, [&](quint32 tensor) { last = tensor; });
    cache.request(0);
    cache.request(1);
    ASSERT_TRUE(ready.await());
    EXPECT_EQ(last, 1U);
    EXPECT_FALSE(cache.find(0));
    cache.request(0);
    cache.stop();
    EXPECT_FALSE(cache.isRunning());
}

TEST_F(SummaryCacheTest, KnowsValuesForTheFilter)
{
    cache.setCheckpoint(open(test::dataPath("safetensors/special-values.safetensors")));
    const auto before = cache.knownValues();
    cache.request(0);
    ASSERT_TRUE(ready.await());
    EXPECT_FALSE(before(0));
    const auto after = cache.knownValues();
    const auto counts = after(0);
    ASSERT_TRUE(counts);
    EXPECT_EQ(counts->nan, cache.find(0)->nan);
    EXPECT_FALSE(after(1));
    cache.setCheckpoint(nullptr);
    EXPECT_FALSE(cache.knownValues()(0));
    EXPECT_TRUE(after(0));
}

TEST_F(SummaryCacheTest, TruncatedFileIsAnErrorAndNotACrash)
{
    const test::TemporaryFolder folder;
    const auto file = folder.path() / "model.bt";
    std::filesystem::copy_file(test::dataPath("bintensors/gpt2-tiny.bt"), file);
    const auto checkpoint = open(file);
    cache.setCheckpoint(checkpoint);
    std::filesystem::resize_file(file, checkpoint->files[0].header.end);
    std::optional<ErrorCode> code;
    QObject::connect(&cache, &SummaryCache::failed, &cache, [&](quint32, const Error& error) { code = error.code; });
    cache.request(0);
    ASSERT_TRUE(failed.await());
    EXPECT_EQ(code, ErrorCode::Changed);
    EXPECT_FALSE(cache.find(0));
}

} // namespace
} // namespace loupe
