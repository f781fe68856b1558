#pragma once

#include "adapters/adapter.h"
#include "app/cli/session.h"

#include <cstdint>
#include <memory>

namespace loupe {

/// The bytes of all tensors that are elsewhere.

/// `tloupe lora --merge`, `--rank`, `--energy`, `--spelling`: writes the adapter, or the base with it.
ExitStatus writeLora(const LoraOptions& options, const std::shared_ptr<const Adapter>& adapter, const Session& session);

/// `tloupe lora --rank`, `--energy` with `--dry-run` and without `--output`: says what would be kept of each change.
ExitStatus estimateLora(const LoraOptions& options, const Adapter& adapter, const Session& session);

/// `tloupe convert BASE TUNED OUT --extract-lora R`.
ExitStatus extractLora(const ConvertOptions& options, const Session& session);

} // namespace loupe
