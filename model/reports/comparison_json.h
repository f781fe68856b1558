#pragma once

#include "analysis/comparison/comparison.h"
#include "core/text/json_writer.h"

namespace loupe {

/// A comparison as JSON, as printed by `tloupe diff --json`. Tensors are written as they are added, totals at the end.
class ComparisonDocument {
public:
    ComparisonDocument(JsonWriter json, const Checkpoint& a, const Checkpoint& b, const MetadataDifference& metadata);

    void add(const TensorPair& pair, const PairOutcome& outcome);
    void finish(const ComparisonCounts& counts, bool same, const std::optional<Error>& firstError);

private:
    void writeHead(const TensorPair& pair);
    void writeFigures(const Delta& delta);

    JsonWriter m_json;
    const Checkpoint& m_a;
    const Checkpoint& m_b;
};

} // namespace loupe
