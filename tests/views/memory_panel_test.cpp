// Tests the Overview of a model: its memory needs and its findings.

#include "views/overview/memory_panel.h"

#include "formats/opening/open_checkpoint.h"
#include "insight/known_models.h"
#include "items/session/findings_model.h"
#include "support/opened.h"
#include "support/temporary_file.h"
#include "views/details/findings_table.h"
#include "views/kit/link_button.h"
#include "views/overview/overview_view.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QTest>

#include <gtest/gtest.h>

namespace loupe {
namespace {

using test::ModelHeader;

class ModelPageTest : public testing::Test {
protected:
    /// Shows the page of a model.
    void open(const ModelHeader& model)
    {
        m_opened = test::openFile(model.write(m_folder.path()));
        ASSERT_TRUE(m_opened);
        m_view.resize(900, 600);
        m_view.setCheckpoint(m_opened);
        m_view.show();
        ASSERT_TRUE(QTest::qWaitFor([this] { return !m_view.isBusy(); }));
    }
    MemoryPanel* panel() { return m_view.findChild<MemoryPanel*>(); }
    QStringList words(const QWidget& widget)
    {
        QStringList words;
        for (const QLabel* const label : widget.findChildren<QLabel*>())
            words << label->text();
        return words;
    }
    QDoubleSpinBox* box(const QString& name)
    {
        for (auto* const box : panel()->findChildren<QDoubleSpinBox*>()) {
            if (box->accessibleName() == name)
                return box;
        }
        return nullptr;
    }

    test::TemporaryFolder m_folder;
    OpenedCheckpointPtr m_opened;
    OverviewView m_view;
};

// Llama 3 8B: 8,030,261,248 weights; each token takes 2 × 32 layers × 8 heads × 128 × 2 bytes = 128 KiB.
TEST_F(ModelPageTest, MemoryOfWeightsAndOfACacheThatOneChooses)
{
    open(test::llama3());
    ASSERT_TRUE(panel());
    for (const char* const figure :
        {"29.9 GiB", "15.0 GiB", "7.5 GiB", "3.7 GiB", "KV cache: 1.0 GiB", "Total: 16.0 GiB"})
        EXPECT_TRUE(words(*panel()).contains(QLatin1String(figure)))
            << figure << " is not among " << words(*panel()).join(u'|').toStdString();
    bool isDefined = false;
    for (const QWidget* const figure : panel()->findChildren<QWidget*>())
        isDefined = isDefined || figure->toolTip().contains(QStringLiteral("Excludes the scales of quantized weights"));
    EXPECT_TRUE(isDefined);
    QDoubleSpinBox* const tokens = box(QStringLiteral("Context"));
    QDoubleSpinBox* const sequences = box(QStringLiteral("Batch size"));
    ASSERT_TRUE(tokens && sequences);
    EXPECT_EQ(tokens->value(), 8192);
    tokens->setFocus();
    QTest::keyClick(tokens, Qt::Key_Up);
    EXPECT_EQ(tokens->value(), 9216);
    tokens->setValue(32768);
    sequences->setValue(4);
    EXPECT_TRUE(words(*panel()).contains(QStringLiteral("KV cache: 16.0 GiB")));
    EXPECT_TRUE(words(*panel()).contains(QStringLiteral("Total: 31.0 GiB")));
    EXPECT_TRUE(words(*panel()).contains(
        QStringLiteral("KV cache: 2 × 8 heads × 128 × 2 bytes × 32 layers × 32,768 tokens × 4 sequences\n"
                       "The context of the model is only 8,192 tokens.")))
        << words(*panel()).join(u'|').toStdString();
    auto* const precision = panel()->findChild<QComboBox*>();
    ASSERT_TRUE(precision);
    precision->setCurrentIndex(precision->findText(QStringLiteral("8-bit")));
    EXPECT_TRUE(words(*panel()).contains(QStringLiteral("KV cache: 8.0 GiB")));
}

TEST_F(ModelPageTest, NoCacheWhereThereIsNone)
{
    open(test::clipBase32());
    ASSERT_TRUE(panel());
    EXPECT_TRUE(panel()->findChildren<QDoubleSpinBox*>().isEmpty());
}

TEST_F(ModelPageTest, TheTokensOfTheEncoderAreNamed)
{
    open(test::whisperTiny()
             .set("decoder_attention_heads", 6)
             .set("max_source_positions", 1500)
             .set("max_target_positions", 448));
    ASSERT_TRUE(panel());
    EXPECT_TRUE(words(*panel()).contains(QStringLiteral(
        "KV cache: 2 × 6 heads × 64 × 2 bytes × (4 layers × 448 tokens + 4 layers × 1,500 tokens of the encoder)")))
        << words(*panel()).join(u'|').toStdString();
}

TEST_F(ModelPageTest, AClassThatWritesNoTextHasNoCache)
{
    open(test::whisperTiny().set("architectures", {"WhisperForAudioClassification"}));
    ASSERT_TRUE(panel());
    EXPECT_TRUE(panel()->findChildren<QDoubleSpinBox*>().isEmpty());
}

TEST_F(ModelPageTest, AnUnknownFamilyHasAnEstimate)
{
    open(test::llama3().set("model_type", "brand-new").set("architectures", {"BrandNewForCausalLM"}));
    ASSERT_TRUE(panel());
    const QString all = words(*panel()).join(u'|');
    for (const char* const text :
        {"29.9 GiB", "KV cache: 1.0 GiB", "An estimate, because the family of the model is unknown."})
        EXPECT_TRUE(all.contains(QLatin1String(text))) << text << " is not in " << all.toStdString();
}

TEST_F(ModelPageTest, FilesThatAreNoModelHaveNoMemory)
{
    open(ModelHeader().add("a", {2, 2}).add("b", {2}));
    EXPECT_FALSE(panel());
    QString why;
    for (const QLabel* const label : m_view.findChildren<QLabel*>()) {
        if (label->text() == u"Family unknown · Safetensors")
            why = label->toolTip();
    }
    EXPECT_TRUE(
        why.contains(QStringLiteral("no family that is known")) || why.contains(QStringLiteral("No config.json")))
        << why.toStdString();
    EXPECT_TRUE(why.contains(QStringLiteral("No known family has tensors"))) << why.toStdString();
}

/// In a window of 900x600, the page has 500x400 pixels.
TEST_F(ModelPageTest, TheLargestTensorIsSeenAtOnce)
{
    m_view.resize(500, 400);
    m_opened = test::openFile(test::llama3().write(m_folder.path()));
    ASSERT_TRUE(m_opened);
    m_view.setCheckpoint(m_opened);
    m_view.show();
    ASSERT_TRUE(QTest::qWaitFor([this] { return !m_view.isBusy(); }));
    const LinkButton* largest = nullptr;
    for (const auto* const link : m_view.findChildren<LinkButton*>()) {
        if (!largest && link->name() == u"model.embed_tokens.weight")
            largest = link;
    }
    ASSERT_TRUE(largest);
    EXPECT_TRUE(words(*m_view.widget()).contains(QStringLiteral("[128256, 4096] · 1,002.0 MiB")))
        << words(*m_view.widget()).join(u'|').toStdString();
    const QRect place(largest->mapTo(m_view.viewport(), QPoint()), largest->size());
    EXPECT_TRUE(m_view.viewport()->rect().contains(place)) << place.top();
}

TEST_F(ModelPageTest, WhatIsWrongWithTheModelIsAmongTheFindings)
{
    open(test::llamaLike("llama", {8, 64, 4, 2, 16, 128, 100, 512})
             .remove("layers.5.mlp.up_proj")
             .set("vocab_size", 90));
    const auto* const table = m_view.findChild<FindingsTable*>();
    ASSERT_TRUE(table);
    EXPECT_TRUE(table->isVisibleTo(&m_view));
    const QAbstractItemModelTester tester(table->model(), QAbstractItemModelTester::FailureReportingMode::Fatal);
    QStringList rows;
    for (int row = 0; row < table->findings().rowCount(); ++row)
        rows << table->model()->index(row, FindingsModel::Severity).data().toString() + u' '
                + table->model()->index(row, FindingsModel::Code).data().toString();
    EXPECT_EQ(
        rows, QStringList({QStringLiteral("Error config-contradicts"), QStringLiteral("Error layer-incomplete")}));
    EXPECT_TRUE(m_opened->checkpoint->findings.list().empty()) << "the file is as it should be";
    EXPECT_TRUE(words(m_view).filter(QStringLiteral("Not checked")).isEmpty());
}

TEST_F(ModelPageTest, WhatWasNotCheckedIsSaid)
{
    open(test::llamaLike("llama", {8, 64, 4, 2, 16, 128, 100, 512}).set("model_type", "brand-new"));
    const QStringList said = words(m_view).filter(QStringLiteral("Not checked"));
    ASSERT_EQ(said.size(), 1);
    EXPECT_EQ(said.front(),
        QStringLiteral("Not checked: tensors missing from all layers or outside the layers (the family is unknown)"));
}

} // namespace
} // namespace loupe
