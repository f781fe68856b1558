// Tests the Overview of an adapter, with and without a base model.

#include "views/overview/adapter_panel.h"

#include "items/adapters/adapter_model.h"
#include "items/jobs/item_roles.h"
#include "items/jobs/qt_text.h"
#include "support/opened.h"
#include "views/adapters/module_table.h"
#include "views/overview/overview_view.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <stdexcept>

namespace loupe {
namespace {

using testing::HasSubstr;

class AdapterPanelTest : public testing::Test {
protected:
    AdapterPanel& open(std::string_view file)
    {
        m_view.resize(900, 700);
        m_view.setCheckpoint(test::openData(file));
        m_view.show();
        EXPECT_TRUE(QTest::qWaitFor([this] { return m_view.findChild<AdapterPanel*>() && !m_view.isBusy(); }));
        return *m_view.findChild<AdapterPanel*>();
    }
    void setBase(AdapterPanel& panel, std::string_view file)
    {
        panel.setBase(toQString(test::dataPath(file)));
        EXPECT_TRUE(QTest::qWaitFor([&] { return !panel.isBusy(); }));
    }
    static QString cell(const AdapterPanel& panel, int row, int column)
    {
        return panel.model().index(row, column).data().toString();
    }
    static QPushButton& button(const AdapterPanel& panel, const QString& text)
    {
        for (auto* const one : panel.findChildren<QPushButton*>()) {
            if (one->text() == text)
                return *one;
        }
        throw std::logic_error("no such button");
    }

    OverviewView m_view;
};

TEST_F(AdapterPanelTest, ListsModulesAndWhereTheyAreInABase)
{
    AdapterPanel& panel = open("adapters/flux.safetensors");
    const QAbstractItemModelTester tester(panel.findChild<AdapterModel*>());
    ASSERT_EQ(panel.model().rowCount(), 5);
    EXPECT_EQ(cell(panel, 0, AdapterModel::Rank), QStringLiteral("2"));
    EXPECT_EQ(cell(panel, 0, AdapterModel::Scale), QStringLiteral("1"));
    EXPECT_EQ(cell(panel, 0, AdapterModel::InBase), QString());
    setBase(panel, "adapters/flux-base.safetensors");
    EXPECT_EQ(
        cell(panel, 1, AdapterModel::InBase), QStringLiteral("double_blocks.0.img_attn.qkv.weight, rows 8 to 11"));
    QSignalSpy wanted(&m_view, &OverviewView::adapterWritingWanted);
    for (const auto& [text, what] : {std::pair(QStringLiteral("Merge…"), AdapterWriting::Merge),
             std::pair(QStringLiteral("Resize…"), AdapterWriting::Resize),
             std::pair(QStringLiteral("Convert names…"), AdapterWriting::Rename)}) {
        button(panel, text).click();
        ASSERT_EQ(wanted.count(), 1);
        EXPECT_EQ(wanted.first().at(0).value<AdapterReportPtr>(), panel.model().report());
        EXPECT_EQ(wanted.takeFirst().at(1).value<AdapterWriting>(), what);
    }
    const auto recipe = mergedAdapter(panel.model().report())({});
    ASSERT_TRUE(recipe);
    EXPECT_EQ(recipe->recipe.items.size(), 3U);
    // Another model has none of the modules.
    setBase(panel, "adapters/peft-base.safetensors");
    EXPECT_EQ(cell(panel, 1, AdapterModel::InBase), QStringLiteral("the base has no module of this name"));
}

TEST_F(AdapterPanelTest, OffersToResizeOnlyWhatHasFactors)
{
    const QString resize = QStringLiteral("Resize…");
    EXPECT_TRUE(button(open("adapters/flux.safetensors"), resize).isEnabled());
    for (const std::string_view file : {"adapters/loha.safetensors", "adapters/lokr.safetensors"}) {
        const QPushButton& disabled = button(open(file), resize);
        EXPECT_FALSE(disabled.isEnabled());
        const std::string why = disabled.toolTip().toStdString();
        EXPECT_THAT(why, HasSubstr("whose rank cannot be reduced"));
        EXPECT_THAT(why, HasSubstr("Extract LoRA"));
        EXPECT_THAT(why, testing::Not(HasSubstr("--")));
    }
}

/// In the smallest window, too.
TEST_F(AdapterPanelTest, ComesFirst)
{
    AdapterPanel& panel = open("adapters/peft/adapter_model.safetensors");
    m_view.resize(600, 400);
    QCoreApplication::processEvents();
    EXPECT_LT(panel.mapTo(m_view.widget(), QPoint()).y(), 150);
}

TEST_F(AdapterPanelTest, LeavesTheWheelToThePageUnlessTheTableHasTheFocus)
{
    // 6 rows, of which all are shown, and 17
    for (const auto& [file, takesWheel] :
        {std::pair("adapters/peft/adapter_model.safetensors", false), {"adapters/sd3.safetensors", true}}) {
        SCOPED_TRACE(file);
        ModuleTable& table = *open(file).findChild<ModuleTable*>();
        ASSERT_TRUE(QTest::qWaitForWindowActive(&m_view));
        QWidget& rows = *table.viewport();
        const QPointF place = rows.rect().center();
        for (const bool hasFocus : {false, true}) {
            if (hasFocus)
                table.setFocus();
            ASSERT_EQ(table.hasFocus(), hasFocus);
            QWheelEvent down(
                place, rows.mapToGlobal(place), {}, {0, -120}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
            QApplication::sendEvent(&rows, &down);
            EXPECT_EQ(down.isAccepted(), takesWheel && hasFocus); // the page gets it if not
        }
    }
}

TEST_F(AdapterPanelTest, SaysWhatWasNeverTrained)
{
    AdapterPanel& panel = open("adapters/peft/adapter_model.safetensors");
    ASSERT_EQ(panel.model().rowCount(), 6);
    QStringList norms;
    int untrained = 0;
    for (int row = 0; row < 6; ++row) {
        norms << cell(panel, row, AdapterModel::Norm);
        const QModelIndex norm = panel.model().index(row, AdapterModel::Norm);
        untrained += norm.data(WholeTextRole).toString().contains(QStringLiteral("never trained"));
    }
    EXPECT_EQ(untrained, 1);
    EXPECT_EQ(norms.count(QStringLiteral("0")), 1);
    EXPECT_EQ(norms.count(QString()), 1); // of the module that is replaced as a whole
}

/// The widths are those of the page in windows of 900x600 and 1280x800.
TEST_F(AdapterPanelTest, NamesAreToldApartBesideTheFiguresThatDiffer)
{
    AdapterPanel& panel = open("adapters/peft/adapter_model.safetensors");
    setBase(panel, "adapters/peft-base.safetensors");
    auto* const table = panel.findChild<ModuleTable*>();
    ASSERT_TRUE(table);
    for (const int width : {496, 526}) {
        SCOPED_TRACE(width);
        table->resize(width, table->height());
        for (const int column : {AdapterModel::Module, AdapterModel::InBase}) {
            ASSERT_FALSE(table->isColumnHidden(column));
            const int room = table->columnWidth(column) - 12;
            std::set<QString> names;
            for (int row = 0; row < panel.model().rowCount(); ++row) {
                const QModelIndex index = panel.model().index(row, column);
                const QString shown = table->shownText(index, room);
                EXPECT_LE(table->fontMetrics().horizontalAdvance(shown), room) << shown.toStdString();
                names.insert(shown);
            }
            EXPECT_EQ(names.size(), std::size_t(panel.model().rowCount()));
        }
    }
    for (int column = 0; column < AdapterModel::ColumnCount; ++column)
        EXPECT_EQ(table->isColumnHidden(column), panel.model().commonText(column).has_value()) << column;
}

TEST_F(AdapterPanelTest, WhatAllModulesHaveIsSaidOnce)
{
    AdapterPanel& panel = open("adapters/flux.safetensors");
    const auto common = panel.model().commonText(AdapterModel::Rank);
    ASSERT_TRUE(common);
    EXPECT_EQ(*common, QStringLiteral("2"));
    EXPECT_EQ(panel.model().commonText(AdapterModel::Norm), std::nullopt);
    QString said;
    QString meaning;
    for (const auto* const label : panel.findChildren<QLabel*>()) {
        if (label->text().contains(QStringLiteral("5 modules"))) {
            said = label->text();
            meaning = label->toolTip();
        }
    }
    EXPECT_TRUE(said.contains(QStringLiteral("rank 2"))) << said.toStdString();
    EXPECT_TRUE(meaning.contains(QStringLiteral("Rank: The number of rows"))) << meaning.toStdString();
}

TEST_F(AdapterPanelTest, IsForAdaptersAlone)
{
    m_view.setCheckpoint(test::openData("adapters/peft-base.safetensors"));
    m_view.show();
    ASSERT_TRUE(QTest::qWaitFor([this] { return !m_view.isBusy(); }));
    EXPECT_EQ(m_view.findChild<AdapterPanel*>(), nullptr);
}

} // namespace
} // namespace loupe
