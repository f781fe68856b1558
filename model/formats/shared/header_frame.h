#pragma once

#include "core/source.h"
#include "core/work.h"
#include "formats/shared/format.h"

#include <functional>
#include <optional>

namespace loupe {

/// The frame that bintensors and safetensors share: an 8-byte little-endian length, a header of that length, and the
/// data.
inline constexpr std::uint64_t lengthFieldSize = 8;
/// Both reference readers reject a longer header.
inline constexpr std::uint64_t largestReferenceHeader = 100'000'000;
/// A longer header is read only up to largestReferenceHeader bytes: a sparse file can claim any length for free.
inline constexpr std::uint64_t largestHeader = 1'000'000'000;

/// A file's header: the part of it that exists and was needed.
struct Header {
    /// Points into the file if that is memory-mapped. Someone may write to the file at the same time, so a byte may
    /// change after it was checked.
    std::string_view text;
    std::uint64_t claimedLength = 0;
    bool complete = true; ///< the whole header exists and is not larger than largestHeader
    bool onlyStart = false; ///< holds only the first bytes, because they showed that no more is needed
};

/// The location of header and data in a file, according to its first bytes. The header's range is cut at the end of the
/// file. There is no frame if the file has no length field.
struct Frame {
    std::uint64_t claimedLength = 0;
    ByteRange header;
    ByteRange data;
};
std::optional<Frame> frameOf(const FileStart& start);
/// Fails with Malformed if the header does not end exactly at the end of `start`.
Result<> checkWhole(std::string_view start);
/// The part of the header that `start` holds.
std::string_view headerIn(const Frame& frame, const FileStart& start);

/// The first bytes of the file, at most 4 KiB.
Result<std::vector<std::byte>> readStart(const Source& source);

/// Fills `target` with the file's bytes from `offset` on, and reports them as work to be done. Checks the stop token on
/// the way (fails with Stopped), and checks at the end that the file is unchanged (fails with Changed).
Result<> readUnchanged(const Source& source, std::uint64_t offset, std::span<std::byte> target, const Work& work);

/// True if a header's parser would need bytes beyond `start`, the first bytes of the file. False if these already show
/// that this is not a header of the format, or hold all of its content.
using WantsMore = bool (*)(const Frame& frame, const FileStart& start);

/// Sets the ranges of `content` and calls `visitor` once with the header, which is reported as work to be done. Does
/// not copy the header, since filling fresh memory takes longer than parsing. So that a meaningless length field costs
/// nothing, reads only the start of a large header if `wantsMore` returns false, and at most largestReferenceHeader
/// bytes of a header that goes beyond the end of the file. Findings: header-too-small, header-too-large,
/// header-past-end. Returns false if the file has no length field. Fails with Stopped, or with Changed if the file was
/// changed in the meantime, in which case the visitor's result is invalid.
Result<bool> visitHeader(const Source& source, const Work& work, WantsMore wantsMore, FileContent& content,
    const std::function<void(const Header&)>& visitor);

} // namespace loupe
