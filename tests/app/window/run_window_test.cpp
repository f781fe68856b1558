// Tests the window with the folder of a training run.

#include "app/window/history/run_window.h"

#include "app/window/command/commands.h"
#include "app/window/compare/compare_window.h"
#include "app/window/history/run_actions.h"
#include "items/history/run_model.h"
#include "items/history/run_session.h"
#include "support/child.h"
#include "support/made_run.h"
#include "views/history/history_chart.h"
#include "views/history/history_view.h"
#include "views/history/run_table.h"
#include "window_fixture.h"

#include <QApplication>
#include <QHeaderView>
#include <QImage>
#include <QLabel>
#include <QPointer>
#include <QProcess>
#include <QStatusBar>

#include <gmock/gmock.h>

#include <fstream>
#include <functional>
#include <memory>

namespace loupe::test {
namespace {

using testing::HasSubstr;

template <typename Window>
Window* shownWindow()
{
    for (QWidget* const widget : QApplication::topLevelWidgets()) {
        if (auto* const window = qobject_cast<Window*>(widget); window && window->isVisible())
            return window;
    }
    return nullptr;
}

bool awaitCondition(const std::function<bool()>& condition)
{
    return QTest::qWaitFor(condition, 20'000);
}

class RunWindowTest : public testing::Test {
protected:
    void open(const MadeRun& run)
    {
        m_window = std::make_unique<RunWindow>(false, toQString(run.path()));
        m_window->show();
        ASSERT_TRUE(awaitCondition([&] { return m_window->isIdle(); }));
    }
    RunActions& actions() { return child<RunActions>(*m_window); }
    RunTable& table() { return child<RunTable>(*m_window); }
    std::string noticeTexts() { return notices(*m_window).texts().join(u'\n').toStdString(); }

    std::unique_ptr<RunWindow> m_window;
};

TEST_F(RunWindowTest, OpensInPlaceOfAnEmptyWindow)
{
    const MadeRun run(3, 9);
    const QPointer<MainWindow> main = new MainWindow(false);
    main->setAttribute(Qt::WA_DeleteOnClose);
    main->show();
    main->open(toQString(run.path()));
    ASSERT_TRUE(awaitCondition([] { return shownWindow<RunWindow>() != nullptr; }));
    RunWindow* const window = shownWindow<RunWindow>();
    ASSERT_TRUE(awaitCondition([&] { return !main && window->isIdle(); }));
    EXPECT_EQ(window->session().history().steps.size(), 3U);
    EXPECT_EQ(window->failure(), QString());
    delete window;
}

TEST_F(RunWindowTest, AnOpenCheckpointStays)
{
    const MadeRun run(3, 9);
    MainWindow main(false, toQString(dataPath("safetensors/gpt2-tiny.safetensors")));
    main.show();
    ASSERT_TRUE(awaitCondition([&] { return main.isIdle() && document(main).current(); }));
    main.open(toQString(run.path()));
    ASSERT_TRUE(awaitCondition([] { return shownWindow<RunWindow>() != nullptr; }));
    EXPECT_TRUE(main.isVisible());
    EXPECT_EQ(document(main).state(), Document::State::Open);
    delete shownWindow<RunWindow>();
}

TEST_F(RunWindowTest, AFolderWithAModelAndARunOffersTheRun)
{
    const TemporaryFolder folder;
    const std::string model = safetensorsOf({{"w", "F32", "[1]", packedBytes<float>({1})}});
    folder.write("model.safetensors", model);
    for (const char* const step : {"checkpoint-1", "checkpoint-2"}) {
        std::filesystem::create_directory(folder.path() / step);
        std::ofstream(folder.path() / step / "model.safetensors", std::ios::binary) << model;
    }
    MainWindow main(false, toQString(folder.path()));
    main.show();
    ASSERT_TRUE(awaitCondition([&] { return main.isIdle() && document(main).current(); }));
    EXPECT_THAT(notices(main).texts().join(u'\n').toStdString(), HasSubstr("also has checkpoints of a training run"));
    for (auto* const button : notices(main).findChildren<QAbstractButton*>()) {
        if (button->text() == QStringLiteral("Show the run"))
            button->click();
    }
    const std::unique_ptr<RunWindow> window(shownWindow<RunWindow>());
    ASSERT_NE(window, nullptr);
    ASSERT_TRUE(awaitCondition([&] { return window->isIdle(); }));
    EXPECT_EQ(window->session().history().steps.size(), 2U);
    EXPECT_TRUE(main.isVisible());
}

TEST_F(RunWindowTest, AFolderWithOneCheckpointIsThatCheckpoint)
{
    const MadeRun run(1, 9);
    MainWindow main(false, toQString(run.path()));
    main.show();
    ASSERT_TRUE(awaitCondition([&] { return main.isIdle() && document(main).current(); }));
    EXPECT_EQ(notices(main).count(), 0) << notices(main).texts().join(u'\n').toStdString();
}

TEST_F(RunWindowTest, SaysSinceWhenThereIsANan)
{
    const MadeRun run(40, 27);
    open(run);
    EXPECT_THAT(
        noticeTexts(), HasSubstr("NaN or Inf since step 27: first in layers.1.w, element [2]; in all later steps"));
    EXPECT_EQ(notices(*m_window).count(), 1);
    EXPECT_EQ(table().horizontalHeader()->visualIndex(RunModel::Name), RunModel::ColumnCount - 1);
    actions().firstNonfinite->trigger();
    EXPECT_EQ(table().currentIndex().row(), 26);
    EXPECT_THAT(child<HistoryView>(*m_window).readout().toStdString(), HasSubstr("Step 27"));
}

TEST_F(RunWindowTest, SaysHowManyLaterStepsCouldBeRead)
{
    const MadeRun run(4, 2);
    run.cutOff(4);
    open(run);
    EXPECT_THAT(noticeTexts(), HasSubstr("element [2]; in the 1 of 2 later steps that could be read"));
    run.cutOff(3);
    m_window->session().reload();
    ASSERT_TRUE(awaitCondition([&] { return m_window->isIdle(); }));
    EXPECT_THAT(noticeTexts(), HasSubstr("element [2]; no later step could be read"));
}

TEST_F(RunWindowTest, SaysThatThereIsNoNaNAsFarAsStepsCouldBeRead)
{
    const MadeRun run(3, 9);
    open(run);
    const auto values = [&] {
        for (const QLabel* const label : m_window->statusBar()->findChildren<QLabel*>()) {
            if (label->accessibleName() == QStringLiteral("Values"))
                return label->text().toStdString();
        }
        return std::string("there is no such label");
    };
    EXPECT_EQ(values(), "no NaN or Inf");
    run.cutOff(2);
    m_window->session().reload();
    ASSERT_TRUE(awaitCondition([&] { return m_window->isIdle(); }));
    EXPECT_EQ(values(), "no NaN or Inf in the 2 of 3 checkpoints that could be read");
    run.write(2, true);
    m_window->session().reload();
    ASSERT_TRUE(awaitCondition([&] { return m_window->isIdle(); }));
    EXPECT_EQ(values(), "");
}

TEST_F(RunWindowTest, SaysOfEachSeriesSinceWhenThereIsANaN)
{
    const MadeRun run(4, 3);
    for (const auto& [from, to] : {std::pair(3, 1), std::pair(2, 2)}) // later steps have no NaN
        std::filesystem::copy_file(run.path() / MadeRun::name(from), run.path() / ("optimizer-" + MadeRun::name(to)));
    open(run);
    EXPECT_THAT(noticeTexts(),
        HasSubstr(
            "optimizer-step-N.safetensors: NaN or Inf since step 1, first in layers.1.w, element [2]; not in all "
            "later steps: step 2 has none. step-N.safetensors: NaN or Inf since step 3, first in layers.1.w, element "
            "[2]; in all later steps"));
    EXPECT_EQ(table().horizontalHeader()->visualIndex(RunModel::Name), 1) << "tells rows of one step apart";
    EXPECT_EQ(notices(*m_window).count(), 1);
}

TEST_F(RunWindowTest, ASelectionIsWhatFiguresAreAbout)
{
    const MadeRun run(3, 2);
    open(run);
    Options options;
    options.select = {QStringLiteral("layers.0")};
    options.figure = RunFigure::Change;
    m_window->apply(options);
    ASSERT_TRUE(awaitCondition([&] { return m_window->isIdle() && !m_window->session().names().empty(); }));
    EXPECT_THAT(m_window->session().names(), testing::ElementsAre("layers.0"));
    EXPECT_EQ(child<HistoryView>(*m_window).figure(), RunFigure::Change);
    EXPECT_EQ(child<RunModel>(*m_window).firstNonfinite(), -1);
    EXPECT_EQ(windowArguments(m_window->shownState().options),
        QStringList({QStringLiteral("--select"), QStringLiteral("layers.0"), QStringLiteral("--view"),
            QStringLiteral("change"), toQString(run.path())}));
    EXPECT_EQ(toolCommand(m_window->shownState()).arguments,
        QStringList({QStringLiteral("history"), toQString(run.path()), QStringLiteral("layers.0")}));
    actions().allTensors->trigger();
    ASSERT_TRUE(awaitCondition([&] { return m_window->isIdle(); }));
    EXPECT_TRUE(m_window->session().names().empty());
    EXPECT_EQ(child<RunModel>(*m_window).firstNonfinite(), 1);
    options.select = {QStringLiteral("nothing")};
    m_window->apply(options);
    EXPECT_THAT(m_window->requestError().toStdString(), HasSubstr("no tensor or group nothing"));
}

TEST_F(RunWindowTest, AStepChosenInTheChartIsSelectedInTheList)
{
    const MadeRun run(3, 9);
    open(run);
    auto& chart = child<HistoryView>(*m_window).chart();
    QTest::keyClick(&chart, Qt::Key_End);
    EXPECT_THAT(table().selectedRows(), testing::ElementsAre(2));
    const QPointF place = chart.pixelOf(chart.curves().front().points[1]);
    QTest::mouseClick(chart.viewport(), Qt::LeftButton, {}, place.toPoint());
    EXPECT_THAT(table().selectedRows(), testing::ElementsAre(1));
    EXPECT_TRUE(actions().compareSteps->isEnabled());
}

TEST_F(RunWindowTest, AFigureOfARunIsWrongUsageForACheckpoint)
{
    MainWindow main(false, toQString(dataPath("safetensors/gpt2-tiny.safetensors")));
    Options options;
    options.figure = RunFigure::Nonfinite;
    main.apply(options);
    main.show();
    ASSERT_TRUE(awaitCondition([&] { return main.isIdle() && document(main).current(); }));
    EXPECT_EQ(main.requestError(), QStringLiteral("--view nan is for the folder of a training run"));
}

TEST_F(RunWindowTest, TwoStepsAreComparedAndOneOpens)
{
    const MadeRun run(3, 9);
    open(run);
    table().selectStep(2);
    actions().compareSteps->trigger();
    const CompareWindow* const compared = shownWindow<CompareWindow>();
    ASSERT_NE(compared, nullptr);
    EXPECT_EQ(compared->windowTitle(), QStringLiteral("step-2.safetensors and step-3.safetensors"));
    delete compared;
    QTest::keyClick(&table(), Qt::Key_Return);
    MainWindow* const opened = shownWindow<MainWindow>();
    ASSERT_NE(opened, nullptr);
    ASSERT_TRUE(awaitCondition([&] { return opened->isIdle() && document(*opened).current(); }));
    EXPECT_EQ(document(*opened).current()->checkpoint->path.filename(), "step-3.safetensors");
    delete opened;
}

TEST_F(RunWindowTest, AFolderThatGoesIsAnErrorBesideTheList)
{
    const MadeRun run(2, 9);
    open(run);
    std::filesystem::remove_all(run.path());
    actions().reload->trigger();
    ASSERT_TRUE(awaitCondition([&] { return m_window->isIdle(); }));
    EXPECT_THAT(noticeTexts(), HasSubstr("No such file or directory"));
    EXPECT_EQ(child<RunModel>(*m_window).rowCount(), 2);
}

TEST_F(RunWindowTest, TheProgramDrawsARun)
{
    const MadeRun run(40, 27);
    const auto draw = [&](const QStringList& arguments) {
        QProcess process;
        process.start(QStringLiteral(TENSORLOUPE), arguments + QStringList{toQString(run.path())});
        EXPECT_TRUE(process.waitForFinished(60'000));
        return std::pair(process.exitCode(), process.readAllStandardError().toStdString());
    };
    const TemporaryFolder folder;
    const QString picture = toQString(folder.path() / "run.png");
    const QStringList screenshot{QStringLiteral("--screenshot"), picture};
    const auto [drawn, messages] = draw(screenshot + QStringList{QStringLiteral("--view"), QStringLiteral("nan")});
    EXPECT_EQ(drawn, 0) << messages;
    EXPECT_EQ(QImage(picture).size(), QSize(1280, 800));
    const auto [status, errors] = draw(screenshot + QStringList{QStringLiteral("--select"), QStringLiteral("nothing")});
    EXPECT_EQ(status, 2);
    EXPECT_THAT(errors, HasSubstr("nothing"));
}

} // namespace
} // namespace loupe::test
