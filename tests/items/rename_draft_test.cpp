#include "items/renaming/rename_draft.h"

#include "await.h"
#include "support/compared_pair.h"
#include "support/made_checkpoint.h"

#include <gmock/gmock.h>

#include <QAbstractItemModelTester>

namespace loupe {
namespace {

using test::MadeCheckpoint;
using test::packedBytes;
using test::Signal;

constexpr auto fatal = QAbstractItemModelTester::FailureReportingMode::Fatal;

class RenameRowsModelTest : public testing::Test {
protected:
    RenameRowsModelTest() { makeNames(3); }

    void makeNames(std::uint32_t count)
    {
        MadeCheckpoint a;
        MadeCheckpoint b;
        for (std::uint32_t i = 0; i < count; ++i) {
            a.add("model." + std::to_string(i));
            b.add("t." + std::to_string(count - i));
        }
        const auto both = std::make_shared<PairedCheckpoints>();
        both->a = a.take();
        both->b = b.take();
        rows = std::make_unique<RenameRowsModel>(both);
    }
    void set(std::vector<SuggestedRename> suggested)
    {
        rows->setRows(std::make_shared<const std::vector<SuggestedRename>>(std::move(suggested)));
        awaitArranged();
    }
    void awaitArranged()
    {
        Signal changed(rows.get(), &RenameRowsModel::changed);
        ASSERT_TRUE(changed.await());
    }
    QString text(int row, int column) const { return rows->index(row, column).data().toString(); }
    bool isChecked(int row) const { return rows->index(row, 0).data(Qt::CheckStateRole).toInt() == Qt::Checked; }
    void check(int row, bool checked)
    {
        EXPECT_TRUE(rows->setData(rows->index(row, 0), checked ? Qt::Checked : Qt::Unchecked, Qt::CheckStateRole));
    }
    const std::vector<SuggestedRename> three{
        {0, 1, PairedBy::Digest, 1}, {1, 0, PairedBy::Place, 0.4}, {2, 2, PairedBy::Place, 0.8}};

    std::unique_ptr<RenameRowsModel> rows;
};

TEST_F(RenameRowsModelTest, SaysWhyAndChecksWhatIsLikely)
{
    const QAbstractItemModelTester tester(rows.get(), fatal);
    set(three);
    ASSERT_EQ(rows->rowCount(), 3);
    EXPECT_EQ(text(0, RenameRowsModel::NameA), QStringLiteral("model.0"));
    EXPECT_EQ(text(0, RenameRowsModel::NameB), QStringLiteral("t.2"));
    EXPECT_EQ(text(0, RenameRowsModel::Why), QStringLiteral("same bytes"));
    EXPECT_EQ(text(1, RenameRowsModel::Why), QStringLiteral("same position"));
    EXPECT_EQ(text(1, RenameRowsModel::Confidence), QStringLiteral("40 %"));
    EXPECT_TRUE(isChecked(0));
    EXPECT_FALSE(isChecked(1));
    EXPECT_TRUE(isChecked(2));
    EXPECT_EQ(rows->checkedCount(), 2u);
    const auto confirmed = rows->confirmed();
    ASSERT_EQ(confirmed.size(), 2u);
    EXPECT_EQ(confirmed[1].a, 2u);
}

TEST_F(RenameRowsModelTest, WhatTheUserCheckedStaysWithOtherRows)
{
    const QAbstractItemModelTester tester(rows.get(), fatal);
    set(three);
    check(0, false);
    check(1, true);
    set({{1, 0, PairedBy::Place, 0.4}, {2, 0, PairedBy::Place, 0.4}});
    EXPECT_TRUE(isChecked(0));
    EXPECT_FALSE(isChecked(1));
    check(0, false);
    set({{1, 2, PairedBy::Digest, 1}}); // a different tensor of B is a new suggestion
    EXPECT_TRUE(isChecked(0));
    EXPECT_EQ(rows->checkedCount(), 1u);
}

TEST_F(RenameRowsModelTest, CheckingAllIsAboutWhatTheFilterShows)
{
    const QAbstractItemModelTester tester(rows.get(), fatal);
    set(three);
    rows->setFilter(QStringLiteral(" T.3 "));
    awaitArranged();
    ASSERT_EQ(rows->rowCount(), 1);
    EXPECT_EQ(text(0, RenameRowsModel::NameA), QStringLiteral("model.1"));
    rows->checkAll(true);
    EXPECT_EQ(rows->checkedCount(), 3u);
    rows->setFilter(QStringLiteral("MODEL"));
    awaitArranged();
    EXPECT_EQ(rows->rowCount(), 3);
    rows->checkAll(false);
    EXPECT_EQ(rows->checkedCount(), 0u);
    rows->setFilter(QStringLiteral("nothing"));
    awaitArranged();
    EXPECT_EQ(rows->rowCount(), 0);
    rows->checkAll(true);
    EXPECT_EQ(rows->checkedCount(), 0u);
}

TEST_F(RenameRowsModelTest, SortsByEachColumn)
{
    const QAbstractItemModelTester tester(rows.get(), fatal);
    set(three);
    const auto order = [&](int column, Qt::SortOrder way) {
        rows->sort(column, way);
        awaitArranged();
        QString names = text(0, 0) + text(1, 0) + text(2, 0);
        return names.remove(QStringLiteral("model."));
    };
    EXPECT_EQ(order(RenameRowsModel::NameB, Qt::AscendingOrder), QStringLiteral("201"));
    EXPECT_EQ(order(RenameRowsModel::Confidence, Qt::AscendingOrder), QStringLiteral("120"));
    EXPECT_EQ(order(RenameRowsModel::Confidence, Qt::DescendingOrder), QStringLiteral("021"));
    EXPECT_EQ(order(RenameRowsModel::NameA, Qt::DescendingOrder), QStringLiteral("210"));
    rows->checkRows(0, 0, false); // "model.2", the most likely row
    rows->sort(RenameRowsModel::NameA, Qt::AscendingOrder);
    awaitArranged();
    EXPECT_TRUE(isChecked(0));
    EXPECT_FALSE(isChecked(2));
}

TEST_F(RenameRowsModelTest, ManyRowsAreCheckedAtOnce)
{
    constexpr std::uint32_t count = 300'000;
    makeNames(count);
    std::vector<SuggestedRename> many;
    for (std::uint32_t i = 0; i < count; ++i)
        many.push_back({i, i, PairedBy::Place, 0.4});
    set(std::move(many));
    ASSERT_EQ(rows->rowCount(), int(count));
    int told = 0;
    QObject::connect(rows.get(), &RenameRowsModel::changed, rows.get(), [&] { ++told; });
    rows->checkAll(true);
    EXPECT_EQ(rows->confirmed().size(), count);
    EXPECT_EQ(told, 1);
}

class RenameDraftTest : public testing::Test {
protected:
    void make(const PairingChoice& choice = {})
    {
        auto opened = openPair(pair.a(), pair.b(), {}, choice);
        ASSERT_TRUE(opened);
        draft = std::make_unique<RenameDraft>(*opened);
        awaitSearched();
    }
    void awaitSearched()
    {
        Signal changed(draft.get(), &RenameDraft::changed);
        while (!draft->isReady() || !draft->isSearched())
            ASSERT_TRUE(changed.await());
    }

    test::ComparedPair pair;
    std::unique_ptr<RenameDraft> draft;
};

TEST_F(RenameDraftTest, FindsTheSameBytesUnderAnotherName)
{
    make();
    ASSERT_EQ(draft->rows().rowCount(), 1);
    const SuggestedRename found = draft->rows().confirmed().at(0);
    EXPECT_EQ(draft->paired()->a->tensors[found.a].name, "old.bias");
    EXPECT_EQ(draft->paired()->b->tensors[found.b].name, "new.bias");
    EXPECT_EQ(found.by, PairedBy::Digest);
    EXPECT_EQ(draft->plan()->onlyA, 1u);
    EXPECT_EQ(draft->plan()->onlyB, 1u);
}

TEST_F(RenameDraftTest, WhatARulePairsIsNoSuggestionAndComesBackWithoutIt)
{
    make();
    draft->setRules({{"^old", "new"}});
    EXPECT_FALSE(draft->isReady());
    awaitSearched();
    EXPECT_EQ(draft->rows().rowCount(), 0);
    EXPECT_EQ(draft->plan()->byRules, 1u);
    draft->setRules({});
    awaitSearched();
    EXPECT_EQ(draft->rows().rowCount(), 1);
}

TEST_F(RenameDraftTest, ARuleThatMakesNoSenseIsNotReady)
{
    make();
    Signal changed(draft.get(), &RenameDraft::changed);
    draft->setRules({{"(", ""}});
    while (draft->plan()->texts != draft->rules())
        ASSERT_TRUE(changed.await());
    EXPECT_FALSE(draft->isReady());
    EXPECT_FALSE(draft->plan()->rules.at(0).error.empty());
    EXPECT_EQ(draft->rows().total(), 1u);
}

TEST_F(RenameDraftTest, BeginsWithWhatWasChosenBefore)
{
    make({{{"^none", "x"}}, {{"old.bias", "new.bias"}}});
    EXPECT_EQ(draft->rules().size(), 1u);
    ASSERT_EQ(draft->rows().rowCount(), 1);
    EXPECT_EQ(draft->rows().index(0, RenameRowsModel::Why).data().toString(), QStringLiteral("confirmed before"));
    EXPECT_EQ(draft->rows().checkedCount(), 1u);
}

TEST_F(RenameDraftTest, AFailureIsToldAndItCanBeginAnew)
{
    make();
    Signal failed(draft.get(), &RenameDraft::failed);
    emit draft->rows().failed({ErrorCode::OutOfMemory, "out of memory", "", std::nullopt});
    EXPECT_EQ(failed.count(), 1);
    EXPECT_TRUE(draft->hasFailed());
    Signal changed(draft.get(), &RenameDraft::changed);
    draft->search();
    EXPECT_FALSE(draft->hasFailed());
    ASSERT_TRUE(changed.await());
    awaitSearched();
    EXPECT_EQ(draft->rows().rowCount(), 1);
}

TEST_F(RenameDraftTest, AStoppedSearchCanBeginAnewAndReadsNothingTwice)
{
    auto opened = openPair(pair.a(), pair.b(), {});
    ASSERT_TRUE(opened);
    draft = std::make_unique<RenameDraft>(*opened);
    draft->stopSearching();
    Signal changed(draft.get(), &RenameDraft::changed);
    while (!draft->isReady())
        ASSERT_TRUE(changed.await());
    EXPECT_FALSE(draft->isSearched());
    EXPECT_TRUE(draft->isStopped());
    draft->search();
    awaitSearched();
    EXPECT_EQ(draft->rows().rowCount(), 1);

    // Known facts about the bytes are kept when they can no longer be read.
    std::filesystem::resize_file(pair.a(), 8);
    std::filesystem::resize_file(pair.b(), 8);
    draft->setRules({{"^old", "new"}});
    awaitSearched();
    draft->setRules({});
    awaitSearched();
    ASSERT_EQ(draft->rows().rowCount(), 1);
    EXPECT_EQ(draft->rows().confirmed().at(0).by, PairedBy::Digest);
}

} // namespace
} // namespace loupe
