#include "items/metadata/metadata_model.h"

#include "await.h"
#include "core/text/json_writer.h"
#include "items/metadata/metadata_tree.h"

#include <QAbstractItemModelTester>

#include <gtest/gtest.h>

namespace loupe {
namespace {

using test::Signal;

class MetadataModelTest : public testing::Test {
protected:
    void show(Metadata metadata)
    {
        const auto made = std::make_shared<Checkpoint>();
        made->metadata = std::move(metadata);
        checkpoint = made;
        Signal loaded(&model, &MetadataModel::loaded);
        model.setCheckpoint(checkpoint);
        ASSERT_TRUE(loaded.await());
    }
    QString value(const QModelIndex& row, int role = Qt::DisplayRole) const
    {
        return row.siblingAtColumn(MetadataModel::Value).data(role).toString();
    }

    std::shared_ptr<const Checkpoint> checkpoint;
    MetadataModel model;
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::Fatal};
};

TEST_F(MetadataModelTest, KeysStandInTheFilesOrder)
{
    EXPECT_EQ(model.rowCount(), 0);
    show({{"z", "1"}, {"a", "pt\nx"}, {"", ""}});
    ASSERT_EQ(model.rowCount(), 3);
    EXPECT_EQ(model.index(0, 0).data().toString(), QStringLiteral("z"));
    EXPECT_EQ(value(model.index(1, 0)), QStringLiteral("pt x"));
    EXPECT_EQ(value(model.index(1, 0), WholeTextRole), QStringLiteral("pt\nx"));
    EXPECT_EQ(model.index(2, 0).data().toString(), QStringLiteral("(empty)"));
    EXPECT_FALSE(model.hasChildren(model.index(0, 0)));
    model.setCheckpoint(nullptr);
    EXPECT_EQ(model.rowCount(), 0);
}

/// The numbers from 0 on, made when they are asked for.
class CountedNumbers : public StoredMetadata {
public:
    explicit CountedNumbers(std::uint64_t count)
        : StoredMetadata(nullptr, {}, count)
    {
    }
    Result<std::string> elements(std::uint64_t first, std::uint64_t count) const override
    {
        std::string text = "[";
        for (std::uint64_t i = first; i < first + count; ++i)
            text += (i > first ? "," : "") + std::to_string(i);
        return text + ']';
    }
    Result<std::string> text() const override { return elements(0, *count()); }
    void write(JsonWriter& json) const override { json.value(nullptr); }
};

TEST_F(MetadataModelTest, OfWhatStaysInItsFileTheFirstElementsAreRead)
{
    constexpr auto shown = static_cast<int>(MetadataTree::maximumElements);
    const auto numbers = std::make_shared<const CountedNumbers>(MetadataTree::maximumElements + 1234);
    show({{"few", "[1, 2]"}, {"many", MetadataValue("[0, 1, … more]", numbers, "ARRAY of UINT32")}, {"last", "x"}});
    ASSERT_EQ(model.rowCount(), 3);
    const QModelIndex many = model.index(1, 0);
    EXPECT_EQ(value(many), QStringLiteral("[0, 1, … more]"));
    EXPECT_FALSE(model.isWhole(many));
    EXPECT_TRUE(model.isWhole(model.index(0, 0)));
    ASSERT_EQ(model.rowCount(many), shown + 1);
    EXPECT_EQ(value(model.index(shown - 1, 0, many)), QString::number(shown - 1));
    EXPECT_EQ(model.index(shown, 0, many).data().toString(), QStringLiteral("…"));
    EXPECT_EQ(value(model.index(shown, 0, many)), QStringLiteral("1,234 more values"));
    EXPECT_EQ(model.rowCount(model.index(0, 0)), 2);
}

TEST_F(MetadataModelTest, ShowsWhatIsStaged)
{
    show({{"step", "1"}, {"note", "x"}});
    StagedEdits edits(checkpoint);
    edits.setMetadata("step", "2");
    edits.removeMetadata("note");
    edits.setMetadata("config", R"({"a": 1})");
    Signal loaded(&model, &MetadataModel::loaded);
    model.setEdits(edits);
    ASSERT_EQ(model.rowCount(), 2); // what was shown stays until the rest is there
    ASSERT_TRUE(loaded.await());
    ASSERT_EQ(model.rowCount(), 3);
    const QModelIndex step = model.index(0, 0);
    EXPECT_EQ(value(step), QStringLiteral("→ 2"));
    EXPECT_EQ(value(step, WholeTextRole), QStringLiteral("2"));
    EXPECT_EQ(value(step, Qt::ToolTipRole), QStringLiteral("before: 1"));
    EXPECT_EQ(step.data(EditedRole).toInt(), int(ChangeKind::MetadataSet));
    const QModelIndex note = model.index(1, 0);
    EXPECT_EQ(value(note), QStringLiteral("x"));
    EXPECT_EQ(note.data(EditedRole).toInt(), int(ChangeKind::MetadataRemoved));
    const QModelIndex config = model.rowOf("config");
    EXPECT_EQ(config.row(), 2);
    EXPECT_EQ(model.rowCount(config), 1);
    EXPECT_EQ(model.keyOf(model.index(0, 1, config)), "config");
    EXPECT_EQ(model.valueOf(config), R"({"a": 1})");
    EXPECT_EQ(model.valueOf(note), "x");
    EXPECT_FALSE(model.rowOf("nowhere").isValid());
    model.setEdits(StagedEdits(checkpoint));
    ASSERT_TRUE(loaded.await());
    EXPECT_EQ(model.rowCount(), 2);
    EXPECT_FALSE(model.index(0, 0).data(EditedRole).isValid());
}

TEST_F(MetadataModelTest, UnfoldsJson)
{
    show({{"config", R"( {"layers": 12, "big": 9007199254740993, "rate": 0.1, "names": ["a", null, {"deep": true}]} )"},
        {"broken", "{not json}"}});
    const QModelIndex config = model.index(0, 0);
    ASSERT_EQ(model.rowCount(config), 4);
    EXPECT_FALSE(model.hasChildren(model.index(1, 0)));
    QStringList members;
    for (int row = 0; row < 4; ++row)
        members << model.index(row, 0, config).data().toString() + QLatin1Char('=')
                + value(model.index(row, 0, config));
    EXPECT_TRUE(members.contains(QStringLiteral("layers=12")));
    EXPECT_TRUE(members.contains(QStringLiteral("big=9007199254740993")));
    EXPECT_TRUE(members.contains(QStringLiteral("rate=0.1")));
    const QModelIndex names =
        model.index(static_cast<int>(members.indexOf(QStringLiteral("names=[3 values]"))), 0, config);
    ASSERT_EQ(model.rowCount(names), 3);
    EXPECT_EQ(value(model.index(1, 0, names)), QStringLiteral("null"));
    const QModelIndex deep = model.index(0, 0, model.index(2, 0, names));
    EXPECT_EQ(value(deep), QStringLiteral("true"));
    EXPECT_EQ(deep.data(FullNameRole).toString(), QStringLiteral("config.names.[2].deep"));
}

TEST_F(MetadataModelTest, WhatCouldFoolAReaderIsSpelledOut)
{
    show({{"a\nb", "x\u202ey\x1b[31m"}});
    EXPECT_EQ(model.index(0, 0).data().toString(), QStringLiteral("a\\nb"));
    EXPECT_EQ(value(model.index(0, 0)), QStringLiteral("x\\u202ey\\x1b[31m"));
}

TEST_F(MetadataModelTest, JsonKeepsItsOrderItsDuplicatesAndItsDigits)
{
    show({{"j", R"({"z": 123456789012345678901234567890, "a": 1.10, "z": -0, "s": "\u00e9", "e": {}})"}});
    const QModelIndex top = model.index(0, 0);
    QStringList members;
    for (int row = 0; row < model.rowCount(top); ++row)
        members << model.index(row, 0, top).data().toString() + QLatin1Char('=') + value(model.index(row, 0, top));
    EXPECT_EQ(members.join(QLatin1Char(';')).toStdString(),
        "z=123456789012345678901234567890;a=1.10;z=-0;s=\u00e9;e={0 keys}");
}

TEST_F(MetadataModelTest, DeepNestingStaysTextFromALevelOn)
{
    std::string deep(100, '[');
    deep.append(1, '7').append(100, ']');
    show({{"deep", deep}});
    QModelIndex level = model.index(0, 0);
    unsigned levels = 0;
    for (; model.hasChildren(level); level = model.index(0, 0, level))
        ++levels;
    EXPECT_EQ(levels, MetadataTree::maximumDepth);
    EXPECT_EQ(value(level).toStdString(), deep.substr(levels, deep.size() - 2 * levels));
}

TEST_F(MetadataModelTest, HugeValuesStayFolded)
{
    std::string list = "[0";
    for (std::size_t i = 0; i < MetadataTree::maximumNodes; ++i)
        list += ",0";
    std::string spaces(MetadataTree::maximumJsonBytes, ' ');
    spaces.front() = '[';
    show({{"many", list + ']'}, {"long", spaces + " 1]"}, {"ok", "[1]"}});
    EXPECT_EQ(model.rowCount(model.index(0, 0)), 0);
    EXPECT_EQ(model.rowCount(model.index(1, 0)), 0);
    EXPECT_EQ(model.rowCount(model.index(2, 0)), 1);
    EXPECT_LT(value(model.index(0, 0)).size(), 1000);
    EXPECT_EQ(value(model.index(0, 0), WholeTextRole).size(), static_cast<qsizetype>(list.size() + 1));
}

} // namespace
} // namespace loupe
