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

/// The numbers 0, 1, 2, …, made on demand.
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

/// A vocabulary: the texts "token 0", "token 1" and so on.
class CountedTokens : public CountedNumbers {
public:
    using CountedNumbers::CountedNumbers;
    Result<std::string> elements(std::uint64_t first, std::uint64_t count) const override
    {
        std::string text = "[";
        for (std::uint64_t i = first; i < first + count; ++i)
            text += (i > first ? ",\"token " : "\"token ") + std::to_string(i) + '"';
        return text + ']';
    }
};

TEST_F(MetadataModelTest, TypesAndNamesOfNumbersAreShown)
{
    static constexpr NumberName names[] = {{7, "MOSTLY_Q8_0"}, {-1, "UNSPECIFIED"}};
    const auto named = [](const char* text) {
        MetadataValue value(text, MetadataValue::Kind::Json, "INT32");
        value.setNames(names);
        return value;
    };
    EXPECT_FALSE(model.hasTypes());
    show({{"a", named("7")}, {"b", named("-1")}, {"c", named("8")}, {"d", named("[7,8]")}, {"e", "7"}});
    EXPECT_TRUE(model.hasTypes());
    const QModelIndex a = model.index(0, 0);
    EXPECT_EQ(value(a), QStringLiteral("7 (MOSTLY_Q8_0)"));
    EXPECT_EQ(value(a, WholeTextRole), QStringLiteral("7"));
    EXPECT_EQ(a.siblingAtColumn(MetadataModel::Type).data().toString(), QStringLiteral("INT32"));
    EXPECT_EQ(value(model.index(1, 0)), QStringLiteral("-1 (UNSPECIFIED)"));
    EXPECT_EQ(value(model.index(2, 0)), QStringLiteral("8"));
    EXPECT_EQ(value(model.index(0, 0, model.index(3, 0))), QStringLiteral("7 (MOSTLY_Q8_0)"));
    EXPECT_EQ(value(model.index(1, 0, model.index(3, 0))), QStringLiteral("8"));
    EXPECT_EQ(value(model.index(4, 0)), QStringLiteral("7"));
    EXPECT_EQ(model.index(4, MetadataModel::Type).data().toString(), QString());
}

TEST_F(MetadataModelTest, AFilterKeepsWhatContainsItWithWhatIsAbove)
{
    static constexpr NumberName names[] = {{7, "MOSTLY_Q8_0"}};
    MetadataValue named("7", MetadataValue::Kind::Json, "UINT32");
    named.setNames(names);
    show({{"config", R"({"model": {"type": "llama", "layers": 12}, "torch": "2.1"})"}, {"note", "a LLAMA"},
        {"file_type", named}, {"llama_of", R"({"x": 1, "y": [2, 3]})"}});
    const auto rows = [this] {
        QStringList found;
        for (int row = 0; row < model.rowCount(); ++row)
            found << model.index(row, 0).data().toString();
        return found.join(u' ');
    };
    const auto filter = [this](const char* text) {
        Signal applied(&model, &MetadataModel::filterApplied);
        model.setFilter(QString::fromUtf8(text));
        EXPECT_TRUE(applied.await());
    };
    filter("llama");
    EXPECT_EQ(rows(), QStringLiteral("config note llama_of"));
    const QModelIndex config = model.index(0, 0);
    ASSERT_EQ(model.rowCount(config), 1);
    EXPECT_EQ(model.rowCount(model.index(0, 0, config)), 1) << "not the layers";
    EXPECT_EQ(model.rowCount(model.index(2, 0)), 2) << "all below a key that matches";
    ASSERT_EQ(model.matchCount(), 3U);
    EXPECT_EQ(model.rowOfMatch(0).data(FullNameRole).toString(), QStringLiteral("config.model.type"));
    EXPECT_EQ(model.rowOfMatch(1), model.index(1, 0));
    EXPECT_EQ(model.matchAt(model.rowOfMatch(2)), 2U);
    EXPECT_EQ(model.matchAt(config), std::nullopt);
    EXPECT_EQ(model.valueOf(model.index(1, 0)), "a LLAMA") << "in its own row of the file";
    EXPECT_FALSE(model.rowOf("file_type").isValid());
    EXPECT_EQ(model.valueNow("file_type"), QStringLiteral("7"));
    filter("q8_0");
    EXPECT_EQ(rows(), QStringLiteral("file_type"));
    filter("nowhere");
    EXPECT_EQ(model.rowCount(), 0);
    EXPECT_FALSE(model.isEmpty());
    model.setFilter({});
    EXPECT_EQ(rows(), QStringLiteral("config note file_type llama_of"));
}

TEST_F(MetadataModelTest, AVocabularyIsSearchedToItsEnd)
{
    const auto tokens = std::make_shared<const CountedTokens>(250'000);
    show({{"tokens", MetadataValue("[token 0, …]", tokens, "ARRAY of STRING")}, {"other", "x"}});
    const auto found = [this](const char* text) {
        Signal applied(&model, &MetadataModel::filterApplied);
        model.setFilter(QString::fromUtf8(text));
        EXPECT_TRUE(applied.await());
        QStringList elements;
        for (int row = 0; row < model.rowCount(model.index(0, 0)); ++row) {
            const QModelIndex element = model.index(row, 0, model.index(0, 0));
            elements << element.data().toString() + u'=' + value(element);
        }
        return elements.join(u' ').toStdString();
    };
    EXPECT_EQ(found("TOKEN 24999"),
        "[24999]=token 24999 [249990]=token 249990 [249991]=token 249991 "
        "[249992]=token 249992 [249993]=token 249993 [249994]=token 249994 "
        "[249995]=token 249995 [249996]=token 249996 [249997]=token 249997 "
        "[249998]=token 249998 [249999]=token 249999");
    EXPECT_EQ(model.rowCount(), 1);
    EXPECT_EQ(model.matchCount(), 11U);
    EXPECT_EQ(found("[12345]"), "[12345]=token 12345") << "by its number";
    found("token");
    EXPECT_EQ(model.rowCount(model.index(0, 0)), int(MetadataTree::maximumElements) + 1) << "the key matches";
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
    ASSERT_EQ(model.rowCount(), 2); // the rows stay until the rest has arrived
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
