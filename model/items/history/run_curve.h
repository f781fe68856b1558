#pragma once

#include "items/history/run_figure.h"

#include <QString>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace loupe {

/// A checkpoint on a curve.
struct RunCurvePoint {
    int row = 0; ///< index into the run's checkpoints
    double step = 0;
    std::optional<double> value = {}; ///< nullopt: a gap in the curve
    bool isNonfinite = false; ///< some of its values are NaN or infinite
    bool isFirstNonfinite = false; ///< the first such checkpoint of its series
    bool isBroken = false; ///< it is incomplete
};

/// A figure of the checkpoints of a series, by step.
struct RunCurve {
    QString series; ///< as RunCheckpoint::series; untrusted text
    std::vector<RunCurvePoint> points;
    std::optional<std::size_t> hue = {}; ///< number of its color; by default that of its position among the curves
};

/// One curve for each series that has steps, sorted by name.
std::vector<RunCurve> curvesOf(const RunHistory& history, RunFigure figure);
/// At most `most` of the curves, in their order. Prefers curves with one of the `rows`, then those with NaN or
/// infinities.
std::vector<RunCurve> foremostCurves(std::vector<RunCurve> curves, std::span<const int> rows, std::size_t most);

} // namespace loupe
