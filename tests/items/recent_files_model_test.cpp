#include "items/session/recent_files_model.h"

#include "items/jobs/item_roles.h"
#include "items/jobs/qt_text.h"
#include "support/file_content.h"
#include "support/temporary_file.h"
#include "support/test_data.h"

#include <QAbstractItemModelTester>
#include <QLocale>
#include <QTest>

#include <gtest/gtest.h>

namespace loupe {
namespace {

TEST(RecentFilesModel, SaysWhatEachPathIs)
{
    const test::TemporaryFolder folder;
    folder.write("a", std::string(1000, 'a'));
    folder.write("b", std::string(500, 'b'));
    RecentFilesModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    const QString missing = toQString(folder.path() / "gone\n.bt");
    model.setPaths({toQString(test::dataPath("safetensors/gpt2-tiny.safetensors")), toQString(folder.path()), missing});
    ASSERT_EQ(model.rowCount(), 3);
    const auto cell = [&](int row, int column) { return model.index(row, column).data().toString(); };
    EXPECT_EQ(cell(0, RecentFilesModel::Name), QStringLiteral("gpt2-tiny.safetensors"));
    EXPECT_EQ(cell(0, RecentFilesModel::Format), QString()) << "it is not known yet";
    ASSERT_TRUE(QTest::qWaitFor([&] { return !model.isLooking(); }, 20'000));
    EXPECT_EQ(cell(0, RecentFilesModel::Format), QStringLiteral("Safetensors"));
    EXPECT_EQ(cell(0, RecentFilesModel::Size), QStringLiteral("140.8 KiB"));
    EXPECT_FALSE(cell(0, RecentFilesModel::Date).isEmpty());
    EXPECT_EQ(cell(1, RecentFilesModel::Format), QStringLiteral("folder"));
    EXPECT_EQ(cell(1, RecentFilesModel::Size), QStringLiteral("1.5 KiB")) << "1,500 bytes";
    EXPECT_EQ(cell(2, RecentFilesModel::Format), QStringLiteral("missing"));
    EXPECT_EQ(cell(2, RecentFilesModel::Name), QStringLiteral("gone\\n.bt"));
    EXPECT_FALSE(model.index(1, 0).data(MissingRole).toBool());
    EXPECT_TRUE(model.index(2, 0).data(MissingRole).toBool());
    EXPECT_TRUE(model.flags(model.index(2, 0)).testFlag(Qt::ItemIsEnabled)) << "to be removed from the list";
    EXPECT_EQ(model.pathAt(2), missing);
    model.setPaths({});
    EXPECT_EQ(model.rowCount(), 0);
    EXPECT_FALSE(model.isLooking());
}

TEST(RecentFilesModel, AFolderHasTheFormatOfItsModel)
{
    const test::TemporaryFolder twoModels;
    twoModels.write("a.safetensors", test::readFile(test::dataPath("safetensors/gpt2-tiny.safetensors")));
    twoModels.write("b.safetensors", test::readFile(test::dataPath("safetensors/gpt2-tiny.safetensors")));
    const test::TemporaryFolder shards;
    shards.write("model.safetensors.index.json", "{}");
    RecentFilesModel model;
    model.setPaths({toQString(test::dataPath("quantized/damaged/fp8-scale-values")), toQString(shards.path()),
        toQString(twoModels.path())});
    ASSERT_TRUE(QTest::qWaitFor([&] { return !model.isLooking(); }, 20'000));
    const auto format = [&](int row) { return model.index(row, RecentFilesModel::Format).data().toString(); };
    EXPECT_EQ(format(0), QStringLiteral("Safetensors"));
    EXPECT_EQ(format(1), QStringLiteral("Safetensors"));
    EXPECT_EQ(format(2), QStringLiteral("folder")) << "which of them is not known";
}

/// The host does not exist, so this would fail if a server were asked.
TEST(RecentFilesModel, SaysWhatIsRememberedOfOtherMachines)
{
    const QString known = QStringLiteral("https://no.such.host/models/a.gguf");
    const QString unknown = QStringLiteral("hf://owner/repo@main/b.safetensors");
    const QDateTime opened(QDate(2026, 1, 2), QTime(3, 4));
    QLocale::setDefault(QLocale::c());
    RecentFilesModel model;
    model.setPaths({known, unknown},
        {{.name = known, .format = QStringLiteral("GGUF"), .bytes = 3'000'000, .opened = opened, .needsSecret = true}});
    ASSERT_TRUE(QTest::qWaitFor([&] { return !model.isLooking(); }, 20'000));
    const auto cell = [&](int row, int column) { return model.index(row, column).data().toString(); };
    EXPECT_EQ(cell(0, RecentFilesModel::Format), QStringLiteral("GGUF"));
    EXPECT_EQ(cell(0, RecentFilesModel::Name), QStringLiteral("a.gguf (asks for its password)"));
    EXPECT_EQ(cell(0, RecentFilesModel::Size), QStringLiteral("2.9 MiB"));
    EXPECT_EQ(cell(0, RecentFilesModel::Date), QStringLiteral("2 Jan 2026 03:04"));
    EXPECT_EQ(cell(0, RecentFilesModel::Folder), QStringLiteral("https://no.such.host/models"));
    EXPECT_TRUE(model.index(0, 0).data(WholeTextRole).toString().contains(u"not stored"));
    EXPECT_EQ(cell(1, RecentFilesModel::Name), QStringLiteral("b.safetensors"));
    EXPECT_EQ(cell(1, RecentFilesModel::Folder), QStringLiteral("hf://owner/repo@main"));
    for (const int column : {RecentFilesModel::Format, RecentFilesModel::Size, RecentFilesModel::Date})
        EXPECT_EQ(cell(1, column), QString());
    EXPECT_EQ(model.headerData(RecentFilesModel::Date, Qt::Horizontal).toString(), QStringLiteral("Modified"));
    EXPECT_TRUE(model.index(0, RecentFilesModel::Date).data(WholeTextRole).toString().contains(u"last opened"));
    EXPECT_FALSE(model.index(0, 0).data(MissingRole).toBool());
    EXPECT_FALSE(model.index(1, 0).data(MissingRole).toBool());
    QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
    EXPECT_EQ(cell(0, RecentFilesModel::Date), QStringLiteral("02.01.26 03:04"));
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    EXPECT_EQ(cell(0, RecentFilesModel::Date).simplified(), QStringLiteral("1/2/26 3:04 AM"));
    QLocale::setDefault(QLocale::system());
}

} // namespace
} // namespace loupe
