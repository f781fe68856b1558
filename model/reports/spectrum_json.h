#pragma once

#include "analysis/spectrum/spectrum.h"
#include "core/text/json_writer.h"

#include <cstddef>
#include <optional>

namespace loupe {

/// Questions about a spectrum in addition to its values.
struct SpectrumQuestions {
    double share = 0.999; ///< which rank preserves this share of the energy?
    std::optional<std::size_t> rank = {}; ///< how much energy does this rank preserve?
};

/// Writes the members about a spectrum: the matrix, the figures, and all known values.
void writeSpectrum(JsonWriter& json, const Spectrum& spectrum, const SpectrumQuestions& questions);

} // namespace loupe
