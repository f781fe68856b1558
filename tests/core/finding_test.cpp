#include "core/finding.h"

namespace loupe {
namespace {

Finding finding(std::string_view code, Severity severity = Severity::Error, std::string_view refusedAs = {})
{
    return {.severity = severity, .code = code, .message = "m", .refusedAs = refusedAs, .offset = {}, .tensor = {}};
}

TEST(Findings, AWarningCanBeWhatTheReferenceRefuses)
{
    Findings findings;
    EXPECT_TRUE(findings.referenceAccepts());
    findings.add(finding("dtype-unknown", Severity::Warning, "InvalidHeaderDeserialization"));
    EXPECT_FALSE(findings.referenceAccepts());
    EXPECT_FALSE(findings.hasErrors());
    findings.add(finding("offset-hole"));
    EXPECT_TRUE(findings.hasErrors());
}

TEST(Findings, CountWhatTheyDoNotKeep)
{
    Findings many;
    for (std::size_t i = 0; i < Findings::maximumPerCode + 5; ++i)
        many.add(finding("a"));
    many.add(finding("b"));
    EXPECT_EQ(many.list().size(), Findings::maximumPerCode + 1);
    EXPECT_EQ(many.suppressed("a"), 5u);
    EXPECT_EQ(many.suppressed("b"), 0u);
    EXPECT_EQ(many.suppressed("none"), 0u);

    Findings merged;
    merged.append(many, 3);
    merged.append(many, 4);
    EXPECT_EQ(merged.suppressed("a"), Findings::maximumPerCode + 10);
    EXPECT_EQ(merged.list().size(), Findings::maximumPerCode + 2);
    EXPECT_EQ(merged.list().front().file, 3u);
    EXPECT_EQ(merged.list().back().file, 4u);
}

TEST(Findings, KeepTheirFilesWhereNoneIsGiven)
{
    Findings own;
    own.add(finding("a"));
    Findings ofFile;
    ofFile.append(own, 7);
    own.append(ofFile);
    ASSERT_EQ(own.list().size(), 2u);
    EXPECT_EQ(own.list().front().file, 0u);
    EXPECT_EQ(own.list().back().file, 7u);
}

TEST(Findings, AMessageIsShownWithoutTheFileThatALineBeginsWith)
{
    EXPECT_EQ(messageBehindFile("shard \"a.bin\": cannot open", "a.bin"), "cannot open");
    EXPECT_EQ(messageBehindFile("\"a.bin\", with 2 tensors: cannot open", "a.bin"), "with 2 tensors: cannot open");
    for (const char* const whole :
        {"shard \"b.bin\": cannot open", "\"a.bin\" belongs to no tensor", "cannot open", ""})
        EXPECT_EQ(messageBehindFile(whole, "a.bin"), whole);
}

TEST(Findings, ARefusalThatIsNotKeptCounts)
{
    Findings many;
    for (std::size_t i = 0; i < Findings::maximumPerCode; ++i)
        many.add(finding("a", Severity::Warning));
    Findings before = many;
    many.add(finding("a", Severity::Error, "InvalidOffset"));
    EXPECT_EQ(many.list().size(), Findings::maximumPerCode);
    EXPECT_TRUE(many.hasErrors());
    EXPECT_FALSE(many.referenceAccepts());
    EXPECT_FALSE(before.hasErrors());
    before.append(many, 1);
    EXPECT_TRUE(before.hasErrors());
    EXPECT_FALSE(before.referenceAccepts());
}

} // namespace
} // namespace loupe
