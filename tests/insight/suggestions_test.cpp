// Looks for rules between models that plain index arithmetic rearranges.

#include "analysis/comparison/comparison.h"
#include "analysis/rearrangement/rearranging.h"
#include "analysis/rearrangement/suggestions.h"
#include "formats/opening/open_checkpoint.h"
#include "support/compared_pair.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>

namespace loupe::test {

namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

constexpr std::size_t heads = 8;
constexpr std::size_t groups = 2;
constexpr std::size_t dim = 16;
constexpr std::size_t width = 40;
constexpr std::size_t layers = 4;

struct Made {
    std::size_t rows = 0;
    std::size_t columns = 1; ///< 1: a vector
    std::vector<float> values;
};

using Model = std::map<std::string, Made>;

std::string inLayer(std::size_t layer, const std::string& name)
{
    return "model.layers." + std::to_string(layer) + '.' + name;
}

Model madeModel(std::size_t columns = width)
{
    std::mt19937 random(24);
    std::normal_distribution<float> normal;
    Model model;
    const auto add = [&](const std::string& name, std::size_t rows, std::size_t ofEach) {
        Made made{rows, ofEach, std::vector<float>(rows * ofEach)};
        for (float& value : made.values)
            value = normal(random);
        model[name] = std::move(made);
    };
    for (std::size_t layer = 0; layer < layers; ++layer) {
        add(inLayer(layer, "self_attn.q_proj.weight"), heads * dim, columns);
        add(inLayer(layer, "self_attn.k_proj.weight"), groups * dim, columns);
        add(inLayer(layer, "self_attn.v_proj.weight"), groups * dim, columns);
        add(inLayer(layer, "self_attn.q_proj.bias"), heads * dim, 1);
        add(inLayer(layer, "self_attn.k_proj.bias"), groups * dim, 1);
        add(inLayer(layer, "mlp.up_proj.weight"), 48, columns);
    }
    return model;
}

/// Row h·dim + 2·i + t comes from row h·dim + t·dim/2 + i.
Made rotated(const Made& made)
{
    Made result = made;
    for (std::size_t row = 0; row < made.rows; ++row) {
        const std::size_t within = row % dim;
        const std::size_t from = row - within + within % 2 * (dim / 2) + within / 2;
        for (std::size_t column = 0; column < made.columns; ++column)
            result.values[row * made.columns + column] = made.values[from * made.columns + column];
    }
    return result;
}

/// A model whose q and k have another rotary order.
Model rotated(const Model& model)
{
    Model result = model;
    for (auto& [name, made] : result) {
        if (name.find("q_proj") != std::string::npos || name.find("k_proj") != std::string::npos)
            made = rotated(made);
    }
    return result;
}

/// A model with q, k and v one below the other in one tensor.
Model fused(const Model& model)
{
    Model result = model;
    for (std::size_t layer = 0; layer < layers; ++layer) {
        Made whole{0, 0, {}};
        for (const char* const part : {"q", "k", "v"}) {
            const std::string name = inLayer(layer, "self_attn." + std::string(part) + "_proj.weight");
            const Made& made = model.at(name);
            whole.rows += made.rows;
            whole.columns = made.columns;
            whole.values.insert(whole.values.end(), made.values.begin(), made.values.end());
            result.erase(name);
        }
        result[inLayer(layer, "self_attn.qkv_proj.weight")] = std::move(whole);
    }
    return result;
}

class Suggestions : public testing::Test {
protected:
    std::shared_ptr<const Checkpoint> written(const Model& model, const std::string& file) const
    {
        std::vector<WantedTensor> tensors;
        for (const auto& [name, made] : model) {
            const std::string shape = made.columns == 1
                ? '[' + std::to_string(made.rows) + ']'
                : '[' + std::to_string(made.rows) + ',' + std::to_string(made.columns) + ']';
            tensors.push_back({name, "F32", shape, packedBytes(made.values)});
        }
        return openCheckpoint(m_folder.write(file, safetensorsOf(tensors))).value();
    }

    void search(const Model& a, const Model& b)
    {
        m_a = written(a, "a.safetensors");
        m_b = written(b, "b.safetensors");
        const AxisSizes sizes{{"heads", heads}, {"kv_heads", groups}, {"head_dim", dim}};
        m_found = suggestRules(m_a, m_b, pairTensors(*m_a, *m_b), sizes).value();
        names.clear();
        for (const SuggestedRule& rule : m_found.rules)
            names.push_back(rule.tensorsA.substr(rule.tensorsA.find("self_attn.") + 10));
        differing = 0;
        const auto recipe = Rearrangement::parse(recipeOf(m_found.rules)).value();
        const auto arranged = rearrange(m_a, m_b, recipe, sizes).value();
        EXPECT_THAT(arranged.problems, IsEmpty());
        const auto pairs = pairTensors(*arranged.a, *arranged.b, {}, arranged.given);
        EXPECT_TRUE(comparePairs(arranged.a, arranged.b, pairs, {}, {}, [&](const auto& pair, const auto& outcome) {
            differing += statusOf(pair, outcome) != PairStatus::Identical;
        }));
    }

    TemporaryFolder m_folder;
    std::shared_ptr<const Checkpoint> m_a;
    std::shared_ptr<const Checkpoint> m_b;
    RuleSuggestions m_found;
    std::vector<std::string> names; ///< those of A, without the layer
    std::size_t differing = 0; ///< pairs that differ under the suggested rules
};

TEST_F(Suggestions, TheRotaryOrderOfGroupedHeadsIsFoundUnderTheSameNames)
{
    for (const std::size_t columns : {width, std::size_t{1100}}) { // 1100: too large to be compared as a whole at once
        const Model model = madeModel(columns);
        for (const bool isForward : {true, false}) {
            search(isForward ? model : rotated(model), isForward ? rotated(model) : model);
            EXPECT_THAT(names, UnorderedElementsAre("q_proj.weight", "q_proj.bias", "k_proj.weight", "k_proj.bias"));
            EXPECT_EQ(differing, 0U);
        }
    }
}

TEST_F(Suggestions, NothingIsSuggestedWhereNothingIsRearranged)
{
    const Model model = madeModel();
    search(model, model);
    EXPECT_THAT(names, IsEmpty());
    // Fine-tuned: every value changes.
    Model other = model;
    for (auto& [name, made] : other) {
        for (float& value : made.values)
            value *= 1.01F;
    }
    search(model, other);
    EXPECT_THAT(names, IsEmpty());
    // Constant tensors are the same in every order.
    Model constant = model;
    for (std::size_t layer = 0; layer < layers; ++layer) {
        for (const char* const name : {"self_attn.q_proj.bias", "self_attn.k_proj.bias", "self_attn.k_proj.weight"})
            std::ranges::fill(constant.at(inLayer(layer, name)).values, 0.0F);
    }
    search(constant, constant);
    EXPECT_THAT(names, IsEmpty());
    Model changed = constant;
    changed.at(inLayer(0, "self_attn.k_proj.bias")).values[3] = 1;
    search(constant, changed);
    EXPECT_THAT(names, IsEmpty());
    EXPECT_EQ(differing, 1U);
}

TEST_F(Suggestions, AChangedElementInOneLayerHidesNoRule)
{
    const Model model = madeModel();
    for (std::size_t layer = 0; layer < layers; ++layer) {
        SCOPED_TRACE(layer);
        Model other = model;
        other.at(inLayer(layer, "self_attn.k_proj.weight")).values[77] += 1;
        search(model, fused(other));
        EXPECT_THAT(names, UnorderedElementsAre("q_proj.weight", "k_proj.weight", "v_proj.weight"));
        EXPECT_EQ(differing, 1U);
        search(model, rotated(other));
        EXPECT_EQ(names.size(), 4U);
        EXPECT_EQ(differing, 1U);
    }
}

TEST_F(Suggestions, ARuleNeedsAllBytesOfATensor)
{
    const Model model = madeModel(1100);
    Model other = model;
    for (std::size_t layer = 0; layer < layers; ++layer)
        other.at(inLayer(layer, "self_attn.q_proj.weight")).values.back() += 1;
    search(model, rotated(other));
    EXPECT_THAT(names, UnorderedElementsAre("q_proj.bias", "k_proj.weight", "k_proj.bias"));
}

TEST_F(Suggestions, NamesWithoutARuleAreListed)
{
    Model a = madeModel();
    Model b = fused(a);
    for (std::size_t layer = 0; layer < layers; ++layer) {
        a[inLayer(layer, "self_attn.rotary_emb.inv_freq")] = {dim / 2, 1, std::vector<float>(dim / 2, 1)};
        for (float& value : b.at(inLayer(layer, "self_attn.qkv_proj.weight")).values)
            value += 1; // no part is that of A
    }
    b["extra"] = {3, 1, {1, 2, 3}};
    search(a, b);
    EXPECT_THAT(names, IsEmpty());
    EXPECT_THAT(m_found.withoutRuleA,
        ElementsAre("model.layers.{n}.self_attn.k_proj.weight", "model.layers.{n}.self_attn.q_proj.weight",
            "model.layers.{n}.self_attn.rotary_emb.inv_freq", "model.layers.{n}.self_attn.v_proj.weight"));
    EXPECT_THAT(m_found.withoutRuleB, ElementsAre("extra", "model.layers.{n}.self_attn.qkv_proj.weight"));
}

} // namespace

} // namespace loupe::test
