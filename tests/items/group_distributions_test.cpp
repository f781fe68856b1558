#include "items/tree/group_distributions.h"

#include "await.h"
#include "items/jobs/item_roles.h"
#include "items/tree/distribution_column.h"
#include "items/tree/tensor_tree_model.h"
#include "support/made_checkpoint.h"

#include <QAbstractItemModelTester>
#include <QCoreApplication>
#include <QSignalSpy>
#include <QTimer>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace loupe {
namespace {

using test::MadeCheckpoint;
using testing::HasSubstr;

struct Known {
    double low = 0;
    double high = 0;
};

/// The health of a tensor with values spread evenly from `known->low` to `known->high`; without a distribution if
/// `known` is empty.
Health evenly(const Tensor& tensor, const std::optional<Known>& known)
{
    Health health;
    health.summary.dtype = tensor.dtype;
    health.summary.elements = tensor.elements();
    if (!known)
        return health;
    const auto number = [](double value) { return Scalar{.kind = Scalar::Kind::Float, .real = value}; };
    health.summary.minimum = number(known->low);
    health.summary.maximum = number(known->high);
    health.summary.distribution.emplace();
    Distribution& distribution = *health.summary.distribution;
    distribution.low = known->low;
    distribution.high = known->high;
    distribution.counted = 1000;
    std::fill(distribution.heights.begin() + 1, distribution.heights.end() - 1, std::uint8_t{200});
    return health;
}

class GroupDistributionsTest : public testing::Test {
protected:
    GroupDistributionsTest()
    {
        MadeCheckpoint made;
        made.add("g.a", DType::F32, {1000})
            .add("g.below.b", DType::F32, {3000})
            .add("g.below.far", DType::F32, {2})
            .add("g.below.names", DType::I64, {8})
            .add("none.names", DType::I64, {8});
        show(*prepareForViewing(made.take(), {}));
    }

    void show(OpenedCheckpointPtr checkpoint)
    {
        opened = std::move(checkpoint);
        table = std::make_shared<HealthResults>(opened->tree.tensorCount());
        model.setCheckpoint(opened);
        model.setHealth(table);
    }
    void add(const std::optional<Known>& known)
    {
        const std::uint32_t tensor = table->lookedAt();
        table->add(*opened, tensor, evenly(opened->checkpoint->tensors[tensor], known));
    }
    void addAll()
    {
        add(Known{-1, 1});
        add(Known{0, 2});
        add(Known{100, 101});
        add(std::nullopt);
        add(std::nullopt);
    }
    void await()
    {
        while (model.isAddingHealth() || model.isArranging())
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    }
    /// Requests the distributions of all rows.
    void awaitRows()
    {
        await();
        const std::function<void(const QModelIndex&)> ask = [&](const QModelIndex& parent) {
            for (int i = 0; i < model.rowCount(parent); ++i) {
                (void)model.index(i, TensorTreeModel::Distribution, parent).data(HistogramRole);
                ask(model.index(i, 0, parent));
            }
        };
        ask({});
        await();
    }
    QModelIndex row(std::string_view path, const QModelIndex& parent = {}) const
    {
        for (int i = 0; i < model.rowCount(parent); ++i) {
            const QModelIndex index = model.index(i, TensorTreeModel::Distribution, parent);
            if (index.data(FullNameRole).toString().toStdString() == path)
                return index;
            if (const QModelIndex found = row(path, index.siblingAtColumn(0)); found.isValid())
                return found;
        }
        return {};
    }
    std::vector<double> bars(std::string_view path) const
    {
        return row(path).data(HistogramRole).value<RowHistogram>().heights;
    }
    std::string whole(std::string_view path) const { return row(path).data(WholeTextRole).toString().toStdString(); }

    OpenedCheckpointPtr opened;
    std::shared_ptr<HealthResults> table;
    TensorTreeModel model;
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::Fatal};
};

TEST_F(GroupDistributionsTest, AreTheSumsOfTheirTensorsOnScalesOfTheirOwn)
{
    addAll();
    model.onHealthAdded(true);
    EXPECT_FALSE(model.isAddingHealth()) << "nobody has asked for them";
    EXPECT_TRUE(bars("g").empty()) << "a job finds them";
    EXPECT_TRUE(model.isAddingHealth());
    awaitRows();
    // 1,000 values are spread over [-1, 1] and 3,000 over [0, 2]: for each unit of the range, 500 from -1 to 0, 2,000
    // from 0 to 1, 1,500 from 1 to 2. The scale is the symmetric one, from -2 to 2. Two values near 100 are too few.
    const std::vector<double> heights = bars("g");
    ASSERT_EQ(heights.size(), rowBars);
    const double ofUnits[] = {0, 0.25, 1, 0.75};
    for (std::size_t bar = 0; bar < rowBars; ++bar)
        EXPECT_NEAR(heights[bar], ofUnits[bar / 8], 0.01) << bar;
    EXPECT_EQ(whole("g"),
        "From −1 to 101\nNearly all values other than zero are between −1 and 2\nApproximate sum of 3 tensors, on a "
        "scale of its own\nScale: −2 to 2");
    EXPECT_EQ(row("g").data(Qt::AccessibleTextRole).toString(), QStringLiteral("From −1 to 101"));
    EXPECT_THAT(whole("g.below"), HasSubstr("Approximate sum of 2 tensors, on a scale of its own\nScale: 0 to 2"));
    for (const double height : bars("g.below"))
        EXPECT_NEAR(height, 1, 0.01);
    EXPECT_FALSE(row("none").data(HistogramRole).isValid());
    EXPECT_EQ(whole("none"), "");
}

TEST_F(GroupDistributionsTest, KnowWhatAStoppedScanFound)
{
    add(Known{-1, 1});
    model.onHealthAdded(false);
    awaitRows();
    EXPECT_THAT(whole("g"), HasSubstr("Approximate sum of 1 tensor, on a scale of its own\nScale: −1 to 1"));
    EXPECT_FALSE(row("g.below").data(HistogramRole).isValid());
    add(Known{0, 2});
    table->close();
    model.onHealthAdded(true);
    awaitRows();
    EXPECT_THAT(whole("g"), HasSubstr("Approximate sum of 2 tensors, on a scale of its own\nScale: −2 to 2"));
    EXPECT_TRUE(row("g.below").data(HistogramRole).isValid());
    model.setHealth(nullptr);
    awaitRows();
    EXPECT_FALSE(row("g").data(HistogramRole).isValid());
}

TEST_F(GroupDistributionsTest, AreOfWhatAFilterKeeps)
{
    addAll();
    model.onHealthAdded(true);
    awaitRows();
    for (const auto& [filter, text] :
        {std::pair("g.below.b", "Approximate sum of 1 tensor, on a scale of its own\nScale: 0 to 2"),
            std::pair("far", "Approximate sum of 1 tensor, on a scale of its own\nScale: 100 to 101"),
            std::pair("", "Approximate sum of 3 tensors, on a scale of its own\nScale: −2 to 2")}) {
        model.setFilter(QString::fromLatin1(filter));
        awaitRows();
        EXPECT_THAT(whole("g"), HasSubstr(text)) << filter;
    }
    model.setFilter(QStringLiteral("names"));
    awaitRows();
    EXPECT_FALSE(row("g").data(HistogramRole).isValid());
}

TEST_F(GroupDistributionsTest, FamiliesHaveThemWhereTheyAreNoRoles)
{
    MadeCheckpoint made;
    constexpr int layers = 4;
    for (int layer = 0; layer < layers; ++layer) {
        for (const char* const name : {".attn.weight", ".mlp.weight", ".norm.weight"})
            made.add("layers." + std::to_string(layer) + name, DType::F32, {100});
    }
    show(*prepareForViewing(made.take(), {}));
    while (!table->isComplete())
        add(Known{0, double(1 + table->lookedAt() % 3)});
    model.setForm(TreeForm::Families);
    model.onHealthAdded(true);
    awaitRows();
    const std::string_view family = "layers.{0…3}";
    ASSERT_TRUE(row(family).isValid());
    EXPECT_THAT(whole(family), HasSubstr("Approximate sum of 12 tensors, on a scale of its own\nScale: 0 to 3"));
    ASSERT_EQ(bars(family).size(), rowBars);
    // In the units from 0 to 3: 1 + 1/2 + 1/3, 1/2 + 1/3, 1/3.
    EXPECT_NEAR(bars(family)[rowBars / 2], 5.0 / 11, 0.02);
    EXPECT_NEAR(bars(family).back(), 2.0 / 11, 0.02);
    ASSERT_TRUE(row("layers.{0…3}.attn.weight").isValid());
    EXPECT_FALSE(row("layers.{0…3}.attn.weight").data(HistogramRole).isValid());
}

TEST_F(GroupDistributionsTest, OfAnotherTableNothingArrivesThatWasBegunBefore)
{
    addAll();
    const std::shared_ptr<const NameTree> tree(opened, &opened->tree);
    const ShownHealth before{opened, table, tree, model.order(), nullptr};
    ShownHealth after = before;
    after.table = std::make_shared<HealthResults>(opened->tree.tensorCount());
    const auto group = opened->tree.children(opened->tree.root()).front();
    GroupDistributions distributions;
    QSignalSpy found(&distributions, &GroupDistributions::found);
    distributions.setShown(before);
    EXPECT_EQ(distributions.of(group), nullptr);
    EXPECT_TRUE(distributions.isRunning());
    bool isChanged = false;
    // This timer fires after the one that starts the job, and before the job's result can arrive.
    QTimer::singleShot(0, &distributions, [&] {
        EXPECT_TRUE(distributions.isRunning());
        distributions.setShown(after);
        isChanged = true;
    });
    while (!isChanged)
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    EXPECT_FALSE(distributions.isRunning());
    jobPool().waitForDone();
    QCoreApplication::processEvents();
    EXPECT_EQ(found.count(), 0);
    EXPECT_EQ(distributions.of(group), nullptr);
    // Earlier results were dropped, so they are requested again.
    distributions.setShown(before);
    EXPECT_EQ(distributions.of(group), nullptr);
    while (distributions.isRunning())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    EXPECT_EQ(found.count(), 1);
    ASSERT_NE(distributions.of(group), nullptr);
    EXPECT_EQ(distributions.of(group)->tensors, 3U);
}

/// A group with 20 subgroups of 100 tensors each, and 2,000 tensors directly below it.
TEST_F(GroupDistributionsTest, LargeGroupsHaveThatOfASampleEvenlySpread)
{
    MadeCheckpoint made;
    constexpr int inGroups = 2000;
    for (int i = 0; i < inGroups; ++i)
        made.add("all.g" + std::to_string(i / 100) + ".t" + std::to_string(i), DType::F32, {1000});
    for (int i = 0; i < inGroups; ++i)
        made.add("all.u" + std::to_string(i), DType::F32, {1000});
    show(*prepareForViewing(made.take(), {}));
    // Values in the subgroups are from -1 to 0, the others from 0 to 1. One tensor that is not part of the sample has
    // values from 0 to 5.
    while (!table->isComplete())
        add(table->lookedAt() == 8 ? Known{0, 5} : table->lookedAt() < inGroups ? Known{-1, 0} : Known{0, 1});
    model.onHealthAdded(true);
    bars("all");
    EXPECT_TRUE(model.isAddingHealth());
    await();
    EXPECT_EQ(whole("all"),
        "From −1 to 5\nNearly all values other than zero are between −1 and 1\nBars are from a sample of 512 tensors, "
        "on a scale of their own\nScale: −1 to 1");
    const std::vector<double> heights = bars("all");
    ASSERT_EQ(heights.size(), rowBars);
    for (const double height : heights)
        EXPECT_NEAR(height, 1, 0.02) << "as many tensors on either side";
    bars("all.g3");
    await();
    EXPECT_THAT(whole("all.g3"), HasSubstr("Approximate sum of 100 tensors, on a scale of its own\nScale: −1 to 0"));
    for (const TreeForm form : {TreeForm::Compact, TreeForm::Full}) {
        model.setForm(form);
        model.sort(TensorTreeModel::Size, Qt::DescendingOrder);
        await();
        EXPECT_EQ(bars("all"), heights) << "not added up again for another order";
        EXPECT_FALSE(model.isAddingHealth());
    }
}

} // namespace
} // namespace loupe
