#pragma once

#include "core/dtype.h"
#include "core/work.h"
#include "formats/shared/format.h"

#include <array>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

namespace loupe::torch {

/// The first and last bytes of an item, which contain the headers of an archive of one tensor. They overlap if the item
/// is small.
struct DcpItemEnds {
    static constexpr std::uint64_t most = 2048; ///< maximum size of each, in bytes

    std::vector<std::byte> start;
    std::vector<std::byte> end;
    std::uint64_t size = 0; ///< size of the item

    /// The bytes of a range of the item; empty unless `start` or `end` contains them all.
    std::span<const std::byte> at(ByteRange range) const;
};

/// The content that items have in common if they are identical except for their values, checksums and torch's
/// serialization ID. Items of tensors of the same shape and type in one checkpoint are.
struct DcpForm {
    DType dtype = DType::Opaque;
    std::vector<std::uint64_t> shape;
    ByteRange values; ///< in the item

    /// The ranges that are the same in all these items, and their bytes, one range after the other.
    std::vector<ByteRange> alike;
    std::vector<std::byte> bytes;
    /// The places of the checksums of archive members that differ: two or three for each member.
    std::vector<std::vector<ByteRange>> checksums;
};

/// The forms of the items that were read.
class DcpForms {
public:
    /// Null if none fits.
    const DcpForm* find(const DcpItemEnds& ends) const;
    /// Remembers the form of an item if it holds exactly one tensor, stored plainly, and has no findings. May throw
    /// std::bad_alloc.
    void add(const DcpItemEnds& ends, const Source& item, const FileContent& content, const Work& work);

private:
    static constexpr std::size_t mostOfOneSize = 4;
    static constexpr std::size_t mostSizes = 1000;

    std::unordered_map<std::uint64_t, std::vector<std::unique_ptr<const DcpForm>>> m_bySize;
};

} // namespace loupe::torch
