#pragma once

#include "items/history/run_figure.h"

#include <QString>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace loupe {

/// One checkpoint on a curve.
struct RunCurvePoint {
    int row = 0; ///< of the run's checkpoints
    double step = 0;
    std::optional<double> value = {}; ///< nothing: the curve has a gap
    bool isNonfinite = false; ///< some of its values are NaN or infinite
    bool isFirstNonfinite = false; ///< the first such of its series
    bool isBroken = false; ///< it is not whole
};

/// A figure of the checkpoints of one series, by step.
struct RunCurve {
    QString series; ///< as RunCheckpoint::series; may hold anything
    std::vector<RunCurvePoint> points;
};

/// One for each series that has steps, in the order of their names.
std::vector<RunCurve> curvesOf(const RunHistory& history, RunFigure figure);
/// At most `most` of them, in their order: those that have one of the `rows` before those with NaN or infinities, and
/// these before others.
std::vector<RunCurve> foremostCurves(std::vector<RunCurve> curves, std::span<const int> rows, std::size_t most);

} // namespace loupe
