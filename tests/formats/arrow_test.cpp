// Arrow IPC files written by apache-arrow for JavaScript: those of the manifest and of tests/data/arrow-more, with
// digests of the arrays in the writer's memory. Also broken files.

#include "core/stored_numbers.h"
#include "formats/arrow/arrow_fixed_shape.h"
#include "sample_checks.h"

#include <cmath>

namespace loupe::test {

namespace {

using nlohmann::json;

struct ArrowFile {
    std::string path;
    std::string variant;
    json tensors;
    json file;
    friend void PrintTo(const ArrowFile& sample, std::ostream* out) { *out << sample.path; }
};

std::vector<ArrowFile> arrowFiles()
{
    std::vector<ArrowFile> all;
    const json manifest = readJson("arrow/manifest.json");
    for (const json& file : manifest["files"])
        all.push_back({"arrow/" + file["file"].get<std::string>(), file["kind"], file["columns"], file});
    const json more = readJson("arrow-more/expected.json");
    for (const json& file : more["files"])
        all.push_back({"arrow-more/" + file["file"].get<std::string>(), file["variant"], file["tensors"], file});
    return all;
}

std::vector<std::uint64_t> manifestShape(const json& tensor)
{
    return tensor.contains("shape") ? tensor["shape"].get<std::vector<std::uint64_t>>()
                                    : std::vector<std::uint64_t>{tensor["length"].get<std::uint64_t>()};
}

/// Whether this build has the codec that the sample needs.
bool isReadable(const Checkpoint& checkpoint)
{
    return !hasFinding(checkpoint, "codec-missing");
}

std::string codesOf(const Checkpoint& checkpoint, Severity least)
{
    std::string text;
    for (const Finding& finding : checkpoint.findings.list()) {
        if (finding.severity >= least)
            text.append(text.empty() ? "" : " ").append(finding.code);
    }
    return text;
}

const MetadataValue* arrowMetadataOf(const Checkpoint& checkpoint, const std::string& key)
{
    for (const auto& [name, value] : *checkpoint.metadata) {
        if (name == key)
            return &value;
    }
    return nullptr;
}

} // namespace

class ArrowSample : public testing::TestWithParam<ArrowFile> { };

TEST_P(ArrowSample, IsReproduced)
{
    const auto checkpoint = open(dataPath(GetParam().path));
    ASSERT_TRUE(checkpoint);
    EXPECT_EQ(checkpoint->format, "arrow");
    EXPECT_EQ(checkpoint->variant, GetParam().variant);
    EXPECT_EQ(codesOf(*checkpoint, Severity::Error), "");
    EXPECT_TRUE(checkpoint->findings.referenceAccepts());
    ASSERT_EQ(checkpoint->tensors.size(), GetParam().tensors.size());
    for (const json& want : GetParam().tensors) {
        SCOPED_TRACE(want["name"]);
        const auto tensor = findTensor(*checkpoint, want["name"].get<std::string>());
        ASSERT_TRUE(tensor);
        EXPECT_EQ(checkpoint->dtypeName(*tensor), want["dtype"].get<std::string>());
        EXPECT_EQ(test::shapeOf(*checkpoint, *tensor), manifestShape(want));
        if (isReadable(*checkpoint)) {
            EXPECT_EQ(sha256Of(*storedOf(checkpoint), *tensor), want["sha256"].get<std::string>());
        }
        // Data in one piece is not copied.
        if (GetParam().file.value("plain", false)) {
            EXPECT_EQ(checkpoint->tensors[*tensor].storage, nullptr);
        }
    }
}

TEST_P(ArrowSample, NotesListNullsAndWhatIsNotShown)
{
    const auto checkpoint = open(dataPath(GetParam().path));
    std::vector<std::string> messages;
    for (const Finding& finding : checkpoint->findings.list())
        messages.push_back(finding.message);
    const auto says = [&](const std::string& begin) {
        return std::ranges::any_of(messages, [&](const std::string& message) { return message.starts_with(begin); });
    };
    for (const json& want : GetParam().tensors) {
        const std::string name = want["name"];
        const auto nulls = want["nulls"].get<std::uint64_t>();
        EXPECT_EQ(says("column \"" + name + "\" has " + std::to_string(nulls) + " null"), nulls > 0) << name;
    }
    for (const json& hidden : GetParam().file.value("hidden", json::array()))
        EXPECT_TRUE(says("column \"" + hidden.get<std::string>() + "\" has type ")) << hidden;
}

TEST_P(ArrowSample, HoldsWhatHoldsForAll)
{
    const auto checkpoint = open(dataPath(GetParam().path));
    expectRegionsTile(*checkpoint);
    expectFieldsTile(*checkpoint);
    if (!isReadable(*checkpoint))
        return;
    expectStretches(checkpoint);
    expectSameWithoutAMap(dataPath(GetParam().path));
    expectConverts(storedOf(checkpoint)); // other formats have no nulls
}

/// A file without its footer is refused, but a stream may end between two messages.
TEST_P(ArrowSample, CutAnywhereNothingIsMadeUp)
{
    const std::string bytes = readFile(dataPath(GetParam().path));
    const auto whole = open(dataPath(GetParam().path));
    TemporaryFolder folder;
    std::size_t accepted = 0;
    for (std::size_t size = 0; size < bytes.size(); size += 1 + bytes.size() / 400) {
        const auto cut =
            open(folder.write("cut" + std::to_string(size) + ".arrow", std::string_view(bytes).substr(0, size)));
        ASSERT_TRUE(cut);
        ASSERT_LE(cut->tensors.size(), whole->tensors.size());
        accepted += cut->findings.referenceAccepts() ? 1 : 0;
        std::uint64_t position = 0;
        for (const Region& region : tileRegions(*cut, 0)) {
            ASSERT_EQ(region.range.begin, position) << size;
            position = region.range.end;
        }
        ASSERT_GE(position, size);
        ASSERT_TRUE(findFormatOf(*cut)->headerFields(*cut->files[0].source, {0, size}, {})) << size;
    }
    if (GetParam().variant == "file") {
        EXPECT_EQ(accepted, 0U);
    }
    EXPECT_LT(accepted, 10U);
}

INSTANTIATE_TEST_SUITE_P(Manifests, ArrowSample, testing::ValuesIn(arrowFiles()));

/// The pieces of a column are in the batches, and the byte map shows each.
TEST(Arrow, ColumnsOfSeveralBatchesLieInPieces)
{
    const auto checkpoint = open(dataPath("arrow-more/batches.arrow"));
    const std::uint32_t number = *findTensor(*checkpoint, "u16");
    std::vector<ByteRange> pieces{checkpoint->tensors[number].bytes};
    for (const Region& region : tileRegions(*checkpoint, 0)) {
        if (region.kind == RegionKind::Tensor && region.tensor == number && region.range != pieces[0])
            pieces.push_back(region.range);
    }
    std::string together;
    for (const ByteRange piece : pieces)
        together += readFile(dataPath("arrow-more/batches.arrow")).substr(piece.begin, piece.size());
    EXPECT_EQ(pieces.size(), 3U);
    EXPECT_EQ(fileBytes(checkpoint->tensors[number]), 2 * 19U);
    EXPECT_EQ(together, bytesOf(checkpoint, number, 0, 19));
}

TEST(Arrow, CustomMetadataAreMetadata)
{
    const auto checkpoint = open(dataPath("arrow-more/batches.arrow"));
    EXPECT_EQ(arrowMetadataOf(*checkpoint, "key")->shown(), "a value");
    EXPECT_EQ(arrowMetadataOf(*checkpoint, "pandas")->shown(), "{\"columns\": []}");
    EXPECT_EQ(arrowMetadataOf(*checkpoint, "f64.unit")->shown(), "metre");
    EXPECT_TRUE(arrowMetadataOf(*checkpoint, "long")->stored());
    EXPECT_EQ(*arrowMetadataOf(*checkpoint, "long")->text(), std::string(6000, 'x'));
}

TEST(Arrow, BrokenFilesGiveFindings)
{
    const std::pair<const char*, const char*> wanted[] = {{"arrow-cut.arrow", "footer-missing data-missing"},
        {"arrow-no-footer.arrow", "footer-missing"}, {"arrow-footer-length.arrow", "footer-missing"},
        {"arrow-footer-garbage.arrow", "footer-invalid"}, {"arrow-message-length.arrows", "message-cut"},
        {"arrow-message-negative.arrows", "message-cut"}, {"arrow-message-zeros.arrows", "message-invalid"},
        {"arrow-no-schema.arrows", "schema-missing"}, {"arrow-two-schemas.arrows", "schema-twice"},
        {"arrow-buffer-outside.arrows", "batch-invalid"}, {"arrow-buffer-negative.arrows", "batch-invalid"},
        {"arrow-buffer-short.arrows", "buffer-short column-broken"}, {"arrow-node-rows.arrows", "batch-invalid"},
        {"arrow-node-huge.arrows", "batch-invalid"}, {"arrow-node-negative.arrows", "batch-invalid"},
        {"arrow-body-cut.arrows", "data-missing"}, {"arrow-trailing.arrows", ""},
        {"arrow-feather-1.feather", "feather-1"}, {"arrow-magic-only.arrow", "footer-missing"},
        {"arrow-lz4-broken.arrow", ""}, {"arrow-tensor-strides.arrow", "tensor-invalid"},
        {"arrow-tensor-negative.arrow", "tensor-invalid"}};
    for (const auto& [file, expected] : wanted) {
        SCOPED_TRACE(file);
        const auto checkpoint = open(dataPath(std::string("malformed/") + file));
        ASSERT_TRUE(checkpoint);
        EXPECT_EQ(checkpoint->format, "arrow");
        const std::string found = codesOf(*checkpoint, Severity::Error);
        EXPECT_TRUE(found.starts_with(expected) && found.empty() == std::string_view(expected).empty()) << found;
        EXPECT_EQ(checkpoint->findings.referenceAccepts(), found.empty());
        for (std::uint32_t i = 0; i < checkpoint->tensors.size(); ++i) {
            if (const auto elements = Elements::open(checkpoint, i); elements && elements->count() > 0) {
                Buffer scratch;
                (void)elements->visit(0, std::min<std::uint64_t>(elements->count(), 100), scratch, [](auto) {});
            }
        }
    }
}

TEST(Arrow, NullsAreCounted)
{
    EXPECT_EQ(codesOf(*open(dataPath("arrow-more/batches.arrows")), Severity::Warning), "");
    EXPECT_EQ(codesOf(*open(dataPath("malformed/arrow-null-count.arrows")), Severity::Warning), "null-count");
}

TEST(Arrow, WhatIsNotWhatItClaimsIsAnErrorOfReading)
{
    const auto checkpoint = open(dataPath("malformed/arrow-lz4-broken.arrow"));
    if (!isReadable(*checkpoint))
        return;
    std::size_t failed = 0;
    for (std::uint32_t i = 0; i < checkpoint->tensors.size(); ++i) {
        const auto digest = digestTensor(*checkpoint, i, DigestAlgorithm::Xxh3_64);
        failed += digest ? 0 : 1;
        if (!digest) {
            EXPECT_EQ(digest.error().code, ErrorCode::Malformed);
        }
    }
    EXPECT_GE(failed, 1U);
}

TEST(ArrowFixedShape, IsThatOfTheSpecification)
{
    const auto shape =
        arrow::readArrowFixedShape(R"({"shape": [100, 200, 500], "permutation": [2, 0, 1], "dim_names": ["a"]})");
    ASSERT_TRUE(shape);
    EXPECT_EQ(shape->shape, (std::vector<std::uint64_t>{500, 100, 200}));
    EXPECT_EQ(shape->strides, (std::vector<std::uint64_t>{1, 100'000, 500}));
    EXPECT_EQ(arrow::readArrowFixedShape(R"({"shape":[2,3]})")->strides, (std::vector<std::uint64_t>{3, 1}));
    EXPECT_EQ(arrow::readArrowFixedShape(R"({"shape":[]})")->shape, std::vector<std::uint64_t>());
    for (const char* const wrong : {"", "{}", "[]", R"({"shape":[2,-3]})", R"({"shape":[2,3],"permutation":[0]})",
             R"({"shape":[2,3],"permutation":[0,0]})", R"({"shape":[2,3],"permutation":[0,2]})",
             R"({"shape":[18446744073709551615,3]})", R"({"shape":"x"})"})
        EXPECT_FALSE(arrow::readArrowFixedShape(wrong)) << wrong;
}

} // namespace loupe::test
