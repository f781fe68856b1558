#pragma once

#include "reports/spectrum_json.h"

#include "core/checkpoint.h"
#include "core/result.h"

#include <cstdint>
#include <string>

namespace loupe {

/// Figures of spectra as CSV, columns named like the keys of `tloupe spectrum --json`; what does not exist or is not
/// known is an empty cell.
std::string spectraCsvHeader();
/// The line of one tensor.
std::string spectraCsvRow(const Checkpoint& checkpoint, std::uint32_t tensor, const Result<Spectrum>& spectrum,
    const SpectrumQuestions& questions);

/// The values of one spectrum: index from 1, value, error where it is not exact, and the share of the energy that so
/// many values keep.
std::string spectrumValuesCsv(const Spectrum& spectrum);

} // namespace loupe
