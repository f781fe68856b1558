#include "core/text/block_number.h"

#include <gtest/gtest.h>

namespace loupe {
namespace {

TEST(BlockNumber, ARoleIsANameWithoutNumbersOfBlocks)
{
    struct {
        const char* name;
        const char* role;
    } const cases[] = {
        {"", ""},
        {"lm_head", "lm_head"},
        {"model.layers.12.q_proj.weight", "model.layers.#.q_proj.weight"},
        {"experts.0.w1.weight", "experts.#.w1.weight"},
        {"experts.0.w2.weight", "experts.#.w2.weight"},
        {"norm1", "norm1"},
        {"layers/3/q/kernel", "layers/#/q/kernel"},
        {"bert/layer_7/attention/kernel", "bert/layer_#/attention/kernel"},
        {"block_7.norm_2.bias", "block_#.norm_2.bias"},
        {"embed.1", "embed.#"},
        {".3..a.", ".#..a."},
    };
    for (const auto& [name, role] : cases)
        EXPECT_EQ(roleOf(name), role);
}

} // namespace
} // namespace loupe
