#include "items/compare/pairing_choice.h"

#include "items/jobs/qt_text.h"
#include "items/renaming/rename_memory.h"
#include "items/renaming/rename_plan.h"
#include "support/compared_pair.h"
#include "support/made_checkpoint.h"

#include <gmock/gmock.h>

#include <QDir>
#include <QFile>

namespace loupe {
namespace {

using test::MadeCheckpoint;
using testing::HasSubstr;

std::shared_ptr<const Checkpoint> made(const std::vector<std::string>& names)
{
    MadeCheckpoint checkpoint;
    for (const std::string& name : names)
        checkpoint.add(name);
    return checkpoint.take();
}

TEST(PairingChoiceTest, PairsByRulesThenNamesThenWhatWasConfirmed)
{
    const auto a = made({"model.q", "model.k", "x", "same", "y"});
    const auto b = made({"t.q", "same", "z", "t.v"});
    const PairingChoice choice{
        {{R"(^model\.(.*))", R"(t.\1)"}, {"(", "no rule at all"}}, {{"x", "z"}, {"y", "gone"}, {"same", "t.v"}}};
    const auto pairs = pairChosen(*a, *b, choice);
    ASSERT_EQ(pairs.size(), 6u);
    EXPECT_EQ(pairs[0].b, 0u);
    EXPECT_EQ(pairs[0].by, PairedBy::Rule);
    EXPECT_FALSE(pairs[1].both());
    EXPECT_EQ(pairs[2].b, 2u);
    EXPECT_EQ(pairs[2].by, PairedBy::Confirmed);
    EXPECT_EQ(pairs[3].by, PairedBy::Name); // names take precedence over confirmed pairs
    EXPECT_FALSE(pairs[4].both());
    EXPECT_EQ(pairs[5].b, 3u);
}

TEST(PairingChoiceTest, ATensorIsConfirmedOnce)
{
    const auto a = made({"x", "y"});
    const auto b = made({"p", "q"});
    const auto found = findConfirmed(*a, *b, pairTensors(*a, *b), {{"y", "p"}, {"x", "p"}, {"y", "q"}});
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(namesOf(*a, *b, found), (std::vector<ConfirmedRename>{{"y", "p"}}));
}

class RenamePlanTest : public testing::Test {
protected:
    RenamePlan plan(std::vector<RenameRuleText> rules, const std::vector<SuggestedRename>& suggested = {})
    {
        PairedCheckpoints both;
        both.a = made({"model.10.q", "model.9.q", "model.9.k", "x"});
        both.b = made({"t.9.q", "t.10.q", "x"});
        both.choice = std::make_shared<const PairingChoice>(confirmed);
        return planRenames(both, std::move(rules), suggested, {});
    }

    PairingChoice confirmed;
};

TEST_F(RenamePlanTest, CountsWhatEachRuleFindsAndPairs)
{
    const RenamePlan made = plan({{"9.q", "9.q"}, {"^model", "t"}, {}, {"x", "y"}, {"model", "m"}});
    ASSERT_EQ(made.rules.size(), 5u);
    EXPECT_EQ(made.rules[0].found, 1u); // found, although the name stays the same; later rules are not tried
    EXPECT_EQ(made.rules[0].paired, 0u);
    EXPECT_EQ(made.rules[0].unpairedB, "model.9.q");
    EXPECT_EQ(made.rules[1].found, 2u);
    EXPECT_EQ(made.rules[1].paired, 1u);
    EXPECT_EQ(made.rules[1].unpairedA, "model.9.k");
    EXPECT_EQ(made.rules[1].unpairedB, "t.9.k");
    EXPECT_EQ(made.rules[2].found, 0u);
    EXPECT_EQ(made.rules[3].found, 1u); // its name pairs it anyway
    EXPECT_EQ(made.rules[3].paired, 0u);
    EXPECT_EQ(made.rules[4].found, 0u);
    EXPECT_TRUE(made.makesSense());
    EXPECT_EQ(made.byRules, 1u);
    EXPECT_EQ(made.onlyA, 2u);
    EXPECT_EQ(made.onlyB, 1u);
}

TEST_F(RenamePlanTest, SaysWhichRuleMakesNoSenseAndTriesTheOthers)
{
    const RenamePlan made = plan({{"(", "x"}, {"", "x"}, {"^model", "\\1"}, {"^model", "t"}});
    EXPECT_FALSE(made.makesSense());
    EXPECT_THAT(made.rules[0].error, HasSubstr("missing )"));
    EXPECT_THAT(made.rules[1].error, HasSubstr("empty"));
    EXPECT_THAT(made.rules[2].error, HasSubstr("replacement"));
    EXPECT_EQ(made.rules[3].paired, 2u);
}

TEST_F(RenamePlanTest, RowsStandInNaturalOrder)
{
    const RenamePlan made = plan({}, {{0, 1, PairedBy::Place, 0.8}, {2, 0, PairedBy::Place, 0.4}});
    ASSERT_EQ(made.rows.size(), 2u);
    EXPECT_EQ(made.rows[0].a, 2u); // 9
    EXPECT_EQ(made.rows[1].a, 0u); // 10
}

TEST_F(RenamePlanTest, RowsAreWhatRulesAndNamesLeaveAndWhatWasConfirmedComesFirst)
{
    confirmed.confirmed = {{"model.9.q", "t.10.q"}};
    const RenamePlan made =
        plan({}, {{0, 1, PairedBy::Place, 0.8}, {1, 0, PairedBy::Digest, 1}, {2, 0, PairedBy::Place, 0.4}});
    ASSERT_EQ(made.rows.size(), 2u); // each tensor occurs once
    EXPECT_EQ(made.rows[0].a, 2u);
    EXPECT_EQ(made.rows[0].b, 0u);
    EXPECT_EQ(made.rows[1].a, 1u);
    EXPECT_EQ(made.rows[1].by, PairedBy::Confirmed);
    EXPECT_EQ(plan({{"^model", "t"}}, {{2, 0, PairedBy::Place, 0.4}}).rows.size(), 0u);
}

class RenameMemoryTest : public testing::Test {
protected:
    QStringList files() const { return QDir(folder).entryList(QDir::Files); }
    void write(const QByteArray& content)
    {
        QFile file(folder + u'/' + files().front());
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(content);
    }
    QByteArray content() const
    {
        QFile file(folder + u'/' + files().front());
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    test::ComparedPair pair;
    QString folder = toQString(pair.folder().path() / "kept" / "pairs");
    RenameMemory memory{folder};
    const PairingChoice choice{{{R"(^model\.(.*)="\\)", "größe.\\1"}}, {{"a\nb", ""}, {"x", "y"}}};
};

TEST_F(RenameMemoryTest, WhatWasKeptIsThereForTheSamePairAlone)
{
    EXPECT_TRUE(memory.load(pair.a(), pair.b()).empty());
    ASSERT_TRUE(memory.save(pair.a(), pair.b(), choice));
    EXPECT_EQ(memory.load(pair.a(), pair.b()), choice);
    // In the other order, rules have no inverse.
    EXPECT_EQ(memory.load(pair.b(), pair.a()), (PairingChoice{{}, {{"", "a\nb"}, {"y", "x"}}}));
    ASSERT_TRUE(memory.save(pair.b(), pair.a(), PairingChoice{{}, {{"y", "x"}}}));
    EXPECT_EQ(memory.load(pair.a(), pair.b()), choice) << "its rules are not lost";
    EXPECT_TRUE(memory.load(pair.a(), pair.a()).empty());
    const auto link = pair.folder().path() / "link";
    std::filesystem::create_symlink(pair.a(), link);
    EXPECT_EQ(memory.load(link, pair.b()), choice);
}

TEST_F(RenameMemoryTest, AnEmptyChoiceForgets)
{
    ASSERT_TRUE(memory.save(pair.a(), pair.b(), choice));
    ASSERT_TRUE(memory.save(pair.a(), pair.b(), {}));
    EXPECT_TRUE(files().isEmpty());
}

TEST_F(RenameMemoryTest, WhatIsDamagedIsNothing)
{
    ASSERT_TRUE(memory.save(pair.a(), pair.b(), choice));
    const QByteArray whole = content();
    const QByteArrayList damaged{"", "null", "[]", whole.left(whole.size() / 2),
        QByteArray(whole).replace("\"x\"", "1"), QByteArray(whole).replace("[\"x\",\"y\"]", "[\"x\"]"),
        QByteArray(whole).replace("confirmed", "confused"),
        QByteArray(whole).replace("a.safetensors", "c.safetensors")};
    for (const QByteArray& some : damaged) {
        write(some);
        EXPECT_TRUE(memory.load(pair.a(), pair.b()).empty()) << some.toStdString();
    }
    write(whole);
    EXPECT_EQ(memory.load(pair.a(), pair.b()), choice);
}

TEST_F(RenameMemoryTest, TooMuchIsNotKeptNorRead)
{
    PairingChoice large = choice;
    large.confirmed.resize(5, {std::string(RenameMemory::maximumBytes / 2, 'x'), "y"});
    const auto saved = memory.save(pair.a(), pair.b(), large);
    ASSERT_FALSE(saved);
    EXPECT_EQ(saved.error().code, ErrorCode::TooLarge);
    EXPECT_TRUE(files().isEmpty());
    large = choice;
    large.rules.resize(RenameMemory::maximumRules + 1);
    EXPECT_FALSE(memory.save(pair.a(), pair.b(), large));
    ASSERT_TRUE(memory.save(pair.a(), pair.b(), choice));
    write(content() + QByteArray(RenameMemory::maximumBytes, ' ')); // still valid JSON
    EXPECT_TRUE(memory.load(pair.a(), pair.b()).empty());
}

TEST_F(RenameMemoryTest, WhatCannotBeWrittenIsSaid)
{
    const RenameMemory nowhere(toQString(pair.a()) + QStringLiteral("/no folder"));
    const auto saved = nowhere.save(pair.a(), pair.b(), choice);
    ASSERT_FALSE(saved);
    EXPECT_EQ(saved.error().code, ErrorCode::Io);
}

TEST_F(RenameMemoryTest, KeepsALimitedNumberOfPairs)
{
    for (int i = 0; i < RenameMemory::maximumPairs + 3; ++i)
        ASSERT_TRUE(memory.save("/nowhere/" + std::to_string(i), pair.b(), choice));
    EXPECT_EQ(files().size(), RenameMemory::maximumPairs);
    EXPECT_EQ(memory.load("/nowhere/" + std::to_string(RenameMemory::maximumPairs + 2), pair.b()), choice);
}

} // namespace
} // namespace loupe
