#include "app/cli/convert_fixture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <regex>

namespace loupe::test {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

/// name -> dtype
std::map<std::string, std::string> dtypes(const json& document)
{
    std::map<std::string, std::string> found;
    for (const json& tensor : document["tensors"])
        found[tensor["name"]] = tensor["dtype"];
    return found;
}

TEST_F(ConvertTest, AnEmptyNameIsRemarkedAndWritten)
{
    const Outcome outcome = convert("safetensors/gpt2-tiny.safetensors", {"a.safetensors", "--rename", "^wte$="});
    EXPECT_EQ(outcome.status, 0);
    EXPECT_THAT(outcome.error, HasSubstr("a tensor gets an empty name"));
    EXPECT_EQ(tloupe({"validate", "a.safetensors"}, m_folder.path()).status, 0) << "the reference reader takes it";
}

/// According to the manifest, view.transposed, view.column and view.block are views of view.full.
TEST_F(ConvertTest, SharedStorageIsSaidAndWrittenOnceWhereThatIsAskedFor)
{
    const std::string sample = "torch/state-dict.pt";
    const Outcome twice = convert(sample, {"twice.safetensors"});
    EXPECT_EQ(twice.status, 0);
    EXPECT_THAT(twice.error, HasSubstr("3 tensors share storage with another and are written in full, 128 B"));
    EXPECT_THAT(twice.error, HasSubstr("view.transposed (shared with view.full)"));
    EXPECT_THAT(twice.error, HasSubstr("--drop-shared"));
    const Outcome once = convert(sample, {"once.safetensors", "--drop-shared"});
    EXPECT_EQ(once.status, 0);
    EXPECT_THAT(once.out, HasSubstr("skipped: 3 tensors whose storage is already written"));
    const json written = info("once.safetensors");
    EXPECT_EQ(written["tensors"].size(), info("twice.safetensors")["tensors"].size() - 3);
    EXPECT_EQ(written["metadata"]["view.block"], "view.full") << "as safetensors.torch.save_model() writes it";
    EXPECT_EQ(written["metadata"].size(), 3U);
    // If the first is not written, another one is written in its place, but only once.
    const Outcome one = convert(sample, {"one.safetensors", "--select", "view.block", "--drop-shared"});
    EXPECT_EQ(info("one.safetensors")["tensors"].size(), 1U);
    EXPECT_EQ(one.error, "");
}

TEST_F(ConvertTest, InfoCountsSharedStorageOnceAndMarksIt)
{
    const json document = info(dataPath("torch/state-dict.pt"));
    std::map<std::string, std::string> shared;
    for (const json& tensor : document["tensors"]) {
        if (tensor.contains("shared_with"))
            shared[tensor["name"]] = tensor["shared_with"];
    }
    EXPECT_EQ(shared,
        (std::map<std::string, std::string>{
            {"view.block", "view.full"}, {"view.column", "view.full"}, {"view.transposed", "view.full"}}));
    EXPECT_EQ(document["totals"]["bytes"], 382) << "the sizes of the archive's storages";
    const Outcome text = tloupe({"info", dataPath("torch/state-dict.pt")});
    EXPECT_THAT(text.out, HasSubstr("shared with view.full"));
    // Only the tensors that the filter keeps count.
    const Outcome kept = tloupe({"info", "--json", "--filter", "view.column", dataPath("torch/state-dict.pt")});
    EXPECT_EQ(kept.json()["totals"]["parameters"], 4);
}

TEST_F(ConvertTest, ShardsThatAreLeftBehindAreNamed)
{
    const std::string sample = "safetensors/gpt2-tiny.safetensors";
    const auto before = convert(sample, {"m.safetensors", "--max-shard-size", "20KB", "--json"}).json();
    EXPECT_EQ(before["left_behind"], json::array());
    const std::string last = before["files"].back()["path"];
    const Outcome dry = convert(sample, {"m.safetensors.index.json", "--dry-run"});
    EXPECT_THAT(dry.out, HasSubstr(last + " would no longer be part of the model but stay on disk\n"));
    const Outcome done = convert(sample, {"m.safetensors.index.json", "--force"});
    EXPECT_THAT(done.out, HasSubstr(last + " is no longer part of the model but stays on disk\n"));
    EXPECT_TRUE(fs::exists(m_folder.path() / last));
}

TEST_F(ConvertTest, TheSuffixOrToTellsTheFormat)
{
    EXPECT_EQ(convert("safetensors/all-dtypes.safetensors", {"a.bt"}).status, 0);
    EXPECT_EQ(digest("a.bt"), digest(dataPath("bintensors/all-dtypes.bt")));
    EXPECT_EQ(convert("bintensors/all-dtypes.bt", {"plain", "--to", "safetensors"}).status, 0);
    EXPECT_EQ(digest("plain"), digest(dataPath("safetensors/all-dtypes.safetensors")));
    EXPECT_EQ(convert("bintensors/all-dtypes.bt", {"b.bintensors"}).status, 0);
    EXPECT_EQ(digest("b.bintensors"), digest("a.bt"));
    fs::create_directory(m_folder.path() / "folder");
    EXPECT_EQ(convert("bintensors/all-dtypes.bt", {"folder", "--to", "safetensors"}).status, 0);
    EXPECT_EQ(digest("folder/model.safetensors"), digest("plain"));
    EXPECT_EQ(convert("bintensors/all-dtypes.bt", {"no-suffix"}).status, 2);
    EXPECT_EQ(convert("bintensors/all-dtypes.bt", {"a.bt", "--to", "pickle"}).status, 2);
}

TEST_F(ConvertTest, AFileIsReplacedWithForceOnly)
{
    m_folder.write("a.bt", "mine");
    const Outcome refused = convert("bintensors/readme-example.bt", {"a.bt"});
    EXPECT_EQ(refused.status, 3);
    EXPECT_EQ(refused.out, "");
    EXPECT_EQ(refused.error, "tloupe: a.bt: the file exists; use --force to overwrite\n");
    EXPECT_EQ(convert("bintensors/readme-example.bt", {"a.bt", "--json"}).json()["error"]["code"], "exists");
    EXPECT_EQ(fs::file_size(m_folder.path() / "a.bt"), 4U);
    EXPECT_EQ(convert("bintensors/readme-example.bt", {"a.bt", "--force"}).status, 0);
    EXPECT_EQ(digest("a.bt"), digest(dataPath("bintensors/readme-example.bt")));
    EXPECT_EQ(tloupe({"convert", "a.bt", "a.bt", "--force", "--set-metadata", "k=v"}, m_folder.path()).status, 0);
    EXPECT_EQ(info("a.bt")["metadata"], json({{"k", "v"}}));
    EXPECT_THAT(m_folder.names(), ElementsAre("a.bt"));
}

TEST_F(ConvertTest, SelectsDropsAndRenames)
{
    EXPECT_EQ(convert("bintensors/gpt2-tiny.bt",
                  {"a.bt", "--select", "h.*", "--select", "WTE", "--drop", "*.bias", "--drop", "h.2.*", "--rename",
                      R"(^h\.(\d+)\.=layers.\1.)", "--rename", "weight=w", "--filter", "-step"})
                  .status,
        0);
    std::map<std::string, std::string> wanted;
    for (const auto& [name, dtype] : dtypes(tloupe({"info", "--json", "bintensors/gpt2-tiny.bt"}).json())) {
        const bool kept = (name.starts_with("h.0.") || name.starts_with("h.1.")) && !name.ends_with(".bias")
            && !name.ends_with(".step");
        if (!kept && name != "wte")
            continue;
        std::string renamed = kept ? "layers." + name.substr(2) : name;
        if (const std::size_t weight = renamed.find("weight"); weight != std::string::npos)
            renamed.replace(weight, 6, "w");
        wanted[renamed] = dtype;
    }
    EXPECT_GT(wanted.size(), 8U);
    EXPECT_EQ(dtypes(info("a.bt")), wanted);
}

/// Compares with regular expressions that match "NAME DTYPE".
TEST_F(ConvertTest, SelectAndDropTakeWordsOfTheFilterLanguage)
{
    struct Case {
        std::vector<std::string> options;
        std::string kept;
    };
    const std::vector<Case> cases{
        {{"--select", "h.[0-1].*"}, R"(^h\.[01]\.)"},
        {{"--select", "*.{weight,bias}"}, R"(\.(weight|bias) )"},
        {{"--select", "/ln_[12]\\.w/"}, R"(ln_[12]\.w)"},
        {{"--select", "attn"}, "attn"},
        {{"--select", "attn -c_proj"}, R"(^(?!.*c_proj).*attn)"},
        {{"--select", "mlp", "--select", "wte"}, R"(mlp|^wte )"},
        {{"--drop", "dtype:{f16,bf16}"}, R"( (?!B?F16$))"},
        {{"--select", "rank:>0 h.?.*", "--drop", "-attn"}, R"(^h\..\..*attn)"},
        {{"--select", "wte inf:0 nan:0"}, "^wte "},
        // A word that is a full name selects only that tensor.
        {{"--select", "wte"}, R"(^wte )"},
    };
    const auto all = dtypes(tloupe({"info", "--json", "bintensors/gpt2-tiny.bt"}).json());
    for (const Case& one : cases) {
        std::vector<std::string> arguments{"a.bt", "--force"};
        arguments.insert(arguments.end(), one.options.begin(), one.options.end());
        const Outcome outcome = convert("bintensors/gpt2-tiny.bt", arguments);
        EXPECT_EQ(outcome.status, 0) << outcome.error;
        EXPECT_EQ(outcome.error, "") << testing::PrintToString(one.options);
        std::map<std::string, std::string> wanted;
        for (const auto& [name, dtype] : all) {
            if (std::regex_search(name + ' ' + dtype, std::regex(one.kept)))
                wanted[name] = dtype;
        }
        ASSERT_FALSE(wanted.empty() || wanted.size() == all.size()) << one.kept;
        EXPECT_EQ(dtypes(info("a.bt")), wanted) << testing::PrintToString(one.options);
    }
}

TEST_F(ConvertTest, TheLastRuleForADTypeCasts)
{
    EXPECT_EQ(convert("bintensors/gpt2-tiny.bt",
                  {"a.bt", "--dtype", "f32=F16", "--dtype", "BF16", "--dtype", "F32=F64", "--dtype", "BOOL=U8"})
                  .status,
        0);
    const auto before = dtypes(tloupe({"info", "--json", "bintensors/gpt2-tiny.bt"}).json());
    for (const auto& [name, dtype] : dtypes(info("a.bt"))) {
        const std::string was = before.at(name);
        EXPECT_EQ(dtype, was == "F32" ? "F64" : was == "BOOL" ? "U8" : "BF16") << name << ' ' << was;
    }
}

TEST_F(ConvertTest, EditsThatAreAboutNothingAreSaid)
{
    const Outcome outcome = convert("bintensors/gpt2-tiny.bt",
        {"a.bt", "--drop", "no-such", "--rename", "no-such=x", "--dtype", "U64=I8", "--drop-metadata", "none"});
    EXPECT_EQ(outcome.status, 0);
    EXPECT_THAT(outcome.error,
        AllOf(HasSubstr("--drop \"no-such\": no tensor matches\n"), HasSubstr("--rename \"no-such=x\""),
            HasSubstr("--dtype \"U64=I8\""), HasSubstr("--drop-metadata \"none\"")));
    EXPECT_EQ(convert("bintensors/gpt2-tiny.bt", {"a.bt", "--force", "-q", "--drop", "no-such"}).error, "");
    const Outcome nothing = convert("bintensors/gpt2-tiny.bt", {"b.bt", "--select", "no-such"});
    EXPECT_EQ(nothing.status, 3);
    EXPECT_EQ(nothing.error,
        "tloupe: " + dataPath("bintensors/gpt2-tiny.bt").string()
            + ": no tensors left to write: --select \"no-such\": no tensor matches\n");
    const Outcome senseless = convert("bintensors/gpt2-tiny.bt", {"b.bt", "--drop", "dtyp:f32"});
    EXPECT_EQ(senseless.status, 2);
    EXPECT_THAT(senseless.error, StartsWith("tloupe: --drop: is \"dtyp:f32\": at character 1: \"dtyp:\" is not known"));
    EXPECT_EQ(std::count(senseless.error.begin(), senseless.error.end(), '\n'), 1);
    EXPECT_THAT(convert("bintensors/gpt2-tiny.bt", {"b.bt", "--dtype", "F16"}).error,
        HasSubstr("of integers or booleans become floats"));
}

TEST_F(ConvertTest, MetadataIsEdited)
{
    EXPECT_EQ(convert("bintensors/gpt2-tiny.bt",
                  {"a.bt", "--set-metadata", "format=flax", "--set-metadata", "e=a=b", "--set-metadata",
                      "empty=", "--drop-metadata", "model"})
                  .status,
        0);
    EXPECT_EQ(
        info("a.bt")["metadata"], json({{"e", "a=b"}, {"empty", ""}, {"format", "flax"}, {"framework", "torch"}}));
}

TEST_F(ConvertTest, ADryRunSaysAllAndWritesNothing)
{
    m_folder.write("a-00001-of-00003.bt", "there");
    const std::vector<std::string> arguments{
        "a.bt", "--dtype", "F32=BF16", "--max-shard-size", "48KB", "--set-metadata", "k=v"};
    auto dry = arguments;
    dry.insert(dry.end(), {"--dry-run", "--force", "--json"});
    const Outcome outcome = convert("bintensors/gpt2-tiny.bt", dry);
    EXPECT_EQ(outcome.status, 0);
    EXPECT_THAT(m_folder.names(), ElementsAre("a-00001-of-00003.bt"));
    const json document = outcome.json();
    EXPECT_EQ(document["written"], false);
    EXPECT_EQ(document["format"], "bintensors");
    EXPECT_EQ(document["index"], "a.bt.index.json");
    EXPECT_EQ(document["replaced"], json({"a-00001-of-00003.bt"}));
    EXPECT_EQ(document["metadata"]["k"], "v");
    ASSERT_EQ(document["files"].size(), 3U);

    auto wet = arguments;
    wet.insert(wet.end(), {"--force", "--json"});
    const json written = convert("bintensors/gpt2-tiny.bt", wet).json();
    EXPECT_EQ(written["written"], true);
    EXPECT_EQ(written["verified"], true);
    EXPECT_EQ(written["files"], document["files"]);
    EXPECT_EQ(written["totals"], document["totals"]);
    for (const json& file : document["files"])
        EXPECT_EQ(fs::file_size(m_folder.path() / file["path"].get<std::string>()), file["bytes"]);
    const json found = info("a.bt.index.json");
    ASSERT_EQ(found["tensors"].size(), document["tensors"].size());
    for (std::size_t i = 0; i < found["tensors"].size(); ++i) {
        for (const char* const key : {"name", "shape", "bytes", "file_offsets", "file"})
            EXPECT_EQ(found["tensors"][i][key], document["tensors"][i][key]);
        EXPECT_EQ(found["tensors"][i]["dtype"], document["tensors"][i]["dtype"][1]);
    }
    EXPECT_EQ(found["findings"], json::array());
}

TEST_F(ConvertTest, ADryRunWeighsCasts)
{
    const json tensors =
        convert("safetensors/special-values.safetensors", {"a.bt", "--dtype", "F32=U8", "--dry-run", "--json"})
            .json()["tensors"];
    for (const json& tensor : tensors) {
        EXPECT_EQ(tensor.contains("cast"), tensor["dtype"][0] == "F32") << tensor;
        if (tensor["name"] == "f32.all_nan") {
            EXPECT_EQ(tensor["cast"]["lost_nan"], tensor["cast"]["changed"]);
        }
    }
    EXPECT_THAT(convert("safetensors/special-values.safetensors", {"a.bt", "--dtype", "F32=U8", "--dry-run"}).out,
        AllOf(HasSubstr("LOST NAN"), HasSubstr("nothing was written")));
}

TEST_F(ConvertTest, WhatCannotBeWrittenIsThreeAndNothing)
{
    const std::vector<std::pair<std::string, std::vector<std::string>>> impossible{
        {"safetensors/all-dtypes-extended.safetensors", {"a.bt"}},
        {"bintensors/names.bt", {"a.safetensors"}},
        {"bintensors/gpt2-tiny.bt", {"a.bt", "--rename", ".*=same"}},
        {"bintensors/gpt2-tiny.bt", {"a.bt", "--dtype", "C64"}},
        {"safetensors-sharded/bad-missing-shard.index.json", {"a.bt"}},
        {"malformed/data-one-short.safetensors", {"a.bt"}},
        {"malformed/duplicate-names.bt", {"a.bt"}},
        {"bintensors/gpt2-tiny.bt", {"no/folder/a.bt"}},
        {"no-such-file.bt", {"a.bt"}},
    };
    for (const auto& [sample, arguments] : impossible) {
        const Outcome outcome = convert(sample, arguments);
        EXPECT_EQ(outcome.status, 3) << sample << outcome.error;
        EXPECT_EQ(outcome.out, "") << sample;
        EXPECT_THAT(outcome.error, StartsWith("tloupe: ")) << sample;
        auto withJson = arguments;
        withJson.push_back("--json");
        EXPECT_TRUE(convert(sample, withJson).json()["error"].contains("code")) << sample;
        EXPECT_TRUE(m_folder.names().empty()) << sample;
    }
    EXPECT_THAT(convert("safetensors/all-dtypes-extended.safetensors", {"a.bt", "--select", "*e8m0*"}).error,
        HasSubstr("a cast to BF16 would keep every value"));
}

TEST_F(ConvertTest, ABrokenFileThatHasAllItsTensorsIsMended)
{
    const Outcome outcome = convert("malformed/offset-hole.safetensors", {"a.safetensors"});
    EXPECT_EQ(outcome.status, 0);
    EXPECT_THAT(outcome.error, HasSubstr("has errors"));
    EXPECT_EQ(tloupe({"validate", "a.safetensors"}, m_folder.path()).status, 0);
}

TEST_F(ConvertTest, WrongUsageIsTwo)
{
    for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{{"a.bt", "--dtype", "F31"},
             {"a.bt", "--dtype", "F32=Opaque"}, {"a.bt", "--rename", "x"}, {"a.bt", "--rename", "(=x"},
             {"a.bt", "--rename", "x=\\3"}, {"a.bt", "--set-metadata", "x"}, {"a.bt", "--max-shard-size", "0"},
             {"a.bt", "--max-shard-size", "5XB"}, {}}) {
        const Outcome outcome = convert("bintensors/readme-example.bt", arguments);
        EXPECT_EQ(outcome.status, 2) << testing::PrintToString(arguments);
        EXPECT_THAT(outcome.error, StartsWith("tloupe: "));
    }
    EXPECT_TRUE(m_folder.names().empty());
}

TEST_F(ConvertTest, SeveralInputsBecomeOne)
{
    const std::string one = dataPath("safetensors/gpt2-tiny.safetensors");
    const std::string other = dataPath("bintensors/readme-example.bt");
    ASSERT_EQ(tloupe({"convert", one, other, "a.safetensors"}, m_folder.path()).status, 0);
    auto expected = dtypes(info(one));
    expected.merge(dtypes(info(other)));
    EXPECT_EQ(dtypes(info("a.safetensors")), expected);
    ASSERT_EQ(tloupe({"merge", one, other, "-o", "b.safetensors"}, m_folder.path()).status, 0);
    EXPECT_EQ(digest("b.safetensors"), digest("a.safetensors"));
    ASSERT_EQ(tloupe({"merge", one, other, "c.safetensors"}, m_folder.path()).status, 0);
    EXPECT_EQ(digest("c.safetensors"), digest("a.safetensors"));
    ASSERT_EQ(tloupe({"convert", one, other, "-o", "d.safetensors"}, m_folder.path()).status, 0);
    EXPECT_EQ(digest("d.safetensors"), digest("a.safetensors"));
    for (const std::string& input : {one, other}) {
        const auto values = [&](const std::string& path) {
            return tloupe({"hash", "--tensors", "--values", "--json", path}, m_folder.path()).json()["tensors"];
        };
        const json merged = values("a.safetensors");
        for (const json& tensor : values(input)) {
            const auto found = std::ranges::find(merged, tensor["name"], [](const json& some) { return some["name"]; });
            ASSERT_NE(found, merged.end()) << tensor["name"];
            EXPECT_EQ((*found)["digest"], tensor["digest"]) << tensor["name"];
        }
    }
}

TEST_F(ConvertTest, NamesOfSeveralInputsMayNotRepeat)
{
    const std::string sample = dataPath("safetensors/gpt2-tiny.safetensors");
    const Outcome refused = tloupe({"merge", sample, sample, "-o", "a.safetensors"}, m_folder.path());
    EXPECT_EQ(refused.status, 3);
    EXPECT_THAT(refused.error, HasSubstr("--number-repeated"));
    EXPECT_TRUE(m_folder.names().empty());
    EXPECT_EQ(tloupe({"merge", sample, "-o", "a.safetensors", "--select", "no-such"}, m_folder.path()).status, 3);
    EXPECT_EQ(tloupe({"merge", sample, sample}, m_folder.path()).status, 2) << "no output";
}

TEST_F(ConvertTest, QuietSaysNothing)
{
    const Outcome outcome = convert("bintensors/readme-example.bt", {"a.bt", "-q", "--no-verify"});
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(outcome.out + outcome.error, "");
    EXPECT_EQ(convert("bintensors/readme-example.bt", {"b.bt", "--no-verify", "--json"}).json()["verified"], false);
}

} // namespace

} // namespace loupe::test
