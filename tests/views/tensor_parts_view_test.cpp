// Tests quantized weights in the tree, the tabs and the dialogs: their stored parts, and the origin of their values.

#include "core/quantized_groups.h"
#include "core/text/text.h"
#include "items/histogram/figures.h"
#include "items/jobs/qt_text.h"
#include "shown_tree.h"
#include "support/opened.h"
#include "views/byte_map/byte_map.h"
#include "views/byte_map/byte_map_strips.h"
#include "views/details/details_tabs.h"
#include "views/hex/hex_area.h"
#include "views/hex/hex_view.h"
#include "views/histogram/histogram_view.h"
#include "views/tree/selected_names.h"
#include "views/values/value_messages.h"
#include "views/values/values_area.h"
#include "views/values/values_view.h"
#include "views/writing/write_dialog.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QComboBox>
#include <QSignalSpy>
#include <QTest>

#include <gmock/gmock.h>

namespace loupe {
namespace {

std::uint32_t tensorNamed(const OpenedCheckpointPtr& opened, std::string_view name)
{
    const auto& tensors = opened->checkpoint->tensors;
    const auto found = std::ranges::find(tensors, name, &Tensor::name);
    EXPECT_NE(found, tensors.end()) << name;
    return static_cast<std::uint32_t>(found - tensors.begin());
}

class TensorPartsViewTest : public test::ShownTreeTest {
protected:
    TensorPartsViewTest()
        : m_opened(test::openData("quantized/gptq-4bit"))
        , m_weight(tensorNamed(m_opened, "model.layers.0.self_attn.q_proj.weight"))
    {
        m_model.setCheckpoint(m_opened);
        await();
        m_view.selectNode(m_weight);
    }
    QModelIndex weightRow() const { return m_model.indexOf(m_weight); }
    void press(int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QTest::keyClick(&m_view, Qt::Key(key), modifiers);
    }
    /// Selects the weight's third part, its scales.
    void goToScales()
    {
        m_view.selectNode(m_weight);
        m_view.expand(weightRow());
        for (int part = 0; part <= 2; ++part)
            press(Qt::Key_Down);
    }
    int shownRows() const
    {
        int rows = 0;
        for (QModelIndex row = m_model.index(0, 0); row.isValid(); row = m_view.indexBelow(row))
            ++rows;
        return rows;
    }

    OpenedCheckpointPtr m_opened;
    std::uint32_t m_weight;
    QAbstractItemModelTester m_tester{&m_model, QAbstractItemModelTester::FailureReportingMode::Fatal};
};

TEST_F(TensorPartsViewTest, AreFoldedAtFirstAndOpenedByKeys)
{
    EXPECT_FALSE(m_view.isExpanded(weightRow()));
    QSignalSpy nodes(&m_view, &TensorTreeView::currentNodeChanged);
    QSignalSpy parts(&m_view, &TensorTreeView::currentPartChanged);
    const int before = shownRows();
    press(Qt::Key_Right);
    EXPECT_EQ(shownRows(), before + 4);
    press(Qt::Key_Down);
    EXPECT_EQ(m_view.currentPart(), 0U);
    EXPECT_EQ(m_view.currentTensor(), m_weight);
    press(Qt::Key_Left);
    EXPECT_EQ(m_view.currentPart(), std::nullopt);
    EXPECT_EQ(parts.size(), 2);
    EXPECT_EQ(nodes.size(), 0);
    press(Qt::Key_Left);
    EXPECT_EQ(shownRows(), before);
    press(Qt::Key_Asterisk);
    EXPECT_TRUE(m_view.isExpanded(weightRow()));
}

TEST_F(TensorPartsViewTest, AreNotChosenWithTheTensors)
{
    goToScales();
    EXPECT_EQ(m_view.currentPart(), 2U);
    EXPECT_FALSE(m_view.isAnyChosen());
    EXPECT_TRUE(m_view.chosen().isEmpty());
    EXPECT_TRUE(m_view.selectedTensors().empty());
    EXPECT_FALSE(m_view.isChosenEdited());
    EXPECT_EQ(selectedNames(m_view), QStringLiteral("model.layers.0.self_attn.q_proj.scales"));
    for (int row = 0; row <= 2; ++row)
        press(Qt::Key_Up, Qt::ShiftModifier);
    EXPECT_TRUE(m_view.isAnyChosen());
    EXPECT_EQ(m_view.chosen().nodes, (std::vector<NameTree::NodeId>{m_weight}));
    EXPECT_EQ(selectedNames(m_view).count(u'\n'), 3);
}

TEST_F(TensorPartsViewTest, AreAmongAllRows)
{
    m_view.expandAll();
    await();
    EXPECT_FALSE(m_view.isExpanded(weightRow())) << "groups only";
    const int before = shownRows();
    m_view.expand(weightRow());
    m_view.selectAll();
    EXPECT_EQ(m_view.selectionModel()->selectedRows().size(), before + 4);
    goToScales();
    press(Qt::Key_End, Qt::ShiftModifier);
    EXPECT_TRUE(m_view.selectionModel()->isSelected(m_model.index(3, 0, weightRow())));
    EXPECT_FALSE(m_view.selectionModel()->isSelected(m_model.index(0, 0, weightRow())));
    m_view.collapseAll();
    await();
    m_view.selectNode(m_weight);
    EXPECT_FALSE(m_view.isExpanded(weightRow()));
}

TEST_F(TensorPartsViewTest, StayOpenWhileRowsAreSortedAndAfterAFilter)
{
    goToScales();
    m_view.sortByColumn(TensorTreeModel::Size, Qt::DescendingOrder);
    await();
    EXPECT_TRUE(m_view.isExpanded(weightRow()));
    EXPECT_EQ(m_view.currentPart(), 2U);
    filter(QStringLiteral("q_proj"));
    EXPECT_EQ(m_view.currentNode(), m_weight);
    filter({});
    EXPECT_TRUE(m_view.isExpanded(weightRow()));
    for (const TreeForm form : {TreeForm::Flat, TreeForm::Families, TreeForm::Compact}) {
        m_model.setForm(form);
        await();
        goToScales();
        EXPECT_EQ(m_view.currentPart(), 2U);
    }
    m_model.setCheckpoint(nullptr);
    EXPECT_FALSE(m_view.currentPart());
}

TEST_F(TensorPartsViewTest, AreFoundByTheirFirstLetters)
{
    m_view.expand(weightRow());
    m_view.keyboardSearch(QStringLiteral("scal"));
    EXPECT_EQ(m_view.currentPart(), 2U);
    m_view.keyboardSearch(QStringLiteral("e"));
    EXPECT_EQ(m_view.currentPart(), 2U);
}

TEST_F(TensorPartsViewTest, ADoubleClickActivatesAWeightAndOpensAGroup)
{
    QSignalSpy activated(&m_view, &TensorTreeView::tensorActivated);
    const auto doubleClick = [this](const QModelIndex& row) {
        const QPoint place = m_view.visualRect(row).center();
        QTest::mouseClick(m_view.viewport(), Qt::LeftButton, {}, place);
        QTest::mouseDClick(m_view.viewport(), Qt::LeftButton, {}, place);
    };
    m_view.scrollTo(weightRow());
    doubleClick(weightRow());
    EXPECT_EQ(activated.size(), 1);
    EXPECT_FALSE(m_view.isExpanded(weightRow()));
    const QModelIndex group = weightRow().parent();
    ASSERT_TRUE(m_view.isExpanded(group));
    doubleClick(group);
    EXPECT_FALSE(m_view.isExpanded(group));
    EXPECT_EQ(activated.size(), 1);
}

class QuantizedDetailsTest : public testing::Test {
protected:
    void open(std::string_view sample, std::string_view weight)
    {
        opened = test::openData(sample);
        figures.setCheckpoint(opened);
        tabs.setCheckpoint(opened);
        tabs.resize(800, 600);
        tabs.show();
        tabs.setNode(tensorNamed(opened, weight));
        tabs.showTab(DetailsTab::Values);
        ASSERT_TRUE(waitUntilIdle());
    }
    bool waitUntilIdle()
    {
        return QTest::qWaitFor([this] { return !tabs.isBusy(); });
    }
    ValuesView& values() { return *tabs.findChild<ValuesView*>(); }

    OpenedCheckpointPtr opened;
    Figures figures;
    DetailsTabs tabs{figures};
};

TEST_F(QuantizedDetailsTest, APartShowsItsStoredValuesAndBytes)
{
    open("quantized/gptq-4bit", "model.layers.0.self_attn.q_proj.weight");
    const QString ofWeight = values().area().text({0, 0});
    tabs.setPart(3); // g_idx: 0, 0, …, 1, 1
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_EQ(values().title(), QStringLiteral("model.layers.0.self_attn.q_proj.g_idx"));
    EXPECT_EQ(values().area().text({0, 0}), QStringLiteral("0"));
    EXPECT_EQ(values().area().text({6, 3}), QStringLiteral("1")); // element 63
    EXPECT_TRUE(values().origin().isEmpty());
    tabs.showTab(DetailsTab::Hex);
    ASSERT_TRUE(waitUntilIdle());
    const std::uint64_t begin = opened->checkpoint->files.front().data.begin + 3552; // from the header
    EXPECT_TRUE(tabs.findChild<HexView*>()->readout().contains(QString::number(begin, 16)))
        << tabs.findChild<HexView*>()->readout().toStdString();
    tabs.setPart({});
    tabs.showTab(DetailsTab::Values);
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_EQ(values().area().text({0, 0}), ofWeight);
    tabs.setPart(2);
    tabs.setPart(99);
    tabs.setNode(0); // another tensor
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_EQ(values().title().toStdString(), opened->checkpoint->tensors[0].name);
}

TEST_F(QuantizedDetailsTest, TheValuesSayWhatTheCurrentOneIsMadeOf)
{
    open("quantized/gptq-4bit", "model.layers.0.self_attn.q_proj.weight");
    ASSERT_TRUE(QTest::qWaitFor([this] { return !values().origin().isEmpty(); }));
    ASSERT_EQ(values().origin().size(), 2);
    EXPECT_THAT(values().origin().front().toStdString(),
        testing::ContainsRegex("^\\(code [0-9]+ .+ zero [0-9]+\\) .+ scale [0-9.]+ .+$"));
    EXPECT_EQ(values().origin().back(), QStringLiteral("group 1 of 2"));
    values().goTo(40);
    ASSERT_TRUE(QTest::qWaitFor([this] { return values().origin().endsWith(QStringLiteral("group 2 of 2")); }));
    tabs.setNode(tensorNamed(opened, "model.norm.weight"));
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_TRUE(values().origin().isEmpty());
}

TEST_F(QuantizedDetailsTest, AWeightThatIsOnlyNamedSaysSoInEachTab)
{
    open("quantized/not-decoded/hqq", "model.layers.0.self_attn.q_proj.weight");
    const QString why = QStringLiteral("Quantized (HQQ), not decoded; see its parts or Hex.");
    EXPECT_EQ(whyNoValues(opened->checkpoint.get(), 0), why);
    tabs.showTab(DetailsTab::Histogram);
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_EQ(tabs.findChild<HistogramView*>()->message(), why);
}

/// The scales are in a different shard from their codes.
TEST(ByteMapOfParts, NamesThePartAndItsBytes)
{
    const auto opened = test::openData("quantized/fp8-block-128");
    const std::uint32_t weight = tensorNamed(opened, "model.layers.0.self_attn.o_proj.weight");
    const QuantizedGroups& quantized = *opened->checkpoint->quantized;
    const Tensor& scales = quantized.stored->tensors[quantized.of(weight)->parts[1].tensor];
    ByteMap map;
    map.resize(900, 200);
    map.show();
    map.setCheckpoint(opened);
    map.setCurrentNode(weight);
    EXPECT_FALSE(map.strips().currentText().contains(QStringLiteral("weight_scale_inv")));
    EXPECT_TRUE(map.strips().currentText().endsWith(QStringLiteral(" · 24.8 KiB")))
        << map.strips().currentText().toStdString() << ": no other size, as the scales take 8 bytes";
    const auto regions = opened->regions[scales.file].all();
    const auto region = std::ranges::find(regions, scales.bytes, &Region::range);
    ASSERT_NE(region, regions.end());
    EXPECT_EQ(region->kind, RegionKind::Tensor);
    EXPECT_EQ(region->tensor, weight) << "so that they have its color";
    map.setCurrentByte(scales.file, scales.bytes.begin);
    const std::string text = map.strips().currentText().toStdString();
    EXPECT_THAT(text, testing::HasSubstr("model-00002-of-00002"));
    EXPECT_THAT(text, testing::HasSubstr("model.layers.0.self_attn.o_proj.weight · F8_E4M3 128×128"));
    EXPECT_THAT(text, testing::HasSubstr(" · Scales weight_scale_inv · F32 [2, 1] · "));
    EXPECT_THAT(text, testing::EndsWith(" · 8 B here, 24.8 KiB in the whole tensor"));
    map.setCurrentByte(scales.file, ~std::uint64_t{0});
    map.setCurrentNode({});
    EXPECT_TRUE(map.strips().currentText().isEmpty());
}

TEST(WriteQuantizedTest, TheChoiceOfPlainValuesChangesThePreview)
{
    const auto opened = test::openData("quantized/fp8-block-128");
    const StagedEdits edits(opened->checkpoint);
    const test::TemporaryFolder folder;
    WriteDialog dialog(WriteTask{.title = QStringLiteral("Convert"),
        .source = {},
        .recipe = editedRecipe(edits),
        .dequantized = [edits](DType dtype) { return dequantizedRecipe(edits, dtype); },
        .choices = {.formats = allOutputFormats(),
            .path = QString::fromStdString((folder.path() / "plain.safetensors").string()),
            .quantized = true}});
    dialog.show();
    const auto total = [&] {
        EXPECT_TRUE(QTest::qWaitFor([&] { return dialog.isIdle(); }));
        return dialog.job().current()->output->bytes();
    };
    const quint64 stored = total();
    EXPECT_TRUE(dialog.writesRecipeAsItIs());
    QCheckBox* plain = nullptr;
    for (auto* const box : dialog.findChildren<QCheckBox*>()) {
        if (box->text().contains(QStringLiteral("plain values")))
            plain = box;
    }
    ASSERT_TRUE(plain && plain->isVisible());
    plain->click();
    const quint64 full = total();
    EXPECT_GT(full, 2 * stored);
    EXPECT_FALSE(dialog.writesRecipeAsItIs());
    for (auto* const types : dialog.findChildren<QComboBox*>()) {
        if (types->accessibleName() == QStringLiteral("DType of plain values"))
            types->setCurrentIndex(types->findText(QStringLiteral("BF16")));
    }
    EXPECT_LT(total(), full);
    plain->click();
    EXPECT_EQ(total(), stored);
}

} // namespace
} // namespace loupe
