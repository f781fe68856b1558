#pragma once

#include "items/histogram/histogram_choice.h"
#include "items/tree/health/health_results.h"
#include "items/tree/node_choice.h"

#include <QString>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace loupe {

/// One of several tensors whose values are compared.
struct Ridge {
    std::uint32_t tensor = 0;
    QString name; ///< the full name
    QString label; ///< the part that differs from the names of the others: "3"
    SummaryPtr summary; ///< null if its values could not be read
    SummaryPtr part; ///< for complex numbers, the real part; else the same as `summary`
    HistogramPtr histogram; ///< null if no value is finite, or there is no summary
};

/// The distributions of the values of several tensors, with the same bins.
struct Ridgelines {
    static constexpr std::size_t most = 8;

    std::vector<Ridge> ridges; ///< in natural order of the names
    std::uint64_t chosen = 0; ///< how many tensors were chosen; at most `most` of them are shown
    QString title; ///< the names, with the differences as one part: "layers.{0, 4 … 28}.q_proj.weight", "layers.3.*"
    std::optional<HistogramOptions> options; ///< absent if no value is finite
    std::optional<HistogramOptions> whole; ///< `options` without the zoom

    /// How many values of all tensors are outside of the bins.
    std::uint64_t outside() const;
};

using RidgelinesPtr = std::shared_ptr<const Ridgelines>;

/// Access to what was counted before; returns null if unknown.
struct KnownFigures {
    std::function<SummaryPtr(std::uint32_t tensor)> summary;
    std::function<HistogramPtr(std::uint32_t tensor, const HistogramOptions& options)> histogram;
};

/// Selects at most Ridgelines::most of the chosen tensors, evenly spaced in natural order of the names, without
/// figures. Tensors with NaN, infinities or other warnings replace their neighbors, worst first, except the first and
/// the last tensor. `health`: null if unknown. Visits all tensors of the choice, so run it in a job if it is large.
Ridgelines chooseRidges(const NodeChoice& choice, const HealthResults* health = nullptr, const Work& work = {});

/// True if the chosen tensors have the same role in different blocks: their names differ only in block numbers. False
/// for fewer than two, and for more than could reasonably be compared.
bool haveOneRole(const NodeChoice& choice);

/// Fills in all known figures, replacing the current ones. Returns true if nothing is missing, so nothing needs to be
/// read.
bool fillKnown(Ridgelines& ridgelines, const HistogramChoice& choice, const KnownFigures& known);

/// Counts what is missing; run it in a job. A tensor whose values cannot be read gets no figures. Fails with Stopped,
/// or as summarize() does if a file was changed or memory is exhausted.
Result<> countMissing(Ridgelines& ridgelines, const std::shared_ptr<const Checkpoint>& checkpoint,
    const HistogramChoice& choice, const Work& work);

/// For export, with a header line. Columns: tensor, from, to, count, as in histogramText().
QString ridgelinesText(const Ridgelines& ridgelines, QChar separator);

} // namespace loupe
