#include "saving/recipe/renamed_part.h"

#include <gtest/gtest.h>

#include <ostream>

namespace loupe {

static void PrintTo(const RenamedPart& part, std::ostream* out)
{
    *out << part.before << " > " << part.after;
}

namespace {

TEST(RenamedPart, IsWhatIsReplacedInWholeSegments)
{
    EXPECT_EQ(renamedPart("h.0.q.weight", "h.0.query.weight"), (RenamedPart{"q", "query"}));
    EXPECT_EQ(renamedPart("h.0.weight", "h.0.weights"), (RenamedPart{"weight", "weights"}));
    EXPECT_EQ(renamedPart("h.10.w", "h.110.w"), (RenamedPart{"10", "110"}));
    EXPECT_EQ(renamedPart("a.b.w", "x.y.z.w"), (RenamedPart{"a.b", "x.y.z"}));
    EXPECT_EQ(renamedPart("a/b/w", "a/c/w"), (RenamedPart{"b", "c"}));
    EXPECT_EQ(renamedPart("q", "k"), (RenamedPart{"q", "k"}));
}

TEST(RenamedPart, IsEmptyOnTheSideThatHasNone)
{
    EXPECT_EQ(renamedPart("model.layers.0.w", "layers.0.w"), (RenamedPart{"model", ""}));
    EXPECT_EQ(renamedPart("w", "model.w"), (RenamedPart{"", "model"}));
    EXPECT_EQ(renamedPart("a.w", "a.b.w"), (RenamedPart{"", "b"}));
    EXPECT_EQ(renamedPart("a.w.x", "a.w"), (RenamedPart{"x", ""}));
    EXPECT_EQ(renamedPart("a", "a"), (RenamedPart{"", ""}));
    EXPECT_EQ(renamedPart("", "a"), (RenamedPart{"", "a"}));
    EXPECT_EQ(renamedPart("a.w", "a/w"), (RenamedPart{"", ""})); // nothing but a separator
}

TEST(RenamedPart, EmptySegmentsAreSegments)
{
    EXPECT_EQ(renamedPart("x..q", "x.k"), (RenamedPart{".q", "k"}));
    EXPECT_EQ(renamedPart("..", "."), (RenamedPart{"", ""}));
}

} // namespace
} // namespace loupe
