#pragma once

#include "analysis/spectrum/spectrum.h"

#include <QString>

#include <cstddef>
#include <memory>
#include <vector>

namespace loupe {

using SpectrumPtr = std::shared_ptr<const Spectrum>;

/// A statistic of a spectrum for display, with its meaning.
struct SpectrumFigure {
    QString name;
    QString text;
    QString definition; ///< plain text, a sentence or two
};
std::vector<SpectrumFigure> spectrumFigures(const Spectrum& spectrum);

/// "Rank 8 captures 99.9 % of this change.": the rank that preserves this share of the energy of a difference.
QString changeText(const Spectrum& spectrum);

/// Describes singular value `index` (0-based), and the energy preserved by the values up to it.
QString spectrumReadout(const Spectrum& spectrum, const std::vector<double>& energyCurve, std::size_t index);

} // namespace loupe
