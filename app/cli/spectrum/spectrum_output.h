#pragma once

#include "analysis/spectrum/spectrum.h"
#include "app/cli/session.h"
#include "core/checkpoint.h"
#include "core/result.h"
#include "reports/spectrum_json.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// The figures of one tensor, and a small table. `isDifference`: the spectrum is that of a pair's difference, so the
/// rank comes first.
std::string spectrumText(std::string_view name, const Spectrum& spectrum, const SpectrumQuestions& questions,
    bool isDifference, const Style& style);

/// Several spectra as a table, one per row. Failed ones have dashes.
class SpectrumTable {
public:
    explicit SpectrumTable(const SpectrumQuestions& questions);
    void add(std::string_view name, const Result<Spectrum>& spectrum);
    std::string text() const;

private:
    SpectrumQuestions m_questions;
    std::vector<std::vector<std::string>> m_rows;
};

} // namespace loupe
