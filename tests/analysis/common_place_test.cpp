#include "analysis/comparison/common_place.h"

#include <gtest/gtest.h>

namespace loupe {
namespace {

std::string placeOf(const std::vector<std::string>& names)
{
    CommonPlace place;
    for (const std::string& name : names)
        place.add(name);
    EXPECT_EQ(place.count(), names.size());
    return place.text();
}

TEST(CommonPlace, NamesTheRoleAndTheLayers)
{
    EXPECT_EQ(placeOf({"model.layers.12.self_attn.q_proj.weight", "model.layers.13.self_attn.k_proj.weight",
                  "model.layers.14.self_attn.k_proj.weight"}),
        "self_attn of layers 12–14");
    EXPECT_EQ(placeOf({"h/3/mlp/kernel", "h/5/mlp/kernel", "h/9/mlp/kernel"}), "mlp of layers 3, 5 and 9");
    EXPECT_EQ(placeOf({"h/3/mlp/c_fc/kernel", "h/4/mlp/c_fc/bias"}), "mlp/c_fc of layers 3 and 4") << "as it is spelt";
    EXPECT_EQ(placeOf({"layers.0.a.w", "layers.0.b.w"}), "layer 0");
    EXPECT_EQ(placeOf({"layers.0.a.w", "layers.1.b.w"}), "layers 0 and 1");
    EXPECT_EQ(placeOf({"layers.0.a.w", "layers.2.a.w", "layers.4.a.w", "layers.6.a.w", "layers.8.a.w"}),
        "a of 5 layers between 0 and 8");
}

TEST(CommonPlace, NamesTheGroupOutsideOfLayers)
{
    EXPECT_EQ(placeOf({"vision.encoder.patch.weight", "vision.encoder.norm.bias"}), "vision.encoder");
    // Both have a layer 1, but these are different layers.
    EXPECT_EQ(placeOf({"t5.encoder.1.w", "t5.decoder.1.w"}), "t5");
    EXPECT_EQ(placeOf({"vision/encoder/a", "vision/encoder/b"}), "vision/encoder");
    EXPECT_EQ(placeOf({"model.layers.1.w.weight", "model.norm.weight"}), "model");
}

TEST(CommonPlace, NamesAFewOutsideOfTheLayers)
{
    CommonPlace place;
    for (const int layer : {5, 6, 7, 8, 9})
        place.add("model.layers." + std::to_string(layer) + ".mlp.up.weight");
    EXPECT_FALSE(place.mostly()) << "all are in layers";
    place.add("lm_head.weight");
    place.add("vision.layers.3.mlp.up.weight");
    EXPECT_FALSE(place.layers());
    const auto mostly = place.mostly();
    ASSERT_TRUE(mostly);
    EXPECT_EQ(mostly->count, 5U);
    EXPECT_EQ(mostly->layers.role, "mlp.up");
    EXPECT_EQ(mostly->layers.ranges, std::vector<std::string>{"5–9"});
    EXPECT_EQ(mostly->others, (std::vector<std::string>{"lm_head.weight", "vision.layers.3.mlp.up.weight"}));
    place.add("a");
    EXPECT_TRUE(place.mostly());
    place.add("b");
    EXPECT_FALSE(place.mostly()) << "more than a sentence names";
}

TEST(CommonPlace, IsEmptyWithoutOne)
{
    EXPECT_EQ(placeOf({}), "");
    EXPECT_EQ(placeOf({"lm_head.weight", "model.embed.weight"}), "");
    EXPECT_EQ(placeOf({"a", "b"}), "");
}

TEST(CommonPlace, OneTensorIsItsName)
{
    EXPECT_EQ(placeOf({"lm_head.weight"}), "lm_head.weight");
}

TEST(CommonPlace, HostileNamesCostLittle)
{
    std::vector<std::string> names;
    for (int i = 0; i < 5000; ++i)
        names.push_back("l." + std::to_string(i) + ".w");
    EXPECT_EQ(placeOf(names), "l");
    EXPECT_EQ(placeOf({std::string(100'000, '.'), std::string(100'000, '.') + 'x'}), std::string(62, '.'));
}

} // namespace
} // namespace loupe
