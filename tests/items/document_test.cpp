#include "items/session/document.h"

#include "await.h"
#include "formats/opening/open_checkpoint.h"
#include "formats/opening/registry.h"
#include "items/jobs/qt_text.h"
#include "saving/in_place/header_journal.h"
#include "saving/in_place/header_rewrite.h"
#include "support/temporary_file.h"
#include "support/test_data.h"

#include <QCoreApplication>
#include <fstream>
#include <vector>

#include <gtest/gtest.h>

namespace loupe {
namespace {

using test::Signal;

QString sample(std::string_view name)
{
    return toQString(test::dataPath(name));
}

class DocumentTest : public testing::Test {
protected:
    Document document;
    Signal current{&document, &Document::currentChanged};
    Signal failed{&document, &Document::failed};
    Signal changed{&document, &Document::changedOnDisk};
};

TEST_F(DocumentTest, OpensInTheBackground)
{
    EXPECT_EQ(document.state(), Document::State::Empty);
    document.open(sample("bintensors/gpt2-tiny.bt"));
    EXPECT_EQ(document.state(), Document::State::Loading);
    EXPECT_FALSE(document.current());
    ASSERT_TRUE(current.await());
    EXPECT_EQ(document.state(), Document::State::Open);
    const OpenedCheckpointPtr opened = document.current();
    EXPECT_EQ(opened->tree.tensorCount(), opened->checkpoint->tensors.size());
    EXPECT_EQ(opened->regions.size(), 1U);
    EXPECT_EQ(opened->order->children(opened->tree.root()).size(), opened->tree.children(opened->tree.root()).size());
    document.close();
    EXPECT_EQ(document.state(), Document::State::Empty);
    EXPECT_FALSE(document.current());
    EXPECT_TRUE(document.path().isEmpty());
}

TEST_F(DocumentTest, QuantizedWeightsAreShownAsWeightsOrAsStored)
{
    document.open(sample("quantized/modelopt-nvfp4"));
    ASSERT_TRUE(current.await());
    EXPECT_EQ(document.current()->quantized, QuantizedView::Weights);
    const std::size_t weights = document.current()->checkpoint->tensors.size();
    document.showQuantized(QuantizedView::Stored);
    ASSERT_TRUE(current.await());
    EXPECT_EQ(document.current()->quantized, QuantizedView::Stored);
    EXPECT_GT(document.current()->checkpoint->tensors.size(), weights);
    document.reload();
    ASSERT_TRUE(current.await());
    EXPECT_EQ(document.current()->quantized, QuantizedView::Stored);
    document.open(sample("bintensors/gpt2-tiny.bt"));
    ASSERT_TRUE(current.await());
    EXPECT_FALSE(document.current()->quantized);
}

/// In the byte map, the bytes of scales belong to their weight.
TEST_F(DocumentTest, NoByteOfAQuantizedCheckpointIsAHole)
{
    for (const char* const name : {"quantized/fp8-block-128", "quantized/modelopt-nvfp4", "quantized/gptq-4bit"}) {
        document.open(sample(name));
        ASSERT_TRUE(current.await());
        for (const RegionList& regions : document.current()->regions) {
            for (const Region& region : regions.all()) {
                EXPECT_NE(region.kind, RegionKind::Hole) << name;
                EXPECT_NE(region.kind, RegionKind::Overlap) << name;
            }
        }
    }
}

TEST_F(DocumentTest, AnEditOfTheHeaderThatWasInterruptedIsFinished)
{
    const test::TemporaryFolder folder;
    const std::filesystem::path path = folder.path() / "model.bt";
    std::filesystem::copy_file(test::dataPath("bintensors/gpt2-tiny.bt"), path);
    {
        Recipe recipe = copyOf(openCheckpoint(path).value(), *findFormat("bintensors"));
        const std::string before = planHeaderRewrite(recipe, path)->start;
        recipe.metadata = Metadata{{"edited", "yes"}};
        const std::string after = planHeaderRewrite(recipe, path)->start;
        ASSERT_TRUE(writeHeaderJournal(*headerJournalPath(path),
            {.format = "bintensors", .fileSize = std::filesystem::file_size(path), .before = before, .after = after})
                        .has_value());
        std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
        file.write(after.data(), static_cast<std::streamsize>(after.size() / 2));
    }
    document.open(toQString(path));
    ASSERT_TRUE(current.await());
    const Checkpoint& checkpoint = *document.current()->checkpoint;
    EXPECT_EQ(checkpoint.metadata, (Metadata{{"edited", "yes"}}));
    ASSERT_EQ(checkpoint.findings.list().size(), 1U);
    EXPECT_EQ(checkpoint.findings.list().front().code, "edit-finished");
    EXPECT_FALSE(std::filesystem::exists(*headerJournalPath(path)));
}

TEST_F(DocumentTest, NewerOpenDropsTheOlder)
{
    document.open(sample("bintensors/shapes.bt"));
    document.open(sample("safetensors/shapes.safetensors"));
    ASSERT_TRUE(current.await());
    EXPECT_EQ(document.current()->checkpoint->format, "safetensors");
    jobPool().waitForDone();
    QCoreApplication::processEvents();
    EXPECT_EQ(current.count(), 0);
    EXPECT_EQ(document.path(), sample("safetensors/shapes.safetensors"));
}

TEST_F(DocumentTest, FailureSaysWhyAndKeepsWhatIsOpen)
{
    document.open(sample("no-such-file.bt"));
    ASSERT_TRUE(failed.await());
    EXPECT_EQ(document.state(), Document::State::Failed);
    ASSERT_TRUE(document.error());
    EXPECT_EQ(document.error()->code, ErrorCode::NotFound);
    document.open(sample("bintensors/shapes.bt"));
    ASSERT_TRUE(current.await());
    EXPECT_FALSE(document.error());
    document.open(sample("no-such-file.bt"));
    ASSERT_TRUE(failed.await());
    EXPECT_EQ(document.state(), Document::State::Open);
    EXPECT_EQ(document.path(), sample("bintensors/shapes.bt"));
    EXPECT_TRUE(document.current());
}

TEST_F(DocumentTest, StopGoesBack)
{
    document.stop();
    EXPECT_EQ(document.state(), Document::State::Empty);
    document.open(sample("bintensors/shapes.bt"));
    document.stop();
    EXPECT_EQ(document.state(), Document::State::Empty);
    jobPool().waitForDone();
    QCoreApplication::processEvents();
    EXPECT_EQ(current.count(), 0);
}

TEST_F(DocumentTest, BrokenFileOpensWithFindingsOnItsNodes)
{
    document.open(sample("malformed/offset-overlap.bt"));
    ASSERT_TRUE(current.await());
    const OpenedCheckpointPtr opened = document.current();
    EXPECT_TRUE(opened->checkpoint->findings.hasErrors());
    ASSERT_FALSE(opened->severities.empty());
    EXPECT_EQ(opened->severities[opened->tree.root()], static_cast<std::int8_t>(Severity::Error));
}

TEST_F(DocumentTest, TellsOnceWhenTheFileChanges)
{
    const test::TemporaryFolder folder;
    const auto file = folder.path() / "model.bt";
    std::filesystem::copy_file(test::dataPath("bintensors/shapes.bt"), file);
    document.open(toQString(file));
    ASSERT_TRUE(current.await());
    std::filesystem::remove(file);
    std::filesystem::copy_file(test::dataPath("bintensors/gpt2-tiny.bt"), file);
    ASSERT_TRUE(changed.await());
    document.reload();
    ASSERT_TRUE(current.await());
    std::filesystem::resize_file(file, 20);
    ASSERT_TRUE(changed.await());
}

TEST_F(DocumentTest, TellsWhetherTheFileIsStillThere)
{
    const test::TemporaryFolder folder;
    const auto file = folder.path() / "model.bt";
    std::filesystem::copy_file(test::dataPath("bintensors/shapes.bt"), file);
    std::vector<bool> deleted;
    QObject::connect(&document, &Document::changedOnDisk, &document, [&](bool gone) { deleted.push_back(gone); });
    document.open(toQString(file));
    ASSERT_TRUE(current.await());
    std::filesystem::resize_file(file, 20);
    ASSERT_TRUE(changed.await());
    document.reload();
    ASSERT_TRUE(current.await());
    std::filesystem::remove(file);
    ASSERT_TRUE(changed.await());
    EXPECT_EQ(deleted, (std::vector<bool>{false, true}));
}

TEST_F(DocumentTest, WatchesTheFilesThatAModelNames)
{
    const test::TemporaryFolder folder;
    for (const char* const name : {"onnx/model.onnx", "onnx/weights.bin"})
        std::filesystem::copy(test::dataPath(name), folder.path());
    document.open(toQString(folder.path() / "model.onnx"));
    ASSERT_TRUE(current.await());
    EXPECT_EQ(document.current()->regions.size(), 2U);
    std::ofstream(folder.path() / "weights.bin", std::ios::app) << "\n";
    ASSERT_TRUE(changed.await()) << "the values were rewritten in their place";
    std::filesystem::remove(folder.path() / "weights.bin");
    document.reload();
    ASSERT_TRUE(current.await());
    std::filesystem::copy(test::dataPath("onnx/weights.bin"), folder.path());
    ASSERT_TRUE(changed.await()) << "a missing file has arrived";
}

TEST_F(DocumentTest, WatchesTheShardsOfAModel)
{
    const test::TemporaryFolder folder;
    std::filesystem::copy(test::dataPath("safetensors-sharded"), folder.path());
    document.open(toQString(folder.path() / "model.safetensors.index.json"));
    ASSERT_TRUE(current.await());
    EXPECT_EQ(document.current()->regions.size(), 3U);
    std::filesystem::remove(folder.path() / "model-00002-of-00003.safetensors");
    ASSERT_TRUE(changed.await());
    document.reload();
    ASSERT_TRUE(current.await());
    std::filesystem::copy_file(test::dataPath("safetensors-sharded/model-00002-of-00003.safetensors"),
        folder.path() / "model-00002-of-00003.safetensors");
    ASSERT_TRUE(changed.await()) << "a missing shard has arrived";
    document.reload();
    ASSERT_TRUE(current.await());
    std::ofstream(folder.path() / "model.safetensors.index.json", std::ios::app) << "\n";
    ASSERT_TRUE(changed.await()) << "the index was rewritten in its place";
}

} // namespace
} // namespace loupe
