// Tests the help of each verb, and runs its examples verbatim.

#include "app/cli/process.h"
#include "support/compared_pair.h"
#include "support/temporary_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace loupe::test {

namespace {

using testing::HasSubstr;

/// Each verb with the meaning of status 0 and 1, as in the manual.
const std::map<std::string, std::string> verbs{{"info", "0 done, 1 the file is not valid"},
    {"validate", "0 valid, 1 not valid"}, {"check", "0 no errors, 1 some"}, {"stats", "0 done"}, {"spectrum", "0 done"},
    {"scan", "0 no NaN or Inf, 1 some"}, {"history", "0 no NaN or Inf, 1 some"},
    {"hash", "0 done, or all digests match; 1 a digest does not match"}, {"diff", "0 the same, 1 different"},
    {"collect", "that of the verb that wrote the parts; 1 also if parts are missing"},
    {"git-difftool", "0 done, different or not"}, {"convert", "0 done, 1 --salvage skipped tensors"},
    {"merge", "0 done, 1 --salvage skipped tensors"},
    {"lora", "0 all modules are supported, finite, and fit the base, 1 otherwise"},
    {"export", "0 done, 1 --salvage skipped tensors"}, {"thumbnail", "0 done"}, {"formats", "0 done"},
    {"cache", "0 done"}};

std::string model(float value)
{
    const std::string weights = packedBytes<float>({value, 2, 3, 4});
    std::vector<WantedTensor> tensors{{"embed.weight", "F32", "[2,2]", weights}};
    for (int layer = 0; layer < 8; ++layer) {
        const std::string group = "layers." + std::to_string(layer);
        tensors.push_back({group + ".norm.weight", "F32", "[4]", weights});
        tensors.push_back({group + ".self_attn.q_proj.weight", "F32", "[2,2]", weights});
    }
    return safetensorsOf(tensors);
}

std::vector<std::string> examplesOf(const std::string& help)
{
    std::vector<std::string> examples;
    std::istringstream lines(help);
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("  tloupe "))
            examples.push_back(line.substr(2));
    }
    return examples;
}

} // namespace

TEST(Help, IsAVerbToo)
{
    EXPECT_EQ(tloupe({"help"}).out, tloupe({"--help"}).out);
    EXPECT_EQ(tloupe({"help", "scan"}).out, tloupe({"scan", "--help"}).out);
    EXPECT_EQ(tloupe({"help", "scan"}).status, 0);
    const Outcome unknown = tloupe({"help", "bogus"});
    EXPECT_EQ(unknown.status, 2);
    EXPECT_THAT(unknown.error, HasSubstr("unknown verb \"bogus\""));
}

TEST(Help, HasThreeExamplesOfEachVerbThatWork)
{
    const TemporaryFolder folder;
    for (const char* const name : {"model", "base"})
        folder.write(name + std::string(".safetensors"), model(1));
    folder.write("tuned.safetensors", model(1.5));
    folder.write("head.safetensors", safetensorsOf({{"head.weight", "F32", "[1]", packedBytes<float>({1})}}));
    const std::string factors = packedBytes<float>({1, 2});
    const std::string module = "layers.0.self_attn.q_proj.lora_";
    const std::string lora = safetensorsOf(
        {{module + "down.weight", "F32", "[1,2]", factors}, {module + "up.weight", "F32", "[2,1]", factors}});
    for (const char* const name : {"lora.safetensors", "adapter_model.safetensors"})
        folder.write(name, lora);
    for (const char* const name : {"model", "run"})
        std::filesystem::create_directory(folder.path() / name);
    folder.write("model/model.safetensors", model(1));
    for (const int step : {1, 2})
        folder.write("run/step-" + std::to_string(step) + ".safetensors", model(static_cast<float>(step)));
    folder.write("SHA256SUMS", tloupe({"hash", "--algorithm", "sha256", "model.safetensors"}, folder.path()).out);
    for (const std::string part : {"1", "2"})
        tloupe({"scan", "model.safetensors", "--part", part + "/2", "-o", 'p' + part + ".json"}, folder.path());
    for (const auto& [verb, meaning] : verbs) {
        const Outcome help = tloupe({verb, "--help"});
        EXPECT_EQ(help.status, 0) << verb;
        EXPECT_THAT(help.out, HasSubstr("Exit status: " + meaning + ", 2 wrong usage, 3 a file"));
        const auto examples = examplesOf(help.out);
        EXPECT_EQ(examples.size(), 3U) << verb;
        for (std::string example : examples) {
            for (const char* const written : {"merged.safetensors", "merged.bt"}) // two examples write the same file
                std::filesystem::remove(folder.path() / written);
            const Outcome outcome = runProgram("sh",
                {"-c", "export XDG_CACHE_HOME=\"$PWD\"; tloupe() { \"$0\" \"$@\"; }; " + example, LOUPE_TLOUPE},
                folder.path());
            EXPECT_THAT(outcome.status, verb == "diff" ? 1 : 0) << example << '\n' << outcome.error;
        }
    }
}

TEST(Help, OfTheProgramNamesTheExitStatuses)
{
    const Outcome help = tloupe({"--help"});
    EXPECT_EQ(help.status, 0);
    for (const char* const status :
        {"0 done", "1 a negative answer", "2 wrong usage", "3 a file", "129, 130, 143 stopped by a signal"})
        EXPECT_THAT(help.out, HasSubstr(status));
    for (const auto& [verb, meaning] : verbs)
        EXPECT_THAT(help.out, HasSubstr("  " + verb));
}

} // namespace loupe::test
