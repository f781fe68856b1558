#include "views/tree/tree_expansion.h"

#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QSignalSpy>

#include <numeric>

namespace loupe {
namespace {

TreeExpansion::Groups groupsUpTo(std::uint32_t count)
{
    TreeExpansion::Groups groups(count);
    std::iota(groups.begin(), groups.end(), 7U);
    return groups;
}

class TreeExpansionTest : public testing::Test {
protected:
    TreeExpansion::Step noting()
    {
        return [this](std::span<const NameTree::NodeId> some) { seen.insert(seen.end(), some.begin(), some.end()); };
    }
    /// A step so slow that a slice has time for only one.
    TreeExpansion::Step slow()
    {
        return [note = noting()](std::span<const NameTree::NodeId> some) {
            note(some);
            QElapsedTimer clock;
            clock.start();
            while (clock.elapsed() < 10) { }
        };
    }
    void await()
    {
        while (expansion.isRunning())
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    }

    TreeExpansion expansion;
    QSignalSpy finished{&expansion, &TreeExpansion::finished};
    TreeExpansion::Groups seen;
};

TEST_F(TreeExpansionTest, ReachesEachGroupOnceInOrder)
{
    for (const std::uint32_t count : {0U, 1U, 256U, 257U, 100'000U}) {
        seen.clear();
        finished.clear();
        expansion.start(groupsUpTo(count), noting());
        await();
        EXPECT_EQ(seen, groupsUpTo(count));
        EXPECT_EQ(finished.size(), 1);
        EXPECT_FALSE(expansion.isRunning());
    }
}

TEST_F(TreeExpansionTest, LeavesTheEventLoopATurnBetweenSlices)
{
    expansion.start(groupsUpTo(1000), slow());
    EXPECT_FALSE(seen.empty());
    EXPECT_LT(seen.size(), 1000U);
    EXPECT_TRUE(expansion.isRunning());
    const std::size_t before = seen.size();
    QCoreApplication::processEvents();
    EXPECT_GT(seen.size(), before);
    EXPECT_LT(seen.size(), 1000U);
    await();
    EXPECT_EQ(seen, groupsUpTo(1000));
}

TEST_F(TreeExpansionTest, StopsBetweenSlicesAndReturnsTheRest)
{
    expansion.start(groupsUpTo(1000), slow());
    const TreeExpansion::Groups left = expansion.stop();
    EXPECT_FALSE(expansion.isRunning());
    TreeExpansion::Groups both = seen;
    both.insert(both.end(), left.begin(), left.end());
    EXPECT_EQ(both, groupsUpTo(1000));
    EXPECT_FALSE(left.empty());
    QCoreApplication::processEvents();
    EXPECT_EQ(seen.size() + left.size(), 1000U);
    EXPECT_TRUE(finished.isEmpty());
}

} // namespace
} // namespace loupe
