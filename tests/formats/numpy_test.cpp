// Compares with what NumPy itself reads from .npy and .npz files, and with its verdicts on broken files.

#include "numpy_files.h"

#include "analysis/statistics/summary.h"
#include "core/elements.h"
#include "core/region.h"
#include "saving/writing/save.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace loupe::test {

namespace {

using nlohmann::json;

struct NumpyFile {
    std::string folder;
    json file;
    std::string path() const { return folder + '/' + file["file"].get<std::string>(); }
    bool isBad() const { return file["file"].get<std::string>().starts_with("bad-"); }
    friend void PrintTo(const NumpyFile& sample, std::ostream* out) { *out << sample.path(); }
};

/// The manifests' valid files. The invalid ones are among the verdicts.
std::vector<NumpyFile> numpyFiles()
{
    std::vector<NumpyFile> all;
    for (const std::string folder : {"npy", "npz"}) {
        const json manifest = readJson(folder + "/manifest.json");
        for (const json& file : manifest["files"]) {
            const NumpyFile sample{folder, file};
            if (!sample.isBad())
                all.push_back(sample);
        }
    }
    return all;
}

std::vector<json> verdicts()
{
    const json manifest = readJson("malformed/numpy-verdicts.json");
    return manifest["files"].get<std::vector<json>>();
}

std::string verdictPath(const json& verdict)
{
    return verdict["folder"].get<std::string>() + '/' + verdict["file"].get<std::string>();
}

double number(const json& value)
{
    if (!value.is_string())
        return value.get<double>();
    return value.get<std::string>() == "-Infinity" ? -INFINITY : INFINITY;
}

void expectStats(const json& stats, const Summary& summary)
{
    EXPECT_EQ(summary.elements, stats["count"].get<std::uint64_t>());
    EXPECT_EQ(*summary.nan, stats["nan_count"].get<std::uint64_t>());
    EXPECT_EQ(*summary.positiveInf + *summary.negativeInf, stats["inf_count"].get<std::uint64_t>());
    if (!stats.contains("min"))
        return; // complex
    EXPECT_EQ(*summary.zero, stats["zero_count"].get<std::uint64_t>());
    const json& least = stats.contains("finite_min") ? stats["finite_min"] : stats["min"];
    const json& greatest = stats.contains("finite_max") ? stats["finite_max"] : stats["max"];
    ASSERT_EQ(summary.minimum.has_value(), !least.is_null());
    if (least.is_null())
        return;
    EXPECT_EQ(summary.minimum->toDouble(), number(least));
    EXPECT_EQ(summary.maximum->toDouble(), number(greatest));
    EXPECT_NEAR(*summary.mean, number(stats["mean"]), 1e-9 * std::abs(number(stats["mean"])));
}

} // namespace

class NumpySample : public testing::TestWithParam<NumpyFile> { };

TEST_P(NumpySample, IsReproduced)
{
    const json& file = GetParam().file;
    const auto checkpoint = open(dataPath(GetParam().path()));
    ASSERT_TRUE(checkpoint);
    EXPECT_EQ(checkpoint->format, GetParam().folder);
    if (!file.contains("tensors")) { // neither reader can decode it
        ASSERT_EQ(checkpoint->tensors.size(), 1U);
        EXPECT_EQ(checkpoint->tensors[0].dtype, DType::Opaque);
        const bool isObject = GetParam().path() == "npy/object.npy";
        EXPECT_EQ(codes(*checkpoint), isObject ? "dtype-object" : "dtype-unsupported");
        EXPECT_EQ(checkpoint->findings.referenceAccepts(), !isObject);
        return;
    }
    ASSERT_EQ(checkpoint->tensors.size(), file["tensors"].size());
    for (const json& want : file["tensors"]) {
        SCOPED_TRACE(want["name"]);
        const auto tensor = findTensor(*checkpoint, want["name"].get<std::string>());
        ASSERT_TRUE(tensor);
        EXPECT_EQ(checkpoint->dtypeName(*tensor), want["dtype"].get<std::string>());
        EXPECT_EQ(shapeOf(*checkpoint, *tensor), want["shape"].get<std::vector<std::uint64_t>>());
        const Tensor& found = checkpoint->tensors[*tensor];
        if (want.contains("file_offset")) {
            EXPECT_EQ(found.bytes.begin, want["file_offset"].get<std::uint64_t>());
        }
        if (want.contains("nbytes")) {
            EXPECT_EQ(found.bytes.size(), want["nbytes"].get<std::uint64_t>());
        }
        if (want.contains("method") && want["method"] == "deflated") {
            EXPECT_EQ(found.bytes,
                (ByteRange{want["member_data_offset"].get<std::uint64_t>(),
                    want["member_data_offset"].get<std::uint64_t>() + want["compressed"].get<std::uint64_t>()}));
        }
        if (want.contains("sha256_c_order_le")) {
            EXPECT_EQ(sha256Of(*checkpoint, *tensor), want["sha256_c_order_le"].get<std::string>());
        }
        if (want.contains("stats") && found.dtype != DType::Opaque) {
            const auto summary = summarize(*Elements::open(checkpoint, *tensor));
            ASSERT_TRUE(summary) << describe(summary.error());
            expectStats(want["stats"], *summary);
        }
    }
}

TEST_P(NumpySample, HeaderIsWhereTheManifestSays)
{
    const json& file = GetParam().file;
    const auto checkpoint = open(dataPath(GetParam().path()));
    if (file.contains("header_len")) {
        EXPECT_EQ(checkpoint->files[0].header.size(), file["header_len"].get<std::uint64_t>());
        EXPECT_EQ(checkpoint->files[0].header.end, file["data_offset"].get<std::uint64_t>());
        const std::string version = std::to_string(file["version"][0].get<int>()) + ".0";
        EXPECT_TRUE(checkpoint->variant.starts_with(version)) << checkpoint->variant;
    }
}

/// The regions of a valid file tile it, and none of them is a fault.
TEST_P(NumpySample, RegionsTileTheFile)
{
    const auto checkpoint = open(dataPath(GetParam().path()));
    std::uint64_t position = 0;
    for (const Region& region : tileRegions(*checkpoint, 0)) {
        EXPECT_EQ(region.range.begin, position);
        EXPECT_TRUE(region.kind == RegionKind::LengthField || region.kind == RegionKind::Header
            || region.kind == RegionKind::Padding || region.kind == RegionKind::Tensor
            || region.kind == RegionKind::Content)
            << regionKindName(region.kind) << " at " << position;
        position = region.range.end;
    }
    EXPECT_EQ(position, checkpoint->files[0].size());
}

TEST_P(NumpySample, ReadsTheSameWithoutAMap)
{
    const auto mapped = openCheckpoint(dataPath(GetParam().path()), {}, Source::Access::Map);
    const auto read = openCheckpoint(dataPath(GetParam().path()), {}, Source::Access::Read);
    ASSERT_TRUE(mapped && read);
    ASSERT_EQ((*mapped)->tensors.size(), (*read)->tensors.size());
    for (std::uint32_t i = 0; i < (*read)->tensors.size(); ++i)
        EXPECT_EQ(sha256Of(**mapped, i), sha256Of(**read, i));
}

/// Converted files hold NumPy's values: their digests are those of the manifest.
TEST_P(NumpySample, ConvertsToExactValues)
{
    const auto checkpoint = open(dataPath(GetParam().path()));
    TemporaryFolder folder;
    for (const char* const name : {"a.safetensors", "a.bt"}) {
        const Format* const format = formatForName(name);
        Recipe recipe = copyOf(checkpoint, *format);
        std::erase_if(recipe.items, [](const RecipeItem& item) { return item.dtype == DType::Opaque; });
        // bintensors cannot hold C64, which is tested elsewhere.
        std::erase_if(recipe.items, [&](const RecipeItem& item) { return dtypeName(item.dtype) == "C64"; });
        const auto plan = makePlan(recipe);
        ASSERT_TRUE(plan) << describe(plan.error());
        const auto saved = save(recipe, *plan, saveTarget(folder.path() / name, *plan, *format), {});
        ASSERT_TRUE(saved) << describe(saved.error());
        const auto written = open(folder.path() / name);
        ASSERT_EQ(written->tensors.size(), recipe.items.size());
        for (const json& want : GetParam().file.value("tensors", json::array())) {
            if (!want.contains("sha256_c_order_le") || want["dtype"] == "C128" || want["dtype"] == "C64")
                continue;
            const auto tensor = findTensor(*written, want["name"].get<std::string>());
            ASSERT_TRUE(tensor);
            EXPECT_EQ(sha256Of(*written, *tensor), want["sha256_c_order_le"].get<std::string>());
            EXPECT_EQ(written->dtypeName(*tensor), want["dtype"].get<std::string>());
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Manifests, NumpySample, testing::ValuesIn(numpyFiles()));

TEST(NumpyVerdicts, AcceptedAndRefusedAsNumpyDoes)
{
    const auto all = verdicts();
    EXPECT_GT(all.size(), 60U);
    for (const json& verdict : all) {
        SCOPED_TRACE(verdictPath(verdict) + ": " + verdict["what"].get<std::string>());
        const auto checkpoint = open(dataPath(verdictPath(verdict)));
        ASSERT_TRUE(checkpoint);
        // Opening a file does not find a fault in its values.
        const bool shows = verdict["file"] != "npz-deflate-cut.npz";
        EXPECT_EQ(checkpoint->findings.referenceAccepts(), verdict["accepted"].get<bool>() || !shows)
            << codes(*checkpoint);
        // Files that NumPy reads and we report as not understood.
        static const std::set<std::string> unread{
            "npz-bzip2.npz", "npy-type-comma.npy", "npy-unit-divided.npy", "npy-escape-name.npy"};
        if (unread.contains(verdict["file"])) {
            EXPECT_TRUE(checkpoint->findings.hasErrors());
            continue;
        }
        std::set<std::string> names;
        for (const json& want : verdict["tensors"]) {
            const auto name = want["name"].get<std::string>();
            if (!names.insert(name).second)
                continue; // NumPy lists it twice, with the same content
            const auto tensor = findTensor(*checkpoint, name);
            ASSERT_TRUE(tensor);
            EXPECT_EQ(checkpoint->tensors[*tensor].dtype, dtypeOfDescr(want["descr"].get<std::string>()));
            EXPECT_EQ(shapeOf(*checkpoint, *tensor), want["shape"].get<std::vector<std::uint64_t>>());
            EXPECT_EQ(sha256Of(*checkpoint, *tensor), want["sha256"].get<std::string>());
        }
        if (verdict["accepted"].get<bool>()) {
            EXPECT_EQ(checkpoint->tensors.size(), names.size());
        }
        for (const Finding& finding : checkpoint->findings.list())
            EXPECT_LE(finding.offset.value_or(0), checkpoint->files[0].size()) << finding.code;
    }
}

TEST(NumpyVerdicts, RegionsTileBrokenFilesToo)
{
    for (const json& verdict : verdicts()) {
        SCOPED_TRACE(verdictPath(verdict));
        const auto checkpoint = open(dataPath(verdictPath(verdict)));
        std::uint64_t position = 0;
        for (const Region& region : tileRegions(*checkpoint, 0)) {
            EXPECT_EQ(region.range.begin, position);
            EXPECT_GT(region.range.end, region.range.begin);
            position = region.range.end;
        }
        EXPECT_GE(position, checkpoint->files[0].size());
    }
}

TEST(NumpyVerdicts, FindingsNameWhatIsWrong)
{
    const std::pair<const char*, const char*> wanted[] = {{"npz-overlap.npz", "duplicate-name zip-overlap"},
        {"npz-overlap-inside.npz", "data-trailing zip-overlap"}, {"npz-encrypted.npz", "zip-encrypted"},
        {"npz-method-99.npz", "zip-method"}, {"npz-bzip2.npz", "zip-method"},
        {"npz-dot-dot.npz", "member-path member-path"}, {"npz-stored-size-lie.npz", "zip-member-size"},
        {"npz-deflate-size-lie.npz", "zip-local-header zip-member-size"},
        {"npz-member-past-end.npz", "zip-member-place zip-overlap"}, {"npz-name-differs.npz", "zip-local-header"},
        {"npz-duplicate.npz", "duplicate-name"}, {"npz-count-lie.npz", "zip-count"},
        {"npz-cut.npz", "zip-no-directory zip-recovered arrays-unknown"},
        {"npz-record-broken.npz", "zip-directory-broken"},
        {"npz-directory-offset.npz", "zip-directory-place zip-recovered arrays-unknown"},
        {"npz-deflate-broken.npz", "zip-deflate"}, {"npz-deflate-cut.npz", ""}, {"npz-short-array.npz", "data-missing"},
        {"npz-no-array.npz", "member-no-array"}, {"npy-type-numbers.npy", "dtype-invalid"},
        {"npy-type-field-short.npy", "dtype-unsupported data-missing"},
        {"npy-type-field-exact.npy", "dtype-unsupported"}, {"npy-type-field-object.npy", "dtype-object"},
        {"npy-type-comma.npy", "dtype-unread"}, {"npy-unit-unknown.npy", "dtype-invalid"},
        {"npy-unit-divided.npy", "dtype-unread"}, {"npy-escape-name.npy", "header-invalid"},
        {"npy-shape-leading-zeros.npy", "header-invalid"}, {"npy-type-f.npy", ""}, {"npy-comment.npy", ""},
        {"npz-version-9.npz", "version"}, {"npz-no-version.npz", "header-too-small"},
        {"npz-text-of-5.npz", "member-no-array"}, {"npz-deflate-cut-header.npz", "header-past-end"},
        {"npz-deflate-cut-magic.npz", "zip-deflate"}, {"npz-two-names.npz", "duplicate-name"},
        {"npz-shadowed.npz", "duplicate-name"}, {"npz-three-names.npz", "duplicate-name duplicate-name"},
        {"npz-negative.npz", "shape-negative"}, {"npz-is-text.npz", "magic zip-no-directory"},
        {"npz-name-latin.npz", "zip-name-utf8"}, {"npy-rank-33.npy", "shape-rank"}, {"bad-magic.npy", "magic"},
        {"bad-trailing.npy", "data-trailing"}, {"bad-truncated.npy", "data-missing"}, {"bad-version-9.npy", "version"},
        {"bad-header-code.npy", "header-invalid"}, {"bad-header-missing-key.npy", "header-keys"},
        {"bad-shape-huge.npy", "shape-overflow"}, {"bad-header-len.npy", "header-past-end"},
        {"bad-descr.npy", "dtype-invalid"}, {"bad-shape-negative.npy", "shape-negative"}};
    for (const auto& [file, expected] : wanted)
        EXPECT_EQ(codes(*open(dataPath(std::string("malformed/") + file))), expected) << file;
}

/// The error is about the missing colon, not about the shape that was expected earlier.
TEST(NumpyVerdicts, TheErrorIsThatOfTheLastPlace)
{
    const auto checkpoint = open(dataPath("malformed/npy-shape-text-then-no-colon.npy"));
    EXPECT_EQ(
        checkpoint->findings.list().at(0).message, "the array: its header cannot be read here: a colon was expected");
    EXPECT_EQ(checkpoint->findings.list()[0].offset, 41U);
}

TEST(NumpyValues, OfACutStreamAreAnError)
{
    const auto checkpoint = open(dataPath("malformed/npz-deflate-cut.npz"));
    const auto digest = digestTensor(*checkpoint, 0, DigestAlgorithm::Xxh3_64);
    ASSERT_FALSE(digest);
    EXPECT_EQ(digest.error().code, ErrorCode::Malformed);
}

/// NumPy distinguishes these arrays by their whole member names. They have different names here, too, so that all of
/// them can be written.
TEST(NumpyNames, AreNeverThereTwice)
{
    for (const auto& [file, names] : {std::pair("npz-two-names.npz", std::set<std::string>{"x", "x.npy"}),
             std::pair("npz-shadowed.npz", std::set<std::string>{"x.npy"}),
             std::pair("npz-three-names.npz", std::set<std::string>{"x", "x.npy", "x.npy.npy"})}) {
        const auto checkpoint = open(dataPath(std::string("malformed/") + file));
        std::set<std::string> found;
        for (const Tensor& tensor : checkpoint->tensors)
            found.insert(std::string(tensor.name));
        EXPECT_EQ(found, names);
        EXPECT_EQ(checkpoint->tensors.size(), names.size());
        const auto plan = makePlan(copyOf(checkpoint, *formatForName("a.safetensors")));
        EXPECT_TRUE(plan) << describe(plan.error());
    }
}

/// A file cut anywhere is refused, and has at most the tensors before the cut.
TEST(NumpyTruncation, IsAFinding)
{
    for (const char* const file :
        {"npy/f32-fortran.npy", "npy/v3.npy", "npz/deflated.npz", "npz/zip64-directory.npz"}) {
        const std::string bytes = readFile(dataPath(file));
        const auto whole = open(dataPath(file));
        TemporaryFolder folder;
        const bool isArchive = whole->format == "npz";
        // A cut comment of a ZIP64 directory goes unnoticed.
        const std::size_t last = bytes.ends_with("a comment") ? bytes.size() - 9 : bytes.size();
        for (std::size_t size = 0; size < last; size += isArchive ? 7 : 1) {
            const std::string name = "cut" + std::to_string(size) + std::filesystem::path(file).extension().string();
            const auto cut = open(folder.write(name, bytes.substr(0, size)));
            ASSERT_TRUE(cut);
            ASSERT_FALSE(cut->findings.referenceAccepts()) << file << ' ' << size;
            ASSERT_LE(cut->tensors.size(), whole->tensors.size());
            const auto fields = findFormatOf(*cut)->headerFields(*cut->files[0].source, {0, size}, {});
            ASSERT_TRUE(fields) << file << ' ' << size;
        }
    }
}

TEST(NumpyFields, OfAnArchiveStandInOrderInsideItsHeaders)
{
    for (const char* const file :
        {"npz/stored.npz", "npz/data-descriptors.npz", "npz/prefixed.npz", "malformed/npz-overlap-inside.npz"}) {
        const auto checkpoint = open(dataPath(file));
        const CheckpointFile& opened = checkpoint->files[0];
        const auto fields = *findFormatOf(*checkpoint)->headerFields(*opened.source, {0, opened.size()}, {});
        EXPECT_GT(fields.size(), 20U);
        std::uint64_t position = 0;
        std::uint64_t bytes = 0;
        for (const HeaderField& field : fields) {
            EXPECT_GE(field.range.begin, position) << field.label;
            EXPECT_GT(field.range.end, field.range.begin) << field.label;
            EXPECT_TRUE(opened.touchesHeader(field.range)) << field.label;
            position = field.range.end;
            bytes += field.range.size();
        }
        if (std::string_view(file).starts_with("npz/")) {
            EXPECT_EQ(bytes, opened.headerBytes()) << file;
        }
    }
}

} // namespace loupe::test
