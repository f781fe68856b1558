// tloupe lora and convert --extract-lora: their output, their files, and what they refuse.

#include "adapters/made_adapter.h"
#include "app/cli/process.h"
#include "support/compared_pair.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace loupe::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

std::string adapterFile(const std::string& name)
{
    return dataPath("adapters/" + name).string();
}

void expectSame(const std::filesystem::path& found, const std::string& wanted, double tolerance)
{
    const auto opened = openCheckpoint(found);
    ASSERT_TRUE(opened) << opened.error().message;
    const auto expected = openAdapterFile(wanted);
    ASSERT_EQ((*opened)->tensors.size(), expected->tensors.size());
    for (const Tensor& tensor : expected->tensors)
        expectNear(numbersOf(*opened, tensor.name), numbersOf(expected, tensor.name), tolerance);
}

TEST(Lora, SaysWhatAnAdapterChangesAndWhetherItFits)
{
    for (const json& one : adapterCases()) {
        SCOPED_TRACE(one["name"]);
        const std::string base = adapterFile(one["base"]);
        const Outcome listed = tloupe({"lora", adapterFile(one["adapter"]), "--base", base, "--share", "--json"});
        EXPECT_EQ(listed.status, 0) << listed.error;
        const json document = listed.json();
        EXPECT_EQ(document["spelling"], one["spelling"]);
        ASSERT_EQ(document["modules"].size(), one["modules"].size());
        for (const json& module : document["modules"]) {
            EXPECT_EQ(module["fit"], "fits") << module;
            const auto wanted = std::ranges::find_if(
                one["modules"], [&](const json& other) { return other["name"] == module["name"]; });
            ASSERT_NE(wanted, one["modules"].end()) << module["name"];
            EXPECT_EQ(module["tensor"], (*wanted)["tensor"]);
            if (wanted->contains("rank")) {
                EXPECT_NEAR(module["norm"].get<double>(), (*wanted)["norm"].get<double>(), 1e-9);
                EXPECT_EQ(module["singular_values"].size(), (*wanted)["singular_values"].size());
                EXPECT_GT(module["base_norm"].get<double>(), 0);
            }
        }
    }
    const Outcome text = tloupe({"lora", adapterFile("peft/adapter_model.safetensors")});
    EXPECT_EQ(text.status, 0);
    EXPECT_THAT(text.out, HasSubstr("6 modules, ranks 1 to 2"));
    EXPECT_THAT(text.out, testing::ContainsRegex("stated base +example/tiny\n"));
    EXPECT_THAT(text.out, HasSubstr("untrained: 1 module has an update of zeros"));
    const Outcome other =
        tloupe({"lora", adapterFile("flux.safetensors"), "--base", adapterFile("peft-base.safetensors")});
    EXPECT_EQ(other.status, 1);
    EXPECT_THAT(other.out, HasSubstr("0 fit, 5 not in the base"));
    const Outcome none = tloupe({"lora", adapterFile("peft-base.safetensors")});
    EXPECT_EQ(none.status, 3);
    EXPECT_THAT(none.error, HasSubstr("no tensor has a name of an adapter"));
}

TEST(Lora, MergesIntoABase)
{
    const TemporaryFolder folder;
    const std::string out = (folder.path() / "merged.safetensors").string();
    for (const json& one : adapterCases()) {
        SCOPED_TRACE(one["name"]);
        const Outcome merged = tloupe(
            {"lora", adapterFile(one["adapter"]), "--base", adapterFile(one["base"]), "--merge", "-o", out, "--force"});
        EXPECT_EQ(merged.status, 0) << merged.error;
        expectSame(out, one["merged"], 2e-3);
    }
    const std::vector<std::string> command{
        "lora", adapterFile("flux.safetensors"), "--base", adapterFile("flux-base.safetensors"), "--merge", "-o", out};
    EXPECT_EQ(tloupe(command).status, 3); // it already exists
    auto asBf16 = command;
    asBf16.insert(asBf16.end(), {"--force", "--dtype", "bf16", "--strength", "0.5"});
    EXPECT_EQ(tloupe(asBf16).status, 0);
    EXPECT_EQ((*openCheckpoint(out))->tensors[0].dtype, DType::BF16);
    // Modules that do not fit stop the merge, unless they are left out.
    std::vector<std::string> partial{"lora", adapterFile("kohya.safetensors"), "--base",
        adapterFile("diffusers-old-base.safetensors"), "--merge", "--force", "-o", out};
    EXPECT_EQ(tloupe(partial).status, 0);
    partial[3] = adapterFile("dora-inputs-base.safetensors");
    const Outcome refused = tloupe(partial);
    EXPECT_EQ(refused.status, 3);
    EXPECT_THAT(refused.error, HasSubstr("--skip-unfit"));
    partial.push_back("--skip-unfit");
    EXPECT_EQ(tloupe(partial).status, 3); // nothing is left
}

/// A dry run reports the same as a real run, which may create the adapter's folder, but not a folder above it.
TEST(Lora, ADryRunEndsAsARunThatMakesTheFolderOfItsOutput)
{
    const TemporaryFolder folder;
    const std::string adapter = adapterFile("peft/adapter_model.safetensors");
    const std::vector<std::vector<std::string>> commands{{"lora", adapter, "--rank", "1"},
        {"lora", adapter, "--base", adapterFile("peft-base.safetensors"), "--merge"},
        {"convert", adapterFile("tuned-base.safetensors"), adapterFile("tuned.safetensors"), "--extract-lora", "2"}};
    for (const auto& command : commands) {
        for (const char* const out : {"new/", "new/a.safetensors", "one/two/"}) {
            auto run = command;
            run.insert(run.end(), {"--to", "safetensors", "-o", (folder.path() / out).string()});
            auto dry = run;
            dry.emplace_back("--dry-run");
            const Outcome said = tloupe(dry);
            EXPECT_TRUE(folder.names().empty());
            EXPECT_EQ(said.status, tloupe(run).status) << command[0] << ' ' << out;
            std::filesystem::remove_all(folder.path() / "new");
        }
    }
}

TEST(Lora, WritesSmallerAdaptersAndOtherNames)
{
    const TemporaryFolder folder;
    const std::string adapter = adapterFile("peft/adapter_model.safetensors");
    const std::string out = (folder.path() / "adapter_model.safetensors").string();
    const Outcome dry = tloupe({"lora", adapter, "--rank", "1", "-o", out, "--dry-run"});
    EXPECT_EQ(dry.status, 0) << dry.error;
    EXPECT_THAT(dry.out, HasSubstr("energy kept"));
    const Outcome estimate = tloupe({"lora", adapter, "--rank", "1", "--dry-run", "--json"});
    EXPECT_EQ(estimate.status, 0) << estimate.error;
    EXPECT_EQ(estimate.json()["modules"].size(), 5U);
    EXPECT_THAT(tloupe({"lora", adapter, "--rank", "1", "--dry-run"}).out, HasSubstr("energy kept"));
    EXPECT_EQ(tloupe({"lora", adapter, "--dry-run"}).status, 2); // nothing to do was given
    EXPECT_TRUE(folder.names().empty());
    const std::string nowhere = (folder.path() / "new").string();
    EXPECT_EQ(tloupe({"lora", adapter, "--rank", "1", "-o", nowhere + "/", "--to", "safetensors", "-q"}).status, 0);
    EXPECT_TRUE(std::filesystem::exists(nowhere + "/adapter_model.safetensors"));
    std::filesystem::remove_all(nowhere);
    const Outcome written =
        tloupe({"lora", adapter, "--rank", "1", "-o", folder.path().string() + "/", "--to", "safetensors", "--json"});
    EXPECT_EQ(written.status, 0) << written.error;
    EXPECT_EQ(written.json()["modules"].size(), 5U);
    EXPECT_THAT(folder.names(), testing::ElementsAre("adapter_config.json", "adapter_model.safetensors"));
    const json smaller = tloupe({"lora", out, "--json"}).json();
    for (const json& module : smaller["modules"])
        EXPECT_TRUE(!module.contains("rank") || module["rank"] == 1) << module;
    const Outcome again = tloupe({"lora", adapter, "--rank", "1", "-o", out});
    EXPECT_EQ(again.status, 3);
    EXPECT_THAT(again.error, HasSubstr("adapter_config.json"));
    // The input's configuration is never replaced by that of another file.
    const Outcome beside =
        tloupe({"lora", out, "--energy", "0.5", "-o", (folder.path() / "other.safetensors").string(), "--force"});
    EXPECT_EQ(beside.status, 3);
    EXPECT_THAT(beside.error, HasSubstr("another folder"));
    const std::string renamed = (folder.path() / "renamed.safetensors").string();
    EXPECT_EQ(tloupe({"lora", adapterFile("diffusers.safetensors"), "--spelling", "kohya", "-o", renamed}).status, 0);
    EXPECT_EQ(tloupe({"lora", renamed, "--base", adapterFile("diffusers-base.safetensors"), "-q"}).status, 0);
    EXPECT_EQ(tloupe({"lora", renamed, "--json"}).json()["spelling"], "kohya");
    const Outcome without =
        tloupe({"lora", renamed, "--spelling", "diffusers", "--force", "-o", renamed + ".safetensors"});
    EXPECT_EQ(without.status, 3);
    EXPECT_THAT(without.error, HasSubstr("--base"));
}

TEST(Lora, FailsIfAnUpdateIsNotFinite)
{
    const TemporaryFolder folder;
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const std::string adapter =
        folder
            .write("a.safetensors",
                safetensorsOf({{"lora_unet_a.lora_down.weight", "F32", "[1,2]", packedBytes<float>({nan, 1})},
                    {"lora_unet_a.lora_up.weight", "F32", "[2,1]", packedBytes<float>({1, 1})}}))
            .string();
    const std::string base =
        folder
            .write("base.safetensors", safetensorsOf({{"a.weight", "F32", "[2,2]", packedBytes<float>({1, 2, 3, 4})}}))
            .string();
    const Outcome text = tloupe({"lora", adapter});
    EXPECT_EQ(text.status, 1);
    EXPECT_THAT(text.out, HasSubstr("not finite: 1 module with NaN or infinite values"));
    EXPECT_EQ(tloupe({"lora", adapter, "-q"}).status, 1);
    const Outcome listed = tloupe({"lora", adapter, "--base", base, "--json"});
    EXPECT_EQ(listed.status, 1);
    EXPECT_EQ(listed.json()["modules"][0]["finite"], false);
    const std::string out = (folder.path() / "merged.safetensors").string();
    const Outcome merged = tloupe({"lora", adapter, "--base", base, "--merge", "-o", out});
    EXPECT_EQ(merged.status, 3);
    EXPECT_THAT(merged.error,
        HasSubstr(adapter
            + ": tensor \"lora_unet_a.lora_down.weight\" has NaN or infinite values, which merging brings "
              "into \"a.weight\"; use --force"));
    EXPECT_EQ(tloupe({"lora", adapter, "--base", base, "--merge", "-o", out, "--force"}).status, 0);
    EXPECT_THAT(tloupe({"lora", adapter, "--rank", "1", "-o", out, "--force"}).error,
        HasSubstr(
            adapter + ": module \"lora_unet_a\" has NaN or infinite values; use tloupe convert --drop to remove it"));
}

TEST(Lora, SaysWhichOptionHelps)
{
    const TemporaryFolder folder;
    const auto lonely = folder.path() / "adapter_model.safetensors"; // without its configuration
    std::filesystem::copy_file(adapterFile("peft/adapter_model.safetensors"), lonely);
    const std::string one = packedBytes<float>({1});
    const std::string two = folder
                                .write("two.safetensors",
                                    safetensorsOf({{"unet.a.lora_A.weight", "F32", "[1,1]", one},
                                        {"unet.a.lora_B.weight", "F32", "[1,1]", one},
                                        {"text_encoder.b.lora_A.weight", "F32", "[1,1]", one},
                                        {"text_encoder.b.lora_B.weight", "F32", "[1,1]", one}}))
                                .string();
    const std::string out = (folder.path() / "out.safetensors").string();
    const std::vector<std::pair<std::vector<std::string>, std::string>> cases{
        {{adapterFile("kohya.safetensors"), "--spelling", "diffusers"}, "; give the base with --base"},
        {{lonely.string(), "--spelling", "peft"}, "; give it with --alpha"},
        {{adapterFile("loha.safetensors"), "--rank", "1"}, "with tloupe convert --extract-lora"},
        {{two, "--spelling", "peft"}, "; split it first with tloupe convert --select"},
    };
    for (const auto& [arguments, option] : cases) {
        std::vector<std::string> command{"lora", "-o", out};
        command.insert(command.end(), arguments.begin(), arguments.end());
        const Outcome refused = tloupe(command);
        EXPECT_EQ(refused.status, 3);
        EXPECT_THAT(refused.error, HasSubstr(option));
        command.emplace_back("--json");
        EXPECT_THAT(tloupe(command).json()["error"]["message"].get<std::string>(), HasSubstr(option));
    }
}

TEST(Lora, IsExtractedFromTwoModels)
{
    const TemporaryFolder folder;
    const std::string base = adapterFile("flux-base.safetensors");
    const std::string out = (folder.path() / "extracted.safetensors").string();
    const std::vector<std::string> command{
        "convert", base, adapterFile("flux-merged.safetensors"), out, "--extract-lora", "4", "--spelling", "comfyui"};
    const Outcome extracted = tloupe(command);
    EXPECT_EQ(extracted.status, 0) << extracted.error;
    EXPECT_THAT(extracted.out, HasSubstr("energy kept"));
    EXPECT_THAT(folder.names(), testing::ElementsAre("extracted.safetensors"));
    const std::string merged = (folder.path() / "merged.safetensors").string();
    EXPECT_EQ(tloupe({"lora", out, "--base", base, "--merge", "-o", merged}).status, 0);
    expectSame(merged, "flux-merged.safetensors", 5e-6);
    const std::string own = (folder.path() / "tuned-lora.safetensors").string();
    std::vector<std::string> again{"convert", base, adapterFile("flux-merged.safetensors"), own, "--extract-lora", "4"};
    again.push_back("--json");
    const Outcome peft = tloupe(again);
    EXPECT_EQ(peft.status, 0) << peft.error;
    EXPECT_EQ(peft.json()["modules"].size(), 3U);
    EXPECT_THAT(peft.error, HasSubstr("loaders of PEFT look for adapter_model.safetensors"));
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "adapter_config.json"));
    // The output is read with the alpha from the configuration next to it.
    const Outcome read = tloupe({"lora", own});
    EXPECT_EQ(read.status, 0) << read.error;
    EXPECT_THAT(read.out, HasSubstr("alpha is from adapter_config.json"));
    EXPECT_EQ(tloupe({"lora", own, "--base", base, "--merge", "--force", "-o", merged}).status, 0);
    expectSame(merged, "flux-merged.safetensors", 5e-6);
    again[3] = (folder.path() / "second.safetensors").string();
    const Outcome second = tloupe(again);
    EXPECT_EQ(second.status, 3);
    EXPECT_THAT(second.error, HasSubstr("write to another folder, or use --force"));
}

TEST(Lora, SaysWhatAnExtractionLeavesOut)
{
    std::ifstream file(dataPath("adapters/tuned-experts.json"));
    const json wanted = json::parse(file);
    const TemporaryFolder folder;
    const std::vector<std::string> command{"convert", adapterFile("tuned-experts-base.safetensors"),
        adapterFile("tuned-experts.safetensors"), (folder.path() / "adapter_model.safetensors").string(),
        "--extract-lora", "2"};
    for (const bool isDry : {true, false}) {
        std::vector<std::string> here = command;
        if (isDry)
            here.push_back("--dry-run");
        const Outcome text = tloupe(here);
        EXPECT_EQ(text.status, 0) << text.error;
        EXPECT_THAT(text.out, HasSubstr("3 tensors not in the adapter:"));
        EXPECT_THAT(text.out, HasSubstr("top is a parameter of the model itself, which PEFT cannot adapt"));
        EXPECT_THAT(text.out, HasSubstr("3 experts"));
        here.insert(here.end(), {"--json", "--force"});
        const Outcome listed = tloupe(here);
        EXPECT_EQ(listed.status, 0) << listed.error;
        const json document = listed.json();
        std::vector<std::string> lost;
        for (const json& one : document["lost"])
            lost.push_back(one["tensor"]);
        EXPECT_THAT(lost, testing::UnorderedElementsAreArray(wanted["lost"].get<std::vector<std::string>>()));
        ASSERT_EQ(document["modules"].size(), wanted["modules"].size());
        for (const json& one : wanted["modules"]) {
            const auto found = std::ranges::find_if(
                document["modules"], [&](const json& module) { return module["tensor"] == one["tensor"]; });
            ASSERT_NE(found, document["modules"].end());
            EXPECT_EQ((*found)["experts"], one["experts"]);
        }
        EXPECT_EQ(folder.names().empty(), isDry);
    }
}

TEST(Lora, SaysWhichModulesChangeTheSameWeight)
{
    const TemporaryFolder folder;
    const std::string factor = packedBytes<float>({1, 2});
    const auto base =
        folder.write("base.safetensors", safetensorsOf({{"a.q.weight", "F32", "[2,2]", factor + factor}})).string();
    const auto adapter = folder
                             .write("adapter.safetensors",
                                 safetensorsOf({{"lora_unet_a_q.lora_down.weight", "F32", "[1,2]", factor},
                                     {"lora_unet_a_q.lora_up.weight", "F32", "[2,1]", factor},
                                     {"unet.a.q.lora_A.weight", "F32", "[1,2]", factor},
                                     {"unet.a.q.lora_B.weight", "F32", "[2,1]", factor}}))
                             .string();
    const std::string out = (folder.path() / "out.safetensors").string();
    const Outcome merged = tloupe({"lora", adapter, "--base", base, "--merge", "-o", out});
    EXPECT_EQ(merged.status, 0) << merged.error;
    EXPECT_THAT(
        merged.error, HasSubstr("unet.a.q: changes the same weight as lora_unet_a_q, and both changes are added"));
}

} // namespace
} // namespace loupe::test
