#include "views/tree/node_names.h"

#include "support/made_checkpoint.h"

#include <gtest/gtest.h>

namespace loupe {
namespace {

/// A slow reference that looks up each name separately.
std::optional<NameTree::NodeId> slowFind(const NameTree& tree, const std::string& name)
{
    const auto tensor = findNode(tree, name, false, 0);
    return tensor ? tensor : findNode(tree, name, true, 0);
}

TEST(NodeNames, FindsAllNamesInOnePass)
{
    const std::vector<std::string> stored{"a.b", "a.b.c", "a.b", "x", "y.z", "y.z.w", "", "a"};
    test::MadeCheckpoint made;
    for (const std::string& name : stored)
        made.add(name);
    const auto checkpoint = made.take();
    const auto built = NameTree::build(*checkpoint);
    ASSERT_TRUE(built.has_value());
    const NameTree& tree = *built;
    const std::vector<std::string> wanted{
        "y", "a.b", "none", "a.b", "a", "y.z", "y.z.w", "x", "", "a.b.c", "a.", "y.", "z"};
    const auto found = findNodes(tree, wanted);
    ASSERT_EQ(found.size(), wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i)
        EXPECT_EQ(found[i], slowFind(tree, wanted[i])) << wanted[i];
    EXPECT_EQ(found[1], 0U) << "the first tensor, before the group";
    EXPECT_EQ(found[2], std::nullopt);
    EXPECT_TRUE(findNodes(tree, {}).empty());
}

} // namespace
} // namespace loupe
