#include "views/metadata/metadata_view.h"

#include "items/metadata/metadata_model.h"
#include "support/child.h"
#include "views/metadata/metadata_search.h"

#include <QLabel>
#include <QLineEdit>
#include <QTest>
#include <QTreeView>

#include <gtest/gtest.h>

namespace loupe {
namespace {

class MetadataViewTest : public testing::Test {
protected:
    MetadataViewTest()
    {
        view.resize(600, 400);
        view.show();
    }
    void show(Metadata metadata)
    {
        const auto checkpoint = std::make_shared<Checkpoint>();
        checkpoint->metadata = std::move(metadata);
        view.setCheckpoint(checkpoint);
        ASSERT_TRUE(waitUntilIdle());
    }
    bool waitUntilIdle()
    {
        return QTest::qWaitFor([this] { return !view.isBusy(); }, 20'000);
    }
    QLineEdit& field() { return test::child<QLineEdit>(view.search()); }
    QString count() { return test::child<QLabel>(view.search()).text(); }
    void type(const QString& text)
    {
        field().setText(text);
        ASSERT_TRUE(waitUntilIdle());
    }
    QString current() { return view.tree().currentIndex().data(FullNameRole).toString(); }

    MetadataView view;
};

TEST_F(MetadataViewTest, EnterLeadsFromMatchToMatch)
{
    show({{"a", "one two"}, {"b", R"({"x": "two", "y": "three"})"}, {"c", "three"}});
    type(QStringLiteral("TWO"));
    EXPECT_EQ(current(), QStringLiteral("a"));
    EXPECT_EQ(count(), QStringLiteral("1 of 2"));
    QTest::keyClick(&field(), Qt::Key_Return);
    EXPECT_EQ(current(), QStringLiteral("b.x"));
    EXPECT_EQ(count(), QStringLiteral("2 of 2"));
    EXPECT_EQ(view.valueText(), QStringLiteral("two"));
    QTest::keyClick(&field(), Qt::Key_Return);
    EXPECT_EQ(current(), QStringLiteral("a"));
    QTest::keyClick(&field(), Qt::Key_Return, Qt::ShiftModifier);
    EXPECT_EQ(current(), QStringLiteral("b.x"));
    type(QStringLiteral("nothing"));
    EXPECT_EQ(count(), QStringLiteral("No matches"));
    EXPECT_TRUE(view.message().isEmpty());
    type({});
    EXPECT_EQ(count(), QString());
    EXPECT_EQ(view.tree().model()->rowCount(), 3);
}

TEST_F(MetadataViewTest, FindGoesToTheFieldAndEscapeBack)
{
    show({{"a", "1"}, {"b", "2"}});
    view.activateWindow();
    view.tree().setFocus();
    QTest::keySequence(&view.tree(), QKeySequence::Find);
    EXPECT_EQ(view.focusWidget(), &field());
    type(QStringLiteral("2"));
    QTest::keyClick(&field(), Qt::Key_Escape);
    EXPECT_EQ(field().text(), QString());
    EXPECT_EQ(view.focusWidget(), &view.tree());
}

TEST_F(MetadataViewTest, TypesHaveAColumnWhereThereAreAny)
{
    show({{"a", "1"}});
    EXPECT_TRUE(view.tree().isColumnHidden(MetadataModel::Type));
    show({{"a", MetadataValue("1", MetadataValue::Kind::Json, "UINT32")}});
    EXPECT_FALSE(view.tree().isColumnHidden(MetadataModel::Type));
}

TEST_F(MetadataViewTest, AnotherCheckpointIsNotFiltered)
{
    show({{"a", "1"}, {"b", "2"}});
    type(QStringLiteral("2"));
    EXPECT_EQ(view.tree().model()->rowCount(), 1);
    show({{"c", "3"}, {"d", "4"}});
    EXPECT_EQ(field().text(), QString());
    EXPECT_EQ(view.tree().model()->rowCount(), 2);
}

} // namespace
} // namespace loupe
