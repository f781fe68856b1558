#pragma once

#include "items/session/opened_checkpoint.h"
#include "items/tree/health_results.h"
#include "items/writing/file_saver.h"

#include <QString>

namespace loupe {

enum class HealthFormat : std::uint8_t { Csv, Json };

/// By the suffix of the path: JSON for ".json", in capitals or not, else CSV.
HealthFormat healthFormatOf(const QString& path);

/// What a scan has found, for a FileSaver; JSON is the document of `tloupe scan --json`. For a scan that was stopped,
/// the tensors that it has looked at; JSON says so under "error". Progress counts tensors; can be stopped.
ContentWriter healthContent(OpenedCheckpointPtr opened, HealthResultsPtr results, HealthFormat format);

} // namespace loupe
