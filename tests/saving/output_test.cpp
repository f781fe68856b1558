#include "saving/recipe/output.h"

#include "core/text/text.h"
#include "formats/opening/open_checkpoint.h"
#include "saving/casting/cast_cost.h"
#include "saving/writing/export.h"
#include "support/temporary_file.h"
#include "support/test_data.h"
#include "support/written_tensor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include <fstream>
#include <iterator>

namespace loupe::test {

namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

Recipe recipeOf(const fs::path& sample)
{
    Recipe recipe;
    append(recipe, *openCheckpoint(sample));
    return recipe;
}

OutputFormat format(std::string_view id)
{
    return findOutputFormat(id).value();
}

class OutputTest : public testing::Test {
protected:
    /// Writes the recipe and compares the plan with the files on disk.
    Output write(Recipe recipe, const OutputTarget& target)
    {
        auto output = planOutput(std::move(recipe), target);
        EXPECT_TRUE(output.has_value()) << output.error().message;
        const auto files = writeOutput(*output, {});
        EXPECT_TRUE(files.has_value()) << files.error().message;
        EXPECT_EQ(files->size(), output->files.size());
        for (std::size_t i = 0; i < files->size(); ++i) {
            EXPECT_EQ((*files)[i].path, output->files[i].path);
            EXPECT_EQ(fs::file_size(output->files[i].path), (*files)[i].bytes) << output->files[i].path;
            EXPECT_EQ(output->files[i].bytes.value_or(*(*files)[i].bytes), (*files)[i].bytes);
        }
        return std::move(*output);
    }

    TemporaryFolder m_folder;
};

TEST_F(OutputTest, AFormatIsFoundByItsIdAndByASuffix)
{
    EXPECT_EQ(outputFormatFor("a/b.npz")->id(), "npz");
    EXPECT_EQ(outputFormatFor("b.BT")->id(), "bintensors");
    EXPECT_EQ(outputFormatFor("model.safetensors.index.json")->id(), "safetensors");
    EXPECT_FALSE(outputFormatFor("b.json").has_value());
    EXPECT_FALSE(outputFormatFor("npy").has_value());
    EXPECT_FALSE(findOutputFormat("pickle").has_value());
    for (const OutputFormat& one : allOutputFormats())
        EXPECT_EQ(outputFormatFor("x" + std::string(one.suffix())), one);
}

TEST_F(OutputTest, AFormatTellsWhatItHoldsAndWhatComesNearest)
{
    EXPECT_FALSE(format("bintensors").holds(DType::F8_E4M3FNUZ));
    EXPECT_EQ(format("bintensors").nearestCast(DType::F8_E4M3FNUZ), DType::F16);
    EXPECT_FALSE(format("npz").holds(DType::F4));
    EXPECT_EQ(format("npz").nearestCast(DType::F4), DType::F16);
    EXPECT_EQ(format("npz").nearestCast(DType::F6_E2M3), std::nullopt);
    EXPECT_FALSE(format("csv").holds(DType::Opaque));
    EXPECT_TRUE(format("raw").holds(DType::Opaque));
}

TEST_F(OutputTest, SizesAreKnownBeforeAnythingIsWritten)
{
    const auto sample = dataPath("safetensors/gpt2-tiny.safetensors");
    for (const char* const name : {"a.bt", "a.safetensors", "a.npz"}) {
        const Output output = write(recipeOf(sample), {*outputFormatFor(name), m_folder.path() / name});
        EXPECT_TRUE(output.files.front().bytes.has_value());
        EXPECT_EQ(output.bytes(), fs::file_size(m_folder.path() / name));
    }
    Recipe one = recipeOf(sample);
    one.items.resize(1);
    for (const char* const name : {"a.npy", "a.raw", "a.csv"})
        write(one, {*outputFormatFor(name), m_folder.path() / name});
    EXPECT_FALSE(planOutput(one, {format("csv"), m_folder.path() / "b.csv"})->files.front().bytes.has_value());
}

TEST_F(OutputTest, ShardsAndTheirIndexAreListed)
{
    Recipe recipe = recipeOf(dataPath("safetensors/gpt2-tiny.safetensors"));
    recipe.shardSize = 20'000;
    const Output output = write(recipe, {format("safetensors"), m_folder.path() / "m.safetensors"});
    ASSERT_GT(output.files.size(), 2U);
    EXPECT_EQ(output.files.back().path, m_folder.path() / "m.safetensors.index.json");
    EXPECT_EQ(output.files.back().tensors, 0U);
    EXPECT_EQ(output.existing(), 0U);
    const auto again = planOutput(recipe, output.target);
    EXPECT_EQ(again->existing(), output.files.size());
}

TEST_F(OutputTest, EachTensorGetsAFileInAFolderThatIsMade)
{
    const auto folder = m_folder.path() / "parts";
    const Output output = write(recipeOf(dataPath("safetensors/gpt2-tiny.safetensors")), {format("npy"), folder, true});
    EXPECT_EQ(output.files.size(), 35U);
    for (const OutputFile& file : output.files) {
        EXPECT_EQ(file.path.parent_path(), folder);
        EXPECT_EQ(file.tensors, 1U);
    }
    write(recipeOf(dataPath("bintensors/all-dtypes.bt")), {format("bintensors"), folder, true});
}

/// Names that an archive cannot have are replaced, but not by "_", which is another tensor's own name.
TEST_F(OutputTest, MembersOfAnArchiveDifferWhateverTheirNames)
{
    Recipe recipe = recipeOf(dataPath("safetensors/gpt2-tiny.safetensors"));
    const std::vector<std::string> names{std::string(1, '\\'), std::string(2, '\\'), "_"};
    recipe.items.resize(names.size());
    for (std::size_t i = 0; i < names.size(); ++i)
        recipe.items[i].name = names[i];
    write(recipe, {format("npz"), m_folder.path() / "a.npz"});
    const auto written = openCheckpoint(m_folder.path() / "a.npz");
    ASSERT_TRUE(written.has_value());
    std::set<std::string_view> found;
    for (const Tensor& tensor : (*written)->tensors)
        found.insert(tensor.name);
    EXPECT_EQ(found.size(), names.size()) << testing::PrintToString(found);
    EXPECT_TRUE(found.contains("_"));
}

TEST_F(OutputTest, WhereAFileOfSeveralFailsItIsSaidHowManyStay)
{
    const auto folder = m_folder.path() / "parts";
    const auto output =
        planOutput(recipeOf(dataPath("safetensors/gpt2-tiny.safetensors")), {format("npy"), folder, true});
    ASSERT_TRUE(output.has_value());
    fs::create_directories(output->files[2].path); // a folder is in the way
    const auto written = writeOutput(*output, {});
    ASSERT_FALSE(written.has_value());
    EXPECT_THAT(written.error().message, testing::EndsWith("; written before, and kept: 2 files"));
    EXPECT_THAT(written.error().path, output->files[2].path.string());
    for (std::size_t i = 0; i < 4; ++i)
        EXPECT_EQ(fs::is_regular_file(output->files[i].path), i < 2) << i;
}

/// The link may have been planted by whoever packed the folder.
TEST_F(OutputTest, ALinkInTheFolderLeadsNowhere)
{
    const auto folder = m_folder.path() / "parts";
    fs::create_directory(folder);
    const auto outside = m_folder.write("outside", "kept");
    for (const fs::path& target : {outside, m_folder.path() / "not there yet"}) {
        fs::create_symlink(target, folder / "h.0.ln_1.bias.npy");
        const auto output =
            planOutput(recipeOf(dataPath("safetensors/gpt2-tiny.safetensors")), {format("npy"), folder, true});
        ASSERT_FALSE(output.has_value());
        EXPECT_EQ(output.error().code, ErrorCode::NotAFile);
        EXPECT_EQ(output.error().path, (folder / "h.0.ln_1.bias.npy").string());
        fs::remove(folder / "h.0.ln_1.bias.npy");
    }
    EXPECT_EQ(fs::file_size(outside), 4U);
}

TEST_F(OutputTest, AFolderThatStaysEmptyIsTakenAway)
{
    Recipe recipe = recipeOf(dataPath("safetensors/gpt2-tiny.safetensors"));
    const auto output = planOutput(recipe, {format("npy"), m_folder.path() / "parts", true});
    std::stop_source stop;
    stop.request_stop();
    const auto files = writeOutput(*output, {}, Work{stop.get_token()});
    ASSERT_FALSE(files.has_value());
    EXPECT_EQ(files.error().code, ErrorCode::Stopped);
    EXPECT_FALSE(fs::exists(m_folder.path() / "parts"));
}

TEST_F(OutputTest, SeveralTensorsDoNotFitInAFileForOne)
{
    const auto output =
        planOutput(recipeOf(dataPath("safetensors/gpt2-tiny.safetensors")), {format("npy"), m_folder.path() / "a.npy"});
    ASSERT_FALSE(output.has_value());
    EXPECT_EQ(output.error().code, ErrorCode::InvalidArgument);
    EXPECT_THAT(output.error().message, HasSubstr("35 tensors"));
}

TEST_F(OutputTest, WhereTheHeaderIsEnoughOnlyThatIsPlannedAndWritten)
{
    const auto path = m_folder.path() / "model.safetensors";
    fs::copy_file(dataPath("safetensors/gpt2-tiny.safetensors"), path);
    Recipe recipe = recipeOf(path);
    recipe.items.front().name = "t";
    const auto output = planOutput(recipe, {format("safetensors"), path});
    ASSERT_TRUE(output.has_value());
    EXPECT_TRUE(output->isHeaderOnly());
    // Everything before the tensors: the length field at the beginning, and the header.
    EXPECT_EQ(output->bytes(), recipe.items.front().source->files.front().header.end);
    EXPECT_LT(output->bytes(), fs::file_size(path) / 2);
    EXPECT_EQ(output->files.front().bytes, fs::file_size(path)) << "the file has not shrunk";
    const auto files = writeOutput(*output, {.existing = Existing::Replace});
    ASSERT_TRUE(files.has_value());
    EXPECT_TRUE(files->front().headerBytes.has_value());
    EXPECT_EQ(files->front().bytes, fs::file_size(path));

    const auto other = planOutput(recipeOf(path), {format("bintensors"), path});
    ASSERT_TRUE(other.has_value());
    EXPECT_FALSE(other->isHeaderOnly());
    EXPECT_EQ(other->bytes(), other->plan.fileBytes);
}

TEST_F(OutputTest, ShardsThatOnlyTheOldIndexNamesAreNamed)
{
    const auto sample = dataPath("safetensors/gpt2-tiny.safetensors");
    const OutputTarget target{format("safetensors"), m_folder.path() / "model.safetensors.index.json"};
    Recipe recipe = recipeOf(sample);
    recipe.shardSize = 20'000;
    const std::size_t before = write(recipe, target).plan.files.size();
    ASSERT_GT(before, 2U);
    EXPECT_TRUE(planOutput(recipe, target)->leftBehind.empty()) << "they are replaced";
    recipe.shardSize = 0;
    auto output = planOutput(recipe, target);
    ASSERT_TRUE(output.has_value());
    ASSERT_EQ(output->leftBehind.size(), before);
    std::string name(128, '\0');
    name.resize(static_cast<std::size_t>(
        std::snprintf(name.data(), name.size(), "model-%05zu-of-%05zu.safetensors", before, before)));
    EXPECT_EQ(output->leftBehind.back(), m_folder.path() / name);
    // Another model may share the old shards.
    m_folder.write("other.safetensors.index.json", R"({"metadata":{},"weight_map":{"t":")" + name + "\"}}");
    EXPECT_EQ(planOutput(recipe, target)->leftBehind.size(), before - 1);
    // So may a model whose index cannot be read.
    const auto unread = m_folder.write("unread.safetensors.index.json", R"({"metadata":{},"weight_map":{"t":"a",}})");
    EXPECT_TRUE(planOutput(recipe, target)->leftBehind.empty());
    fs::remove(unread);
    fs::remove(output->leftBehind.front());
    EXPECT_EQ(planOutput(recipe, target)->leftBehind.size(), before - 2) << "what is not there does not stay";
    ASSERT_TRUE(writeOutput(*output, {.existing = Existing::Replace}).has_value());
    EXPECT_TRUE(fs::exists(m_folder.path() / name)) << "nothing is deleted";
}

TEST_F(OutputTest, PlanningStops)
{
    std::stop_source stop;
    stop.request_stop();
    const Recipe recipe = recipeOf(dataPath("safetensors/gpt2-tiny.safetensors"));
    for (const bool each : {false, true}) {
        for (const char* const id : {"safetensors", "npz", "npy"}) {
            if (!each && !format(id).holdsSeveral())
                continue;
            const auto output =
                planOutput(recipe, {format(id), m_folder.path() / "a", each}, Work{stop.get_token(), nullptr});
            ASSERT_FALSE(output.has_value()) << id;
            EXPECT_EQ(output.error().code, ErrorCode::Stopped) << id;
        }
    }
}

TEST_F(OutputTest, WhatIsExportedIsReadBackUnlessThatIsSwitchedOff)
{
    Recipe recipe = recipeOf(dataPath("safetensors/gpt2-tiny.safetensors"));
    const auto doneOf = [&](const char* name, bool verify) {
        const auto output = planOutput(recipe, {*outputFormatFor(name), m_folder.path() / name});
        Progress progress;
        const SaveOptions options{.existing = Existing::Replace, .verify = verify};
        EXPECT_TRUE(writeOutput(*output, options, Work{.stop = {}, .progress = &progress}).has_value());
        EXPECT_EQ(progress.done, progress.total) << name;
        return progress.done.load();
    };
    EXPECT_EQ(doneOf("a.npz", true), 2 * doneOf("a.npz", false));
    recipe.items.resize(1);
    for (const char* const name : {"a.npy", "a.raw"})
        EXPECT_EQ(doneOf(name, true), 2 * doneOf(name, false)) << name;
    EXPECT_EQ(doneOf("a.csv", true), doneOf("a.csv", false));
}

TEST_F(OutputTest, ProgressIsAllOfTheWork)
{
    const auto output = planOutput(
        recipeOf(dataPath("safetensors/gpt2-tiny.safetensors")), {format("bintensors"), m_folder.path() / "a.bt"});
    Progress progress;
    ASSERT_TRUE(writeOutput(*output, {.verify = true}, Work{.stop = {}, .progress = &progress}).has_value());
    EXPECT_EQ(progress.total, 2 * output->plan.tensorBytes);
    EXPECT_EQ(progress.done, progress.total);
}

TEST(RecipeTest, WhatIsAppendedComesBehindAndKeepsTheFirstMetadata)
{
    Recipe recipe = recipeOf(dataPath("bintensors/gpt2-tiny.bt"));
    const std::size_t count = recipe.items.size();
    const auto metadata = recipe.metadata.value();
    EXPECT_TRUE(repeatedNames(recipe).empty());
    append(recipe, *openCheckpoint(dataPath("safetensors/gpt2-tiny-v053.safetensors")));
    EXPECT_EQ(recipe.metadata, metadata); // "format" is already set
    append(recipe, *openCheckpoint(dataPath("bintensors/metadata-large.bt")));
    EXPECT_GT(recipe.metadata->size(), metadata.size());
    EXPECT_EQ(recipe.metadata->front(), metadata.front());
    EXPECT_GT(recipe.items.size(), count);
    for (const std::uint32_t item : repeatedNames(recipe))
        EXPECT_GE(item, count);
}

TEST(CastCostTest, OfAllItemsAtOnceThoseThatAreCast)
{
    // 65536 is beyond the range of F16, 1e-10 is below its smallest number, and 0.1 is rounded to 0.0999755859375.
    const WrittenTensor written("F32", "[5]", std::vector<float>{1, 65536, 1e-10F, 0.1F, NAN});
    Recipe recipe;
    append(recipe, written.checkpoint());
    append(recipe, written.checkpoint());
    recipe.items[1].dtype = DType::F16;
    Progress progress;
    const auto costs = castCosts(recipe.items, Work{.stop = {}, .progress = &progress});
    ASSERT_TRUE(costs.has_value());
    ASSERT_EQ(costs->size(), 2U);
    EXPECT_FALSE(costs->front().has_value());
    const CastCost& cost = *costs->back();
    EXPECT_EQ(cost.elements, 5U);
    EXPECT_EQ(cost.changed, 3U);
    EXPECT_EQ(cost.overflowed, 1U);
    EXPECT_EQ(cost.becameZero, 1U);
    EXPECT_DOUBLE_EQ(cost.maxAbsolute, double(0.1F) - 0.0999755859375);
    EXPECT_DOUBLE_EQ(cost.maxRelative, 1.0);
    EXPECT_EQ(progress.total, 20U);
    EXPECT_EQ(progress.done, 20U);
}

TEST_F(OutputTest, VerificationOfAnExportSeesEveryByteAndSaysWhichIsAnother)
{
    std::vector<float> values(20'000);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<float>(i);
    const WrittenTensor sample("F32", "[2,10000]", values);
    RecipeItem item{.source = sample.checkpoint(), .tensor = 0, .name = "t", .dtype = DType::F32};
    RecipeItem cast = item;
    cast.name = "cast";
    cast.dtype = DType::F16;
    const auto contentOf = [](const fs::path& path) {
        std::ifstream stream(path, std::ios::binary);
        return std::string(std::istreambuf_iterator<char>(stream), {});
    };
    for (const auto& [file, exported] : {std::pair(ExportFormat::Npy, std::vector{item}),
             std::pair(ExportFormat::Raw, std::vector{cast}), std::pair(ExportFormat::Npz, std::vector{item, cast})}) {
        const fs::path path = m_folder.path() / ("t" + std::string(exportSuffix(file)));
        ASSERT_TRUE(exportTensors(exported, file, path, {}).has_value());
        const std::string right = contentOf(path);
        const auto failure = [&, &items = exported, format = file](const std::string& content) {
            m_folder.write(path.filename().string(), content);
            const auto same = verifyExport(items, format, path);
            EXPECT_TRUE(same || same.error().code == ErrorCode::Io);
            return same ? std::string() : same.error().message;
        };
        EXPECT_EQ(failure(right), "");
        // Cuts within headers, at the edges of blocks, and in a directory.
        for (const std::size_t place : {std::size_t{0}, std::size_t{70}, std::size_t{1000}, std::size_t{32'767},
                 std::size_t{32'768}, right.size() / 2, right.size() - 10, right.size() - 1}) {
            std::string wrong = right;
            wrong[place] = static_cast<char>(wrong[place] ^ 1);
            EXPECT_EQ(
                failure(wrong), "is not what was to be written: the first difference is at byte " + formatCount(place))
                << path.filename() << ' ' << place;
        }
        EXPECT_THAT(failure(right.substr(0, right.size() - 1)), HasSubstr("it has "));
        EXPECT_THAT(failure(right + 'x'), HasSubstr("it has "));
    }
}

} // namespace

} // namespace loupe::test
