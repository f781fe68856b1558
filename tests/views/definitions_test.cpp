// Tests that every figure of a model, its layers or an adapter has a tooltip with its definition.

#include "formats/opening/open_checkpoint.h"
#include "insight/known_models.h"
#include "items/adapters/adapter_model.h"
#include "items/adapters/kept_energy_model.h"
#include "items/renaming/rename_rows_model.h"
#include "items/session/findings_model.h"
#include "support/child.h"
#include "support/opened.h"
#include "support/temporary_file.h"
#include "support/written_tensor.h"
#include "views/details/findings_table.h"
#include "views/kit/plain_text.h"
#include "views/layers/figure_legend.h"
#include "views/layers/layers_legend.h"
#include "views/overview/adapter_panel.h"
#include "views/overview/dtype_mix.h"
#include "views/overview/group_values.h"
#include "views/overview/memory_panel.h"
#include "views/overview/overview_view.h"
#include "views/spectrum/spectrum_chart.h"
#include "views/spectrum/spectrum_figures.h"
#include "views/spectrum/spectrum_view.h"

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QLabel>
#include <QTest>

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

namespace loupe {
namespace {

bool hasNumber(const QString& text)
{
    return std::ranges::any_of(text, [](QChar letter) { return letter.isDigit(); });
}

/// Whether the tooltip of the figure, or of an ancestor inside `page`, has more than the exact number.
bool isDefined(const QLabel& figure, const QWidget& page)
{
    const QStringList digits{{}, plainToolTip(figure.text()), plainToolTip(figure.accessibleName())};
    for (const QWidget* part = &figure; part && part != &page; part = part->parentWidget()) {
        if (!digits.contains(part->toolTip()))
            return true;
    }
    return false;
}

void expectFiguresDefined(const QWidget& page)
{
    int figures = 0;
    for (const QLabel* const label : page.findChildren<QLabel*>()) {
        if (!hasNumber(label->text()))
            continue;
        ++figures;
        EXPECT_TRUE(isDefined(*label, page)) << label->text().toStdString();
    }
    for (const QAbstractSpinBox* const box : page.findChildren<QAbstractSpinBox*>())
        EXPECT_FALSE(box->toolTip().isEmpty()) << box->accessibleName().toStdString();
    EXPECT_GT(figures, 0);
}

void expectColumnsDefined(const QAbstractItemModel& model)
{
    ASSERT_GT(model.columnCount(), 0);
    for (int column = 0; column < model.columnCount(); ++column) {
        const QString title = model.headerData(column, Qt::Horizontal).toString();
        const QString meaning = model.headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString();
        EXPECT_FALSE(title.isEmpty()) << column;
        EXPECT_GT(meaning.size(), title.size()) << title.toStdString();
    }
}

class DefinitionsTest : public testing::Test {
protected:
    OverviewView& show(const OpenedCheckpointPtr& opened)
    {
        m_view.resize(900, 700);
        m_view.setCheckpoint(opened);
        m_view.show();
        EXPECT_TRUE(QTest::qWaitFor([this] { return !m_view.isBusy(); }));
        return m_view;
    }

    test::TemporaryFolder m_folder;
    OverviewView m_view;
};

TEST_F(DefinitionsTest, HeadersOfColumns)
{
    expectColumnsDefined(AdapterModel());
    expectColumnsDefined(KeptEnergyModel());
    expectColumnsDefined(FindingsModel());
    expectColumnsDefined(RenameRowsModel(std::make_shared<const PairedCheckpoints>()));
}

TEST_F(DefinitionsTest, FiguresOfAModel)
{
    OverviewView& view = show(test::openFile(test::qwen3Moe().write(m_folder.path())));
    expectFiguresDefined(test::child<MemoryPanel>(view));
    expectFiguresDefined(test::child<DTypeMix>(view));
    // The large figures, and the line about the architecture above them.
    int figures = 0;
    for (const QLabel* const label : view.findChildren<QLabel*>()) {
        const bool isLarge = label->font().pointSizeF() > 1.2 * view.font().pointSizeF();
        if (!hasNumber(label->text()) || !(isLarge || label->text().contains(QStringLiteral("layers"))))
            continue;
        ++figures;
        EXPECT_TRUE(isDefined(*label, view)) << label->text().toStdString();
    }
    EXPECT_GT(figures, 10);
}

TEST_F(DefinitionsTest, FiguresOfAnAdapter)
{
    OverviewView& view = show(test::openData("adapters/peft/adapter_model.safetensors"));
    auto& panel = test::child<AdapterPanel>(view);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !panel.isBusy(); }));
    expectFiguresDefined(panel);
}

TEST_F(DefinitionsTest, FiguresAndAxesOfASpectrum)
{
    const test::WrittenTensor written("F32", "[2,3]", std::vector<float>{0, 0, 3, 4, 0, 0});
    SpectrumView view;
    view.resize(800, 600);
    view.show();
    view.setActive(true);
    view.setSubject(QStringLiteral("t"), {written.checkpoint(), 0});
    ASSERT_TRUE(QTest::qWaitFor([&] { return !view.isBusy(); }));
    expectFiguresDefined(test::child<SpectrumFigures>(view));
    auto& chart = test::child<SpectrumChart>(view);
    const QPoint bottom(chart.width() / 2, chart.height() - 4);
    const QPoint left(4, chart.height() / 2);
    const QString values = chart.axisDefinition(left);
    chart.setCurve(SpectrumChart::Curve::Energy);
    EXPECT_NE(chart.axisDefinition(left), values);
    for (const QString& text : {values, chart.axisDefinition(left), chart.axisDefinition(bottom)})
        EXPECT_TRUE(text.endsWith(u'.')) << text.toStdString();
    EXPECT_TRUE(chart.axisDefinition({chart.width() / 2, chart.height() / 2}).isEmpty()) << "there a value is read";
}

TEST_F(DefinitionsTest, FiguresOfLayersAndGroups)
{
    for (int figure = 0; figure <= int(CellFigure::UpdateNorm); ++figure) {
        FigureCells cells;
        cells.figure = CellFigure(figure);
        FigureLegend legend;
        legend.setContent(cells, {}, false);
        EXPECT_GT(legend.toolTip().size(), figureName(CellFigure(figure)).size()) << figure;
    }
    LayersLegend pairs;
    pairs.setOccurring(LayerFigures::Occurring());
    EXPECT_FALSE(pairs.toolTip().isEmpty());
    const GroupValues values(GroupBlocks::Kind::Layers, 1);
    auto& figures = test::child<QComboBox>(values);
    ASSERT_GT(figures.count(), 1);
    for (int figure = 0; figure < figures.count(); ++figure) {
        EXPECT_GT(figures.itemData(figure, Qt::ToolTipRole).toString().size(), figures.itemText(figure).size())
            << figures.itemText(figure).toStdString();
    }
}

} // namespace
} // namespace loupe
