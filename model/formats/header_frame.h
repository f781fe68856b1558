#pragma once

#include "core/buffer.h"
#include "core/source.h"
#include "core/work.h"
#include "formats/format.h"

#include <optional>

namespace loupe {

/// The frame that bintensors and safetensors share: an 8-byte little-endian length, a header of that length, the data.
inline constexpr std::uint64_t lengthFieldSize = 8;
/// Both reference readers refuse a longer header.
inline constexpr std::uint64_t largestReferenceHeader = 100'000'000;

/// A file's header, as far as the file has it.
struct Header {
    Buffer buffer;
    std::uint64_t claimedLength = 0;
    bool complete = true; ///< the whole length is there

    std::string_view text() const
    {
        return {reinterpret_cast<const char*>(buffer.bytes().data()), buffer.bytes().size()};
    }
};

/// Where header and data lie in a file, from its first bytes. Nothing where the file has no length field; the header is
/// cut at the end of the file.
struct Frame {
    std::uint64_t claimedLength = 0;
    ByteRange header;
    ByteRange data;
};
std::optional<Frame> frameOf(const FileStart& start);

/// The first bytes of the file, at most 4 KiB.
Result<std::vector<std::byte>> readStart(const Source& source);

/// Reads the header and sets the ranges of `content`. Findings: header-too-small, header-too-large, header-past-end.
/// Nothing where the file has no length field.
Result<std::optional<Header>> readHeader(const Source& source, const Work& work, FileContent& content);

} // namespace loupe
