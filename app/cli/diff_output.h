#pragma once

#include "analysis/comparison/comparison.h"
#include "app/cli/session.h"

#include <string>
#include <vector>

namespace loupe {

/// A comparison as text: what both are, what their metadata and tensors differ in, how many did what.
class DiffText {
public:
    DiffText(const Checkpoint& a, const Checkpoint& b, const Style& style)
        : m_a(a)
        , m_b(b)
        , m_style(style)
    {
    }

    /// Keeps a row unless the pair is identical and neither renamed nor of another dtype.
    void add(const TensorPair& pair, const PairOutcome& outcome);
    /// `verdict` begins the last line.
    std::string text(
        const MetadataDifference& metadata, const ComparisonCounts& counts, const std::string& verdict) const;

private:
    std::string metadataText(const MetadataDifference& metadata) const;
    std::string tensorsText() const;

    const Checkpoint& m_a;
    const Checkpoint& m_b;
    const Style& m_style;
    std::vector<std::vector<std::string>> m_rows;
};

} // namespace loupe
