#include "await.h"
#include "items/health_column.h"
#include "items/health_scan.h"
#include "items/health_text.h"
#include "items/tensor_tree_model.h"
#include "support/made_checkpoint.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loupe {
namespace {

using test::MadeCheckpoint;
using test::Signal;
using testing::HasSubstr;

Scalar number(double value)
{
    return {.kind = Scalar::Kind::Float, .real = value, .singlePrecision = true};
}

/// Of `elements` ordinary ones.
Health sound(std::uint64_t elements)
{
    Health health;
    Summary& summary = health.summary;
    summary.dtype = DType::F32;
    summary.elements = elements;
    for (auto* const count : {&summary.nan, &summary.positiveInf, &summary.negativeInf, &summary.zero,
             &summary.negative, &summary.subnormal})
        *count = 0;
    summary.minimum = number(-1);
    summary.maximum = number(2);
    summary.mean = 0.5;
    summary.standardDeviation = 1;
    health.largestMagnitude = 2;
    return health;
}

class HealthColumnTest : public testing::Test {
protected:
    HealthColumnTest()
    {
        MadeCheckpoint made;
        for (const char* const name : {"g.nan", "g.inf", "g.zero", "g.one", "top", "same", "unread", "wide"})
            made.add(name, DType::F32, {1000});
        opened = *prepareForViewing(made.take(), {});
        model.setCheckpoint(opened);
    }

    void add(const Result<Health>& health) { table->add(*opened->checkpoint, opened->tree, table->lookedAt(), health); }
    /// What each name promises.
    void addAll()
    {
        Health nan = sound(1000);
        nan.summary.nan = 3;
        nan.summary.firstNonfinite = 7;
        add(nan);
        Health infinite = sound(1000);
        infinite.summary.positiveInf = 1;
        infinite.summary.negativeInf = 1;
        add(infinite);
        Health constant = sound(1000);
        constant.constant = true;
        constant.summary.minimum = constant.summary.maximum = number(0);
        constant.largestMagnitude = 0;
        add(constant);
        constant.summary.minimum = constant.summary.maximum = number(1);
        constant.largestMagnitude = 1;
        add(constant);
        add(sound(1000));
        Health same = sound(1000);
        same.duplicateOf = 4;
        add(same);
        add(fail(ErrorCode::Io, "no such luck", "model.bt"));
        Health wide = sound(1000);
        wide.outliers = true;
        wide.summary.subnormal = 120;
        add(wide);
    }
    QString cell(NameTree::NodeId node, int role = Qt::DisplayRole) const
    {
        return model.indexOf(node, TensorTreeModel::Health).data(role).toString();
    }
    NameTree::NodeId group() const { return opened->tree.root() + 1; }
    std::vector<std::string> names() const
    {
        std::vector<std::string> list;
        for (int row = 0; row < model.rowCount(); ++row)
            list.push_back(model.index(row, 0).data().toString().toStdString());
        return list;
    }

    OpenedCheckpointPtr opened;
    std::shared_ptr<HealthResults> table = std::make_shared<HealthResults>(8);
    TensorTreeModel model;
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::Fatal};
    Signal arranged{&model, &TensorTreeModel::arrangementFinished};
};

TEST_F(HealthColumnTest, IsEmptyBeforeAScanAndGrowsWithIt)
{
    EXPECT_FALSE(model.hasHealth());
    EXPECT_EQ(cell(0), QString());
    model.setHealth(table);
    EXPECT_TRUE(model.hasHealth());
    EXPECT_EQ(cell(0), QString());
    EXPECT_EQ(cell(group()), QString());
    Signal changed(&model, &TensorTreeModel::healthChanged);
    add(sound(1000));
    model.noteHealth(false);
    EXPECT_EQ(changed.count(), 1);
    EXPECT_EQ(cell(0), QStringLiteral("ok"));
    EXPECT_EQ(cell(1), QString());
    EXPECT_EQ(cell(group()), QStringLiteral("1 of 4"));
    EXPECT_FALSE(model.indexOf(0, TensorTreeModel::Health).data(HealthRole).isValid());
}

TEST_F(HealthColumnTest, SaysWhatIsWrong)
{
    addAll();
    model.setHealth(table);
    const auto remark = [&](NameTree::NodeId node) {
        return HealthRemark(model.indexOf(node, TensorTreeModel::Health).data(HealthRole).toInt());
    };
    EXPECT_EQ(cell(0), QStringLiteral("3 NaN"));
    EXPECT_EQ(remark(0), HealthRemark::NaN);
    EXPECT_EQ(cell(1), QStringLiteral("2 Inf"));
    EXPECT_EQ(remark(1), HealthRemark::Infinite);
    EXPECT_EQ(cell(2), QStringLiteral("all zero"));
    EXPECT_EQ(cell(3), QStringLiteral("constant 1"));
    EXPECT_EQ(cell(4), QStringLiteral("ok"));
    EXPECT_EQ(cell(5), QStringLiteral("duplicate of top"));
    EXPECT_EQ(cell(6), QStringLiteral("not readable"));
    EXPECT_EQ(cell(7), QStringLiteral("outliers, 12.0 % subnormal"));
    EXPECT_EQ(cell(group()), QStringLiteral("3 NaN in 1 tensor, 2 Inf in 1 tensor"));
    EXPECT_EQ(remark(group()), HealthRemark::NaN);
}

TEST_F(HealthColumnTest, TheToolTipHasAllFiguresAndTheRules)
{
    addAll();
    model.setHealth(table);
    const auto whole = [&](NameTree::NodeId node) { return cell(node, WholeTextRole).toStdString(); };
    EXPECT_THAT(whole(0), HasSubstr("3 NaN, 0 +Inf, 0 -Inf among 1,000 elements"));
    EXPECT_THAT(whole(0), HasSubstr("element 7"));
    EXPECT_THAT(whole(0), HasSubstr("From −1 to 2, mean 0.5, standard deviation 1"));
    EXPECT_THAT(whole(5), HasSubstr("bytes as top"));
    EXPECT_THAT(whole(6), HasSubstr("no such luck"));
    EXPECT_THAT(whole(7), HasSubstr("30 standard deviations"));
    EXPECT_THAT(whole(7), HasSubstr("lost precision"));
    EXPECT_THAT(whole(group()), HasSubstr("4 tensors looked at"));
    EXPECT_THAT(whole(group()), HasSubstr("1 tensor all zero"));
}

TEST_F(HealthColumnTest, OfAHostileNameTheEndIsShownInWholeCharacters)
{
    MadeCheckpoint made;
    const std::string name = "x" + [] {
        std::string text;
        for (int i = 0; i < 10'000; ++i)
            text += "\u00fc"; // two bytes
        return text;
    }() + "\nz";
    made.add(name).add("other");
    const auto checkpoint = made.take();
    Health same = sound(1);
    same.duplicateOf = 0;
    const QString text = shortHealth(*checkpoint, 1, same);
    EXPECT_LT(text.size(), 250);
    EXPECT_TRUE(text.startsWith(QStringLiteral("duplicate of …\u00fc")));
    EXPECT_TRUE(text.endsWith(QStringLiteral("\\nz")));
}

TEST_F(HealthColumnTest, SortsTheWorstFirst)
{
    model.setHealth(table);
    EXPECT_EQ(model.headerData(TensorTreeModel::Health, Qt::Horizontal, Qt::InitialSortOrderRole).toInt(),
        int(Qt::DescendingOrder));
    model.sort(TensorTreeModel::Health, Qt::DescendingOrder);
    ASSERT_TRUE(arranged.await());
    EXPECT_EQ(names().front(), "g");
    addAll();
    model.noteHealth(false);
    EXPECT_FALSE(model.isArranging()); // rows stay where they are while the scan runs
    model.noteHealth(true);
    ASSERT_TRUE(arranged.await());
    EXPECT_EQ(names(), (std::vector<std::string>{"unread", "g", "wide", "same", "top"}));
    model.setHealth(nullptr);
    ASSERT_TRUE(arranged.await());
    EXPECT_EQ(names().front(), "g");
}

TEST_F(HealthColumnTest, AFilterByValuesKeepsItsRowsWhileNothingNewPasses)
{
    model.setHealth(table);
    model.setValueProvider([this](std::uint32_t tensor) { return table->counts(*opened->checkpoint, tensor); });
    model.setFilter(QStringLiteral("nan:>0"));
    ASSERT_TRUE(arranged.await());
    EXPECT_EQ(model.visibleTensors(), 0U);
    addAll();
    model.noteHealth(true);
    ASSERT_TRUE(arranged.await());
    EXPECT_EQ(model.visibleTensors(), 1U);
    EXPECT_TRUE(model.indexOf(0).isValid());
    const QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    model.noteHealth(true);
    ASSERT_TRUE(arranged.await());
    EXPECT_EQ(resets.count(), 0);
}

} // namespace
} // namespace loupe
