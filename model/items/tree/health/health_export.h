#pragma once

#include "items/session/opened_checkpoint.h"
#include "items/tree/health/health_results.h"
#include "items/writing/file_saver.h"

#include <QString>

namespace loupe {

enum class HealthFormat : std::uint8_t { Csv, Json };

/// By the suffix of the path: JSON for ".json" in any case, else CSV.
HealthFormat healthFormatOf(const QString& path);

/// Writes the results of a scan by way of a FileSaver. JSON is the document of `tloupe scan --json`. For a stopped
/// scan, contains only the tensors looked at so far; JSON notes that under "error". Progress is in tensors. Can be
/// stopped.
ContentWriter healthContent(OpenedCheckpointPtr opened, HealthResultsPtr results, HealthFormat format);

} // namespace loupe
