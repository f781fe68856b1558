#include "app/window/manual_window.h"

#include "analysis/statistics/health_rules.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QListWidget>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <QTextBrowser>
#include <QTextTable>

#include <gtest/gtest.h>

namespace loupe {

namespace {

class ManualTest : public testing::Test {
protected:
    ManualTest()
    {
        ManualWindow::open();
        for (QWidget* const widget : QApplication::topLevelWidgets()) {
            if (widget->objectName() == u"manual")
                m_window = widget;
        }
    }
    ~ManualTest() override { delete m_window; }
    QTextBrowser& text() { return *m_window->findChild<QTextBrowser*>(); }
    QListWidget& pages() { return *m_window->findChild<QListWidget*>(); }

    QWidget* m_window = nullptr;
};

} // namespace

TEST_F(ManualTest, EveryPageIsListedAndShown)
{
    const QStringList files = QDir(QStringLiteral(":/manual")).entryList({QStringLiteral("*.md")});
    const QStringList sources = QDir(QStringLiteral(LOUPE_MANUAL)).entryList({QStringLiteral("*.md")});
    EXPECT_EQ(files, sources) << "resources.qrc lists other pages than there are in resources/manual";
    EXPECT_EQ(pages().count(), files.size());
    for (int row = 0; row < pages().count(); ++row) {
        pages().setCurrentRow(row);
        EXPECT_TRUE(files.contains(text().source().fileName())) << row;
        EXPECT_GT(text().toPlainText().size(), 500) << row;
        EXPECT_EQ(pages().currentRow(), row);
    }
}

TEST_F(ManualTest, LinksLeadToPages)
{
    const QRegularExpression link(QStringLiteral("\\]\\(([^)]*)\\)"));
    const QDir folder(QStringLiteral(":/manual"));
    for (const QString& name : folder.entryList({QStringLiteral("*.md")})) {
        QFile file(folder.filePath(name));
        ASSERT_TRUE(file.open(QIODevice::ReadOnly));
        auto matches = link.globalMatch(QString::fromUtf8(file.readAll()));
        while (matches.hasNext()) {
            const QString target = matches.next().captured(1);
            EXPECT_TRUE(folder.exists(target)) << name.toStdString() << " links to " << target.toStdString();
        }
    }
}

TEST_F(ManualTest, TablesAreDrawnWithLines)
{
    const auto frames = text().document()->rootFrame()->childFrames();
    ASSERT_FALSE(frames.isEmpty());
    for (const QTextFrame* const frame : frames)
        EXPECT_EQ(frame->frameFormat().border(), 1);
}

TEST_F(ManualTest, FindGoesOnFromTheTop)
{
    auto& search = *m_window->findChild<QLineEdit*>();
    search.setText(QStringLiteral("tensorloupe"));
    text().moveCursor(QTextCursor::End);
    QTest::keyClick(&search, Qt::Key_Return);
    EXPECT_EQ(text().textCursor().selectedText().toLower(), u"tensorloupe");
    EXPECT_LT(text().textCursor().position(), 40);
}

TEST_F(ManualTest, StatesTheRulesOfHealth)
{
    QFile file(QStringLiteral(":/manual/values.md"));
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const QString page = QString::fromUtf8(file.readAll());
    for (const HealthRule& rule : healthRules()) {
        EXPECT_TRUE(page.contains(QString::fromUtf8(rule.filter))) << rule.title;
        const QString row = QStringLiteral("| %1 | %2 |").arg(QLatin1String(rule.title), QString::fromUtf8(rule.rule));
        EXPECT_EQ(page.contains(row), rule.isWarning) << rule.title;
    }
}

TEST_F(ManualTest, ASecondRequestShowsTheSameWindow)
{
    ManualWindow::open();
    int windows = 0;
    for (const QWidget* const widget : QApplication::topLevelWidgets())
        windows += widget->objectName() == u"manual" ? 1 : 0;
    EXPECT_EQ(windows, 1);
}

} // namespace loupe
