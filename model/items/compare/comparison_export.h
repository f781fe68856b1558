#pragma once

#include "items/compare/comparison_results.h"
#include "items/writing/file_saver.h"

namespace loupe {

enum class ComparisonFormat : std::uint8_t { Csv, Json, Html };

/// By the suffix of the path, in any case: JSON for ".json", HTML for ".html" and ".htm", else CSV.
ComparisonFormat comparisonFormatOf(const QString& path);

/// Writes a comparison by way of a FileSaver. JSON is the document of `tloupe diff --json`. For a stopped comparison,
/// contains only the pairs compared so far; JSON notes that under "error", HTML below the verdict. Progress is in
/// pairs; for HTML, in bytes read for histograms. Can be stopped. Never replaces a file that is being compared.
ContentWriter comparisonContent(ComparisonResultsPtr results, ComparisonFormat format);

} // namespace loupe
