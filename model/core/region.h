#pragma once

#include "core/byte_range.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace loupe {

struct Checkpoint;

enum class RegionKind : std::uint8_t {
    LengthField, ///< the length of the header
    Header,
    Padding, ///< fill bytes after the header's content, within the header's length
    Tensor,
    Hole, ///< in the data section, but claimed by no tensor
    Overlap, ///< claimed by more than one tensor
    Shared, ///< claimed by several tensors that are views of the same bytes, which is no error
    Trailing, ///< after the last tensor
    Content, ///< data that is not a tensor and is not meant to be one
    PastTheEnd, ///< claimed by a tensor, but beyond the end of the file
    Unread, ///< could not be interpreted
};

std::string_view regionKindName(RegionKind kind);

/// A range of bytes in a file. The regions of a file are sorted, do not overlap, and cover [0, max(file size, last
/// claim)).
struct Region {
    ByteRange range;
    RegionKind kind = RegionKind::Unread;
    std::uint32_t tensor = noTensor; ///< index into Checkpoint::tensors; for an overlap, the tensor that begins last

    static constexpr std::uint32_t noTensor = 0xffffffff;
    bool operator==(const Region&) const = default;
};

/// A part of a file that the format explains and that is neither before the data nor a tensor, such as a header in
/// front of each tensor or a directory at the end. Also an additional piece of a tensor whose values are stored in
/// several: Tensor::bytes is the piece that begins first.
struct FilePart {
    ByteRange range;
    RegionKind kind = RegionKind::Header;
    /// For kind Tensor, the tensor's index relative to the file's first tensor. For a tensor of another file, too: the
    /// difference is modulo 2^32.
    std::uint32_t tensor = Region::noTensor;
};

/// The regions of one file, with precomputed lookups.
class RegionList {
public:
    RegionList() = default;
    /// Takes linear time.
    explicit RegionList(std::vector<Region> regions);

    std::span<const Region> all() const { return m_all; }
    /// Indices of the regions that are not plain tensors; usually few.
    std::span<const std::uint32_t> apart() const { return m_apart; }
    bool empty() const { return m_all.empty(); }

private:
    std::vector<Region> m_all;
    std::vector<std::uint32_t> m_apart;
};

/// The regions of file number `file` of the checkpoint. Takes linear time if the tensors are sorted by offset.
std::vector<Region> tileRegions(const Checkpoint& checkpoint, std::uint32_t file);

} // namespace loupe
