#pragma once

#include "analysis/statistics/health.h"
#include "core/checkpoint.h"
#include "core/result.h"
#include "core/text/json_writer.h"

#include <cstdint>
#include <optional>

namespace loupe {

/// The document that `tloupe scan --json` prints and the window exports, written as tensors are added. It is incomplete
/// without finish().
class HealthDocument {
public:
    explicit HealthDocument(JsonWriter json);

    void add(const Checkpoint& checkpoint, std::uint32_t tensor, const Result<Health>& health);
    /// `findings`: about the tensors. `firstError`: of the first part that could not be read.
    void finish(const Checkpoint& checkpoint, const Findings& findings, const std::optional<Error>& firstError);

private:
    JsonWriter m_json;
};

} // namespace loupe
