#include "support/child.h"
#include "views/metadata/metadata_tab.h"

#include "items/compare/metadata_difference_model.h"
#include "support/compared_pair.h"
#include "views/values/value_pane.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QPlainTextEdit>
#include <QTest>
#include <QTreeView>

#include <gmock/gmock.h>

namespace loupe {
namespace {

using testing::HasSubstr;

class MetadataTabTest : public testing::Test {
protected:
    MetadataTabTest()
    {
        QObject::connect(&tab, &ComparisonTab::titleChanged, &tab, [this](const QString& text) { title = text; });
    }
    void compare(const std::string& a, const std::string& b)
    {
        const std::vector<test::WantedTensor> tensors{{"w", "U8", "[1]", "x"}};
        auto paired = openPair(folder.write("a.safetensors", test::safetensorsOf(tensors, a)),
            folder.write("b.safetensors", test::safetensorsOf(tensors, b)), {});
        ASSERT_TRUE(paired);
        tab.show();
        tab.setActive(true);
        tab.setResults(std::make_shared<ComparisonResults>(*paired));
        ASSERT_TRUE(QTest::qWaitFor([&] { return !tab.isBusy(); }, 20'000));
    }

    test::TemporaryFolder folder;
    MetadataTab tab;
    QString title;
};

TEST_F(MetadataTabTest, CountsTheDifferencesInItsTitle)
{
    compare(R"({"step":"1","gone":"x","format":"pt"})", R"({"step":"2","new":"y","format":"pt"})");
    EXPECT_EQ(title, QStringLiteral("Metadata (3)"));
    EXPECT_EQ(tab.message(), QString());
    EXPECT_EQ(test::child<QTreeView>(tab).model()->rowCount(), 4);
    compare(R"({"step":"1"})", R"({"step":"1"})");
    EXPECT_EQ(title, QStringLiteral("Metadata"));
    EXPECT_EQ(test::child<QTreeView>(tab).model()->rowCount(), 1);
}

TEST_F(MetadataTabTest, SaysWhyThereIsNothing)
{
    EXPECT_THAT(tab.message().toStdString(), HasSubstr("Metadata of both checkpoints"));
    compare("", "");
    EXPECT_EQ(tab.message(), QStringLiteral("Neither checkpoint has metadata."));
    tab.setResults(nullptr);
    EXPECT_THAT(tab.message().toStdString(), HasSubstr("Metadata of both checkpoints"));
}

TEST_F(MetadataTabTest, LargeNumbersOfDifferencesAreGrouped)
{
    std::string metadata = "{";
    for (int i = 0; i < 1234; ++i)
        metadata += (i > 0 ? ",\"k" : "\"k") + std::to_string(i) + "\":\"v\"";
    compare(metadata + '}', "");
    EXPECT_EQ(title, QStringLiteral("Metadata (1,234)"));
}

TEST_F(MetadataTabTest, AFailureIsSaidAndComputingAgainFillsTheTable)
{
    compare(R"({"step":"1"})", R"({"step":"2"})");
    EXPECT_FALSE(tab.computeButton().isVisible());
    auto* const model = tab.findChild<MetadataDifferenceModel*>();
    ASSERT_NE(model, nullptr);
    emit model->failed({ErrorCode::OutOfMemory, "out of memory", "", std::nullopt});
    EXPECT_THAT(tab.message().toStdString(), HasSubstr("out of memory"));
    EXPECT_TRUE(tab.computeButton().isVisible());
    tab.computeButton().click();
    ASSERT_TRUE(QTest::qWaitFor([&] { return !tab.isBusy(); }, 20'000));
    EXPECT_EQ(tab.message(), QString());
    EXPECT_EQ(test::child<QTreeView>(tab).model()->rowCount(), 1);
}

TEST_F(MetadataTabTest, WhatWasStoppedCanBeComputed)
{
    auto paired =
        openPair(folder.write("a.safetensors", test::safetensorsOf({{"w", "U8", "[1]", "x"}}, R"({"k":"1"})")),
            folder.write("b.safetensors", test::safetensorsOf({{"w", "U8", "[1]", "x"}}, R"({"k":"2"})")), {});
    ASSERT_TRUE(paired);
    tab.show();
    tab.setActive(true);
    tab.setResults(std::make_shared<ComparisonResults>(*paired));
    tab.stop();
    EXPECT_THAT(tab.message().toStdString(), HasSubstr("Stopped. Press Compute"));
    tab.computeButton().click();
    ASSERT_TRUE(QTest::qWaitFor([&] { return !tab.isBusy(); }, 20'000));
    EXPECT_EQ(test::child<QTreeView>(tab).model()->rowCount(), 1);
}

TEST_F(MetadataTabTest, TheCurrentRowIsShownInFull)
{
    const std::string text(2000, 'x');
    compare(R"({"note":")" + text + R"("})", R"({"note":"a\nb"})");
    EXPECT_EQ(test::child<QPlainTextEdit>(tab, QStringLiteral("valueA")).toPlainText().toStdString(), text);
    EXPECT_EQ(test::child<QPlainTextEdit>(tab, QStringLiteral("valueB")).toPlainText(), QStringLiteral("a\nb"));
    EXPECT_LT(test::child<QTreeView>(tab).model()->index(0, 1).data().toString().size(), 1000);
}

TEST_F(MetadataTabTest, WhatChangedInsideOfAValueIsUnfolded)
{
    compare(R"({"config":"{\"a\":1,\"b\":{\"c\":2}}","other":"[1]"})",
        R"({"config":"{\"a\":1,\"b\":{\"c\":3}}","other":"[1]"})");
    const QAbstractItemModel& model = *test::child<QTreeView>(tab).model();
    const QModelIndex config = model.index(0, 0);
    EXPECT_TRUE(test::child<QTreeView>(tab).isExpanded(config));
    EXPECT_TRUE(test::child<QTreeView>(tab).isExpanded(model.index(0, 0, config)));
    EXPECT_EQ(model.index(0, 0, model.index(0, 0, config)).data().toString(), QStringLiteral("c"));
    EXPECT_FALSE(test::child<QTreeView>(tab).isExpanded(model.index(1, 0)));
}

TEST_F(MetadataTabTest, RowsCanBeCopied)
{
    compare(R"({"step":"1","gone":"x"})", R"({"step":"2"})");
    test::child<QTreeView>(tab).selectAll();
    QApplication::clipboard()->clear();
    for (QAction* const action : test::child<QTreeView>(tab).actions())
        action->trigger();
    EXPECT_EQ(QApplication::clipboard()->text(), QStringLiteral("step\t1\t2\ngone\tx\t"));
}

TEST_F(MetadataTabTest, ComparesOnceItIsLookedAt)
{
    auto paired =
        openPair(folder.write("a.safetensors", test::safetensorsOf({{"w", "U8", "[1]", "x"}}, R"({"k":"1"})")),
            folder.write("b.safetensors", test::safetensorsOf({{"w", "U8", "[1]", "x"}}, R"({"k":"2"})")), {});
    ASSERT_TRUE(paired);
    tab.setResults(std::make_shared<ComparisonResults>(*paired));
    EXPECT_EQ(title, QStringLiteral("Metadata (1)"));
    EXPECT_FALSE(tab.isBusy());
    tab.setActive(true);
    EXPECT_TRUE(tab.isBusy());
    ASSERT_TRUE(QTest::qWaitFor([&] { return !tab.isBusy(); }, 20'000));
    EXPECT_EQ(test::child<QTreeView>(tab).model()->rowCount(), 1);
}

} // namespace
} // namespace loupe
