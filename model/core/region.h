#pragma once

#include "core/byte_range.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace loupe {

struct Checkpoint;

enum class RegionKind : std::uint8_t {
    LengthField, ///< the bytes that say how long the header is
    Header,
    Padding, ///< filling inside the header's length, after its content
    Tensor,
    Hole, ///< inside the data section, claimed by no tensor
    Overlap, ///< claimed by more than one tensor
    Shared, ///< the same, where that is no fault: tensors are views of the same bytes
    Trailing, ///< after the last tensor
    Content, ///< of something in the file that is no tensor and is not meant to be one
    PastTheEnd, ///< claimed by a tensor, but the file is shorter
    Unread, ///< could not be made sense of
};

std::string_view regionKindName(RegionKind kind);

/// A stretch of a file. The regions of a file are sorted, do not overlap, and cover [0, max(file size, last claim)).
struct Region {
    ByteRange range;
    RegionKind kind = RegionKind::Unread;
    std::uint32_t tensor =
        noTensor; ///< index into Checkpoint::tensors; for what several claim, the one that begins last

    static constexpr std::uint32_t noTensor = 0xffffffff;
    bool operator==(const Region&) const = default;
};

/// A stretch of a file that its format explains and that is neither before the data nor a tensor's: a header of its own
/// before each tensor, a directory behind them. Or another piece of a tensor whose values do not lie in one:
/// Tensor::bytes is the one that begins first.
struct FilePart {
    ByteRange range;
    RegionKind kind = RegionKind::Header;
    /// For kind Tensor, its number among those of the file. One that begins in another file counts from the first one
    /// of this file, too, modulo 2^32.
    std::uint32_t tensor = Region::noTensor;
};

/// The regions of one file, with what is asked of them at once.
class RegionList {
public:
    RegionList() = default;
    /// Looks at each region once.
    explicit RegionList(std::vector<Region> regions);

    std::span<const Region> all() const { return m_all; }
    /// Indices of those that are no plain tensor's: mostly few among many.
    std::span<const std::uint32_t> apart() const { return m_apart; }
    bool empty() const { return m_all.empty(); }

private:
    std::vector<Region> m_all;
    std::vector<std::uint32_t> m_apart;
};

/// The regions of file number `file` of the checkpoint. Linear where tensors stand in offset order.
std::vector<Region> tileRegions(const Checkpoint& checkpoint, std::uint32_t file);

} // namespace loupe
