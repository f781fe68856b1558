#include "format_files.h"
#include "formats/shared/truncation.h"

#include <gtest/gtest.h>

namespace loupe::test {

namespace {

/// Opens `content` as a file with the sample's suffix. Always creates a new file, since overwriting one would wait for
/// the disk.
std::shared_ptr<const Checkpoint> openCut(const TemporaryFolder& folder, const char* sample, std::string_view content)
{
    const std::string name = "cut" + std::filesystem::path(sample).extension().string();
    std::filesystem::remove(folder.path() / name);
    return open(folder.write(name, content));
}

} // namespace

class Truncation : public testing::TestWithParam<const char*> { };

/// A file cut anywhere gives findings and the tensors before the cut; it never crashes and never counts as whole.
TEST_P(Truncation, OfTheFileIsAFinding)
{
    const auto whole = open(dataPath(GetParam()));
    const std::string bytes = readFile(dataPath(GetParam()));
    const auto headerEnd = whole->files[0].header.end;
    TemporaryFolder folder;
    std::size_t previous = 0;
    for (std::size_t size = 0; size <= std::min<std::size_t>(bytes.size() - 1, headerEnd); ++size) {
        const auto cut = openCut(folder, GetParam(), bytes.substr(0, size));
        ASSERT_TRUE(cut);
        ASSERT_FALSE(cut->findings.referenceAccepts()) << size;
        ASSERT_TRUE(cut->findings.hasErrors()) << size;
        ASSERT_LE(cut->tensors.size(), whole->tensors.size()) << size;
        if (whole->variant != "pre-0.1" && cut->variant == whole->variant) {
            ASSERT_GE(cut->tensors.size(), previous) << size;
            previous = cut->tensors.size();
        }
        const auto fields = findFormatOf(*cut)->headerFields(*cut->files[0].source, {0, size}, {});
        ASSERT_TRUE(fields.has_value()) << size;
    }
    if (whole->variant != "pre-0.1") {
        EXPECT_EQ(previous, whole->tensors.size());
    }
}

/// The length field says that the header is complete, so data is missing inside it.
TEST_P(Truncation, OfTheHeaderIsAFinding)
{
    const auto whole = open(dataPath(GetParam()));
    const std::string bytes = readFile(dataPath(GetParam()));
    const auto& file = whole->files[0];
    TemporaryFolder folder;
    for (std::size_t length = 0; length < file.headerContent.end - 8; ++length) {
        const auto checkpoint =
            openCut(folder, GetParam(), framed(bytes.substr(8, length), bytes.substr(file.data.begin)));
        ASSERT_TRUE(checkpoint);
        ASSERT_TRUE(checkpoint->findings.hasErrors()) << length;
        ASSERT_FALSE(checkpoint->findings.referenceAccepts()) << length;
    }
}

TEST_P(Truncation, MeanwhileIsAnError)
{
    TemporaryFolder folder;
    const auto path = folder.write("a", readFile(dataPath(GetParam())));
    const auto source = *Source::open(path, Source::Access::Map);
    const Format* const format = formatForName(GetParam());
    ASSERT_TRUE(format->read(*source, {}));
    std::filesystem::resize_file(path, source->size() - 1); // within a page, so that reading the map causes no fault
    const auto content = format->read(*source, {});
    ASSERT_FALSE(content.has_value());
    EXPECT_EQ(content.error().code, ErrorCode::Changed);
}

/// Computes the missing bytes from the positions of the tensors in the whole file.
TEST(TruncationFinding, IsOneForAllTensorsThatLackBytes)
{
    const std::pair<const char*, double> cuts[] = {{"safetensors/gpt2-tiny.safetensors", 0.1},
        {"safetensors/gpt2-tiny.safetensors", 0.9}, {"bintensors/gpt2-tiny.bt", 0.5},
        {"bintensors-pre010/gpt2-tiny.bt", 0.5}, {"gguf/llama-tiny.gguf", 0.5},
        {"safetensors-sharded/model-00002-of-00003.safetensors", 0.9}};
    for (const auto& [sample, share] : cuts) {
        SCOPED_TRACE(std::string(sample) + ' ' + std::to_string(share));
        const auto whole = open(dataPath(sample));
        const std::string bytes = readFile(dataPath(sample));
        const auto data = whole->files[0].data.begin;
        const auto size = data + static_cast<std::size_t>(static_cast<double>(bytes.size() - data) * share);
        TemporaryFolder folder;
        const auto cut = openCut(folder, sample, bytes.substr(0, size));
        std::vector<AffectedTensor> expected;
        for (const Tensor& tensor : whole->tensors) {
            if (tensor.bytes.end <= size)
                continue;
            const bool begins = tensor.bytes.begin < size;
            expected.push_back(
                {std::string(tensor.name), tensor.bytes.size(), begins ? tensor.bytes.end - size : tensor.bytes.size(),
                    begins ? std::optional(tensor.bytes.begin) : std::nullopt});
        }
        ASSERT_GT(expected.size(), 1u);
        ASSERT_EQ(codes(*cut), "data-missing");
        const Finding& finding = cut->findings.list().front();
        EXPECT_EQ(finding.severity, Severity::Error);
        EXPECT_FALSE(finding.refusedAs.empty());
        EXPECT_FALSE(finding.aboutTensor);
        EXPECT_EQ(finding.affected, expected);
        EXPECT_EQ(finding.affectedCount, expected.size());
        const std::size_t tensors = whole->tensors.size();
        const std::string intact = tensors == 1
            ? "its tensor is incomplete"
            : std::to_string(tensors - expected.size()) + " of " + std::to_string(tensors) + " tensors intact";
        EXPECT_TRUE(finding.message.starts_with("the file is truncated: ")) << finding.message;
        const std::string salvage = tensors > expected.size() ? ", or salvage the intact tensors" : "";
        EXPECT_TRUE(finding.message.ends_with(" missing; " + intact + ". Download or copy it again" + salvage))
            << finding.message;
    }
}

/// The cut removes the last storages and the archive's end, which has its directory.
TEST(TruncationFinding, IsOneOfAnArchiveToo)
{
    TemporaryFolder folder;
    const std::string bytes = readFile(dataPath("torch/checkpoint.pt"));
    const auto cut = openCut(folder, "torch/checkpoint.pt", bytes.substr(0, bytes.size() / 2));
    std::size_t errors = 0;
    for (const Finding& finding : cut->findings.list())
        errors += finding.severity == Severity::Error ? 1 : 0;
    EXPECT_EQ(errors, 1u) << codes(*cut);
    EXPECT_TRUE(hasFinding(*cut, "data-missing"));
    EXPECT_FALSE(hasFinding(*cut, "storage-missing"));
}

/// Tensors of eight bytes each, the first of which begins at byte 8 of a file of 12 bytes. Nobody would read a list of
/// a million names.
TEST(TruncationFinding, CountsWhatItDoesNotList)
{
    constexpr std::uint64_t count = Findings::maximumPerCode + 5;
    loupe::Truncation truncation(12);
    Tensor tensor;
    tensor.name = "t";
    for (std::uint64_t i = 0; i < count; ++i) {
        tensor.bytes = {8 * i + 8, 8 * i + 16};
        truncation.add(tensor);
    }
    EXPECT_FALSE(truncation.empty());
    const Finding finding = truncation.finding("data-missing", "refused", count + 1);
    EXPECT_EQ(finding.message,
        "the file is truncated: 7.8 KiB missing; 1 of 1,006 tensors intact. Download or copy it again, or salvage the "
        "intact tensors");
    EXPECT_EQ(finding.affected.size(), Findings::maximumPerCode);
    EXPECT_EQ(finding.affectedCount, count);
    EXPECT_EQ(finding.affected[0], (AffectedTensor{"t", 8, 4, 8}));
    EXPECT_EQ(finding.affected[1], (AffectedTensor{"t", 8, 8, {}}));
    EXPECT_EQ(finding.offset, 8u);
}

INSTANTIATE_TEST_SUITE_P(Samples, Truncation,
    testing::Values("bintensors/names.bt", "bintensors/all-dtypes.bt", "bintensors-pre010/all-dtypes.bt",
        "bintensors-pre010/names.bt", "safetensors/names.safetensors", "safetensors/all-dtypes-extended.safetensors",
        "bintensors/empty-metadata-map-one-tensor.bt", "safetensors/empty-metadata-map-one-tensor.safetensors"));

} // namespace loupe::test
