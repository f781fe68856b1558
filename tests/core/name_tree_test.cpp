#include "core/tree/name_tree.h"

#include "core/text/natural_order.h"
#include "support/made_checkpoint.h"

#include <algorithm>
#include <limits>
#include <random>
#include <set>

#include <gtest/gtest.h>

namespace loupe {
namespace {

using test::MadeCheckpoint;

std::shared_ptr<const Checkpoint> named(const std::vector<std::string>& names)
{
    MadeCheckpoint made;
    for (const std::string& name : names)
        made.add(name);
    return made.take();
}

/// The tree as lines of indented segments. Groups end with a slash.
std::string outline(const NameTree& tree, NameTree::NodeId group, std::string indent = {})
{
    std::string text;
    for (const NameTree::NodeId child : tree.children(group)) {
        text += indent + std::string(tree.segment(child)) + (tree.isGroup(child) ? "/\n" : "\n");
        EXPECT_EQ(tree.parent(child), group);
        if (tree.isGroup(child))
            text += outline(tree, child, indent + ' ');
    }
    return text;
}

TEST(NameTree, EmptyTreeIsARoot)
{
    const NameTree none;
    EXPECT_EQ(none.nodeCount(), 1U);
    EXPECT_TRUE(none.children(none.root()).empty());
    EXPECT_EQ(none.parent(none.root()), none.root());
    EXPECT_EQ(none.path(none.root()), "");
    const auto checkpoint = named({});
    EXPECT_EQ(NameTree::build(*checkpoint)->nodeCount(), 1U);
}

TEST(NameTree, SplitsAtDotsAndSlashesInNaturalOrder)
{
    const auto checkpoint = named({"h.10.w", "h.2.w", "h.2.b", "lm_head", "h", "enc/a", "enc/b/c", "h.1.w"});
    const auto tree = NameTree::build(*checkpoint);
    ASSERT_TRUE(tree);
    EXPECT_EQ(outline(*tree, tree->root()), "enc/\n a\n b/\n  c\nh/\n 1/\n  w\n 2/\n  b\n  w\n 10/\n  w\nh\nlm_head\n");
    EXPECT_EQ(tree->path(tree->parent(0)), "h.10");
    EXPECT_EQ(tree->path(6), "enc/b/c");
    EXPECT_EQ(tree->segment(6), "c");
}

TEST(NameTree, KeepsGroupsApartWhosePathsDiffer)
{
    const auto checkpoint = named({"a.b.c", "a/b/d", "a.b.e"});
    const auto tree = NameTree::build(*checkpoint);
    EXPECT_EQ(outline(*tree, tree->root()), "a/\n b/\n  c\n  e\n b/\n  d\n");
    EXPECT_EQ(tree->path(tree->parent(1)), "a/b");
}

TEST(NameTree, EmptySegmentsAreSegments)
{
    const auto checkpoint = named({"", ".", "a.", "a..b", ".a", "a"});
    const auto tree = NameTree::build(*checkpoint);
    EXPECT_EQ(outline(*tree, tree->root()), "/\n \n a\n\na/\n /\n  b\n \na\n");
}

TEST(NameTree, DeepNamesKeepTheirRestInOnePiece)
{
    const std::string deep(1'000'000, '.');
    const auto checkpoint = named({deep, deep + "x"});
    const auto tree = NameTree::build(*checkpoint);
    EXPECT_EQ(tree->groupCount(), NameTree::maximumDepth);
    EXPECT_EQ(tree->segment(0).size(), deep.size() - (NameTree::maximumDepth - 1));
    EXPECT_EQ(tree->parent(0), tree->parent(1));
}

TEST(NameTree, SumsSaturate)
{
    MadeCheckpoint made;
    made.add("a.x", DType::F32, {2, 3}).add("a.y", DType::F16, {5}).add("z", DType::U8, {7});
    made.add("b.1", DType::U8, {std::numeric_limits<std::uint64_t>::max()}).add("b.2", DType::U8, {2});
    made->tensors[3].bytes = {0, std::numeric_limits<std::uint64_t>::max()};
    made->tensors[4].bytes = {0, 2};
    const auto checkpoint = made.take();
    const auto tree = NameTree::build(*checkpoint);
    EXPECT_EQ(tree->sums(tree->parent(0)), (NameTree::Sums{2, 11, 34}));
    constexpr auto most = std::numeric_limits<std::uint64_t>::max();
    EXPECT_EQ(tree->sums(tree->root()), (NameTree::Sums{5, most, most}));
}

TEST(NameTree, EveryTensorHasOnePlaceWhateverTheOrderOfNames)
{
    std::mt19937 random(3);
    std::vector<std::string> names;
    for (int i = 0; i < 5000; ++i) {
        std::string name;
        for (std::size_t depth = random() % 5; depth > 0; --depth)
            name += std::string(1, static_cast<char>('a' + random() % 3)) + std::to_string(random() % 12)
                + "./"[random() % 2];
        names.push_back(name + std::to_string(i));
    }
    const auto checkpoint = named(names);
    const auto tree = NameTree::build(*checkpoint);
    std::vector<int> seen(tree->nodeCount());
    std::set<std::string_view> paths;
    for (std::uint32_t number = 0; number < tree->groupCount(); ++number) {
        const NameTree::NodeId group = tree->root() + number;
        EXPECT_TRUE(paths.insert(tree->path(group)).second) << tree->path(group); // each group once
        std::uint64_t tensors = 0;
        const auto children = tree->children(group);
        for (const NameTree::NodeId child : children) {
            ++seen[child];
            EXPECT_EQ(tree->path(child).substr(0, tree->path(group).size()), tree->path(group));
            tensors += tree->isGroup(child) ? tree->sums(child).tensors : 1;
            if (tree->isGroup(child)) {
                EXPECT_GT(child, group);
            }
        }
        EXPECT_EQ(tree->sums(group).tensors, tensors);
        EXPECT_TRUE(std::is_sorted(children.begin(), children.end(),
            [&](auto a, auto b) { return naturalLess(tree->segment(a), tree->segment(b)); }));
    }
    EXPECT_EQ(std::count(seen.begin(), seen.end(), 1), tree->nodeCount() - 1); // all but the root
}

TEST(NameTree, Stops)
{
    const auto checkpoint = named({"a", "b"});
    std::stop_source stop;
    stop.request_stop();
    const auto tree = NameTree::build(*checkpoint, Work{stop.get_token(), nullptr});
    ASSERT_FALSE(tree);
    EXPECT_EQ(tree.error().code, ErrorCode::Stopped);
}

} // namespace
} // namespace loupe
