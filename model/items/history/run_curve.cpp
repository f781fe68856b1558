#include "items/history/run_curve.h"

#include "items/jobs/qt_text.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace loupe {

std::vector<RunCurve> curvesOf(const RunHistory& history, RunFigure figure)
{
    std::map<std::string_view, RunCurve> bySeries;
    std::set<std::string_view> nonfinite; // names of series
    for (std::size_t row = 0; row < history.steps.size(); ++row) {
        const HistoryStep& step = history.steps[row];
        if (!step.checkpoint.step)
            continue; // files like "last.ckpt" have no step
        const std::string_view series = step.checkpoint.series;
        RunCurve& curve = bySeries[series];
        curve.series = toQString(series);
        const bool isNonfinite = nonfiniteCount(step) > 0;
        curve.points.push_back({.row = int(row),
            .step = double(*step.checkpoint.step),
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

std::vector<RunCurve> foremostCurves(std::vector<RunCurve> curves, std::span<const int> rows, std::size_t most)
{
    if (curves.size() <= most)
        return curves;
    const std::set<int> wanted(rows.begin(), rows.end());
    const auto rankOf = [&](const RunCurve& curve) {
        if (std::ranges::any_of(curve.points, [&](const RunCurvePoint& point) { return wanted.contains(point.row); }))
            return 0;
        return std::ranges::any_of(curve.points, &RunCurvePoint::isNonfinite) ? 1 : 2;
    };
    std::vector<std::pair<int, std::size_t>> ranked;
    for (std::size_t i = 0; i < curves.size(); ++i)
        ranked.emplace_back(rankOf(curves[i]), i);
    std::ranges::sort(ranked);
    ranked.resize(most);
    std::ranges::sort(ranked, {}, &std::pair<int, std::size_t>::second);
    std::vector<RunCurve> foremost;
    for (const auto& [rank, number] : ranked)
        foremost.push_back(std::move(curves[number]));
    return foremost;
}

} // namespace loupe
