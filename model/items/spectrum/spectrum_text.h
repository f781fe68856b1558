#pragma once

#include "analysis/spectrum/spectrum.h"

#include <QString>

#include <cstddef>
#include <memory>
#include <vector>

namespace loupe {

using SpectrumPtr = std::shared_ptr<const Spectrum>;

/// A figure of a spectrum for people, with what it means.
struct SpectrumFigure {
    QString name;
    QString text;
    QString definition; ///< plain text, a sentence or two
};
std::vector<SpectrumFigure> spectrumFigures(const Spectrum& spectrum);

/// "This change is of rank 8 to 99.9 %": which rank keeps this share of the energy of a difference.
QString changeText(const Spectrum& spectrum);

/// What is known of the value `index`, from 0, and of the energy that the values up to it keep.
QString spectrumReadout(const Spectrum& spectrum, const std::vector<double>& energyCurve, std::size_t index);

} // namespace loupe
