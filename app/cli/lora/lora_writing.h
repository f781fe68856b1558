#pragma once

#include "adapters/adapter.h"
#include "app/cli/session.h"

#include <cstdint>
#include <memory>

namespace loupe {

/// `tloupe lora --merge`, `--rank`, `--energy`, `--spelling`: writes the adapter, or the base with the adapter merged.
ExitStatus writeLora(const LoraOptions& options, const std::shared_ptr<const Adapter>& adapter, const Session& session);

/// `tloupe lora --rank`, `--energy` with `--dry-run` and without `--output`: prints how much of each update would be
/// kept.
ExitStatus estimateLora(const LoraOptions& options, const Adapter& adapter, const Session& session);

/// `tloupe convert BASE TUNED OUT --extract-lora R`.
ExitStatus extractLora(const ConvertOptions& options, const Session& session);

} // namespace loupe
