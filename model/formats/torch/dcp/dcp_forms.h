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

/// The first and last bytes of an item, where the headers of an archive of one tensor lie. They overlap in a small one.
struct DcpItemEnds {
    static constexpr std::uint64_t most = 2048; ///< bytes of each

    std::vector<std::byte> start;
    std::vector<std::byte> end;
    std::uint64_t size = 0; ///< of the item

    /// The bytes of a range of the item; empty if they are not all in one of the two.
    std::span<const std::byte> at(ByteRange range) const;
};

/// What all items say that are byte for byte alike but for their values, checksums and torch's serialization ID: those
/// of tensors of one shape and type in one checkpoint are.
struct DcpForm {
    DType dtype = DType::Opaque;
    std::vector<std::uint64_t> shape;
    ByteRange values; ///< in the item

    /// Ranges of the item that are alike, and their bytes, one after the other.
    std::vector<ByteRange> alike;
    std::vector<std::byte> bytes;
    /// Where the checksums of members that differ are: two or three places for each.
    std::vector<std::vector<ByteRange>> checksums;
};

/// Forms of items that were read.
class DcpForms {
public:
    /// Null if none fits.
    const DcpForm* find(const DcpItemEnds& ends) const;
    /// Remembers an item that was read, where it holds one tensor as it is and nothing is wrong with it. May throw
    /// std::bad_alloc.
    void add(const DcpItemEnds& ends, const Source& item, const FileContent& content, const Work& work);

private:
    static constexpr std::size_t mostOfOneSize = 4;
    static constexpr std::size_t mostSizes = 1000;

    std::unordered_map<std::uint64_t, std::vector<std::unique_ptr<const DcpForm>>> m_bySize;
};

} // namespace loupe::torch
