#include "app/cli/process.h"
#include "support/temporary_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loupe::test {

namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr const char* example = "bintensors/readme-example.bt";

TEST(Usage, MistakesEndWithTwoAndASentence)
{
    const std::vector<std::vector<std::string>> mistakes{
        {},
        {"prune", example},
        {"scan"},
        {"scan", "--bins", "3", example},
        {"info"},
        {"info", example, example},
        {"info", "--depth", "x", example},
        {"info", "--depth", "-1", example},
        {"info", "--depth", "1", "--flat", example},
        {"info", "--families", "--flat", example},
        {"info", "--families", "--sort", "size", example},
        {"info", "--threads", "many", example},
        {"info", "--nonsense", example},
        {"info", "--filter", "size:>", example},
        {"stats", "--bins", "1000001", example},
        {"stats", "--range", "1", example},
        {"stats", "--range", "2,1", example},
        {"stats", "--range", "0,inf", example},
        {"stats", "--quantiles", "0.5,", example},
        {"stats", "--quantiles", "1.5", example},
        {"stats", "--quantiles", "nan", example},
        {"stats", example, "no-such-tensor"},
        {"spectrum"},
        {"spectrum", "--rank", "0", example},
        {"spectrum", "--leading", "257", example},
        {"spectrum", "--energy", "0", example},
        {"spectrum", "--energy", "1.5", example},
        {"spectrum", "--energy", "0.9,0.99", example},
        {"spectrum", "--stacked", "-1", example},
        {"spectrum", "--csv", "--json", example},
        {"spectrum", example, "no-such-tensor"},
        {"check"},
        {"check", "--context", "0", example},
        {"check", "--cache-bytes", "9", example},
        {"check", "--sarif", "--json", example},
        {"lora"},
        {"lora", "--alpha", "0", example},
        {"lora", "--alpha", "x", example},
        {"lora", example, "-o", "out.bt"},
        {"lora", example, "--merge", "-o", "out.bt"},
        {"lora", example, "--merge", "--base", example},
        {"lora", example, "--merge", "--rank", "2", "--base", example, "-o", "out.bt"},
        {"lora", example, "--rank", "0", "-o", "out.bt"},
        {"lora", example, "--energy", "1.5", "-o", "out.bt"},
        {"lora", example, "--spelling", "other", "-o", "out.bt"},
        {"lora", example, "--share"},
        {"lora", example, "--strength", "2"},
        {"convert", example, "out.bt", "--extract-lora", "4"},
        {"convert", example, example, "out.bt", "--spelling", "peft"},
        {"convert", example, example, "out.bt", "--extract-lora", "4", "--select", "x"},
        {"hash"},
        {"hash", "--algorithm", "md5", example},
        {"hash", "--filter", "a", example},
        {"hash", "--check", "sums", example},
        {"hash", "--verify", "--tensors", example},
        {"hash", "--values", example},
        {"hash", "--check", "-", "--key-file", "-"},
        {"hash", "--verify", "--algorithm", "sha256", example},
        {"info", "--key-file", "a", "--passphrase-file", "b", example},
        {"diff", example},
        {"diff", example, example, example},
        {"diff", "--atol", "-1", example, example},
        {"diff", "--atol", "nan", example, example},
        {"diff", "--rtol", "1,2", example, example},
        {"diff", "--map", "name", example, example},
        {"diff", "--map", "(=x", example, example},
        {"diff", "--map", "a=\\1", example, example},
        {"formats", "--filter", "a"},
    };
    for (const auto& arguments : mistakes) {
        const Outcome outcome = tloupe(arguments);
        EXPECT_EQ(outcome.status, 2) << testing::PrintToString(arguments);
        EXPECT_EQ(outcome.out, "") << testing::PrintToString(arguments);
        EXPECT_THAT(outcome.error, StartsWith("tloupe: ")) << testing::PrintToString(arguments);
        EXPECT_EQ(std::count(outcome.error.begin(), outcome.error.end(), '\n'), 1) << outcome.error;
    }
    EXPECT_THAT(tloupe({"diff", "--map", "name", example, example}).error, HasSubstr("--map"));
    EXPECT_THAT(tloupe({"prune", example}).error, StartsWith("tloupe: unknown verb \"prune\", expected "));
}

TEST(Usage, HelpAndVersionAreAnswers)
{
    for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
             {"--help"}, {"info", "--help"}, {"stats", "--help"}, {"hash", "--help"}}) {
        const Outcome outcome = tloupe(arguments);
        EXPECT_EQ(outcome.status, 0);
        EXPECT_THAT(outcome.out, HasSubstr("Usage: tloupe"));
        EXPECT_EQ(outcome.error, "");
    }
    EXPECT_THAT(tloupe({"--version"}).out, StartsWith("tloupe "));
}

TEST(Usage, AnOptionThatMayBeRepeatedTakesOneText)
{
    const std::string sample = "safetensors/gpt2-tiny.safetensors";
    const TemporaryFolder folder;
    const std::string array = folder.path() / "all.npz";
    EXPECT_EQ(tloupe({"export", "--dtype", "f32=f16", sample, "-o", array}).status, 0);
    EXPECT_TRUE(std::filesystem::exists(array));
    const std::string file = folder.path() / "part.bt";
    EXPECT_EQ(tloupe({"convert", "--drop", "wpe*", "--rename", "^h=layers", sample, file}).status, 0);
    EXPECT_TRUE(std::filesystem::exists(file));
}

TEST(Usage, StandardInputIsSaidToBeNoInput)
{
    const std::vector<std::vector<std::string>> verbs{{"info", "-"}, {"validate", example, "-"}, {"stats", "-"},
        {"scan", "-"}, {"hash", "-"}, {"diff", "-", example}, {"diff", example, "-"}, {"convert", "-", "a.bt"},
        {"export", "-", "-o", "a.npz"}};
    for (const auto& arguments : verbs) {
        const Outcome outcome = tloupe(arguments);
        EXPECT_EQ(outcome.status, 2) << arguments.front();
        EXPECT_THAT(outcome.error,
            HasSubstr("is \"-\", and standard input is not supported, expected a path; a file of that name is \"./-\""))
            << arguments.front();
        EXPECT_EQ(std::count(outcome.error.begin(), outcome.error.end(), '\n'), 1) << arguments.front();
    }
}

TEST(Usage, AFilterThatNothingMatchesIsSaid)
{
    for (const std::vector<std::string>& verb : {std::vector<std::string>{"stats"}, {"scan"}, {"hash", "--tensors"}}) {
        std::vector<std::string> arguments = verb;
        arguments.insert(arguments.end(), {"--filter", "no-such", example});
        EXPECT_EQ(tloupe(arguments).error,
            "tloupe: " + std::string(example) + ": no tensor matches the filter: nothing matches no-such\n")
            << verb.front();
    }
}

TEST(Usage, WhatCannotBeReadIsThreeWithOneLine)
{
    for (const char* const verb : {"info", "validate", "stats", "scan", "hash"}) {
        const Outcome text = tloupe({verb, "no/such/file.bt"});
        EXPECT_EQ(text.status, 3) << verb;
        EXPECT_EQ(text.out, "") << verb;
        EXPECT_THAT(text.error, StartsWith("tloupe: no/such/file.bt: ")) << verb;
        EXPECT_EQ(std::count(text.error.begin(), text.error.end(), '\n'), 1) << verb;

        const Outcome document = tloupe({verb, "--json", "no/such/file.bt"});
        EXPECT_EQ(document.status, 3) << verb;
        const json error = document.json()["error"];
        EXPECT_EQ(error["code"], "not-found") << verb;
        EXPECT_EQ(error["path"], "no/such/file.bt") << verb;
        EXPECT_TRUE(error["offset"].is_null()) << verb;
    }
}

TEST(Usage, AFileThatCannotBeReadDoesNotHideTheOthers)
{
    const Outcome outcome = tloupe({"validate", "--json", example, "nothing.bt", "malformed/duplicate-names.bt"});
    EXPECT_EQ(outcome.status, 3);
    const json files = outcome.json()["files"];
    ASSERT_EQ(files.size(), 3U);
    EXPECT_EQ(files[0]["valid"], true);
    EXPECT_EQ(files[1]["error"]["code"], "not-found");
    EXPECT_EQ(files[2]["valid"], false);
    EXPECT_EQ(files[2]["findings"][0]["severity"], "error");
    EXPECT_EQ(files[2]["findings"][0]["tensor"], "a");
    EXPECT_EQ(tloupe({"validate", example, "malformed/duplicate-names.bt"}).status, 1);
}

TEST(Usage, NamesInErrorsCannotFoolATerminal)
{
    const Outcome outcome = tloupe({"info", "no\x1b[31m\nfile"});
    EXPECT_EQ(outcome.status, 3);
    EXPECT_THAT(outcome.error, Not(HasSubstr("\x1b")));
    EXPECT_EQ(std::count(outcome.error.begin(), outcome.error.end(), '\n'), 1);
}

TEST(Usage, PathsAndNamesAreTakenAsTheyAre)
{
    const TemporaryFolder folder;
    const std::string header = R"({"[a]":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},)"
                               R"("[a,b]":{"dtype":"U8","shape":[1],"data_offsets":[1,2]},)"
                               R"("a,b":{"dtype":"U8","shape":[1],"data_offsets":[2,3]},)"
                               R"("%%":{"dtype":"U8","shape":[1],"data_offsets":[3,4]},)"
                               R"("{}":{"dtype":"U8","shape":[1],"data_offsets":[4,5]},)"
                               R"("":{"dtype":"U8","shape":[1],"data_offsets":[5,6]}})";
    const std::string content =
        std::string{static_cast<char>(header.size() % 256), static_cast<char>(header.size() / 256)}
        + std::string(6, '\0') + header + "abcdef";
    const std::vector<std::string> words{"[a]", "[a,b]", "a,b", "%%", "{}"};
    for (const std::string& word : words) {
        folder.write(word, content);
        for (const char* const verb : {"info", "stats", "validate", "hash"}) {
            const Outcome outcome = tloupe({verb, word}, folder.path());
            EXPECT_EQ(outcome.status, 0) << verb << ' ' << word << ": " << outcome.error;
        }
        const json tensors = tloupe({"stats", "--json", word, word}, folder.path()).json()["tensors"];
        ASSERT_EQ(tensors.size(), 1U) << word;
        EXPECT_EQ(tensors[0]["name"], word);
        const json files = tloupe({"hash", "--json", word, "no-file", word}, folder.path()).json()["files"];
        ASSERT_EQ(files.size(), 2U) << word;
        EXPECT_EQ(files[0]["path"], word);
        EXPECT_THAT(tloupe({"hash", "--check", word}, folder.path()).error, HasSubstr(word + ": no digest"));
    }
    std::vector<std::string> all{"validate", "--json"};
    all.insert(all.end(), words.begin(), words.end());
    const json files = tloupe(all, folder.path()).json()["files"];
    ASSERT_EQ(files.size(), words.size());
    for (std::size_t i = 0; i < words.size(); ++i)
        EXPECT_EQ(files[i]["path"], words[i]);
    EXPECT_THAT(tloupe({"hash", "[x,y]"}, folder.path()).error, StartsWith("tloupe: [x,y]: "));
    EXPECT_THAT(tloupe({"stats", "--range", "[1,2]", "a,b"}, folder.path()).error, HasSubstr("\"[1,2]\""));
}

TEST(Usage, AFormatNobodyKnowsIsNull)
{
    const TemporaryFolder folder;
    folder.write("m.safetensors.index.json", R"({"weight_map":{"a":"gone.safetensors"}})");
    for (const char* const verb : {"info", "validate"}) {
        const json document = tloupe({verb, "--json", "m.safetensors.index.json"}, folder.path()).json();
        const json& answer = document.contains("files") && verb[0] == 'v' ? document["files"][0] : document;
        EXPECT_TRUE(answer.contains("format") && answer["format"].is_null()) << document;
    }
}

TEST(Usage, QuietFormatsSaysNothing)
{
    EXPECT_EQ(tloupe({"formats", "-q"}).out, "");
    EXPECT_EQ(tloupe({"formats", "-q", "--json"}).out, tloupe({"formats", "--json"}).out);
}

TEST(Usage, QuietValidateOnlyAnswersWithItsStatus)
{
    EXPECT_EQ(tloupe({"validate", "-q", example}).out, "");
    const Outcome outcome = tloupe({"validate", "--quiet", "malformed/duplicate-names.bt"});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_EQ(outcome.out + outcome.error, "");
}

TEST(Usage, FilterNarrowsTheAnswer)
{
    const auto names = [](const std::vector<std::string>& arguments) {
        std::vector<std::string> found;
        const json document = tloupe(arguments).json();
        const json& tensors = arguments.front() == "hash" ? document["files"][0]["tensors"] : document["tensors"];
        for (const json& tensor : tensors)
            found.push_back(tensor["name"]);
        return found;
    };
    const std::string file = "bintensors/gpt2-tiny.bt";
    EXPECT_EQ(names({"info", "--json", "--filter", "dtype:f16", file}), std::vector<std::string>{"wte"});
    EXPECT_EQ(names({"stats", "--json", "--filter", "dtype:f16", file}), std::vector<std::string>{"wte"});
    EXPECT_EQ(names({"hash", "--tensors", "--json", "--filter", "dtype:f16", file}), std::vector<std::string>{"wte"});
    EXPECT_EQ(names({"stats", "--json", file, "wpe", "w?e", "h.1.step"}),
        (std::vector<std::string>{"wpe", "wte", "h.1.step"}));
    EXPECT_EQ(names({"info", "--json", "--filter", "nan:>0 dtype:bf16", "bintensors/bit-patterns.bt"}),
        std::vector<std::string>{"bf16.every_pattern"});
    EXPECT_TRUE(names({"info", "--json", "--filter", "nan:>0", file}).empty());
    const auto all = names({"info", "--json", file});
    EXPECT_EQ(names({"info", "--json", "--filter=", file}), all);
    EXPECT_EQ(names({"info", "--json", "--filter", "", file}), all);
}

TEST(Usage, ADTypeThatNothingCanHaveIsWrongUsage)
{
    const std::string file = "bintensors/gpt2-tiny.bt";
    const std::vector<std::vector<std::string>> verbs{{"info", file}, {"stats", file}, {"scan", file},
        {"hash", "--tensors", file}, {"validate", file}, {"diff", file, file}, {"export", file, "-o", "no.npz"},
        {"convert", file, "no.bt"}};
    for (std::vector<std::string> arguments : verbs) {
        arguments.insert(arguments.end(), {"--filter", "dtype:zz"});
        const Outcome outcome = tloupe(arguments);
        EXPECT_EQ(outcome.status, 2) << arguments.front();
        EXPECT_THAT(outcome.error, testing::HasSubstr("unknown dtype in dtype:zz")) << arguments.front();
    }
    EXPECT_EQ(
        tloupe({"info", "--filter", "dtype:float16", file}).out, tloupe({"info", "--filter", "dtype:f16", file}).out);
}

TEST(Usage, HistogramFollowsItsOptions)
{
    const json tensor = tloupe({"stats", "--json", "--bins", "4", "--range", "-1,1", example}).json()["tensors"][0];
    EXPECT_EQ(tensor["histogram"],
        json({{"edges", {-1.0, -0.5, 0.0, 0.5, 1.0}}, {"counts", {0, 0, 4, 0}}, {"below", 0}, {"above", 0}}));
    EXPECT_TRUE(tloupe({"stats", "--json", "--bins", "0", example}).json()["tensors"][0]["histogram"].is_null());
}

TEST(Usage, QuantilesFollowTheirOption)
{
    const std::string file = "bintensors/gpt2-tiny.bt";
    const json tensor =
        tloupe({"stats", "--json", "--quantiles", "0,1,1e-3,0.5,0.001,1", file, "wte"}).json()["tensors"][0];
    EXPECT_EQ(tensor["quantiles"].size(), 4U);
    EXPECT_EQ(tensor["quantiles"]["0"], tensor["min"]);
    EXPECT_EQ(tensor["quantiles"]["1"], tensor["max"]);
    EXPECT_TRUE(tensor["quantiles"].contains("0.001") && tensor["quantiles"].contains("0.5"));
    const json none = tloupe({"stats", "--json", "--quantiles", "", file, "wte"}).json()["tensors"][0];
    EXPECT_EQ(none["quantiles"], json::object());
    EXPECT_THAT(tloupe({"stats", file, "wte"}).out, HasSubstr("Q0.99"));
    EXPECT_THAT(tloupe({"stats", "--quantiles", "", file, "wte"}).out, Not(HasSubstr("Q0")));
}

TEST(Usage, WithoutAnythingFiniteTheHistogramIsEmpty)
{
    const json document =
        tloupe({"stats", "--json", "--bins", "2", "safetensors/special-values.safetensors", "f32.all_nan"}).json();
    const json& tensor = document["tensors"][0];
    EXPECT_EQ(tensor["histogram"], json({{"edges", {0.0, 0.5, 1.0}}, {"counts", {0, 0}}, {"below", 0}, {"above", 0}}));
    EXPECT_TRUE(tensor["quantiles"]["0.5"].is_null());
}

TEST(Usage, AMissingShardIsSaidAndThree)
{
    const std::string index = "safetensors-sharded/bad-missing-shard.index.json";
    for (const char* const verb : {"stats", "scan"}) {
        const Outcome outcome = tloupe({verb, "--json", index});
        EXPECT_EQ(outcome.status, 3) << verb;
        EXPECT_THAT(outcome.error, HasSubstr("model-00004-of-00003.safetensors")) << verb;
        EXPECT_EQ(std::count(outcome.error.begin(), outcome.error.end(), '\n'), 1) << verb;
        EXPECT_EQ(outcome.json()["error"]["code"], "not-found") << verb;
        EXPECT_FALSE(outcome.json()["tensors"].empty()) << verb;
    }
    EXPECT_EQ(tloupe({"stats", index, "wte"}).status, 0); // it is in an existing shard
    EXPECT_EQ(tloupe({"stats", "safetensors-sharded/bad-missing-tensor.index.json"}).status, 3);
    EXPECT_EQ(tloupe({"stats", "malformed/all-zero-64.bt"}).status, 3);
}

TEST(Usage, StatsGoOnAfterATensorThatIsCutOff)
{
    const Outcome outcome = tloupe({"stats", "--json", "malformed/data-one-short.safetensors"});
    EXPECT_EQ(outcome.status, 3);
    const json document = outcome.json();
    EXPECT_EQ(document["error"]["code"], "past-the-end");
    EXPECT_EQ(document["tensors"].back()["error"]["code"], "past-the-end");
    EXPECT_TRUE(document["tensors"].back()["mean"].is_null());
}

TEST(Usage, AFilterThatCannotReadTheValuesItAsksForFails)
{
    for (const char* const verb : {"info", "stats", "validate"}) {
        const Outcome outcome = tloupe({verb, "--filter", "-nan:>0", "malformed/data-one-short.safetensors"});
        EXPECT_EQ(outcome.status, 3) << verb;
        EXPECT_EQ(outcome.out, "") << verb;
        EXPECT_THAT(outcome.error, StartsWith("tloupe: malformed/data-one-short.safetensors: ")) << verb;
    }
}

TEST(Usage, FormatsListsAllAndSaysWhatTheyCan)
{
    const json listed = tloupe({"formats", "--json"}).json();
    std::vector<std::string> ids;
    for (const json& format : listed["formats"]) {
        ids.push_back(format["id"]);
        const bool isModel = ids.back().ends_with("tensors");
        EXPECT_EQ(format["write"], isModel) << ids.back(); // writable by convert
        EXPECT_EQ(format["export"], isModel || ids.back().starts_with("np")) << ids.back();
    }
    for (const json& format : listed["left_out"])
        ids.push_back(format["id"]);
    EXPECT_THAT(ids,
        testing::UnorderedElementsAre("bintensors", "safetensors", "npy", "npz", "gguf", "torch", "tensorizer", "onnx",
            "tf-bundle", "tflite", "tfjs", "zarr", "flax-msgpack", "paddle", "arrow", "hdf5"));
    EXPECT_THAT(tloupe({"formats"}).out, HasSubstr(".safetensors"));
}

TEST(Usage, ThreadsDoNotChangeTheAnswer)
{
    const std::string file = "safetensors/bit-patterns.safetensors";
    EXPECT_EQ(tloupe({"stats", "--json", "--threads", "1", file}).out, tloupe({"stats", "--json", file}).out);
}

TEST(Usage, AFullDiskIsAnError)
{
    const Outcome outcome = runProgram("sh", {"-c", "exec \"$0\" info \"$1\" > /dev/full", LOUPE_TLOUPE, example});
    EXPECT_EQ(outcome.status, 3);
    EXPECT_THAT(outcome.error, StartsWith("tloupe: standard output: "));
}

TEST(Usage, AReaderThatStopsEndsItQuietly)
{
    const Outcome outcome = runProgram(
        "sh", {"-c", "\"$0\" stats --json \"$1\" | head -c 10", LOUPE_TLOUPE, "safetensors/bit-patterns.safetensors"});
    EXPECT_EQ(outcome.out, "{\"tensors\"");
    EXPECT_EQ(outcome.error, "");
}

} // namespace

} // namespace loupe::test
