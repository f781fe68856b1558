// Checkpoints in the layout of DeepSpeed's ZeRO, valid and damaged, compared with their manifest.

#include "npz_bytes.h"
#include "numpy_files.h"

#include "core/elements.h"
#include "core/shared_tensors.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <set>

namespace loupe::test {

namespace {

using namespace std::string_literals;
using nlohmann::json;

struct ZeroSample {
    std::filesystem::path path;
    json expected;
    friend void PrintTo(const ZeroSample& sample, std::ostream* out) { *out << sample.path; }
};

std::vector<ZeroSample> zeroSamples()
{
    std::vector<ZeroSample> all;
    const json manifest = readJson("deepspeed-zero/manifest.json");
    for (const json& checkpoint : manifest["checkpoints"])
        all.push_back({dataPath("deepspeed-zero/" + checkpoint["folder"].get<std::string>()), checkpoint});
    return all;
}

/// All tensors that the manifest expects, by their shown names.
std::map<std::string, json> zeroPromised(const json& expected)
{
    std::map<std::string, json> all;
    for (const char* const list : {"tensors", "frozen", "buffers"}) {
        for (const json& tensor : expected[list])
            all.emplace(tensor["name"].get<std::string>(), tensor);
    }
    for (const json& tensor : expected["moments"])
        all.emplace(tensor["state"].get<std::string>() + '.' + tensor["name"].get<std::string>(), tensor);
    if (expected.contains("by_mp_rank")) {
        for (const json& part : expected["by_mp_rank"]) {
            for (const json& tensor : part["tensors"])
                all.emplace(
                    "mp_rank_0" + std::to_string(part["mp_rank"].get<int>()) + '.' + tensor["name"].get<std::string>(),
                    tensor);
        }
    }
    return all;
}

void expectZeroTensors(const Checkpoint& checkpoint, const std::map<std::string, json>& expected)
{
    for (const auto& [name, tensor] : expected) {
        const auto index = findTensor(checkpoint, name);
        ASSERT_TRUE(index);
        EXPECT_EQ(checkpoint.dtypeName(*index), tensor["dtype"].get<std::string>()) << name;
        EXPECT_EQ(shapeOf(checkpoint, *index), tensor["shape"].get<std::vector<std::uint64_t>>()) << name;
        EXPECT_EQ(sha256Of(checkpoint, *index), tensor["sha256"].get<std::string>()) << name;
        EXPECT_EQ(fileBytes(checkpoint.tensors[*index]), tensor["nbytes"].get<std::uint64_t>()) << name;
    }
}

/// The elements of a floating-point tensor, read `step` at a time.
std::vector<float> zeroValues(
    const std::shared_ptr<const Checkpoint>& checkpoint, std::uint32_t index, std::size_t step)
{
    const auto elements = Elements::open(checkpoint, index);
    if (!elements) {
        ADD_FAILURE() << describe(elements.error());
        return {};
    }
    std::vector<float> values;
    Buffer scratch;
    for (std::uint64_t first = 0; first < elements->count(); first += step) {
        const std::uint64_t count = std::min<std::uint64_t>(step, elements->count() - first);
        const auto done = elements->visit(first, count, scratch, [&](std::span<const std::byte> bytes) {
            const std::size_t size = bytes.size() / count;
            for (std::size_t i = 0; i < count; ++i) {
                std::uint32_t bits = 0;
                std::memcpy(&bits, bytes.data() + i * size, size);
                bits <<= size == 2 ? 16U : 0U; // BF16 is the upper half of F32
                float value = 0;
                std::memcpy(&value, &bits, sizeof value);
                values.push_back(value);
            }
        });
        EXPECT_TRUE(done) << describe(done.error());
    }
    return values;
}

// Pickles made by hand, in opcodes of protocol 2.

std::string zeroText(const std::string& text)
{
    return 'X' + bytesOf(static_cast<std::uint32_t>(text.size())) + text;
}

std::string zeroNumber(std::int32_t number)
{
    return 'J' + bytesOf(number);
}

std::string zeroDictionary(const std::vector<std::pair<std::string, std::string>>& items)
{
    std::string all = "}(";
    for (const auto& [key, value] : items)
        all += zeroText(key) + value;
    return all + 'u';
}

/// An archive of an object, with the numbers 1 and 2 as storage "0".
std::string zeroArchive(const std::string& object)
{
    return NpzBytes()
        .stored("archive/data.pkl", "\x80\x02" + object + '.')
        .stored("archive/data/0", bytesOf(1.0F) + bytesOf(2.0F))
        .stored("archive/version", "3\n")
        .bytes();
}

/// A one-dimensional tensor of the first `count` numbers of storage "0".
std::string zeroFlat(int count)
{
    return "ctorch._utils\n_rebuild_tensor_v2\n((" + zeroText("storage") + "ctorch\nFloatStorage\n" + zeroText("0")
        + zeroText("cpu") + zeroNumber(2) + "tQK\0("s + zeroNumber(count) + "t(K\1t\x89}tR";
}

std::string zeroModel(const std::string& shapes)
{
    return zeroArchive(zeroDictionary({{"module", "}"}, {"param_shapes", shapes}}));
}

std::string zeroOptimizer(const std::string& stage, int partitions, const std::string& masters)
{
    return zeroArchive(zeroDictionary({{"optimizer_state_dict",
        zeroDictionary({{"zero_stage", stage}, {"partition_count", zeroNumber(partitions)},
            {"single_partition_of_fp32_groups", masters}})}}));
}

/// Writes a checkpoint of one rank with a parameter "w" of two elements.
void writeOneRank(const TemporaryFolder& folder, const std::string& optimizer)
{
    folder.write("mp_rank_00_model_states.pt", zeroModel("](" + zeroDictionary({{"w", "K\2\x85"}}) + 'e'));
    folder.write("zero_pp_rank_0_mp_rank_00_optim_states.pt", optimizer);
}

std::string zeroMessages(const Checkpoint& checkpoint, std::string_view code)
{
    std::string all;
    for (const Finding& finding : checkpoint.findings.list())
        all += finding.code == code ? finding.message + '\n' : std::string();
    return all;
}

} // namespace

class ZeroCheckpoint : public testing::TestWithParam<ZeroSample> { };

TEST_P(ZeroCheckpoint, GivesEachTensorWhole)
{
    const json& expected = GetParam().expected;
    const auto tag = GetParam().path / expected["tag"].get<std::string>();
    for (const auto& path : {GetParam().path, tag, std::filesystem::directory_iterator(tag)->path()}) {
        const auto checkpoint = open(path);
        ASSERT_TRUE(checkpoint);
        EXPECT_EQ(checkpoint->format, "torch");
        expectZeroTensors(*checkpoint, zeroPromised(expected));
    }
}

TEST_P(ZeroCheckpoint, HasTheExpectedFindings)
{
    const auto checkpoint = open(GetParam().path);
    ASSERT_TRUE(checkpoint);
    std::set<std::string> expected;
    for (const json& finding : GetParam().expected["expected_findings"]) {
        auto code = finding["code"].get<std::string>();
        auto subject = finding["subject"].get<std::string>();
        if (code == "unexpected-global") { // a code of our own means the same
            code = "import-unknown";
            std::ranges::replace(subject, ' ', '.');
        }
        expected.insert(code);
        EXPECT_NE(zeroMessages(*checkpoint, code).find(subject), std::string::npos) << code << ' ' << subject;
    }
    std::set<std::string> found;
    for (const Finding& finding : checkpoint->findings.list()) {
        if (finding.severity != Severity::Note)
            found.insert(std::string(finding.code));
    }
    EXPECT_EQ(found, expected);
}

/// Whatever the damage, tensors without values say so, and each byte of each file is explained exactly once.
TEST_P(ZeroCheckpoint, ExplainsItsFiles)
{
    const auto checkpoint = open(GetParam().path);
    ASSERT_TRUE(checkpoint);
    for (std::uint32_t file = 0; file < checkpoint->files.size(); ++file) {
        for (const Region& region : tileRegions(*checkpoint, file)) {
            const bool isOdd = region.kind == RegionKind::Overlap || region.kind == RegionKind::Hole
                || region.kind == RegionKind::PastTheEnd;
            EXPECT_FALSE(isOdd) << checkpoint->files[file].path << ' ' << region.range.begin << ' '
                                << regionKindName(region.kind);
        }
    }
    const bool hasErrors = checkpoint->findings.hasErrors();
    for (std::uint32_t i = 0; i < checkpoint->tensors.size(); ++i) {
        const bool isReadable = Elements::open(checkpoint, i).has_value();
        EXPECT_TRUE(isReadable || hasErrors) << checkpoint->tensors[i].name;
    }
}

INSTANTIATE_TEST_SUITE_P(Samples, ZeroCheckpoint, testing::ValuesIn(zeroSamples()));

TEST(TorchZero, HasSamplesOfEachKind)
{
    EXPECT_GE(zeroSamples().size(), 25U);
}

TEST(TorchZero, ReadsUniversalCheckpoints)
{
    const auto checkpoint = open(dataPath("deepspeed-zero/universal/global_step12_universal"));
    ASSERT_TRUE(checkpoint);
    EXPECT_EQ(checkpoint->variant, "ZeRO universal");
    const auto samples = zeroSamples();
    const auto sample =
        std::ranges::find_if(samples, [](const ZeroSample& one) { return one.path.filename() == "universal"; });
    ASSERT_NE(sample, samples.end());
    expectZeroTensors(*checkpoint, zeroPromised(sample->expected));
    EXPECT_EQ(codes(*checkpoint).find("broken"), std::string::npos) << codes(*checkpoint);
}

/// A folder that was converted to another disk has no `latest` file.
TEST(TorchZero, OpensWhatLatestUniversalNames)
{
    TemporaryFolder folder;
    std::filesystem::copy(dataPath("deepspeed-zero/universal/global_step12_universal"),
        folder.path() / "global_step12_universal", std::filesystem::copy_options::recursive);
    EXPECT_FALSE(openCheckpoint(folder.path()));
    folder.write("latest_universal", "global_step12_universal\n");
    const auto checkpoint = open(folder.path());
    ASSERT_TRUE(checkpoint);
    EXPECT_EQ(checkpoint->variant, "ZeRO universal");
    EXPECT_FALSE(hasFinding(*checkpoint, "latest-missing")) << codes(*checkpoint);
    folder.write("latest", "global_step12"); // this folder does not exist
    const auto dangling = openCheckpoint(folder.path());
    ASSERT_TRUE(dangling);
    EXPECT_EQ((*dangling)->tensors.size(), checkpoint->tensors.size());
    EXPECT_TRUE(hasFinding(**dangling, "latest-dangling")) << codes(**dangling);
}

TEST(TorchZero, SaysWhatAUniversalCheckpointLacks)
{
    TemporaryFolder folder;
    const auto from = dataPath("deepspeed-zero/universal/global_step12_universal");
    std::filesystem::copy(from, folder.path() / "u", std::filesystem::copy_options::recursive);
    std::filesystem::remove(folder.path() / "u/zero/transformer.wte.weight/fp32.pt");
    folder.write("u/zero/transformer.h.0.mlp.weight/fp32.pt", "PK");
    const auto checkpoint = open(folder.path() / "u");
    ASSERT_TRUE(checkpoint);
    EXPECT_NE(zeroMessages(*checkpoint, "parameter-missing").find("zero/transformer.wte.weight"), std::string::npos);
    EXPECT_NE(
        zeroMessages(*checkpoint, "archive-broken").find("zero/transformer.h.0.mlp.weight/fp32.pt"), std::string::npos);
    EXPECT_TRUE(findTensor(*checkpoint, "transformer.h.0.attn.weight"));
}

/// The low-precision weights that the model runs with are the exact ones, rounded.
TEST(TorchZero, ShowsTheWeightsInLowPrecisionBesideTheExactOnes)
{
    const auto checkpoint = open(dataPath("deepspeed-zero/zero2-bf16"));
    ASSERT_TRUE(checkpoint);
    for (const char* const name : {"transformer.wte.weight", "transformer.h.0.mlp.weight", "lm_head.weight"}) {
        const auto exact = findTensor(*checkpoint, name);
        const auto rounded = findTensor(*checkpoint, "module."s + name);
        ASSERT_TRUE(exact && rounded);
        const auto values = zeroValues(checkpoint, *exact, 7); // pieces that cross the boundaries between ranks
        const auto near = zeroValues(checkpoint, *rounded, 7);
        ASSERT_EQ(values.size(), near.size());
        for (std::size_t i = 0; i < values.size(); ++i)
            EXPECT_LE(std::abs(values[i] - near[i]), std::abs(values[i]) / 256) << name << ' ' << i;
    }
}

/// Both names of tied weights show the same bytes, which are in the files of one or two ranks.
TEST(TorchZero, CountsTiedWeightsOnce)
{
    for (const char* const sample : {"zero2-fp16", "zero3-bf16"}) {
        const auto checkpoint = open(dataPath("deepspeed-zero/"s + sample));
        ASSERT_TRUE(checkpoint);
        const auto weight = findTensor(*checkpoint, "transformer.wte.weight");
        const auto alias = findTensor(*checkpoint, "lm_head.weight");
        ASSERT_TRUE(weight && alias);
        const auto shared = sharedTensors(*checkpoint);
        const SharedTensor* const found = findShared(shared, std::max(*weight, *alias));
        ASSERT_TRUE(found) << sample;
        EXPECT_EQ(found->with, std::min(*weight, *alias));
        EXPECT_TRUE(found->isContained);
    }
}

TEST(TorchZero, OpensAFileThatStandsAlone)
{
    TemporaryFolder folder;
    const auto path = folder.path() / "mp_rank_00_model_states.pt";
    std::filesystem::copy(dataPath("deepspeed-zero/zero2-fp16/global_step12/mp_rank_00_model_states.pt"), path);
    for (const auto& one : {path, folder.path()}) {
        const auto checkpoint = open(one);
        ASSERT_TRUE(checkpoint);
        EXPECT_EQ(checkpoint->variant, "zip");
        EXPECT_TRUE(findTensor(*checkpoint, "module.transformer.wte.weight"));
    }
}

/// Ranks are ordered as numbers: 10 comes after 9.
TEST(TorchZero, TakesRanksAsNumbers)
{
    TemporaryFolder folder;
    constexpr int ranks = 11;
    folder.write(
        "mp_rank_00_model_states.pt", zeroModel("](" + zeroDictionary({{"w", zeroNumber(22) + '\x85'}}) + 'e'));
    for (int rank = 0; rank < ranks; ++rank) {
        folder.write("zero_pp_rank_" + std::to_string(rank) + "_mp_rank_00_optim_states.pt",
            NpzBytes()
                .stored("archive/data.pkl",
                    "\x80\x02"
                        + zeroDictionary({{"optimizer_state_dict",
                            zeroDictionary({{"zero_stage", "K\1"}, {"partition_count", zeroNumber(ranks)},
                                {"single_partition_of_fp32_groups", "](" + zeroFlat(2) + 'e'}})}})
                        + '.')
                .stored(
                    "archive/data/0", bytesOf(static_cast<float>(2 * rank)) + bytesOf(static_cast<float>(2 * rank + 1)))
                .stored("archive/version", "3\n")
                .bytes());
    }
    const auto checkpoint = open(folder.path());
    ASSERT_TRUE(checkpoint);
    const auto index = findTensor(*checkpoint, "w");
    ASSERT_TRUE(index);
    const auto values = zeroValues(checkpoint, *index, 3);
    ASSERT_EQ(values.size(), 22U) << codes(*checkpoint);
    for (std::size_t i = 0; i < values.size(); ++i)
        EXPECT_EQ(values[i], static_cast<float>(i));
}

/// Each rank's file says which parameters it has parts of.
TEST(TorchZero, FindsExchangedFilesOfRanks)
{
    TemporaryFolder folder;
    const auto copy = folder.path() / "run";
    std::filesystem::copy(dataPath("deepspeed-zero/zero2-fp16/global_step12"), copy);
    const auto fileOf = [&](int rank) {
        return copy / ("zero_pp_rank_" + std::to_string(rank) + "_mp_rank_00_optim_states.pt");
    };
    std::filesystem::rename(fileOf(1), copy / "other");
    std::filesystem::rename(fileOf(2), fileOf(1));
    std::filesystem::rename(copy / "other", fileOf(2));
    const auto checkpoint = open(copy);
    ASSERT_TRUE(checkpoint);
    EXPECT_FALSE(checkpoint->findings.referenceAccepts());
    const std::string messages = zeroMessages(*checkpoint, "slices-differ");
    EXPECT_NE(messages.find(fileOf(1).filename().string()), std::string::npos) << codes(*checkpoint);
    EXPECT_NE(messages.find(fileOf(2).filename().string()), std::string::npos);
    EXPECT_EQ(messages.find(fileOf(3).filename().string()), std::string::npos) << messages;
    const auto wrong = findTensor(*checkpoint, "transformer.wte.weight");
    ASSERT_TRUE(wrong);
    EXPECT_FALSE(Elements::open(checkpoint, *wrong));
    EXPECT_TRUE(std::ranges::none_of(
        checkpoint->tensors, [](const Tensor& tensor) { return tensor.name == "exp_avg.transformer.wte.weight"; }));
}

/// If two ranks' files both lie within one parameter, they state the same slices. Only the low-precision weights tell
/// them apart.
TEST(TorchZero, FindsExchangedFilesByTheirNumbers)
{
    const auto tensor = [](const std::string& storage, const std::string& key) {
        const int count = storage == "FloatStorage" ? 2 : 4;
        return "ctorch._utils\n_rebuild_tensor_v2\n((" + zeroText("storage") + "ctorch\n" + storage + '\n'
            + zeroText(key) + zeroText("cpu") + zeroNumber(count) + "tQK\0("s + zeroNumber(count) + "t(K\1t\x89}tR";
    };
    const auto archive = [](const std::string& object, const std::string& first, const std::string& second) {
        return NpzBytes()
            .stored("archive/data.pkl", "\x80\x02" + object + '.')
            .stored("archive/data/0", first)
            .stored("archive/data/1", second)
            .stored("archive/version", "3\n")
            .bytes();
    };
    const auto words = [](std::initializer_list<std::uint16_t> all) {
        std::string bytes;
        for (const std::uint16_t word : all)
            bytes += bytesOf(word);
        return bytes;
    };
    struct Case {
        std::string storage; ///< the storage class of the low-precision weights; empty if there are none
        std::string rounded; ///< the bytes of these weights, such as 1, 2, 3, 4
        std::array<int, 2> files; ///< for each rank's file, the rank whose numbers it has
        std::set<int> wrong; ///< the ranks that must be reported
        bool isModelOdd = false;
    };
    const std::string bf16 = words({0x3f80, 0x4000, 0x4040, 0x4080});
    const std::string f16 = words({0x3c00, 0x4000, 0x4200, 0x4400});
    const Case cases[] = {
        {"BFloat16Storage", bf16, {0, 1}, {}},
        {"BFloat16Storage", bf16, {1, 0}, {0, 1}},
        {"BFloat16Storage", bf16, {0, 0}, {1}},
        {"HalfStorage", f16, {0, 1}, {}},
        {"HalfStorage", f16, {1, 0}, {0, 1}},
        {"HalfStorage", words({0x7c00, 0x7e00, 0, 0}), {0, 1}, {1}}, // infinity and NaN tell nothing, but 0 does
        {"BFloat16Storage", words({0x7f80, 0x7fc0, 0x4040, 0x4080}), {0, 1}, {}},
        {"", "", {1, 0}, {}},
        // The numbers match no rank, so nothing shows that the ranks' files were exchanged.
        {"BFloat16Storage", words({0x40a0, 0x40c0, 0x40e0, 0x4110}), {0, 1}, {}, true}, // 5, 6, 7, 9
        {"HalfStorage", words({0, 0, 0, 0}), {0, 1}, {}, true},
    };
    // For the second group, only the first one can tell that the file belongs to another rank.
    const std::string second = bytesOf(7.0F) + bytesOf(7.0F);
    for (const Case& one : cases) {
        TemporaryFolder folder;
        const std::string shapes = "](" + zeroDictionary({{"w", "K\4\x85"}}) + zeroDictionary({{"v", "K\4\x85"}}) + 'e';
        const std::string module = one.storage.empty() ? "}" : zeroDictionary({{"w", tensor(one.storage, "0")}});
        folder.write("mp_rank_00_model_states.pt",
            archive(zeroDictionary({{"module", module}, {"param_shapes", shapes}}), one.rounded, ""));
        for (std::size_t rank = 0; rank < 2; ++rank) {
            const std::string numbers =
                one.files[rank] == 0 ? bytesOf(1.0004F) + bytesOf(1.9995F) : bytesOf(3.001F) + bytesOf(4.0F);
            const std::string states = zeroDictionary({{"exp_avg", tensor("FloatStorage", "1")}});
            folder.write("zero_pp_rank_" + std::to_string(rank) + "_mp_rank_00_optim_states.pt",
                archive(zeroDictionary({{"optimizer_state_dict",
                            zeroDictionary({{"zero_stage", "K\2"}, {"partition_count", "K\2"},
                                {"base_optimizer_state",
                                    zeroDictionary({{"state", "}(K\0"s + states + "K\1" + states + 'u'}})},
                                {"single_partition_of_fp32_groups",
                                    "](" + tensor("FloatStorage", "0") + tensor("FloatStorage", "1") + 'e'}})}}),
                    numbers, second));
        }
        const auto checkpoint = open(folder.path());
        ASSERT_TRUE(checkpoint);
        const std::string messages = zeroMessages(*checkpoint, "copies-differ");
        for (int rank = 0; rank < 2; ++rank) {
            const bool isNamed = messages.find("\"zero_pp_rank_" + std::to_string(rank)) != std::string::npos;
            EXPECT_EQ(isNamed, one.wrong.contains(rank)) << rank << messages;
        }
        EXPECT_EQ(messages.find("such as \"w\"") != std::string::npos, one.isModelOdd) << messages;
        EXPECT_EQ(checkpoint->findings.referenceAccepts(), one.wrong.empty()) << codes(*checkpoint);
        for (const char* const name : {"w", "v", "exp_avg.w", "exp_avg.v"}) {
            const auto index = findTensor(*checkpoint, name);
            ASSERT_TRUE(index) << name;
            EXPECT_EQ(Elements::open(checkpoint, *index).has_value(), one.wrong.empty()) << name << messages;
        }
        EXPECT_EQ(
            std::ranges::any_of(checkpoint->tensors, [](const Tensor& tensor) { return tensor.name == "module.w"; }),
            !one.storage.empty());
    }
}

/// The finding about a missing file is not attached to another file, which a list of findings would show next to it.
TEST(TorchZero, NamesAMissingFileFirst)
{
    const auto checkpoint = open(dataPath("deepspeed-zero/bad-missing-rank"));
    ASSERT_TRUE(checkpoint);
    const auto& all = checkpoint->findings.list();
    const auto finding = std::ranges::find(all, "missing-rank-file", &Finding::code);
    ASSERT_NE(finding, all.end());
    EXPECT_EQ(finding->file, Finding::noFile);
    EXPECT_TRUE(finding->message.starts_with("there is no file \"zero_pp_rank_1_mp_rank_00_optim_states.pt\""))
        << finding->message;
}

/// The weights of a wrapped model have names that begin with "module." themselves.
TEST(TorchZero, NamesCopiesApartFromWeightsOfAWrappedModel)
{
    TemporaryFolder folder;
    writeOneRank(folder, zeroOptimizer("K\1", 1, "](" + zeroFlat(2) + 'e'));
    folder.write("mp_rank_00_model_states.pt",
        zeroArchive(zeroDictionary({{"module", zeroDictionary({{"q", zeroFlat(1)}, {"module.q", zeroFlat(1)}})},
            {"param_shapes", "](" + zeroDictionary({{"q", "K\1\x85"}, {"module.q", "K\1\x85"}}) + 'e'}})));
    const auto checkpoint = open(folder.path());
    ASSERT_TRUE(checkpoint);
    std::multiset<std::string> names;
    for (const Tensor& tensor : checkpoint->tensors)
        names.emplace(tensor.name);
    EXPECT_EQ(names, (std::multiset<std::string>{"low_precision.module.q", "low_precision.q", "module.q", "q"}));
}

/// If ranks saved at different steps, values are shown with a warning. A step is a number or a tensor with one.
TEST(TorchZero, WarnsOfDifferentSteps)
{
    const auto stepTensor = [](char offset) {
        return "ctorch._utils\n_rebuild_tensor_v2\n((" + zeroText("storage") + "ctorch\nFloatStorage\n" + zeroText("0")
            + zeroText("cpu") + zeroNumber(2) + "tQK" + offset + "))\x89}tR";
    };
    for (const bool isTensor : {false, true}) {
        for (const bool isOther : {false, true}) {
            TemporaryFolder folder;
            folder.write("mp_rank_00_model_states.pt", zeroModel("](" + zeroDictionary({{"w", "K\4\x85"}}) + 'e'));
            for (int rank = 0; rank < 2; ++rank) {
                const bool isLate = isOther && rank == 1;
                const std::string step = isTensor ? stepTensor(isLate ? '\1' : '\0') : isLate ? "K\x09" : "K\7";
                const std::string state = zeroDictionary({{"step", step}});
                folder.write("zero_pp_rank_" + std::to_string(rank) + "_mp_rank_00_optim_states.pt",
                    zeroArchive(zeroDictionary({{"optimizer_state_dict",
                        zeroDictionary({{"zero_stage", "K\2"}, {"partition_count", "K\2"},
                            {"single_partition_of_fp32_groups", "](" + zeroFlat(2) + 'e'},
                            {"base_optimizer_state", zeroDictionary({{"state", "}(K\0"s + state + 'u'}})}})}})));
            }
            const auto checkpoint = open(folder.path());
            ASSERT_TRUE(checkpoint);
            EXPECT_EQ(hasFinding(*checkpoint, "steps-differ"), isOther) << isTensor << codes(*checkpoint);
            EXPECT_FALSE(checkpoint->findings.hasErrors()) << codes(*checkpoint);
            const auto index = findTensor(*checkpoint, "w");
            ASSERT_TRUE(index);
            EXPECT_EQ(zeroValues(checkpoint, *index, 1), (std::vector<float>{1, 2, 1, 2}));
        }
    }
}

/// Three elements on two ranks: the second rank has one element and one of padding.
TEST(TorchZero, WarnsOfAnotherPadding)
{
    for (const std::string& padding : {"K\1"s, "K\0"s, "J\xff\xff\xff\xff"s}) {
        TemporaryFolder folder;
        folder.write("mp_rank_00_model_states.pt", zeroModel("](" + zeroDictionary({{"w", "K\3\x85"}}) + 'e'));
        for (int rank = 0; rank < 2; ++rank) {
            folder.write("zero_pp_rank_" + std::to_string(rank) + "_mp_rank_00_optim_states.pt",
                zeroArchive(zeroDictionary({{"optimizer_state_dict",
                    zeroDictionary({{"zero_stage", "K\2"}, {"partition_count", "K\2"},
                        {"group_paddings", "](" + (rank == 0 ? "K\0"s : padding) + 'e'},
                        {"single_partition_of_fp32_groups", "](" + zeroFlat(2 - rank) + 'e'}})}})));
        }
        const auto checkpoint = open(folder.path());
        ASSERT_TRUE(checkpoint);
        EXPECT_EQ(hasFinding(*checkpoint, "padding-differs"), padding != "K\1") << codes(*checkpoint);
        const auto index = findTensor(*checkpoint, "w");
        ASSERT_TRUE(index);
        EXPECT_EQ(zeroValues(checkpoint, *index, 1), (std::vector<float>{1, 2, 1}));
    }
}

TEST(TorchZero, ShowsAFrozenParameterWithoutElements)
{
    TemporaryFolder folder;
    folder.write("zero_pp_rank_0_mp_rank_00_model_states.pt",
        zeroArchive(zeroDictionary({{"module", "}"}, {"param_shapes", "](" + zeroDictionary({{"w", "K\2\x85"}}) + 'e'},
            {"frozen_param_shapes", zeroDictionary({{"f", "K\0\x85"s}})},
            {"frozen_param_fragments", zeroDictionary({{"f", zeroFlat(0)}})}})));
    folder.write("zero_pp_rank_0_mp_rank_00_optim_states.pt",
        zeroArchive(zeroDictionary({{"optimizer_state_dict",
            zeroDictionary({{"zero_stage", "K\3"}, {"partition_count", "K\1"},
                {"fp32_flat_groups", "](" + zeroFlat(2) + 'e'}})}})));
    const auto checkpoint = open(folder.path());
    ASSERT_TRUE(checkpoint);
    EXPECT_FALSE(checkpoint->findings.hasErrors()) << codes(*checkpoint);
    const auto index = findTensor(*checkpoint, "f");
    ASSERT_TRUE(index);
    EXPECT_EQ(shapeOf(*checkpoint, *index), (std::vector<std::uint64_t>{0}));
    EXPECT_EQ(checkpoint->tensors[*index].dtype, DType::F32);
}

/// The slices are checked only if they are in the order of the values.
TEST(TorchZero, ChecksSlicesOnlyInTheOrderOfTheNumbers)
{
    struct Case {
        std::string name;
        std::string count;
        std::string roundRobin; ///< empty if there is no configuration
        bool isWrong;
    };
    const Case cases[] = {
        {"w", "K\2", "\x89", false},
        {"w", "K\1", "\x89", true},
        {"v", "K\2", "\x89", true},
        {"v", "K\2", "\x88", false},
        {"v", "K\2", "", false},
        {"w", "N", "\x89", false},
    };
    for (const Case& one : cases) {
        const std::string slice = "cdeepspeed.utils.tensor_fragment\nfragment_address\n)\x81"
            + zeroDictionary({{"numel", one.count}, {"start", "K\0"s}}) + 'b';
        const std::string config = one.roundRobin.empty()
            ? "N"
            : zeroDictionary({{"zero_optimization", zeroDictionary({{"round_robin_gradients", one.roundRobin}})}});
        TemporaryFolder folder;
        writeOneRank(folder,
            zeroArchive(
                zeroDictionary({{"optimizer_state_dict",
                                    zeroDictionary({{"zero_stage", "K\1"}, {"partition_count", "K\1"},
                                        {"single_partition_of_fp32_groups", "](" + zeroFlat(2) + 'e'},
                                        {"param_slice_mappings", "](" + zeroDictionary({{one.name, slice}}) + 'e'}})},
                    {"ds_config", config}})));
        const auto checkpoint = open(folder.path());
        ASSERT_TRUE(checkpoint);
        EXPECT_EQ(hasFinding(*checkpoint, "slices-differ"), one.isWrong) << one.name << codes(*checkpoint);
        const auto index = findTensor(*checkpoint, "w");
        ASSERT_TRUE(index);
        EXPECT_EQ(static_cast<bool>(Elements::open(checkpoint, *index)), !one.isWrong) << one.name;
    }
}

/// In stage 3, a parameter may extend across several of the optimizer's groups, which differ from the groups of shapes.
TEST(TorchZero, ReadsParametersAcrossGroups)
{
    const std::string state = zeroDictionary({{"exp_avg", zeroFlat(2)}});
    const std::string shorter = zeroDictionary({{"exp_avg", zeroFlat(1)}});
    TemporaryFolder folder;
    folder.write("zero_pp_rank_0_mp_rank_00_model_states.pt",
        zeroModel("](" + zeroDictionary({{"a", "K\1\x85"}, {"b", "K\2\x85"}}) + 'e'));
    folder.write("zero_pp_rank_0_mp_rank_00_optim_states.pt",
        zeroArchive(zeroDictionary({{"optimizer_state_dict",
            zeroDictionary({{"zero_stage", "K\3"}, {"partition_count", "K\1"},
                {"fp32_flat_groups", "](" + zeroFlat(2) + zeroFlat(1) + 'e'},
                {"optimizer_state_dict", zeroDictionary({{"state", "}(K\0"s + state + "K\1" + shorter + 'u'}})}})}})));
    const auto checkpoint = open(folder.path());
    ASSERT_TRUE(checkpoint);
    EXPECT_EQ(checkpoint->variant, "ZeRO 3");
    for (const char* const prefix : {"", "exp_avg."}) {
        const auto first = findTensor(*checkpoint, prefix + "a"s);
        const auto second = findTensor(*checkpoint, prefix + "b"s);
        ASSERT_TRUE(first && second) << codes(*checkpoint);
        EXPECT_EQ(zeroValues(checkpoint, *first, 1), (std::vector<float>{1}));
        EXPECT_EQ(zeroValues(checkpoint, *second, 1), (std::vector<float>{2, 1}));
        EXPECT_EQ(zeroValues(checkpoint, *second, 2), (std::vector<float>{2, 1}));
    }
}

/// Some releases of Python pickle the stage as a call of getattr, which is safe in no other use.
TEST(TorchZero, AllowsGetattrOnlyForTheStage)
{
    struct Case {
        std::string stage;
        std::string_view variant;
        bool isDistrusted;
    };
    const std::string enumeration = "cdeepspeed.runtime.zero.config\nZeroStageEnum\n";
    const Case cases[] = {
        {"K\1", "ZeRO 1", false},
        {enumeration + "K\2\x85R", "ZeRO 2", false},
        {"cbuiltins\ngetattr\n" + enumeration + zeroText("gradients") + "\x86R", "ZeRO 2", false},
        {"c__builtin__\ngetattr\n" + enumeration + zeroText("optimizer_states") + "\x86R", "ZeRO 1", false},
        {"cbuiltins\ngetattr\n" + enumeration + zeroText("__class__") + "\x86R", "BF16_Optimizer", true},
        {"cbuiltins\ngetattr\ncos\nsystem\n" + zeroText("gradients") + "\x86R", "ZeRO 2", true},
    };
    for (const Case& one : cases) {
        TemporaryFolder folder;
        writeOneRank(folder, zeroOptimizer(one.stage, 1, "](" + zeroFlat(2) + 'e'));
        const auto checkpoint = open(folder.path());
        ASSERT_TRUE(checkpoint);
        EXPECT_EQ(checkpoint->variant, one.variant) << one.stage;
        EXPECT_EQ(hasFinding(*checkpoint, "import-unknown"), one.isDistrusted) << one.stage << codes(*checkpoint);
        const auto index = findTensor(*checkpoint, "w");
        ASSERT_TRUE(index);
        EXPECT_EQ(zeroValues(checkpoint, *index, 1), (std::vector<float>{1, 2}));
    }
}

/// A group of a thousand parameters is listed a thousand times, in few bytes.
TEST(TorchZero, ReadsNoMoreParametersThanItsPickleHasRoomFor)
{
    std::vector<std::pair<std::string, std::string>> parameters;
    for (int i = 0; i < 1000; ++i)
        parameters.emplace_back(std::to_string(i), "K\1\x85");
    std::string shapes = "](" + zeroDictionary(parameters) + "q\1";
    for (int i = 1; i < 1000; ++i)
        shapes += "h\1";
    TemporaryFolder folder;
    writeOneRank(folder, zeroOptimizer("K\1", 1, "](" + zeroFlat(2) + 'e'));
    folder.write("mp_rank_00_model_states.pt", zeroModel(shapes + 'e'));
    const auto checkpoint = open(folder.path());
    ASSERT_TRUE(checkpoint);
    EXPECT_TRUE(hasFinding(*checkpoint, "object-too-large")) << codes(*checkpoint);
    EXPECT_GE(checkpoint->tensors.size(), 1000U);
    EXPECT_LE(checkpoint->tensors.size(), 3000U);
}

/// Bogus claims in a rank's file cost nothing, whether they are about missing files or impossible sizes.
TEST(TorchZero, RefusesClaimsThatNothingBacks)
{
    struct Case {
        std::string optimizer;
        std::string shape;
        std::string_view code;
    };
    const std::string two = "](" + zeroFlat(2) + 'e';
    const std::string huge = zeroNumber(0x7fffffff);
    const Case cases[] = {
        {zeroOptimizer("K\1", 0x7fffffff, two), "K\2\x85", "missing-rank-file"},
        {zeroOptimizer("K\1", 0, two), "K\2\x85", "partition-count"},
        {zeroOptimizer("K\1", -1, two), "K\2\x85", "partition-count"},
        {zeroOptimizer("K\1", 1, two), '(' + huge + huge + huge + 't', "flat-length"},
        {zeroOptimizer("K\1", 1, two), huge + '\x85', "flat-length"},
        {zeroOptimizer("K\1", 1, two), "K\3\x85", "flat-length"},
        {zeroOptimizer("K\1", 1, "](" + zeroFlat(3) + 'e'), "K\2\x85", "flat-unreadable"},
        {zeroOptimizer("K\1", 1, "](" + zeroText("x") + 'e'), "K\2\x85", "flat-unreadable"},
        {zeroOptimizer("K\1", 1, "]"), "K\2\x85", "file-of-nothing"},
    };
    for (const Case& one : cases) {
        TemporaryFolder folder;
        writeOneRank(folder, one.optimizer);
        folder.write("mp_rank_00_model_states.pt", zeroModel("](" + zeroDictionary({{"w", one.shape}}) + 'e'));
        const auto checkpoint = open(folder.path());
        ASSERT_TRUE(checkpoint);
        const bool isExpected =
            one.code == "file-of-nothing" ? checkpoint->findings.hasErrors() : hasFinding(*checkpoint, one.code);
        EXPECT_TRUE(isExpected) << one.code << ": " << codes(*checkpoint);
        EXPECT_LE(checkpoint->findings.list().size(), 200U);
        const auto index = findTensor(*checkpoint, "w");
        ASSERT_TRUE(index);
        EXPECT_FALSE(Elements::open(checkpoint, *index)) << one.code;
    }
}

/// Without `latest`, the checkpoint with the most steps is shown. A folder with anything else is not a checkpoint.
TEST(TorchZero, FindsTheNewestCheckpoint)
{
    TemporaryFolder folder;
    const auto from = dataPath("deepspeed-zero/zero1-bf16/global_step12");
    for (const char* const name : {"global_step9", "global_step10", "global_stepx", "other11"})
        std::filesystem::copy(from, folder.path() / name);
    std::filesystem::create_directory(folder.path() / "global_step99");
    const auto checkpoint = open(folder.path());
    ASSERT_TRUE(checkpoint);
    EXPECT_EQ(checkpoint->files[0].path.parent_path().filename(), "global_step10");
    EXPECT_TRUE(hasFinding(*checkpoint, "latest-missing"));

    folder.write("latest", "other11\n");
    const auto named = open(folder.path());
    ASSERT_TRUE(named);
    EXPECT_EQ(named->files[0].path.parent_path().filename(), "other11");
    EXPECT_FALSE(hasFinding(*named, "latest-missing"));

    TemporaryFolder empty;
    empty.write("latest", "global_step1");
    EXPECT_FALSE(openCheckpoint(empty.path()));
}

TEST(TorchZero, NamesWhatItDoesNotRead)
{
    TemporaryFolder folder;
    writeOneRank(folder, zeroOptimizer("K\1", 1, "](" + zeroFlat(2) + 'e'));
    folder.write("layer_00-model_states.pt", "");
    folder.write("zero_pp_rank_x_mp_rank_00_optim_states.pt", "");
    folder.write("bf16_zero_pp_rank_0_mp_rank_00_optim_states.pt", zeroOptimizer("K\1", 1, "](" + zeroFlat(2) + 'e'));
    const auto checkpoint = open(folder.path());
    ASSERT_TRUE(checkpoint);
    EXPECT_NE(zeroMessages(*checkpoint, "layers-apart").find("layer_00-model_states.pt"), std::string::npos);
    EXPECT_NE(zeroMessages(*checkpoint, "unexpected-rank-file").find("zero_pp_rank_0_mp_rank_00"), std::string::npos);
    EXPECT_EQ(checkpoint->files.size(), 2U);
}

} // namespace loupe::test
