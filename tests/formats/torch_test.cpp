// Files that torch.save wrote, compared with what torch itself reads: see the manifests in tests/data/torch and
// torch-more, written by torch 1.13.1. Also hostile files: none of their code is run, and as much as possible is shown.

#include "numpy_files.h"

#include "analysis/comparison/delta.h"
#include "analysis/statistics/summary.h"
#include "core/elements.h"
#include "core/region.h"
#include "core/stored_numbers.h"
#include "saving/writing/save.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <tuple>

namespace loupe::test {

namespace {

using namespace std::string_literals;
using nlohmann::json;

struct TorchFile {
    std::string path;
    json tensors;
    friend void PrintTo(const TorchFile& sample, std::ostream* out) { *out << sample.path; }
};

/// The files without faults. For tensors that are not plain, the manifest has only names, and there are other tests.
std::vector<TorchFile> torchFiles()
{
    std::vector<TorchFile> all;
    const json manifest = readJson("torch/manifest.json");
    for (const json& file : manifest["files"]) {
        if (!file.contains("tensors"))
            continue;
        json plain = json::array();
        for (const json& tensor : file["tensors"]) {
            if (tensor.contains("shape"))
                plain.push_back(tensor);
        }
        all.push_back({"torch/" + file["file"].get<std::string>(), plain});
    }
    const json more = readJson("torch-more/expected.json");
    for (const json& file : more)
        all.push_back({"torch-more/" + file["file"].get<std::string>(), file["tensors"]});
    return all;
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

/// Codes of findings that are not notes.
std::string faults(const Checkpoint& checkpoint)
{
    std::string text;
    for (const Finding& finding : checkpoint.findings.list()) {
        if (finding.severity != Severity::Note)
            text.append(text.empty() ? "" : " ").append(finding.code);
    }
    return text;
}

std::string messageOf(const Checkpoint& checkpoint, std::string_view code)
{
    for (const Finding& finding : checkpoint.findings.list()) {
        if (finding.code == code)
            return finding.message;
    }
    return "no such finding";
}

std::string torchMetadataOf(const Checkpoint& checkpoint, std::string_view key)
{
    for (const auto& [name, value] : *checkpoint.metadata) {
        if (name == key)
            return value.shown();
    }
    return "no such key";
}

} // namespace

class TorchSample : public testing::TestWithParam<TorchFile> { };

/// The stored numbers; torch_meaning_test.cpp is about their meaning.
TEST_P(TorchSample, IsReproduced)
{
    const auto values = open(dataPath(GetParam().path));
    ASSERT_TRUE(values);
    const auto checkpoint = storedOf(values);
    EXPECT_EQ(checkpoint->format, "torch");
    EXPECT_FALSE(checkpoint->findings.hasErrors()) << faults(*checkpoint);
    for (const json& want : GetParam().tensors) {
        SCOPED_TRACE(want["name"]);
        const auto tensor = findTensor(*checkpoint, want["name"].get<std::string>());
        ASSERT_TRUE(tensor);
        EXPECT_EQ(checkpoint->dtypeName(*tensor), want["dtype"].get<std::string>());
        EXPECT_EQ(shapeOf(*checkpoint, *tensor), want["shape"].get<std::vector<std::uint64_t>>());
        EXPECT_EQ(sha256Of(*checkpoint, *tensor), want["sha256_c_order_le"].get<std::string>());
        if (want.contains("stats")) {
            const auto summary = summarize(*Elements::open(checkpoint, *tensor));
            ASSERT_TRUE(summary) << describe(summary.error());
            expectStats(want["stats"], *summary);
        }
        // Contiguous data in the file is not copied.
        if (want.value("contiguous", false)) {
            EXPECT_EQ(checkpoint->tensors[*tensor].storage, nullptr);
        }
    }
    EXPECT_EQ(checkpoint->tensors.size(),
        GetParam().tensors.size() + (GetParam().path == "torch/sparse.pt" ? 3 : 0)
            + (GetParam().path == "torch-more/sparse-two.pt" ? 2 : 0)
            + (GetParam().path == "torch/quantized.pt" ? 1 : 0));
}

/// Any range of elements equals the same range of the whole tensor.
TEST_P(TorchSample, AnyStretchOfElementsIsThatOfTheWhole)
{
    const auto checkpoint = open(dataPath(GetParam().path));
    for (std::uint32_t i = 0; i < checkpoint->tensors.size(); ++i) {
        const auto elements = Elements::open(checkpoint, i);
        ASSERT_TRUE(elements);
        if (elements->count() > 200)
            continue;
        const std::size_t size = bitsPerElement(elements->dtype()) / 8;
        Buffer scratch;
        std::string whole;
        const auto keep = [&](std::string& text) {
            return [&](std::span<const std::byte> bytes) {
                text.assign(reinterpret_cast<const char*>(bytes.data()), bytes.size());
            };
        };
        ASSERT_TRUE(elements->visit(0, elements->count(), scratch, keep(whole)));
        for (std::uint64_t first = 0; first < elements->count(); ++first) {
            for (std::uint64_t count = 1; count <= elements->count() - first; count += 1 + count / 3) {
                std::string part;
                ASSERT_TRUE(elements->visit(first, count, scratch, keep(part)));
                ASSERT_EQ(part, whole.substr(first * size, count * size)) << first << ' ' << count;
            }
        }
    }
}

/// The regions of a valid file tile it, and none of them is a fault.
TEST_P(TorchSample, RegionsTileTheFile)
{
    const auto checkpoint = open(dataPath(GetParam().path));
    std::uint64_t position = 0;
    for (const Region& region : tileRegions(*checkpoint, 0)) {
        EXPECT_EQ(region.range.begin, position);
        EXPECT_TRUE(region.kind == RegionKind::Header || region.kind == RegionKind::Tensor
            || region.kind == RegionKind::Content || region.kind == RegionKind::Shared)
            << regionKindName(region.kind) << " at " << position;
        position = region.range.end;
    }
    EXPECT_EQ(position, checkpoint->files[0].size());
}

TEST_P(TorchSample, ReadsTheSameWithoutAMap)
{
    const auto mapped = openCheckpoint(dataPath(GetParam().path), {}, Source::Access::Map);
    const auto read = openCheckpoint(dataPath(GetParam().path), {}, Source::Access::Read);
    ASSERT_TRUE(mapped && read);
    ASSERT_EQ((*mapped)->tensors.size(), (*read)->tensors.size());
    for (std::uint32_t i = 0; i < (*read)->tensors.size(); ++i)
        EXPECT_EQ(sha256Of(**mapped, i), sha256Of(**read, i));
    EXPECT_EQ(codes(**mapped), codes(**read));
}

TEST_P(TorchSample, FieldsStandInOrderInsideItsHeaders)
{
    const auto checkpoint = open(dataPath(GetParam().path));
    const CheckpointFile& file = checkpoint->files[0];
    const auto fields = *findFormatOf(*checkpoint)->headerFields(*file.source, {0, file.size()}, {});
    std::uint64_t position = 0;
    std::uint64_t bytes = 0;
    for (const HeaderField& field : fields) {
        EXPECT_GE(field.range.begin, position) << field.label;
        EXPECT_GT(field.range.end, field.range.begin) << field.label;
        EXPECT_TRUE(file.touchesHeader(field.range)) << field.label;
        EXPECT_NE(field.label, "unread");
        position = field.range.end;
        bytes += field.range.size();
    }
    EXPECT_EQ(bytes, file.headerBytes());
}

/// Converted files hold torch's values, according to the manifest's digests, and compare as equal to their sources.
TEST_P(TorchSample, ConvertsToExactValues)
{
    const auto checkpoint = storedOf(open(dataPath(GetParam().path)));
    TemporaryFolder folder;
    const Format* const format = findFormat("safetensors");
    Recipe recipe = copyOf(checkpoint, *format);
    std::erase_if(recipe.items, [](const RecipeItem& item) { return item.dtype == DType::Opaque; });
    const auto plan = makePlan(recipe);
    ASSERT_TRUE(plan) << describe(plan.error());
    const auto saved = save(recipe, *plan, saveTarget(folder.path() / "a.safetensors", *plan, *format), {});
    ASSERT_TRUE(saved) << describe(saved.error());
    const auto written = open(folder.path() / "a.safetensors");
    ASSERT_EQ(written->tensors.size(), recipe.items.size());
    for (const json& want : GetParam().tensors) {
        if (!dtypeFromName(want["dtype"].get<std::string>()))
            continue;
        const auto tensor = findTensor(*written, want["name"].get<std::string>());
        const auto from = findTensor(*checkpoint, want["name"].get<std::string>());
        ASSERT_TRUE(tensor && from);
        EXPECT_EQ(sha256Of(*written, *tensor), want["sha256_c_order_le"].get<std::string>());
        EXPECT_EQ(written->dtypeName(*tensor), want["dtype"].get<std::string>());
        const auto same = areIdentical(*Elements::open(checkpoint, *from), *Elements::open(written, *tensor));
        EXPECT_TRUE(same && *same);
    }
}

INSTANTIATE_TEST_SUITE_P(Manifests, TorchSample, testing::ValuesIn(torchFiles()));

/// Files with two archives, made by saving twice to one stream. torch.load takes the last directory's offsets from the
/// file's first byte. If both archives have the same layout, it reads the first one; otherwise it finds no directory
/// there and raises RuntimeError.
TEST(TorchArchives, OfSeveralTheFirstIsReadAsTorchDoes)
{
    const auto contentOf = [](std::string_view relative) {
        std::ifstream file(dataPath(relative), std::ios::binary);
        return std::string{std::istreambuf_iterator<char>(file), {}};
    };
    const std::string first = contentOf("torch/single-tensor.pt");
    std::string second = first;
    second[0x140] = 99; // the first element of the tensor, at the offset given in the format's worked example
    const TemporaryFolder folder;
    const auto digestOf = [](const Checkpoint& checkpoint) { return sha256Of(checkpoint, 0); };
    const auto alone = open(dataPath("torch/single-tensor.pt"));

    const auto twins = open(folder.write("twins.pt", first + second + second));
    EXPECT_TRUE(twins->findings.referenceAccepts());
    EXPECT_EQ(digestOf(*twins), digestOf(*alone));
    ASSERT_FALSE(twins->findings.list().empty());
    EXPECT_EQ(twins->findings.list().front().code, "more-archives");
    EXPECT_EQ(twins->findings.list().front().offset, first.size());
    EXPECT_EQ(tileRegions(*twins, 0).back().kind, RegionKind::Trailing);

    const auto others = open(folder.write("others.pt", first + contentOf("torch/state-dict.pt")));
    EXPECT_FALSE(others->findings.referenceAccepts());
    ASSERT_EQ(others->tensors.size(), 1U);
    EXPECT_EQ(digestOf(*others), digestOf(*alone));
}

TEST(TorchViews, ThatShareAStorageAreNoFault)
{
    const auto checkpoint = open(dataPath("torch/state-dict.pt"));
    EXPECT_EQ(faults(*checkpoint), "");
    EXPECT_TRUE(checkpoint->findings.referenceAccepts());
    const auto regions = tileRegions(*checkpoint, 0);
    EXPECT_TRUE(std::any_of(
        regions.begin(), regions.end(), [](const Region& region) { return region.kind == RegionKind::Shared; }));
    const json manifest = readJson("torch/manifest.json");
    for (const json& member : manifest["files"][0]["members"]) {
        const auto begin = member["data_offset"].get<std::uint64_t>();
        const auto size = member["size"].get<std::uint64_t>();
        if (size == 0)
            continue;
        const bool isStorage = member["name"].get<std::string>().starts_with("state-dict/data/");
        EXPECT_EQ(isStorage,
            std::any_of(checkpoint->tensors.begin(), checkpoint->tensors.end(),
                [&](const Tensor& tensor) {
                    return tensor.bytes == ByteRange{begin, begin + size};
                }))
            << member["name"];
    }
}

/// x.conj() and its imaginary part, as torch 2 saves them: torch loads numbers that differ from those in the file.
TEST(TorchViews, ThatAreConjugatedOrNegatedOnLoadingAreReported)
{
    const auto checkpoint = open(dataPath("torch-more/lazy-views.pt"));
    ASSERT_TRUE(checkpoint);
    std::vector<std::string> tensors;
    for (const Finding& finding : checkpoint->findings.list()) {
        if (finding.code == "lazy-view")
            tensors.push_back(finding.tensor);
    }
    EXPECT_EQ(tensors, (std::vector<std::string>{"c", "n"}));
}

TEST(TorchImports, AreListedWithTheirOffsets)
{
    const auto checkpoint = open(dataPath("torch/parameter.pt"));
    const std::string bytes = readFile(dataPath("torch/parameter.pt"));
    std::vector<std::string> messages;
    for (const Finding& finding : checkpoint->findings.list()) {
        ASSERT_EQ(finding.code, "import");
        messages.push_back(finding.message);
        const std::string name = finding.message.substr(8, finding.message.find(',') - 8);
        const std::size_t dot = name.rfind('.');
        EXPECT_EQ(bytes.substr(*finding.offset, name.size() + 2),
            'c' + name.substr(0, dot) + '\n' + name.substr(dot + 1) + '\n');
    }
    EXPECT_EQ(messages.size(), 4U);
}

TEST(TorchFiles, HostileOnesAreRefusedAndNothingRuns)
{
    struct Case {
        const char* file;
        const char* faults;
        const char* message; // the message of the first fault
    };
    const Case cases[] = {
        {"hostile-os-system.pt", "import-unknown", "would run code: os.system('true')"},
        {"hostile-builtins-eval.pt", "import-unknown", "would run code: __builtin__.eval('abc')"},
        {"hostile-inst.pt", "import-unknown", "would run code: os.system('true')"},
        {"hostile-stack-underflow.pt", "pickle-broken", "REDUCE needs a value where the stack has none"},
        {"hostile-memo-missing.pt", "pickle-broken", "which was never set"},
        {"hostile-long-string.pt", "pickle-broken", "BINUNICODE claims 2,147,483,647 bytes"},
        {"hostile-deep.pt", "pickle-broken", ""},
        {"hostile-no-stop.pt", "pickle-broken", "ends without STOP"},
        {"hostile-ext-opcode.pt", "pickle-broken", "EXT1 names something that is not in the file"},
        {"broken-storage-missing.pt", "storage-missing", "is stored in storage \"0\", which the file does not have"},
        {"broken-storage-short.pt", "storage-short tensor-past-storage", "has 8 bytes, its storage should have 40"},
    };
    for (const Case& one : cases) {
        SCOPED_TRACE(one.file);
        const auto checkpoint = open(dataPath(std::string("torch/") + one.file));
        ASSERT_TRUE(checkpoint);
        EXPECT_EQ(faults(*checkpoint), one.faults);
        EXPECT_FALSE(checkpoint->findings.referenceAccepts());
        const std::string_view code = std::string_view(one.faults).substr(0, std::string_view(one.faults).find(' '));
        EXPECT_NE(messageOf(*checkpoint, code).find(one.message), std::string::npos) << messageOf(*checkpoint, code);
    }
}

/// The verdicts of torch 1.13, or those of torch 2.6 and later where they are known to differ.
TEST(TorchVerdicts, AreThoseOfTorch)
{
    const json manifest = readJson("malformed/torch-verdicts.json");
    EXPECT_GT(manifest["files"].size(), 110U);
    for (const json& verdict : manifest["files"]) {
        const std::string path = verdict["folder"].get<std::string>() + '/' + verdict["file"].get<std::string>();
        SCOPED_TRACE(path + ": " + verdict.value("what", ""));
        const auto checkpoint = open(dataPath(path));
        ASSERT_TRUE(checkpoint);
        EXPECT_EQ(
            checkpoint->findings.referenceAccepts(), verdict["accepted"].get<bool>() != verdict.contains("differs"))
            << faults(*checkpoint);
        const std::string error = verdict.value("error", "");
        const bool isOpcode =
            error.find("Unsupported operand") != std::string::npos && error.find("operand 71") == std::string::npos;
        EXPECT_EQ(hasFinding(*checkpoint, "pickle-opcodes"), isOpcode && checkpoint->findings.referenceAccepts());
        if (verdict["accepted"].get<bool>() || verdict.contains("differs")) {
            EXPECT_FALSE(hasFinding(*checkpoint, "import-unknown"));
        }
    }
}

TEST(TorchVerdicts, OpcodesThatAreRefusedAreNamedWithTheirOffset)
{
    const auto checkpoint = open(dataPath("torch/protocol4.pt"));
    const std::string bytes = readFile(dataPath("torch/protocol4.pt"));
    EXPECT_EQ(messageOf(*checkpoint, "pickle-opcodes"),
        "is pickled with FRAME, SHORT_BINUNICODE, MEMOIZE and 1 more, which torch.load reads only with "
        "weights_only=False");
    for (const Finding& finding : checkpoint->findings.list()) {
        if (finding.code == "pickle-opcodes") {
            EXPECT_EQ(bytes.substr(*finding.offset - 2, 3), "\x80\4\x95");
        }
    }
}

/// A tensor shows only the part of the storage that the object claims, or its view of that part.
TEST(TorchVerdicts, TensorsThatLeaveTheirStorageShowNothing)
{
    for (const char* const file : {"torch-claim-view.pt", "torch-view-past.pt", "torch-view-strided-past.pt",
             "torch-legacy-view-past.pt", "torch-legacy-view-past-end.pt"}) {
        const auto checkpoint = open(dataPath(std::string("malformed/") + file));
        EXPECT_TRUE(hasFinding(*checkpoint, "tensor-past-storage")) << file;
        ASSERT_EQ(checkpoint->tensors.size(), 1U) << file;
        EXPECT_FALSE(Elements::open(checkpoint, 0)) << file;
    }
    // The storages hold 1 to 5; torch shows these of them.
    const std::tuple<const char*, double, double> shown[] = {{"torch-claim-less.pt", 1, 2}, {"torch-view-end.pt", 4, 5},
        {"torch-legacy-view.pt", 3, 4}, {"torch-legacy-view-outside.pt", 4, 5}, {"torch-scalar.pt", 3, 3}};
    for (const auto& [file, least, greatest] : shown) {
        const auto checkpoint = open(dataPath(std::string("malformed/") + file));
        ASSERT_EQ(checkpoint->tensors.size(), 1U) << file;
        const auto summary = summarize(*Elements::open(checkpoint, 0));
        ASSERT_TRUE(summary) << file;
        EXPECT_EQ(summary->minimum->toDouble(), least) << file;
        EXPECT_EQ(summary->maximum->toDouble(), greatest) << file;
    }
}

TEST(TorchFiles, BrokenStoragesLeaveTheTensorNamed)
{
    for (const char* const file : {"torch/broken-storage-missing.pt", "torch/broken-storage-short.pt"}) {
        const auto checkpoint = open(dataPath(file));
        ASSERT_EQ(checkpoint->tensors.size(), 1U);
        EXPECT_EQ(checkpoint->tensors[0].dtype, DType::I64);
        EXPECT_EQ(shapeOf(*checkpoint, 0), std::vector<std::uint64_t>{5});
        EXPECT_FALSE(Elements::open(checkpoint, 0));
    }
}

TEST(TorchFiles, DeflatedAndBigEndianStoragesGiveTheSameValues)
{
    const std::string expected = "281b02b10f5f4997e5bf8c93343e6f2aa8bc81ffad6d6813c593181ebceda12a"; // of arange(5)
    for (const char* const file : {"torch/deflated-members.pt", "torch/byteorder-big.pt", "torch/byteorder-little.pt",
             "torch/single-tensor.pt"}) {
        const auto checkpoint = open(dataPath(file));
        ASSERT_EQ(checkpoint->tensors.size(), 1U) << file;
        EXPECT_EQ(checkpoint->tensors[0].dtype, DType::I64);
        EXPECT_EQ(sha256Of(*checkpoint, 0), expected) << file;
        EXPECT_EQ(faults(*checkpoint), "") << file;
    }
}

/// The local header of one member is in the extra field of the other. They share a deflated stream; one claims 256
/// bytes of it and the other four million.
TEST(TorchFiles, MembersOverOneRangeAreNotTakenForOneAnother)
{
    const auto checkpoint = open(dataPath("malformed/torch-nested-members.pt"));
    EXPECT_TRUE(hasFinding(*checkpoint, "zip-overlap"));
    const auto small = findTensor(*checkpoint, "a");
    const auto large = findTensor(*checkpoint, "b");
    ASSERT_TRUE(small && large);
    EXPECT_EQ(checkpoint->tensors[*small].bytes, checkpoint->tensors[*large].bytes);
    EXPECT_TRUE(summarize(*Elements::open(checkpoint, *small)));
    EXPECT_FALSE(summarize(*Elements::open(checkpoint, *large))); // the stream ends long before that
    EXPECT_TRUE(summarize(*Elements::open(checkpoint, *small)));
}

TEST(TorchFiles, SpecialTensorsSaySo)
{
    EXPECT_EQ(messageOf(*open(dataPath("torch/quantized.pt")), "quantized"),
        "tensor \"q\" is quantized: its values are (integer - 0) * 0.1; --stored shows the integers");
    const auto sparse = open(dataPath("torch/sparse.pt"));
    EXPECT_EQ(messageOf(*sparse, "sparse"),
        "tensor \"s\" is sparse (torch.sparse_coo): the tensors that it consists of are shown, and its shape, (3, 3), "
        "as "
        "the tensor s.shape");
    EXPECT_TRUE(findTensor(*sparse, "s.indices") && findTensor(*sparse, "s.values") && findTensor(*sparse, "s.shape"));
    const auto meta = open(dataPath("torch-more/meta.pt"));
    EXPECT_EQ(meta->tensors.size(), 0U);
    EXPECT_EQ(messageOf(*meta, "tensor-elsewhere"), "tensor \"m\" has no storage in the file: it is not shown");
    const auto storage = open(dataPath("torch-more/storage.pt"));
    EXPECT_EQ(storage->tensors.size(), 1U);
    EXPECT_EQ(open(dataPath("torch-more/script.pt"))->variant, "TorchScript");
    EXPECT_EQ(open(dataPath("torch-more/views-legacy.pt"))->variant, "legacy");
}

TEST(TorchMetadata, ListsWhatIsNoTensor)
{
    const auto checkpoint = open(dataPath("torch-more/training.ckpt"));
    const std::pair<const char*, const char*> expected[] = {{"epoch", "3"}, {"loss", "0.25"}, {"args.lr", "0.1"},
        {"args.name", "x"}, {"args.path", "pathlib.PosixPath('/', 'a', 'b')"}, {"big", "1208925819614629174706176"},
        {"none", "None"}, {"dt", "torch.float16"}, {"dev", "torch.device('cpu')"}, {"bytes", "3 bytes"},
        {"optimizer.param_groups.0.lr", "0.001"}, {"optimizer.param_groups.0.betas", "[0.9, 0.999]"},
        {"optimizer.param_groups.0.amsgrad", "False"}, {"optimizer.param_groups.0.params", "[0, 1, 2, 3, 4, 5]"}};
    for (const auto& [key, value] : expected)
        EXPECT_EQ(torchMetadataOf(*checkpoint, key), value) << key;
    EXPECT_FALSE(checkpoint->findings.referenceAccepts());
    std::string warned;
    for (const Finding& finding : checkpoint->findings.list()) {
        if (finding.severity == Severity::Warning)
            warned += finding.message + '\n';
    }
    EXPECT_EQ(warned,
        "would run code: argparse.Namespace()\n"
        "would run code: pathlib.PosixPath('/', 'a', 'b')\n"
        "imports numpy.core.multiarray.scalar: harmless, but blocked by torch.load unless allow-listed\n"
        "imports numpy.dtype: harmless, but blocked by torch.load unless allow-listed\n");
}

TEST(TorchShards, AreOneCheckpointFromTheirIndexTheirFolderAndAnyShard)
{
    const std::filesystem::path folder = dataPath("torch-sharded");
    const std::filesystem::path index = folder / "pytorch_model.bin.index.json";
    const json expected = readJson("torch-sharded/expected.json");
    for (const std::filesystem::path& path : {index, folder}) {
        const auto checkpoint = open(path);
        ASSERT_TRUE(checkpoint);
        EXPECT_EQ(checkpoint->files.size(), 2U);
        EXPECT_EQ(faults(*checkpoint), "");
        ASSERT_EQ(checkpoint->tensors.size(), expected["tensors"].size());
        for (const json& want : expected["tensors"]) {
            const auto tensor = findTensor(*checkpoint, want["name"].get<std::string>());
            ASSERT_TRUE(tensor);
            EXPECT_EQ(checkpoint->dtypeName(*tensor), want["dtype"].get<std::string>());
            EXPECT_EQ(shapeOf(*checkpoint, *tensor), want["shape"].get<std::vector<std::uint64_t>>());
            EXPECT_EQ(sha256Of(*checkpoint, *tensor), want["sha256_c_order_le"].get<std::string>());
        }
    }
    EXPECT_EQ(open(folder / "pytorch_model-00002-of-00002.bin")->wholeModel, index);
}

/// Some writers of indexes count a shared tensor each time, others only once. Both are valid.
TEST(TorchShards, TheTotalSizeMayLeaveSharedTensorsOut)
{
    TemporaryFolder folder;
    for (const char* const shard : {"pytorch_model-00001-of-00002.bin", "pytorch_model-00002-of-00002.bin"})
        folder.write(shard, readFile(dataPath(std::string("torch-sharded/") + shard)));
    json index = readJson("torch-sharded/pytorch_model.bin.index.json");
    const json expected = readJson("torch-sharded/expected.json");
    const auto least = expected["total_without_shared"].get<std::uint64_t>();
    const auto all = expected["total"].get<std::uint64_t>();
    for (const auto& [size, right] : {std::pair(least, true), {all, true}, {least - 1, false}, {all + 1, false}}) {
        index["metadata"]["total_size"] = size;
        const auto checkpoint = open(folder.write("a" + std::to_string(size) + ".index.json", index.dump()));
        EXPECT_EQ(faults(*checkpoint), right ? "" : "index-total-size") << size;
    }
}

TEST(TorchShards, AnIndexThatCanBeWrittenGoesFirst)
{
    TemporaryFolder folder;
    folder.write("model.safetensors.index.json", R"({"weight_map":{"a":"model-1-of-1.safetensors"}})");
    folder.write("pytorch_model.bin.index.json", R"({"weight_map":{"a":"pytorch_model-1-of-1.bin"}})");
    folder.write("model-1-of-1.safetensors", framed(R"({"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}})", "xy"));
    EXPECT_EQ(open(folder.path())->format, "safetensors");
}

/// A file cut anywhere is refused, never crashes, and has at most the tensors of the whole file.
TEST(TorchTruncation, IsAFinding)
{
    for (const char* const file : {"torch/protocol4-legacy.pt", "torch/state-dict-legacy.pt", "torch/sparse.pt",
             "torch/deflated-members.pt", "torch/single-tensor.pt"}) {
        const std::string bytes = readFile(dataPath(file));
        const auto whole = open(dataPath(file));
        TemporaryFolder folder;
        for (std::size_t size = 0; size < bytes.size(); ++size) {
            const auto cut = open(folder.write("cut" + std::to_string(size) + ".pt", bytes.substr(0, size)));
            ASSERT_TRUE(cut);
            ASSERT_FALSE(cut->findings.referenceAccepts()) << file << ' ' << size;
            ASSERT_LE(cut->tensors.size(), whole->tensors.size()) << file << ' ' << size;
            const auto fields = findFormatOf(*cut)->headerFields(*cut->files[0].source, {0, size}, {});
            ASSERT_TRUE(fields) << file << ' ' << size;
        }
    }
}

/// Changing any byte causes no crash and no tensor that extends beyond its file.
TEST(TorchTruncation, DamagedFilesAreReadAsFarAsTheyGo)
{
    for (const char* const file : {"torch/protocol4-legacy.pt", "torch/parameter.pt", "torch/quantized.pt"}) {
        const std::string bytes = readFile(dataPath(file));
        TemporaryFolder folder;
        for (std::size_t at = 0; at < bytes.size(); ++at) {
            std::string damaged = bytes;
            damaged[at] = static_cast<char>(damaged[at] ^ 0x11);
            const auto source = Source::open(folder.write("damaged" + std::to_string(at), damaged));
            const auto content = findFormat("torch")->read(**source, {});
            ASSERT_TRUE(content) << file << ' ' << at;
            for (const Tensor& tensor : content->tensors) {
                ASSERT_LE(tensor.bytes.begin, tensor.bytes.end);
                ASSERT_TRUE(tensor.bytes.end <= bytes.size() || content->findings.hasErrors()) << file << ' ' << at;
            }
            ASSERT_TRUE(findFormat("torch")->headerFields(**source, {0, bytes.size()}, {})) << file << ' ' << at;
        }
    }
}

/// Each list holds the previous one twice, so a walk would visit 2^n lists.
TEST(TorchBombs, WalkingEndsWithAFinding)
{
    std::string doubling = "\x80\2]";
    for (int i = 0; i < 60; ++i)
        doubling += "2\x86";
    std::string deep = "\x80\2N";
    for (int i = 0; i < 500; ++i)
        deep += "\x85";
    for (const std::string& stream : {doubling + '.', deep + '.'}) {
        TemporaryFolder folder;
        const auto checkpoint = open(folder.write("bomb.pt", stream));
        EXPECT_TRUE(hasFinding(*checkpoint, "object-too-large")) << codes(*checkpoint);
        EXPECT_EQ(checkpoint->tensors.size(), 0U);
    }
    TemporaryFolder folder;
    const auto itself = open(folder.write("itself.pt", "\x80\2]q\1h\1a."));
    EXPECT_EQ(faults(*itself), "magic");
}

/// A long text with many references is not read again for each of them, since that would take minutes or hours.
class TorchLongText : public testing::Test {
protected:
    static std::string number(std::uint32_t value) { return {reinterpret_cast<const char*>(&value), sizeof value}; }
    static std::string text(const std::string& text)
    {
        return 'X' + number(static_cast<std::uint32_t>(text.size())) + text;
    }
    static std::string repeated(const std::string& what, std::size_t count)
    {
        std::string all;
        for (std::size_t i = 0; i < count; ++i)
            all += what;
        return all;
    }
    /// Memo 1 is a long text.
    const std::string m_begin = "\x80\2" + text(std::string(2'000'000, 'k')) + "q\1" + '0';
    TemporaryFolder m_folder;
};

TEST_F(TorchLongText, AsBytesIsNotCountedEachTime)
{
    std::string stream = m_begin + "c_codecs\nencode\nq\2" + '0' + text("latin1") + "q\3" + "0}(";
    for (int i = 0; i < 9000; ++i)
        stream += text(std::to_string(i)) + "h\2h\1h\3\x86R";
    stream += text("short") + "h\2" + text("a\u00e9\u00ff") + "h\3\x86Ru.";
    const auto checkpoint = open(m_folder.write("a.pt", stream));
    EXPECT_EQ(torchMetadataOf(*checkpoint, "8999"), "at most 2,000,000 bytes");
    EXPECT_EQ(torchMetadataOf(*checkpoint, "short"), "3 bytes");
}

TEST_F(TorchLongText, AsAKeyEndsTheWalk)
{
    const std::string stream = m_begin + "}h\1]sq\2" + "0](" + repeated("h\2", 100'000) + "e.";
    const auto checkpoint = open(m_folder.write("a.pt", stream));
    EXPECT_TRUE(hasFinding(*checkpoint, "object-too-large")) << codes(*checkpoint);
    EXPECT_EQ(checkpoint->findings.list().back().code, "object-too-large"); // reported once
    // Short texts do not end the walk, no matter how many references they have.
    const std::string often =
        "\x80\2" + text("weight") + "q\1" + '0' + "}h\1K\1sq\2" + "0](" + repeated("h\2", 9000) + "e.";
    EXPECT_FALSE(hasFinding(*open(m_folder.write("b.pt", often)), "object-too-large"));
}

TEST_F(TorchLongText, AsAStoragesKeyIsLookedUpOnce)
{
    const std::string tensor = "ctorch._utils\n_rebuild_tensor_v2\n(h\2K\0K\4\x85K\1\x85\x89NtR"s;
    const std::string stream = m_begin + "(" + text("storage") + "ctorch\nFloatStorage\nh\1" + text("cpu") + "K\4tQq\2"
        + "0](" + repeated(tensor, 50'000) + "e.";
    const auto checkpoint = open(m_folder.write("a.pt", stream));
    EXPECT_EQ(checkpoint->tensors.size(), 50'000U);
    const std::string message = messageOf(*checkpoint, "storage-missing");
    EXPECT_LT(message.size(), 400U);
    EXPECT_NE(message.find("kkk"), std::string::npos);
}

TEST_F(TorchLongText, AsAStoragesKeyOfAnOldFileIsRefused)
{
    const std::string start = "\x80\2\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.\x80\2M\xe9\3.\x80\2}.";
    const std::string storage = "(" + text("storage") + "ctorch\nFloatStorage\nh\1" + text("cpu") + "K\0NtQ"s;
    const std::string object = m_begin + "](" + repeated(storage, 10'000) + "e.";
    const std::string keys = m_begin + "](" + repeated("h\1", 10'000) + "e.";
    const auto checkpoint = open(m_folder.write("a.pt", start + object + keys + std::string(80'000, '\0')));
    EXPECT_EQ(messageOf(*checkpoint, "storages-broken"),
        "the list of storages has a key of 2,000,000 bytes, expected at most 1,000: the places of those after "
        "it are unknown");
}

TEST(TorchFiles, AFewBytesThatStandForTerabytesAreWarnedOf)
{
    const auto checkpoint = open(dataPath("torch-more/expanded.pt"));
    EXPECT_EQ(faults(*checkpoint), "tensor-expanded");
    EXPECT_EQ(
        messageOf(*checkpoint, "tensor-expanded"), "tensor \"huge\" repeats 4 B of the file: its values have 4.0 TiB");
    EXPECT_EQ(checkpoint->tensors[0].elements(), std::uint64_t{1} << 40);
}

TEST(TorchFiles, AStrangersPickleIsWarnedOf)
{
    TemporaryFolder folder;
    // Python runs the first pickle before checking for the magic number.
    const auto checkpoint = open(folder.write("a.bin", "cos\nsystem\n(S'echo hello'\ntR."));
    EXPECT_EQ(faults(*checkpoint), "magic import-unknown");
    EXPECT_EQ(messageOf(*checkpoint, "import-unknown"), "would run code: os.system('echo hello')");
    EXPECT_FALSE(checkpoint->findings.referenceAccepts());
}

} // namespace loupe::test
