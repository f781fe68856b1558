#include "core/tree/tree_order.h"

#include "support/made_checkpoint.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace loupe {
namespace {

using test::MadeCheckpoint;

class TreeOrderTest : public testing::Test {
protected:
    TreeOrderTest()
    {
        MadeCheckpoint made;
        made.add("g.2.w", DType::BF16, {4, 4}); // 0: 32 bytes
        made.add("t10", DType::F32, {8, 2}); // 1: 64 bytes
        made.add("t9", DType::U8, {}); // 2: 1 byte
        made.add("g.10.w", DType::BF16, {9}); // 3: 18 bytes
        made.add("t1", DType::F32, {8, 1}); // 4: 32 bytes
        made.add("e.x", DType::F64, {100}); // 5: 800 bytes
        checkpoint = made.take();
        tree = *NameTree::build(*checkpoint);
    }

    std::string top(const TreeOrder& order) const
    {
        std::string text;
        for (const NameTree::NodeId child : order.children(tree.root()))
            text += std::string(tree.path(child)) + (tree.isGroup(child) ? "/ " : " ");
        return text;
    }
    std::string top(SortKey key, bool descending = false) const
    {
        const auto order = TreeOrder::sorted(*checkpoint, tree, {key, descending});
        EXPECT_TRUE(order);
        return top(*order);
    }

    std::shared_ptr<const Checkpoint> checkpoint;
    NameTree tree;
};

TEST_F(TreeOrderTest, EveryKeyInBothDirections)
{
    EXPECT_EQ(top(SortKey::Name), "e/ g/ t1 t9 t10 ");
    EXPECT_EQ(top(SortKey::Name, true), "t10 t9 t1 g/ e/ ");
    EXPECT_EQ(top(SortKey::DType), "e/ g/ t9 t1 t10 ");
    EXPECT_EQ(top(SortKey::DType, true), "e/ g/ t1 t10 t9 ");
    EXPECT_EQ(top(SortKey::Shape), "e/ g/ t9 t1 t10 ");
    EXPECT_EQ(top(SortKey::Shape, true), "e/ g/ t10 t1 t9 ");
    EXPECT_EQ(top(SortKey::Elements), "t9 t1 t10 g/ e/ ");
    EXPECT_EQ(top(SortKey::Elements, true), "e/ g/ t10 t1 t9 ");
    EXPECT_EQ(top(SortKey::Size), "t9 t1 g/ t10 e/ ");
    EXPECT_EQ(top(SortKey::Size, true), "e/ t10 g/ t1 t9 ");
    EXPECT_EQ(top(SortKey::Offset), "g/ t10 t9 t1 e/ ");
    EXPECT_EQ(top(SortKey::Offset, true), "e/ t1 t9 t10 g/ ");
}

TEST_F(TreeOrderTest, SortsByGivenNumbers)
{
    std::vector<std::uint64_t> given(tree.nodeCount());
    given[1] = 7; // t10
    given[4] = 3; // t1
    for (const NameTree::NodeId child : tree.children(tree.root()))
        if (tree.isGroup(child) && tree.path(child) == "g")
            given[child] = 5;
    const auto sorted = [&](bool descending) {
        return top(*TreeOrder::sorted(*checkpoint, tree, {SortKey::Given, descending}, {}, given));
    };
    EXPECT_EQ(sorted(true), "t10 g/ t1 e/ t9 ");
    EXPECT_EQ(sorted(false), "e/ t9 t1 g/ t10 ");
    EXPECT_EQ(top(SortKey::Given, true), top(SortKey::Name)); // no values are given
    EXPECT_EQ(*TreeOrder::sorted(*checkpoint, tree, {}), *TreeOrder::sorted(*checkpoint, tree, {}));
    EXPECT_NE(*TreeOrder::sorted(*checkpoint, tree, {}), *TreeOrder::sorted(*checkpoint, tree, {SortKey::Size, true}));
}

TEST_F(TreeOrderTest, RowsAndSumsAgreeWithTheChildren)
{
    const auto order = TreeOrder::sorted(*checkpoint, tree, {SortKey::Size, true});
    for (std::uint32_t number = 0; number < tree.groupCount(); ++number) {
        const NameTree::NodeId group = tree.root() + number;
        EXPECT_EQ(order->sums(group), tree.sums(group));
        const auto children = order->children(group);
        EXPECT_EQ(children.size(), tree.children(group).size());
        for (std::uint32_t row = 0; row < children.size(); ++row)
            EXPECT_EQ(order->row(children[row]), row);
    }
    EXPECT_FALSE(order->isFiltered());
}

TEST_F(TreeOrderTest, FilterKeepsOrderAndGroupsOfWhatItKeeps)
{
    const auto all = TreeOrder::sorted(*checkpoint, tree, {SortKey::Size, true});
    const auto some =
        TreeOrder::filtered(*checkpoint, tree, *all, [](std::uint32_t i) { return i == 3 || i == 4 || i == 1; });
    ASSERT_TRUE(some);
    EXPECT_EQ(top(*some), "t10 t1 g/ ");
    EXPECT_EQ(some->sorting(), all->sorting());
    EXPECT_TRUE(some->isFiltered());
    EXPECT_EQ(some->sums(tree.root()), (NameTree::Sums{3, 33, 114}));
    EXPECT_EQ(some->row(4), 1U);
    EXPECT_FALSE(some->isVisible(0));
    EXPECT_FALSE(some->isVisible(tree.parent(0))); // "g.2"
    EXPECT_TRUE(some->isVisible(tree.parent(3))); // "g.10"
    EXPECT_EQ(some->row(tree.parent(3)), 0U);
    const auto none = TreeOrder::filtered(*checkpoint, tree, *all, [](std::uint32_t) { return false; });
    EXPECT_EQ(top(*none), "");
    EXPECT_EQ(none->row(tree.root()), 0U);
}

TEST_F(TreeOrderTest, FilteredGroupsCountWithWhatIsVisible)
{
    // All of "g" is larger than "t1", but its second tensor alone is not.
    const auto all = TreeOrder::sorted(*checkpoint, tree, {SortKey::Size, false});
    EXPECT_EQ(top(*all), "t9 t1 g/ t10 e/ ");
    const auto some = TreeOrder::filtered(*checkpoint, tree, *all, [](std::uint32_t i) { return i != 0; });
    EXPECT_EQ(top(*some), "t9 g/ t1 t10 e/ ");
    EXPECT_EQ(some->row(tree.parent(tree.parent(3))), 1U);
}

TEST_F(TreeOrderTest, FilteredGroupsStandWhereWhatIsGivenOfThemPutsThem)
{
    const auto givenOfGroup = [&](std::uint64_t number) {
        std::vector<std::uint64_t> given(tree.nodeCount());
        given[1] = 7; // t10
        given[4] = 3; // t1
        given[tree.parent(tree.parent(0))] = number; // g
        return given;
    };
    const auto all = TreeOrder::sorted(*checkpoint, tree, {SortKey::Given, true}, {}, givenOfGroup(9));
    EXPECT_EQ(top(*all), "g/ t10 t1 e/ t9 ");
    const auto keep = [](std::uint32_t i) { return i != 0; };
    EXPECT_EQ(top(*TreeOrder::filtered(*checkpoint, tree, *all, keep, {}, givenOfGroup(5))), "t10 g/ t1 e/ t9 ");
    EXPECT_EQ(top(*TreeOrder::filtered(*checkpoint, tree, *all, keep)), "g/ t10 t1 e/ t9 ") << "nothing else is given";
}

TEST_F(TreeOrderTest, EmptyOrderFitsTheEmptyTree)
{
    const NameTree empty;
    const TreeOrder order;
    EXPECT_TRUE(order.children(empty.root()).empty());
    EXPECT_EQ(order.row(empty.root()), 0U);
    const auto built = TreeOrder::sorted(Checkpoint{}, empty, {SortKey::Offset, false});
    ASSERT_TRUE(built);
    EXPECT_TRUE(built->children(empty.root()).empty());
}

TEST_F(TreeOrderTest, GroupsStandBeforeTheLargestShapeInBothDirections)
{
    std::vector<std::uint64_t> shape(255, 1);
    shape[0] = (std::uint64_t{1} << 56) - 1;
    shape[1] = 0;
    MadeCheckpoint made;
    made.add("a", DType::U8, shape);
    made.add("g.x", DType::U8, {0});
    made.add("z", DType::U8, {});
    checkpoint = made.take();
    tree = *NameTree::build(*checkpoint);
    EXPECT_EQ(top(SortKey::Shape), "g/ z a ");
    EXPECT_EQ(top(SortKey::Shape, true), "g/ a z ");
    EXPECT_EQ(top(SortKey::DType, true), "g/ a z ");
}

TEST_F(TreeOrderTest, LongRanksCompareBeforeTheirDimensions)
{
    const auto ones = [](std::size_t rank, std::uint64_t first) {
        std::vector<std::uint64_t> shape(rank, 1);
        shape[0] = first;
        return shape;
    };
    MadeCheckpoint made;
    made.add("a", DType::U8, ones(300, 1));
    made.add("b", DType::U8, ones(126, 9));
    made.add("c", DType::U8, ones(127, 8));
    made.add("d", DType::U8, ones(128, 2));
    made.add("e", DType::U8, ones(128, 1));
    made.add("f", DType::U8, ones(254, 5));
    checkpoint = made.take();
    tree = *NameTree::build(*checkpoint);
    EXPECT_EQ(top(SortKey::Shape), "b c e d f a ");
    EXPECT_EQ(top(SortKey::Shape, true), "a f d e c b ");
}

/// Compares with a stable sort for every key, with thousands of tensors and groups, many of them equal.
TEST_F(TreeOrderTest, ManySiblingsAgreeWithAStableSort)
{
    MadeCheckpoint made;
    for (std::uint64_t i = 0; i < 5000; ++i) {
        const std::string name = (i % 5 ? "t" : "g") + std::to_string(i * 7919 % 5000) + (i % 5 ? "" : ".w");
        made.add(name, i % 3 ? DType::BF16 : DType::F32, {i * 31 % 90, i * 17 % 4});
    }
    checkpoint = made.take();
    tree = *NameTree::build(*checkpoint);
    const auto natural = tree.children(tree.root());
    const auto tensorOf = [&](NameTree::NodeId node) -> const Tensor& {
        return checkpoint->tensors[tree.isGroup(node) ? tree.children(node).front() : node];
    };
    const auto expectOrder = [&](SortKey key, const auto& before) {
        for (const bool descending : {false, true}) {
            std::vector<NameTree::NodeId> expected(natural.begin(), natural.end());
            std::stable_sort(expected.begin(), expected.end(), [&](auto a, auto b) {
                if ((key == SortKey::DType || key == SortKey::Shape) && (tree.isGroup(a) || tree.isGroup(b)))
                    return tree.isGroup(a) && !tree.isGroup(b);
                return descending ? before(tensorOf(b), tensorOf(a)) : before(tensorOf(a), tensorOf(b));
            });
            const auto order = TreeOrder::sorted(*checkpoint, tree, {key, descending});
            ASSERT_TRUE(order);
            EXPECT_TRUE(std::ranges::equal(order->children(tree.root()), expected));
        }
    };
    expectOrder(SortKey::Size, [](const Tensor& a, const Tensor& b) { return a.bytes.size() < b.bytes.size(); });
    expectOrder(SortKey::Elements, [](const Tensor& a, const Tensor& b) { return a.elements() < b.elements(); });
    expectOrder(SortKey::Offset, [](const Tensor& a, const Tensor& b) { return &a < &b; });
    expectOrder(SortKey::DType, [](const Tensor& a, const Tensor& b) { return a.dtype < b.dtype; });
    expectOrder(SortKey::Shape, [](const Tensor& a, const Tensor& b) {
        return std::lexicographical_compare(a.shape.begin(), a.shape.end(), b.shape.begin(), b.shape.end());
    });
}

TEST_F(TreeOrderTest, AChainOfSingleChildrenIsOneRowWhereItIsCompact)
{
    const auto compactTop = [&](SortKey key, bool descending = false) {
        const auto order = TreeOrder::sorted(*checkpoint, tree, {key, descending});
        return top(*TreeOrder::formed(*checkpoint, tree, *order, TreeForm::Compact));
    };
    EXPECT_EQ(compactTop(SortKey::Name), "e.x g/ t1 t9 t10 ");
    EXPECT_EQ(compactTop(SortKey::Name, true), "t10 t9 t1 g/ e.x ");
    EXPECT_EQ(compactTop(SortKey::DType), "g/ t9 t1 t10 e.x ") << "e.x stands among the tensors now";
    EXPECT_EQ(compactTop(SortKey::Size), "t9 t1 g/ t10 e.x ");
    // A filter that keeps one tensor leaves one row.
    const auto all = TreeOrder::sorted(*checkpoint, tree, {});
    const auto one = TreeOrder::filtered(*checkpoint, tree, *all, [](std::uint32_t tensor) { return tensor == 3; });
    const auto compact = TreeOrder::formed(*checkpoint, tree, *one, TreeForm::Compact);
    EXPECT_EQ(top(*compact), "g.10.w ");
    EXPECT_TRUE(compact->form() == TreeForm::Compact && compact->isFiltered());
}

TEST_F(TreeOrderTest, CompactRowsAgreeWithTheirDefinition)
{
    std::minstd_rand random(3);
    MadeCheckpoint made;
    std::set<std::string> names;
    while (names.size() < 400) {
        std::string name(1, static_cast<char>('a' + random() % 3));
        for (std::uint32_t depth = static_cast<std::uint32_t>(random() % 6); depth > 0; --depth)
            name += '.' + std::to_string(random() % 3);
        names.insert(name + ".w" + std::to_string(random() % 2));
    }
    for (const std::string& name : names)
        made.add(name);
    checkpoint = made.take();
    tree = *NameTree::build(*checkpoint);
    const auto all = TreeOrder::sorted(*checkpoint, tree, {});
    for (const std::uint32_t keepsOneOf : {1U, 2U, 7U, 40U}) {
        const auto order =
            TreeOrder::filtered(*checkpoint, tree, *all, [&](std::uint32_t i) { return i % keepsOneOf == 0; });
        const auto compact = TreeOrder::formed(*checkpoint, tree, *order, TreeForm::Compact);
        std::size_t tensors = 0;
        std::vector<NameTree::NodeId> groups{tree.root()};
        while (!groups.empty()) {
            const NameTree::NodeId group = groups.back();
            groups.pop_back();
            const auto before = order->children(group);
            const auto rows = compact->children(group);
            ASSERT_EQ(rows.size(), before.size());
            for (std::uint32_t row = 0; row < rows.size(); ++row) {
                NameTree::NodeId end = before[row]; // the end of the chain that begins here
                EXPECT_EQ(compact->shown(end), rows[row]);
                while (tree.isGroup(end) && order->children(end).size() == 1) {
                    end = order->children(end).front();
                    EXPECT_EQ(compact->shown(end), rows[row]);
                }
                EXPECT_EQ(rows[row], end);
                EXPECT_EQ(compact->row(end), row);
                EXPECT_EQ(compact->parent(tree, end), group);
                if (tree.isGroup(end))
                    groups.push_back(end);
                else
                    ++tensors;
            }
        }
        EXPECT_EQ(tensors, order->sums(tree.root()).tensors);
    }
}

TEST_F(TreeOrderTest, AFlatOrderHasTheTensorsAloneSortedAcrossGroups)
{
    const NameTree::NodeId root = tree.root();
    for (const SortKey key :
        {SortKey::Name, SortKey::DType, SortKey::Shape, SortKey::Elements, SortKey::Size, SortKey::Offset}) {
        for (const bool descending : {false, true}) {
            const auto order = TreeOrder::sorted(*checkpoint, tree, {key, descending});
            const auto flat = TreeOrder::formed(*checkpoint, tree, *order, TreeForm::Flat);
            const auto rows = flat->children(root);
            ASSERT_EQ(rows.size(), tree.tensorCount());
            EXPECT_EQ(std::set<NameTree::NodeId>(rows.begin(), rows.end()).size(), rows.size());
            const auto value = [&](NameTree::NodeId node) {
                const Tensor& tensor = checkpoint->tensors[node];
                return key == SortKey::DType ? std::uint64_t(tensor.dtype)
                    : key == SortKey::Shape  ? tensor.shape.size()
                    : key == SortKey::Size   ? tensor.bytes.size()
                    : key == SortKey::Offset ? tensor.bytes.begin
                                             : tensor.elements();
            };
            for (std::uint32_t row = 0; row < rows.size(); ++row) {
                EXPECT_LT(rows[row], tree.tensorCount());
                EXPECT_EQ(flat->row(rows[row]), row);
                EXPECT_EQ(flat->parent(tree, rows[row]), root);
                EXPECT_EQ(flat->shown(rows[row]), rows[row]);
                if (row > 0 && key != SortKey::Name) {
                    const auto before = value(rows[row - 1]);
                    const auto here = value(rows[row]);
                    EXPECT_TRUE(descending ? before >= here : before <= here) << int(key) << ' ' << row;
                }
            }
            EXPECT_FALSE(flat->isVisible(tree.parent(3)));
            EXPECT_EQ(flat->sums(root), order->sums(root));
        }
    }
    const auto all = TreeOrder::sorted(*checkpoint, tree, {});
    EXPECT_EQ(top(*TreeOrder::formed(*checkpoint, tree, *all, TreeForm::Flat)), "e.x g.2.w g.10.w t1 t9 t10 ");
    EXPECT_EQ(top(*TreeOrder::formed(*checkpoint, tree, *all, TreeForm::Full)), top(*all));
    const auto two = TreeOrder::filtered(*checkpoint, tree, *all, [](std::uint32_t tensor) { return tensor < 2; });
    EXPECT_EQ(TreeOrder::formed(*checkpoint, tree, *two, TreeForm::Flat)->children(root).size(), 2U);
}

TEST_F(TreeOrderTest, Stops)
{
    std::stop_source stop;
    stop.request_stop();
    const Work work{stop.get_token(), nullptr};
    EXPECT_EQ(TreeOrder::sorted(*checkpoint, tree, {}, work).error().code, ErrorCode::Stopped);
    const auto all = TreeOrder::sorted(*checkpoint, tree, {});
    EXPECT_EQ(TreeOrder::formed(*checkpoint, tree, *all, TreeForm::Compact, work).error().code, ErrorCode::Stopped);
    EXPECT_EQ(TreeOrder::filtered(
                  *checkpoint, tree, *all, [](std::uint32_t) { return true; }, work)
                  .error()
                  .code,
        ErrorCode::Stopped);
}

} // namespace
} // namespace loupe
