#include "items/tree/changes_model.h"

#include "support/made_checkpoint.h"

#include <QAbstractItemModelTester>

#include <gtest/gtest.h>

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

TEST(ChangesModel, HasARowForEachChange)
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
    EXPECT_EQ(rowText(model, 1), QStringList({QStringLiteral("Cast"), name, QStringLiteral("F32 → BF16")}));
    EXPECT_EQ(rowText(model, 2), QStringList({QStringLiteral("Deleted"), QStringLiteral("b"), QString()}));
    EXPECT_EQ(rowText(model, 3),
        QStringList({QStringLiteral("Key changed"), QStringLiteral("step"), QStringLiteral("1 → 2")}));
    EXPECT_EQ(rowText(model, 4),
        QStringList({QStringLiteral("Key added"), QStringLiteral("new"), QStringLiteral("→ (empty)")}));
    EXPECT_EQ(rowText(model, 5), QStringList({QStringLiteral("Key removed"), QStringLiteral("note"), QString()}));
    EXPECT_EQ(model.index(2, 0).data(TensorRole).toUInt(), 1U);
    EXPECT_FALSE(model.index(3, 0).data(TensorRole).isValid());
    EXPECT_EQ(model.index(2, ChangesModel::Subject).data(EditedRole).toInt(), int(ChangeKind::Deleted));
    model.setEdits({});
    EXPECT_EQ(model.rowCount(), 0);
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
    EXPECT_LT(shown.size(), 1010);
    EXPECT_TRUE(shown.endsWith(u'y'));
    EXPECT_TRUE(shown.contains(u'…'));
    EXPECT_EQ(cell.data(WholeTextRole).toString(), QStringLiteral("→ ") + longName);
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
    EXPECT_TRUE(clashesText({3, {{"a", 0, 1}, {"b", 2, 3}}}).startsWith(QStringLiteral("3 tensors would have a name")));
}

} // namespace
} // namespace loupe
