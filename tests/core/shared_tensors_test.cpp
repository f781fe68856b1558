#include "core/shared_tensors.h"
#include "support/made_checkpoint.h"

#include <gtest/gtest.h>

namespace loupe::test {

namespace {

/// U8 tensors at these ranges of one file, in which tensors may share bytes.
std::shared_ptr<const Checkpoint> sharing(const std::vector<ByteRange>& places)
{
    MadeCheckpoint made;
    for (const ByteRange place : places)
        made.add("t", DType::U8, {place.size()});
    for (std::size_t i = 0; i < places.size(); ++i)
        made->tensors[i].bytes = places[i];
    made->files.front().tensorsShare = true;
    return made.take();
}

TEST(SharedTensors, TheOneThatHasAllBytesCountsElseTheFirst)
{
    struct Case {
        std::vector<ByteRange> places;
        std::vector<SharedTensor> shared;
        std::vector<std::uint64_t> counted; ///< for each tensor, the bytes that count as its own
    };
    const std::vector<Case> cases{
        {{{0, 8}, {8, 16}}, {}, {8, 8}},
        {{{0, 8}, {0, 8}, {0, 8}}, {{1, 0, true}, {2, 0, true}}, {8, 0, 0}},
        {{{0, 4}, {0, 8}, {4, 8}}, {{0, 1, true}, {2, 1, true}}, {4, 4, 0}},
        {{{0, 6}, {4, 10}, {10, 12}}, {{1, 0, false}}, {6, 4, 2}},
        {{{0, 5}, {4, 9}, {8, 12}}, {{1, 0, false}, {2, 1, false}}, {5, 4, 3}},
        {{{0, 8}, {8, 8}, {8, 8}}, {}, {8, 0, 0}},
    };
    for (const Case& one : cases) {
        const auto checkpoint = sharing(one.places);
        EXPECT_EQ(sharedTensors(*checkpoint), one.shared);
        ShareCounter counter(*checkpoint);
        for (std::uint32_t i = 0; i < one.counted.size(); ++i) {
            const auto share = counter.add(i);
            EXPECT_EQ(share.bytes, one.counted[i]);
            EXPECT_EQ(share.elements, one.counted[i]);
        }
    }
}

TEST(SharedTensors, OverlapsAreNoSharesWhereTensorsMayNotShare)
{
    const auto checkpoint = MadeCheckpoint().add("a", DType::U8, {4}).add("b", DType::U8, {4}).take();
    EXPECT_TRUE(sharedTensors(*checkpoint).empty());
    EXPECT_EQ(checkpoint->totalElements(), 8U);
}

TEST(SharedTensors, NamesWithoutFilesShareNothing)
{
    MadeCheckpoint made;
    made.add("a", DType::U8, {4});
    Checkpoint names = *made.take();
    names.files.clear();
    EXPECT_EQ(ShareCounter(names).add(0).elements, 4U);
    EXPECT_TRUE(sharedTensors(names).empty());
}

} // namespace

} // namespace loupe::test
