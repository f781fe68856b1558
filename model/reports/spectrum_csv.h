#pragma once

#include "reports/spectrum_json.h"

#include "core/checkpoint.h"
#include "core/result.h"

#include <cstdint>
#include <string>

namespace loupe {

/// Figures of spectra as CSV. The columns are named like the keys of `tloupe spectrum --json`; a missing or unknown
/// value is an empty cell.
std::string spectraCsvHeader();
/// The line for a tensor.
std::string spectraCsvRow(const Checkpoint& checkpoint, std::uint32_t tensor, const Result<Spectrum>& spectrum,
    const SpectrumQuestions& questions);

/// The singular values of a spectrum: index starting at 1, value, error if it is not exact, and the share of the energy
/// preserved by the values up to it.
std::string spectrumValuesCsv(const Spectrum& spectrum);

} // namespace loupe
