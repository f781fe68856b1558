#pragma once

#include "items/compare/pair/pair_histograms.h"

#include <QString>

namespace loupe {

/// The histograms for export, with a header line. Columns: which ("a", "b" or "b-a"), from, to, count. The rows are
/// those of histogramText(). For the differences, nonfinite ones come last, as "nan".
QString pairHistogramText(const PairHistograms& histograms, QChar separator);

} // namespace loupe
