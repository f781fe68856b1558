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
/// Of a longer one only the first largestReferenceHeader bytes are read: a sparse file has any length for nothing.
inline constexpr std::uint64_t largestHeader = 1'000'000'000;

/// A file's header, as far as the file has it and it was worth reading.
struct Header {
    /// Where the file is mapped, the file itself: somebody may write to it meanwhile, so what was found out about a
    /// byte need not be true of it a moment later.
    std::string_view text;
    std::uint64_t claimedLength = 0;
    bool complete = true; ///< the whole length is there and not beyond largestHeader
    bool onlyStart = false; ///< its first bytes told that no more is needed
};

/// Where header and data lie in a file, from its first bytes. Nothing where the file has no length field; the header is
/// cut at the end of the file.
struct Frame {
    std::uint64_t claimedLength = 0;
    ByteRange header;
    ByteRange data;
};
std::optional<Frame> frameOf(const FileStart& start);
/// Malformed where the header that begins in `start` does not end with it.
Result<> checkWhole(std::string_view start);
/// The header's bytes that `start` has.
std::string_view headerIn(const Frame& frame, const FileStart& start);

/// The first bytes of the file, at most 4 KiB.
Result<std::vector<std::byte>> readStart(const Source& source);

/// Fills `target` with what lies in the file from `offset` on, and reports it as work to be done. Looks at the stop
/// token on the way (Stopped), and at the end whether the file is still what it was (Changed).
Result<> readUnchanged(const Source& source, std::uint64_t offset, std::span<std::byte> target, const Work& work);

/// Whether a header's parser would look beyond `start`, the first bytes of the file. False where they show already that
/// this is no header of the format, or hold all of its content.
using WantsMore = bool (*)(const Frame& frame, const FileStart& start);

/// Sets the ranges of `content` and calls `visitor` once with the header, which is reported as work to be done; without
/// a copy, since to fill fresh memory takes longer than to parse. A length field that means nothing costs nothing: of a
/// large header only the start is read where no more is wanted, and of one that the file does not have whole, no more
/// than largestReferenceHeader. Findings: header-too-small, header-too-large, header-past-end. False where the file has
/// no length field. Fails with Stopped, or with Changed where the file was changed meanwhile: what the visitor made is
/// worth nothing then.
Result<bool> visitHeader(const Source& source, const Work& work, WantsMore wantsMore, FileContent& content,
    const std::function<void(const Header&)>& visitor);

} // namespace loupe
