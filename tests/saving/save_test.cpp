#include "saving/writing/save.h"

#include "formats/opening/open_checkpoint.h"
#include "formats/opening/registry.h"
#include "saving/writing/file_writer.h"
#include "saving/writing/tensor_data.h"
#include "support/file_content.h"
#include "support/temporary_file.h"
#include "support/test_data.h"
#include "support/writable_formats.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

namespace loupe::test {

namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

Result<SaveTarget> saveAs(const Recipe& recipe, const fs::path& path, SaveOptions options = {}, const Work& work = {})
{
    const auto plan = makePlan(recipe);
    if (!plan)
        return fail(plan.error());
    return save(recipe, *plan, saveTarget(path, *plan, *recipe.format), options, work);
}

const SaveOptions replacing{.existing = Existing::Replace};

/// The dtype and bytes of all tensors by name.
std::map<std::string, std::string> contentOf(const Checkpoint& checkpoint)
{
    std::map<std::string, std::string> content;
    for (const Tensor& tensor : checkpoint.tensors) {
        std::string bytes(tensor.bytes.size(), '\0');
        EXPECT_TRUE(checkpoint.files[tensor.file]
                        .source->read(tensor.bytes.begin, std::as_writable_bytes(std::span(bytes)))
                        .has_value());
        content[std::string(tensor.name)] = std::string(dtypeName(tensor.dtype)) + ':' + bytes;
    }
    return content;
}

std::map<std::string, std::string> contentOf(const fs::path& path)
{
    const auto checkpoint = openCheckpoint(path);
    EXPECT_TRUE(checkpoint.has_value()) << describe(checkpoint.error());
    if (!checkpoint)
        return {};
    EXPECT_TRUE((*checkpoint)->findings.list().empty()) << (*checkpoint)->findings.list().front().message;
    return contentOf(**checkpoint);
}

class SaveTest : public testing::Test {
protected:
    fs::path copySample(const std::string& relative, const std::string& name) const
    {
        fs::copy_file(dataPath(relative), m_folder.path() / name);
        return m_folder.path() / name;
    }

    TemporaryFolder m_folder;
    std::shared_ptr<const Checkpoint> m_gpt2 = openCheckpoint(dataPath("bintensors/gpt2-tiny.bt")).value();
};

TEST_F(SaveTest, SplitsAndMergesWithoutALoss)
{
    for (const Format* const format : {&safetensors, &bintensors}) {
        const fs::path model = m_folder.path() / ("model" + std::string(format->suffixes.front()));
        Recipe recipe = copyOf(m_gpt2, *format);
        recipe.shardSize = 50'000;
        const auto shards = saveAs(recipe, model);
        ASSERT_TRUE(shards.has_value()) << describe(shards.error());
        ASSERT_GT(shards->files.size(), 2U);
        EXPECT_EQ(contentOf(*shards->index), contentOf(*m_gpt2));
        EXPECT_EQ(m_folder.names().size(), shards->files.size() + 1);

        const auto merged = copyOf(openCheckpoint(m_folder.path()).value(), *format);
        ASSERT_TRUE(saveAs(merged, model).has_value());
        EXPECT_EQ(readFile(model).size(), makePlan(copyOf(m_gpt2, *format))->fileBytes);
        EXPECT_EQ(contentOf(model), contentOf(*m_gpt2));
        for (const auto& entry : fs::directory_iterator(m_folder.path()))
            fs::remove(entry.path());
    }
}

TEST_F(SaveTest, OverTheFileThatIsOpen)
{
    const fs::path path = copySample("bintensors/gpt2-tiny.bt", "model.bt");
    const auto checkpoint = openCheckpoint(path).value();
    const auto before = contentOf(*checkpoint);
    Recipe recipe = copyOf(checkpoint, bintensors);
    recipe.items.pop_back();
    recipe.items.front().name = "renamed";
    EXPECT_EQ(saveAs(recipe, path).error().code, ErrorCode::Exists);
    ASSERT_TRUE(saveAs(recipe, path, replacing).has_value());
    EXPECT_EQ(contentOf(path).size(), before.size() - 1);
    EXPECT_EQ(contentOf(*checkpoint), before) << "what is mapped is the old file";
    EXPECT_THAT(m_folder.names(), ElementsAre("model.bt"));
}

TEST_F(SaveTest, ASourceThatWasChangedReplacesNothing)
{
    const fs::path source = copySample("bintensors/gpt2-tiny.bt", "source.bt");
    const fs::path target = copySample("bintensors/readme-example.bt", "target.bt");
    const std::string old = readFile(target);
    const Recipe recipe = copyOf(openCheckpoint(source).value(), bintensors);
    fs::last_write_time(source, fs::last_write_time(source) + std::chrono::seconds(1));
    EXPECT_EQ(saveAs(recipe, target, replacing).error().code, ErrorCode::Changed);
    EXPECT_EQ(readFile(target), old);
    fs::resize_file(source, 5000); // this removes pages of the memory map
    EXPECT_EQ(saveAs(recipe, target, replacing).error().code, ErrorCode::Changed);
    EXPECT_EQ(readFile(target), old);
    EXPECT_THAT(m_folder.names(), ElementsAre("source.bt", "target.bt"));
}

TEST_F(SaveTest, StopLeavesNothing)
{
    const fs::path target = copySample("bintensors/readme-example.bt", "target.bt");
    const std::string old = readFile(target);
    std::stop_source stop;
    stop.request_stop();
    const Recipe recipe = copyOf(m_gpt2, bintensors);
    EXPECT_EQ(saveAs(recipe, target, replacing, {stop.get_token(), nullptr}).error().code, ErrorCode::Stopped);
    EXPECT_EQ(readFile(target), old);
    EXPECT_THAT(m_folder.names(), ElementsAre("target.bt"));
}

TEST_F(SaveTest, ProgressCountsTensorBytesTwiceWhereTheyAreVerified)
{
    const Recipe recipe = copyOf(m_gpt2, safetensors);
    const std::uint64_t bytes = makePlan(recipe)->tensorBytes;
    for (const bool verify : {false, true}) {
        Progress progress;
        const SaveOptions options{.existing = Existing::Replace, .verify = verify};
        ASSERT_TRUE(saveAs(recipe, m_folder.path() / "a.safetensors", options, {{}, &progress}).has_value());
        EXPECT_EQ(progress.total, bytes * (verify ? 2 : 1));
        EXPECT_EQ(progress.done, progress.total);
    }
}

TEST_F(SaveTest, ShardsOfTheSameNamesAreReplacedBehindTheIndex)
{
    const fs::path model = m_folder.path() / "model.safetensors";
    Recipe first = copyOf(m_gpt2, safetensors);
    first.shardSize = 50'000;
    ASSERT_TRUE(saveAs(first, model).has_value());
    const auto before = m_folder.names();
    const auto old = openCheckpoint(m_folder.path()).value();
    const auto oldContent = contentOf(*old);

    // Saves to the same shards again with other tensor names. The sources are these shards themselves.
    Recipe second = copyOf(old, safetensors);
    second.shardSize = 50'000;
    for (RecipeItem& item : second.items)
        item.name = "new." + item.name;
    EXPECT_EQ(saveAs(second, model).error().code, ErrorCode::Exists);
    EXPECT_EQ(contentOf(m_folder.path()), oldContent);
    const auto saved = saveAs(second, model, replacing);
    ASSERT_TRUE(saved.has_value()) << describe(saved.error());
    EXPECT_EQ(m_folder.names(), before);
    const auto content = contentOf(m_folder.path());
    EXPECT_EQ(content.size(), oldContent.size());
    EXPECT_TRUE(
        std::all_of(content.begin(), content.end(), [](const auto& one) { return one.first.starts_with("new."); }));
}

TEST_F(SaveTest, AShardThatCannotBeWrittenTakesTheOthersBack)
{
    const fs::path model = m_folder.path() / "model.safetensors";
    Recipe recipe = copyOf(m_gpt2, safetensors);
    recipe.shardSize = 50'000;
    fs::create_directory(m_folder.path() / "model.safetensors.index.json");
    EXPECT_EQ(saveAs(recipe, model, replacing).error().code, ErrorCode::NotAFile);
    EXPECT_THAT(m_folder.names(), ElementsAre("model.safetensors.index.json"));
}

TEST_F(SaveTest, VerificationSeesEveryByte)
{
    const Recipe recipe = copyOf(m_gpt2, bintensors);
    const auto plan = makePlan(recipe).value();
    const fs::path path = copySample("bintensors/gpt2-tiny.bt", "model.bt");
    const std::string right = readFile(path);
    ASSERT_TRUE(verifyFile(recipe, plan.files.front(), path, {}).has_value());
    const auto verify = [&](const std::string& content) {
        m_folder.write("model.bt", content);
        const auto same = verifyFile(recipe, plan.files.front(), path, {});
        return same ? std::string() : describe(same.error());
    };
    const std::size_t data = plan.files.front().start.size();
    for (const std::size_t place : {std::size_t{10}, data - 1, data, right.size() / 2, right.size() - 1}) {
        std::string wrong = right;
        wrong[place] = static_cast<char>(wrong[place] ^ 1);
        EXPECT_THAT(verify(wrong), HasSubstr("model.bt: ")) << place;
    }
    EXPECT_THAT(verify(right.substr(0, right.size() - 1)), HasSubstr("model.bt: "));
    EXPECT_THAT(verify(right + 'x'), HasSubstr("model.bt: "));
    EXPECT_EQ(verify(right), "");
}

TEST_F(SaveTest, CastsAreThoseOfCastElements)
{
    Recipe recipe = copyOf(m_gpt2, bintensors);
    for (RecipeItem& item : recipe.items) {
        if (item.dtype == DType::F32)
            item.dtype = DType::BF16;
    }
    const fs::path path = m_folder.path() / "half.bt";
    ASSERT_TRUE(saveAs(recipe, path).has_value());
    const auto half = openCheckpoint(path).value();
    const auto was = contentOf(*m_gpt2);
    std::size_t compared = 0;
    for (const auto& [name, content] : contentOf(*half)) {
        const std::string& before = was.at(name);
        if (!before.starts_with("F32:")) {
            EXPECT_EQ(content, before);
            continue;
        }
        const std::string numbers = before.substr(4);
        std::string wanted = "BF16:";
        for (std::size_t i = 0; i < numbers.size(); i += 4) {
            std::uint32_t bits = 0;
            std::memcpy(&bits, numbers.data() + i, 4);
            bits += 0x7fff + (bits >> 16 & 1);
            wanted += static_cast<char>(bits >> 16);
            wanted += static_cast<char>(bits >> 24);
        }
        EXPECT_TRUE(content == wanted) << name;
        ++compared;
    }
    EXPECT_GT(compared, 10U);
}

/// A file of one F32 tensor of `count` elements and a few small ones of odd sizes.
class LargeTest : public SaveTest {
protected:
    static constexpr std::uint32_t count = (33U << 20) / 4 + 12345;

    void SetUp() override
    {
        std::string data(std::size_t{count} * 4, '\0');
        for (std::uint32_t i = 0; i < count; ++i) {
            const auto value = static_cast<float>(i % 8191) / 3;
            std::memcpy(data.data() + std::size_t{i} * 4, &value, 4);
        }
        data += "0123456789";
        const std::string header = R"({"a":{"dtype":"F32","shape":[)" + std::to_string(count)
            + R"(],"data_offsets":[0,)" + std::to_string(count * 4ULL)
            + R"(]},"b":{"dtype":"U8","shape":[7],"data_offsets":[)" + std::to_string(count * 4ULL) + ','
            + std::to_string(count * 4ULL + 7) + R"(]},"c":{"dtype":"U8","shape":[3],)" + R"("data_offsets":[)"
            + std::to_string(count * 4ULL + 7) + ',' + std::to_string(count * 4ULL + 10) + "]}}";
        const std::uint64_t length = header.size();
        m_source = m_folder.write("source.safetensors",
            std::string(reinterpret_cast<const char*>(&length), 8) + header + data); // the data is not aligned
    }

    fs::path m_source;
};

TEST_F(LargeTest, IsWrittenInPiecesThatFit)
{
    for (const auto access : {Source::Access::Map, Source::Access::Read}) {
        const auto checkpoint = openCheckpoint(m_source, {}, access).value();
        for (const DType dtype : {DType::F32, DType::F16, DType::F64, DType::F4}) {
            Recipe recipe = copyOf(checkpoint, safetensors);
            recipe.items[0].dtype = dtype;
            const fs::path path = m_folder.path() / "target.safetensors";
            const auto saved = saveAs(recipe, path, replacing);
            if (dtype == DType::F4 && count % 2 != 0) {
                EXPECT_THAT(saved.error().message, HasSubstr("whole bytes"));
                continue;
            }
            ASSERT_TRUE(saved.has_value()) << describe(saved.error());
            const auto content = contentOf(path);
            EXPECT_EQ(content.at("b"), "U8:0123456");
            EXPECT_EQ(content.at("c"), "U8:789");
            const std::string& numbers = content.at("a");
            const auto bytes = std::as_bytes(std::span(numbers).subspan(dtypeName(dtype).size() + 1));
            for (std::uint32_t i = 0; i < count; ++i) {
                const float value = static_cast<float>(i % 8191) / 3;
                const double written = readScalar(dtype, bytes, i).toDouble();
                const double most = dtype == DType::F16 ? value * 0x1p-11 : 0;
                ASSERT_LE(std::abs(written - value), most) << dtypeName(dtype) << ' ' << i;
            }
        }
    }
}

TEST_F(LargeTest, RunsTileTheData)
{
    Recipe recipe = copyOf(openCheckpoint(m_source).value(), safetensors);
    recipe.items[0].dtype = DType::F16;
    const PlannedFile file = makePlan(recipe).value().files.front();
    const auto runs = cutIntoRuns(recipe, file);
    EXPECT_GE(runs.size(), 3U);
    std::uint64_t next = 0;
    for (const DataRun& run : runs) {
        if (run.part) {
            EXPECT_EQ(run.firstElement, next);
            EXPECT_EQ(run.firstElement % 8, 0U);
            EXPECT_LE(run.elements, (8U << 20) / 2);
            next += run.elements;
        }
    }
    EXPECT_EQ(next, count);
    EXPECT_EQ(runs.back().begin, 1U);
    EXPECT_EQ(runs.back().end, 3U);
}

} // namespace

} // namespace loupe::test
