// tloupe check: its output for sound and faulty models, as text, JSON and SARIF.

#include "app/cli/process.h"
#include "insight/known_models.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace loupe::test {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

ModelHeader sound()
{
    return llamaLike("llama", {8, 64, 4, 2, 16, 128, 100, 512});
}

struct CheckCase {
    std::string name;
    ModelHeader model;
    int status;
    std::vector<std::string> codes;
    std::string text; ///< part of it
};

TEST(Check, TextJsonSarifAndStatusAgree)
{
    const std::vector<CheckCase> cases{
        {"sound", sound(), 0, {}, "no findings"},
        {"rows beyond", sound().set("vocab_size", 90), 1, {"config-contradicts"}, "error: "},
        {"other config", gpt2().set("model_type", "llama"), 0, {"config-family"}, "warning: "},
        {"incomplete", sound().remove("layers.5.mlp.up_proj"), 1, {"layer-incomplete"}, "error: layer 5 of"},
        {"no head", sound().remove("lm_head").set("tie_word_embeddings", false), 1, {"model-incomplete"},
            "error: the head"},
        {"unknown family", sound().set("model_type", "brand-new"), 0, {},
            "not checked: tensors missing from all layers or outside the layers (the family is unknown)"},
        {"two faults", sound().remove("layers.5.mlp.up_proj").set("vocab_size", 120), 1,
            {"config-contradicts", "layer-incomplete"}, "[config-contradicts]"},
    };
    const TemporaryFolder folder;
    for (const CheckCase& one : cases) {
        SCOPED_TRACE(one.name);
        const std::string path = one.model.write(folder.path() / one.name);
        const Outcome text = tloupe({"check", path});
        EXPECT_EQ(text.status, one.status);
        EXPECT_THAT(text.out, HasSubstr(one.text));
        const Outcome quiet = tloupe({"check", "-q", path});
        EXPECT_EQ(quiet.status, one.status);
        EXPECT_EQ(quiet.out, "");
        const Outcome listed = tloupe({"check", "--json", path});
        EXPECT_EQ(listed.status, one.status);
        std::vector<std::string> codes;
        const json document = listed.json();
        for (const json& finding : document["findings"])
            codes.push_back(finding["code"]);
        EXPECT_THAT(codes, testing::UnorderedElementsAreArray(one.codes));
        EXPECT_EQ(document["not_checked"].empty(), text.out.find("not checked: ") == std::string::npos);
        const Outcome sarif = tloupe({"check", "--sarif", path});
        EXPECT_EQ(sarif.status, one.status);
        std::vector<std::string> rules;
        const json log = sarif.json();
        for (const json& result : log["runs"][0]["results"])
            rules.push_back(result["ruleId"]);
        EXPECT_THAT(rules, testing::UnorderedElementsAreArray(one.codes));
        const json& notifications = log["runs"][0]["invocations"][0]["toolExecutionNotifications"];
        ASSERT_EQ(notifications.size(), document["not_checked"].size());
        for (std::size_t i = 0; i < notifications.size(); ++i) {
            EXPECT_EQ(notifications[i]["level"], "note");
            EXPECT_EQ(
                notifications[i]["message"]["text"], "not checked: " + document["not_checked"][i].get<std::string>());
        }
        EXPECT_EQ(log["runs"][0]["invocations"][0]["executionSuccessful"], true);
    }
}

// Llama 3 8B, with its authors' figures. The cache takes 2 × 32 layers × 8 heads × 128 × 2 bytes per token.
TEST(Check, SaysWhatAModelIsAndWhatMemoryItTakes)
{
    const TemporaryFolder folder;
    const std::string path = llama3().write(folder.path() / "llama");
    EXPECT_THAT(tloupe({"check", path, "--context", "32768", "--batch", "4"}).out,
        AllOf(HasSubstr("Llama, language model"), HasSubstr("layers 32, hidden size 4,096, attention heads 32"),
            HasSubstr("8,030,261,248 (8.0 B)"), HasSubstr("16.0 GiB for 32,768 tokens"),
            HasSubstr("the context of the model is only 8,192 tokens"),
            HasSubstr("31.0 GiB: weights as stored and KV cache")));
    const json document = tloupe({"check", "--json", path, "--cache-bytes", "1"}).json();
    EXPECT_EQ(document["model"]["family"], "llama");
    EXPECT_EQ(document["architecture"]["key_value_heads"], 8);
    EXPECT_EQ(document["parameters"]["total"], 8'030'261'248);
    EXPECT_EQ(document["memory"]["weights_16_bits"], 16'060'522'496);
    EXPECT_EQ(document["memory"]["cache"], 8192ULL * 65536);
    EXPECT_EQ(document["memory"]["cache_is_estimate"], false);
    EXPECT_EQ(document["memory"]["total"], 16'060'522'496 + 8192ULL * 65536);
}

TEST(Check, NumbersThatAreTooLargeAreNotSaidToBeExact)
{
    const TemporaryFolder folder;
    const std::string path = sound().write(folder.path() / "model");
    const std::vector<std::string> asked{"check", path, "--context", "9223372036854775807", "--batch", "1000"};
    EXPECT_THAT(tloupe(asked).out, HasSubstr("more than 16.0 EiB for"));
    auto listed = asked;
    listed.push_back("--json");
    EXPECT_TRUE(tloupe(listed).json()["memory"]["cache"].is_null());
}

TEST(Check, SaysThatACacheThatIsAskedForIsNotKnown)
{
    const TemporaryFolder folder;
    const std::string path = sound().set("model_type", "brand-new").write(folder.path() / "new");
    const std::string said = "unknown: the family of the model is unknown";
    EXPECT_THAT(tloupe({"check", path, "--context", "4096"}).out, HasSubstr(said));
    EXPECT_THAT(tloupe({"check", path, "--batch", "2"}).out, HasSubstr(said));
    EXPECT_THAT(tloupe({"check", path}).out, testing::Not(HasSubstr(said)));
}

/// A model with random weights, except for one tensor whose values are `factor` times as large.
std::string writtenWithValues(const std::filesystem::path& folder, const std::string& other, float factor)
{
    const std::filesystem::path file = sound().write(folder) / "model.safetensors";
    std::fstream stream(file, std::ios::binary | std::ios::in | std::ios::out);
    std::uint64_t length = 0;
    stream.read(reinterpret_cast<char*>(&length), sizeof length);
    std::string text(length, '\0');
    stream.read(text.data(), std::streamsize(length));
    std::mt19937 random(1);
    std::normal_distribution<float> normal(0, 0.02F);
    const json header = json::parse(text);
    for (const auto& [name, tensor] : header.items()) {
        const std::size_t begin = tensor["data_offsets"][0];
        const std::size_t end = tensor["data_offsets"][1];
        std::vector<std::uint16_t> values((end - begin) / 2);
        for (std::uint16_t& value : values) // BF16 is the upper half of F32
            value = std::uint16_t(std::bit_cast<std::uint32_t>(normal(random) * (name == other ? factor : 1)) >> 16);
        stream.seekp(std::streamoff(sizeof length + length + begin));
        stream.write(reinterpret_cast<const char*>(values.data()), std::streamsize(end - begin));
    }
    return folder;
}

TEST(Check, ValuesAreReadWhereThatIsAsked)
{
    const std::string weight = "model.layers.4.mlp.up_proj.weight";
    const TemporaryFolder folder;
    const std::string even = writtenWithValues(folder.path() / "even", {}, 1);
    EXPECT_THAT(tloupe({"check", "--values", even}).out, HasSubstr("no findings"));
    const std::string large = writtenWithValues(folder.path() / "large", weight, 50);
    EXPECT_THAT(tloupe({"check", large}).out, HasSubstr("no findings"));
    const Outcome found = tloupe({"check", "--values", "--json", large});
    EXPECT_EQ(found.status, 0) << "a warning";
    const json document = found.json();
    ASSERT_EQ(document["findings"].size(), 1U);
    EXPECT_EQ(document["findings"][0]["code"], "out-of-line");
    EXPECT_EQ(document["findings"][0]["severity"], "warning");
    EXPECT_EQ(document["findings"][0]["tensor"], weight);
    const std::string nan = writtenWithValues(folder.path() / "nan", weight, std::numeric_limits<float>::infinity());
    const Outcome broken = tloupe({"check", "--values", nan});
    EXPECT_EQ(broken.status, 1) << "as scan has it";
    EXPECT_THAT(broken.out, HasSubstr("[infinity]"));
    const json log = tloupe({"check", "--values", "--sarif", nan}).json();
    EXPECT_EQ(log["runs"][0]["results"][0]["ruleId"], "infinity");
    // Missing parts of a truncated file are reported, and the rest is checked.
    std::filesystem::resize_file(std::filesystem::path(large) / "model.safetensors",
        std::filesystem::file_size(std::filesystem::path(large) / "model.safetensors") - 2);
    const Outcome cut = tloupe({"check", "--values", large});
    EXPECT_EQ(cut.status, 3);
    EXPECT_THAT(cut.out, HasSubstr("[out-of-line]"));
}

TEST(Check, WhatCannotBeReadIsAnErrorInEachForm)
{
    const TemporaryFolder folder;
    for (const char* const form : {"--quiet", "--json", "--sarif"})
        EXPECT_EQ(tloupe({"check", form, "missing.safetensors"}, folder.path()).status, 3) << form;
}

} // namespace
} // namespace loupe::test
