// Findings about a model's values. Uses made-up figures: a sound model, and one fault at a time.

#include "insight/value_checks.h"

#include "formats/opening/open_checkpoint.h"
#include "insight/known_models.h"

#include <gmock/gmock.h>

#include <cmath>

namespace loupe {
namespace {

using test::ModelHeader;

/// A model with the figures that a scan would have found. Its weights become slightly smaller from layer to layer.
class ScannedModel {
public:
    ScannedModel(const ModelHeader& model, const std::filesystem::path& folder)
        : m_checkpoint(openCheckpoint(model.write(folder)).value())
        , m_report(examineModel(*m_checkpoint))
        , m_values(m_checkpoint->tensors.size())
    {
        for (std::size_t i = 0; i < m_values.size(); ++i)
            m_values[i].size = 0.02 * (1 + 0.1 * std::sin(double(i)));
    }

    WeightValues& of(std::string_view name) { return m_values[number(name)]; }
    std::uint32_t number(std::string_view name) const
    {
        const auto found = std::ranges::find(m_checkpoint->tensors, name, &Tensor::name);
        EXPECT_NE(found, m_checkpoint->tensors.end()) << name;
        return std::uint32_t(found - m_checkpoint->tensors.begin());
    }
    /// Changes the values of all tensors whose names contain `part`.
    template <typename Change>
    void each(std::string_view part, Change change)
    {
        for (std::size_t i = 0; i < m_values.size(); ++i) {
            if (m_checkpoint->tensors[i].name.find(part) != std::string_view::npos)
                change(m_values[i]);
        }
    }
    std::vector<Finding> check() const
    {
        Findings findings;
        checkValues(*m_checkpoint, m_report, m_values, findings);
        return findings.list();
    }

private:
    std::shared_ptr<const Checkpoint> m_checkpoint;
    ModelReport m_report;
    std::vector<WeightValues> m_values;
};

class ValueChecksTest : public testing::Test {
protected:
    ScannedModel scanned(const ModelHeader& model) { return {model, folder.path() / std::to_string(m_next++)}; }
    ScannedModel scanned() { return scanned(test::llamaLike("llama", {12, 64, 4, 2, 16, 128, 100, 512})); }

    test::TemporaryFolder folder;

private:
    int m_next = 0;
};

const std::string layer5 = "model.layers.5.";

struct ValueFault {
    std::string code;
    Severity severity;
    std::function<void(ScannedModel&)> damage;
    std::string said; ///< part of the message
    std::string tensor = {};
};

TEST_F(ValueChecksTest, EachFaultHasAFindingAndSoundModelsHaveNone)
{
    EXPECT_TRUE(scanned().check().empty());
    const std::string down = layer5 + "mlp.down_proj.weight";
    const auto setTo = [](double value) {
        return [value](WeightValues& one) { one = {.size = value, .constant = value, .duplicateOf = {}}; };
    };
    const auto copy = [](ScannedModel& model) {
        for (const char* const role : {"self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj", "self_attn.o_proj",
                 "mlp.gate_proj", "mlp.up_proj", "mlp.down_proj"})
            model.of(std::string("model.layers.9.") + role + ".weight").duplicateOf =
                model.number(layer5 + role + ".weight");
    };
    const std::vector<ValueFault> faults{
        {"out-of-line", Severity::Warning, [&](ScannedModel& model) { model.of(down).size = 2; },
            " times as large as those of the same role", down},
        {"out-of-line", Severity::Note, [&](ScannedModel& model) { model.of(down).size = 0.002; },
            " times as small as those of the same role", down},
        {"out-of-line", Severity::Warning,
            [&](ScannedModel& model) { model.of(layer5 + "input_layernorm.weight").size = 1; },
            " times as large as those of the same role", layer5 + "input_layernorm.weight"},
        {"left-at-initial", Severity::Warning,
            [&](ScannedModel& model) { setTo(1)(model.of(layer5 + "input_layernorm.weight")); },
            "all elements are 1, as before training, in 1 layer of \"model.layers\"; 11 other layers have",
            layer5 + "input_layernorm.weight"},
        {"left-at-initial", Severity::Note, [&](ScannedModel& model) { model.each("layernorm", setTo(1)); },
            "may be untrained"},
        {"left-at-initial", Severity::Note,
            [&](ScannedModel& model) { model.each("post_attention_layernorm", setTo(1)); },
            "all elements of \"post_attention_layernorm.weight\" are 1, as before training, in all layers"},
        {"layers-equal", Severity::Note, copy, "layers 5 and 9 of \"model.layers\" have the same values in all 7"},
    };
    for (const ValueFault& fault : faults) {
        SCOPED_TRACE(fault.said);
        ScannedModel model = scanned();
        fault.damage(model);
        const auto findings = model.check();
        ASSERT_EQ(findings.size(), 1U);
        EXPECT_EQ(findings.front().code, fault.code);
        EXPECT_EQ(findings.front().severity, fault.severity);
        EXPECT_EQ(findings.front().tensor, fault.tensor);
        EXPECT_THAT(findings.front().message, testing::HasSubstr(fault.said));
    }
}

TEST_F(ValueChecksTest, SaysHowFarOutOfLine)
{
    ScannedModel model = scanned();
    model.each("mlp.up_proj", [](WeightValues& one) { one.size = 0.01; });
    model.of(layer5 + "mlp.up_proj.weight").size = 0.31;
    const auto findings = model.check();
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_THAT(findings.front().message,
        testing::EndsWith("31 times as large as those of the same role in neighboring layers (root mean square 0.31 to "
                          "0.01)."));
}

TEST_F(ValueChecksTest, WhatSoundModelsHaveIsNoFault)
{
    ScannedModel steep = scanned(); // each layer is five times as large as the previous one
    double size = 1e-6;
    steep.each("mlp.up_proj", [&](WeightValues& one) { one.size = size *= 5; });
    EXPECT_TRUE(steep.check().empty());

    ScannedModel ends = scanned();
    ends.of("model.layers.0.self_attn.q_proj.weight").size = 3;
    ends.of("model.layers.1.mlp.down_proj.weight").size = 3;
    ends.of("model.layers.11.mlp.down_proj.weight").size = 1e-5;
    EXPECT_TRUE(ends.check().empty());

    ScannedModel half = scanned(); // norms that were frozen in several layers
    for (const char* const number : {"2", "3", "4", "5"})
        half.of("model.layers." + std::string(number) + ".input_layernorm.weight") = {
            .size = 1, .constant = 1, .duplicateOf = {}};
    EXPECT_TRUE(half.check().empty());

    ScannedModel unknown = scanned();
    unknown.each("", [](WeightValues& one) { one = {}; });
    EXPECT_TRUE(unknown.check().empty());
}

TEST_F(ValueChecksTest, TiedHeads)
{
    const ModelHeader header =
        test::llamaLike("llama", {12, 64, 4, 2, 16, 128, 100, 512}).set("tie_word_embeddings", true);
    ScannedModel other = scanned(header);
    const auto findings = other.check();
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings.front().code, "tied-head-differs");
    EXPECT_EQ(findings.front().severity, Severity::Warning);
    EXPECT_EQ(findings.front().tensor, "lm_head.weight");
    const bool headIsFirst = other.number("lm_head.weight") < other.number("model.embed_tokens.weight");
    if (headIsFirst)
        other.of("model.embed_tokens.weight").duplicateOf = other.number("lm_head.weight");
    else
        other.of("lm_head.weight").duplicateOf = other.number("model.embed_tokens.weight");
    EXPECT_TRUE(other.check().empty());
    EXPECT_TRUE(scanned().check().empty()) << "the configuration says that they are not tied";
}

TEST_F(ValueChecksTest, AdaptersBeforeTraining)
{
    ModelHeader header;
    for (int number = 0; number < 3; ++number) {
        const std::string module = "base_model.model.layers." + std::to_string(number) + ".q_proj.";
        header.add(module + "lora_A.weight", {8, 64}).add(module + "lora_B.weight", {64, 8});
    }
    const auto zero = [](WeightValues& one) { one = {.size = 0, .constant = 0, .duplicateOf = {}}; };
    EXPECT_TRUE(scanned(header).check().empty());
    ScannedModel some = scanned(header);
    some.each("layers.1.q_proj.lora_B", zero);
    ASSERT_EQ(some.check().size(), 1U);
    EXPECT_EQ(some.check().front().severity, Severity::Note);
    EXPECT_THAT(some.check().front().message, testing::HasSubstr("1 of 3 B matrices"));
    ScannedModel all = scanned(header);
    all.each("lora_B", zero);
    ASSERT_EQ(all.check().size(), 1U);
    EXPECT_EQ(all.check().front().code, "adapter-untrained");
    EXPECT_EQ(all.check().front().severity, Severity::Warning);
    EXPECT_THAT(all.check().front().message, testing::HasSubstr("all 3 B matrices of the adapter are zero"));
}

TEST_F(ValueChecksTest, AdaptersThatChangeByMoreThanFactors)
{
    const std::string module = "base_model.model.layers.0.q_proj.";
    const struct {
        std::string other;
        Severity severity;
        std::string said;
        bool isZero = false;
    } cases[]{
        {"base_model.model.score.weight", Severity::Note, "only its other tensors have an effect"},
        {module + "lora_B.bias", Severity::Note, "only its other tensors have an effect"},
        {"layers.1.up.diff", Severity::Note, "only its other tensors have an effect"},
        {"layers.1.up.diff", Severity::Warning, "has no effect", true},
        {module + "lora_magnitude_vector", Severity::Warning, "has no effect"},
    };
    for (const auto& one : cases) {
        SCOPED_TRACE(one.other);
        ModelHeader header;
        header.add(module + "lora_A.weight", {8, 64}).add(module + "lora_B.weight", {64, 8}).add(one.other, {64});
        ScannedModel model = scanned(header);
        const WeightValues zero{.size = 0, .constant = 0, .duplicateOf = {}};
        model.of(module + "lora_B.weight") = zero;
        if (one.isZero)
            model.of(one.other) = zero;
        ASSERT_EQ(model.check().size(), 1U);
        EXPECT_EQ(model.check().front().severity, one.severity);
        EXPECT_THAT(model.check().front().message, testing::HasSubstr("the only B matrix of the adapter is zero"));
        EXPECT_THAT(model.check().front().message, testing::HasSubstr(one.said));
    }
    // In most modules, B starts as zeros, which training changes. In embeddings, A starts as zeros.
    ModelHeader header;
    header.add("base_model.model.embed.lora_embedding_A", {8, 64})
        .add("base_model.model.embed.lora_embedding_B", {4, 8});
    ScannedModel embedding = scanned(header);
    embedding.each("embedding_A", [](WeightValues& one) { one = {.size = 0, .constant = 0, .duplicateOf = {}}; });
    ASSERT_EQ(embedding.check().size(), 1U);
    EXPECT_EQ(embedding.check().front().severity, Severity::Warning);
}

TEST(WeightValues, AreThoseOfASummary)
{
    Health health;
    EXPECT_FALSE(weightValues(health).size) << "values that cannot be read";
    health.summary.mean = 3;
    health.summary.standardDeviation = 4;
    health.duplicateOf = 7;
    EXPECT_EQ(weightValues(health).size, 5.0);
    EXPECT_EQ(weightValues(health).duplicateOf, 7U);
    EXPECT_FALSE(weightValues(health).constant);
    health.constant = true;
    EXPECT_EQ(weightValues(health).constant, 3.0);
}

} // namespace
} // namespace loupe
