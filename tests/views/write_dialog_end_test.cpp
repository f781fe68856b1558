#include "support/held_jobs.h"
#include "write_dialog_fixture.h"

#include "core/text/text.h"

#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>

namespace loupe {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

TEST_F(WriteDialogTest, EscapeStopsWritingAndThenCloses)
{
    make("safetensors/many-tensors.safetensors", "a.bt");
    {
        const test::HeldJobs held;
        write().click();
        ASSERT_TRUE(m_dialog->job().isWriting());
        QTest::keyClick(m_dialog.get(), Qt::Key_Escape);
        EXPECT_TRUE(m_dialog->isVisible());
    }
    waitUntilIdle();
    EXPECT_FALSE(fs::exists(m_folder.path() / "a.bt"));
    EXPECT_THAT(notices(), HasSubstr("Nothing was written"));
    QTest::keyClick(m_dialog.get(), Qt::Key_Escape);
    EXPECT_FALSE(m_dialog->isVisible());
}

TEST_F(WriteDialogTest, ASecondClickOnStopDoesNotWriteAgain)
{
    make("safetensors/many-tensors.safetensors", "a.bt");
    const auto areaOf = [](const QPushButton& button) {
        return QRect(button.mapToGlobal(QPoint(0, 0)), button.size());
    };
    const QRect writeArea = areaOf(write());
    const QRect cancelArea = areaOf(m_dialog->status().cancel());
    QPushButton& stop = m_dialog->status().stop();
    {
        const test::HeldJobs held;
        write().click();
        QTest::qWait(0); // the page is laid out
        EXPECT_FALSE(areaOf(stop).intersects(writeArea));
        EXPECT_FALSE(areaOf(stop).intersects(cancelArea));
        EXPECT_TRUE(stop.hasFocus());
        QTest::keyClick(&stop, Qt::Key_Space);
    }
    waitUntilIdle();
    EXPECT_TRUE(write().isEnabled());
    EXPECT_FALSE(write().isDefault());
    EXPECT_FALSE(write().hasFocus());
    EXPECT_FALSE(fs::exists(m_folder.path() / "a.bt"));
    write().click();
    waitUntilIdle();
    EXPECT_THAT(result(), StartsWith("Written"));
}

TEST_F(WriteDialogTest, WhatFollowsUponAPressPressesNothingMore)
{
    make("safetensors/many-tensors.safetensors", "a.bt");
    write().click();
    waitUntilIdle();
    QPushButton& close = m_dialog->status().close();
    ASSERT_TRUE(close.isVisible());
    const auto send = [&](QEvent::Type type) {
        QMouseEvent event(type, QPointF(2, 2), close.mapToGlobal(QPointF(2, 2)), Qt::LeftButton, Qt::LeftButton, {});
        QCoreApplication::sendEvent(&close, &event);
    };
    send(QEvent::MouseButtonDblClick);
    send(QEvent::MouseButtonRelease);
    EXPECT_TRUE(m_dialog->isVisible());
    QKeyEvent held(QEvent::KeyPress, Qt::Key_Space, {}, QStringLiteral(" "), true);
    QCoreApplication::sendEvent(&close, &held);
    QKeyEvent up(QEvent::KeyRelease, Qt::Key_Space, {});
    QCoreApplication::sendEvent(&close, &up);
    EXPECT_TRUE(m_dialog->isVisible());
    send(QEvent::MouseButtonPress);
    send(QEvent::MouseButtonRelease);
    EXPECT_FALSE(m_dialog->isVisible());
}

TEST_F(WriteDialogTest, AHeaderThatIsRewrittenInPlaceIsSaid)
{
    const auto file = m_folder.path() / "model.safetensors";
    fs::copy_file(test::dataPath("safetensors/gpt2-tiny.safetensors"), file);
    const auto checkpoint = *openCheckpoint(file);
    StagedEdits edits(checkpoint);
    edits.rename(0, "t");
    m_dialog = std::make_unique<WriteDialog>(WriteTask{.title = QStringLiteral("Save"),
        .source = {},
        .recipe = editedRecipe(edits),
        .choices = {.formats = allOutputFormats(), .path = toQString(file)}});
    m_dialog->show();
    waitUntilIdle();
    const std::uint64_t header = checkpoint->files.front().header.end;
    EXPECT_THAT(named<QLabel>("Total").text().toStdString(), HasSubstr(counted(header, "byte")));
    EXPECT_EQ(write().text(), QStringLiteral("Rewrite header"));
    write().click();
    waitUntilIdle();
    EXPECT_THAT(result(), StartsWith("Header rewritten in place and verified"));
}

TEST_F(WriteDialogTest, ShardsThatAreLeftBehindAreNamedBeforeAndAfter)
{
    for (const char* const name : {"model-00001-of-00003.safetensors", "model-00002-of-00003.safetensors",
             "model-00003-of-00003.safetensors", "model.safetensors.index.json"})
        fs::copy_file(test::dataPath("safetensors-sharded") / name, m_folder.path() / name);
    const auto shards = *openCheckpoint(m_folder.path() / "model.safetensors.index.json");
    const std::string last = shards->files.back().path.filename();
    make("safetensors/gpt2-tiny.safetensors", "model.safetensors.index.json");
    EXPECT_THAT(notices(), testing::AllOf(HasSubstr(last), HasSubstr("no longer part of the model")));
    write().click();
    waitUntilIdle();
    EXPECT_THAT(result(), StartsWith("Written"));
    EXPECT_THAT(notices(), testing::AllOf(HasSubstr(last), HasSubstr("no longer part of the model")));
    EXPECT_TRUE(fs::exists(m_folder.path() / last));
}

} // namespace
} // namespace loupe
