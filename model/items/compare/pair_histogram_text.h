#pragma once

#include "items/compare/pair_histograms.h"

#include <QString>

namespace loupe {

/// The histograms for other programs, with a heading: columns of ("a", "b" or "b-a"), from, to, count; else as
/// histogramText() has them. For the differences, what is not finite comes last, from "nan".
QString pairHistogramText(const PairHistograms& histograms, QChar separator);

} // namespace loupe
