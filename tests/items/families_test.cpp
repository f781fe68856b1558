#include "core/text/gapped_text.h"
#include "items/tree/node_choice.h"
#include "items/tree/tensor_tree_model.h"
#include "support/made_checkpoint.h"

#include <QAbstractItemModelTester>

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>
#include <set>
#include <string>

namespace loupe {
namespace {

using test::MadeCheckpoint;

class FamiliesTest : public testing::Test {
protected:
    /// Four layers. The last three have two experts each instead of an MLP, and layer 2 has a different dtype.
    static OpenedCheckpointPtr experts()
    {
        MadeCheckpoint made;
        made.add("embed.weight", DType::F32, {64, 8});
        for (int layer = 0; layer < 4; ++layer) {
            const std::string block = "layers." + std::to_string(layer) + '.';
            made.add(block + "attn.weight", layer == 2 ? DType::BF16 : DType::F32, {8, 8});
            made.add(block + "norm.weight", DType::F32, {8});
            made.add(block + "norm.bias", DType::F32, {8});
            if (layer == 0)
                made.add(block + "mlp.up.weight", DType::F32, {32, 8});
            for (int expert = 0; layer > 0 && expert < 2; ++expert)
                made.add(block + "mlp.experts." + std::to_string(expert) + ".up.weight", DType::F32,
                    {std::uint64_t(4 + layer), 8});
        }
        Finding finding;
        finding.severity = Severity::Error;
        finding.code = "test";
        finding.tensor = "layers.3.norm.bias";
        finding.aboutTensor = true;
        made->findings.add(finding);
        made.addZeros();
        return *prepareForViewing(made.take(), {});
    }

    void show(const OpenedCheckpointPtr& opened, TreeForm form = TreeForm::Families)
    {
        model.setCheckpoint(opened);
        setForm(form);
    }
    void setForm(TreeForm form)
    {
        model.setForm(form);
        await();
    }
    void filter(const char* text)
    {
        model.setFilter(QString::fromUtf8(text));
        await();
    }
    void await() const
    {
        while (model.isArranging())
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    }
    /// The rows as lines of name, hint, dtype and shape.
    std::string rows(const QModelIndex& parent = {}, const std::string& indent = {}) const
    {
        std::string text;
        for (int row = 0; row < model.rowCount(parent); ++row) {
            const QModelIndex index = model.index(row, 0, parent);
            const auto cell = [&](int column, int role = Qt::DisplayRole) {
                return index.siblingAtColumn(column).data(role).toString().toStdString();
            };
            text += indent + cell(TensorTreeModel::Name) + " | " + cell(TensorTreeModel::Name, HintRole) + " | "
                + cell(TensorTreeModel::DType) + " | " + cell(TensorTreeModel::Shape) + '\n';
            if (!model.tree()->isRole(model.nodeAt(index)))
                text += rows(index, indent + ' ');
        }
        return text;
    }
    NameTree::NodeId node(std::string_view path) const
    {
        for (NameTree::NodeId id = model.tree()->root(); id < model.tree()->nodeCount(); ++id) {
            if (model.tree()->path(id) == path)
                return id;
        }
        ADD_FAILURE() << path;
        return 0;
    }
    QModelIndex row(std::string_view path, int column = 0) const { return model.indexOf(node(path), column); }
    std::uint32_t tensor(std::string_view name) const
    {
        const auto& tensors = model.checkpoint()->checkpoint->tensors;
        return static_cast<std::uint32_t>(
            std::ranges::find(tensors, name, [](const Tensor& one) { return one.name; }) - tensors.begin());
    }

    TensorTreeModel model;
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::Fatal};
};

constexpr const char* attention = "layers.{0…3}.attn.weight";

TEST_F(FamiliesTest, ARoleIsARow)
{
    show(experts());
    EXPECT_EQ(rows(),
        "embed.weight |  | F32 | [64, 8]\n"
        "layers.{0…3} | 19 tensors |  | \n"
        " attn.weight | ×4 | mixed | [8, 8]\n"
        " mlp | 7 tensors |  | \n"
        "  experts.{0, 1}.up.weight | ×6 | F32 | mixed\n"
        "  up.weight | layers.0 | F32 | [32, 8]\n"
        " norm.bias | ×4 | F32 | [8]\n"
        " norm.weight | ×4 | F32 | [8]\n");
    const auto cell = [&](std::string_view path, int column, int role) {
        return row(path, column).data(role).toString().toStdString();
    };
    EXPECT_EQ(cell(attention, TensorTreeModel::DType, WholeTextRole), "3 × F32\n1 × BF16");
    EXPECT_FALSE(row(attention, TensorTreeModel::DType).data(DTypeRole).isValid());
    EXPECT_EQ(row("layers.{0…3}.norm.bias", TensorTreeModel::DType).data(DTypeRole).toInt(), int(DType::F32));
    EXPECT_EQ(cell("layers.{0…3}.mlp.experts.{0, 1}.up.weight", TensorTreeModel::Shape, WholeTextRole),
        "2 × [5, 8]\n2 × [6, 8]\n2 × [7, 8]");
    EXPECT_EQ(cell(attention, TensorTreeModel::Name, FullNameRole), attention);
    EXPECT_EQ(cell(attention, TensorTreeModel::Parameters, WholeTextRole), "256"); // 4 × 64
    EXPECT_EQ(cell(attention, TensorTreeModel::Size, WholeTextRole), "896 bytes"); // 3 × 256 + 128
    EXPECT_TRUE(row(attention).data(IsGroupRole).toBool());
    EXPECT_TRUE(row(attention).data(IsRoleRole).toBool());
    EXPECT_FALSE(row("layers.{0…3}").data(IsRoleRole).toBool());
    EXPECT_EQ(row("layers.{0…3}.norm.bias").data(SeverityRole).toInt(), int(Severity::Error));
    EXPECT_FALSE(row(attention).data(SeverityRole).isValid());
    EXPECT_EQ(row("layers.{0…3}").data(SeverityRole).toInt(), int(Severity::Error));
}

TEST_F(FamiliesTest, NamesOfRolesStandAmongThoseOfTheOthers)
{
    show(experts());
    const QModelIndex norm = row("layers.{0…3}.norm.weight", TensorTreeModel::Name);
    const ListedName listed = model.listedName(norm);
    ASSERT_NE(listed.list, nullptr);
    EXPECT_EQ(std::string(listed.before) + norm.data().toString().toStdString(), "layers.{0…3}.norm.weight");
    const std::string before(listed.before);
    const auto isUnambiguous = [&](const std::string& text) {
        std::size_t comparisons = 0;
        return listed.list->isUnambiguous(
            before + text, listed.list->patternOf("layers.{0…3}.norm.weight"), comparisons);
    };
    EXPECT_TRUE(isUnambiguous("norm.weight"));
    EXPECT_FALSE(isUnambiguous(std::string(1, GappedText::partGap) + "weight")) << "attn.weight ends so, too";
    EXPECT_FALSE(isUnambiguous(std::string("norm.") + GappedText::partGap)) << "norm.bias begins so, too";
    EXPECT_EQ(model.listedName(model.index(0, 0)).list, listed.list) << "a tensor without a role";
    EXPECT_EQ(model.listedName(row("layers.{0…3}", TensorTreeModel::Name)).list, nullptr) << "a group";
    EXPECT_EQ(model.listedName(model.index(0, 0, norm)).list, nullptr) << "a member shows its block only";
    setForm(TreeForm::Compact);
    const QModelIndex weight = model.indexOf(tensor("layers.2.norm.weight"), TensorTreeModel::Name);
    ASSERT_TRUE(weight.isValid());
    const ListedName alone = model.listedName(weight);
    EXPECT_EQ(alone.list, listed.list);
    EXPECT_EQ(std::string(alone.before) + weight.data().toString().toStdString(), "layers.2.norm.weight");
}

TEST_F(FamiliesTest, MembersSayWhichBlockTheyAreIn)
{
    show(experts());
    const auto members = [&](std::string_view path) {
        QStringList list;
        const QModelIndex parent = row(path);
        for (int i = 0; i < model.rowCount(parent); ++i)
            list << model.index(i, 0, parent).data().toString();
        return list.join(u' ').toStdString();
    };
    EXPECT_EQ(members(attention), "layers.0 layers.1 layers.2 layers.3");
    EXPECT_EQ(members("layers.{0…3}.mlp.experts.{0, 1}.up.weight"),
        "layers.1.mlp.experts.0 layers.1.mlp.experts.1 layers.2.mlp.experts.0 layers.2.mlp.experts.1 "
        "layers.3.mlp.experts.0 layers.3.mlp.experts.1");
    const QModelIndex member = model.indexOf(tensor("layers.2.attn.weight"));
    EXPECT_EQ(member.parent(), row(attention));
    EXPECT_EQ(member.data(FullNameRole).toString(), QStringLiteral("layers.2.attn.weight"));
    EXPECT_EQ(member.data(HintRole).toString(), QString());
    EXPECT_EQ(member.data(TensorRole).toUInt(), tensor("layers.2.attn.weight"));
}

TEST_F(FamiliesTest, AFilterKeepsMembersAndTheirSums)
{
    show(experts());
    filter("layers.2.attn");
    EXPECT_EQ(rows(), "layers.2.attn.weight | layers.2 | BF16 | [8, 8]\n");
    filter("layers.2.");
    EXPECT_EQ(rows(),
        "layers.2 | 5 tensors |  | \n"
        " attn.weight | layers.2 | BF16 | [8, 8]\n"
        " mlp.experts.{0, 1}.up.weight | ×2 | F32 | [6, 8]\n"
        " norm.bias | layers.2 | F32 | [8]\n"
        " norm.weight | layers.2 | F32 | [8]\n");
    EXPECT_FALSE(row("layers.{0…3}").data(SeverityRole).isValid()); // the finding is about layer 3
    filter("dtype:F32");
    EXPECT_EQ(row(attention, TensorTreeModel::DType).data().toString(), QStringLiteral("F32"));
    EXPECT_EQ(row(attention).data(HintRole).toString(), QStringLiteral("×3"));
    filter("");
    EXPECT_EQ(row(attention).data(HintRole).toString(), QStringLiteral("×4"));
}

TEST_F(FamiliesTest, RolesAreSortedLikeTensors)
{
    show(experts());
    const auto sorted = [&](int column, Qt::SortOrder order) {
        model.sort(column, order);
        await();
        QStringList list;
        const QModelIndex block = row("layers.{0…3}");
        for (int i = 0; i < model.rowCount(block); ++i)
            list << model.index(i, 0, block).data().toString();
        return list.join(u' ').toStdString();
    };
    EXPECT_EQ(sorted(TensorTreeModel::Size, Qt::DescendingOrder), "mlp attn.weight norm.bias norm.weight");
    EXPECT_EQ(sorted(TensorTreeModel::Shape, Qt::DescendingOrder), "mlp attn.weight norm.bias norm.weight");
    EXPECT_EQ(sorted(TensorTreeModel::Offset, Qt::AscendingOrder), "attn.weight norm.weight norm.bias mlp");
}

TEST_F(FamiliesTest, OtherFormsOfTheSameCheckpointAreThereAgain)
{
    const OpenedCheckpointPtr opened = experts();
    show(opened, TreeForm::Compact);
    const std::string compact = rows();
    for (const TreeForm form : {TreeForm::Families, TreeForm::Flat, TreeForm::Families, TreeForm::Compact}) {
        setForm(form);
        EXPECT_EQ(model.order()->form(), form);
        EXPECT_EQ(model.tree() == &opened->tree, form != TreeForm::Families);
        EXPECT_EQ(model.visibleTensors(), 20U);
    }
    EXPECT_EQ(rows(), compact);
    setForm(TreeForm::Families);
    const std::shared_ptr<const NameTree> families = model.sharedTree(); // held: its address is not reused
    setForm(TreeForm::Flat);
    setForm(TreeForm::Families);
    EXPECT_EQ(model.sharedTree(), families); // reused
    show(experts());
    EXPECT_NE(model.sharedTree(), families);
    EXPECT_EQ(model.order()->form(), TreeForm::Families);
    show(nullptr);
    EXPECT_EQ(model.rowCount(), 0);
}

TEST_F(FamiliesTest, HealthOfARoleIsThatOfItsMembers)
{
    const OpenedCheckpointPtr opened = experts();
    const auto table = std::make_shared<HealthResults>(opened->tree.tensorCount());
    const auto add = [&](std::uint64_t nan) {
        Health health;
        health.summary.elements = 8;
        health.summary.nan = nan;
        table->add(*opened, table->lookedAt(), health);
    };
    show(opened);
    const auto nanBelow = [&](NameTree::NodeId group) {
        std::uint64_t count = 0;
        for (const std::uint32_t one : NodeChoice{opened, model.order(), {group}, model.sharedTree()}.tensors())
            count += one < table->lookedAt() && one % 3 == 0 ? 1 : 0;
        return count;
    };
    const auto check = [&] {
        while (model.isAddingHealth() || model.isArranging())
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        for (NameTree::NodeId group = model.tree()->root() + 1; group < model.tree()->nodeCount(); ++group) {
            const QModelIndex index = model.indexOf(group, TensorTreeModel::Health);
            if (!index.isValid() || model.nodeAt(index) != group)
                continue;
            const QVariant worst = index.data(HealthRole);
            EXPECT_EQ(worst.isValid(), nanBelow(group) > 0) << model.tree()->path(group);
        }
    };
    model.setHealth(table);
    for (std::uint32_t i = 0; i < opened->tree.tensorCount(); ++i) {
        add(i % 3 == 0 ? 2 : 0);
        model.onHealthAdded(i + 1 == opened->tree.tensorCount());
        if (i % 7 == 0)
            check();
    }
    check();
    filter("norm");
    check();
    filter("");
    check();
    model.sort(TensorTreeModel::Health, Qt::DescendingOrder);
    await();
    check();
    setForm(TreeForm::Compact);
    check();
}

TEST_F(FamiliesTest, ARoleHasItsFigureByDepthOnceItIsKnown)
{
    const OpenedCheckpointPtr opened = experts();
    show(opened);
    const auto table = std::make_shared<HealthResults>(opened->tree.tensorCount());
    model.setHealth(table);
    const auto figures = [&](std::string_view path, int role = DepthFigureRole) {
        while (model.isAddingHealth() || model.isArranging())
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        return row(path, TensorTreeModel::Distribution).data(role);
    };
    EXPECT_FALSE(figures(attention).isValid());
    const std::uint32_t before = tensor("layers.3.attn.weight");
    for (std::uint32_t i = 0; i < before; ++i) {
        Health health;
        health.summary.mean = 3 * (i + 1);
        health.summary.standardDeviation = 4 * (i + 1);
        table->add(*opened, i, health);
    }
    model.onHealthAdded(true);
    const auto values = figures(attention).value<QList<double>>();
    ASSERT_EQ(values.size(), 4);
    const auto rmsOf = [&](const char* name) { return 5.0 * (tensor(name) + 1); };
    EXPECT_EQ(values[0], rmsOf("layers.0.attn.weight"));
    EXPECT_EQ(values[1], rmsOf("layers.1.attn.weight"));
    EXPECT_EQ(values[2], rmsOf("layers.2.attn.weight"));
    EXPECT_TRUE(std::isnan(values[3]));
    EXPECT_EQ(figures(attention, WholeTextRole).toString(),
        QStringLiteral("Root mean square of the values, by depth\nLargest: %1 in layers.2\nSmallest: %2 in "
                       "layers.0\nKnown for 3 of 4 tensors")
            .arg(rmsOf("layers.2.attn.weight"))
            .arg(rmsOf("layers.0.attn.weight")));
    for (const int column : {TensorTreeModel::Name, TensorTreeModel::Size, TensorTreeModel::Health}) {
        for (const Qt::SortOrder sorting : {Qt::DescendingOrder, Qt::AscendingOrder}) {
            model.sort(column, sorting);
            await();
            const auto sorted = figures(attention).value<QList<double>>();
            EXPECT_EQ(sorted.first(3), values.first(3)) << column << " whatever rows are sorted by";
        }
    }
    filter("layers.1. or layers.2.");
    EXPECT_EQ(figures(attention).value<QList<double>>(),
        (QList<double>{rmsOf("layers.1.attn.weight"), rmsOf("layers.2.attn.weight")}));
    EXPECT_FALSE(figures("layers.{0…3}").isValid()); // no role
}

TEST_F(FamiliesTest, OfManyMembersTheFigureKeepsTheExtremes)
{
    constexpr std::uint32_t layers = 3000;
    MadeCheckpoint made;
    for (std::uint32_t layer = 0; layer < layers; ++layer)
        made.add("layers." + std::to_string(layer) + ".attn.weight", DType::F32, {1 + layer % 14})
            .add("layers." + std::to_string(layer) + ".norm.weight", DType::F32, {8});
    // A third role, so that the blocks form a family although their shapes differ.
    for (std::uint32_t layer = 0; layer < layers; ++layer)
        made.add("layers." + std::to_string(layer) + ".mlp.weight", DType::F32, {8});
    const OpenedCheckpointPtr opened = *prepareForViewing(made.take(), {});
    show(opened);
    const auto table = std::make_shared<HealthResults>(opened->tree.tensorCount());
    for (std::uint32_t i = 0; i < opened->tree.tensorCount(); ++i) {
        Health health;
        health.summary.mean = i == 2468 ? 5000 : i == 4002 ? 0.5 : 10 + i / 2;
        health.summary.standardDeviation = 0;
        table->add(*opened, i, health);
    }
    model.setHealth(table);
    while (model.isAddingHealth() || model.isArranging())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    const std::string_view path = "layers.{0…2999}.attn.weight";
    const auto values = row(path, TensorTreeModel::Distribution).data(DepthFigureRole).value<QList<double>>();
    EXPECT_EQ(values.size(), qsizetype(DepthFigure::mostValues));
    EXPECT_EQ(values.front(), 10);
    EXPECT_EQ(values.back(), 10 + 2999);
    EXPECT_EQ(*std::ranges::max_element(values), 5000);
    EXPECT_EQ(*std::ranges::min_element(values), 0.5);
    EXPECT_EQ(row(path, TensorTreeModel::Distribution).data(WholeTextRole).toString(),
        QStringLiteral("Root mean square of the values, by depth\nLargest: 5000 in layers.1234\nSmallest: 0.5 in "
                       "layers.2001"));
    EXPECT_TRUE(row(path, TensorTreeModel::Shape)
                    .data(WholeTextRole)
                    .toString()
                    .endsWith(QStringLiteral("\n214 × [6]\n214 × [7]\nand 2 others")));
}

TEST_F(FamiliesTest, GroupsKnowWhatIsStagedBelowThem)
{
    const OpenedCheckpointPtr opened = experts();
    show(opened);
    StagedEdits edits(opened->checkpoint);
    const std::uint32_t renamed = tensor("layers.1.attn.weight");
    const std::uint32_t gone = tensor("layers.0.mlp.up.weight");
    edits.rename(renamed, "layers.1.attention.weight");
    edits.remove({gone});
    model.setEdits(edits);
    EXPECT_TRUE(row(attention).data(EditedBelowRole).toBool());
    EXPECT_TRUE(row("layers.{0…3}").data(EditedBelowRole).toBool());
    EXPECT_TRUE(row("layers.{0…3}.mlp").data(EditedBelowRole).toBool());
    EXPECT_FALSE(row("layers.{0…3}.norm.bias").data(EditedBelowRole).toBool());
    EXPECT_TRUE(model.isEdited(node(attention)));
    const QModelIndex member = model.indexOf(renamed);
    EXPECT_EQ(member.data().toString(), QStringLiteral("layers.1.attention.weight"));
    EXPECT_TRUE(member.data(Qt::ToolTipRole)
                    .toString()
                    .startsWith(QStringLiteral("layers.1.attention.weight\nrenamed from layers.1.attn.weight")));
    EXPECT_EQ(model.indexOf(gone).data(EditedRole).toInt(), int(ChangeKind::Deleted));
    setForm(TreeForm::Compact);
    EXPECT_TRUE(row("layers.1").data(EditedBelowRole).toBool());
    EXPECT_FALSE(row("layers.2").data(EditedBelowRole).toBool());
}

TEST_F(FamiliesTest, AChosenRoleStandsForItsVisibleMembers)
{
    show(experts());
    const auto chosen = [&](std::string_view path) {
        return NodeChoice{model.checkpoint(), model.order(), {node(path)}, model.sharedTree()}.tensors();
    };
    EXPECT_EQ(chosen(attention),
        (std::vector<std::uint32_t>{tensor("layers.0.attn.weight"), tensor("layers.1.attn.weight"),
            tensor("layers.2.attn.weight"), tensor("layers.3.attn.weight")}));
    EXPECT_EQ(chosen("layers.{0…3}").size(), 19U);
    filter("dtype:F32");
    EXPECT_EQ(chosen(attention).size(), 3U);
}

/// Sends requests in random order. The model must stay valid, and finally show the last request.
TEST_F(FamiliesTest, FormsFiltersAndSortingsInAnyOrder)
{
    const OpenedCheckpointPtr opened = experts();
    show(opened);
    std::mt19937 random(11);
    constexpr TreeForm forms[] = {TreeForm::Full, TreeForm::Compact, TreeForm::Families, TreeForm::Flat};
    constexpr const char* filters[] = {"", "norm", "layers.2.", "no such tensor", "dtype:BF16"};
    for (int round = 0; round < 150; ++round) {
        for (std::size_t step = 1 + random() % 3; step > 0; --step) {
            if (random() % 2 == 0)
                model.setForm(forms[random() % std::size(forms)]);
            if (random() % 2 == 0)
                model.setFilter(QString::fromUtf8(filters[random() % std::size(filters)]));
            if (random() % 3 == 0)
                model.sort(int(random() % TensorTreeModel::ColumnCount) - 1, Qt::SortOrder(random() % 2));
            if (random() % 8 == 0)
                model.setCheckpoint(random() % 2 == 0 ? opened : experts());
        }
        await();
        EXPECT_EQ(model.order()->form(), model.form());
        EXPECT_EQ(model.tree() == &model.checkpoint()->tree, model.form() != TreeForm::Families);
        std::uint64_t tensors = 0;
        for (std::uint32_t i = 0; i < model.tree()->tensorCount(); ++i)
            tensors += model.indexOf(i).isValid() ? 1 : 0;
        EXPECT_EQ(tensors, model.visibleTensors());
        rows();
    }
}

TEST_F(FamiliesTest, UnderAFilterGroupsAreNamedByTheBlocksThatAreThere)
{
    show(experts());
    const auto names = [this] {
        std::set<std::string> paths;
        for (NameTree::NodeId node = model.tree()->root() + 1; node < model.tree()->nodeCount(); ++node) {
            const QModelIndex index = model.indexOf(node);
            if (index.isValid())
                paths.insert(index.data(FullNameRole).toString().toStdString());
        }
        return paths;
    };
    const std::set<std::string> all = names();
    EXPECT_TRUE(all.contains("layers.{0…3}"));
    EXPECT_TRUE(all.contains("layers.{0…3}.mlp.experts.{0, 1}.up.weight"));
    filter("layers.1. or layers.2.");
    EXPECT_TRUE(names().contains("layers.{1, 2}"));
    EXPECT_TRUE(names().contains("layers.{1, 2}.mlp.experts.{0, 1}.up.weight"));
    filter("experts.1.");
    EXPECT_TRUE(names().contains("layers.{1…3}.mlp.experts.1.up.weight"));
    filter("layers.3.");
    EXPECT_TRUE(names().contains("layers.3"));
    filter("");
    EXPECT_EQ(names(), all);
}

} // namespace
} // namespace loupe
