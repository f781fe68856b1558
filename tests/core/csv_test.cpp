#include "core/text/csv.h"

#include <gtest/gtest.h>

namespace loupe {
namespace {

TEST(CsvText, OrdinaryTextIsAsItIs)
{
    EXPECT_EQ(csvText(""), "");
    EXPECT_EQ(csvText("h.0.attn.weight"), "h.0.attn.weight");
    EXPECT_EQ(csvText("größe"), "größe");
    EXPECT_EQ(csvText("a=b"), "a=b");
}

TEST(CsvText, QuotesWhatWouldEndACell)
{
    EXPECT_EQ(csvText("a,b"), "\"a,b\"");
    EXPECT_EQ(csvText("[4, 4]"), "\"[4, 4]\"");
    EXPECT_EQ(csvText("say \"hi\""), "\"say \"\"hi\"\"\"");
    EXPECT_EQ(csvText(" a"), "\" a\"");
    EXPECT_EQ(csvText("a;b"), "\"a;b\"");
}

TEST(CsvText, NothingIsAFormula)
{
    EXPECT_EQ(csvText("=1+2"), "'=1+2");
    EXPECT_EQ(csvText("+1"), "'+1");
    EXPECT_EQ(csvText("-x"), "'-x");
    EXPECT_EQ(csvText("@SUM(A1)"), "'@SUM(A1)");
    EXPECT_EQ(csvText("  =1"), "'  =1");
    EXPECT_EQ(csvText("\xef\xbc\x9d"
                      "1"),
        "'\xef\xbc\x9d"
        "1");
    EXPECT_EQ(csvText("=HYPERLINK(\"x\")"), "\"'=HYPERLINK(\"\"x\"\")\"");
}

TEST(CsvText, NoCellBreaksALineOrFoolsAReader)
{
    EXPECT_EQ(csvText("a\nb"), "a\\nb");
    EXPECT_EQ(csvText("\t=1"), "\\t=1");
    EXPECT_EQ(csvText("\xe2\x80\xae"
                      "abc"),
        "\\u202eabc");
    EXPECT_EQ(csvText("\xff"), "\\xff");
}

} // namespace
} // namespace loupe
