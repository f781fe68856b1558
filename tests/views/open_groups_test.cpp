#include "views/tree/open_groups.h"

#include "support/made_checkpoint.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <random>
#include <set>

namespace loupe {
namespace {

using NodeId = NameTree::NodeId;

std::shared_ptr<const Checkpoint> someTensors()
{
    std::mt19937 random(5);
    test::MadeCheckpoint made;
    for (int i = 0; i < 400; ++i) {
        std::string name;
        for (auto depth = random() % 5; depth > 0; --depth)
            name += std::string(1, static_cast<char>('a' + random() % 4)) + '.';
        made.add(name + std::to_string(i), DType::F32, {1});
    }
    return made.take();
}

TEST(GroupSetTest, HoldsWhatWasPutIn)
{
    GroupSet set(1000);
    EXPECT_TRUE(set.empty());
    EXPECT_FALSE(set.contains(1000));
    EXPECT_FALSE(set.erase(1'000'000));
    for (const NodeId group : {1500U, 1063U, 1064U, 1000U})
        EXPECT_TRUE(set.insert(group));
    EXPECT_FALSE(set.insert(1063));
    EXPECT_EQ(set.size(), 4U);
    EXPECT_EQ(set.list(), (std::vector<NodeId>{1000, 1063, 1064, 1500}));
    EXPECT_TRUE(set.erase(1063));
    EXPECT_FALSE(set.contains(1063));
    EXPECT_EQ(set.list(), (std::vector<NodeId>{1000, 1064, 1500}));
}

/// The slow twin: a set of open groups; a group is visible if all of its ancestors are open.
class OpenGroupsTest : public testing::Test {
protected:
    bool isShown(NodeId group) const
    {
        for (NodeId above = tree.parent(group); above != tree.root(); above = tree.parent(above))
            if (!open.count(above))
                return false;
        return open.count(group) > 0;
    }
    std::vector<NodeId> shown() const
    {
        std::vector<NodeId> list;
        std::copy_if(open.begin(), open.end(), std::back_inserter(list), [&](NodeId group) { return isShown(group); });
        return list;
    }
    void expectTwins() const
    {
        EXPECT_EQ(groups.shown().list(), shown());
        EXPECT_EQ(groups.list(), std::vector<NodeId>(open.begin(), open.end()));
        EXPECT_EQ(groups.hasInside(), shown().size() != open.size());
    }
    static std::vector<NodeId> difference(const std::vector<NodeId>& a, const std::vector<NodeId>& b)
    {
        std::vector<NodeId> only;
        std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(only));
        return only;
    }

    std::shared_ptr<const Checkpoint> checkpoint = someTensors();
    NameTree tree = *NameTree::build(*checkpoint);
    TreeOrder order = *TreeOrder::sorted(*checkpoint, tree, {});
    ShownTree shownTree{tree, order};
    OpenGroups groups{tree.root()};
    std::set<NodeId> open;
};

TEST_F(OpenGroupsTest, OpeningAndClosingAgreesWithItsTwin)
{
    std::mt19937 random(11);
    ASSERT_GT(tree.groupCount(), 50U);
    for (int i = 0; i < 3000; ++i) {
        const NodeId group = tree.root() + 1 + static_cast<NodeId>(random() % (tree.groupCount() - 1));
        const auto before = shown();
        if (isShown(group)) {
            open.erase(group);
            groups.erase(group);
            EXPECT_EQ(groups.hideInside(shownTree, group), difference(difference(before, shown()), {group}));
        } else if (const NodeId parent = tree.parent(group); parent == tree.root() || isShown(parent)) {
            open.insert(group);
            groups.insert(group);
            EXPECT_EQ(groups.showInside(shownTree, group), difference(difference(shown(), before), {group}));
        }
        expectTwins();
    }
    EXPECT_GT(open.size(), shown().size());
}

TEST_F(OpenGroupsTest, AddsManyAndForgetsThoseInside)
{
    std::mt19937 random(3);
    std::vector<NodeId> some;
    for (NodeId group = tree.root() + 1; group < tree.nodeCount(); ++group)
        if (random() % 3)
            some.push_back(group);
    open.insert(some.begin(), some.end());
    EXPECT_EQ(groups.add(shownTree, some), shown());
    expectTwins();
    ASSERT_TRUE(groups.hasInside());

    const auto isBelow = [&](NodeId node, NodeId group) {
        while (node != tree.root() && node != group)
            node = tree.parent(node);
        return node == group;
    };
    for (const NodeId top : tree.children(tree.root())) {
        if (!tree.isGroup(top))
            continue;
        groups.forgetInside(shownTree, top);
        std::erase_if(open, [&](NodeId group) { return isBelow(group, top) && !isShown(group); });
        EXPECT_EQ(groups.list(), std::vector<NodeId>(open.begin(), open.end()));
    }
    expectTwins();
    EXPECT_FALSE(groups.hasInside());
}

} // namespace
} // namespace loupe
