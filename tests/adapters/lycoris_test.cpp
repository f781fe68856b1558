// LoHa and LoKr in the names of other programs: their numbers, and the settings from which PEFT creates them.

#include "adapters/made_adapter.h"
#include "adapters/merge.h"
#include "adapters/rewrite.h"
#include "support/compared_pair.h"

#include <gmock/gmock.h>

#include <map>
#include <utility>

namespace loupe::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

using Shape = std::vector<std::uint64_t>;
using Shapes = std::map<std::string, Shape>;

const Format& format()
{
    return *findOutputFormat("safetensors")->checkpoint;
}

/// A side split in two, as huggingface/peft does it (tuners/lokr/layer.py).
std::pair<std::uint64_t, std::uint64_t> splitOfPeft(std::uint64_t size, std::int64_t factor)
{
    if (factor > 0 && size % static_cast<std::uint64_t>(factor) == 0)
        return {static_cast<std::uint64_t>(factor), size / static_cast<std::uint64_t>(factor)};
    std::uint64_t left = 1;
    for (std::uint64_t divisor = 1; divisor * divisor <= size; ++divisor) {
        if (size % divisor == 0 && (factor < 0 || divisor <= static_cast<std::uint64_t>(factor)))
            left = divisor;
    }
    return {left, size / left};
}

/// The parts that PEFT creates for a layer [outputs, inputs, kernel…] (tuners/lokr/layer.py, tuners/loha/layer.py).
Shapes partsOfPeft(const json& config, const std::string& path, const Shape& layer)
{
    const auto rank = config["rank_pattern"].value(path, config["r"].get<std::uint64_t>());
    const std::uint64_t kernel = layer.size() > 2 ? layer[2] * layer[3] : 1;
    const bool isEffective = config["use_effective_conv2d"].get<bool>() && kernel > 1;
    if (config["peft_type"] == "LOHA") {
        if (isEffective) {
            return {{"hada_t1", {rank, rank, layer[2], layer[3]}}, {"hada_t2", {rank, rank, layer[2], layer[3]}},
                {"hada_w1_a", {rank, layer[0]}}, {"hada_w1_b", {rank, layer[1]}}, {"hada_w2_a", {rank, layer[0]}},
                {"hada_w2_b", {rank, layer[1]}}};
        }
        return {{"hada_w1_a", {layer[0], rank}}, {"hada_w1_b", {rank, layer[1] * kernel}},
            {"hada_w2_a", {layer[0], rank}}, {"hada_w2_b", {rank, layer[1] * kernel}}};
    }
    const auto factor = config["decompose_factor"].get<std::int64_t>();
    const auto [outLeft, outRight] = splitOfPeft(layer[0], factor);
    const auto [inLeft, inRight] = splitOfPeft(layer[1], factor);
    Shapes parts;
    if (config["decompose_both"].get<bool>() && 2 * rank < std::max(outLeft, inLeft)) {
        parts["lokr_w1_a"] = {outLeft, rank};
        parts["lokr_w1_b"] = {rank, inLeft};
    } else {
        parts["lokr_w1"] = {outLeft, inLeft};
    }
    if (2 * rank >= std::max(outRight, inRight)) {
        parts["lokr_w2"] = {outRight, inRight};
        parts["lokr_w2"].insert(parts["lokr_w2"].end(), layer.begin() + 2, layer.end());
    } else if (isEffective) {
        parts["lokr_t2"] = {rank, rank, layer[2], layer[3]};
        parts["lokr_w2_a"] = {rank, outRight};
        parts["lokr_w2_b"] = {rank, inRight};
    } else {
        parts["lokr_w2_a"] = {outRight, rank};
        parts["lokr_w2_b"] = {rank, inRight * kernel};
    }
    return parts;
}

class LycorisTest : public testing::Test {
protected:
    struct Layer {
        std::string path;
        Shape shape;
        Shapes parts;
        std::optional<float> alpha = {};
    };

    static std::string numbers(const Shape& shape, std::size_t seed)
    {
        std::size_t count = 1;
        for (const std::uint64_t dimension : shape)
            count *= dimension;
        std::vector<float> all(count);
        for (std::size_t i = 0; i < count; ++i)
            all[i] = static_cast<float>((i * 7 + i / 5 + seed) % 9) / 8 - 0.5F;
        return packedBytes(all);
    }

    static WantedTensor tensor(const std::string& name, const Shape& shape, std::size_t seed)
    {
        return {name, "F32", json(shape).dump(), numbers(shape, seed)};
    }

    void make(const std::vector<Layer>& layers)
    {
        std::vector<WantedTensor> base;
        std::vector<WantedTensor> adapter;
        for (const Layer& layer : layers) {
            base.push_back(tensor("model.diffusion_model." + layer.path + ".weight", layer.shape, base.size()));
            for (const auto& [part, shape] : layer.parts)
                adapter.push_back(tensor("diffusion_model." + layer.path + '.' + part, shape, adapter.size()));
            if (layer.alpha)
                adapter.push_back({"diffusion_model." + layer.path + ".alpha", "F32", "[]",
                    packedBytes(std::vector<float>{*layer.alpha})});
        }
        m_base = *openCheckpoint(m_folder.write("base.safetensors", safetensorsOf(base)));
        auto read = readAdapter(*openCheckpoint(m_folder.write("adapter.safetensors", safetensorsOf(adapter))));
        ASSERT_TRUE(read) << read.error().message;
        m_adapter = std::move(*read);
    }

    Result<RewrittenAdapter> rewrite(const Adapter& adapter, AdapterSpelling spelling)
    {
        return rewriteAdapter(
            adapter, {.spelling = spelling}, m_base, fitToBase(adapter, *m_base), format(), m_folder.path(), {});
    }

    Adapter reread(RewrittenAdapter rewritten)
    {
        auto adapter = readAdapter(
            written(std::move(rewritten.recipe), rewritten.config, m_folder.path() / std::to_string(m_next++)));
        EXPECT_TRUE(adapter);
        return std::move(*adapter);
    }

    std::vector<std::vector<double>> merged(Adapter adapter) const
    {
        const auto targets = fitToBase(adapter, *m_base);
        for (const AdapterTarget& target : targets)
            EXPECT_EQ(target.why, "");
        const auto recipe =
            mergeRecipe(std::make_shared<const Adapter>(std::move(adapter)), targets, m_base, 1, format());
        EXPECT_TRUE(recipe);
        std::vector<std::vector<double>> all;
        for (const RecipeItem& item : recipe->items)
            all.push_back(numbersOf(item.source, item.tensor));
        return all;
    }

    void expectSameUpdates(const Adapter& adapter, const Adapter& other) const
    {
        const auto before = merged(adapter);
        const auto after = merged(other);
        ASSERT_EQ(before.size(), after.size());
        for (std::size_t i = 0; i < before.size(); ++i)
            expectNear(after[i], before[i], 1e-6);
    }

    TemporaryFolder m_folder;
    std::shared_ptr<const Checkpoint> m_base;
    Adapter m_adapter;
    int m_next = 0;
};

/// PEFT opens an adapter if the parts that it creates have the shapes in the file.
TEST_F(LycorisTest, PeftCreatesThePartsThatAreWritten)
{
    const Shape linear{24, 36};
    const Shape conv{16, 12, 3, 3};
    const Shape point{16, 12, 1, 1};
    const std::vector<std::vector<Layer>> cases{
        {{"a", linear, {{"hada_w1_a", {24, 4}}, {"hada_w1_b", {4, 36}}, {"hada_w2_a", {24, 4}}, {"hada_w2_b", {4, 36}}},
             2},
            {"b", conv,
                {{"hada_w1_a", {16, 3}}, {"hada_w1_b", {3, 108}}, {"hada_w2_a", {16, 3}}, {"hada_w2_b", {3, 108}}},
                {}}},
        {{"a", point, {{"hada_w1_a", {16, 2}}, {"hada_w1_b", {2, 12}}, {"hada_w2_a", {16, 2}}, {"hada_w2_b", {2, 12}}},
             1},
            {"b", conv,
                {{"hada_t1", {2, 2, 3, 3}}, {"hada_t2", {2, 2, 3, 3}}, {"hada_w1_a", {2, 16}}, {"hada_w1_b", {2, 12}},
                    {"hada_w2_a", {2, 16}}, {"hada_w2_b", {2, 12}}},
                8}},
        // 24 = 4 · 6, 36 = 6 · 6; 16 = 4 · 4, 12 = 3 · 4.
        {{"a", linear, {{"lokr_w1", {4, 6}}, {"lokr_w2_a", {6, 2}}, {"lokr_w2_b", {2, 6}}}, 3},
            {"b", linear, {{"lokr_w1", {4, 6}}, {"lokr_w2", {6, 6}}}, 7},
            {"c", conv, {{"lokr_w1", {4, 3}}, {"lokr_w2", {4, 4, 3, 3}}}, {}},
            {"d", conv, {{"lokr_w1", {4, 3}}, {"lokr_w2_a", {4, 1}}, {"lokr_w2_b", {1, 36}}}, 4}},
        {{"a", linear, {{"lokr_w1_a", {4, 2}}, {"lokr_w1_b", {2, 6}}, {"lokr_w2_a", {6, 2}}, {"lokr_w2_b", {2, 6}}}, 3},
            {"b", conv, {{"lokr_w1", {4, 3}}, {"lokr_w2", {4, 4, 3, 3}}}, {}},
            {"c", linear, {{"lokr_w1", {4, 6}}, {"lokr_w2", {6, 6}}}, {}}},
        // A factor of 8: 24 = 8 · 3, 36 = 6 · 6 (8 does not divide it), 16 = 8 · 2, 12 = 3 · 4.
        {{"a", linear, {{"lokr_w1", {8, 6}}, {"lokr_w2_a", {3, 1}}, {"lokr_w2_b", {1, 6}}}, 3},
            {"b", conv, {{"lokr_w1", {8, 3}}, {"lokr_w2_a", {1, 2}}, {"lokr_w2_b", {1, 4}}, {"lokr_t2", {1, 1, 3, 3}}},
                3}},
    };
    for (const auto& layers : cases) {
        make(layers);
        auto rewritten = rewrite(m_adapter, AdapterSpelling::Peft);
        ASSERT_TRUE(rewritten) << rewritten.error().message;
        SCOPED_TRACE(rewritten->config);
        const json config = json::parse(rewritten->config);
        EXPECT_EQ(config["peft_type"], layers.front().parts.contains("hada_w1_a") ? "LOHA" : "LOKR");
        for (const char* const ofLora : {"lora_alpha", "use_rslora", "use_dora", "fan_in_fan_out", "bias"})
            EXPECT_FALSE(config.contains(ofLora)) << ofLora;
        Shapes found;
        for (const RecipeItem& item : rewritten->recipe.items) {
            const auto shape = item.source->tensors[item.tensor].shape;
            found[item.name] = Shape(shape.begin(), shape.end());
        }
        Shapes wanted;
        for (const Layer& layer : layers) {
            for (const auto& [part, shape] : partsOfPeft(config, layer.path, layer.shape))
                wanted["base_model.model." + layer.path + '.' + part] = shape;
        }
        EXPECT_EQ(found, wanted);
        const Adapter peft = reread(std::move(*rewritten));
        EXPECT_EQ(peft.spelling, AdapterSpelling::Peft);
        expectSameUpdates(m_adapter, peft);
        for (const AdapterSpelling spelling : {AdapterSpelling::Kohya, AdapterSpelling::ComfyUi}) {
            auto back = rewrite(peft, spelling);
            ASSERT_TRUE(back) << back.error().message;
            expectSameUpdates(m_adapter, reread(std::move(*back)));
        }
    }
}

/// LyCORIS and ComfyUI ignore alpha there, and PEFT does not.
TEST_F(LycorisTest, TheScaleOfWholeMatricesIsMultipliedIn)
{
    make({{"a", {24, 36}, {{"lokr_w1", {4, 6}}, {"lokr_w2", {6, 6}}}}});
    auto rewritten = rewrite(m_adapter, AdapterSpelling::Peft);
    ASSERT_TRUE(rewritten);
    json config = json::parse(rewritten->config);
    EXPECT_EQ(config["alpha"], config["r"]);
    config["alpha"] = 0.75 * config["r"].get<double>();
    rewritten->config = config.dump();
    const Adapter scaled = reread(std::move(*rewritten));
    EXPECT_EQ(scaled.modules.front().scale, 0.75);
    for (const AdapterSpelling spelling : {AdapterSpelling::Kohya, AdapterSpelling::ComfyUi}) {
        auto converted = rewrite(scaled, spelling);
        ASSERT_TRUE(converted) << converted.error().message;
        const Adapter found = reread(std::move(*converted));
        std::vector<double> wanted = numbersOf(m_adapter.checkpoint, "diffusion_model.a.lokr_w2");
        for (double& number : wanted)
            number *= 0.75;
        const auto& part = found.modules.front().part(AdapterPart::Right);
        ASSERT_TRUE(part);
        expectNear(numbersOf(found.checkpoint, *part), wanted, 1e-6);
        expectSameUpdates(scaled, found);
    }
}

TEST_F(LycorisTest, RefusesWhatPeftCannotStore)
{
    const Shape linear{24, 36};
    const Shapes loha{{"hada_w1_a", {24, 4}}, {"hada_w1_b", {4, 36}}, {"hada_w2_a", {24, 4}}, {"hada_w2_b", {4, 36}}};
    const struct {
        std::vector<Layer> layers;
        std::string why;
    } cases[]{
        {{{"a", linear, loha}, {"b", linear, {{"lokr_w1", {4, 6}}, {"lokr_w2", {6, 6}}}}},
            "a PEFT file holds one kind"},
        {{{"a", linear,
             {{"hada_w1_a", {24, 4}}, {"hada_w1_b", {4, 36}}, {"hada_w2_a", {24, 3}}, {"hada_w2_b", {3, 36}}}}},
            "two ranks"},
        {{{"a", linear,
             {{"hada_w1_a", {24, 4}}, {"hada_w1_b", {4, 36}}, {"hada_w2_a", {24, 4}}, {"hada_w2_b", {4, 36}},
                 {"dora_scale", {24, 1}}}}},
            "which PEFT has for LoRA only"},
        {{{"a", linear, {{"lokr_w1", {2, 3}}, {"lokr_w2", {12, 12}}}},
             {"b", linear, {{"lokr_w1", {12, 12}}, {"lokr_w2", {2, 3}}}}},
            "no decompose_factor of PEFT"},
        {{{"a", linear, {{"lokr_w1", {4, 6}}, {"lokr_w2_a", {6, 5}}, {"lokr_w2_b", {5, 6}}}}}, "at rank 5"},
    };
    for (const auto& one : cases) {
        make(one.layers);
        const auto rewritten = rewrite(m_adapter, AdapterSpelling::Peft);
        ASSERT_FALSE(rewritten) << one.why;
        EXPECT_THAT(rewritten.error().message, HasSubstr(one.why));
    }
    make({{"a", linear, loha}});
    const auto diffusers = rewrite(m_adapter, AdapterSpelling::Diffusers);
    ASSERT_FALSE(diffusers);
    EXPECT_THAT(diffusers.error().message, HasSubstr("is LoHa, for which diffusers has no names"));
}

} // namespace
} // namespace loupe::test
