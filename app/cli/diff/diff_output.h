#pragma once

#include "analysis/comparison/common_place.h"
#include "analysis/comparison/comparison.h"
#include "app/cli/lists/list_columns.h"
#include "app/cli/lists/list_order.h"
#include "app/cli/session.h"

#include <string>
#include <vector>

namespace loupe {

/// The columns of the text output, for --columns.
std::vector<ListColumn> diffColumns();
/// The keys for --sort, and the value of a key. Properties of both sides are taken from A.
std::vector<std::string> diffSortKeys();
SortValue diffSortValue(
    const Checkpoint& a, const Checkpoint& b, const TensorPair& pair, const PairOutcome& outcome, std::string_view key);

/// A comparison as text: both checkpoints, the differences of metadata and tensors, and the counts.
class DiffText {
public:
    DiffText(const Checkpoint& a, const Checkpoint& b, const Style& style, const ColumnChoice& columns)
        : m_a(a)
        , m_b(b)
        , m_style(style)
        , m_table(diffColumns(), columns)
    {
    }

    /// Whether the pair has a row. A pair that is identical, not renamed and has the same dtype has none.
    bool isListed(const TensorPair& pair, const PairOutcome& outcome) const;
    /// Precondition: isListed().
    void add(const TensorPair& pair, const PairOutcome& outcome);
    /// `verdict` begins the last line.
    std::string text(const MetadataDifference& metadata, const ComparisonCounts& counts, const CommonPlace& changed,
        const std::string& verdict);

private:
    std::string metadataText(const MetadataDifference& metadata) const;
    std::string tensorsText() const;

    const Checkpoint& m_a;
    const Checkpoint& m_b;
    const Style& m_style;
    ListTable m_table;
};

} // namespace loupe
