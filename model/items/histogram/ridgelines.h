#pragma once

#include "items/histogram/histogram_choice.h"
#include "items/tree/health_results.h"
#include "items/tree/node_choice.h"

#include <QString>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace loupe {

/// One tensor of several whose values are compared.
struct Ridge {
    std::uint32_t tensor = 0;
    QString name; ///< whole
    QString label; ///< what differs from the names of the others: "3"
    SummaryPtr summary; ///< null if its values could not be read
    SummaryPtr part; ///< the same; of complex numbers the real part
    HistogramPtr histogram; ///< null if no value is finite, or there is no summary
};

/// How the values of several tensors are distributed, in the same bins.
struct Ridgelines {
    static constexpr std::size_t most = 8;

    std::vector<Ridge> ridges; ///< in natural order of the names
    std::uint64_t chosen = 0; ///< tensors that were chosen; at most `most` of them are here
    QString title; ///< the names, with what differs as one part: "layers.{0, 4 … 28}.q_proj.weight", "layers.3.*"
    std::optional<HistogramOptions> options; ///< absent where no value is finite
    std::optional<HistogramOptions> whole; ///< the same without a zoom

    /// Values of all that lie outside of the bins.
    std::uint64_t outside() const;
};

using RidgelinesPtr = std::shared_ptr<const Ridgelines>;

/// What was counted before; null if it is not known.
struct KnownFigures {
    std::function<SummaryPtr(std::uint32_t tensor)> summary;
    std::function<HistogramPtr(std::uint32_t tensor, const HistogramOptions& options)> histogram;
};

/// At most Ridgelines::most of the chosen tensors, evenly chosen from all of them in natural order of the names,
/// without figures. Those with NaN, infinities or other warnings come in place of their neighbors, the worst first; the
/// first and the last tensor stay. `health`: null while it is not known. Looks at all tensors of a large choice: for a
/// job then.
Ridgelines chooseRidges(const NodeChoice& choice, const HealthResults* health = nullptr, const Work& work = {});

/// Whether the chosen tensors are the same part of different blocks: their names differ only in numbers of
/// blocks. False for fewer than two, and for more than anyone would compare.
bool haveOneRole(const NodeChoice& choice);

/// Fills in what is known, in place of what was there. True if that is all: nothing needs to be read.
bool fillKnown(Ridgelines& ridgelines, const HistogramChoice& choice, const KnownFigures& known);

/// Counts what is missing; for a job. A tensor whose values cannot be read has no figures. Fails with Stopped, or as
/// summarize() does where a file was changed or there is no memory.
Result<> countMissing(Ridgelines& ridgelines, const std::shared_ptr<const Checkpoint>& checkpoint,
    const HistogramChoice& choice, const Work& work);

/// For other programs, with a heading: columns tensor, from, to, count, as histogramText() has them.
QString ridgelinesText(const Ridgelines& ridgelines, QChar separator);

} // namespace loupe
