#pragma once

#include "app/cli/exit_status.h"
#include "app/cli/options.h"
#include "app/cli/session.h"

namespace loupe {

// One function per verb, each in its own file. They report errors themselves.

ExitStatus run(const InfoOptions& options, const Session& session);
ExitStatus run(const ValidateOptions& options, const Session& session);
ExitStatus run(const CheckOptions& options, const Session& session);
ExitStatus run(const StatsOptions& options, const Session& session);
ExitStatus run(const ScanOptions& options, const Session& session);
ExitStatus run(const SpectrumVerbOptions& options, const Session& session);
ExitStatus run(const HistoryVerbOptions& options, const Session& session);
ExitStatus run(const HashOptions& options, const Session& session);
ExitStatus run(const ConvertOptions& options, const Session& session);
ExitStatus run(const ExportOptions& options, const Session& session);
ExitStatus run(const LoraOptions& options, const Session& session);
ExitStatus run(const DiffOptions& options, const Session& session);
ExitStatus run(const GitDifftoolOptions& options, const Session& session);
ExitStatus run(const ThumbnailOptions& options, const Session& session);
ExitStatus run(const FormatsOptions& options, const Session& session);
ExitStatus run(const CacheOptions& options, const Session& session);
ExitStatus run(const CollectOptions& options, const Session& session);

} // namespace loupe
