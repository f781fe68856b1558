#include "views/kit/notice_bar.h"

#include "items/jobs/job_runner.h"
#include "support/picture.h"
#include "views/colors/theme.h"
#include "views/kit/fetch_question.h"

#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

namespace loupe {
namespace {

Notice notice(NoticeKind kind, const QString& text)
{
    Notice made;
    made.kind = kind;
    made.text = text;
    return made;
}

TEST(NoticeBar, TakesNoRoomWithoutNotices)
{
    NoticeBar bar;
    EXPECT_TRUE(bar.isHidden());
    bar.setNotice(QStringLiteral("a"), notice(NoticeKind::Info, QStringLiteral("This is shard 2 of 3.")));
    EXPECT_FALSE(bar.isHidden());
    bar.removeNotice(QStringLiteral("a"));
    EXPECT_TRUE(bar.isHidden());
    EXPECT_EQ(bar.count(), 0);
}

TEST(NoticeBar, ErrorsStandFirstAndReplacedOnesStayInPlace)
{
    NoticeBar bar;
    bar.setNotice(QStringLiteral("info"), notice(NoticeKind::Info, QStringLiteral("i")));
    bar.setNotice(QStringLiteral("error"), notice(NoticeKind::Error, QStringLiteral("e")));
    bar.setNotice(QStringLiteral("warning"), notice(NoticeKind::Warning, QStringLiteral("w")));
    EXPECT_EQ(bar.texts().join(QString()), QStringLiteral("ewi"));
    bar.setNotice(QStringLiteral("warning"), notice(NoticeKind::Warning, QStringLiteral("x")));
    EXPECT_EQ(bar.texts().join(QString()), QStringLiteral("exi"));
    bar.setNotice(QStringLiteral("info"), notice(NoticeKind::Error, QStringLiteral("f")));
    EXPECT_EQ(bar.texts().join(QString()), QStringLiteral("efx"));
    bar.removeNotice(QStringLiteral("error"));
    EXPECT_EQ(bar.texts().join(QString()), QStringLiteral("fx"));
}

TEST(NoticeBar, AnActionMayRemoveItsOwnNotice)
{
    NoticeBar bar;
    Notice changed = notice(NoticeKind::Warning, QStringLiteral("The file changed on disk."));
    int reloads = 0;
    changed.actions.push_back({QStringLiteral("Reload"), [&] {
                                   bar.removeNotice(QStringLiteral("changed"));
                                   ++reloads;
                               }});
    bar.setNotice(QStringLiteral("changed"), changed);
    auto* const button = bar.findChild<QPushButton*>();
    ASSERT_NE(button, nullptr);
    button->click();
    EXPECT_EQ(reloads, 1);
    EXPECT_FALSE(bar.hasNotice(QStringLiteral("changed")));
}

TEST(NoticeBar, DismissesQuestionsOnly)
{
    NoticeBar bar;
    QStringList closed;
    QObject::connect(&bar, &NoticeBar::closed, [&closed](const QString& id) { closed << id; });
    EXPECT_FALSE(bar.hasQuestion());
    bar.setNotice(QStringLiteral("said"), {.text = QStringLiteral("It is so."), .actions = {}});
    EXPECT_FALSE(bar.hasQuestion());
    bar.setNotice(QStringLiteral("asked"), {.text = QStringLiteral("Is it so?"), .actions = {}, .isQuestion = true});
    EXPECT_TRUE(bar.hasQuestion());
    bar.dismissQuestions();
    EXPECT_FALSE(bar.hasQuestion());
    EXPECT_EQ(bar.texts(), QStringList(QStringLiteral("It is so.")));
    EXPECT_EQ(closed, QStringList(QStringLiteral("asked")));
}

TEST(NoticeBar, AQuestionAboutAFetchHasTheAmountAndAButton)
{
    NoticeBar bar;
    int fetches = 0;
    bar.setNotice(QStringLiteral("fetch"),
        fetchQuestion(QStringLiteral("It fetches %1."), std::uint64_t{80} << 20, [&] { ++fetches; }));
    EXPECT_EQ(bar.texts(), QStringList(QStringLiteral("It fetches 80.0 MiB.")));
    EXPECT_TRUE(bar.hasQuestion());
    auto* const button = bar.findChild<QPushButton*>();
    ASSERT_NE(button, nullptr);
    EXPECT_EQ(button->text(), QStringLiteral("Fetch 80.0 MiB"));
    button->click();
    EXPECT_EQ(fetches, 1);
}

TEST(NoticeBar, CloseButtonClosesAndReports)
{
    NoticeBar bar;
    bar.setNotice(QStringLiteral("a"), notice(NoticeKind::Info, QStringLiteral("text")));
    QSignalSpy closed(&bar, &NoticeBar::closed);
    bar.findChild<QToolButton*>()->click();
    ASSERT_EQ(closed.size(), 1);
    EXPECT_EQ(closed.front().front().toString(), QStringLiteral("a"));
    EXPECT_EQ(bar.count(), 0);

    Notice job = notice(NoticeKind::Progress, QStringLiteral("Hashing"));
    job.closable = false;
    bar.setNotice(QStringLiteral("job"), job);
    bar.setNotice(QStringLiteral("other"), notice(NoticeKind::Info, QStringLiteral("b")));
    EXPECT_EQ(bar.findChildren<QPushButton*>().size(), 0);
}

TEST(NoticeBar, TextIsNeverMarkup)
{
    NoticeBar bar;
    bar.setNotice(QStringLiteral("a"), notice(NoticeKind::Error, QStringLiteral("<b>x</b>\u202e")));
    EXPECT_EQ(bar.texts().front(), QStringLiteral("<b>x</b>\\u202e"));
    for (const QLabel* label : bar.findChildren<QLabel*>())
        EXPECT_TRUE(label->text().isEmpty() || label->textFormat() == Qt::PlainText);
}

TEST(NoticeBar, AJobSaysItsRateAndTheTimeLeft)
{
    NoticeBar bar;
    const QString id = QStringLiteral("job");
    const QString text = QStringLiteral("Hashing model\u202e.bt");
    int stops = 0;
    const auto stop = [&] { ++stops; };
    bar.showJob(
        id, text, {.done = 1 << 20, .total = 4 << 20, .elapsed = 0.001, .perSecond = 0, .secondsLeft = {}}, stop);
    EXPECT_EQ(bar.count(), 0); // the job may end before anyone could read the notice
    bar.showJob(id, text, {}, stop, true);
    auto* const progress = bar.findChild<QProgressBar*>();
    ASSERT_NE(progress, nullptr);
    EXPECT_EQ(progress->maximum(), 0);
    bar.showJob(
        id, text, {.done = 1 << 20, .total = 4 << 20, .elapsed = 1.0, .perSecond = 1 << 20, .secondsLeft = 3.0}, stop);
    EXPECT_EQ(bar.findChild<QProgressBar*>(), progress); // the same row
    EXPECT_EQ(progress->value() * 4, progress->maximum());
    QStringList labels;
    for (const QLabel* label : bar.findChildren<QLabel*>())
        labels << label->text();
    EXPECT_TRUE(labels.join(QLatin1Char('|')).contains(QStringLiteral("1.0 MiB/s")));
    EXPECT_TRUE(labels.join(QLatin1Char('|')).contains(QStringLiteral("left")));
    ASSERT_EQ(bar.findChildren<QPushButton*>().size(), 1);
    bar.findChild<QPushButton*>()->click();
    EXPECT_EQ(stops, 1);
    bar.showJob(id, QStringLiteral("Another job"), {}, {}, true);
    EXPECT_EQ(bar.texts(), QStringList(QStringLiteral("Another job")));
}

TEST(NoticeBar, ShowsItsColors)
{
    NoticeBar bar;
    bar.setNotice(QStringLiteral("e"), notice(NoticeKind::Error, QStringLiteral("3 errors")));
    bar.setNotice(QStringLiteral("w"), notice(NoticeKind::Warning, QStringLiteral("1 warning")));
    bar.resize(600, bar.sizeHint().height());
    const QImage picture = test::pictureOf(bar);
    const Theme& theme = Theme::of(bar.palette());
    EXPECT_TRUE(test::contains(picture, theme.errorSurface));
    EXPECT_TRUE(test::contains(picture, theme.warningSurface));
    EXPECT_TRUE(test::contains(picture, theme.error));
}

} // namespace
} // namespace loupe
