#include "saving/in_place/header_rewrite.h"

#include "formats/opening/open_checkpoint.h"
#include "formats/opening/registry.h"
#include "saving/in_place/header_journal.h"
#include "saving/writing/save.h"
#include "support/file_content.h"
#include "support/temporary_file.h"
#include "support/test_data.h"
#include "support/writable_formats.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <sys/stat.h>

namespace loupe::test {

namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;

std::uint64_t headerLength(const std::string& file)
{
    std::uint64_t length = 0;
    std::memcpy(&length, file.data(), sizeof(length));
    return length;
}

/// The completely written file `whole`, with its header padded with spaces to `room` bytes.
std::string withRoom(const std::string& whole, std::uint64_t room)
{
    const std::uint64_t length = headerLength(whole);
    return std::string(reinterpret_cast<const char*>(&room), sizeof(room)) + whole.substr(8, length)
        + std::string(room - length, ' ') + whole.substr(8 + length);
}

class HeaderRewriteTest : public testing::TestWithParam<const Format*> {
protected:
    void SetUp() override
    {
        m_path = m_folder.path() / ("model" + std::string(format().suffixes.front()));
        Recipe recipe = copyOf(openCheckpoint(dataPath("bintensors/gpt2-tiny.bt")).value(), format());
        recipe.metadata = Metadata{{"format", "pt"}, {"note", std::string(300, 'n')}};
        ASSERT_TRUE(saved(recipe, m_path, {}).has_value());
        m_checkpoint = openCheckpoint(m_path).value();
        m_old = readFile(m_path);
    }
    const Format& format() const { return *GetParam(); }
    static Result<SaveTarget> saved(const Recipe& recipe, const fs::path& path, const SaveOptions& options)
    {
        const auto plan = makePlan(recipe);
        return plan ? save(recipe, *plan, saveTarget(path, *plan, *recipe.format), options) : fail(plan.error());
    }
    static Result<SaveTarget> replace(const Recipe& recipe, const fs::path& path)
    {
        return saved(recipe, path, {.existing = Existing::Replace});
    }
    /// The result of saving the recipe without using the old file.
    std::string whole(const Recipe& recipe) const
    {
        const fs::path path = m_folder.path() / "whole";
        EXPECT_TRUE(saved(recipe, path, {}).has_value());
        const std::string bytes = readFile(path);
        fs::remove(path);
        return bytes;
    }
    Recipe copy() const { return copyOf(m_checkpoint, format()); }
    /// A copy in which the prefix `from` of names is replaced by `to`.
    Recipe renamed(std::string_view from, std::string_view to) const
    {
        Recipe recipe = copy();
        for (RecipeItem& item : recipe.items) {
            if (item.name.starts_with(from))
                item.name.replace(0, from.size(), to);
        }
        return recipe;
    }
    ino_t inode() const
    {
        struct stat status { };
        EXPECT_EQ(stat(m_path.c_str(), &status), 0);
        return status.st_ino;
    }
    std::vector<std::string> names() const
    {
        std::vector<std::string> list;
        for (const auto& entry : fs::directory_iterator(m_folder.path()))
            list.push_back(entry.path().filename());
        std::sort(list.begin(), list.end());
        return list;
    }
    void expectInPlace(const Recipe& recipe, const std::string& bytes) const
    {
        const ino_t before = inode();
        const auto result = replace(recipe, m_path);
        ASSERT_TRUE(result.has_value()) << describe(result.error());
        EXPECT_TRUE(result->inPlace);
        EXPECT_EQ(inode(), before);
        EXPECT_TRUE(readFile(m_path) == bytes);
        EXPECT_THAT(names(), ElementsAre(m_path.filename().string()));
        const auto opened = openCheckpoint(m_path);
        ASSERT_TRUE(opened.has_value());
        EXPECT_TRUE((*opened)->findings.list().empty()) << (*opened)->findings.list().front().message;
    }

    TemporaryFolder m_folder;
    fs::path m_path;
    std::shared_ptr<const Checkpoint> m_checkpoint;
    std::string m_old;
};

TEST_P(HeaderRewriteTest, IsWhatAWholeRewriteGivesWhereTheLengthIsTheSame)
{
    const Recipe recipe = renamed("h.", "i.");
    const std::string bytes = whole(recipe);
    ASSERT_EQ(headerLength(bytes), headerLength(m_old));
    ASSERT_NE(bytes, m_old);
    expectInPlace(recipe, bytes);
}

TEST_P(HeaderRewriteTest, IsPaddedWithSpacesWhereTheNewHeaderIsShorter)
{
    Recipe recipe = copy();
    recipe.metadata = Metadata{{"format", "np"}};
    ASSERT_LT(headerLength(whole(recipe)) + 200, headerLength(m_old));
    expectInPlace(recipe, withRoom(whole(recipe), headerLength(m_old)));

    // The next edit can still use the room.
    m_checkpoint = openCheckpoint(m_path).value();
    recipe = copy();
    recipe.metadata = Metadata{{"format", "pt"}, {"note", std::string(300, 'n')}};
    expectInPlace(recipe, m_old);

    m_checkpoint = openCheckpoint(m_path).value();
    recipe = copy();
    recipe.metadata.reset();
    expectInPlace(recipe, withRoom(whole(recipe), headerLength(m_old)));
}

TEST_P(HeaderRewriteTest, TensorsStayWhereTheyAreWhateverTheirNames)
{
    // The reference writer would put these last.
    std::string bytes = m_old;
    const std::size_t end = 8 + headerLength(m_old);
    std::size_t found = 0;
    for (std::size_t at = bytes.find("h.1."); at < end; at = bytes.find("h.1.", at), ++found)
        bytes.replace(at, 4, "z.1.");
    ASSERT_GT(found, 5U);
    const Recipe recipe = renamed("h.1.", "z.1.");
    ASSERT_TRUE(whole(recipe) != bytes);
    expectInPlace(recipe, bytes);
}

TEST_P(HeaderRewriteTest, NothingIsWrittenWhereNothingChanges)
{
    const auto time = fs::last_write_time(m_path);
    expectInPlace(copy(), m_old);
    EXPECT_EQ(fs::last_write_time(m_path), time);
}

TEST_P(HeaderRewriteTest, ALinkIsFollowedAndStays)
{
    const fs::path folder = m_folder.path() / "links";
    fs::create_directory(folder);
    const fs::path link = folder / m_path.filename();
    fs::create_symlink(".." / m_path.filename(), link);
    m_checkpoint = openCheckpoint(link).value();
    const Recipe recipe = renamed("h.", "i.");
    const std::string bytes = whole(recipe);
    const auto result = replace(recipe, link);
    ASSERT_TRUE(result.has_value()) << describe(result.error());
    EXPECT_TRUE(result->inPlace);
    EXPECT_TRUE(fs::is_symlink(link));
    EXPECT_TRUE(readFile(m_path) == bytes);
}

TEST_P(HeaderRewriteTest, TheFileIsWrittenWholeWhereMoreChanges)
{
    const auto isPossible = [&](const Recipe& recipe) {
        EXPECT_TRUE(makePlan(recipe).has_value());
        return planHeaderRewrite(recipe, m_path).has_value();
    };
    EXPECT_TRUE(isPossible(copy()));
    Recipe dropped = copy();
    dropped.items.pop_back();
    EXPECT_FALSE(isPossible(dropped));
    Recipe cast = copy();
    cast.items.front().dtype = DType::F16;
    ASSERT_TRUE(cast.items.front().isCast());
    EXPECT_FALSE(isPossible(cast));
    Recipe twice = copy();
    twice.items.front().tensor = twice.items.back().tensor;
    EXPECT_FALSE(isPossible(twice));
    Recipe longer = copy();
    longer.metadata->emplace_back("more", "text");
    EXPECT_FALSE(isPossible(longer));
    Recipe other = copy();
    other.format = other.format == &bintensors ? &safetensors : &bintensors;
    EXPECT_FALSE(isPossible(other));
    // The room can be used up to the last byte, but no further.
    Recipe full = copy();
    const std::string content = m_old.substr(8, headerLength(m_old));
    const std::size_t spaces = content.size() - 1 - content.find_last_not_of(' ');
    full.metadata->back().second = full.metadata->back().second.shown() + std::string(spaces, 'n');
    EXPECT_TRUE(isPossible(full));
    full.metadata->back().second = full.metadata->back().second.shown() + 'n';
    EXPECT_FALSE(isPossible(full));
}

TEST_P(HeaderRewriteTest, OnlyTheFileItselfIsWritten)
{
    const Recipe recipe = renamed("h.", "i.");
    const fs::path other = m_folder.path() / "other";
    fs::copy_file(m_path, other);
    EXPECT_FALSE(planHeaderRewrite(recipe, other).has_value());
    EXPECT_FALSE(planHeaderRewrite(recipe, m_folder.path() / "new").has_value());
    EXPECT_EQ(saved(recipe, m_path, {}).error().code, ErrorCode::Exists);

    fs::remove(other);
    fs::create_hard_link(m_path, other);
    const std::string bytes = whole(recipe);
    const auto result = replace(recipe, m_path);
    ASSERT_TRUE(result.has_value());
    EXPECT_FALSE(result->inPlace);
    EXPECT_TRUE(readFile(other) == m_old) << "other names keep the old content";
    EXPECT_TRUE(readFile(m_path) == bytes);
}

TEST_P(HeaderRewriteTest, WhyItIsNotInPlaceIsSaid)
{
    const Recipe recipe = renamed("h.", "i.");
    const auto planned = planHeaderRewrite(recipe, m_path);
    ASSERT_TRUE(planned.has_value());
    const auto why = [&](const PlannedFile& file, const fs::path& path) {
        const auto result = rewriteHeader(recipe, file, path, true, {});
        EXPECT_TRUE(result.has_value()) << describe(result.error());
        return result && *result ? (*result)->message : std::string();
    };
    PlannedFile longer = *planned;
    longer.start += ' ';
    EXPECT_EQ(why(longer, m_path), "its header has another size than the planned one");
    const fs::path other = m_folder.path() / std::string(245, 'x');
    fs::create_hard_link(m_path, other);
    EXPECT_EQ(why(*planned, m_path), "it has other names by now");
    fs::remove(m_path);
    EXPECT_EQ(why(*planned, other), "its name is too long for that of a journal");
    EXPECT_TRUE(readFile(other) == m_old);
}

TEST_P(HeaderRewriteTest, AFileThatWasChangedIsLeftAlone)
{
    const Recipe recipe = renamed("h.", "i.");
    const auto planned = planHeaderRewrite(recipe, m_path);
    ASSERT_TRUE(planned.has_value());
    fs::last_write_time(m_path, fs::last_write_time(m_path) + std::chrono::seconds(1));
    EXPECT_FALSE(planHeaderRewrite(recipe, m_path).has_value());
    EXPECT_EQ(rewriteHeader(recipe, *planned, m_path, true, {}).error().code, ErrorCode::Changed);
    EXPECT_EQ(replace(recipe, m_path).error().code, ErrorCode::Changed);
    EXPECT_TRUE(readFile(m_path) == m_old);
}

TEST_P(HeaderRewriteTest, StopChangesNothing)
{
    const Recipe recipe = renamed("h.", "i.");
    const auto planned = planHeaderRewrite(recipe, m_path);
    ASSERT_TRUE(planned.has_value());
    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(
        rewriteHeader(recipe, *planned, m_path, true, {stop.get_token(), nullptr}).error().code, ErrorCode::Stopped);
    EXPECT_TRUE(readFile(m_path) == m_old);
    EXPECT_THAT(names(), ElementsAre(m_path.filename().string()));
}

TEST_P(HeaderRewriteTest, AWholeRewriteRemovesAJournalThatIsOfNoUseAnyMore)
{
    m_folder.write(headerJournalPath(m_path)->filename().string(), "of another edit");
    const Recipe recipe = renamed("h.", "i.");
    const std::string bytes = whole(recipe);
    const auto result = replace(recipe, m_path);
    ASSERT_TRUE(result.has_value()) << describe(result.error());
    EXPECT_FALSE(result->inPlace);
    EXPECT_TRUE(readFile(m_path) == bytes);
    EXPECT_THAT(names(), ElementsAre(m_path.filename().string()));
}

INSTANTIATE_TEST_SUITE_P(Formats, HeaderRewriteTest, testing::Values(&bintensors, &safetensors),
    [](const auto& format) { return std::string(format.param->id); });

/// A reader that is independent of our code finds every tensor's bytes under its new name.
TEST(HeaderRewrite, OfSafetensorsIsJsonWithTheSameTensors)
{
    const TemporaryFolder folder;
    const fs::path path = folder.path() / "model.safetensors";
    fs::copy_file(dataPath("safetensors/all-dtypes.safetensors"), path);
    const std::string old = readFile(path);
    Recipe recipe = copyOf(openCheckpoint(path).value(), safetensors);
    std::map<std::string, std::string> newNames;
    for (std::size_t i = 0; i < recipe.items.size(); ++i) {
        std::string& name = recipe.items[i].name;
        newNames[name] = std::string(name.rbegin(), name.rend());
        name = newNames[name];
    }
    const auto plan = makePlan(recipe);
    ASSERT_TRUE(plan.has_value());
    const auto result = save(recipe, *plan, saveTarget(path, *plan, safetensors), {.existing = Existing::Replace});
    ASSERT_TRUE(result.has_value() && result->inPlace);
    const std::string bytes = readFile(path);
    const auto before = nlohmann::json::parse(old.substr(8, headerLength(old)));
    const auto after = nlohmann::json::parse(bytes.substr(8, headerLength(bytes)));
    ASSERT_EQ(before.size(), after.size());
    for (const auto& [name, tensor] : before.items())
        EXPECT_EQ(after.at(name == "__metadata__" ? name : newNames.at(name)), tensor) << name;
    EXPECT_TRUE(bytes.substr(8 + headerLength(bytes)) == old.substr(8 + headerLength(old)));
}

TEST(HeaderRewrite, OfTheOldLayoutIsTheCurrentOne)
{
    const TemporaryFolder folder;
    std::size_t seen = 0;
    for (const auto& entry : fs::directory_iterator(dataPath("bintensors-pre010"))) {
        if (entry.path().extension() != ".bt")
            continue;
        const fs::path path = folder.path() / entry.path().filename();
        fs::copy_file(entry.path(), path);
        const std::string old = readFile(path);
        const Recipe recipe = copyOf(openCheckpoint(path).value(), bintensors);
        const auto plan = makePlan(recipe);
        ASSERT_TRUE(plan.has_value());
        if (!planHeaderRewrite(recipe, path))
            continue;
        ++seen;
        ASSERT_TRUE(save(recipe, *plan, {{path}, {}, {}}, {.existing = Existing::Replace}).has_value());
        const auto opened = openCheckpoint(path);
        ASSERT_TRUE(opened.has_value());
        EXPECT_EQ((*opened)->variant, "0.1") << path;
        EXPECT_TRUE((*opened)->findings.list().empty()) << path;
        EXPECT_EQ((*opened)->metadata.has_value(), recipe.metadata.has_value());
        ASSERT_EQ((*opened)->tensors.size(), recipe.items.size());
        for (std::size_t i = 0; i < recipe.items.size(); ++i) {
            const Tensor& tensor = (*opened)->tensors[i];
            const Tensor& original = recipe.items[i].original();
            EXPECT_EQ(tensor.name, original.name);
            EXPECT_EQ(tensor.dtype, original.dtype);
            EXPECT_EQ(tensor.bytes, original.bytes);
            EXPECT_THAT(
                std::vector(tensor.shape.begin(), tensor.shape.end()), testing::ElementsAreArray(original.shape));
        }
        EXPECT_TRUE(readFile(path).substr(8 + headerLength(old)) == old.substr(8 + headerLength(old)));
    }
    EXPECT_GT(seen, 0U);
}

} // namespace

} // namespace loupe::test
