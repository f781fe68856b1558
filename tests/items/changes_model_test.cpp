#include "items/tree/changes_model.h"

#include "await.h"
#include "support/made_checkpoint.h"

#include <QAbstractItemModelTester>

#include <gtest/gtest.h>

#include <numeric>

namespace loupe {
namespace {

using test::MadeCheckpoint;

std::shared_ptr<const Checkpoint> twoTensors()
{
    MadeCheckpoint made;
    made.add("a\x1b.q", DType::F32).add("b", DType::F16);
    made->metadata = Metadata{{"step", "1"}, {"note", "two\nlines"}};
    return made.take();
}

QStringList rowText(const ChangesModel& model, int row, int role = Qt::DisplayRole)
{
    QStringList texts;
    for (int column = 0; column < model.columnCount(); ++column)
        texts << model.index(row, column).data(role).toString();
    return texts;
}

TEST(ChangesModel, HasARowForEachAction)
{
    ChangesModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    EXPECT_EQ(model.rowCount(), 0);
    StagedEdits edits(twoTensors());
    edits.rename(0, "a.query");
    edits.cast({0}, DType::BF16);
    edits.remove({1});
    edits.setMetadata("step", "2");
    edits.setMetadata("new", "");
    edits.removeMetadata("note");
    model.setEdits(edits);
    ASSERT_EQ(model.rowCount(), 6);
    const QString name = QStringLiteral("a\\x1b.q");
    EXPECT_EQ(rowText(model, 0), QStringList({QStringLiteral("Renamed"), name, QStringLiteral("→ a.query")}));
    EXPECT_EQ(rowText(model, 1),
        QStringList({QStringLiteral("Cast"), QStringLiteral("a.query"), QStringLiteral("F32 → BF16")}));
    EXPECT_EQ(rowText(model, 2), QStringList({QStringLiteral("Deleted"), QStringLiteral("b"), QString()}));
    EXPECT_EQ(rowText(model, 3),
        QStringList({QStringLiteral("Key changed"), QStringLiteral("step"), QStringLiteral("1 → 2")}));
    EXPECT_EQ(rowText(model, 4),
        QStringList({QStringLiteral("Key added"), QStringLiteral("new"), QStringLiteral("→ (empty)")}));
    EXPECT_EQ(rowText(model, 5), QStringList({QStringLiteral("Key removed"), QStringLiteral("note"), QString()}));
    EXPECT_EQ(model.index(2, 0).data(TensorRole).toUInt(), 1U);
    EXPECT_FALSE(model.index(3, 0).data(TensorRole).isValid());
    EXPECT_FALSE(model.hasChildren(model.index(0, 0)));
    EXPECT_EQ(model.index(2, ChangesModel::Subject).data(EditedRole).toInt(), int(ChangeKind::Deleted));
    model.setEdits({});
    EXPECT_EQ(model.rowCount(), 0);
}

TEST(ChangesModel, HasTheChangesOfAnActionBelowIt)
{
    MadeCheckpoint made;
    made.add("m.h.0.q").add("m.h.1.q").add("m.h.1.k", DType::F16).add("head");
    made->metadata = Metadata{{"a", "1"}, {"b", "2"}};
    StagedEdits edits(made.take());
    ChangesModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    edits.rename({0, 1, 2, 3}, [](std::string_view name) -> std::optional<std::string> {
        return name.starts_with("m.h.") ? std::optional(std::string(name.substr(2))) : std::nullopt;
    });
    edits.cast({0, 1, 2}, DType::BF16);
    edits.remove({2, 3});
    const std::vector<std::string> keys{"a", "b"};
    edits.removeMetadata(keys);
    model.setEdits(edits);
    ASSERT_EQ(model.rowCount(), 4);
    EXPECT_EQ(rowText(model, 0),
        QStringList({QStringLiteral("Renamed 3 tensors"), QStringLiteral("m.h"), QStringLiteral("→ h")}));
    EXPECT_EQ(rowText(model, 1),
        QStringList({QStringLiteral("Cast 3 tensors"), QStringLiteral("h.*"), QStringLiteral("→ BF16")}));
    EXPECT_EQ(
        rowText(model, 2), QStringList({QStringLiteral("Deleted 2 tensors"), QStringLiteral("h.1.k, …"), QString()}));
    EXPECT_EQ(rowText(model, 3), QStringList({QStringLiteral("Removed 2 keys"), QStringLiteral("a, …"), QString()}));
    const QModelIndex renamed = model.index(0, 0);
    ASSERT_EQ(model.rowCount(renamed), 3);
    const QModelIndex second = model.index(1, 0, renamed);
    EXPECT_EQ(second.siblingAtColumn(ChangesModel::Subject).data().toString(), QStringLiteral("m.h.1.q"));
    EXPECT_EQ(second.siblingAtColumn(ChangesModel::Becomes).data().toString(), QStringLiteral("→ h.1.q"));
    const auto patterns = second.data(NamePatternsRole).value<NamePatternsPtr>();
    ASSERT_TRUE(patterns);
    EXPECT_TRUE(patterns->patternOf("m.h.1.q") && patterns->patternOf("h.1.k"));
    EXPECT_EQ(second.data(TensorRole).toUInt(), 1U);
    EXPECT_FALSE(renamed.data(TensorRole).isValid());
    EXPECT_EQ(model.rowCount(second), 0);
}

TEST(ChangesModel, SaysThatAnActionNoLongerApplies)
{
    StagedEdits edits(twoTensors());
    edits.rename(1, "c");
    edits.rename({0, 1}, [](std::string_view name) -> std::optional<std::string> {
        return name == "c" ? std::optional<std::string>("d") : std::nullopt;
    });
    edits.undo({{0, {}}});
    ChangesModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setEdits(edits);
    ASSERT_EQ(model.rowCount(), 1);
    EXPECT_EQ(rowText(model, 0),
        QStringList({QStringLiteral("No longer applies"), QStringLiteral("c"), QStringLiteral("→ d")}));
    EXPECT_FALSE(model.index(0, 0).data(Qt::ToolTipRole).toString().isEmpty());
    EXPECT_FALSE(model.hasChildren(model.index(0, 0)));
}

/// Summarizing many changes has to visit each of them, so only a job does it, and only while the panel is shown.
TEST(ChangesModel, NamesLargeActionsOnceTheyAreShown)
{
    constexpr std::uint32_t count = 60'000;
    MadeCheckpoint made;
    for (std::uint32_t i = 0; i < count; ++i)
        made.add("m.h." + std::to_string(i) + ".q");
    made.add("head");
    StagedEdits edits(made.take());
    std::vector<std::uint32_t> blocks(count);
    std::iota(blocks.begin(), blocks.end(), 0U);
    edits.cast(blocks, DType::BF16);
    edits.rename(blocks, [](std::string_view name) -> std::optional<std::string> {
        return name.starts_with("m.h.") ? std::optional(std::string(name.substr(2))) : std::nullopt;
    });
    edits.rename(blocks, [](std::string_view name) -> std::optional<std::string> {
        return name.starts_with("h.") ? std::optional("x." + std::string(name.substr(2))) : std::nullopt;
    });
    ChangesModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setEdits(edits);
    EXPECT_FALSE(model.isNaming());
    const QString cast = QStringLiteral("Cast 60,000 tensors");
    EXPECT_EQ(rowText(model, 0), QStringList({cast, QStringLiteral("m.h.0.q, …"), QStringLiteral("→ BF16")}));
    EXPECT_EQ(rowText(model, 1),
        QStringList(
            {QStringLiteral("Renamed 60,000 tensors"), QStringLiteral("m.h.0.q, …"), QStringLiteral("→ h.0.q, …")}));

    test::Signal named(&model, &QAbstractItemModel::dataChanged);
    EXPECT_FALSE(model.index(0, 0).data(NamePatternsRole).value<NamePatternsPtr>());
    model.setShown(true);
    EXPECT_TRUE(model.isNaming());
    ASSERT_TRUE(named.await());
    EXPECT_FALSE(model.isNaming());
    EXPECT_TRUE(model.index(0, 0).data(NamePatternsRole).value<NamePatternsPtr>());
    EXPECT_EQ(rowText(model, 0), QStringList({cast, QStringLiteral("m.h.{0…59999}.q"), QStringLiteral("F32 → BF16")}));
    EXPECT_EQ(rowText(model, 1),
        QStringList({QStringLiteral("Renamed 60,000 tensors"), QStringLiteral("m.h"), QStringLiteral("→ h")}));

    // Remaining actions keep their names. An action that no longer applies is named after what it did.
    edits.undo({{1, {}}});
    model.setEdits(edits);
    ASSERT_EQ(model.rowCount(), 2);
    EXPECT_EQ(rowText(model, 0), QStringList({cast, QStringLiteral("m.h.{0…59999}.q"), QStringLiteral("F32 → BF16")}));
    EXPECT_TRUE(model.isNaming());
    ASSERT_TRUE(named.await());
    EXPECT_EQ(rowText(model, 1),
        QStringList({QStringLiteral("No longer applies"), QStringLiteral("h"), QStringLiteral("→ x")}));
}

TEST(ChangesModel, KnowsWhatIsSelected)
{
    MadeCheckpoint made;
    for (int i = 0; i < 6; ++i)
        made.add("t" + std::to_string(i));
    StagedEdits edits(made.take());
    edits.cast({0, 1, 2, 3}, DType::F16);
    edits.remove({4, 5});
    edits.rename(0, "x");
    ChangesModel model;
    model.setEdits(edits);
    const QModelIndex cast = model.index(0, 0);
    const QModelIndex removed = model.index(1, 0);
    QItemSelection rows(model.index(1, 0, cast), model.index(2, 2, cast));
    rows.select(model.index(0, 0, removed), model.index(0, 2, removed));
    rows.select(removed, removed.siblingAtColumn(2)); // the whole action, not only its child
    rows.select(model.index(2, 0), model.index(2, 2));
    const auto parts = model.parts(rows);
    ASSERT_EQ(parts.size(), 3U);
    EXPECT_EQ(parts[0].action, 0U);
    EXPECT_EQ(parts[0].changes, (std::vector<std::uint64_t>{1, 2}));
    EXPECT_EQ(parts[1].action, 1U);
    EXPECT_TRUE(parts[1].changes.empty());
    EXPECT_EQ(parts[2].action, 2U);
    EXPECT_EQ(model.indexOfAction(model.actionId(model.index(0, 0, removed))), removed);
    EXPECT_FALSE(model.indexOfAction(99).isValid());
}

TEST(ChangesModel, LongTextsAreWholeInTheTooltipAlone)
{
    StagedEdits edits(twoTensors());
    const QString longName = QString(700, u'x') + u'ä' + QString(700, u'y');
    edits.rename(1, longName.toStdString());
    ChangesModel model;
    model.setEdits(edits);
    const QModelIndex cell = model.index(0, ChangesModel::Becomes);
    const QString shown = cell.data().toString();
    EXPECT_LT(shown.size(), 1020);
    EXPECT_TRUE(shown.endsWith(u'y'));
    EXPECT_TRUE(shown.contains(u'…'));
    EXPECT_EQ(cell.data(WholeTextRole).toString(), QStringLiteral("b → ") + longName);
}

TEST(ChangesModel, SaysHowMuchThereWillBe)
{
    MadeCheckpoint made;
    made.add("a", DType::BF16, {1024, 1024}).add("b", DType::F32, {256, 1024}).add("c", DType::F32, {256, 1024});
    made.addZeros();
    const auto checkpoint = made.take();
    StagedEdits edits(checkpoint);
    EXPECT_TRUE(savedText(edits).isEmpty());
    edits.rename(0, "d");
    EXPECT_TRUE(savedText(edits).isEmpty()) << "as large as before";
    edits.cast({0}, DType::F32);
    edits.remove({1});
    EXPECT_EQ(edits.sizeChange().before, (2U << 20) + (1U << 20));
    EXPECT_EQ(edits.sizeChange().after, 4U << 20);
    EXPECT_EQ(edits.sizeChange().saved(100 + (4U << 20)), 100U + (5U << 20));
    EXPECT_EQ(savedText(edits), QStringLiteral("After saving: 2 tensors, 5.0 MiB of tensor data."));
    edits.revert({0, 1});
    EXPECT_TRUE(edits.sizeChange().isEmpty());
    EXPECT_TRUE(savedText(edits).isEmpty());
}

TEST(ChangesText, SaysWhatItComesTo)
{
    EXPECT_TRUE(changesText({}).isEmpty());
    EXPECT_EQ(changesText({1, 0, 0, 0}), QStringLiteral("1 tensor renamed"));
    EXPECT_EQ(changesText({0, 1200, 2, 0}), QStringLiteral("1,200 tensors cast, 2 deleted"));
    EXPECT_EQ(
        changesText({3, 1, 2, 1}), QStringLiteral("3 tensors renamed, 1 cast, 2 deleted; 1 metadata key changed"));
    EXPECT_EQ(changesText({0, 0, 0, 2}), QStringLiteral("2 metadata keys changed"));
}

TEST(ClashesText, NamesTheFirst)
{
    EXPECT_TRUE(clashesText({}).isEmpty());
    EXPECT_EQ(
        clashesText({1, {{"a", 0, 1}}}), QStringLiteral("Two tensors would be named “a”: no file can hold both."));
    EXPECT_TRUE(clashesText({3, {{"a", 0, 1}, {"b", 2, 3}}})
                    .startsWith(QStringLiteral("3 tensors would have the names of others")));
}

} // namespace
} // namespace loupe
