#include "analysis/filter/glob.h"
#include "app/window/command/options.h"
#include "app/window/main_window.h"
#include "app/window/opening/open_filters.h"
#include "app/window/scan_control.h"
#include "formats/opening/registry.h"
#include "items/jobs/qt_text.h"
#include "items/tree/tensor_tree_model.h"
#include "mnemonics.h"
#include "support/child.h"
#include "support/file_content.h"
#include "support/picture.h"
#include "support/temporary_file.h"
#include "support/test_data.h"
#include "views/byte_map/byte_map.h"
#include "views/byte_map/byte_map_strips.h"
#include "views/colors/theme.h"
#include "views/details/details_tabs.h"
#include "views/hex/hex_view.h"
#include "views/histogram/histogram_view.h"
#include "views/kit/drop_hint.h"
#include "views/kit/elided_label.h"
#include "views/kit/link_button.h"
#include "views/kit/notice_bar.h"
#include "views/kit/notice_line.h"
#include "views/kit/shortcut_sheet.h"
#include "views/kit/size_on_screen.h"
#include "views/overview/group_view.h"
#include "views/tree/filter_edit.h"
#include "views/tree/tensor_tree_view.h"
#include "window_fixture.h"

#include <QApplication>
#include <QDropEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QStatusBar>
#include <QTest>
#include <QToolButton>

#include <gmock/gmock.h>

#include <algorithm>
#include <unistd.h>

namespace loupe {
namespace {

using test::WindowTest;
using testing::HasSubstr;

TEST_F(WindowTest, EmptyItSaysHowToOpenSomething)
{
    EXPECT_TRUE(m_window.isIdle());
    EXPECT_TRUE(m_window.windowTitle().isEmpty());
    EXPECT_EQ(test::notices(m_window).count(), 0);
    EXPECT_THAT(m_window.tree().emptyText().toStdString(), HasSubstr("Open a model file"));
}

/// Notices that appear or disappear must not move anything under the pointer.
TEST_F(WindowTest, NoticesMoveNothing)
{
    open(sample());
    const auto places = [&] {
        QCoreApplication::processEvents();
        QList<QRect> found;
        for (const QWidget* const part : std::initializer_list<const QWidget*>{
                 &m_window.tree(), &test::details(m_window), &test::byteMap(m_window), m_window.statusBar()})
            found << QRect(part->mapTo(&m_window, QPoint(0, 0)), part->size());
        return found;
    };
    const QList<QRect> before = places();
    NoticeBar& notices = test::notices(m_window);
    for (const NoticeKind kind : {NoticeKind::Info, NoticeKind::Warning, NoticeKind::Error, NoticeKind::Progress}) {
        notices.setNotice(QString::number(int(kind)),
            {.kind = kind, .text = QString(3000, u'x'), .actions = {{QStringLiteral("A long button"), [] {}}}});
        EXPECT_EQ(places(), before);
    }
    m_window.findChild<NoticeLine*>()->setExpanded(true);
    EXPECT_EQ(places(), before);
    for (int kind = 0; kind < 4; ++kind)
        notices.removeNotice(QString::number(kind));
    EXPECT_EQ(places(), before);
}

TEST_F(WindowTest, TheSheetOfShortcutsListsThoseOfAllActions)
{
    QStringList listed;
    for (const ShortcutGroup& group : shortcutsOf(m_window)) {
        EXPECT_FALSE(group.title.isEmpty());
        for (const auto& [name, keys] : group.rows) {
            EXPECT_FALSE(name.isEmpty());
            EXPECT_FALSE(name.contains(u'&')) << name.toStdString();
            listed << keys;
        }
    }
    for (const QAction* const action : m_window.findChildren<QAction*>()) {
        if (action->text().isEmpty() || action->shortcut().isEmpty())
            continue;
        const QString keys = action->shortcut().toString(QKeySequence::NativeText);
        EXPECT_TRUE(std::ranges::any_of(listed, [&](const QString& row) { return row.startsWith(keys); }))
            << keys.toStdString();
    }
    const auto actions = m_window.findChildren<QAction*>();
    const auto help = std::ranges::find(actions, QKeySequence(Qt::Key_F1), &QAction::shortcut);
    ASSERT_NE(help, actions.end());
    (*help)->trigger();
    auto* const sheet = m_window.findChild<ShortcutSheet*>();
    ASSERT_TRUE(sheet && sheet->isVisible());
    (*help)->trigger();
    EXPECT_EQ(m_window.findChildren<ShortcutSheet*>().size(), 1);
    QTest::keyClick(sheet, Qt::Key_Escape);
    EXPECT_FALSE(sheet->isVisible());
}

TEST_F(WindowTest, OpensACheckpoint)
{
    open(sample());
    EXPECT_EQ(m_window.windowTitle(), QStringLiteral("gpt2-tiny.safetensors[*]"));
    EXPECT_GT(test::model(m_window).rowCount(), 0);
    EXPECT_EQ(test::notices(m_window).count(), 0) << notices();
    EXPECT_TRUE(m_window.failure().isEmpty());
}

TEST_F(WindowTest, AFailedOpenSaysWhyAndKeepsWhatIsOpen)
{
    open(sample());
    const int rows = test::model(m_window).rowCount();
    open("/nowhere/at-all.bt");
    EXPECT_THAT(notices(), HasSubstr("/nowhere/at-all.bt"));
    EXPECT_THAT(notices(), HasSubstr("No such file"));
    EXPECT_EQ(test::model(m_window).rowCount(), rows);
    open(sample());
    EXPECT_EQ(test::notices(m_window).count(), 0) << notices();
}

TEST_F(WindowTest, ABrokenFileOpensWithItsFindings)
{
    open(test::dataPath("malformed/offset-hole.safetensors"));
    EXPECT_THAT(notices(), HasSubstr("1 error"));
    EXPECT_GT(test::model(m_window).rowCount(), 0);
    test::details(m_window).showTab(DetailsTab::Hex);
    ASSERT_NE(noticeButton(QStringLiteral("Show findings")), nullptr);
    noticeButton(QStringLiteral("Show findings"))->click();
    EXPECT_EQ(test::details(m_window).currentTab(), DetailsTab::Overview);
}

/// The text of the named label in the status line.
QString said(const MainWindow& window, const QString& name)
{
    for (const auto* const label : window.statusBar()->findChildren<QLabel*>()) {
        if (label->accessibleName() == name)
            return label->text();
    }
    return {};
}

TEST_F(WindowTest, OfAFileWithoutReadableTensorsNothingIsSaidAboutValues)
{
    Options options;
    options.scan = true;
    m_window.apply(options);
    open(test::dataPath("malformed/not-json.safetensors"));
    ASSERT_TRUE(await([&] { return m_window.isIdle(); }));
    EXPECT_EQ(m_window.tree().emptyText(), QStringLiteral("The tensors could not be read"));
    EXPECT_EQ(said(m_window, QStringLiteral("Scan")), QStringLiteral("No tensors to scan"));
}

TEST_F(WindowTest, TheListOfShortcutsHasEachOnce)
{
    Options options;
    options.edits.drops.push_back(*Glob::parse("wte"));
    open(sample());
    for (const bool isEdited : {false, true}) {
        if (isEdited)
            m_window.apply(options);
        ASSERT_TRUE(await([&] { return m_window.isIdle(); }));
        QSet<std::pair<QString, QString>> rows;
        QStringList names;
        for (const ShortcutGroup& group : shortcutsOf(m_window)) {
            for (const auto& row : group.rows) {
                EXPECT_FALSE(rows.contains(row)) << row.first.toStdString();
                EXPECT_FALSE(row.second.contains(QStringLiteral("F14"))) << row.second.toStdString();
                rows.insert(row);
                names << row.first;
            }
        }
        EXPECT_EQ(names.count(QStringLiteral("Copy")), 1);
        for (const char* const ofWidget : {"Complete a word of the filter", "Expand all below", "Next match"})
            EXPECT_EQ(names.count(QString::fromUtf8(ofWidget)), 1) << ofWidget;
        EXPECT_EQ(names.count(QStringLiteral("Undo")), 1) << names.join(u'\n').toStdString();
        EXPECT_FALSE(names.contains(QStringLiteral("Remove")));
    }
}

TEST_F(WindowTest, TheOptionsSelectFilterAndChooseTheTab)
{
    Options options;
    options.select = {QStringLiteral("h.0.attn.c_attn.weight")};
    options.view = DetailsTab::Histogram;
    options.filter = QStringLiteral("attn");
    m_window.apply(options);
    open(sample());
    ASSERT_TRUE(await([&] { return m_window.tree().currentTensor() && m_window.isIdle(); }));
    EXPECT_EQ(test::document(m_window).current()->checkpoint->tensors[*m_window.tree().currentTensor()].name,
        "h.0.attn.c_attn.weight");
    EXPECT_EQ(test::details(m_window).currentTab(), DetailsTab::Histogram);
    EXPECT_TRUE(test::model(m_window).order()->isFiltered());
}

TEST_F(WindowTest, TheOptionsSelectSeveralTensorsAndGroups)
{
    Options options;
    options.select = {QStringLiteral("wte"), QStringLiteral("h.0.attn.c_attn.weight"), QStringLiteral("h.1")};
    m_window.apply(options);
    open(sample());
    ASSERT_TRUE(await([&] { return m_window.isIdle(); }));
    const auto chosen = m_window.tree().chosen();
    std::vector<std::string> names;
    for (const auto node : chosen.nodes)
        names.emplace_back(chosen.tree().path(node));
    EXPECT_THAT(names, testing::UnorderedElementsAre("wte", "h.0.attn.c_attn.weight", "h.1"));
    ASSERT_TRUE(m_window.tree().currentTensor());
    EXPECT_EQ(chosen.opened->checkpoint->tensors[*m_window.tree().currentTensor()].name, "wte");
}

TEST_F(WindowTest, TheStatusLineSaysWhatTheFilterLeaves)
{
    open(sample());
    const QStringList names{QStringLiteral("Tensors"), QStringLiteral("Parameters"), QStringLiteral("Bytes")};
    QStringList totals;
    for (const QString& name : names) {
        totals << said(m_window, name);
        EXPECT_FALSE(totals.back().isEmpty() || totals.back().contains(QStringLiteral(" of "))) << name.toStdString();
    }
    test::filter(m_window).setText(QStringLiteral("h.0.attn.c_attn.bias"));
    ASSERT_TRUE(await([&] { return test::model(m_window).order()->isFiltered(); }));
    EXPECT_EQ(said(m_window, names[0]), QStringLiteral("1 of ") + totals[0]);
    for (int i = 1; i < names.size(); ++i)
        EXPECT_TRUE(said(m_window, names[i]).endsWith(QStringLiteral(" of ") + totals[i]))
            << said(m_window, names[i]).toStdString();
    test::filter(m_window).clear();
    ASSERT_TRUE(await([&] { return !test::model(m_window).order()->isFiltered(); }));
    for (int i = 0; i < names.size(); ++i)
        EXPECT_EQ(said(m_window, names[i]), totals[i]);
}

TEST_F(WindowTest, TheStatusLineSaysWhatThereIsWhereTheFormatIsNotKnown)
{
    open(m_folder.write("model.safetensors.index.json", R"({"weight_map": {"a": "gone.safetensors"}})"));
    EXPECT_EQ(said(m_window, QStringLiteral("Format")).toStdString(), "1 shard");
    open(test::dataPath("safetensors-sharded/model.safetensors.index.json"));
    EXPECT_THAT(said(m_window, QStringLiteral("Format")).toStdString(), testing::EndsWith(", 3 shards"));
}

TEST_F(WindowTest, AnUnknownSelectionIsSaid)
{
    Options options;
    options.select = {QStringLiteral("no.such")};
    m_window.apply(options);
    open(sample());
    EXPECT_THAT(notices(), HasSubstr("no.such"));
}

TEST_F(WindowTest, FilterErrorsShowAtTheFieldAndGoAway)
{
    open(sample());
    test::filter(m_window).setText(QStringLiteral("size:>abc"));
    ASSERT_TRUE(await([&] { return test::filter(m_window).hasError(); }));
    test::filter(m_window).setText(QStringLiteral("attn"));
    ASSERT_TRUE(await([&] { return test::model(m_window).order()->isFiltered(); }));
    EXPECT_FALSE(test::filter(m_window).hasError());
    test::filter(m_window).clear();
    ASSERT_TRUE(await([&] { return !test::model(m_window).order()->isFiltered(); }));
}

TEST_F(WindowTest, AnErrorInTheFilterTakesThePlaceOfWhatWasSaidBefore)
{
    open(sample());
    const QString noMatch =
        QStringLiteral("No tensor matches the filter: nothing matches layer:99; layer numbers are ");
    test::filter(m_window).setText(QStringLiteral("layer:99"));
    ASSERT_TRUE(await([&] { return test::model(m_window).order()->isFiltered(); }));
    ASSERT_TRUE(m_window.tree().emptyText().startsWith(noMatch)) << m_window.tree().emptyText().toStdString();
    test::filter(m_window).setText(QStringLiteral("[3-12]"));
    ASSERT_TRUE(await([&] { return test::filter(m_window).hasError(); }));
    EXPECT_EQ(m_window.tree().emptyText(),
        QStringLiteral("The filter is not valid: %1.").arg(test::filter(m_window).error()));
    EXPECT_EQ(test::model(m_window).rowCount(), 0);
    test::filter(m_window).setText(QStringLiteral("layer:99"));
    EXPECT_TRUE(await([&] { return m_window.tree().emptyText().startsWith(noMatch); }));
}

TEST_F(WindowTest, WhereAFilterMatchesNothingAClickUsesWhatWouldMatch)
{
    open(sample());
    test::filter(m_window).setText(QStringLiteral("c_attn 0-0"));
    ASSERT_TRUE(await([&] { return test::model(m_window).order()->isFiltered(); }));
    EXPECT_EQ(m_window.tree().emptyText(), QStringLiteral("No tensor matches the filter: nothing matches 0-0."));
    const auto links = m_window.tree().findChildren<LinkButton*>();
    ASSERT_EQ(links.size(), 2);
    links[0]->click();
    EXPECT_EQ(test::filter(m_window).text(), QStringLiteral("c_attn layer:0-0"));
    ASSERT_TRUE(await([&] { return test::model(m_window).rowCount() > 0; }));
    ASSERT_TRUE(awaitIdle());
    EXPECT_EQ(test::model(m_window).visibleTensors(), 2u);

    const auto& tensors = test::document(m_window).current()->checkpoint->tensors;
    for (std::uint32_t tensor = 0; tensor < tensors.size(); ++tensor) {
        const bool isKept = tensors[tensor].name.find("h.0.attn.c_attn.") != std::string::npos;
        test::byteMap(m_window).setCurrentNode(tensor);
        const QString text = test::byteMap(m_window).strips().currentText();
        EXPECT_EQ(text.endsWith(QStringLiteral("hidden by the filter")), !isKept) << text.toStdString();
    }
    links[1]->click();
    EXPECT_EQ(test::filter(m_window).text(), QString());
}

TEST_F(WindowTest, ASelectionInTheMapSelectsInTheTreeAndBringsTheHistogram)
{
    open(sample());
    test::details(m_window).showTab(DetailsTab::Histogram);
    emit test::byteMap(m_window).tensorClicked(3);
    EXPECT_EQ(m_window.tree().currentTensor(), 3u);
    EXPECT_EQ(test::details(m_window).tensor(), 3u);
    ASSERT_TRUE(awaitIdle());
    EXPECT_TRUE(m_window.findChild<HistogramView*>()->message().isEmpty());
}

TEST_F(WindowTest, AHiddenTensorChosenElsewhereIsShownAndTheFilterStays)
{
    open(sample());
    test::filter(m_window).setText(QStringLiteral("wte"));
    ASSERT_TRUE(await([&] { return test::model(m_window).order()->isFiltered(); }));
    const auto& tensors = test::document(m_window).current()->checkpoint->tensors;
    const auto other =
        std::find_if(tensors.begin(), tensors.end(), [](const Tensor& tensor) { return tensor.name == "wpe"; });
    ASSERT_NE(other, tensors.end());
    emit test::byteMap(m_window).tensorClicked(static_cast<std::uint32_t>(other - tensors.begin()));
    EXPECT_EQ(test::details(m_window).tensor(), other - tensors.begin());
    EXPECT_EQ(test::filter(m_window).text(), QStringLiteral("wte"));
    // The tree must not show a different current tensor from all other views.
    EXPECT_FALSE(m_window.tree().selectionModel()->hasSelection());
    EXPECT_FALSE(m_window.tree().currentIndex().isValid());
    test::filter(m_window).clear();
    ASSERT_TRUE(await([&] { return !test::model(m_window).order()->isFiltered(); }));
    EXPECT_EQ(m_window.tree().currentTensor(), other - tensors.begin());
    EXPECT_EQ(test::details(m_window).tensor(), other - tensors.begin());
}

TEST_F(WindowTest, ABlockOfTheOverviewIsShownInEachFormOfTheTree)
{
    open(sample());
    for (const TreeForm form : {TreeForm::Full, TreeForm::Families}) {
        test::model(m_window).setForm(form);
        test::details(m_window).showTab(DetailsTab::Overview);
        ASSERT_TRUE(awaitIdle());
        LinkButton* block = nullptr;
        for (auto* const link : test::details(m_window).findChildren<LinkButton*>())
            block = link->isVisible() && link->accessibleName() == QStringLiteral("h") ? link : block;
        ASSERT_TRUE(block);
        block->click();
        test::details(m_window).showTab(DetailsTab::Histogram);
        ASSERT_TRUE(awaitIdle());
        auto* const shown = test::shownChild<GroupView>(test::details(m_window));
        ASSERT_TRUE(shown);
        EXPECT_EQ(shown->findChild<ElidedLabel*>()->text(), QStringLiteral("h"));
    }
}

TEST_F(WindowTest, AGroupOfTheFileIsShownByNameAlsoInFamilies)
{
    Options options;
    options.tree = TreeForm::Families;
    options.view = DetailsTab::Values;
    options.select = {QStringLiteral("h.0")};
    m_window.apply(options);
    open(sample());
    ASSERT_TRUE(awaitIdle());
    EXPECT_EQ(m_window.requestError(), QString());
    auto* const shown = test::shownChild<GroupView>(test::details(m_window));
    ASSERT_TRUE(shown);
    EXPECT_EQ(shown->findChild<ElidedLabel*>()->text(), QStringLiteral("h.0"));
    EXPECT_EQ(test::details(m_window).currentTab(), DetailsTab::Values);
}

/// All selected rows are marked below the byte map. Once only the current row is selected, only that one is marked.
TEST_F(WindowTest, SeveralSelectedRowsAreMarkedInTheByteMap)
{
    open(sample());
    test::model(m_window).setForm(TreeForm::Flat);
    ASSERT_TRUE(awaitIdle());
    const auto marked = [&] {
        ByteMapStrips& strips = test::byteMap(m_window).strips();
        const QImage picture = test::pictureOf(strips);
        const int y = strips.stripRect(0).bottom() + 3;
        int columns = 0;
        for (int x = strips.stripRect(0).left(); x < strips.stripRect(0).right(); ++x)
            columns += picture.pixelColor(x, y) == Theme::of(strips.palette()).accent ? 1 : 0;
        return columns;
    };
    TensorTreeView& tree = m_window.tree();
    tree.setCurrentIndex(tree.model()->index(0, 0));
    const int one = marked();
    tree.selectAll();
    const int all = marked();
    EXPECT_GT(all, one + 100);
    tree.setCurrentIndex(tree.model()->index(1, 0));
    EXPECT_LT(marked(), all - 100);
}

TEST_F(WindowTest, WordsAboutValuesKnowWhatWasComputed)
{
    open(test::dataPath("safetensors/special-values.safetensors"));
    test::filter(m_window).setText(QStringLiteral("nan:>0"));
    ASSERT_TRUE(await([&] { return test::model(m_window).order()->isFiltered(); }));
    EXPECT_EQ(test::model(m_window).visibleTensors(), 0u);
    EXPECT_TRUE(test::notices(m_window).hasNotice(QStringLiteral("scanFilter")));
    test::details(m_window).showTab(DetailsTab::Histogram);
    const auto& tensors = test::document(m_window).current()->checkpoint->tensors;
    const auto special =
        std::find_if(tensors.begin(), tensors.end(), [](const Tensor& tensor) { return tensor.name == "f32.special"; });
    ASSERT_NE(special, tensors.end());
    emit test::byteMap(m_window).tensorClicked(static_cast<std::uint32_t>(special - tensors.begin()));
    EXPECT_TRUE(await([&] { return test::model(m_window).visibleTensors() == 1; }));
    test::scan(m_window).start();
    ASSERT_TRUE(awaitIdle());
    EXPECT_FALSE(test::notices(m_window).hasNotice(QStringLiteral("scanFilter")));
    EXPECT_GT(test::model(m_window).visibleTensors(), 1u);
}

TEST_F(WindowTest, AnotherCheckpointIsSafeWhileTheFirstOnesFactsAreSought)
{
    open(sample());
    m_window.open(toQString(test::dataPath("safetensors/shapes.safetensors")));
    ASSERT_TRUE(await([&] { return m_window.windowTitle() == QStringLiteral("shapes.safetensors[*]"); }));
    emit test::details(m_window).tensorChosen(30);
    emit test::byteMap(m_window).tensorClicked(1'000'000);
    ASSERT_TRUE(awaitIdle());
    EXPECT_FALSE(m_window.grab().isNull());
}

TEST_F(WindowTest, AShardOffersTheWholeModel)
{
    open(test::dataPath("safetensors-sharded/model-00002-of-00003.safetensors"));
    EXPECT_EQ(test::document(m_window).current()->checkpoint->files.size(), 1u);
    EXPECT_THAT(notices(), HasSubstr("model-00002-of-00003.safetensors"));
    ASSERT_NE(noticeButton(QStringLiteral("Open the whole model")), nullptr);
    noticeButton(QStringLiteral("Open the whole model"))->click();
    ASSERT_TRUE(await([&] { return test::document(m_window).current()->checkpoint->files.size() == 3; }));
    EXPECT_EQ(test::notices(m_window).count(), 0) << notices();
}

TEST_F(WindowTest, AChangedFileIsNoticedAndReloaded)
{
    const auto path = copyOfSample();
    open(path);
    std::filesystem::copy_file(
        test::dataPath("safetensors/shapes.safetensors"), m_folder.path() / "new", std::filesystem::copy_options::none);
    std::filesystem::rename(m_folder.path() / "new", path);
    ASSERT_TRUE(await([&] { return noticeButton(QStringLiteral("Reload")) != nullptr; }));
    const auto before = test::document(m_window).current();
    noticeButton(QStringLiteral("Reload"))->click();
    ASSERT_TRUE(await([&] { return test::document(m_window).current() != before; }));
    EXPECT_EQ(test::notices(m_window).count(), 0) << notices();
}

TEST_F(WindowTest, ReloadingADeletedFileGivesOneNotice)
{
    const auto path = copyOfSample();
    open(path);
    std::filesystem::remove(path);
    ASSERT_TRUE(await([&] { return noticeButton(QStringLiteral("Reload")) != nullptr; }));
    test::document(m_window).reload();
    ASSERT_TRUE(await([&] { return !m_window.failure().isEmpty(); }));
    EXPECT_EQ(test::notices(m_window).count(), 1) << notices();
    EXPECT_THAT(notices(), HasSubstr("No such file"));
    EXPECT_GT(test::model(m_window).rowCount(), 0);
    std::filesystem::copy_file(sample(), path);
    ASSERT_NE(noticeButton(QStringLiteral("Try again")), nullptr);
    noticeButton(QStringLiteral("Try again"))->click();
    ASSERT_TRUE(await([&] { return test::notices(m_window).count() == 0; })) << notices();
}

TEST_F(WindowTest, ADeletionThatIsNoticedAfterTheReloadAddsNoNotice)
{
    const auto path = copyOfSample();
    open(path);
    QSignalSpy changed(&test::document(m_window), &Document::changedOnDisk);
    std::filesystem::remove(path);
    test::document(m_window).reload();
    ASSERT_TRUE(await([&] { return !m_window.failure().isEmpty() && !changed.isEmpty(); }));
    EXPECT_EQ(test::notices(m_window).count(), 1) << notices();
}

TEST_F(WindowTest, AFileTruncatedUnderStatisticsAndHexGivesSentences)
{
    const auto path = copyOfSample();
    open(path);
    ASSERT_EQ(::truncate(path.c_str(), 100), 0);
    test::details(m_window).showTab(DetailsTab::Histogram);
    select("h.0.attn.c_attn.weight");
    EXPECT_FALSE(m_window.findChild<HistogramView*>()->message().isEmpty());
    test::details(m_window).showTab(DetailsTab::Hex);
    ASSERT_TRUE(awaitIdle());
    ASSERT_TRUE(await([&] { return test::notices(m_window).count() > 0; }));
    EXPECT_THAT(notices(), HasSubstr("changed on disk"));
    EXPECT_THAT(notices(), HasSubstr("its values may no longer be readable"));
    EXPECT_FALSE(m_window.grab().isNull());
}

TEST_F(WindowTest, ADeletedFileIsANotice)
{
    const auto path = copyOfSample();
    open(path);
    test::details(m_window).showTab(DetailsTab::Histogram);
    select("h.0.attn.c_attn.weight");
    ASSERT_TRUE(awaitIdle());
    std::filesystem::remove(path);
    ASSERT_TRUE(await([&] { return test::notices(m_window).count() > 0; }));
    EXPECT_THAT(notices(), HasSubstr("The file was deleted"));
    const auto labels = m_window.findChild<HistogramView*>()->findChildren<ElidedLabel*>();
    EXPECT_TRUE(std::ranges::any_of(labels,
        [](const ElidedLabel* label) { return label->text() == u"h.0.attn.c_attn.weight (previous version)"; }));
}

TEST_F(WindowTest, ADroppedFileIsOpened)
{
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(toQString(sample()))});
    QDragEnterEvent enter(QPoint(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&m_window, &enter);
    EXPECT_TRUE(enter.isAccepted());
    QDropEvent drop(QPointF(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&m_window, &drop);
    ASSERT_TRUE(await([&] { return test::document(m_window).current() != nullptr; }));
    EXPECT_EQ(m_window.windowTitle(), QStringLiteral("gpt2-tiny.safetensors[*]"));
}

TEST_F(WindowTest, EveryControlHasANameForAssistiveTechnology)
{
    open(sample());
    for (const QWidget* const widget : m_window.findChildren<QWidget*>()) {
        const auto* const button = qobject_cast<const QAbstractButton*>(widget);
        const auto* const label = qobject_cast<const QLabel*>(widget);
        const bool control = button || widget->focusPolicy() != Qt::NoFocus;
        const bool partOfAControlOfQts =
            widget->objectName().startsWith(u"qt_") || qobject_cast<const QLineEdit*>(widget->parentWidget());
        if (!control || partOfAControlOfQts || !widget->isVisibleTo(&m_window))
            continue;
        const bool named = !widget->accessibleName().isEmpty() || (button && !button->text().isEmpty())
            || (label && !label->text().isEmpty());
        EXPECT_TRUE(named) << widget->metaObject()->className() << " in "
                           << widget->parentWidget()->metaObject()->className() << " has no accessible name";
    }
}

TEST_F(WindowTest, SlashAndControlFGoToTheFilterAndEscapeLeavesIt)
{
    open(sample());
    m_window.activateWindow();
    m_window.tree().setFocus();
    QTest::keyClick(&m_window, Qt::Key_F, Qt::ControlModifier);
    EXPECT_TRUE(test::filter(m_window).hasFocus());
    m_window.tree().setFocus();
    QTest::keyClick(&m_window, Qt::Key_Slash);
    EXPECT_TRUE(test::filter(m_window).hasFocus());
    QTest::keyClicks(&test::filter(m_window), QStringLiteral("wte"));
    QTest::keyClick(&test::filter(m_window), Qt::Key_Escape); // closes the completion list, if it is open
    QTest::keyClick(&test::filter(m_window), Qt::Key_Escape);
    EXPECT_TRUE(m_window.tree().hasFocus());
    EXPECT_TRUE(test::filter(m_window).text().isEmpty());
}

TEST_F(WindowTest, NoTwoEntriesOfAMenuHaveOneMnemonic)
{
    open(sample());
    EXPECT_EQ(test::clashingMnemonics(m_window.menuBar()->actions()).join(u'|').toStdString(), "");
    const auto actions = m_window.findChildren<QAction*>();
    const auto convert = std::ranges::find(actions, QStringLiteral("&Convert…"), &QAction::text);
    EXPECT_NE(convert, actions.end()) << "Alt+F C converts, and does not close the window";
}

TEST_F(WindowTest, WhatIsWholeIsSavedOnlyWhereSomethingIsNot)
{
    const auto whole = [&] {
        const auto actions = m_window.findChildren<QAction*>();
        return (*std::ranges::find(actions, QStringLiteral("Salva&ge intact tensors…"), &QAction::text))->isEnabled();
    };
    open(sample());
    EXPECT_FALSE(whole());
    test::TemporaryFolder folder;
    const std::string bytes = test::readFile(sample());
    open(folder.write("cut.safetensors", bytes.substr(0, bytes.size() - 100)));
    EXPECT_TRUE(whole());
}

TEST_F(WindowTest, FilesDraggedOverItAreAnswered)
{
    auto* const hint = m_window.findChild<DropHint*>();
    ASSERT_TRUE(hint && hint->isHidden());
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(toQString(sample()))});
    const auto enter = [&] {
        QDragEnterEvent event(QPoint(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&m_window, &event);
        return event.isAccepted();
    };
    ASSERT_TRUE(enter());
    EXPECT_TRUE(hint->isVisible());
    EXPECT_EQ(hint->text(), QStringLiteral("Drop to open"));
    EXPECT_EQ(hint->geometry(), m_window.rect());
    EXPECT_TRUE(test::contains(test::pictureOf(*hint), Theme::of(m_window.palette()).accent));
    QDragLeaveEvent leave;
    QCoreApplication::sendEvent(&m_window, &leave);
    EXPECT_TRUE(hint->isHidden());

    open(sample());
    ASSERT_TRUE(enter());
    EXPECT_EQ(hint->text(), QStringLiteral("Drop to open or compare"));
    data.setUrls({});
    data.setText(QStringLiteral("text"));
    QCoreApplication::sendEvent(&m_window, &leave);
    EXPECT_FALSE(enter());
    EXPECT_TRUE(hint->isHidden());
}

TEST(SizeOnScreen, LeavesRoomForTheFrame)
{
    EXPECT_EQ(sizeOnScreen({1280, 800}, {1920, 1080}), QSize(1280, 800));
    EXPECT_EQ(sizeOnScreen({1280, 800}, {960, 540}), QSize(944, 492)) << "1920x1080 at scale 2";
    EXPECT_EQ(sizeOnScreen({1280, 800}, {1280, 800}), QSize(1264, 752));
}

TEST(OpenFilters, HaveShortNamesAndAllSuffixes)
{
    const QStringList filters = openFilters().split(QStringLiteral(";;"));
    EXPECT_TRUE(filters.front().startsWith(QStringLiteral("Model files (")));
    EXPECT_EQ(filters.back(), QStringLiteral("All files (*)"));
    EXPECT_EQ(std::size_t(filters.size()), allFormats().size() + 2);
    for (const QString& filter : filters)
        EXPECT_LT(filter.indexOf(QStringLiteral(" (")), 32) << filter.toStdString();
    for (const Format* const format : allFormats()) {
        for (const std::string_view suffix : format->suffixes)
            EXPECT_TRUE(filters.front().contains(u'*' + toQString(suffix))) << suffix;
    }
}

TEST_F(WindowTest, TheViewsMenuShowsItsKeysAndTheyWork)
{
    open(sample());
    m_window.activateWindow();
    for (const QAction* const top : m_window.menuBar()->actions()) {
        if (top->text() != QStringLiteral("&View"))
            continue;
        for (const QAction* const action : top->menu()->actions())
            EXPECT_TRUE(action->isSeparator() || action->menu() || !action->shortcut().isEmpty())
                << action->text().toStdString();
    }
    QTest::keyClick(&m_window, Qt::Key_7, Qt::AltModifier);
    EXPECT_EQ(test::details(m_window).currentTab(), DetailsTab::Hex);
}

} // namespace
} // namespace loupe
