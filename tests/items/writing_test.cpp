#include "items/writing/writing_job.h"

#include "await.h"
#include "core/elements.h"
#include "core/text/text.h"
#include "formats/opening/open_checkpoint.h"
#include "formats/opening/registry.h"
#include "items/jobs/item_roles.h"
#include "items/jobs/qt_text.h"
#include "items/writing/cast_cost_text.h"
#include "items/writing/output_files_model.h"
#include "support/made_checkpoint.h"
#include "support/opened.h"
#include "support/temporary_file.h"
#include "support/written_tensor.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <set>
#include <span>

namespace loupe {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::uintmax_t halfOfGpt2 = 72'000; // bytes of gpt2-tiny.safetensors

class WritingTest : public testing::Test {
protected:
    WritingRequest whole(std::string_view sample, std::string_view target)
    {
        WritingRequest request;
        request.recipe = editedRecipe(StagedEdits(test::openData(sample)->checkpoint));
        request.path = toQString(m_folder.path() / target);
        request.format = outputFormatFor(target).value_or(OutputFormat{});
        return request;
    }
    const WritingPreview& preview(WritingRequest request)
    {
        test::Signal previewed(&m_job, &WritingJob::previewed);
        m_job.preview(std::move(request));
        EXPECT_TRUE(previewed.await());
        return *m_job.current();
    }
    std::vector<std::string> problems() const
    {
        std::vector<std::string> texts;
        for (const WritingProblem& problem : m_job.current()->problems)
            texts.push_back(problem.text.toStdString());
        return texts;
    }
    /// Why it could not be written; empty on success.
    std::optional<Error> write(bool stops = false)
    {
        std::optional<Error> failure;
        QObject context;
        QObject::connect(&m_job, &WritingJob::failed, &context, [&](const Error& error) { failure = error; });
        test::Signal failed(&m_job, &WritingJob::failed);
        test::Signal written(&m_job, &WritingJob::written);
        test::Signal ended(&m_job, &WritingJob::writingChanged);
        m_job.write(true);
        if (stops)
            m_job.stopWriting();
        while (failed.count() + written.count() == 0 && ended.await()) { }
        EXPECT_EQ(failed.count() + written.count(), 1);
        return failure;
    }
    std::vector<std::string> names() const
    {
        std::vector<std::string> list;
        for (const auto& entry : fs::directory_iterator(m_folder.path()))
            list.push_back(entry.path().filename());
        std::sort(list.begin(), list.end());
        return list;
    }

    test::TemporaryFolder m_folder;
    WritingJob m_job;
};

TEST_F(WritingTest, APreviewSaysAllAndWritesNothing)
{
    const WritingPreview& shown = preview(whole("safetensors/all-dtypes.safetensors", "a.bt"));
    EXPECT_TRUE(shown.isPossible());
    EXPECT_THAT(problems(), IsEmpty());
    ASSERT_EQ(shown.output->files.size(), 1U);
    EXPECT_EQ(shown.output->files.front().bytes, fs::file_size(test::dataPath("bintensors/all-dtypes.bt")));
    EXPECT_FALSE(shown.output->files.front().exists);
    EXPECT_EQ(shown.dtypes.size(), 15U);
    EXPECT_GT(shown.freeBytes.value_or(0), 0U);
    EXPECT_THAT(names(), IsEmpty());
}

TEST_F(WritingTest, WhatIsWrittenIsWhatTheReferenceWrites)
{
    preview(whole("safetensors/all-dtypes.safetensors", "a.bt"));
    EXPECT_FALSE(write().has_value());
    EXPECT_THAT(names(), ElementsAre("a.bt"));
    // The sample is the reference library's own file.
    std::ifstream ours(m_folder.path() / "a.bt", std::ios::binary);
    std::ifstream reference(test::dataPath("bintensors/all-dtypes.bt"), std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(reference), {}};
    EXPECT_FALSE(bytes.empty());
    EXPECT_TRUE((std::string{std::istreambuf_iterator<char>(ours), {}}) == bytes);
}

TEST_F(WritingTest, OnlyTheNewestRequestIsPreviewed)
{
    QSignalSpy previewed(&m_job, &WritingJob::previewed);
    m_job.preview(whole("safetensors/gpt2-tiny.safetensors", "old.bt"));
    m_job.preview(whole("safetensors/gpt2-tiny.safetensors", "older.bt"));
    EXPECT_EQ(
        preview(whole("safetensors/gpt2-tiny.safetensors", "new.bt")).output->files.front().path.filename(), "new.bt");
    EXPECT_EQ(previewed.count(), 1);
}

TEST_F(WritingTest, DTypesThatTheFormatLacksAreFixedByTheNearestCastOrLeftOut)
{
    WritingRequest request = whole("safetensors/all-dtypes-extended.safetensors", "a.bt");
    preview(request);
    EXPECT_FALSE(m_job.current()->isPossible());
    EXPECT_THAT(problems(), testing::Contains(AllOf(HasSubstr("F8_E8M0"), HasSubstr("bintensors"))));
    for (const WritingProblem& problem : m_job.current()->problems) {
        if (problem.fix == WritingProblem::Fix::Cast)
            request.casts.push_back({.from = problem.dtype, .to = problem.to});
        else if (problem.fix == WritingProblem::Fix::LeaveOut)
            request.leftOut.set(static_cast<std::size_t>(problem.dtype));
        else
            ADD_FAILURE() << problem.text.toStdString();
    }
    EXPECT_THAT(request.casts, testing::Contains(testing::Field(&CastRule::to, DType::BF16))); // for F8_E8M0
    EXPECT_TRUE(request.leftOut.test(static_cast<std::size_t>(DType::C64)));
    EXPECT_TRUE(preview(request).isPossible()) << testing::PrintToString(problems());
}

/// view.transposed, view.column and view.block are views of view.full: tests/data/torch/manifest.json.
TEST_F(WritingTest, SharedStorageIsSaidAndWrittenOnceOnRequest)
{
    WritingRequest request = whole("torch/state-dict.pt", "a.safetensors");
    const WritingPreview& twice = preview(request);
    EXPECT_EQ(twice.sharedTensors, 3U);
    EXPECT_THAT(twice.remarks.join(u' ').toStdString(), HasSubstr("3 tensors share storage with another"));
    EXPECT_EQ(twice.output->recipe.items.size(), 21U);
    request.dropsShared = true;
    const WritingPreview& once = preview(request);
    EXPECT_EQ(once.sharedTensors, 3U) << "it can still be chosen otherwise";
    EXPECT_EQ(once.output->recipe.items.size(), 18U);
    EXPECT_THAT(once.leftOut.text.toStdString(), HasSubstr("view.transposed (shared with view.full)"));
    ASSERT_TRUE(once.output->recipe.metadata);
    EXPECT_EQ(once.output->recipe.metadata->size(), 3U);
}

TEST_F(WritingTest, NamesThatStandTwiceAreKeptOnceOnRequest)
{
    WritingRequest request = whole("safetensors/gpt2-tiny.safetensors", "a.safetensors");
    const auto opened = test::openData("safetensors/gpt2-tiny.safetensors");
    request.recipe = mergedRecipe(StagedEdits(opened->checkpoint), {test::openData("bintensors/gpt2-tiny.bt")});
    preview(request);
    ASSERT_EQ(m_job.current()->problems.size(), 1U);
    EXPECT_EQ(m_job.current()->problems.front().fix, WritingProblem::Fix::KeepFirst);
    EXPECT_THAT(problems(), ElementsAre(HasSubstr("35")));
    request.keepsFirst = true;
    const WritingPreview& fixed = preview(request);
    ASSERT_TRUE(fixed.isPossible());
    EXPECT_EQ(fixed.output->recipe.items.size(), 35U);
    for (const RecipeItem& item : fixed.output->recipe.items)
        EXPECT_EQ(item.source, opened->checkpoint);
}

TEST_F(WritingTest, WhatKeepingTheFirstLeavesOutIsSaidAndNotCounted)
{
    test::MadeCheckpoint first;
    first.add("a").add("b", DType::BF16);
    test::MadeCheckpoint second;
    second.add("a").add("b").add("c").add("d");
    const auto opened = [](test::MadeCheckpoint& made) { return *prepareForViewing(made.take(), {}); };
    const auto one = opened(first);
    WritingRequest request;
    request.path = toQString(m_folder.path() / "a.bt");
    request.format = *outputFormatFor("a.bt");
    request.keepsFirst = true;
    const auto keep = [&](std::vector<OpenedCheckpointPtr> sources) -> const WritingPreview& {
        StagedEdits begin(sources.front()->checkpoint);
        sources.erase(sources.begin());
        request.recipe = mergedRecipe(std::move(begin), std::move(sources));
        return preview(request);
    };
    const auto another = opened(second);
    const WritingPreview& kept = keep({one, another});
    EXPECT_EQ(kept.leftOut.text, QStringLiteral("Skipped: 2 tensors with duplicate names: a, b"));
    EXPECT_TRUE(kept.leftOut.namesAll);
    quint64 counted = 0;
    for (const auto& share : kept.dtypes)
        counted += share.tensors;
    EXPECT_EQ(counted, 4U);
    EXPECT_EQ(kept.staged.size(), 4U);
    EXPECT_EQ(keep({another, another, another}).leftOut.text,
        QStringLiteral("Skipped: 8 tensors with duplicate names: a, b, c and 5 more"));
    EXPECT_TRUE(keep({one}).leftOut.isEmpty());
    EXPECT_THAT(m_job.current()->remarks, IsEmpty());
    // Tensors that are not written do not block others.
    request.leftOut.set(static_cast<std::size_t>(DType::BF16));
    EXPECT_EQ(keep({one, another}).leftOut.text, QStringLiteral("Skipped: 1 tensor with a duplicate name: a"));
    EXPECT_EQ(m_job.current()->staged.size(), 4U);
}

TEST_F(WritingTest, ATargetThatCannotBeIsAProblem)
{
    WritingRequest request = whole("safetensors/gpt2-tiny.safetensors", "none/deep/a.bt");
    preview(request);
    EXPECT_THAT(problems(), ElementsAre(AllOf(HasSubstr("does not exist"), HasSubstr("none"))));
    request.path = toQString(m_folder.path() / "none/a.bt"); // is created with the file
    preview(request);
    EXPECT_THAT(problems(), IsEmpty());
    request.path = toQString(m_folder.path());
    preview(request);
    EXPECT_THAT(problems(), ElementsAre(HasSubstr("is a folder")));
    request.path.clear();
    preview(request);
    EXPECT_THAT(problems(), ElementsAre(HasSubstr("Choose where to write")));
    request.path = toQString(m_folder.write("file", "x"));
    request.eachItsFile = true;
    preview(request);
    EXPECT_THAT(problems(), ElementsAre(HasSubstr("is a file")));
    request = whole("safetensors/gpt2-tiny.safetensors", "a.npy");
    preview(request);
    EXPECT_THAT(problems(), ElementsAre(HasSubstr("npy files hold one tensor")));
    request = whole("safetensors/gpt2-tiny.safetensors", "a.bt");
    request.leftOut.set();
    preview(request);
    EXPECT_THAT(problems(), ElementsAre(HasSubstr("No tensors left")));
}

/// "new/out" would be two new levels.
TEST_F(WritingTest, SeparateFilesDoNotCreateTheParentOfTheirFolder)
{
    WritingRequest request = whole("safetensors/gpt2-tiny.safetensors", "new/out");
    request.format = *outputFormatFor("a.npy");
    request.eachItsFile = true;
    const WritingPreview& refused = preview(request);
    ASSERT_EQ(refused.problems.size(), 1U);
    EXPECT_EQ(refused.problems.front().fix, WritingProblem::Fix::CreateFolder);
    EXPECT_EQ(refused.problems.front().folder, toQString(m_folder.path() / "new"));
    request.path = toQString(m_folder.path() / "out");
    EXPECT_EQ(preview(request).newFolder, std::nullopt);
    EXPECT_FALSE(write().has_value());
    EXPECT_TRUE(fs::is_directory(m_folder.path() / "out"));
}

TEST_F(WritingTest, AFailureRemovesOnlyTheFolderThatItHasCreated)
{
    for (const bool existsByNow : {false, true}) {
        const auto source = m_folder.path() / "source.safetensors";
        fs::copy_file(test::dataPath("safetensors/gpt2-tiny.safetensors"), source);
        WritingRequest request = whole("safetensors/gpt2-tiny.safetensors", "new/a.bt");
        request.recipe = editedRecipe(StagedEdits(test::openFile(source)->checkpoint));
        EXPECT_EQ(preview(request).newFolder, m_folder.path() / "new");
        if (existsByNow)
            fs::create_directory(m_folder.path() / "new");
        fs::resize_file(source, halfOfGpt2);
        EXPECT_TRUE(write().has_value());
        EXPECT_EQ(fs::exists(m_folder.path() / "new"), existsByNow);
        fs::remove(source);
    }
}

TEST_F(WritingTest, MoreThanIsFreeDoesNotFit)
{
    const auto space = fs::space(m_folder.path());
    const auto huge = m_folder.path() / "huge.safetensors";
    // A sparse file of zeros, which takes no disk space itself.
    const std::uint64_t bytes = (space.available / 4 + (std::uint64_t{1} << 30)) * 4;
    std::string header = R"({"t":{"dtype":"U8","shape":[)" + std::to_string(bytes) + R"(],"data_offsets":[0,)"
        + std::to_string(bytes) + "]}}";
    header.resize((header.size() + 7) / 8 * 8, ' ');
    std::string length(8, '\0');
    length[0] = char(header.size());
    m_folder.write("huge.safetensors", length + header);
    std::error_code error;
    fs::resize_file(huge, 8 + header.size() + bytes, error);
    if (error)
        GTEST_SKIP() << "the file system takes no file of this size";
    WritingRequest request = whole("safetensors/gpt2-tiny.safetensors", "a.bt");
    auto opened = openForViewing(huge, {});
    ASSERT_TRUE(opened.has_value());
    request.recipe = editedRecipe(StagedEdits((*opened)->checkpoint));
    preview(request);
    EXPECT_FALSE(m_job.current()->isPossible());
    EXPECT_THAT(problems(), ElementsAre(HasSubstr("Not enough disk space")));
}

std::string bytesOf(const std::shared_ptr<const Checkpoint>& checkpoint, std::uint32_t tensor)
{
    const auto elements = Elements::open(checkpoint, tensor);
    EXPECT_TRUE(elements);
    Buffer scratch;
    std::string bytes;
    EXPECT_TRUE(elements && elements->visit(0, elements->count(), scratch, [&](std::span<const std::byte> part) {
        bytes.assign(reinterpret_cast<const char*>(part.data()), part.size());
    }));
    return bytes;
}

/// The model has two shards; the scales are in the second.
TEST_F(WritingTest, QuantizedWeightsCanBeWrittenAsPlainValues)
{
    const auto opened = test::openData("quantized/fp8-block-128");
    WritingRequest request = whole("quantized/fp8-block-128", "plain.safetensors");
    const quint64 stored = preview(request).output->bytes();
    request.recipe = dequantizedRecipe(StagedEdits(opened->checkpoint), DType::F32);
    const WritingPreview& shown = preview(request);
    ASSERT_TRUE(shown.isPossible()) << testing::PrintToString(problems());
    EXPECT_GT(shown.output->bytes(), 2 * stored);
    const std::string remarks = shown.remarks.join(u'\n').toStdString();
    EXPECT_THAT(remarks, HasSubstr("5 quantized tensors are dequantized"));
    EXPECT_THAT(remarks, HasSubstr("5 companion tensors"));
    EXPECT_THAT(remarks, HasSubstr("remove the quantization settings from a copy of config.json"));
    ASSERT_FALSE(write().has_value());
    const auto plain = test::openFile(m_folder.path() / "plain.safetensors")->checkpoint;
    ASSERT_EQ(plain->tensors.size(), opened->checkpoint->tensors.size());
    for (std::uint32_t i = 0; i < plain->tensors.size(); ++i) {
        const auto& tensors = opened->checkpoint->tensors;
        const auto same = std::ranges::find(tensors, plain->tensors[i].name, &Tensor::name);
        ASSERT_NE(same, tensors.end()) << plain->tensors[i].name;
        EXPECT_EQ(bytesOf(plain, i), bytesOf(opened->checkpoint, static_cast<std::uint32_t>(same - tensors.begin())));
    }
    request.recipe = dequantizedRecipe(StagedEdits(opened->checkpoint), DType::BF16);
    const WritingPreview& half = preview(request);
    EXPECT_LT(half.output->bytes(), fs::file_size(m_folder.path() / "plain.safetensors"));
    for (const RecipeItem& item : half.output->recipe.items)
        EXPECT_EQ(item.dtype, item.name.ends_with("bias") ? DType::F32 : DType::BF16) << item.name;
}

TEST_F(WritingTest, PlainWeightsHaveNoScalesOfActivations)
{
    WritingRequest request = whole("quantized/modelopt-nvfp4", "plain.safetensors");
    request.recipe = dequantizedRecipe(StagedEdits(test::openData("quantized/modelopt-nvfp4")->checkpoint), DType::F32);
    const WritingPreview& shown = preview(request);
    ASSERT_TRUE(shown.output);
    for (const RecipeItem& item : shown.output->recipe.items)
        EXPECT_FALSE(item.name.ends_with("_scale")) << item.name;
    EXPECT_THAT(shown.remarks.join(u'\n').toStdString(), HasSubstr("6 scales of activations and caches"));
}

TEST_F(WritingTest, WeightsThatCannotBeDecodedAreCopiedAsTheyAreStored)
{
    const auto opened = test::openData("quantized/not-decoded/hqq");
    WritingRequest request = whole("quantized/not-decoded/hqq", "plain.safetensors");
    const quint64 stored = preview(request).output->bytes();
    request.recipe = dequantizedRecipe(StagedEdits(opened->checkpoint), DType::F32);
    EXPECT_EQ(preview(request).output->bytes(), stored);
    EXPECT_THAT(m_job.current()->remarks.join(u'\n').toStdString(),
        HasSubstr("1 quantized weight cannot be decoded and is copied as stored"));
}

TEST_F(WritingTest, WhatCouldNotBeReadInWholeIsNotCopiedAsAWhole)
{
    const auto opened = test::openCut(m_folder, "safetensors/gpt2-tiny.safetensors", halfOfGpt2);
    ASSERT_TRUE(opened);
    WritingRequest request = whole("safetensors/gpt2-tiny.safetensors", "a.bt");
    request.recipe = editedRecipe(StagedEdits(opened->checkpoint));
    preview(request);
    EXPECT_FALSE(m_job.current()->isPossible());
    EXPECT_THAT(problems(), ElementsAre(HasSubstr("incomplete")));
    EXPECT_EQ(m_job.current()->problems.front().fix, WritingProblem::Fix::KeepWhole);
    EXPECT_THAT(m_job.current()->remarks, IsEmpty()) << "it is not said how it is copied, as it is not";
    // A complete tensor can still be written on its own.
    request.recipe = partOf(StagedEdits(opened->checkpoint), {opened, opened->order, {0}});
    EXPECT_TRUE(preview(request).isPossible()) << testing::PrintToString(problems());
}

TEST_F(WritingTest, WhatIsWholeCanBeKept)
{
    const auto opened = test::openCut(m_folder, "safetensors/gpt2-tiny.safetensors", halfOfGpt2);
    ASSERT_TRUE(opened);
    WritingRequest request = whole("safetensors/gpt2-tiny.safetensors", "a.bt");
    request.recipe = editedRecipe(StagedEdits(opened->checkpoint));
    request.keepsWhole = true;
    const WritingPreview& shown = preview(request);
    ASSERT_TRUE(shown.isPossible()) << testing::PrintToString(problems());
    std::set<std::string_view> expected; // tensors whose bytes all precede the cut
    for (const Tensor& tensor : opened->checkpoint->tensors) {
        if (tensor.bytes.end <= halfOfGpt2)
            expected.insert(tensor.name);
    }
    ASSERT_FALSE(expected.empty());
    std::set<std::string_view> kept;
    for (const RecipeItem& item : shown.output->recipe.items)
        kept.insert(item.name);
    EXPECT_EQ(kept, expected);
    const auto left = counted(opened->checkpoint->tensors.size() - expected.size(), "incomplete tensor");
    EXPECT_THAT(shown.leftOut.text.toStdString(), HasSubstr("Skipped: " + left));
    EXPECT_FALSE(shown.leftOut.namesAll);
    EXPECT_EQ(shown.leftOut.list.size() + expected.size(), opened->checkpoint->tensors.size());
    for (const Tensor& tensor : opened->checkpoint->tensors) {
        const QString begin = toQString(tensor.name) + QStringLiteral(": ");
        const bool listed =
            std::ranges::any_of(shown.leftOut.list, [&](const QString& line) { return line.startsWith(begin); });
        EXPECT_NE(listed, expected.contains(tensor.name)) << tensor.name;
    }
    EXPECT_FALSE(write());
    const auto written = openCheckpoint(m_folder.path() / "a.bt");
    ASSERT_TRUE(written);
    EXPECT_TRUE((*written)->findings.referenceAccepts());
    EXPECT_EQ((*written)->tensors.size(), expected.size());
}

TEST_F(WritingTest, WhereNothingIsWholeNothingIsWritten)
{
    const auto path = m_folder.path() / "header.safetensors";
    fs::copy_file(test::dataPath("safetensors/all-dtypes.safetensors"), path);
    const auto all = openCheckpoint(path);
    ASSERT_TRUE(all);
    fs::resize_file(path, (*all)->files.front().data.begin);
    auto opened = openForViewing(path, {});
    ASSERT_TRUE(opened.has_value());
    WritingRequest request = whole("safetensors/gpt2-tiny.safetensors", "a.bt");
    request.recipe = [opened = *opened](const Work&) -> Result<WantedTensors> {
        Recipe recipe = copyOf(opened->checkpoint, *findFormat("bintensors"));
        std::erase_if(recipe.items, [](const RecipeItem& item) { return item.original().bytes.size() == 0; });
        return WantedTensors{std::move(recipe), {}};
    };
    request.keepsWhole = true;
    preview(request);
    EXPECT_THAT(problems(), ElementsAre(HasSubstr("No tensors left")));
}

/// The header of one of two checkpoints cannot be read: a merged copy without its tensors would look whole.
TEST_F(WritingTest, WhatCouldNotBeReadIsSaidBeforeItIsLeftOut)
{
    const auto broken = test::openCut(m_folder, "bintensors/gpt2-tiny.bt", 100);
    ASSERT_TRUE(broken);
    WritingRequest request = whole("safetensors/all-dtypes.safetensors", "a.safetensors");
    const auto other = test::openData("safetensors/all-dtypes.safetensors");
    request.recipe = mergedRecipe(StagedEdits(other->checkpoint), {broken});
    preview(request);
    ASSERT_FALSE(m_job.current()->problems.empty());
    EXPECT_EQ(m_job.current()->problems.front().fix, WritingProblem::Fix::KeepWhole);
    EXPECT_THAT(problems().front(), HasSubstr("cut.bt"));
    request.keepsWhole = true;
    const WritingPreview& shown = preview(request);
    EXPECT_TRUE(shown.isPossible()) << testing::PrintToString(problems());
    EXPECT_EQ(shown.output->recipe.items.size(), other->checkpoint->tensors.size());
    EXPECT_THAT(shown.leftOut.text.toStdString(), HasSubstr("1 unreadable part of the source"));
    ASSERT_EQ(shown.leftOut.list.size(), 1);
    EXPECT_THAT(shown.leftOut.list.front().toStdString(), HasSubstr("cut.bt"));
    // The other file is complete, so replacing it loses nothing.
    fs::copy_file(other->checkpoint->path, m_folder.path() / "whole.safetensors");
    const auto copy = test::openFile(m_folder.path() / "whole.safetensors");
    ASSERT_TRUE(copy);
    request.recipe = mergedRecipe(StagedEdits(copy->checkpoint), {broken});
    request.path = toQString(m_folder.path() / "whole.safetensors");
    EXPECT_TRUE(preview(request).isPossible()) << testing::PrintToString(problems());
    // The unreadable file must not be replaced by a file that has none of its tensors.
    request.path = toQString(m_folder.path() / "cut.bt");
    preview(request);
    EXPECT_THAT(problems(), ElementsAre(AllOf(HasSubstr("cut.bt"), HasSubstr("would be lost"))));
}

/// Partial tensors would be lost with the file, whatever name it is reached by.
TEST_F(WritingTest, WhatIsNotWholeIsNotReplacedByWhatIs)
{
    const auto cut = test::openCut(m_folder, "safetensors/gpt2-tiny.safetensors", halfOfGpt2);
    ASSERT_TRUE(cut);
    fs::create_symlink(cut->checkpoint->path, m_folder.path() / "link.safetensors");
    fs::create_hard_link(cut->checkpoint->path, m_folder.path() / "hard.safetensors");
    WritingRequest request = whole("safetensors/gpt2-tiny.safetensors", "a.safetensors");
    request.recipe = editedRecipe(StagedEdits(cut->checkpoint));
    for (const char* const name : {"cut.safetensors", "link.safetensors", "hard.safetensors"}) {
        request.path = toQString(m_folder.path() / name);
        request.keepsWhole = false;
        preview(request);
        EXPECT_THAT(problems(), ElementsAre(AllOf(HasSubstr("incomplete"), HasSubstr("another file")))) << name;
        EXPECT_EQ(m_job.current()->problems.front().fix, WritingProblem::Fix::None) << name;
        request.keepsWhole = true;
        preview(request);
        EXPECT_FALSE(m_job.current()->isPossible()) << name;
        EXPECT_THAT(problems(), ElementsAre(HasSubstr("would be lost"))) << name;
    }
    request.path = toQString(m_folder.path() / "a.safetensors");
    EXPECT_TRUE(preview(request).isPossible());
    // If all tensors are complete, nothing is lost.
    fs::copy_file(test::dataPath("safetensors/gpt2-tiny.safetensors"), m_folder.path() / "whole.safetensors");
    const auto intact = test::openFile(m_folder.path() / "whole.safetensors");
    ASSERT_TRUE(intact);
    request.recipe = editedRecipe(StagedEdits(intact->checkpoint));
    request.path = toQString(m_folder.path() / "whole.safetensors");
    EXPECT_TRUE(preview(request).isPossible()) << testing::PrintToString(problems());
}

/// A sharded model can be replaced through its index, or through a file name that its shards' names start with.
TEST_F(WritingTest, ShardsThatAreNotWholeAreNotReplacedByWhatIs)
{
    fs::copy(test::dataPath("safetensors-sharded"), m_folder.path());
    const auto shard = m_folder.path() / "model-00002-of-00003.safetensors";
    fs::resize_file(shard, fs::file_size(shard) - 1);
    const auto index = m_folder.path() / "model.safetensors.index.json";
    const auto opened = openForViewing(index, {});
    ASSERT_TRUE(opened.has_value());
    WritingRequest request;
    request.recipe = editedRecipe(StagedEdits((*opened)->checkpoint));
    request.format = *outputFormatFor("a.safetensors");
    request.keepShards = true;
    for (const bool keepsWhole : {false, true}) {
        request.keepsWhole = keepsWhole;
        request.path = toQString(index);
        preview(request);
        EXPECT_FALSE(m_job.current()->isPossible());
        EXPECT_THAT(problems(), ElementsAre(HasSubstr(keepsWhole ? "would be lost" : "is a source file")));
    }
    request.path = toQString(m_folder.path() / "model.safetensors");
    preview(request);
    EXPECT_THAT(problems(), ElementsAre(HasSubstr("would be lost")));
    request.path = toQString(m_folder.path() / "other.safetensors");
    EXPECT_TRUE(preview(request).isPossible()) << testing::PrintToString(problems());
}

TEST(LeftOut, ListsTheFirstOfManyAsPlainLines)
{
    Recipe recipe;
    recipe.leftOut = "many tensors";
    std::vector<LeftOutTensor> broken(LeftOut::mostListed + 5);
    for (LeftOutTensor& tensor : broken)
        tensor = {.name = "a\n<b>\u202e", .incomplete = std::nullopt, .why = {ErrorCode::Malformed, "is cut", {}, {}}};
    const LeftOut left = leftOutOf(recipe, {{ErrorCode::Malformed, "no header", "x.bt", {}}}, broken);
    ASSERT_EQ(std::size_t(left.list.size()), LeftOut::mostListed);
    EXPECT_EQ(left.unlisted, 6U);
    EXPECT_THAT(left.list.front().toStdString(), HasSubstr("no header"));
    EXPECT_EQ(left.list.back().toStdString(), "a\\n<b>\\u202e: is cut");
    EXPECT_TRUE(leftOutOf({}, {}, {}).isEmpty());
}

TEST_F(WritingTest, APartIsTheChosenTensorsAndThoseBelowChosenGroups)
{
    const auto opened = test::openData("safetensors/gpt2-tiny.safetensors");
    const NameTree& tree = opened->tree;
    NameTree::NodeId group = tree.root();
    for (NameTree::NodeId node = tree.tensorCount(); node < tree.nodeCount(); ++node) {
        if (tree.path(node) == "h.0")
            group = node;
    }
    ASSERT_NE(group, tree.root());
    WritingRequest request = whole("safetensors/gpt2-tiny.safetensors", "a.npz");
    request.recipe =
        partOf(StagedEdits(opened->checkpoint), {opened, opened->order, {group, tree.children(group).front(), 0}});
    const WritingPreview& shown = preview(request);
    std::set<std::string> expected{std::string(opened->checkpoint->tensors[0].name)};
    for (const Tensor& tensor : opened->checkpoint->tensors) {
        if (tensor.name.starts_with("h.0."))
            expected.emplace(tensor.name);
    }
    std::multiset<std::string> planned;
    for (const RecipeItem& item : shown.output->recipe.items)
        planned.insert(item.name);
    EXPECT_EQ(planned, std::multiset<std::string>(expected.begin(), expected.end()));
}

TEST_F(WritingTest, WhatCastsCostIsFoundOutOnce)
{
    // 65536 is beyond F16, 1e-10 below its smallest, 0.1 is rounded.
    const test::WrittenTensor written("F32", "[5]", std::vector<float>{1, 65536, 1e-10F, 0.1F, NAN});
    const auto opened = prepareForViewing(written.checkpoint(), {});
    WritingRequest request = whole("safetensors/gpt2-tiny.safetensors", "a.safetensors");
    request.recipe = editedRecipe(StagedEdits((*opened)->checkpoint));
    preview(request);
    EXPECT_FALSE(m_job.hasUnknownCosts());
    request.casts = {{.from = DType::F32, .to = DType::F16}};
    preview(request);
    EXPECT_TRUE(m_job.hasUnknownCosts());
    test::Signal weighed(&m_job, &WritingJob::weighed);
    m_job.weigh();
    ASSERT_TRUE(weighed.await());
    ASSERT_EQ(m_job.costs().size(), 1U);
    const CastCost& cost = m_job.costs().at({DType::F32, DType::F32, DType::F16});
    EXPECT_EQ(cost.changed, 3U);
    EXPECT_TRUE(losesValues(cost));
    EXPECT_EQ(castCostText(cost).toStdString(),
        "1 value overflows · 1 becomes 0 · max error 2.44e-05 (relative 1) · 60.0 % of values change");
    request.path += QStringLiteral("2");
    preview(request);
    EXPECT_FALSE(m_job.hasUnknownCosts());
    m_job.weigh();
    EXPECT_FALSE(m_job.isWeighing());
    m_job.forgetCosts();
    EXPECT_TRUE(m_job.hasUnknownCosts());
}

TEST_F(WritingTest, WhatIsStagedToBeCastIsWeighedApart)
{
    const test::WrittenTensor written("F32", "[5]", std::vector<float>{1, 65536, 1e-10F, 0.1F, NAN});
    StagedEdits edits(written.checkpoint());
    edits.cast({0}, DType::F16);
    WritingRequest request = whole("safetensors/gpt2-tiny.safetensors", "a.safetensors");
    request.recipe = editedRecipe(edits);
    const WritingPreview& shown = preview(request);
    ASSERT_EQ(shown.dtypes.size(), 1U);
    EXPECT_EQ(shown.dtypes.front().dtype, DType::F16);
    EXPECT_EQ(shown.dtypes.front().bytes, 10U) << "as it would be written";
    EXPECT_THAT(shown.dtypes.front().originals, ElementsAre(DType::F32));
    test::Signal weighed(&m_job, &WritingJob::weighed);
    m_job.weigh();
    ASSERT_TRUE(weighed.await());
    const CastKind asStaged{DType::F32, DType::F16, DType::F16};
    EXPECT_EQ(castCostText(m_job.costs().at(asStaged)).toStdString(),
        "1 value overflows · 1 becomes 0 · max error 2.44e-05 (relative 1) · 60.0 % of values change");

    request.casts = {{.from = DType::F16, .to = DType::BF16}}; // casts from the values in the file
    preview(request);
    EXPECT_TRUE(m_job.hasUnknownCosts());
    m_job.weigh();
    ASSERT_TRUE(weighed.await());
    const CastKind further{DType::F32, DType::F16, DType::BF16};
    EXPECT_EQ(m_job.costs().at(further).overflowed, 0U);
    EXPECT_EQ(m_job.costs().at(further).becameZero, 0U);
    request.casts = {{.from = DType::F16, .to = DType::F32}};
    EXPECT_THAT(preview(request).casts, IsEmpty()) << "back to what the file has";
}

TEST_F(WritingTest, AWiderTypeKeepsEveryValue)
{
    WritingRequest request = whole("safetensors/gpt2-tiny.safetensors", "a.safetensors");
    request.casts = {{.from = DType::BF16, .to = DType::F32}, {.from = DType::I64, .to = DType::F64}};
    const WritingPreview& shown = preview(request);
    EXPECT_EQ(shown.remarks.size(), 1); // the remark that integers become floats
    test::Signal weighed(&m_job, &WritingJob::weighed);
    m_job.weigh();
    ASSERT_TRUE(weighed.await());
    const CastCost& cost = m_job.costs().at({DType::BF16, DType::BF16, DType::F32});
    EXPECT_EQ(castCostText(cost).toStdString(), "keeps every value");
    EXPECT_FALSE(losesValues(cost));
}

TEST_F(WritingTest, AFileIsReplacedOnlyWhereThePreviewHasSaidSo)
{
    const WritingRequest request = whole("safetensors/all-dtypes.safetensors", "a.bt");
    preview(request);
    m_folder.write("a.bt", "came meanwhile");
    const auto refused = write();
    ASSERT_TRUE(refused.has_value());
    EXPECT_EQ(refused->code, ErrorCode::Exists);
    EXPECT_EQ(fs::file_size(m_folder.path() / "a.bt"), 14U);
    EXPECT_EQ(preview(request).output->existing(), 1U);
    EXPECT_FALSE(write().has_value());
    EXPECT_EQ(fs::file_size(m_folder.path() / "a.bt"), fs::file_size(test::dataPath("bintensors/all-dtypes.bt")));
    EXPECT_THAT(names(), ElementsAre("a.bt"));
}

TEST_F(WritingTest, AfterStopThereIsAllOrNothing)
{
    WritingRequest request = whole("safetensors/many-tensors.safetensors", "a.bt");
    preview(request);
    const auto failure = write(true);
    if (failure) {
        EXPECT_EQ(failure->code, ErrorCode::Stopped);
        EXPECT_THAT(names(), IsEmpty());
    } else {
        EXPECT_THAT(names(), ElementsAre("a.bt"));
    }
}

TEST_F(WritingTest, TheFilesAreListedWithWhatHappensToThem)
{
    OutputFilesModel model;
    const QAbstractItemModelTester tester(&model);
    EXPECT_EQ(model.rowCount(), 0);
    m_folder.write("m.safetensors.index.json", "{}");
    WritingRequest request = whole("safetensors/gpt2-tiny.safetensors", "m.safetensors");
    request.shardSize = 20'000;
    preview(request);
    model.setPreview(m_job.current());
    const int rows = model.rowCount();
    ASSERT_GT(rows, 2);
    const auto text = [&](int row, int column) { return model.index(row, column).data().toString().toStdString(); };
    EXPECT_THAT(text(0, OutputFilesModel::File), testing::StartsWith("m-00001-of-0000"));
    EXPECT_EQ(text(0, OutputFilesModel::Note), "Create");
    EXPECT_FALSE(model.index(0, 0).data(SeverityRole).isValid());
    EXPECT_EQ(text(rows - 1, OutputFilesModel::File), "m.safetensors.index.json");
    EXPECT_EQ(text(rows - 1, OutputFilesModel::Note), "Replace");
    EXPECT_TRUE(model.index(rows - 1, 0).data(SeverityRole).isValid());
    model.setPreview(nullptr);
    EXPECT_EQ(model.rowCount(), 0);
}

} // namespace
} // namespace loupe
