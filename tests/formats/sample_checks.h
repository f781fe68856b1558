#pragma once

#include "core/elements.h"
#include "core/region.h"
#include "numpy_files.h"
#include "saving/writing/save.h"

#include <gtest/gtest.h>

namespace loupe::test {

// Checks that every valid sample of a format with headers between its tensors must pass.

/// Elements [first, first + count) as bytes. Returns empty and fails the test if they cannot be read.
inline std::string bytesOf(
    const std::shared_ptr<const Checkpoint>& checkpoint, std::uint32_t tensor, std::uint64_t first, std::uint64_t count)
{
    const auto elements = Elements::open(checkpoint, tensor);
    EXPECT_TRUE(elements) << describe(elements.error());
    std::string text;
    if (!elements)
        return text;
    Buffer scratch;
    const auto done = elements->visit(first, count, scratch, [&](std::span<const std::byte> bytes) {
        text.assign(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    });
    EXPECT_TRUE(done) << describe(done.error());
    return text;
}

/// Any range of elements equals the same range of the whole tensor.
inline void expectStretches(const std::shared_ptr<const Checkpoint>& checkpoint)
{
    for (std::uint32_t i = 0; i < checkpoint->tensors.size(); ++i) {
        const auto elements = Elements::open(checkpoint, i);
        ASSERT_TRUE(elements) << describe(elements.error());
        if (elements->count() > 200)
            continue;
        const std::size_t size = bitsPerElement(elements->dtype()) / 8;
        const std::string whole = bytesOf(checkpoint, i, 0, elements->count());
        ASSERT_EQ(whole.size(), elements->count() * size);
        for (std::uint64_t first = 0; first < elements->count(); ++first) {
            for (std::uint64_t count = 1; count <= elements->count() - first; count += 1 + count / 3)
                ASSERT_EQ(bytesOf(checkpoint, i, first, count), whole.substr(first * size, count * size));
        }
    }
}

/// The regions tile the file, and none of them is a fault.
inline void expectRegionsTile(const Checkpoint& checkpoint)
{
    std::uint64_t position = 0;
    for (const Region& region : tileRegions(checkpoint, 0)) {
        EXPECT_EQ(region.range.begin, position);
        EXPECT_TRUE(region.kind == RegionKind::Header || region.kind == RegionKind::Tensor
            || region.kind == RegionKind::Content || region.kind == RegionKind::Padding
            || region.kind == RegionKind::Shared)
            << regionKindName(region.kind) << " at " << position;
        position = region.range.end;
    }
    EXPECT_EQ(position, checkpoint.files[0].size());
}

/// The fields are in order, lie within headers, and cover them.
inline void expectFieldsTile(const Checkpoint& checkpoint)
{
    const CheckpointFile& file = checkpoint.files[0];
    const auto fields = findFormatOf(checkpoint)->headerFields(*file.source, {0, file.size()}, {});
    ASSERT_TRUE(fields) << describe(fields.error());
    std::uint64_t position = 0;
    std::uint64_t bytes = 0;
    for (const HeaderField& field : *fields) {
        EXPECT_GE(field.range.begin, position) << field.label;
        EXPECT_GT(field.range.end, field.range.begin) << field.label;
        EXPECT_TRUE(file.touchesHeader(field.range)) << field.label;
        EXPECT_NE(field.label, "unread") << field.range.begin;
        position = field.range.end;
        bytes += field.range.size();
    }
    EXPECT_EQ(bytes, file.headerBytes());
    // The fields for a window are those that overlap it.
    for (std::uint64_t begin = 0; begin < file.size(); begin += 1 + file.size() / 40) {
        const ByteRange window{begin, std::min(file.size(), begin + 16)};
        std::vector<ByteRange> expected;
        for (const HeaderField& field : *fields) {
            if (!intersect(field.range, window).empty())
                expected.push_back(field.range);
        }
        std::vector<ByteRange> got;
        const auto some = *findFormatOf(checkpoint)->headerFields(*file.source, window, {});
        for (const HeaderField& field : some)
            got.push_back(field.range);
        EXPECT_EQ(got, expected) << begin;
    }
}

inline void expectSameWithoutAMap(const std::filesystem::path& path)
{
    const auto mapped = openCheckpoint(path, {}, Source::Access::Map);
    const auto read = openCheckpoint(path, {}, Source::Access::Read);
    ASSERT_TRUE(mapped && read);
    ASSERT_EQ((*mapped)->tensors.size(), (*read)->tensors.size());
    for (std::uint32_t i = 0; i < (*read)->tensors.size(); ++i)
        EXPECT_EQ(sha256Of(**mapped, i), sha256Of(**read, i));
    EXPECT_EQ(codes(**mapped), codes(**read));
}

/// After conversion to safetensors, each tensor reads back with the same values.
inline void expectConverts(const std::shared_ptr<const Checkpoint>& checkpoint)
{
    TemporaryFolder folder;
    const Format& format = *findFormat("safetensors");
    const auto target = folder.path() / "a.safetensors";
    Recipe recipe = copyOf(checkpoint, format);
    std::erase_if(recipe.items, [](const RecipeItem& item) { return item.dtype == DType::Opaque; });
    const auto plan = makePlan(recipe);
    ASSERT_TRUE(plan) << describe(plan.error());
    const auto saved = save(recipe, *plan, saveTarget(target, *plan, format), {});
    ASSERT_TRUE(saved) << describe(saved.error());
    const auto written = open(target);
    for (std::uint32_t i = 0; i < checkpoint->tensors.size(); ++i) {
        if (checkpoint->tensors[i].dtype == DType::Opaque)
            continue;
        const auto other = findTensor(*written, checkpoint->tensors[i].name);
        ASSERT_TRUE(other);
        EXPECT_EQ(sha256Of(*checkpoint, i), sha256Of(*written, *other)) << checkpoint->tensors[i].name;
    }
}

/// A file cut anywhere is refused without a crash, and has no more tensors than the whole file or, if that is given,
/// than `most`.
inline void expectCutsAreFindings(const std::filesystem::path& path, std::size_t step = 1, std::size_t most = 0)
{
    const std::string bytes = readFile(path);
    const auto whole = open(path);
    TemporaryFolder folder;
    for (std::size_t size = 0; size < bytes.size(); size += step) {
        const auto cut = open(folder.write(
            "cut" + std::to_string(size) + path.extension().string(), std::string_view(bytes).substr(0, size)));
        ASSERT_TRUE(cut);
        ASSERT_FALSE(cut->findings.referenceAccepts()) << path << ' ' << size;
        ASSERT_TRUE(cut->findings.hasErrors()) << path << ' ' << size;
        ASSERT_LE(cut->tensors.size(), std::max(most, whole->tensors.size()));
        const auto fields = findFormatOf(*cut)->headerFields(*cut->files[0].source, {0, size}, {});
        ASSERT_TRUE(fields) << path << ' ' << size;
        std::uint64_t position = 0;
        for (const Region& region : tileRegions(*cut, 0)) {
            ASSERT_EQ(region.range.begin, position) << path << ' ' << size;
            position = region.range.end;
        }
        ASSERT_GE(position, size);
    }
}

} // namespace loupe::test
