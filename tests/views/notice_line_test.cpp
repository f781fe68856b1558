#include "views/kit/notice_line.h"

#include "core/text/name_patterns.h"
#include "items/jobs/job_runner.h"
#include "views/kit/elided_label.h"
#include "views/kit/notice_bar.h"
#include "views/kit/status_row.h"

#include <QLabel>
#include <QMainWindow>
#include <QProgressBar>
#include <QPushButton>
#include <QStatusBar>
#include <QTest>
#include <QToolButton>

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace loupe {
namespace {

class NoticeLineTest : public testing::Test {
protected:
    NoticeLineTest()
    {
        window.resize(900, 400);
        window.setCentralWidget(content);
        row->setPath(QStringLiteral("/models/a.safetensors"));
        tensors = row->addFigure(QStringLiteral("Tensors"), StatusRow::Room::Kept);
        bytes = row->addFigure(QStringLiteral("Bytes"), StatusRow::Room::GivesWay);
        row->setFigure(tensors, QStringLiteral("291 tensors"));
        row->setFigure(bytes, QStringLiteral("2.0 GiB"));
        window.show();
    }
    void set(const char* id, const QString& text, std::vector<Notice::Action> actions = {})
    {
        bar->setNotice(
            QString::fromLatin1(id), {.kind = NoticeKind::Warning, .text = text, .actions = std::move(actions)});
        QCoreApplication::processEvents();
    }
    NoticeLine& line() const { return *window.findChild<NoticeLine*>(); }
    QString shown() const
    {
        const auto* const label = visible<ElidedLabel>();
        return label ? label->text() : QString();
    }
    /// The visible widget of a kind. Replaced widgets are hidden, and deleted later.
    template <typename Part>
    Part* visible() const
    {
        for (auto* const part : line().findChildren<Part*>()) {
            if (part->isVisible())
                return part;
        }
        return nullptr;
    }
    QPushButton* more() const { return line().findChild<QPushButton*>(QString(), Qt::FindDirectChildrenOnly); }

    QMainWindow window;
    QWidget* content = new QWidget;
    NoticeBar* bar = new NoticeBar(&window);
    StatusRow* row = new StatusRow(*window.statusBar(), *bar);
    QLabel* tensors;
    QLabel* bytes;
};

/// Tests notices of any kind and length.
TEST_F(NoticeLineTest, NothingMoves)
{
    const QRect place = content->geometry();
    set("a", QStringLiteral("12 NaN in 1 tensor"));
    EXPECT_EQ(content->geometry(), place);
    set("b", QString(2000, u'x'));
    EXPECT_EQ(content->geometry(), place);
    line().setExpanded(true);
    QCoreApplication::processEvents();
    EXPECT_EQ(content->geometry(), place);
    EXPECT_EQ(window.width(), 900);
    bar->removeNotice(QStringLiteral("b"));
    bar->removeNotice(QStringLiteral("a"));
    QCoreApplication::processEvents();
    EXPECT_EQ(content->geometry(), place);
    EXPECT_FALSE(line().isVisible());
}

/// The figures of a filtered tree are shorter, which leaves more room for the sentence.
TEST_F(NoticeLineTest, ButtonsStayUnderThePointer)
{
    const auto places = [this] {
        std::vector<QRect> rects;
        for (const auto* const button : line().findChildren<QPushButton*>()) {
            if (button->isVisible() && button != more())
                rects.emplace_back(button->mapTo(&window, QPoint(0, 0)), button->size());
        }
        return rects;
    };
    const std::vector<Notice::Action> actions{{QStringLiteral("Show NaN"), [] {}}, {QStringLiteral("Show Inf"), [] {}}};
    set("a", QString(300, u'w'), actions);
    const std::vector<QRect> before = places();
    ASSERT_EQ(before.size(), 2U);
    EXPECT_LT(before[0].right(), before[1].left());
    const int sentence = visible<ElidedLabel>()->width();
    row->setFigure(tensors, QStringLiteral("1"));
    QCoreApplication::processEvents();
    EXPECT_GT(visible<ElidedLabel>()->width(), sentence);
    EXPECT_EQ(places(), before);
    set("a", QStringLiteral("short"), actions);
    EXPECT_EQ(places(), before);
    set("b", QStringLiteral("another"), actions);
    EXPECT_EQ(places(), before) << "with a button for all notices";
}

TEST_F(NoticeLineTest, TheNewestNoticeStandsInPlaceOfThePath)
{
    const auto* const path = window.statusBar()->findChild<ElidedLabel*>(QString(), Qt::FindDirectChildrenOnly);
    ASSERT_TRUE(path && path->isVisible());
    set("a", QStringLiteral("first"));
    EXPECT_EQ(shown(), u"first");
    EXPECT_FALSE(path->isVisible());
    EXPECT_FALSE(more()->isVisible());
    set("b", QStringLiteral("second"));
    EXPECT_EQ(shown(), u"second");
    EXPECT_TRUE(more()->isVisible());
    set("a", QStringLiteral("news")); // replaced
    EXPECT_EQ(shown(), u"news");
    bar->removeNotice(QStringLiteral("a"));
    EXPECT_EQ(shown(), u"second");
    visible<QToolButton>()->click(); // Close
    EXPECT_EQ(bar->count(), 0);
    EXPECT_TRUE(path->isVisible());
}

TEST_F(NoticeLineTest, ButtonsWorkAndMayRemoveTheirNotice)
{
    int calls = 0;
    set("a", QStringLiteral("The file changed on disk."), {{QStringLiteral("Reload"), [&] {
                                                                bar->removeNotice(QStringLiteral("a"));
                                                                ++calls;
                                                            }}});
    for (auto* const button : line().findChildren<QPushButton*>()) {
        if (button->text() == u"Reload")
            button->click();
    }
    EXPECT_EQ(calls, 1);
    EXPECT_EQ(bar->count(), 0);
}

TEST_F(NoticeLineTest, AllNoticesGrowUpwardOverTheContentUntilEscapeOrAClickElsewhere)
{
    set("a", QStringLiteral("first"));
    set("b", QStringLiteral("second"));
    EXPECT_FALSE(bar->isVisible());
    more()->click();
    ASSERT_TRUE(bar->isVisible());
    EXPECT_EQ(bar->geometry().bottom() + 1, line().mapTo(&window, QPoint(0, 0)).y());
    EXPECT_EQ(bar->width(), window.width());
    QTest::keyClick(&window, Qt::Key_Escape);
    EXPECT_FALSE(bar->isVisible());
    EXPECT_FALSE(more()->isChecked());
    more()->click();
    QTest::mouseClick(bar, Qt::LeftButton);
    EXPECT_TRUE(bar->isVisible());
    QTest::mouseClick(content, Qt::LeftButton, {}, {5, 5});
    EXPECT_FALSE(bar->isVisible());
    more()->click();
    bar->removeNotice(QStringLiteral("a"));
    EXPECT_FALSE(bar->isVisible()) << "the one that is left stands in the line";
}

TEST_F(NoticeLineTest, AJobMovesItsBar)
{
    const JobProgress half{.done = 1 << 20, .total = 2 << 20, .elapsed = 1.0, .perSecond = 1 << 20, .secondsLeft = 1.0};
    bar->showJob(QStringLiteral("job"), QStringLiteral("Scanning"), half, {}, true);
    auto* progress = visible<QProgressBar>();
    ASSERT_TRUE(progress);
    EXPECT_EQ(progress->value() * 2, progress->maximum());
    set("a", QStringLiteral("news"));
    bar->removeNotice(QStringLiteral("a"));
    progress = visible<QProgressBar>();
    ASSERT_TRUE(progress);
    EXPECT_EQ(progress->value() * 2, progress->maximum()) << "as far as it was";
}

/// First the end of the notice is elided, because the tooltip has all of it. Then figures are hidden.
TEST_F(NoticeLineTest, ALongNoticeIsShortenedBeforeFiguresGiveWay)
{
    const QString sentence(300, u'w');
    set("a", sentence);
    EXPECT_TRUE(bytes->isVisible());
    EXPECT_TRUE(tensors->isVisible());
    const auto* const label = visible<ElidedLabel>();
    ASSERT_TRUE(label);
    EXPECT_GE(label->width(), window.width() / 2) << "the line is the notice's";
    EXPECT_TRUE(label->toolTip().remove(QChar(0x200B)).contains(sentence));
    window.resize(400, 400);
    QCoreApplication::processEvents();
    EXPECT_FALSE(bytes->isVisible());
    EXPECT_TRUE(tensors->isVisible());
    bar->removeNotice(QStringLiteral("a"));
    QCoreApplication::processEvents();
    EXPECT_TRUE(bytes->isVisible()) << "there is room again";
    set("a", sentence);
    EXPECT_FALSE(bytes->isVisible());
    window.resize(900, 400);
    QCoreApplication::processEvents();
    EXPECT_TRUE(bytes->isVisible());
}

/// The sentence names the first NaN and infinity, next to all actions for them.
TEST_F(NoticeLineTest, NamesAndPlacesAreWorthMoreThanAFigureThatCountsThem)
{
    const QString nan = QStringLiteral("model.layers.10.self_attn.q_proj.weight");
    const QString inf = QStringLiteral("model.layers.12.self_attn.q_proj.weight");
    const auto list = std::make_shared<NamePatterns>();
    for (const char* const role : {"q_proj", "k_proj", "v_proj", "o_proj"})
        for (int layer = 0; layer < 20; ++layer)
            list->add("model.layers." + std::to_string(layer) + ".self_attn." + role + ".weight");
    row->setFigure(tensors, QStringLiteral("53 NaN in 4 tensors, 40 Inf in 1 tensor · 9 tensors scanned"), {},
        QStringLiteral("53 NaN, 40 Inf"));
    bar->setNotice(QStringLiteral("a"), {.text = QStringLiteral("1 warning"), .actions = {}});
    bar->setNotice(QStringLiteral("b"),
        {.kind = NoticeKind::Warning,
            .text = QStringLiteral("53 NaN in 4 tensors, the first: %1 [0, 0] · 40 Inf in %2, the first at [0, 0]")
                        .arg(nan, inf),
            .actions = {{QStringLiteral("Show NaN"), [] {}}, {QStringLiteral("Show Inf"), [] {}},
                {QStringLiteral("Show warnings"), [] {}}},
            .brief = QStringLiteral("53 NaN from %1 [0, 0] · 40 Inf from %2 [0, 0]").arg(nan, inf),
            .names = {nan, inf},
            .list = list});
    QCoreApplication::processEvents();
    const auto* const label = visible<ElidedLabel>();
    ASSERT_TRUE(label);
    const std::string text = label->elidedTo(label->width()).toStdString();
    for (const char* const part : {"53 NaN from …10", "q_proj… [0, 0] · 40 Inf from …12", "q_proj… [0, 0]"})
        EXPECT_NE(text.find(part), std::string::npos) << part << " in " << text;
    EXPECT_TRUE(text.ends_with(" [0, 0]")) << text;
    EXPECT_FALSE(bytes->isVisible());
    window.resize(1280, 400);
    QCoreApplication::processEvents();
    EXPECT_EQ(tensors->text(), u"53 NaN, 40 Inf");
    EXPECT_TRUE(tensors->isVisible());
}

} // namespace
} // namespace loupe
