#include "views/compare/comparison_view.h"

#include "items/compare/comparison_model.h"
#include "items/jobs/qt_text.h"
#include "support/compared_files.h"
#include "support/made_checkpoint.h"
#include "support/picture.h"
#include "views/colors/theme.h"
#include "views/compare/comparison_delegate.h"
#include "views/compare/pair_details.h"
#include "views/compare/status_chips.h"
#include "views/kit/pair_mark.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QImage>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QTest>
#include <QToolButton>

#include <gmock/gmock.h>

#include <functional>
#include <limits>
#include <set>
#include <string>

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
    ASSERT_TRUE(model.hasChildren(model.index(0, 0, layers)));
    EXPECT_FALSE(view.isExpanded(model.index(0, 0, layers))) << "the group that changed is seen, not each tensor";
    model.setResults(nullptr);
    auto same = openPair(pair.a(), pair.a(), {});
    ASSERT_TRUE(same);
    const auto compared = std::make_shared<ComparisonResults>(*same);
    model.setResults(compared);
    EXPECT_FALSE(view.isExpanded(model.index(0, 0)));
    ASSERT_TRUE(filter("q"));
    EXPECT_TRUE(view.isExpanded(model.index(0, 0))); // the matches are visible
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
    ASSERT_EQ(model.visibleTensors(), 1U);
    QSignalSpy told(&view, &ComparisonView::currentNodeChanged);
    ASSERT_TRUE(view.selectNode(0));
    ASSERT_EQ(told.count(), 1);

    for (std::uint32_t number = 1; number < pairs.size(); ++number)
        partly->add(pairs[number], *results->find(number));
    QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    model.onResultsAdded(true);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !model.isArranging(); }, 20'000));
    ASSERT_EQ(resets.count(), 1);
    EXPECT_EQ(model.visibleTensors(), 3U);
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
    ASSERT_TRUE(view.goToDifference(false)); // goes to the last difference
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

TEST_F(ComparisonViewTest, OpensAtItsTopHoweverFarDownDifferencesAre)
{
    std::vector<test::WantedTensor> a;
    std::vector<test::WantedTensor> b;
    for (int layer = 0; layer < 60; ++layer) {
        const std::string name = "layers." + std::to_string(layer) + ".w";
        a.push_back({name, "F32", "[1]", test::packedBytes<float>({1})});
        b.push_back({name, "F32", "[1]", test::packedBytes<float>({layer == 40 || layer == 42 ? 2.0F : 1.0F})});
    }
    const test::ComparedTensors far(a, b);
    view.resize(900, 240);
    model.setResults(far.results());
    QSignalSpy ends(&model, &ComparisonModel::figuresChanged);
    model.onResultsAdded(true);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !ends.isEmpty() && ends.last().front().toBool(); }, 20'000));
    EXPECT_TRUE(view.isExpanded(model.index(0, 0))) << "the group that changed is open";
    EXPECT_EQ(view.indexAt({0, 0}), model.index(0, 0));

    view.verticalScrollBar()->setValue(1);
    model.onResultsAdded(true);
    QCoreApplication::processEvents();
    EXPECT_EQ(view.verticalScrollBar()->value(), 1) << "whoever has scrolled elsewhere stays there";
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
    EXPECT_EQ(chips.verdict(),
        QStringLiteral("2 of 4 common tensors differ, all in layers 0 and 1; 1 other differs in name or dtype only; "
                       "1 only in A (old.bias); 1 only in B (new.bias); also 1 metadata key"));
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

/// A view of two files with one tensor.
struct ShownPair {
    explicit ShownPair(const std::string& name, const std::vector<float>& a, const std::vector<float>& b)
        : files({wanted(name, a)}, {wanted(name, b)})
    {
        model.setResults(files.results());
        view.resize(900, 200);
        view.show();
        view.expandAll();
    }
    static test::WantedTensor wanted(const std::string& name, const std::vector<float>& values)
    {
        return {name, "F32", "[" + std::to_string(values.size()) + "]", test::packedBytes(values)};
    }

    test::ComparedTensors files;
    ComparisonModel model;
    ComparisonView view{model};
};

TEST(ComparisonColumns, NanOnOneSideIsSeenBesideALargestDifferenceOfZero)
{
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    ShownPair changed("t", {1, 2}, {1, 3});
    EXPECT_FALSE(test::contains(test::pictureOf(changed.view), Theme::current().nanFill));
    EXPECT_TRUE(changed.view.isColumnHidden(ComparisonModel::Nonfinite));
    ShownPair broken("t", {1, 2}, {1, nan});
    EXPECT_TRUE(test::contains(test::pictureOf(broken.view), Theme::current().nanFill));
    EXPECT_FALSE(broken.view.isColumnHidden(ComparisonModel::Nonfinite));
    constexpr float inf = std::numeric_limits<float>::infinity();
    ShownPair turned("t", {1, inf}, {1, -inf});
    EXPECT_TRUE(turned.view.isColumnHidden(ComparisonModel::Nonfinite)) << "it would say nothing but 0";
}

TEST(ComparisonColumns, AreListedAsTheyStand)
{
    ShownPair shown("t", {1, 2}, {1, 3});
    QHeaderView& header = *shown.view.header();
    header.moveSection(header.visualIndex(ComparisonModel::Cosine), 1);
    emit header.customContextMenuRequested({5, 5});
    const auto* const menu = shown.view.findChild<QMenu*>();
    ASSERT_TRUE(menu);
    ASSERT_EQ(menu->actions().size(), header.count() - 1);
    EXPECT_EQ(menu->actions().first()->text(), u"Cosine");
    for (int place = 1; place < header.count(); ++place) {
        EXPECT_EQ(menu->actions()[place - 1]->text(),
            shown.model.headerData(header.logicalIndex(place), Qt::Horizontal).toString());
    }
}

TEST(ComparisonColumns, AreNotSortedAsThoseOfAnotherPair)
{
    ShownPair shown("t", {1, 2}, {1, 3});
    shown.view.sortByColumn(ComparisonModel::Maximum, Qt::DescendingOrder);
    ShownPair next("t", {1, 2}, {1, 3});
    next.view.restoreColumns(shown.view.saveColumns());
    EXPECT_EQ(next.view.header()->sortIndicatorSection(), ComparisonModel::Name);
    EXPECT_EQ(next.view.header()->sortIndicatorOrder(), Qt::AscendingOrder);
}

TEST(ComparisonColumns, AreChosenInTheHeadersMenuAndRemembered)
{
    ShownPair shown("t", {1, 2}, {1, 3});
    EXPECT_TRUE(shown.view.isColumnHidden(ComparisonModel::Rms));
    emit shown.view.header()->customContextMenuRequested({5, 5});
    auto* const menu = shown.view.findChild<QMenu*>();
    ASSERT_TRUE(menu);
    for (QAction* const action : menu->actions()) {
        if (action->text() == u"RMS of A−B" || action->text() == u"New NaN/Inf" || action->text() == u"Shape")
            action->toggle();
    }
    shown.view.setColumnWidth(ComparisonModel::Name, 321);
    EXPECT_FALSE(shown.view.isColumnHidden(ComparisonModel::Rms));
    ShownPair next("t", {1, 2}, {1, 3});
    next.view.restoreColumns(shown.view.saveColumns());
    EXPECT_FALSE(next.view.isColumnHidden(ComparisonModel::Rms));
    EXPECT_FALSE(next.view.isColumnHidden(ComparisonModel::Nonfinite)) << "as it was chosen";
    EXPECT_TRUE(next.view.isColumnHidden(ComparisonModel::Shape));
    next.view.resize(1200, 200);
    EXPECT_EQ(next.view.columnWidth(ComparisonModel::Name), 321);
    next.view.restoreColumns("no state");
    EXPECT_EQ(next.view.columnWidth(ComparisonModel::Name), 321);
}

/// In German, the tree in a window of 900x600 is 67 pixels too narrow.
TEST(ComparisonColumns, TheFirstFigureIsSeenBesideLongNames)
{
    ShownPair shown("model." + std::string(60, 'x'), {1}, {2});
    shown.view.resize(300, 200);
    QCoreApplication::processEvents();
    const auto widthOf = [&](int column) { return shown.view.columnWidth(column); };
    const int needed = widthOf(ComparisonModel::Status) + widthOf(ComparisonModel::RelativeL2)
        + shown.view.leastNameWidth() + shown.view.width() - shown.view.viewport()->width();
    for (const int lack : {0, 30, 70}) {
        shown.view.resize(needed - lack, 200);
        QCoreApplication::processEvents();
        const int end =
            shown.view.columnViewportPosition(ComparisonModel::RelativeL2) + widthOf(ComparisonModel::RelativeL2);
        EXPECT_EQ(end, shown.view.viewport()->width()) << lack;
    }
    shown.view.resize(needed - 110, 200);
    QCoreApplication::processEvents();
    EXPECT_GE(widthOf(ComparisonModel::Name), shown.view.leastNameWidth()) << "it is scrolled to anyway";
}

TEST(ComparisonColumns, ANameBelowManyGroupsStaysInItsColumn)
{
    const auto picture = [](const QString& last) {
        std::string path;
        for (int level = 0; level < 60; ++level)
            path += "g.";
        ShownPair shown(path + last.toStdString(), {1}, {2});
        shown.view.resize(900, 200);
        shown.view.setColumnWidth(ComparisonModel::Name, 200);
        shown.view.scrollToBottom();
        shown.view.horizontalScrollBar()->setValue(0);
        const int width = shown.view.columnWidth(ComparisonModel::Name);
        EXPECT_GE(width, int(NameTree::maximumDepth) * shown.view.indentation() + 100) << "so far rows are indented";
        QImage all = test::pictureOf(*shown.view.viewport());
        EXPECT_LT(width, all.width());
        return std::pair(all.copy(0, 0, width, all.height()), all.copy(width, 0, all.width() - width, all.height()));
    };
    const auto one = picture(QStringLiteral("weight"));
    const auto other = picture(QStringLiteral("bias"));
    EXPECT_NE(one.first, other.first) << "it can be read";
    EXPECT_EQ(one.second, other.second);
}

class ReadAgainTest : public testing::Test {
protected:
    /// Reads B again with one more tensor, which comes first and so shifts all indices.
    ComparisonResultsPtr again(const char* path = "b.safetensors")
    {
        return test::comparedFiles(a,
            folder.write(path,
                test::safetensorsOf({ShownPair::wanted("aa.first", {1}), ShownPair::wanted("g.x.t", {1}),
                    ShownPair::wanted("g.y.t", {4}), ShownPair::wanted("h.t", {3}), ShownPair::wanted("k", {3})})));
    }

    test::TemporaryFolder folder;
    std::filesystem::path a = folder.write("a.safetensors",
        test::safetensorsOf({ShownPair::wanted("g.x.t", {1}), ShownPair::wanted("g.y.t", {2}),
            ShownPair::wanted("h.t", {3}), ShownPair::wanted("k", {4})}));
    ComparisonModel model;
    ComparisonView view{model};

    QModelIndex row(const char* path) const
    {
        const NameTree& tree = model.results()->paired()->tree;
        for (NameTree::NodeId node = 0; node < tree.nodeCount(); ++node) {
            if (tree.path(node) == path)
                return model.indexOf(node);
        }
        return {};
    }
};

/// The changed blocks are visible, in two stacks at different depths. The contents of the blocks stay collapsed,
/// because they would fill screens.
TEST_F(ReadAgainTest, OpensDownToTheBlocksThatChanged)
{
    std::vector<test::WantedTensor> a;
    std::vector<test::WantedTensor> b;
    for (int layer = 0; layer < 40; ++layer) {
        const std::string number = std::to_string(layer);
        for (const std::string& name : {"lm.layers." + number + ".q.w", "lm.layers." + number + ".k.w",
                 "vision.tower.encoder.layers." + number + ".w1", "vision.tower.encoder.layers." + number + ".w2"}) {
            a.push_back(ShownPair::wanted(name.c_str(), {1}));
            b.push_back(ShownPair::wanted(name.c_str(), {layer > 20 ? 2.0F : 1.0F}));
        }
    }
    const test::ComparedTensors compared(a, b);
    model.setResults(compared.results());
    view.show();
    EXPECT_TRUE(view.isExpanded(row("lm.layers")));
    EXPECT_TRUE(view.isExpanded(row("vision.tower.encoder.layers")));
    for (const char* const block : {"lm.layers.0", "lm.layers.30", "vision.tower.encoder.layers.30"})
        EXPECT_FALSE(view.isExpanded(row(block))) << block;
}

TEST_F(ReadAgainTest, WhatWasOpenAndCurrentStays)
{
    const auto b = folder.write("b.safetensors",
        test::safetensorsOf({ShownPair::wanted("g.x.t", {1}), ShownPair::wanted("g.y.t", {3}),
            ShownPair::wanted("h.t", {3}), ShownPair::wanted("k", {3})}));
    model.setResults(test::comparedFiles(a, b));
    view.show();
    ASSERT_TRUE(view.isExpanded(row("g")));
    ASSERT_FALSE(view.isExpanded(row("g.y")));
    view.collapse(row("g"));
    view.expand(row("h"));
    ASSERT_TRUE(view.selectNode(ComparisonModel::nodeAt(row("h.t"))));

    std::vector<std::optional<NameTree::NodeId>> told;
    QObject::connect(&view, &ComparisonView::currentNodeChanged, &view, [&](auto node) { told.push_back(node); });
    model.setResults(again());
    model.onResultsAdded(true);
    EXPECT_TRUE(view.isExpanded(row("h")));
    EXPECT_FALSE(view.isExpanded(row("g"))) << "it was closed by hand";
    EXPECT_EQ(view.currentIndex(), row("h.t"));
    EXPECT_TRUE(view.selectionModel()->isRowSelected(row("h.t").row(), row("h")));
    EXPECT_EQ(told, std::vector{view.currentNode()}) << "it has another number now";

    ASSERT_TRUE(view.selectNode(ComparisonModel::nodeAt(row("g"))));
    model.setResults(again());
    EXPECT_EQ(view.currentIndex(), row("g"));
}

TEST_F(ReadAgainTest, OtherFilesBeginAnew)
{
    model.setResults(again());
    view.show();
    view.expand(row("h"));
    ASSERT_TRUE(view.selectNode(ComparisonModel::nodeAt(row("h.t"))));
    model.setResults(again("c.safetensors"));
    EXPECT_FALSE(view.isExpanded(row("h")));
    EXPECT_FALSE(view.currentNode());
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
    EXPECT_FALSE(test::contains(picture(400), onlyA)); // one sign, with text
    EXPECT_TRUE(test::contains(picture(120), onlyA));
    EXPECT_FALSE(test::contains(picture(60), onlyA)); // no room for two signs
}

TEST(PairMark, SignsDifferWithoutColorAndColorsCanBeRead)
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

/// Many pairs whose values have not been compared yet.
class LargeComparisonViewTest : public testing::Test {
protected:
    static constexpr int pairs = 300'000;

    void show(const std::function<std::string(int)>& nameOf)
    {
        test::MadeCheckpoint made;
        for (int i = 0; i < pairs; ++i)
            made.add(nameOf(i));
        PairedCheckpoints both;
        both.a = both.b = both.openedA = both.openedB = made.take();
        both.choice = std::make_shared<const PairingChoice>();
        const auto paired = pairAnew(both, {}, {}, {});
        ASSERT_TRUE(paired);
        model.setResults(std::make_shared<ComparisonResults>(*paired));
        view.resize(900, 400);
        view.show();
    }
    static std::string flatName(int i) { return QStringLiteral("t%1").arg(i, 6, 10, QLatin1Char('0')).toStdString(); }
    std::string current() const { return view.currentIndex().data(FullNameRole).toString().toStdString(); }

    ComparisonModel model;
    ComparisonView view{model};
};

TEST_F(LargeComparisonViewTest, TheKeyForASubtreeOpensNoMoreThanTheLimit)
{
    show([](int i) { return "all." + std::to_string(i / 2) + (i % 2 ? ".a" : ".b"); });
    const QModelIndex all = model.index(0, 0);
    ASSERT_EQ(model.rowCount(all), pairs / 2);
    QSignalSpy reported(&view, &ComparisonView::expandedInPart);
    ASSERT_TRUE(view.selectNode(ComparisonModel::nodeAt(all)));
    QTest::keyClick(&view, Qt::Key_Asterisk);
    QTRY_VERIFY(!view.isExpanding());
    EXPECT_TRUE(view.isExpanded(all));
    EXPECT_FALSE(view.isExpanded(model.index(0, 0, all)));
    ASSERT_FALSE(reported.empty());
    EXPECT_TRUE(reported.last().front().toString().startsWith(QStringLiteral("Opened 1 of 150,001 groups: ")))
        << reported.last().front().toString().toStdString();
}

TEST_F(LargeComparisonViewTest, TypedLettersAreLookedForInTheNearestRowsAlone)
{
    show(flatName);
    ASSERT_TRUE(view.selectNode(ComparisonModel::nodeAt(model.index(0, 0))));
    view.keyboardSearch(QStringLiteral("t019000"));
    EXPECT_EQ(current(), "t019000");
    view.keyboardSearch({});
    view.keyboardSearch(QStringLiteral("t299999"));
    EXPECT_EQ(current(), "t019000");
}

TEST_F(LargeComparisonViewTest, RowsAreSelectedAsRanges)
{
    show(flatName);
    const auto click = [&](const QModelIndex& row, Qt::KeyboardModifiers keys) {
        view.scrollTo(row);
        QTest::mouseClick(view.viewport(), Qt::LeftButton, keys, view.visualRect(row).center());
    };
    const auto isWhole = [&](int rows) {
        const QItemSelection& selection = view.selectionModel()->selection();
        return selection.size() == 1 && selection.front().height() == rows;
    };
    click(model.index(1, 0), Qt::NoModifier);
    click(model.index(pairs - 1, 0), Qt::ShiftModifier);
    EXPECT_TRUE(isWhole(pairs - 1));
    view.selectAll();
    EXPECT_TRUE(isWhole(pairs));
    EXPECT_EQ(view.chosen().nodes.size(), std::size_t(pairs));
}

} // namespace
} // namespace loupe
