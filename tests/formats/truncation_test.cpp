#include "format_files.h"

#include <gtest/gtest.h>

namespace loupe::test {

namespace {

/// Opens `content` under the sample's suffix. Always a new file: writing over an old one waits for the disk.
std::shared_ptr<const Checkpoint> openCut(const TemporaryFolder& folder, const char* sample, std::string_view content)
{
    const std::string name = "cut" + std::filesystem::path(sample).extension().string();
    std::filesystem::remove(folder.path() / name);
    return open(folder.write(name, content));
}

} // namespace

class Truncation : public testing::TestWithParam<const char*> { };

/// Cut anywhere, a file gives findings and the tensors before the cut; it never crashes and is never taken for whole.
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

/// The header's own length says that it is whole: what is missing is missing inside.
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
    std::filesystem::resize_file(path, source->size() - 1); // within a page, which no fault tells
    const auto content = format->read(*source, {});
    ASSERT_FALSE(content.has_value());
    EXPECT_EQ(content.error().code, ErrorCode::Changed);
}

INSTANTIATE_TEST_SUITE_P(Samples, Truncation,
    testing::Values("bintensors/names.bt", "bintensors/all-dtypes.bt", "bintensors-pre010/all-dtypes.bt",
        "bintensors-pre010/names.bt", "safetensors/names.safetensors", "safetensors/all-dtypes-extended.safetensors",
        "bintensors/empty-metadata-map-one-tensor.bt", "safetensors/empty-metadata-map-one-tensor.safetensors"));

} // namespace loupe::test
