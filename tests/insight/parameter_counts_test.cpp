// Counts of parameters where tensors share their storage, as torch.save keeps it.

#include "insight/model_checks.h"
#include "support/made_checkpoint.h"

#include <gtest/gtest.h>

namespace loupe {
namespace {

struct Named {
    std::string name;
    std::vector<std::uint64_t> shape;
    ByteRange bytes; ///< in the file
};

ParameterCounts parametersOf(const std::vector<Named>& tensors)
{
    test::MadeCheckpoint made;
    for (const Named& one : tensors)
        made.add(one.name, DType::F32, one.shape);
    for (std::size_t i = 0; i < tensors.size(); ++i)
        made->tensors[i].bytes = tensors[i].bytes;
    made->files.front().tensorsShare = true;
    return examineModel(*made.take()).architecture.parameters;
}

TEST(ParameterCountsTest, ABufferOfSeveralNamesIsNoParameter)
{
    // Eight weights of 16 elements, and one buffer that each layer names.
    std::vector<Named> tensors;
    for (std::uint64_t layer = 0; layer < 8; ++layer)
        tensors.push_back({"layers." + std::to_string(layer) + ".mlp.weight", {4, 4}, {layer * 64, layer * 64 + 64}});
    for (int layer = 0; layer < 8; ++layer)
        tensors.push_back({"layers." + std::to_string(layer) + ".self_attn.rotary_emb.inv_freq", {16}, {512, 576}});
    EXPECT_EQ(parametersOf(tensors).total, 128U);
}

TEST(ParameterCountsTest, ATiedHeadCountsOnce)
{
    const ParameterCounts counts = parametersOf({{"transformer.wte.weight", {10, 8}, {0, 320}},
        {"lm_head.weight", {10, 8}, {0, 320}}, {"transformer.h.0.mlp.c_fc.weight", {8, 4}, {320, 448}}});
    EXPECT_EQ(counts.total, 112U);
    EXPECT_EQ(counts.embeddings, 80U);
}

TEST(ParameterCountsTest, ExpertsThatShareTheirWeightsCountOnce)
{
    const ParameterCounts counts = parametersOf({{"model.layers.0.mlp.experts.0.up_proj.weight", {4, 4}, {0, 64}},
        {"model.layers.0.mlp.experts.1.up_proj.weight", {4, 4}, {0, 64}},
        {"model.layers.0.mlp.experts.2.up_proj.weight", {4, 4}, {64, 128}}});
    EXPECT_EQ(counts.total, 32U);
    EXPECT_EQ(counts.experts, 32U);
}

} // namespace
} // namespace loupe
