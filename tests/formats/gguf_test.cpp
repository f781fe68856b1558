// Compares with ggml itself: the files it writes, the values it reads, and the files it refuses.

#include "gguf_bytes.h"
#include "gguf_files.h"
#include "numpy_files.h"

#include "analysis/statistics/summary.h"
#include "core/dtype_spelling.h"
#include "core/elements.h"
#include "core/metadata.h"
#include "core/region.h"
#include "formats/gguf/gguf_types.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace loupe::test {

namespace {

using nlohmann::json;

/// `count` elements from `first` on, read at once.
std::vector<std::byte> valuesOf(
    const std::shared_ptr<const Checkpoint>& checkpoint, std::uint32_t tensor, std::uint64_t first, std::uint64_t count)
{
    const auto elements = Elements::open(checkpoint, tensor);
    EXPECT_TRUE(elements) << describe(elements.error());
    std::vector<std::byte> values;
    Buffer scratch;
    const auto done = elements->visit(
        first, count, scratch, [&](std::span<const std::byte> bytes) { values.assign(bytes.begin(), bytes.end()); });
    EXPECT_TRUE(done) << describe(done.error());
    return values;
}

void expectRegionsCover(const Checkpoint& checkpoint)
{
    std::uint64_t position = 0;
    for (const Region& region : tileRegions(checkpoint, 0)) {
        EXPECT_EQ(region.range.begin, position);
        EXPECT_GT(region.range.end, region.range.begin);
        position = region.range.end;
    }
    EXPECT_GE(position, checkpoint.files[0].size());
}

} // namespace

/// A filter may name a GGUF type that no tensor of the file has.
TEST(GgufTypes, AreKnownByName)
{
    for (std::uint32_t code = 0; code < gguf::ggufTypeCount; ++code) {
        const gguf::GgufTensorType* const type = gguf::ggufTensorType(code);
        ASSERT_TRUE(type);
        EXPECT_NE(dtypeFromName(type->name).has_value(), std::ranges::count(formatTypeNames(), type->name) == 1)
            << type->name;
    }
}

class GgufDescribed : public testing::TestWithParam<GgufSample> { };

TEST_P(GgufDescribed, TensorsAreThoseOfTheManifest)
{
    const json& file = GetParam().file;
    const auto checkpoint = open(GetParam().path());
    ASSERT_TRUE(checkpoint);
    EXPECT_EQ(checkpoint->formatText(), "gguf " + std::to_string(file["gguf_version"].get<int>()));
    EXPECT_TRUE(checkpoint->findings.referenceAccepts()) << codes(*checkpoint);
    EXPECT_EQ(checkpoint->files[0].headerContent.end, file["end_of_tensor_infos"].get<std::uint64_t>());
    EXPECT_EQ(checkpoint->files[0].data.begin, file["data_offset"].get<std::uint64_t>());
    ASSERT_EQ(checkpoint->tensors.size(), file["tensors"].size());
    for (std::uint32_t i = 0; i < checkpoint->tensors.size(); ++i) {
        const json& want = file["tensors"][i];
        const Tensor& tensor = checkpoint->tensors[i];
        SCOPED_TRACE(want["name"]);
        EXPECT_EQ(tensor.name, want["name"].get<std::string>());
        EXPECT_EQ(checkpoint->dtypeName(i), ggufTypeText(want));
        EXPECT_EQ(shapeOf(*checkpoint, i), want["shape_row_major"].get<std::vector<std::uint64_t>>());
        EXPECT_EQ(tensor.bytes.begin, want["file_offset"].get<std::uint64_t>());
        EXPECT_EQ(tensor.bytes.size(), want["nbytes"].get<std::uint64_t>());
    }
}

/// Values are bit for bit those of ggml's own functions, compared by digest.
TEST_P(GgufDescribed, ValuesAreGgmls)
{
    const auto checkpoint = open(GetParam().path());
    ASSERT_TRUE(checkpoint);
    for (std::uint32_t i = 0; i < checkpoint->tensors.size(); ++i) {
        const json& want = GetParam().file["tensors"][i];
        SCOPED_TRACE(want["name"]);
        const json& values = want.contains("dequantized_f32") ? want["dequantized_f32"] : want;
        EXPECT_EQ(sha256Of(*checkpoint, i), values["sha256"].get<std::string>());
        const auto summary = summarize(*Elements::open(checkpoint, i));
        ASSERT_TRUE(summary);
        EXPECT_EQ(summary->elements, values["stats"]["count"].get<std::uint64_t>());
        EXPECT_EQ(*summary->zero, values["stats"]["zero_count"].get<std::uint64_t>());
        if (values["stats"]["min"].is_number()) {
            EXPECT_EQ(summary->minimum->toDouble(), values["stats"]["min"].get<double>());
            EXPECT_EQ(summary->maximum->toDouble(), values["stats"]["max"].get<double>());
        }
    }
}

/// Reads ranges that begin and end anywhere, inside blocks and at their ends, with and without a memory map.
TEST_P(GgufDescribed, AnyRangeHasTheValuesOfTheWhole)
{
    const auto mapped = *openCheckpoint(GetParam().path(), {}, Source::Access::Map);
    const auto read = *openCheckpoint(GetParam().path(), {}, Source::Access::Read);
    for (std::uint32_t i = 0; i < mapped->tensors.size(); ++i) {
        SCOPED_TRACE(mapped->tensors[i].name);
        const std::uint64_t count = mapped->tensors[i].elements();
        const auto whole = valuesOf(mapped, i, 0, count);
        const std::size_t size = bitsPerElement(mapped->tensors[i].dtype) / 8;
        ASSERT_EQ(whole.size(), count * size);
        for (std::uint64_t first = 0; first < count; first += 1 + count / 61) {
            for (const std::uint64_t length :
                {std::uint64_t{1}, std::uint64_t{31}, std::uint64_t{256}, count - first}) {
                const std::uint64_t taken = std::min(length, count - first);
                const auto part = valuesOf(first % 2 == 0 ? mapped : read, i, first, taken);
                ASSERT_TRUE(
                    std::equal(part.begin(), part.end(), whole.begin() + static_cast<std::ptrdiff_t>(first * size),
                        whole.begin() + static_cast<std::ptrdiff_t>((first + taken) * size)))
                    << first << ' ' << taken;
            }
        }
    }
}

TEST_P(GgufDescribed, MetadataHasTypesAndValues)
{
    const json& file = GetParam().file;
    const auto checkpoint = open(GetParam().path());
    ASSERT_TRUE(checkpoint && checkpoint->metadata);
    ASSERT_EQ(checkpoint->metadata->size(), file["key_values"].size());
    for (std::size_t i = 0; i < checkpoint->metadata->size(); ++i) {
        const auto& [key, value] = (*checkpoint->metadata)[i];
        const json& want = file["key_values"][i];
        EXPECT_EQ(key, want["key"].get<std::string>());
        EXPECT_EQ(value.typeName(), want["type"].get<std::string>());
        const auto text = value.text();
        ASSERT_TRUE(text);
        EXPECT_EQ(value.kind() == MetadataValue::Kind::Json ? json::parse(*text) : json(*text), want["value"]) << key;
    }
}

INSTANTIATE_TEST_SUITE_P(Manifest, GgufDescribed, testing::ValuesIn(ggufSamples(true)));

class GgufJudged : public testing::TestWithParam<GgufSample> { };

TEST_P(GgufJudged, IsAcceptedAndRefusedAsGgmlDoes)
{
    const auto checkpoint = open(GetParam().path());
    ASSERT_TRUE(checkpoint);
    EXPECT_EQ(checkpoint->format, "gguf");
    EXPECT_EQ(checkpoint->findings.referenceAccepts(), GetParam().accepted()) << codes(*checkpoint);
    for (const Finding& finding : checkpoint->findings.list())
        EXPECT_LE(finding.offset.value_or(0), checkpoint->files[0].size()) << finding.code;
    expectRegionsCover(*checkpoint);
}

INSTANTIATE_TEST_SUITE_P(Manifest, GgufJudged, testing::ValuesIn(ggufSamples(false)));

TEST(GgufFindings, NameWhatIsWrongAndWhere)
{
    struct Wanted {
        const char* file;
        const char* codes;
        std::optional<std::uint64_t> offset; ///< of the first finding
        std::size_t tensors; ///< how many tensors are shown nevertheless
    };
    const Wanted wanted[] = {{"bad-magic", "magic", 0, 0}, {"bad-version-1", "version", 4, 0},
        {"bad-version-99", "version", 4, 0}, {"bad-big-endian", "big-endian", 4, 0},
        {"bad-truncated", "header-cut", 56, 0}, {"bad-data-truncated", "padding-missing", 260, 2},
        {"bad-count-huge", "tensor-count header-cut", 8, 0}, {"bad-kv-count-negative", "key-count", 16, 0},
        {"bad-key-len-huge", "string-too-long", 24, 0}, {"bad-array-huge", "array-too-long", 41, 0},
        {"bad-array-nested", "value-type", 37, 0}, {"bad-kv-type-13", "value-type", 33, 0},
        {"bad-dup-key", "metadata-duplicate-key", 41, 0}, {"bad-empty-key", "key-empty", 24, 0},
        {"bad-alignment-24", "alignment", 53, 0}, {"bad-alignment-0", "alignment", 53, 0},
        {"bad-alignment-u64", "alignment", 53, 0}, {"bad-dims-5", "shape-rank", 33, 1},
        {"bad-dim-negative", "shape-negative", 37, 0}, {"bad-dims-overflow", "shape-overflow", 24, 1},
        {"bad-type-4", "type-removed", 45, 1}, {"bad-type-31", "type-removed", 45, 1},
        {"bad-type-999", "type-unknown", 45, 1}, {"bad-block-multiple", "type-row", 45, 1},
        {"bad-offset", "offset-hole data-trailing", 49, 1},
        {"bad-offset-overlap", "offset-overlap data-trailing", {}, 2}, {"bad-dup-tensor", "duplicate-name", {}, 2},
        {"name-64-bytes", "name-too-long", 24, 1}, {"last-padding-absent", "padding-missing", {}, 1},
        {"writer-bug-alignment-64", "offset-overlap data-missing", {}, 2}, {"trailing-bytes", "data-trailing", 320, 2},
        {"key-invalid-utf8", "name-utf8", 24, 0}, {"bool-value-2", "", {}, 0}, {"zero-dims", "", {}, 1},
        {"zero-elements", "", {}, 1}, {"version-2", "", {}, 1}};
    for (const auto& [name, expected, offset, tensors] : wanted) {
        SCOPED_TRACE(name);
        const auto sound = dataPath(std::string("gguf/") + name + ".gguf");
        const auto path = std::filesystem::exists(sound) ? sound : dataPath(std::string("malformed/") + name + ".gguf");
        const auto checkpoint = open(path);
        ASSERT_TRUE(checkpoint);
        EXPECT_EQ(codes(*checkpoint), expected);
        EXPECT_EQ(checkpoint->tensors.size(), tensors);
        if (offset && !checkpoint->findings.list().empty()) {
            EXPECT_EQ(checkpoint->findings.list().front().offset, offset);
        }
    }
}

/// The code is not truncated: the finding shows the number in the file.
TEST(GgufFindings, ATypeCodeBeyondTheTableIsUnknown)
{
    for (const std::uint32_t code : {43U, 0x7FFFFFFFU, 0x80000000U, 0x80000002U, 0xFFFFFFFFU}) {
        TemporaryFolder folder;
        const auto checkpoint =
            open(folder.write("a.gguf", GgufBytes().tensor("t", {32}, code, std::string(32, '\1')).bytes()));
        SCOPED_TRACE(code);
        EXPECT_EQ(codes(*checkpoint), "type-unknown");
        ASSERT_EQ(checkpoint->tensors.size(), 1U);
        EXPECT_EQ(checkpoint->dtypeName(0), "type " + std::to_string(code));
        EXPECT_EQ(checkpoint->tensors[0].dtype, DType::Opaque);
        EXPECT_EQ(checkpoint->tensors[0].file, 0U);
        EXPECT_EQ(checkpoint->tensors[0].bytes.size(), 32U);
    }
}

/// A scalar has one element, as in the reference; the other tensor has none.
TEST(GgufShapes, WithoutDimensionsAndWithoutElements)
{
    const auto scalar = open(dataPath("gguf/zero-dims.gguf"));
    EXPECT_TRUE(scalar->tensors.at(0).shape.empty());
    EXPECT_EQ(scalar->tensors[0].elements(), 1U);
    const auto none = open(dataPath("gguf/zero-elements.gguf"));
    EXPECT_EQ(none->tensors.at(0).elements(), 0U);
    EXPECT_TRUE(none->tensors[0].bytes.empty());
}

/// The worked example of the fact sheet: 1 to 5, padding, 9, padding.
TEST(GgufShapes, OfTheWorkedExample)
{
    const auto checkpoint = open(dataPath("gguf/align64.gguf"));
    ASSERT_EQ(checkpoint->tensors.size(), 2U);
    EXPECT_EQ(checkpoint->tensors[0].bytes, (ByteRange{0xC0, 0xC0 + 20}));
    EXPECT_EQ(checkpoint->tensors[1].bytes, (ByteRange{0x100, 0x104}));
    std::vector<RegionKind> kinds;
    for (const Region& region : tileRegions(*checkpoint, 0))
        kinds.push_back(region.kind);
    using enum RegionKind;
    EXPECT_EQ(kinds, (std::vector<RegionKind>{Header, Padding, Tensor, Padding, Tensor, Padding}));
    const float nine = 9;
    EXPECT_EQ(valuesOf(checkpoint, 1, 0, 1),
        std::vector<std::byte>(std::as_bytes(std::span(&nine, 1)).begin(), std::as_bytes(std::span(&nine, 1)).end()));
}

/// A file cut anywhere is refused, but everything before the cut is shown.
TEST(GgufTruncation, IsAFinding)
{
    for (const char* const file : {"gguf/all-types.gguf", "gguf/align64.gguf", "gguf/kv-only.gguf"}) {
        const std::string bytes = readFile(dataPath(file));
        const auto whole = open(dataPath(file));
        const std::size_t last = whole->tensors.empty() ? whole->files[0].header.end : bytes.size();
        TemporaryFolder folder;
        std::size_t previous = 0;
        for (std::size_t size = 0; size < last; size += size < whole->files[0].header.end + 64 ? 1 : 97) {
            const auto cut = open(folder.write("cut" + std::to_string(size) + ".gguf", bytes.substr(0, size)));
            ASSERT_TRUE(cut);
            ASSERT_FALSE(cut->findings.referenceAccepts()) << file << ' ' << size;
            ASSERT_GE(cut->tensors.size(), previous) << file << ' ' << size;
            previous = cut->tensors.size();
            expectRegionsCover(*cut);
            const auto fields = findFormatOf(*cut)->headerFields(*cut->files[0].source, {0, size}, {});
            ASSERT_TRUE(fields) << file << ' ' << size;
            for (std::uint32_t i = 0; i < cut->tensors.size(); ++i) {
                const auto elements = Elements::open(cut, i);
                ASSERT_EQ(elements.has_value(), cut->tensors[i].bytes.end <= size) << size;
            }
        }
        EXPECT_EQ(previous, whole->tensors.size());
    }
}

} // namespace loupe::test
