#include "analysis/filter/filter.h"
#include "await.h"
#include "formats/opening/open_checkpoint.h"
#include "items/histogram/summary_cache.h"
#include "items/histogram/window_quantiles.h"
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
    cache.setCheckpoint(open(path)); // like a reload of an unchanged file
    EXPECT_EQ(cache.find(0), first);
    cache.request(0);
    ASSERT_TRUE(ready.await());
    EXPECT_EQ(cache.find(0), first);
    cache.setCheckpoint(open(test::dataPath("bintensors/shapes.bt")));
    EXPECT_FALSE(cache.find(0));
}

/// Cached values of another model in the same file, at the same index, must not be reused.
TEST_F(SummaryCacheTest, AFileOfValuesMayServeSeveralModels)
{
    const std::filesystem::path model = test::dataPath("onnx/model.onnx");
    const test::TemporaryFolder folder;
    for (const char* const name : {"model.onnx", "weights.bin"})
        std::filesystem::copy(model.parent_path() / name, folder.path() / name);
    std::filesystem::copy(model, folder.path() / "other.onnx");
    const auto checkpoint = open(folder.path() / "model.onnx");
    const auto external = static_cast<std::uint32_t>(checkpoint->tensors.size() - 1);
    ASSERT_EQ(checkpoint->tensors[external].file, 1U);
    cache.setCheckpoint(checkpoint);
    cache.request(external);
    ASSERT_TRUE(ready.await());
    EXPECT_TRUE(cache.find(external));
    cache.setCheckpoint(open(folder.path() / "other.onnx"));
    EXPECT_FALSE(cache.find(external));
    cache.setCheckpoint(open(folder.path() / "model.onnx"));
    EXPECT_TRUE(cache.find(external));
}

TEST_F(SummaryCacheTest, AsksForTheWindowsQuantiles)
{
    cache.setCheckpoint(open(test::dataPath("safetensors/gpt2-tiny.safetensors")));
    cache.request(0);
    ASSERT_TRUE(ready.await());
    for (const double fraction : windowQuantiles)
        EXPECT_TRUE(quantileOf(*cache.find(0), fraction)) << fraction;
    EXPECT_FALSE(quantileOf(*cache.find(0), 0.123));
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
    const auto known = cache.knownValues();
    EXPECT_FALSE(known(0));
    cache.request(0);
    ASSERT_TRUE(ready.await());
    const auto counts = known(0);
    ASSERT_TRUE(counts);
    EXPECT_EQ(counts->nan, cache.find(0)->nan);
    EXPECT_FALSE(known(1));
    const auto checkpoint = open(test::dataPath("safetensors/special-values.safetensors"));
    cache.setCheckpoint(nullptr);
    EXPECT_FALSE(cache.knownValues()(0));
    EXPECT_TRUE(known(0));
    cache.setCheckpoint(checkpoint); // already cached
    EXPECT_TRUE(cache.knownValues()(0));
}

TEST_F(SummaryCacheTest, FilterByValuesFindsATensorOnceItsSummaryIsThere)
{
    const auto checkpoint = open(test::dataPath("safetensors/special-values.safetensors"));
    auto opened = prepareForViewing(checkpoint, {});
    ASSERT_TRUE(opened);
    cache.setCheckpoint(checkpoint);
    TensorTreeModel model;
    Signal arranged(&model, &TensorTreeModel::arrangementFinished);
    model.setCheckpoint(*opened);
    model.setValueProvider(cache.knownValues());
    EXPECT_FALSE(model.filterNeedsValues());
    model.setFilter(QStringLiteral("nan:>0"));
    EXPECT_TRUE(model.filterNeedsValues());
    ASSERT_TRUE(arranged.await());
    EXPECT_EQ(model.visibleTensors(), 0U);
    for (std::uint32_t tensor = 0; tensor < checkpoint->tensors.size(); ++tensor) {
        cache.request(tensor);
        ASSERT_TRUE(ready.await());
        if (cache.find(tensor)->nan.value_or(0) == 0)
            continue;
        model.rearrange();
        ASSERT_TRUE(arranged.await());
        EXPECT_TRUE(model.indexOf(tensor).isValid());
        return;
    }
    FAIL() << "the sample has no NaN";
}

TEST_F(SummaryCacheTest, TellsWhetherItRuns)
{
    std::vector<bool> told;
    QObject::connect(&cache, &SummaryCache::runningChanged, &cache, [&](bool running) { told.push_back(running); });
    cache.setCheckpoint(open(test::dataPath("bintensors/special-values.bt")));
    cache.request(0);
    cache.stop();
    EXPECT_EQ(told, (std::vector{true, false}));
    cache.request(0);
    ASSERT_TRUE(ready.await());
    EXPECT_EQ(told, (std::vector{true, false, true, false}));
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
