#include "core/text/block_number.h"
#include "core/tree/name_tree.h"
#include "core/tree/tree_order.h"
#include "support/made_checkpoint.h"

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>

#include <gtest/gtest.h>

namespace loupe {
namespace {

using test::MadeCheckpoint;
using Shape = std::vector<std::uint64_t>;

/// A tree of families with its checkpoint.
struct Families {
    explicit Families(MadeCheckpoint&& made)
        : checkpoint(made.take())
        , names(NameTree::build(*checkpoint).value())
        , tree(NameTree::families(*checkpoint, names).value())
    {
    }

    /// Lists the tree below `group` in order, one line each: roles as path and count, other tensors as names.
    std::string roles(NameTree::NodeId group) const
    {
        std::string text;
        for (const NameTree::NodeId child : tree.children(group)) {
            EXPECT_EQ(tree.parent(child), group);
            if (tree.isRole(child))
                text += std::string(tree.path(child)) + " x" + std::to_string(tree.children(child).size()) + '\n';
            else
                text += tree.isGroup(child) ? roles(child) : std::string(tree.path(child)) + '\n';
        }
        return text;
    }
    std::string roles() const { return roles(tree.root()); }
    NameTree::NodeId group(std::string_view path) const
    {
        for (NameTree::NodeId node = tree.root(); node < tree.nodeCount(); ++node) {
            if (tree.path(node) == path)
                return node;
        }
        ADD_FAILURE() << path;
        return tree.root();
    }

    std::shared_ptr<const Checkpoint> checkpoint;
    NameTree names;
    NameTree tree;
};

void addLlamaLayer(MadeCheckpoint& made, int layer)
{
    const std::string block = "model.layers." + std::to_string(layer);
    made.add(block + ".input_layernorm.weight", DType::F32, {8});
    for (const char* const part : {"q", "k", "v", "o"})
        made.add(block + ".self_attn." + part + "_proj.weight", DType::F32, {8, 8});
    made.add(block + ".mlp.up_proj.weight", DType::F32, {16, 8});
}

constexpr const char* llamaRoles = "model.layers.{0…31}.input_layernorm.weight x32\n"
                                   "model.layers.{0…31}.mlp.up_proj.weight x32\n"
                                   "model.layers.{0…31}.self_attn.k_proj.weight x32\n"
                                   "model.layers.{0…31}.self_attn.o_proj.weight x32\n"
                                   "model.layers.{0…31}.self_attn.q_proj.weight x32\n"
                                   "model.layers.{0…31}.self_attn.v_proj.weight x32\n";

TEST(NameTreeFamilies, LayersOfATransformerAreOne)
{
    MadeCheckpoint made;
    made.add("lm_head.weight").add("model.embed_tokens.weight");
    for (int layer = 31; layer >= 0; --layer)
        addLlamaLayer(made, layer);
    made.add("model.norm.weight");
    const Families families(std::move(made));
    EXPECT_EQ(families.roles(),
        "lm_head.weight\nmodel.embed_tokens.weight\n" + std::string(llamaRoles) + "model.norm.weight\n");

    const NameTree& tree = families.tree;
    const NameTree::NodeId role = families.group("model.layers.{0…31}.self_attn.q_proj.weight");
    EXPECT_EQ(tree.segment(role), "self_attn.q_proj.weight"); // "self_attn" has few roles
    EXPECT_EQ(tree.path(tree.parent(role)), "model.layers.{0…31}");
    EXPECT_EQ(tree.segment(families.group("model.layers.{0…31}")), "{0…31}");
    EXPECT_EQ(tree.sums(role), (NameTree::Sums{32, 32 * 64, 32 * 256}));
    const auto members = tree.children(role);
    for (std::size_t layer = 0; layer < members.size(); ++layer) {
        const std::string block = "layers." + std::to_string(layer);
        EXPECT_EQ(tree.path(members[layer]), "model." + block + ".self_attn.q_proj.weight");
        EXPECT_EQ(tree.place(members[layer]), block);
        EXPECT_EQ(tree.segment(members[layer]), "weight");
    }
    EXPECT_EQ(tree.place(0), ""); // lm_head.weight
}

TEST(NameTreeFamilies, ExpertsFoldWithinLayersAndOnlySomeLayersHaveThem)
{
    MadeCheckpoint made;
    for (int layer = 0; layer < 61; ++layer) {
        const std::string block = "model.layers." + std::to_string(layer) + '.';
        made.add(block + "input_layernorm.weight", DType::BF16, {8});
        made.add(block + "self_attn.kv_a_proj_with_mqa.weight", DType::F8_E4M3, {4, 8});
        made.add(block + "self_attn.o_proj.weight", DType::F8_E4M3, {8, 4});
        if (layer < 3) {
            made.add(block + "mlp.down_proj.weight", DType::F8_E4M3, {8, 32});
            continue;
        }
        made.add(block + "mlp.gate.weight", DType::BF16, {256, 8});
        made.add(block + "mlp.shared_experts.down_proj.weight", DType::F8_E4M3, {8, 4});
        for (int expert = 0; expert < 256; ++expert)
            made.add(block + "mlp.experts." + std::to_string(expert) + ".down_proj.weight", DType::F8_E4M3, {8, 4});
    }
    const Families families(std::move(made));
    EXPECT_EQ(families.roles(),
        "model.layers.{0…60}.input_layernorm.weight x61\n"
        "model.layers.{0…60}.mlp.down_proj.weight x3\n"
        "model.layers.{0…60}.mlp.experts.{0…255}.down_proj.weight x14848\n"
        "model.layers.{0…60}.mlp.gate.weight x58\n"
        "model.layers.{0…60}.mlp.shared_experts.down_proj.weight x58\n"
        "model.layers.{0…60}.self_attn.kv_a_proj_with_mqa.weight x61\n"
        "model.layers.{0…60}.self_attn.o_proj.weight x61\n");
    // Members by layer, then by expert.
    const NameTree& tree = families.tree;
    const auto members = tree.children(families.group("model.layers.{0…60}.mlp.experts.{0…255}.down_proj.weight"));
    EXPECT_EQ(tree.place(members[0]), "layers.3.mlp.experts.0");
    EXPECT_EQ(tree.place(members[255]), "layers.3.mlp.experts.255");
    EXPECT_EQ(tree.place(members[256]), "layers.4.mlp.experts.0");
}

TEST(NameTreeFamilies, GapsAndScatteredNumbersAreInThePattern)
{
    MadeCheckpoint made;
    for (int layer = 0; layer < 32; ++layer) {
        if (layer != 16)
            made.add("h." + std::to_string(layer) + ".w", DType::F32, {4});
    }
    for (const int layer : {0, 1, 5, 7, 8})
        made.add("odd." + std::to_string(layer) + ".w", DType::F32, {4});
    for (int layer = 0; layer < 40; layer += 2)
        made.add("even." + std::to_string(layer) + ".w", DType::F32, {4});
    EXPECT_EQ(Families(std::move(made)).roles(),
        "even.{0, 2, 4, 6, 8, 10, 12, 14, …}.w x20\nh.{0…15, 17…31}.w x31\nodd.{0, 1, 5, 7, 8}.w x5\n");
}

TEST(NameTreeFamilies, BlocksOfALoRA)
{
    MadeCheckpoint made;
    for (int layer = 0; layer < 4; ++layer) {
        for (const char* const part : {"q_proj", "v_proj"}) {
            const std::string name = "base_model.model.model.layers." + std::to_string(layer) + ".self_attn." + part;
            const std::uint64_t rank = layer == 2 ? 4 : 8; // one layer has a different rank
            made.add(name + ".lora_A.weight", DType::F32, {rank, 64})
                .add(name + ".lora_B.weight", DType::F32, {64, rank});
        }
    }
    EXPECT_EQ(Families(std::move(made)).roles(),
        "base_model.model.model.layers.{0…3}.self_attn.q_proj.lora_A.weight x4\n"
        "base_model.model.model.layers.{0…3}.self_attn.q_proj.lora_B.weight x4\n"
        "base_model.model.model.layers.{0…3}.self_attn.v_proj.lora_A.weight x4\n"
        "base_model.model.model.layers.{0…3}.self_attn.v_proj.lora_B.weight x4\n");
}

void addResnet(MadeCheckpoint& made, const std::string& block, std::uint64_t channels)
{
    made.add(block + ".conv1.weight", DType::F16, {channels, channels, 3, 3});
    made.add(block + ".conv1.bias", DType::F16, {channels});
    made.add(block + ".norm1.weight", DType::F16, {channels});
}

TEST(NameTreeFamilies, KindsOfNumberedBlocksInAUNet)
{
    MadeCheckpoint made;
    for (int level = 0; level < 3; ++level) {
        const std::string block = "down_blocks." + std::to_string(level);
        for (int i = 0; i < 2; ++i) {
            addResnet(made, block + ".resnets." + std::to_string(i), std::uint64_t{4} << level);
            const std::string attention = block + ".attentions." + std::to_string(i);
            made.add(attention + ".to_q.weight", DType::F16, {8, 8}).add(attention + ".to_out.0.weight");
        }
    }
    // These numbers do not count blocks: a convolution after a norm, and the layers of an MLP.
    made.add("out.0.weight", DType::F16, {4}).add("out.0.bias", DType::F16, {4});
    made.add("out.2.weight", DType::F16, {4, 4, 3, 3}).add("out.2.bias", DType::F16, {4});
    made.add("time_embed.0.weight", DType::F16, {16, 4}).add("time_embed.0.bias", DType::F16, {16});
    made.add("time_embed.2.weight", DType::F16, {16, 16}).add("time_embed.2.bias", DType::F16, {16});
    // Two kinds of blocks alternate.
    for (int i = 0; i < 6; ++i) {
        const std::string block = "up." + std::to_string(i);
        if (i % 2 == 0)
            addResnet(made, block, 8);
        else
            made.add(block + ".proj.weight", DType::F16, {8, 8}).add(block + ".scale", DType::F16, {8});
    }
    EXPECT_EQ(Families(std::move(made)).roles(),
        "down_blocks.{0…2}.attentions.{0, 1}.to_out.0.weight x6\n"
        "down_blocks.{0…2}.attentions.{0, 1}.to_q.weight x6\n"
        "down_blocks.{0…2}.resnets.{0, 1}.conv1.bias x6\n"
        "down_blocks.{0…2}.resnets.{0, 1}.conv1.weight x6\n"
        "down_blocks.{0…2}.resnets.{0, 1}.norm1.weight x6\n"
        "out.0.bias\nout.0.weight\nout.2.bias\nout.2.weight\n"
        "time_embed.0.bias\ntime_embed.0.weight\ntime_embed.2.bias\ntime_embed.2.weight\n"
        "up.{0, 2, 4}.conv1.bias x3\nup.{0, 2, 4}.conv1.weight x3\nup.{0, 2, 4}.norm1.weight x3\n"
        "up.{1, 3, 5}.proj.weight x3\nup.{1, 3, 5}.scale x3\n");
}

TEST(NameTreeFamilies, OtherNumbersInNamesAreNoBlocks)
{
    const char* const names[] = {"a.w1.weight", "a.w2.weight", "conv1.weight", "conv2.weight", "embed.0", "embed.1",
        "h.7.only.weight", "norm_1.bias", "norm_2.bias", "v1.5.weight", "v2.6.weight"};
    MadeCheckpoint made;
    std::string expected;
    for (const char* const name : names) {
        made.add(name, DType::F32, {4});
        expected += name + std::string("\n");
    }
    EXPECT_EQ(Families(std::move(made)).roles(), expected);
}

TEST(NameTreeFamilies, BlocksMayHaveTheirNumberAfterAWord)
{
    MadeCheckpoint made;
    for (int layer = 0; layer < 12; ++layer) {
        const std::string block = "bert/encoder/layer_" + std::to_string(layer);
        made.add(block + "/output/dense/kernel", DType::F32, {4, 4}).add(block + "/output/dense/bias", DType::F32, {4});
    }
    const Families families(std::move(made));
    EXPECT_EQ(families.roles(),
        "bert/encoder/layer_{0…11}/output/dense/bias x12\nbert/encoder/layer_{0…11}/output/dense/kernel x12\n");
    const auto members = families.tree.children(families.group("bert/encoder/layer_{0…11}/output/dense/bias"));
    EXPECT_EQ(families.tree.place(members[3]), "layer_3");
    EXPECT_EQ(families.tree.segment(families.group("bert/encoder/layer_{0…11}")), "layer_{0…11}");
}

TEST(NameTreeFamilies, TensorsOfOneBlockOnlyStandAlone)
{
    MadeCheckpoint made;
    for (int layer = 0; layer < 4; ++layer)
        addLlamaLayer(made, layer);
    made.add("model.layers.2.extra.scale");
    const Families families(std::move(made));
    const NameTree::NodeId tensor = families.tree.children(families.group("model.layers.{0…3}")).front();
    ASSERT_FALSE(families.tree.isGroup(tensor));
    EXPECT_EQ(families.tree.path(tensor), "model.layers.2.extra.scale");
    EXPECT_EQ(families.tree.segment(tensor), "extra.scale");
    EXPECT_EQ(families.tree.place(tensor), "layers.2");
}

TEST(NameTreeFamilies, GroupsOfManyRolesOrOfBlocksKeepARow)
{
    MadeCheckpoint made;
    for (int layer = 0; layer < 2; ++layer) {
        const std::string block = "h." + std::to_string(layer) + '.';
        for (const char* const name : {"few.a.w", "few.b.w", "few.b.x.y", "few.c", "many.a", "many.b.w", "many.c",
                 "many.d", "many.e", "numbers.0.w", "numbers.1.w"})
            made.add(block + name, DType::F32, {4});
    }
    const Families families(std::move(made));
    std::vector<std::string_view> segments;
    for (const NameTree::NodeId child : families.tree.children(families.group("h.{0, 1}")))
        segments.push_back(families.tree.segment(child));
    EXPECT_EQ(segments, (std::vector<std::string_view>{"few.a.w", "few.b.w", "few.b.x.y", "few.c", "many", "numbers"}));
}

TEST(NameTreeFamilies, NamesOfMegabytesAreNotCopied)
{
    const std::string longName(1'000'000, 'x');
    MadeCheckpoint made;
    for (int i = 0; i < 4; ++i)
        made.add(longName + '.' + std::to_string(i) + ".w", DType::F32, {4});
    const Families families(std::move(made));
    for (NameTree::NodeId node = families.tree.root(); node < families.tree.nodeCount(); ++node)
        EXPECT_FALSE(families.tree.isRole(node));
}

TEST(NameTreeFamilies, CompactOrderShowsRolesInARowEach)
{
    MadeCheckpoint made;
    for (int layer = 0; layer < 32; ++layer)
        addLlamaLayer(made, layer);
    const Families families(std::move(made));
    const auto full = TreeOrder::sorted(*families.checkpoint, families.tree, {});
    const auto order = TreeOrder::formed(*families.checkpoint, families.tree, *full, TreeForm::Families);
    ASSERT_TRUE(order);
    EXPECT_EQ(order->form(), TreeForm::Families);
    const auto rows = order->children(families.tree.root());
    ASSERT_EQ(rows.size(), 1U);
    EXPECT_EQ(families.tree.path(rows[0]), "model.layers.{0…31}");
    std::vector<std::string_view> shown;
    for (const NameTree::NodeId node : order->children(rows[0]))
        shown.push_back(families.tree.path(node));
    EXPECT_EQ(shown,
        (std::vector<std::string_view>{"model.layers.{0…31}.input_layernorm.weight",
            "model.layers.{0…31}.mlp.up_proj.weight", "model.layers.{0…31}.self_attn.k_proj.weight",
            "model.layers.{0…31}.self_attn.o_proj.weight", "model.layers.{0…31}.self_attn.q_proj.weight",
            "model.layers.{0…31}.self_attn.v_proj.weight"}));
}

/// The name without its block numbers, which all members of a role share.
std::string withoutNumbers(std::string_view name)
{
    std::string text;
    for (const std::string_view part : nameParts(name))
        text += std::string(part.substr(0, blockStem(part).value_or(part).size())) + '.';
    return text;
}

TEST(NameTreeFamilies, EachTensorIsThereOnceWhateverTheNames)
{
    std::mt19937 random(7);
    for (int round = 0; round < 40; ++round) {
        MadeCheckpoint made;
        const auto letters = static_cast<unsigned>(1 + random() % 3);
        for (int i = 0; i < 300; ++i) {
            std::string name;
            for (std::size_t depth = random() % 6; depth > 0; --depth) {
                const std::string number = std::to_string(random() % 5);
                const std::string letter(1, static_cast<char>('a' + random() % letters));
                const auto kind = static_cast<unsigned>(random() % 8);
                name += kind < 4 ? number : kind == 4 ? letter + '_' + number : letter;
                name += random() % 16 == 0 ? '/' : '.';
            }
            made.add(name + static_cast<char>('u' + random() % 4), DType::F32, Shape(1 + random() % 2, 4));
        }
        const Families families(std::move(made));
        const NameTree& tree = families.tree;
        std::vector<int> seen(tree.nodeCount());
        std::set<std::string_view> paths;
        for (NameTree::NodeId group = tree.root(); group < tree.nodeCount(); ++group) {
            NameTree::Sums sums;
            std::set<std::string> roles;
            for (const NameTree::NodeId child : tree.children(group)) {
                ++seen[child];
                EXPECT_EQ(tree.parent(child), group);
                if (tree.isGroup(child)) {
                    EXPECT_GT(child, group);
                    EXPECT_FALSE(tree.isRole(group));
                    sums.add(tree.sums(child));
                    EXPECT_TRUE(tree.path(child).starts_with(tree.path(group)));
                } else {
                    sums.add({1, families.checkpoint->tensors[child].elements(),
                        families.checkpoint->tensors[child].bytes.size()});
                    roles.insert(withoutNumbers(tree.path(child)));
                    const std::string_view place = tree.place(child);
                    EXPECT_NE(tree.path(child).find(place), std::string_view::npos);
                    EXPECT_TRUE(place.empty() || blockStem(nameParts(place).back()).has_value()) << place;
                }
            }
            EXPECT_EQ(tree.sums(group), sums);
            if (tree.isRole(group)) {
                EXPECT_EQ(roles.size(), 1U) << tree.path(group);
                EXPECT_GE(tree.children(group).size(), 2U);
            }
        }
        EXPECT_EQ(std::count(seen.begin(), seen.end(), 1), tree.nodeCount() - 1); // all but the root
        EXPECT_EQ(tree.sums(tree.root()), families.names.sums(families.names.root()));
    }
}

TEST(NameTreeFamilies, Stops)
{
    MadeCheckpoint made;
    made.add("a.0.w").add("a.1.w");
    const auto checkpoint = made.take();
    const auto names = NameTree::build(*checkpoint);
    std::stop_source stop;
    stop.request_stop();
    const auto tree = NameTree::families(*checkpoint, *names, Work{stop.get_token(), nullptr});
    ASSERT_FALSE(tree);
    EXPECT_EQ(tree.error().code, ErrorCode::Stopped);
}

} // namespace
} // namespace loupe
