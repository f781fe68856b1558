#pragma once

#include "analysis/filter/tensor_set.h"
#include "core/region.h"
#include "views/byte_map/byte_map_layout.h"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace loupe {

/// What one pixel column of a strip shows.
struct ByteMapCell {
    static constexpr std::uint32_t nothing = 0xffffffff;

    std::uint32_t region = nothing; ///< index into the file's regions: the one that the column stands for
    std::uint32_t count = 0; ///< how many regions have bytes in the column
};

/// Which of the tensors that share a column it stands for: one of the highest rank.
using ByteMapRank = std::function<std::uint8_t(std::uint32_t tensor)>;

/// The regions of one file, with what is needed to look them up quickly. Keeps only a reference to them.
class ByteMapFile {
public:
    explicit ByteMapFile(const RegionList& regions);

    std::span<const Region> regions() const { return m_regions; }
    /// Index of the region that holds the byte; ByteMapCell::nothing past the end.
    std::uint32_t regionAt(std::uint64_t offset) const;

    /// One cell per column, in a time that depends on the width and only by a logarithm on the number of regions.
    /// Faulty regions come before all others and are at least two columns wide where their neighbors leave room, and
    /// so are headers and padding before the first tensor and after the last one, as long as nothing faulty is near.
    /// Tensors, and headers between them, share a column by their bytes. With a rank, that comes before their bytes,
    /// and each region in view is looked at. Tensors that are `kept` come before others and before headers between
    /// them; where these are many, tensors that lie in the order of their numbers.
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
    std::vector<std::uint32_t> m_quiet; ///< of those that are neither faulty nor tensors
    std::vector<std::uint32_t> m_ends; ///< of the quiet ones: before the first tensor, and after the last one
};

} // namespace loupe
