#pragma once

#include "items/compare/comparison_results.h"
#include "items/writing/file_saver.h"

namespace loupe {

enum class ComparisonFormat : std::uint8_t { Csv, Json, Html };

/// By the suffix of the path: JSON for ".json", HTML for ".html" and ".htm", in capitals or not, else CSV.
ComparisonFormat comparisonFormatOf(const QString& path);

/// A comparison for a FileSaver; JSON is the document of `tloupe diff --json`. For one that was stopped, the pairs that
/// it has looked at; JSON says so under "error", HTML below the verdict. Progress counts
/// pairs, of HTML the bytes that its histograms look at; can be stopped. Never takes the place of a file that is
/// compared.
ContentWriter comparisonContent(ComparisonResultsPtr results, ComparisonFormat format);

} // namespace loupe
