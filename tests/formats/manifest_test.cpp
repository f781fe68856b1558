#include "format_files.h"

#include <gtest/gtest.h>

namespace loupe::test {

namespace {

struct Folder {
    const char* name;
    const char* format;
    const char* variant;
};

void expectListed(const Checkpoint& checkpoint, const nlohmann::json& expected)
{
    ASSERT_EQ(checkpoint.tensors.size(), expected.size());
    // Tensors without bytes share offsets, so only their order in the header distinguishes them.
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const auto& want = expected[i];
        const auto name = want["name"].get<std::string>();
        const auto found = std::find_if(checkpoint.tensors.begin(), checkpoint.tensors.end(),
            [&](const Tensor& tensor) { return tensor.name == name; });
        ASSERT_NE(found, checkpoint.tensors.end()) << name;
        EXPECT_EQ(checkpoint.dtypeName(static_cast<std::uint32_t>(found - checkpoint.tensors.begin())),
            want["dtype"].get<std::string>());
        EXPECT_EQ(std::vector<std::uint64_t>(found->shape.begin(), found->shape.end()),
            want["shape"].get<std::vector<std::uint64_t>>());
        const auto begin = want["file_offset"].get<std::uint64_t>();
        EXPECT_EQ(found->bytes, (ByteRange{begin, begin + want["nbytes"].get<std::uint64_t>()})) << name;
        EXPECT_EQ(checkpoint.tensors[i].bytes.begin, begin) << "not in the order of their bytes";
    }
}

void expectMetadata(const Checkpoint& checkpoint, const nlohmann::json& expected)
{
    ASSERT_EQ(checkpoint.metadata.has_value(), !expected.is_null());
    if (expected.is_null())
        return;
    ASSERT_EQ(checkpoint.metadata->size(), expected.size());
    for (const auto& [key, value] : *checkpoint.metadata)
        EXPECT_EQ(expected.at(key).get<std::string>(), value.shown());
}

} // namespace

class Manifest : public testing::TestWithParam<Folder> { };

TEST_P(Manifest, IsReproduced)
{
    const std::string folder = GetParam().name;
    const auto manifest = readJson(folder + "/manifest.json");
    ASSERT_FALSE(manifest["files"].empty());
    for (const auto& file : manifest["files"]) {
        SCOPED_TRACE(file["file"].get<std::string>());
        const auto checkpoint = open(dataPath(folder + '/' + file["file"].get<std::string>()));
        ASSERT_TRUE(checkpoint);
        EXPECT_EQ(checkpoint->format, GetParam().format);
        EXPECT_EQ(checkpoint->variant, GetParam().variant);
        EXPECT_EQ(codes(*checkpoint), "");
        EXPECT_EQ(checkpoint->files.at(0).header.size(), file["header_len"].get<std::uint64_t>());
        EXPECT_EQ(checkpoint->files.at(0).tensorCount, checkpoint->tensors.size());
        expectListed(*checkpoint, file["tensors_in_file_order"]);
        expectMetadata(*checkpoint, file.contains("metadata") ? file["metadata"] : nlohmann::json());
    }
}

INSTANTIATE_TEST_SUITE_P(Folders, Manifest,
    testing::Values(Folder{"bintensors", "bintensors", "0.1"}, Folder{"bintensors-pre010", "bintensors", "pre-0.1"},
        Folder{"safetensors", "safetensors", ""}, Folder{"safetensors-sharded", "safetensors", ""}));

} // namespace loupe::test
