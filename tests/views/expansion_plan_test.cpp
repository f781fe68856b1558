#include "views/tree/expansion_plan.h"

#include "support/made_checkpoint.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace loupe {
namespace {

class ExpansionPlanTest : public testing::Test {
protected:
    void make(std::initializer_list<const char*> names)
    {
        test::MadeCheckpoint made;
        for (const char* name : names)
            made.add(name, DType::F32, {1});
        take(made);
    }
    void take(test::MadeCheckpoint& made)
    {
        checkpoint = made.take();
        tree = *NameTree::build(*checkpoint);
        order = *TreeOrder::sorted(*checkpoint, tree, {});
    }
    NameTree::NodeId group(std::string_view path) const
    {
        for (NameTree::NodeId node = tree.root() + 1; node < tree.nodeCount(); ++node)
            if (tree.path(node) == path)
                return node;
        return tree.root();
    }
    std::string paths(const ExpansionPlan& plan) const
    {
        std::string text;
        for (const NameTree::NodeId node : plan.groups)
            text += std::string(tree.path(node)) + ' ';
        return text;
    }

    std::shared_ptr<const Checkpoint> checkpoint;
    NameTree tree;
    TreeOrder order;
};

TEST_F(ExpansionPlanTest, GoesFromTheTopDownLevelByLevel)
{
    make({"b.y.k.w", "b.x.w", "a.w", "c", "b.w"});
    EXPECT_EQ(paths(planExpansion(tree, order, tree.root())), "a b b.x b.y b.y.k ");
    EXPECT_EQ(planExpansion(tree, order, tree.root()).left, 0U);
    EXPECT_EQ(paths(planExpansion(tree, order, group("b.y"))), "b.y b.y.k ");
    EXPECT_EQ(paths(planExpansion(tree, order, group("a"))), "a ");
}

TEST_F(ExpansionPlanTest, LeavesOutWhatTheFilterHides)
{
    make({"b.y.k.w", "b.x.w", "a.w"});
    order = *TreeOrder::filtered(*checkpoint, tree, order, [](std::uint32_t tensor) { return tensor == 1; });
    EXPECT_EQ(paths(planExpansion(tree, order, tree.root())), "b b.x ");
}

TEST_F(ExpansionPlanTest, NothingToOpen)
{
    make({"a", "b"});
    EXPECT_TRUE(planExpansion(tree, order, tree.root()).groups.empty());
    EXPECT_EQ(planExpansion(tree, order, tree.root()).left, 0U);
}

TEST_F(ExpansionPlanTest, ALevelThatCostsTooMuchStaysClosed)
{
    test::MadeCheckpoint made;
    constexpr unsigned outer = 400;
    constexpr unsigned inner = 400; // each has one tensor; together they exceed the limit
    static_assert(std::uint64_t{outer} * inner * 9 > ExpansionCost::limit);
    for (unsigned i = 0; i < outer * inner; ++i)
        made.add("m." + std::to_string(i / inner) + '.' + std::to_string(i) + ".w", DType::U8, {1});
    take(made);
    const ExpansionPlan all = planExpansion(tree, order, tree.root());
    EXPECT_EQ(all.groups.size(), 1 + outer);
    EXPECT_EQ(all.left, outer * inner);
    EXPECT_EQ(all.groups.front(), group("m"));

    const ExpansionPlan one = planExpansion(tree, order, group("m.7"));
    EXPECT_EQ(one.groups.size(), 1 + inner);
    EXPECT_EQ(one.left, 0U);

    ExpansionCost spent;
    while (spent.isAffordable())
        spent.add(order, group("m"));
    const ExpansionPlan none = planExpansion(tree, order, group("m.7"), spent);
    EXPECT_TRUE(none.groups.empty());
    EXPECT_EQ(none.left, 1 + inner);
}

} // namespace
} // namespace loupe
