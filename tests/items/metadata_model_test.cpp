#include "items/metadata_model.h"

#include "await.h"
#include "items/metadata_tree.h"

#include <QAbstractItemModelTester>

#include <gtest/gtest.h>

namespace loupe {
namespace {

using test::Signal;

class MetadataModelTest : public testing::Test {
protected:
    void show(Metadata metadata)
    {
        const auto checkpoint = std::make_shared<Checkpoint>();
        checkpoint->metadata = std::move(metadata);
        Signal loaded(&model, &MetadataModel::loaded);
        model.setCheckpoint(checkpoint);
        ASSERT_TRUE(loaded.await());
    }
    QString value(const QModelIndex& row, int role = Qt::DisplayRole) const
    {
        return row.siblingAtColumn(MetadataModel::Value).data(role).toString();
    }

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
    EXPECT_FALSE(model.hasChildren(model.index(0, 0)));
    model.setCheckpoint(nullptr);
    EXPECT_EQ(model.rowCount(), 0);
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

TEST_F(MetadataModelTest, HugeValuesStayFolded)
{
    std::string list = "[0";
    for (std::size_t i = 0; i < MetadataTree::maximumNodes; ++i)
        list += ",0";
    show(
        {{"many", list + ']'}, {"long", '[' + std::string(MetadataTree::maximumJsonBytes, ' ') + "1]"}, {"ok", "[1]"}});
    EXPECT_EQ(model.rowCount(model.index(0, 0)), 0);
    EXPECT_EQ(model.rowCount(model.index(1, 0)), 0);
    EXPECT_EQ(model.rowCount(model.index(2, 0)), 1);
    EXPECT_LT(value(model.index(0, 0)).size(), 1000);
    EXPECT_EQ(value(model.index(0, 0), WholeTextRole).size(), static_cast<qsizetype>(list.size() + 1));
}

} // namespace
} // namespace loupe
