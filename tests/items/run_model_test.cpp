// Tests the list of a run's checkpoints and their curves against numbers worked out by hand.

#include "items/history/run_model.h"

#include "await.h"
#include "items/history/run_curve.h"
#include "items/jobs/item_roles.h"
#include "items/jobs/qt_text.h"
#include "support/busy_job_pool.h"
#include "support/made_run.h"

#include <QAbstractItemModelTester>

#include <gmock/gmock.h>

#include <cmath>

namespace loupe {
namespace {

using testing::HasSubstr;

class RunModelTest : public testing::Test {
protected:
    RunModelTest()
        : m_session(false)
        , m_model(m_session)
        , m_tester(&m_model, QAbstractItemModelTester::FailureReportingMode::Fatal)
    {
    }

    void open(const std::filesystem::path& path)
    {
        m_session.open(toQString(path));
        awaitIdle();
    }
    void awaitIdle()
    {
        while (m_session.isBusy())
            ASSERT_TRUE(test::Signal(&m_session, &RunSession::busyChanged).await());
    }
    std::string text(int row, RunModel::Column column) const
    {
        return m_model.index(row, column).data().toString().toStdString();
    }

    RunSession m_session;
    RunModel m_model;
    QAbstractItemModelTester m_tester;
};

TEST_F(RunModelTest, ListsStepsWithTheirFigures)
{
    const test::MadeRun run(4, 3);
    open(run.path());
    ASSERT_EQ(m_model.rowCount(), 4);
    EXPECT_EQ(text(1, RunModel::Step), "2");
    EXPECT_EQ(text(1, RunModel::State), "complete");
    EXPECT_EQ(text(1, RunModel::Name), "step-2.safetensors");
    EXPECT_EQ(text(1, RunModel::Size), std::to_string(std::filesystem::file_size(run.path() / run.name(2))) + " B");
    EXPECT_FALSE(text(1, RunModel::Time).empty());
    // (2, 0) and (1, -1, 2): sums of squares 4 and 6; before, 1 and 6.
    EXPECT_EQ(text(1, RunModel::Norm), "3.16228");
    EXPECT_DOUBLE_EQ(m_model.index(1, RunModel::Norm).data(WholeTextRole).toDouble(), std::sqrt(10.0));
    EXPECT_DOUBLE_EQ(m_model.index(1, RunModel::Mean).data(WholeTextRole).toDouble(), 4.0 / 5);
    EXPECT_EQ(text(1, RunModel::Largest), "2");
    EXPECT_DOUBLE_EQ(m_model.index(1, RunModel::Change).data(WholeTextRole).toDouble(), 1 / std::sqrt(7.0));
    EXPECT_EQ(text(0, RunModel::Change), "");
    EXPECT_EQ(text(1, RunModel::Nan), "0");
    EXPECT_EQ(text(2, RunModel::Nan), "1");
    EXPECT_EQ(text(2, RunModel::State), "first NaN/Inf");
    EXPECT_EQ(text(3, RunModel::State), "NaN/Inf");
    EXPECT_EQ(m_model.firstNonfinite(), 2);
    EXPECT_EQ(m_model.index(2, RunModel::State).data(SeverityRole).toInt(), int(Severity::Warning));
    EXPECT_FALSE(m_model.index(3, RunModel::State).data(SeverityRole).isValid());
    EXPECT_THAT(m_model.index(2, RunModel::State).data(WholeTextRole).toString().toStdString(),
        HasSubstr("first NaN/Inf in layers.1.w, element [2]"));
    EXPECT_TRUE(m_session.isComplete());
}

TEST_F(RunModelTest, FiguresAreThoseOfWhatIsChosen)
{
    const test::MadeRun run(3, 2);
    open(run.path());
    m_session.choose({"layers.0"});
    awaitIdle();
    EXPECT_EQ(text(2, RunModel::Norm), "3");
    EXPECT_EQ(text(2, RunModel::Mean), "1.5");
    EXPECT_EQ(text(2, RunModel::Change), "0.5");
    EXPECT_EQ(text(2, RunModel::State), "complete");
    EXPECT_EQ(m_model.firstNonfinite(), -1);
    m_session.choose({});
    awaitIdle();
    EXPECT_EQ(m_model.firstNonfinite(), 1);
}

TEST_F(RunModelTest, AStepThatIsNotWholeSaysWhy)
{
    const test::MadeRun run(3, 9);
    run.cutOff(2);
    open(run.path());
    EXPECT_EQ(text(1, RunModel::State), "incomplete");
    EXPECT_EQ(text(1, RunModel::Norm), "");
    EXPECT_EQ(m_model.index(1, RunModel::State).data(SeverityRole).toInt(), int(Severity::Error));
    EXPECT_THAT(m_model.index(1, RunModel::State).data(WholeTextRole).toString().toStdString(), HasSubstr("truncated"));
    EXPECT_EQ(m_model.rowBefore(2), 0);
    EXPECT_EQ(m_model.rowBefore(0), -1);
    // The change is from step 1: (1, 0) and (1, -1, 2) to (3, 0) and the same.
    EXPECT_DOUBLE_EQ(m_model.index(2, RunModel::Change).data(WholeTextRole).toDouble(), 2 / std::sqrt(7.0));
}

TEST_F(RunModelTest, WhereTheFolderGoesTheListStaysAndAnErrorSaysSo)
{
    const test::MadeRun run(2, 9);
    open(run.path());
    std::filesystem::remove_all(run.path());
    test::Signal failed(&m_session, &RunSession::failed);
    m_session.reload();
    ASSERT_TRUE(failed.await());
    EXPECT_THAT(describe(m_session.error().value()), HasSubstr(run.path().string()));
    EXPECT_EQ(m_model.rowCount(), 2);
    EXPECT_EQ(text(1, RunModel::State), "complete");
}

TEST_F(RunModelTest, AStepThatGoesBeforeItIsReadIsNotWhole)
{
    const test::MadeRun run(2, 9);
    open(run.path());
    std::filesystem::remove(run.path() / run.name(1));
    m_session.choose({"layers.1"});
    awaitIdle();
    EXPECT_EQ(text(0, RunModel::State), "incomplete");
    EXPECT_EQ(text(1, RunModel::State), "complete");
}

TEST_F(RunModelTest, AStopKeepsTheListAndCanBeTakenUpAgain)
{
    const test::MadeRun run(3, 9);
    open(run.path());
    {
        const test::BusyJobPool busy;
        m_session.choose({"layers.0.w"});
        m_session.stop();
    }
    EXPECT_FALSE(m_session.isComplete());
    EXPECT_EQ(m_model.rowCount(), 3);
    EXPECT_EQ(text(2, RunModel::Norm), ""); // not the figures of another choice
    m_session.start();
    awaitIdle();
    EXPECT_TRUE(m_session.isComplete());
    EXPECT_EQ(text(2, RunModel::Norm), "3");
}

TEST(ForemostCurves, AreThoseOfChosenRowsThenThoseWithNaN)
{
    std::vector<RunCurve> curves;
    for (int i = 0; i < 6; ++i)
        curves.push_back({.series = QString::number(i),
            .points = {{.row = 2 * i}, {.row = 2 * i + 1, .isNonfinite = i == 2 || i == 5}}});
    const auto foremost = [&](const std::vector<int>& rows, std::size_t most) {
        std::string names;
        for (const RunCurve& curve : foremostCurves(curves, rows, most))
            names += curve.series.toStdString();
        return names;
    };
    EXPECT_EQ(foremost({}, 6), "012345");
    EXPECT_EQ(foremost({}, 3), "025");
    EXPECT_EQ(foremost({9, 6}, 3), "234");
    EXPECT_EQ(foremost({9, 6, 1, 0}, 3), "034");
    EXPECT_EQ(foremost({9, 6, 1}, 2), "03");
}

TEST_F(RunModelTest, CurvesHaveAPointForEachStep)
{
    const test::MadeRun run(40, 27);
    run.cutOff(30);
    open(run.path());
    m_session.choose({"layers.0.w"});
    awaitIdle();
    const std::vector<RunCurve> curves = curvesOf(m_session.history(), RunFigure::Norm);
    ASSERT_EQ(curves.size(), 1U);
    EXPECT_EQ(curves[0].series, QStringLiteral("step-N.safetensors"));
    ASSERT_EQ(curves[0].points.size(), 40U);
    for (const RunCurvePoint& point : curves[0].points) {
        EXPECT_EQ(point.step, point.row + 1);
        EXPECT_EQ(point.isBroken, point.step == 30);
        EXPECT_DOUBLE_EQ(point.value.value_or(30), point.step);
        EXPECT_EQ(point.value.has_value(), point.step != 30);
    }
    m_session.choose({});
    awaitIdle();
    const std::vector<RunCurve> all = curvesOf(m_session.history(), RunFigure::Nonfinite);
    for (const RunCurvePoint& point : all[0].points) {
        EXPECT_EQ(point.isFirstNonfinite, point.step == 27) << point.step;
        EXPECT_EQ(point.isNonfinite, point.step >= 27 && point.step != 30) << point.step;
    }
}

/// "last.ckpt" is listed after the steps, with figures, and has no place on the axis of steps.
TEST_F(RunModelTest, WhatHasNoStepIsListedAndNotDrawn)
{
    const test::MadeRun run(2, 3);
    std::filesystem::copy_file(run.path() / test::MadeRun::name(2), run.path() / "last.safetensors");
    open(run.path());
    ASSERT_EQ(m_model.rowCount(), 3);
    EXPECT_EQ(text(2, RunModel::Name), "last.safetensors");
    EXPECT_EQ(text(2, RunModel::Step), "");
    EXPECT_EQ(text(2, RunModel::Norm), text(1, RunModel::Norm));
    EXPECT_THAT(m_model.index(2, RunModel::State).data(Qt::AccessibleDescriptionRole).toString().toStdString(),
        HasSubstr("last.safetensors"));
    const std::vector<RunCurve> curves = curvesOf(m_session.history(), RunFigure::Norm);
    ASSERT_EQ(curves.size(), 1U);
    EXPECT_EQ(curves[0].points.size(), 2U);
}

} // namespace
} // namespace loupe
