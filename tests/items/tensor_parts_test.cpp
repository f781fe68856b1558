// Tests the rows below quantized weights, which show the stored tensors of each weight.

#include "core/quantized_groups.h"
#include "items/language/tensor_text.h"
#include "items/tree/tensor_tree_model.h"
#include "items/values/origin_text.h"
#include "support/opened.h"

#include <QAbstractItemModelTester>
#include <QPersistentModelIndex>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loupe {
namespace {

class TensorPartsTest : public testing::Test {
protected:
    void await() const
    {
        while (model.isArranging())
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    }
    QModelIndex rowOf(std::string_view name) const
    {
        const auto& tensors = model.checkpoint()->checkpoint->tensors;
        const auto found = std::ranges::find(tensors, name, &Tensor::name);
        return model.indexOf(static_cast<std::uint32_t>(found - tensors.begin()));
    }
    static QString cell(const QModelIndex& index, int column, int role = Qt::DisplayRole)
    {
        return index.siblingAtColumn(column).data(role).toString();
    }
    std::string partNames(const QModelIndex& weight) const
    {
        QStringList names;
        for (int row = 0; row < model.rowCount(weight); ++row)
            names << cell(model.index(row, 0, weight), TensorTreeModel::Name);
        return names.join(u' ').toStdString();
    }

    TensorTreeModel model;
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::Fatal};
};

constexpr std::string_view weightName = "model.layers.0.self_attn.q_proj.weight";

/// Offsets, dtypes and shapes are those in the sample's header: 16 bytes before the data are its length and so on.
TEST_F(TensorPartsTest, AreStoredTensorsInEachForm)
{
    model.setCheckpoint(test::openData("quantized/gptq-4bit"));
    const std::uint64_t dataBegin = model.checkpoint()->checkpoint->files.front().data.begin;
    for (const TreeForm form : {TreeForm::Full, TreeForm::Compact, TreeForm::Families, TreeForm::Flat}) {
        model.setForm(form);
        await();
        const QModelIndex weight = rowOf(weightName);
        ASSERT_TRUE(weight.isValid());
        EXPECT_TRUE(model.hasChildren(weight));
        EXPECT_FALSE(weight.flags().testFlag(Qt::ItemNeverHasChildren));
        EXPECT_EQ(partNames(weight), "qweight qzeros scales g_idx");
        const QModelIndex scales = model.index(2, 0, weight);
        EXPECT_EQ(scales.parent(), weight);
        EXPECT_EQ(model.nodeAt(scales), model.nodeAt(weight));
        EXPECT_EQ(model.partAt(scales), 2U);
        EXPECT_EQ(model.partAt(weight), std::nullopt);
        EXPECT_EQ(cell(scales, TensorTreeModel::Name, HintRole), QStringLiteral("Scales"));
        EXPECT_EQ(cell(scales, TensorTreeModel::Name, FullNameRole),
            QStringLiteral("model.layers.0.self_attn.q_proj.scales"));
        EXPECT_EQ(cell(scales, TensorTreeModel::DType), QStringLiteral("F16"));
        EXPECT_EQ(cell(scales, TensorTreeModel::Shape), QStringLiteral("[2, 32]"));
        EXPECT_EQ(cell(scales, TensorTreeModel::Size), QStringLiteral("128 B"));
        EXPECT_EQ(cell(scales, TensorTreeModel::Parameters), QString());
        EXPECT_EQ(scales.data(OffsetRole).toULongLong(), dataBegin + 6848);
        EXPECT_FALSE(model.hasChildren(scales));
        EXPECT_TRUE(scales.flags().testFlag(Qt::ItemNeverHasChildren));
        EXPECT_FALSE(scales.data(TensorRole).isValid());
        EXPECT_FALSE(model.index(0, 0, scales).isValid());
        EXPECT_FALSE(model.index(4, 0, weight).isValid());
        const QModelIndex norm = rowOf("model.norm.weight");
        EXPECT_FALSE(model.hasChildren(norm));
        EXPECT_TRUE(norm.flags().testFlag(Qt::ItemNeverHasChildren));
    }
}

TEST_F(TensorPartsTest, NameTheirShardAndNestedNames)
{
    model.setCheckpoint(test::openData("quantized/fp8-block-128"));
    const QModelIndex weight = rowOf("model.layers.0.self_attn.o_proj.weight");
    EXPECT_EQ(partNames(weight), "weight weight_scale_inv");
    EXPECT_EQ(cell(weight, TensorTreeModel::Shard), QStringLiteral("00001"));
    EXPECT_EQ(cell(model.index(1, 0, weight), TensorTreeModel::Shard), QStringLiteral("00002"));
    EXPECT_EQ(cell(model.index(0, 0, weight), TensorTreeModel::DType), QStringLiteral("F8_E4M3"));
    model.setCheckpoint(test::openData("quantized/bnb-nf4"));
    EXPECT_THAT(partNames(rowOf("model.layers.1.mlp.up_proj.weight")),
        testing::AllOf(
            testing::HasSubstr("weight.nested_absmax"), testing::HasSubstr("weight.quant_state.bitsandbytes__nf4")));
}

TEST_F(TensorPartsTest, StayBelowTheirWeightWhenRowsAreSortedAndFiltered)
{
    model.setCheckpoint(test::openData("quantized/gptq-4bit"));
    const QPersistentModelIndex zeros = model.index(1, 0, rowOf(weightName));
    model.sort(TensorTreeModel::Size, Qt::DescendingOrder);
    await();
    ASSERT_TRUE(zeros.isValid());
    EXPECT_EQ(zeros.parent(), rowOf(weightName));
    EXPECT_EQ(cell(zeros, TensorTreeModel::Name), QStringLiteral("qzeros"));
    EXPECT_EQ(partNames(rowOf(weightName)), "qweight qzeros scales g_idx");
    model.setFilter(QStringLiteral("q_proj"));
    await();
    EXPECT_EQ(model.rowCount(rowOf(weightName)), 4);
    EXPECT_FALSE(rowOf("model.layers.0.mlp.up_proj.weight").isValid());
    EXPECT_EQ(model.visibleTensors(), 2U); // parts are not counted
}

TEST_F(TensorPartsTest, AreDeletedWithTheirWeight)
{
    const auto opened = test::openData("quantized/gptq-4bit");
    model.setCheckpoint(opened);
    const QModelIndex weight = rowOf(weightName);
    StagedEdits edits(opened->checkpoint);
    edits.remove({model.nodeAt(weight)});
    model.setEdits(edits);
    EXPECT_EQ(model.index(1, 0, weight).data(EditedRole).toInt(), int(ChangeKind::Deleted));
    EXPECT_EQ(model.rowCount(weight), 4);
}

TEST_F(TensorPartsTest, AreTensorsOfTheirOwnInTheStoredView)
{
    auto opened = openForViewing(test::dataPath("quantized/gptq-4bit"), {}, nullptr, QuantizedView::Stored);
    ASSERT_TRUE(opened);
    model.setCheckpoint(*opened);
    const QModelIndex codes = rowOf("model.layers.0.self_attn.q_proj.qweight");
    ASSERT_TRUE(codes.isValid());
    EXPECT_FALSE(model.hasChildren(codes));
}

TEST(OriginText, WritesTheFormulas)
{
    ValueOrigin origin;
    origin.code = 13;
    origin.number = -3;
    origin.scale = 0.125F;
    origin.groupScale = 0.5F;
    origin.global = 0.25F;
    origin.value = -0.375F;
    EXPECT_EQ(originText(origin), QString::fromUtf8("code 13 (0xD) = −3, scale 0.5 × global 0.25 → −0.375"));
    origin.isDivided = true;
    EXPECT_EQ(originText(origin), QString::fromUtf8("code 13 (0xD) = −3, scale 0.5 ÷ global 0.25 → −0.375"));
    origin.formula = ValueOrigin::Formula::ZeroPoint;
    origin.code = 9;
    origin.number = 9;
    origin.groupScale = 0.125F;
    origin.global.reset();
    origin.other = 8;
    origin.value = 0.125F;
    origin.group = 1;
    origin.groups = 4;
    EXPECT_EQ(originText(origin), QString::fromUtf8("(code 9 − zero 8) × scale 0.125 → 0.125"));
    EXPECT_EQ(originPlaceText(origin), QStringLiteral("group 2 of 4"));
    origin.isBlock = true;
    origin.blockRow = 2;
    origin.blockRows = 3;
    EXPECT_EQ(originPlaceText(origin), QStringLiteral("block row 3 of 3, column 2 of 4"));
    origin.blockRow = 0;
    origin.blockRows = 1;
    EXPECT_EQ(originPlaceText(origin), QStringLiteral("block row 1 of 1, column 2 of 4"));
    origin.isBlock = false;
    origin.formula = ValueOrigin::Formula::Affine;
    origin.groups = 1;
    EXPECT_EQ(originText(origin), QString::fromUtf8("code 9 × scale 0.125 + offset 8 → 0.125"));
    EXPECT_EQ(originPlaceText(origin), QString());
    origin.formula = ValueOrigin::Formula::Int8;
    origin.code = -9;
    origin.number = -9;
    EXPECT_EQ(originText(origin), QString::fromUtf8("code −9 × scale 0.125 ÷ 127 → 0.125"));
}

/// Only whole names in quotation marks are replaced, and the replacements are not searched again.
TEST(TensorPartNames, AreShortInSentencesWhereverTheyAreQuoted)
{
    const auto opened = test::openData("quantized/gptq-4bit");
    ASSERT_TRUE(opened);
    const QuantizedGroups& groups = *opened->checkpoint->quantized;
    const auto group = std::ranges::find_if(groups.list,
        [&](const QuantizedGroups::Group& one) { return opened->checkpoint->tensors[one.tensor].name == weightName; });
    ASSERT_NE(group, groups.list.end());
    const std::string scales = "\"model.layers.0.self_attn.q_proj.scales\"";
    const std::string zeros = "\"model.layers.0.self_attn.q_proj.qzeros\"";
    const struct {
        std::string sentence;
        std::string shown;
    } cases[] = {
        {scales + " is 0", "\"scales\" is 0"},
        {scales + " and " + zeros + " and " + scales, "\"scales\" and \"qzeros\" and \"scales\""},
        {"model.layers.0.self_attn.q_proj.scales is 0", "model.layers.0.self_attn.q_proj.scales is 0"},
        {"\"x\"" + scales + "\"", "\"x\"\"scales\"\""},
        {"\"\"", "\"\""},
        {"", ""},
    };
    for (const auto& one : cases)
        EXPECT_EQ(withPartNames(one.sentence, *group, *groups.stored, weightName), one.shown);
}

} // namespace
} // namespace loupe
