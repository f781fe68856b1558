// Tests comparisons that rearrange tensors: choosing, remembering, applying and reverting an arrangement.

#include "analysis/rearrangement/presets.h"
#include "items/compare/comparison_session.h"
#include "items/renaming/rearrangement_draft.h"
#include "support/compared_pair.h"
#include "support/temporary_file.h"
#include "support/test_data.h"

#include <QTest>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loupe {
namespace {

using testing::HasSubstr;

ChosenRearrangement preset(std::string_view name)
{
    const auto presets = rearrangementPresets();
    const auto found = std::ranges::find(presets, name, &RearrangementPreset::name);
    return {std::string(name), found->text()};
}

class RearrangedSessionTest : public testing::Test {
protected:
    RearrangedSessionTest()
    {
        for (const char* const side : {"a", "b"})
            std::filesystem::copy_file(
                test::dataPath(std::string("rules/moe-to-stacked.") + side + ".safetensors"), path(side));
    }
    std::filesystem::path path(const std::string& side) const { return folder.path() / (side + ".safetensors"); }
    std::shared_ptr<const RenameMemory> memory() const
    {
        return std::make_shared<const RenameMemory>(QString::fromStdString((folder.path() / "pairs").string()));
    }
    static bool awaitEnd(const ComparisonSession& session)
    {
        return QTest::qWaitFor([&] { return session.results() && !session.isBusy(); }, 20'000);
    }
    static std::uint32_t count(const ComparisonSession& session, PairStatus status)
    {
        return session.results()->total().count(status);
    }

    test::TemporaryFolder folder;
};

TEST_F(RearrangedSessionTest, IsFollowedKeptAndTakenBack)
{
    ComparisonSession session;
    session.setMemory(memory());
    session.open({path("a")}, {path("b")});
    ASSERT_TRUE(awaitEnd(session));
    EXPECT_GT(count(session, PairStatus::OnlyA), 0U);
    const auto plain = session.results()->paired();
    session.rearrangeBy(plain, preset("moe-to-stacked"));
    ASSERT_TRUE(awaitEnd(session));
    const auto paired = session.results()->paired();
    EXPECT_EQ(count(session, PairStatus::Identical), paired->pairs.size());
    EXPECT_EQ(paired->pairs.size(), 8U); // gate, up, down and the router of two layers
    EXPECT_TRUE(paired->problems.empty());
    EXPECT_EQ(session.opened()[0].open, plain->a) << "other windows are given the checkpoint as the file has it";

    ComparisonSession again;
    again.setMemory(memory());
    again.open({path("a")}, {path("b")});
    ASSERT_TRUE(awaitEnd(again));
    EXPECT_EQ(again.results()->paired()->choice->rearrangement, preset("moe-to-stacked"));
    EXPECT_EQ(count(again, PairStatus::Identical), 8U);

    again.pairByName();
    ASSERT_TRUE(awaitEnd(again));
    EXPECT_GT(count(again, PairStatus::OnlyA), 0U);
    ComparisonSession last;
    last.setMemory(memory());
    last.open({path("a")}, {path("b")});
    ASSERT_TRUE(awaitEnd(last));
    EXPECT_TRUE(last.results()->paired()->choice->empty());
}

TEST_F(RearrangedSessionTest, StaysWhereRenamesAreChosen)
{
    ComparisonSession session;
    session.open({path("a")}, {path("b")});
    ASSERT_TRUE(awaitEnd(session));
    session.rearrangeBy(session.results()->paired(), preset("moe-to-stacked"));
    ASSERT_TRUE(awaitEnd(session));
    const auto before = session.results()->paired();
    session.pairBy(before, {{"x", "y"}}, {});
    ASSERT_TRUE(awaitEnd(session));
    const auto after = session.results()->paired();
    EXPECT_EQ(after->a, before->a); // earlier results are reused
    EXPECT_EQ(count(session, PairStatus::Identical), 8U);
    EXPECT_EQ(after->choice->rules.size(), 1U);
}

/// A tensor of 8 rows in A, and in another order in B: the same name, so that only the recipe says which one is A.
class SwappedSessionTest : public RearrangedSessionTest {
protected:
    SwappedSessionTest()
    {
        const auto write = [&](const std::string& side, const std::vector<float>& rows, const std::string& renamed) {
            folder.write(side + ".safetensors",
                test::safetensorsOf({{"q", "F32", "[8]", test::packedBytes(rows)},
                    {renamed, "F32", "[1]", test::packedBytes<float>({9})}}));
        };
        std::filesystem::remove(path("a"));
        std::filesystem::remove(path("b"));
        write("a", {0, 1, 2, 3, 4, 5, 6, 7}, "old.w");
        write("b", {0, 4, 1, 5, 2, 6, 3, 7}, "new.w");
    }

    const ChosenRearrangement recipe{"mine.json", R"json({"tensorloupe_rearrangement": 1, "sizes": {"two": 2},
 "rules": [{"a": {"name": "q", "axes": "(two half) -> (half two)"}, "b": "q"}]})json"};
};

TEST_F(SwappedSessionTest, SwapKeepsWhatTheCommandLineChose)
{
    ComparisonSession session;
    session.open({path("a")}, {path("b")}, {{"old", "new"}}, recipe);
    for (int swaps = 0; swaps < 3; ++swaps) {
        SCOPED_TRACE(swaps);
        ASSERT_TRUE(awaitEnd(session));
        EXPECT_EQ(session.pathA().endsWith(QStringLiteral("a.safetensors")), swaps % 2 == 0);
        EXPECT_EQ(count(session, PairStatus::Identical), 2U);
        EXPECT_EQ(session.results()->paired()->pairs.size(), 2U);
        EXPECT_EQ(session.results()->paired()->choice->rearrangement.name, "mine.json");
        EXPECT_EQ(session.results()->paired()->origin, ChoiceOrigin::CommandLine);
        session.swap();
    }
    ASSERT_TRUE(awaitEnd(session));
}

TEST_F(SwappedSessionTest, SavedChoicesHoldInEitherOrder)
{
    const auto opened = [&](const char* a, const char* b) {
        auto session = std::make_unique<ComparisonSession>();
        session->setMemory(memory());
        session->open({path(a)}, {path(b)});
        EXPECT_TRUE(awaitEnd(*session));
        return session;
    };
    auto session = opened("a", "b");
    EXPECT_EQ(count(*session, PairStatus::Changed), 1U);
    session->rearrangeBy(session->results()->paired(), recipe);
    ASSERT_TRUE(awaitEnd(*session));
    EXPECT_EQ(count(*session, PairStatus::Identical), 1U);
    session = opened("b", "a");
    EXPECT_EQ(count(*session, PairStatus::Identical), 1U);
    session->pairByName();
    ASSERT_TRUE(awaitEnd(*session));
    session = opened("a", "b");
    EXPECT_TRUE(session->results()->paired()->choice->empty()) << "forgotten for both orders";
}

TEST_F(RearrangedSessionTest, SwapKeepsAPreset)
{
    ComparisonSession session;
    session.open({path("a")}, {path("b")}, {}, preset("moe-to-stacked"));
    ASSERT_TRUE(awaitEnd(session));
    session.swap();
    ASSERT_TRUE(awaitEnd(session));
    EXPECT_EQ(session.results()->paired()->choice->rearrangement, preset("moe-to-stacked"));
    EXPECT_EQ(count(session, PairStatus::Identical), 8U);
}

TEST_F(RearrangedSessionTest, TheDraftSaysWhichPresetsFit)
{
    const auto opened = openPair(path("a"), path("b"), {});
    ASSERT_TRUE(opened);
    RearrangementDraft draft(*opened);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !draft.fits().empty(); }, 20'000));
    const auto presets = rearrangementPresets();
    ASSERT_EQ(draft.fits().size(), presets.size());
    for (std::size_t i = 0; i < presets.size(); ++i) {
        // In A gate, up and down of each expert; in B gate with up, and down.
        EXPECT_EQ(draft.fits()[i].matched, presets[i].name == "moe-to-stacked" ? 5U : 0U) << presets[i].name;
        EXPECT_EQ(draft.fits()[i].names, 5U);
    }
}

TEST_F(RearrangedSessionTest, ADamagedRecipeIsAProblem)
{
    auto opened = openPair(path("a"), path("b"), {}, PairingChoice{{}, {}, {"mine", "{"}});
    ASSERT_TRUE(opened);
    ASSERT_EQ((*opened)->problems.size(), 1U);
    EXPECT_THAT((*opened)->problems.front(), HasSubstr("is not valid JSON"));
}

TEST_F(RearrangedSessionTest, ATensorOfTheFileBelongsToTheFirstPairOfItsParts)
{
    const auto opened = openPair(path("a"), path("b"), {}, PairingChoice{{}, {}, preset("moe-to-stacked")});
    ASSERT_TRUE(opened);
    const PairedCheckpoints& paired = **opened;
    for (std::uint32_t tensor = 0; tensor < paired.a->tensorCount(); ++tensor) {
        const std::uint32_t pair = paired.sideA.pairOf[tensor];
        ASSERT_LT(pair, paired.pairs.size());
        const auto parts = paired.a->partsOf(paired.pairs[pair].a);
        EXPECT_NE(std::ranges::find(parts, tensor), parts.end()) << paired.a->tensors[tensor].name;
    }
}

TEST_F(RearrangedSessionTest, TheDraftFindsRulesAndReadsRecipes)
{
    const auto opened = openPair(path("a"), path("b"), {});
    ASSERT_TRUE(opened);
    RearrangementDraft draft(*opened);
    draft.search();
    ASSERT_TRUE(QTest::qWaitFor([&] { return draft.isSearched(); }, 20'000));
    ASSERT_EQ(draft.suggestions().rules.size(), 3U); // gate, up and down, for both layers together
    const ChosenRearrangement all = draft.chosen({0, 1, 2});
    EXPECT_TRUE(Rearrangement::parse(all.recipe));
    EXPECT_TRUE(draft.chosen({}).recipe.empty());

    std::string error;
    bool isRead = false;
    QObject::connect(&draft, &RearrangementDraft::failed, &draft, [&](const Error& one) { error = one.message; });
    QObject::connect(&draft, &RearrangementDraft::fileRead, &draft, [&] { isRead = true; });
    draft.readFile(QString::fromStdString(folder.write("bad.json", "[]").string()));
    ASSERT_TRUE(QTest::qWaitFor([&] { return !error.empty(); }, 20'000));
    EXPECT_THAT(error, HasSubstr("line 1: the recipe is not a JSON object"));
    draft.readFile(QString::fromStdString(folder.write("good.json", all.recipe).string()));
    ASSERT_TRUE(QTest::qWaitFor([&] { return isRead; }, 20'000));
    EXPECT_EQ(draft.file().recipe, all.recipe);
    EXPECT_EQ(draft.file().name, "good.json");
}

} // namespace
} // namespace loupe
