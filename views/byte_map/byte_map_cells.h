#pragma once

#include "analysis/filter/tensor_set.h"
#include "core/region.h"
#include "views/byte_map/byte_map_layout.h"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace loupe {

/// The content of one pixel column of a strip.
struct ByteMapCell {
    static constexpr std::uint32_t nothing = 0xffffffff;

    std::uint32_t region = nothing; ///< index into the file's regions: the one that the column shows
    std::uint32_t count = 0; ///< number of regions with bytes in the column
};

/// The rank of a tensor. Among tensors that share a column, one with the highest rank is shown.
using ByteMapRank = std::function<std::uint8_t(std::uint32_t tensor)>;

/// An index of the regions of one file. Keeps only a reference to the regions.
class ByteMapFile {
public:
    explicit ByteMapFile(const RegionList& regions);

    std::span<const Region> regions() const { return m_regions; }
    /// The index of the region that contains the byte; ByteMapCell::nothing past the end.
    std::uint32_t regionAt(std::uint64_t offset) const;

    /// Computes one cell per column. The time is linear in the width and logarithmic in the number of regions. Faulty
    /// regions have priority and are at least two columns wide if their neighbors leave room; so are headers and
    /// padding before the first and after the last tensor, unless a faulty region is near. Tensors, and headers between
    /// them, compete for a column by their bytes. With a rank, the rank comes before the bytes, and every region in
    /// view is visited. Tensors that are `kept` have priority over other tensors and headers between them; if they are
    /// many, this considers only tensors stored in the order of their numbers.
    std::vector<ByteMapCell> cells(
        const ByteMapLayout& layout, const ByteMapRank& rank = {}, const TensorSet* kept = nullptr) const;

private:
    ByteMapCell cellOf(ByteRange bytes, const ByteMapRank& rank, const TensorSet* kept) const;
    bool isQuiet(std::uint32_t region) const;
    bool isKept(std::uint32_t region, const TensorSet& kept) const;
    bool hasQuietIn(std::uint32_t first, std::uint32_t last) const;
    std::uint32_t largestKeptOfAll(
        std::uint32_t first, std::uint32_t last, ByteRange bytes, const TensorSet& kept) const;
    std::uint32_t largestKept(std::uint32_t first, std::uint32_t last, ByteRange bytes, const TensorSet& kept) const;
    std::uint32_t largestOf(std::uint32_t first, std::uint32_t last, ByteRange bytes) const;
    std::uint32_t highestOf(std::uint32_t first, std::uint32_t last, ByteRange bytes, const ByteMapRank& rank) const;

    std::span<const Region> m_regions;
    std::vector<std::uint32_t> m_faulty; ///< indices of faulty regions
    std::vector<std::uint32_t> m_quiet; ///< indices of regions that are neither faulty nor tensors
    std::vector<std::uint32_t> m_ends; ///< those of m_quiet before the first and after the last tensor
};

} // namespace loupe
