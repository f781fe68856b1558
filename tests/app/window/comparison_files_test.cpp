#include "app/window/compare/compare_window.h"
#include "app/window/main_window.h"
#include "app/window/opening/open_checkpoints.h"
#include "compare_window_fixture.h"
#include "formats/opening/open_checkpoint.h"
#include "items/compare/comparison_session.h"
#include "items/jobs/qt_text.h"
#include "support/child.h"
#include "support/test_data.h"
#include "support/window_parts.h"
#include "views/details/unlock_dialog.h"
#include "views/kit/elided_label.h"
#include "views/writing/write_dialog.h"
#include "views/writing/write_status.h"

#include <QAbstractButton>
#include <QApplication>
#include <QFile>
#include <QMenu>
#include <QProcess>
#include <QPushButton>
#include <QRadioButton>
#include <QTest>

#include <gmock/gmock.h>

#include <array>

namespace loupe {
namespace {

using test::CompareWindowTest;
using testing::HasSubstr;
using testing::Not;

TEST_F(CompareWindowTest, SaysWhyACheckpointCannotBeOpened)
{
    open(pair.a(), "/nowhere/b.bt");
    EXPECT_THAT(notices(), HasSubstr("/nowhere/b.bt: "));
    EXPECT_THAT(window->failure().toStdString(), HasSubstr("/nowhere/b.bt: "));
    EXPECT_THAT(view().emptyText().toStdString(), HasSubstr("could not be opened"));
}

TEST_F(CompareWindowTest, AFileThatIsReplacedIsANoticeThatReloads)
{
    open(pair.a(), pair.b());
    std::filesystem::copy_file(pair.a(), pair.folder().path() / "other");
    std::filesystem::rename(pair.folder().path() / "other", pair.b());
    ASSERT_TRUE(QTest::qWaitFor([&] { return noticeBar().count() > 1; }, 20'000));
    EXPECT_THAT(notices(), HasSubstr("b.safetensors was changed on disk."));
    clickNotice("Reload");
    ASSERT_TRUE(QTest::qWaitFor([&] { return chips().verdict() == u"Identical"; }, 20'000));
    EXPECT_EQ(notices(), "");
}

TEST_F(CompareWindowTest, ReadingBothAgainEndsTheNoticeThatAsksForIt)
{
    open(pair.a(), pair.b());
    std::filesystem::copy_file(pair.a(), pair.folder().path() / "other");
    std::filesystem::rename(pair.folder().path() / "other", pair.b());
    ASSERT_TRUE(QTest::qWaitFor([&] { return noticeBar().count() > 1; }, 20'000));
    QTest::keyClick(window.get(), Qt::Key_F5);
    ASSERT_TRUE(QTest::qWaitFor([&] { return chips().verdict() == u"Identical"; }, 20'000));
    EXPECT_EQ(notices(), "");
}

TEST_F(CompareWindowTest, WritesTheDocumentOfTheCommandLine)
{
    open(pair.a(), pair.b());
    const QString path = toQString(pair.folder().path() / "diff.json");
    window->exportTo(path);
    ASSERT_TRUE(awaitIdle());
    EXPECT_THAT(notices(), HasSubstr("diff.json"));
    QFile written(path);
    ASSERT_TRUE(written.open(QIODevice::ReadOnly));
    QProcess tloupe;
    tloupe.start(QStringLiteral(TLOUPE),
        {QStringLiteral("diff"), QStringLiteral("--json"), toQString(pair.a()), toQString(pair.b())});
    ASSERT_TRUE(tloupe.waitForFinished(60'000));
    EXPECT_EQ(tloupe.exitCode(), 1);
    EXPECT_EQ(written.readAll().toStdString(), tloupe.readAllStandardOutput().toStdString());
}

TEST_F(CompareWindowTest, AReportNeverTakesThePlaceOfWhatIsCompared)
{
    open(pair.a(), pair.b());
    QFile a(toQString(pair.a()));
    ASSERT_TRUE(a.open(QIODevice::ReadOnly));
    const QByteArray before = a.readAll();
    window->exportTo(a.fileName());
    ASSERT_TRUE(awaitIdle());
    EXPECT_THAT(notices(), HasSubstr("that are compared"));
    QFile after(a.fileName());
    ASSERT_TRUE(after.open(QIODevice::ReadOnly));
    EXPECT_EQ(after.readAll(), before);
}

TEST_F(CompareWindowTest, WritesTheReportOfTheCommandLine)
{
    open(pair.a(), pair.b());
    const QString path = toQString(pair.folder().path() / "diff.html");
    const QString other = toQString(pair.folder().path() / "other.html");
    window->exportTo(path);
    ASSERT_TRUE(awaitIdle());
    EXPECT_EQ(QProcess::execute(QStringLiteral(TLOUPE),
                  {QStringLiteral("diff"), QStringLiteral("-q"), QStringLiteral("--html"), other, toQString(pair.a()),
                      toQString(pair.b())}),
        1);
    QFile written(path);
    QFile wanted(other);
    ASSERT_TRUE(written.open(QIODevice::ReadOnly));
    ASSERT_TRUE(wanted.open(QIODevice::ReadOnly));
    EXPECT_EQ(written.readAll().toStdString(), wanted.readAll().toStdString());
}

TEST_F(CompareWindowTest, WritesTheDifferenceOfWhatIsSelected)
{
    open(pair.a(), pair.b());
    QAction* exportDifference = nullptr;
    for (QAction* const action : view().actions()) {
        if (action->text().contains(u"B − A"))
            exportDifference = action;
    }
    ASSERT_TRUE(exportDifference);
    exportDifference->trigger();
    auto* dialog = window->findChild<WriteDialog*>();
    ASSERT_TRUE(dialog);
    ASSERT_TRUE(QTest::qWaitFor([&] { return dialog->isIdle(); }, 20'000));
    ASSERT_TRUE(dialog->job().current());
    EXPECT_THAT(dialog->job().current()->leftOut.text.toStdString(),
        HasSubstr("Skipped: 2 without a difference, 1 of another shape, 1 only in A, 1 only in B"));
    dialog->status().write().click();
    ASSERT_TRUE(QTest::qWaitFor([&] { return dialog->isIdle(); }, 20'000));
    const auto written = openCheckpoint(pair.folder().path() / "b.difference.safetensors");
    ASSERT_TRUE(written);
    ASSERT_EQ((*written)->tensors.size(), 1u);
    EXPECT_EQ((*written)->tensors[0].name, "layers.0.q");
    std::array<float, 4> values{};
    ASSERT_TRUE((*written)->files[0].source->read(
        (*written)->tensors[0].bytes.begin, std::as_writable_bytes(std::span(values))));
    EXPECT_THAT(values, testing::ElementsAre(0, 0, 0, 2));
    delete dialog;

    Options options;
    options.select = {QStringLiteral("layers.0.k")};
    window->apply(options);
    exportDifference->trigger();
    dialog = window->findChild<WriteDialog*>();
    ASSERT_TRUE(dialog);
    ASSERT_TRUE(QTest::qWaitFor([&] { return dialog->isIdle(); }, 20'000));
    EXPECT_FALSE(dialog->status().write().isEnabled());
    ASSERT_EQ(dialog->job().current()->problems.size(), 1u);
    EXPECT_THAT(dialog->job().current()->problems[0].text.toStdString(), HasSubstr("there is no difference"));
}

TEST_F(CompareWindowTest, SaysWhatTheDifferenceIsOf)
{
    open(pair.a(), pair.b());
    const auto source = [&] {
        action("Export &B − A…")->trigger();
        auto* const dialog = window->findChild<WriteDialog*>();
        QString text;
        for (const auto* const label : dialog->findChildren<ElidedLabel*>()) {
            if (label->accessibleName() == u"Source")
                text = label->text();
        }
        delete dialog;
        return text;
    };
    filter().setText(QStringLiteral("layers"));
    ASSERT_TRUE(awaitIdle());
    EXPECT_EQ(source(), QStringLiteral("b.safetensors − a.safetensors: all shown differences"));
    open(pair.a(), pair.b());
    EXPECT_EQ(source(), QStringLiteral("b.safetensors − a.safetensors: all differences"));
}

TEST_F(CompareWindowTest, WhatTwoWindowsHaveOpenIsNotReadAgain)
{
    MainWindow first(false, toQString(pair.a()));
    MainWindow second(false, toQString(pair.b()));
    second.offerComparison(toQString(pair.a()), toQString(pair.b()));
    first.show();
    second.show();
    ASSERT_TRUE(QTest::qWaitFor([&] { return first.isIdle() && second.isIdle(); }, 20'000));
    std::filesystem::remove(pair.a());
    std::filesystem::remove(pair.b());
    for (auto* const button : test::notices(second).findChildren<QAbstractButton*>()) {
        if (button->text() == QStringLiteral("Compare"))
            button->click();
    }
    window.reset(onlyCompareWindow());
    ASSERT_TRUE(window);
    ASSERT_TRUE(awaitIdle());
    EXPECT_TRUE(window->failure().isEmpty()) << window->failure().toStdString();
    EXPECT_EQ(session().results()->paired()->a, test::document(first).current()->checkpoint);
    EXPECT_EQ(session().results()->paired()->b, test::document(second).current()->checkpoint);
    EXPECT_EQ(model().visibleTensors(), 6u);

    // A third window can then be opened from it.
    std::unique_ptr<CompareWindow> again(
        CompareWindow::openNew(false, openCheckpointAt(toQString(pair.b())), openCheckpointAt(toQString(pair.a()))));
    ASSERT_TRUE(QTest::qWaitFor([&] { return again->isIdle(); }, 20'000));
    EXPECT_TRUE(again->failure().isEmpty());
}

TEST_F(CompareWindowTest, EncryptedValuesAreUnlockedFromTheirNotice)
{
    const auto phrase = test::dataPath("tensorizer/encrypted-passphrase.tensors");
    open(test::dataPath("tensorizer/encrypted-key.tensors"), phrase);
    EXPECT_THAT(notices(), HasSubstr("The values of A are encrypted. Only names, dtypes and shapes are compared."));
    EXPECT_THAT(notices(), HasSubstr("The values of B are encrypted"));
    clickNotice("Unlock…"); // unlocks A
    auto* dialog = window->findChild<UnlockDialog*>();
    ASSERT_TRUE(dialog);
    EXPECT_FALSE(test::child<QRadioButton>(*dialog, QStringLiteral("passphrase")).isEnabled())
        << "A was made with a key";
    dialog->keyFile().setText(
        toQString(pair.folder().write("key", "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\n")));
    test::child<QPushButton>(*dialog, QStringLiteral("unlock")).click();
    ASSERT_TRUE(awaitIdle());
    EXPECT_THAT(notices(), Not(HasSubstr("values of A")));
    EXPECT_THAT(notices(), HasSubstr("Wrong key or passphrase for the values of B."));

    clickNotice("Try another…");
    dialog = window->findChild<UnlockDialog*>();
    ASSERT_TRUE(dialog);
    dialog->passphrase().setText(QStringLiteral("correct horse battery staple"));
    test::child<QPushButton>(*dialog, QStringLiteral("unlock")).click();
    ASSERT_TRUE(awaitIdle());
    EXPECT_THAT(notices(), Not(HasSubstr("encrypted")));
    EXPECT_FALSE(session().results()->firstError());
    EXPECT_EQ(session().results()->total().count(PairStatus::Identical), 1u) << "w is the same in both";
}

TEST_F(CompareWindowTest, BothPathsThatCannotBeOpenedAreSaid)
{
    open("/nowhere/a.bt", "/nowhere/b.bt");
    EXPECT_THAT(notices(), HasSubstr("/nowhere/a.bt: "));
    EXPECT_THAT(notices(), HasSubstr("/nowhere/b.bt: "));
    EXPECT_THAT(window->failure().toStdString(), HasSubstr("/nowhere/a.bt: "));
    EXPECT_THAT(window->failure().toStdString(), HasSubstr("/nowhere/b.bt: "));
    clickNotice("Try again");
    ASSERT_TRUE(awaitIdle());
    EXPECT_EQ(noticeBar().count(), 2);
}

TEST_F(CompareWindowTest, AFileDroppedOnAnotherCanBeComparedWithIt)
{
    MainWindow other(false, toQString(pair.a()));
    other.show();
    ASSERT_TRUE(QTest::qWaitFor([&] { return other.isIdle(); }, 20'000));
    dropOn(other, pair.b());
    const auto* const menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    ASSERT_TRUE(menu);
    ASSERT_EQ(menu->actions().size(), 2);
    menu->actions().last()->trigger();
    CompareWindow* const compared = onlyCompareWindow();
    ASSERT_TRUE(compared);
    EXPECT_EQ(test::child<ComparisonSession>(*compared).pathA(), toQString(pair.a()));
    EXPECT_EQ(test::child<ComparisonSession>(*compared).pathB(), toQString(pair.b()));
    delete compared;
    EXPECT_EQ(test::document(other).path(), toQString(pair.a()));
}

TEST_F(CompareWindowTest, FilesThatAreOpenedTogetherCanBeCompared)
{
    MainWindow second(false, toQString(pair.b()));
    second.offerComparison(toQString(pair.a()), toQString(pair.b()));
    second.show();
    ASSERT_TRUE(QTest::qWaitFor([&] { return second.isIdle(); }, 20'000));
    ASSERT_EQ(test::notices(second).texts(),
        QStringList{QStringLiteral("%1 was opened at the same time.").arg(toQString(pair.a()))});
    for (auto* const button : test::notices(second).findChildren<QAbstractButton*>()) {
        if (button->text() == QStringLiteral("Compare"))
            button->click();
    }
    CompareWindow* const compared = onlyCompareWindow();
    ASSERT_TRUE(compared);
    EXPECT_EQ(test::child<ComparisonSession>(*compared).pathA(), toQString(pair.a()));
    EXPECT_EQ(test::child<ComparisonSession>(*compared).pathB(), toQString(pair.b()));
    delete compared;

    second.open(toQString(pair.a()));
    ASSERT_TRUE(QTest::qWaitFor([&] { return second.isIdle(); }, 20'000));
    EXPECT_EQ(test::notices(second).texts(), QStringList{}) << "that was about another file";
}

TEST_F(CompareWindowTest, AnotherCheckpointTakesThePlaceOfASide)
{
    open(pair.a(), pair.b());
    window->openSide(1, toQString(pair.a()));
    ASSERT_TRUE(awaitIdle());
    EXPECT_EQ(session().pathA(), toQString(pair.a()));
    EXPECT_EQ(session().pathB(), toQString(pair.a()));
    EXPECT_EQ(chips().verdict(), u"Identical");
    window->openSide(0, toQString(pair.b()));
    ASSERT_TRUE(awaitIdle());
    EXPECT_EQ(session().pathA(), toQString(pair.b()));
    EXPECT_EQ(session().pathB(), toQString(pair.a()));
}

TEST_F(CompareWindowTest, AFileGivenTwiceIsNotOfferedForComparison)
{
    MainWindow twice(false, toQString(pair.a()));
    twice.offerComparison(toQString(pair.a()), toQString(pair.a().parent_path() / "." / pair.a().filename()));
    twice.show();
    ASSERT_TRUE(QTest::qWaitFor([&] { return twice.isIdle(); }, 20'000));
    EXPECT_EQ(test::notices(twice).texts(), QStringList{});
}

} // namespace
} // namespace loupe
