#pragma once

#include "core/source.h"
#include "core/work.h"
#include "formats/shared/format.h"

#include <functional>
#include <optional>

namespace loupe {

/// The frame that bintensors and safetensors share: an 8-byte little-endian length, a header of that length, the data.
inline constexpr std::uint64_t lengthFieldSize = 8;
/// Both reference readers refuse a longer header.
inline constexpr std::uint64_t largestReferenceHeader = 100'000'000;
/// A longer header is read only up to largestReferenceHeader bytes: a sparse file can claim any length for free.
inline constexpr std::uint64_t largestHeader = 1'000'000'000;

/// A file's header, as much of it as exists and was needed.
struct Header {
    /// Points into the file where that is mapped. Somebody may write to it meanwhile, so a byte that was checked may
    /// change a moment later.
    std::string_view text;
    std::uint64_t claimedLength = 0;
    bool complete = true; ///< the whole length is there and not beyond largestHeader
    bool onlyStart = false; ///< its first bytes showed that no more is needed
};

/// Where header and data lie in a file, from its first bytes. Nothing if the file has no length field. The header is
/// cut at the end of the file.
struct Frame {
    std::uint64_t claimedLength = 0;
    ByteRange header;
    ByteRange data;
};
std::optional<Frame> frameOf(const FileStart& start);
/// Fails with Malformed if the header that begins in `start` does not end with it.
Result<> checkWhole(std::string_view start);
/// The part of the header that `start` holds.
std::string_view headerIn(const Frame& frame, const FileStart& start);

/// The first bytes of the file, at most 4 KiB.
Result<std::vector<std::byte>> readStart(const Source& source);

/// Fills `target` with the file's bytes from `offset` on, and reports them as work to be done. Checks the stop token on
/// the way (Stopped), and at the end whether the file is unchanged (Changed).
Result<> readUnchanged(const Source& source, std::uint64_t offset, std::span<std::byte> target, const Work& work);

/// Whether a header's parser would look beyond `start`, the first bytes of the file. False where these already show
/// that this is no header of the format, or hold all of its content.
using WantsMore = bool (*)(const Frame& frame, const FileStart& start);

/// Sets the ranges of `content` and calls `visitor` once with the header, which is reported as work to be done. Does
/// not copy the header, since filling fresh memory takes longer than parsing. Only the start of a large header is read
/// where no more is wanted, and at most largestReferenceHeader bytes of one that the file does not have whole, so that
/// a meaningless length field costs nothing. Findings: header-too-small, header-too-large, header-past-end. False where
/// the file has no length field. Fails with Stopped, or with Changed where the file was changed meanwhile: then the
/// visitor's result is invalid.
Result<bool> visitHeader(const Source& source, const Work& work, WantsMore wantsMore, FileContent& content,
    const std::function<void(const Header&)>& visitor);

} // namespace loupe
