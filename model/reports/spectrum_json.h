#pragma once

#include "analysis/spectrum/spectrum.h"
#include "core/text/json_writer.h"

#include <cstddef>
#include <optional>

namespace loupe {

/// What is asked of a spectrum in addition to its values.
struct SpectrumQuestions {
    double share = 0.999; ///< of the energy: which rank keeps it
    std::optional<std::size_t> rank = {}; ///< how much energy it keeps
};

/// Writes the members about a spectrum: the matrix, the figures, and all values that are known.
void writeSpectrum(JsonWriter& json, const Spectrum& spectrum, const SpectrumQuestions& questions);

} // namespace loupe
