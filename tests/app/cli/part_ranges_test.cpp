// Tests that splitting large tensors between machines gives the same answer as a single run.

#include "app/cli/parts/records.h"
#include "app/cli/written_parts.h"
#include "support/compared_pair.h"

#include <gmock/gmock.h>

#include <cmath>

namespace loupe::test {

namespace {

using testing::HasSubstr;

/// Large tensors of some dtypes, with the given number of 32-bit words, between small ones. If there are several, the
/// first occurs twice.
class LargeModel {
public:
    struct Kind {
        std::string dtype;
        std::size_t elementSize;
    };

    /// If `isChanged`, some values differ, but none at the starts of tensors.
    LargeModel(const std::vector<Kind>& kinds, std::size_t words, bool isChanged = false)
    {
        std::vector<WantedTensor> tensors{{"before", "F32", "[131072]", packedBytes(numbers(131072))}};
        for (const auto& [dtype, elementSize] : kinds) {
            std::vector<std::uint32_t> values = numbers(words);
            values[words / 2 + 7] = 0xffffffffU; // NaN
            values[words / 2 + 900] = 0x7f800000U; // infinities
            values[words - 5] = 0xff800000U;
            for (std::size_t i = words / 3; isChanged && i < words; i += 1 + i / 7)
                values[i] ^= 0x00110004U;
            const std::string shape = '[' + std::to_string(words * 4 / elementSize) + ']';
            tensors.push_back({"large." + std::to_string(tensors.size()), dtype, shape, packedBytes(values)});
        }
        tensors.push_back({"z.after", "I16", "[1000]", packedBytes(numbers(500))});
        if (kinds.size() > 1)
            tensors.push_back({"z.copy", tensors[1].dtype, tensors[1].shape, tensors[1].bytes});
        m_path = m_folder.write("m.safetensors", safetensorsOf(tensors)).string();
    }

    const std::string& path() const { return m_path; }

private:
    /// Patterns that are mostly normal numbers if read as floats of any width.
    std::vector<std::uint32_t> numbers(std::size_t count)
    {
        std::vector<std::uint32_t> words(count);
        for (std::uint32_t& word : words) {
            const std::uint32_t exponents = m_random() & 0x03000700U;
            word = (0x3c003c00U + exponents) | (m_random() & 0x807f80ffU);
        }
        return words;
    }

    TemporaryFolder m_folder;
    std::mt19937 m_random{7};
    std::string m_path;
};

/// Expects that the parts of a command print the same as a single run. Returns the number of tensor ranges in the
/// parts.
std::size_t expectSameTogether(const TemporaryFolder& folder, const CommandWords& command, std::size_t parts)
{
    const std::string about = testing::PrintToString(command);
    const CommandWords paths = writeParts(folder, command, parts);
    std::size_t ranges = 0;
    for (const std::string& path : paths) {
        const auto part = readPart(path);
        EXPECT_TRUE(part) << describe(part.error());
        for (std::size_t i = 0; part && i < part->entries.size(); ++i)
            ranges += part->entries[i].range ? 1 : 0;
    }
    for (const char* const form : {"", "--json", "--csv"}) {
        const CommandWords how = *form ? CommandWords{form} : CommandWords{};
        const Outcome alone = tloupe(joined(command, how));
        const Outcome together = tloupe(joined(joined({"collect"}, how), paths));
        EXPECT_EQ(together.out, alone.out) << about << form << ' ' << parts;
        EXPECT_EQ(together.status, alone.status) << about << form << together.error;
    }
    return ranges;
}

} // namespace

/// A tensor with nine tenths of all bytes is split between machines, and so is one of each dtype. The answer is the
/// same as that of a single run.
TEST(PartRanges, ShareLargeTensors)
{
    constexpr std::size_t words = (std::size_t{9} << 18) + 1000;
    const std::vector<LargeModel::Kind> others{
        {"F64", 8}, {"I32", 4}, {"U64", 8}, {"C64", 8}, {"F16", 2}, {"I8", 1}, {"F8_E4M3", 1}};
    const LargeModel floats({{"F32", 4}}, words);
    const LargeModel halves({{"BF16", 2}}, words);
    const LargeModel all(others, words / 4);
    const LargeModel changedFloats({{"F32", 4}}, words, true);
    const LargeModel changedOthers(others, words / 4, true);
    const LargeModel narrow({{"BF16", 2}}, words / 2);
    const struct {
        CommandWords command;
        std::size_t parts;
        std::size_t ranges; ///< minimum
    } cases[]{
        {{"scan", floats.path()}, 3, 3},
        {{"scan", floats.path()}, 8, 8},
        {{"scan", halves.path()}, 8, 8},
        {{"scan", "--all", all.path()}, 16, 16},
        {{"stats", halves.path()}, 3, 3},
        {{"stats", "--bins=0", "--quantiles=", all.path()}, 16, 16},
        {{"stats", floats.path()}, 3, 0},
        {{"diff", floats.path(), changedFloats.path()}, 8, 8},
        {{"diff", floats.path(), floats.path()}, 3, 3},
        {{"diff", "--atol=0.01", all.path(), changedOthers.path()}, 16, 16},
        {{"diff", "--atol=0.01", narrow.path(), floats.path()}, 3, 3},
    };
    for (const auto& [command, parts, ranges] : cases) {
        const TemporaryFolder folder;
        EXPECT_GE(expectSameTogether(folder, command, parts), ranges) << testing::PrintToString(command);
    }
}

/// A part with a range is reported as missing, recomputed and checked like any other.
TEST(PartRanges, HaveRangesThatAreChecked)
{
    const LargeModel model({{"F32", 4}}, (std::size_t{3} << 18) + 8);
    const TemporaryFolder folder;
    const CommandWords command{"scan", model.path()};
    CommandWords paths = writeParts(folder, command, 3);
    std::ranges::sort(paths);
    const std::string middle = textOf(paths[1]);
    const auto part = parsePart(middle, paths[1]);
    ASSERT_TRUE(part) << describe(part.error());
    ASSERT_EQ(part->entries.size(), 1U);
    EXPECT_EQ(part->entries.front().name, "large.1");
    ASSERT_TRUE(part->entries.front().range);
    std::filesystem::remove(paths[1]);
    const Outcome missing = tloupe(joined({"collect"}, {paths[0], paths[2]}));
    EXPECT_EQ(missing.status, 1);
    EXPECT_THAT(missing.out, HasSubstr("run again: --array=2\n"));
    ASSERT_EQ(tloupe(joined(command, {"--part", "2/3", "-o", paths[1]})).status, 0);
    EXPECT_EQ(textOf(paths[1]), middle); // the same part is the same file
    const std::function<void(PartFile::Entry&)> changes[]{
        [](PartFile::Entry& entry) { entry.range.reset(); }, [](PartFile::Entry& entry) { ++entry.range->end; },
        [](PartFile::Entry& entry) { entry.record.clear(); }, [](PartFile::Entry& entry) { entry.record = "1 ' 0"; },
        [](PartFile::Entry& entry) { entry.record.resize(entry.record.size() - 5); },
        [](PartFile::Entry& entry) { entry.record.replace(entry.record.find("'1"), 2, "'2"); }, // the number of spans
    };
    for (const auto& change : changes) {
        std::ofstream(paths[1], std::ios::binary) << middle;
        rewrite(paths[1], [&](PartFile& read) { change(read.entries.front()); });
        const Outcome outcome = tloupe(joined({"collect"}, paths));
        EXPECT_EQ(outcome.status, 3) << outcome.out << outcome.error;
        EXPECT_EQ(outcome.out, "");
    }
}

/// Each range states the reason, but the answer states it only once.
TEST(PartRanges, SayOnceWhyALargeTensorCannotBeRead)
{
    const LargeModel model({{"F32", 4}}, (std::size_t{3} << 18) + 8);
    const TemporaryFolder folder;
    const std::string whole = textOf(model.path());
    const std::string cut = folder.write("cut.safetensors", whole.substr(0, whole.size() / 2)).string();
    for (const CommandWords& command : {CommandWords{"scan", cut}, CommandWords{"diff", model.path(), cut},
             CommandWords{"stats", "--bins=0", "--quantiles=", cut}}) {
        const TemporaryFolder parts;
        EXPECT_GE(expectSameTogether(parts, command, 3), 3U);
        EXPECT_EQ(readPart(partName(parts, 2))->unread, 1U);
    }
}

TEST(PartRanges, OfAnyTextAreReadOrRefused)
{
    constexpr std::size_t words = (std::size_t{1} << 18) + 8;
    const LargeModel floats({{"F32", 4}}, words);
    const LargeModel halves({{"F16", 2}}, words);
    const TemporaryFolder folder;
    const auto recordsOf = [&](const CommandWords& command) {
        std::vector<std::string> records;
        for (const char* const part : {"1/3", "2/3", "3/3"}) {
            EXPECT_EQ(tloupe(joined(command, {"--part", part, "--force", "-o", partName(folder, 1)})).status, 0);
            const auto read = readPart(partName(folder, 1));
            for (std::size_t i = 0; read && i < read->entries.size(); ++i) {
                if (read->entries[i].range)
                    records.push_back(read->entries[i].record);
            }
        }
        return records;
    };
    const auto tensorOf = [](DType dtype, const std::vector<std::uint64_t>& shape) {
        Tensor tensor;
        tensor.dtype = dtype;
        tensor.shape = shape;
        return tensor;
    };
    const std::vector<std::uint64_t> shapes[]{{words}, {2 * words}};
    const Tensor ofFloats = tensorOf(DType::F32, shapes[0]);
    const Tensor ofHalves = tensorOf(DType::F16, shapes[1]);
    KeptTexts texts;
    using Sound = std::function<bool(std::span<const std::string_view> records)>;
    const auto summaryIsSound = [&](const Tensor& tensor) -> Sound {
        return [&](std::span<const std::string_view> records) {
            const auto summary = summaryOfRanges(records, tensor, {.bins = 0}, texts);
            return !summary || !*summary || (*summary)->firstNonfinite.value_or(0) < tensor.elements();
        };
    };
    const struct {
        std::vector<std::string> records;
        Sound isSound;
    } cases[]{
        {recordsOf({"stats", "--bins=0", "--quantiles=", floats.path()}), summaryIsSound(ofFloats)},
        {recordsOf({"stats", "--bins=0", "--quantiles=", halves.path()}), summaryIsSound(ofHalves)},
        {recordsOf({"diff", floats.path(), floats.path()}),
            [&](std::span<const std::string_view> records) {
                const auto outcome = outcomeOfRanges(records, ofFloats, ofFloats, {}, texts);
                return !outcome || !outcome->delta || outcome->delta->firstDifference.value_or(0) < words;
            }},
    };
    std::mt19937 random(1);
    for (const auto& [records, isSound] : cases) {
        ASSERT_EQ(records.size(), 2U);
        for (int round = 0; round < 500; ++round) {
            std::string other = records[1];
            other[random() % std::min<std::size_t>(other.size(), 400)] = "0123456789 -'%ae"[random() % 16];
            EXPECT_TRUE(isSound(std::vector<std::string_view>{records[0], other}));
            EXPECT_TRUE(isSound(std::vector<std::string_view>{other}));
        }
    }
}

/// Writing the sums of ranges as text loses no precision.
TEST(PartRanges, HaveExactNumbers)
{
    std::mt19937_64 random(3);
    KeptTexts texts;
    for (int round = 0; round < 5000; ++round) {
        const long double wide =
            std::ldexp(static_cast<long double>(random()), static_cast<int>(random() % 32000) - 16380)
            * (random() % 2 == 0 ? 1 : -1);
        const auto narrow =
            static_cast<float>(std::ldexp(static_cast<double>(random()), static_cast<int>(random() % 230) - 180));
        RecordWriter writer;
        writer(wide, narrow, -0.0L);
        const std::string text = writer.take();
        RecordReader reader(text, texts);
        long double readWide = 0;
        float readNarrow = 0;
        long double zero = 1;
        reader(readWide, readNarrow, zero);
        ASSERT_TRUE(reader.finish()) << text;
        ASSERT_EQ(readWide, wide) << text;
        ASSERT_EQ(readNarrow, narrow) << text;
        ASSERT_TRUE(zero == 0 && std::signbit(zero)) << text;
    }
}

} // namespace loupe::test
