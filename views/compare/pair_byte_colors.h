#pragma once

#include "items/compare/comparison_results.h"
#include "views/byte_map/byte_map_key.h"
#include "views/byte_map/byte_map_source.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace loupe {

/// Both checkpoints of a comparison in a byte map. Each tensor is colored by how much it changed, or marked if NaN or
/// infinities differ. Among tensors that share a column, the one that changed most is drawn. If A and B have equally
/// many files, they are drawn in pairs; otherwise all of A is above all of B.
class PairByteColors : public ByteMapSource {
public:
    /// Precondition: not null.
    explicit PairByteColors(ComparisonResultsPtr results);

    /// Updates the ranks from results that were added.
    void update();
    /// The color key for the results so far.
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
    std::vector<std::uint8_t> m_ranks; ///< indexed by pair
    std::uint32_t m_ranked = 0; ///< number of pairs already ranked
    ChangeScale m_scale; ///< over the ranked pairs
    bool m_hasOtherNonfinite = false;
};

} // namespace loupe
