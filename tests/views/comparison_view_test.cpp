#include "views/comparison_view.h"

#include "items/comparison_model.h"
#include "items/qt_text.h"
#include "support/compared_pair.h"
#include "support/picture.h"
#include "views/comparison_delegate.h"
#include "views/pair_details.h"
#include "views/pair_mark.h"
#include "views/status_chips.h"
#include "views/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QImage>
#include <QPainter>
#include <QScrollBar>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QTest>
#include <QToolButton>

#include <gmock/gmock.h>

#include <set>

namespace loupe {
namespace {

using testing::HasSubstr;

class ComparisonViewTest : public testing::Test {
protected:
    void SetUp() override
    {
        auto paired = openPair(pair.a(), pair.b(), {});
        ASSERT_TRUE(paired);
        const auto compared = std::make_shared<ComparisonResults>(*paired);
        ASSERT_TRUE(comparePairs((*paired)->a, (*paired)->b, (*paired)->pairs, {}, {},
            [&](const TensorPair& one, const PairOutcome& outcome) { compared->add(one, outcome); }));
        results = compared;
        model.setResults(results);
        view.resize(900, 400);
        view.show();
    }
    std::string current() const { return view.currentIndex().data(FullNameRole).toString().toStdString(); }
    bool filter(const char* text)
    {
        model.setFilter(QLatin1String(text));
        return QTest::qWaitFor([&] { return !model.isArranging(); }, 20'000);
    }

    test::ComparedPair pair;
    ComparisonResultsPtr results;
    ComparisonModel model;
    ComparisonView view{model};
};

TEST_F(ComparisonViewTest, IsUnfoldedWhereThereAreDifferences)
{
    const QModelIndex layers = model.index(0, 0);
    EXPECT_TRUE(view.isExpanded(layers));
    EXPECT_TRUE(view.isExpanded(model.index(0, 0, layers)));
    model.setResults(nullptr);
    auto same = openPair(pair.a(), pair.a(), {});
    ASSERT_TRUE(same);
    const auto compared = std::make_shared<ComparisonResults>(*same);
    model.setResults(compared);
    EXPECT_FALSE(view.isExpanded(model.index(0, 0)));
    ASSERT_TRUE(filter("q"));
    EXPECT_TRUE(view.isExpanded(model.index(0, 0))); // what was looked for is seen
}

TEST_F(ComparisonViewTest, GoesThroughTheDifferences)
{
    std::optional<NameTree::NodeId> told;
    QObject::connect(&view, &ComparisonView::currentNodeChanged, &view, [&](auto node) { told = node; });
    ASSERT_TRUE(view.goToDifference(true));
    EXPECT_EQ(current(), "layers.0.q");
    EXPECT_EQ(told, view.currentNode());
    view.collapseAll();
    ASSERT_TRUE(view.goToDifference(true));
    EXPECT_EQ(current(), "layers.1.q");
    EXPECT_TRUE(view.isExpanded(model.index(0, 0)));
    ASSERT_TRUE(view.goToDifference(false));
    EXPECT_EQ(current(), "layers.0.q");
    EXPECT_FALSE(view.goToDifference(false));
    EXPECT_EQ(current(), "layers.0.q");
}

TEST_F(ComparisonViewTest, AllRowsThatAreShownCanBeSelected)
{
    const auto agrees = [&] {
        view.selectAll();
        int rows = 0;
        for (QModelIndex index = model.index(0, 0); index.isValid(); index = view.indexBelow(index), ++rows)
            EXPECT_TRUE(view.selectionModel()->isRowSelected(index.row(), index.parent()));
        EXPECT_EQ(view.selectionModel()->selectedRows().size(), rows);
        return rows;
    };
    view.expandAll();
    const int all = agrees();
    view.collapse(model.index(0, 0, model.index(0, 0)));
    EXPECT_LT(agrees(), all);
    view.collapseAll();
    EXPECT_EQ(agrees(), model.rowCount());
    model.setResults(nullptr);
    view.selectAll();
    EXPECT_FALSE(view.selectionModel()->hasSelection());
}

TEST_F(ComparisonViewTest, TheCurrentRowComesThroughAFilterThatKeepsIt)
{
    ASSERT_TRUE(view.goToDifference(true));
    ASSERT_TRUE(filter("status:changed"));
    EXPECT_EQ(current(), "layers.0.q");
    EXPECT_TRUE(view.isExpanded(model.index(0, 0)));
    ASSERT_TRUE(filter("status:identical"));
    EXPECT_FALSE(view.currentNode());
}

TEST_F(ComparisonViewTest, RowsThatComeToAValueFilterLeaveTheSelectedPairAlone)
{
    const auto partly = std::make_shared<ComparisonResults>(results->paired());
    const auto& pairs = results->paired()->pairs;
    partly->add(pairs[0], *results->find(0));
    model.setResults(partly);
    ASSERT_TRUE(filter("maxabs:>=0"));
    ASSERT_EQ(model.visiblePairs(), 1U);
    QSignalSpy told(&view, &ComparisonView::currentNodeChanged);
    ASSERT_TRUE(view.selectNode(0));
    ASSERT_EQ(told.count(), 1);

    for (std::uint32_t number = 1; number < pairs.size(); ++number)
        partly->add(pairs[number], *results->find(number));
    QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    model.noteResults(true);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !model.isArranging(); }, 20'000));
    ASSERT_EQ(resets.count(), 1);
    EXPECT_EQ(model.visiblePairs(), 3U);
    EXPECT_EQ(current(), "layers.0.q");
    EXPECT_EQ(told.count(), 1);

    ASSERT_TRUE(filter("status:identical"));
    EXPECT_EQ(told.count(), 2) << "it is hidden now";
    model.setResults(results);
    EXPECT_EQ(told.count(), 3) << "nothing is selected of other results";
}

TEST_F(ComparisonViewTest, RowsThatAreMadeAnewAreNotScrolledToTheCurrentOne)
{
    view.resize(900, 90);
    const auto isSeen = [&](const QModelIndex& index) {
        return view.viewport()->rect().intersects(view.visualRect(index));
    };
    ASSERT_TRUE(view.goToDifference(false)); // the lowest
    ASSERT_TRUE(isSeen(view.currentIndex()));
    ASSERT_TRUE(filter("-status:changed"));
    EXPECT_EQ(current(), "old.bias");
    EXPECT_TRUE(isSeen(view.currentIndex()));
    view.verticalScrollBar()->setValue(0);
    ASSERT_FALSE(isSeen(view.currentIndex()));
    ASSERT_TRUE(filter("-layers.1.q"));
    EXPECT_EQ(current(), "old.bias");
    EXPECT_FALSE(isSeen(view.currentIndex()));
    EXPECT_TRUE(isSeen(model.index(0, 0)));
}

TEST_F(ComparisonViewTest, APairThatTheFilterHidesIsNotSelected)
{
    ASSERT_TRUE(view.goToDifference(true));
    ASSERT_TRUE(filter("status:changed"));
    QSignalSpy told(&view, &ComparisonView::currentNodeChanged);
    EXPECT_FALSE(view.selectNode(1));
    EXPECT_EQ(current(), "layers.0.q");
    EXPECT_EQ(told.count(), 0);
}

TEST_F(ComparisonViewTest, SaysInOneSentenceWhyThereAreNoRows)
{
    ASSERT_TRUE(filter("no.such"));
    const QImage before = view.grab().toImage();
    view.setEmptyText(QStringLiteral("No pair matches the filter."));
    EXPECT_NE(view.grab().toImage(), before);
}

TEST_F(ComparisonViewTest, TheDetailsOfAPairCanBeCopied)
{
    PairDetails details;
    ASSERT_TRUE(view.goToDifference(true));
    details.setNode(results, view.currentNode());
    details.show();
    details.selectAll();
    details.setFocus();
    QApplication::clipboard()->clear();
    for (QAction* const action : details.actions())
        action->trigger();
    const std::string copied = QApplication::clipboard()->text().toStdString();
    EXPECT_THAT(copied, HasSubstr("First difference\t3\t"));
    EXPECT_THAT(copied, HasSubstr("Relative L2\t0.36514837167011")); // more digits than are shown
}

TEST_F(ComparisonViewTest, CountsAskForTheFilterOfTheirStatus)
{
    StatusChips chips;
    chips.setResults(results, false);
    EXPECT_EQ(chips.verdict(), QStringLiteral("Different, also in 1 entry of the metadata"));
    QStringList shown;
    QString wanted;
    QObject::connect(&chips, &StatusChips::filterWanted, &chips, [&](const QString& text) { wanted = text; });
    for (auto* const button : chips.findChildren<QToolButton*>()) {
        if (button->isVisibleTo(&chips))
            shown << button->text();
        if (button->text() == u"1 only in A")
            button->click();
    }
    EXPECT_EQ(wanted, QStringLiteral("status:only_a"));
    EXPECT_EQ(
        shown.join(u'|'), QStringLiteral("2 identical|1 changed|1 only in A|1 only in B|1 other shape|1 other dtype"));
    chips.setFilter(QStringLiteral("status:changed"));
    for (const auto* const button : chips.findChildren<QToolButton*>())
        EXPECT_EQ(button->isChecked(), button->text() == u"1 changed") << button->text().toStdString();
}

TEST(ComparisonDelegate, WhereWordsHaveNoRoomEachStatusHasItsSign)
{
    QStandardItemModel items(1, ComparisonModel::Status + 1);
    const QModelIndex index = items.index(0, ComparisonModel::Status);
    items.setData(index, QStringLiteral("33 changed, 7 only in A"));
    items.setData(index, int(PairStatus::Changed), ComparisonModel::PairStatusRole);
    items.setData(index, QVariant::fromValue(QList<quint32>{5, 33, 7, 0, 0, 0}), ComparisonModel::PairCountsRole);
    const auto picture = [&](int width) {
        QTreeView widget;
        QStyleOptionViewItem option;
        option.initFrom(&widget);
        option.widget = &widget;
        option.rect = QRect(0, 0, width, 24);
        QImage image(width, 24, QImage::Format_RGB32);
        image.fill(Theme::current().surface);
        QPainter painter(&image);
        ComparisonDelegate().paint(&painter, option, index);
        painter.end();
        return image;
    };
    const QColor onlyA = colorOf(PairStatus::OnlyA, Theme::current());
    EXPECT_FALSE(test::contains(picture(400), onlyA)); // one sign, and words
    EXPECT_TRUE(test::contains(picture(120), onlyA));
    EXPECT_FALSE(test::contains(picture(60), onlyA)); // no room for two
}

TEST(PairMark, SignsDifferWithoutColourAndColoursCanBeRead)
{
    std::set<std::string> signs;
    for (std::size_t i = 0; i < pairStatusCount; ++i) {
        const auto status = static_cast<PairStatus>(i);
        QImage picture(16, 16, QImage::Format_RGB32);
        picture.fill(Qt::white);
        QPainter painter(&picture);
        paintPairMark(painter, picture.rect(), status, Theme::light(), Qt::black);
        painter.end();
        signs.emplace(reinterpret_cast<const char*>(picture.constBits()), picture.sizeInBytes());
        for (const Theme* const theme : {&Theme::light(), &Theme::darkTheme()})
            EXPECT_GE(contrastRatio(colorOf(status, *theme), theme->surface), 4.5);
    }
    EXPECT_EQ(signs.size(), pairStatusCount);
}

} // namespace
} // namespace loupe
