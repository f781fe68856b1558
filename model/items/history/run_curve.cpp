#include "items/history/run_curve.h"

#include "items/jobs/qt_text.h"

#include <map>
#include <set>
#include <string_view>

namespace loupe {

std::vector<RunCurve> curvesOf(const RunHistory& history, RunFigure figure)
{
    std::map<std::string_view, RunCurve> bySeries;
    std::set<std::string_view> nonfinite; // series
    for (std::size_t row = 0; row < history.steps.size(); ++row) {
        const HistoryStep& step = history.steps[row];
        const std::string_view series = step.checkpoint.series;
        RunCurve& curve = bySeries[series];
        curve.series = toQString(series);
        const bool isNonfinite = nonfiniteCount(step) > 0;
        curve.points.push_back({.row = int(row),
            .step = double(step.checkpoint.step),
            .value = figureOf(step, figure),
            .isNonfinite = isNonfinite,
            .isFirstNonfinite = isNonfinite && nonfinite.insert(series).second,
            .isBroken = !step.figures && !step.checkpoint.whyNotWhole.empty()});
    }
    std::vector<RunCurve> curves;
    for (auto& [series, curve] : bySeries)
        curves.push_back(std::move(curve));
    return curves;
}

} // namespace loupe
