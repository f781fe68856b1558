#pragma once

#include "items/compare/comparison_results.h"
#include "views/byte_map/byte_map_key.h"
#include "views/byte_map/byte_map_source.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace loupe {

/// Both checkpoints of a comparison in a byte map, each tensor colored by how much it changed, or that NaN or
/// infinities differ; for many that share a column, the one that changed most is seen. Files that both have as
/// many of stand in pairs, else all of A above all of B.
class PairByteColors : public ByteMapSource {
public:
    /// Precondition: not null.
    explicit PairByteColors(ComparisonResultsPtr results);

    /// Ranks what has become known.
    void update();
    /// The key for what is known so far.
    ByteMapKey key() const;

    const NameTree& tree() const override;
    SideTensors tensorsAt(NameTree::NodeId leaf) const override;
    NameTree::NodeId leafOf(SideTensor tensor) const override;
    ByteMapRank rankOf(int side) const override;
    void fillTensor(QPainter& painter, const QRect& rect, SideTensor tensor, const Theme& theme) const override;
    NamedSentence describe(const Strip& strip, const Region& region) const override;

private:
    const PairedCheckpoints& paired() const { return *m_results->paired(); }

    ComparisonResultsPtr m_results;
    std::vector<std::uint8_t> m_ranks; ///< by pair
    std::uint32_t m_ranked = 0; ///< pairs that were looked at
    ChangeScale m_scale; ///< of these
    bool m_hasOtherNonfinite = false;
};

} // namespace loupe
