#include "formats/shared/header_frame.h"

#include "core/buffer.h"
#include "core/text/quote.h"
#include "core/text/text.h"

#include <algorithm>
#include <cstring>

namespace loupe {

namespace {

constexpr std::uint64_t startSize = 4096;
/// Headers below this size are read as a whole.
constexpr std::uint64_t largeHeader = std::uint64_t{1} << 20;
/// Bytes read between two checks of the stop token.
constexpr std::uint64_t blockSize = std::uint64_t{4} << 20;

/// At most one: a length that goes far beyond the end of the file is too large for the same reason.
void addFrameFindings(const Frame& frame, std::uint64_t fileSize, Findings& findings)
{
    const bool tooLarge = frame.claimedLength > largestReferenceHeader;
    const bool beyondUs = frame.claimedLength > largestHeader;
    const std::string claim = "the header claims " + counted(frame.claimedLength, "byte");
    const std::string otherFormat = ": probably a file of another format";
    if (frame.claimedLength > frame.header.size()) {
        findings.add({.code = "header-past-end",
            .message = claim + ", but only " + formatCount(fileSize - lengthFieldSize) + " follow its length field"
                + (beyondUs ? otherFormat : ": the file is cut off. Download or copy it again"),
            .refusedAs = tooLarge ? "HeaderTooLarge" : "InvalidHeaderLength",
            .offset = 0});
    } else if (tooLarge) {
        findings.add({.severity = beyondUs ? Severity::Error : Severity::Warning,
            .code = "header-too-large",
            .message = claim
                + (beyondUs ? otherFormat
                            : "; the limit of the reference reader is " + formatCount(largestReferenceHeader)),
            .refusedAs = "HeaderTooLarge",
            .offset = 0});
    }
}

tl::unexpected<Error> stoppedReading(const Source& source)
{
    return fail(ErrorCode::Stopped, "stopped while the file was read", source.path().string());
}

/// Calls `visitor` with the bytes of `range`, from the memory map if there is one, otherwise from a copy.
template <typename Visitor>
Result<> visitUnchanged(const Source& source, ByteRange range, const Work& work, Visitor visitor)
{
    const auto show = [&](std::span<const std::byte> bytes) {
        visitor(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
    };
    Buffer copy;
    if (!source.mapped()) {
        if (auto room = copy.resize(range.size()); !room)
            return room;
        if (auto read = readUnchanged(source, range.begin, copy.bytes(), work); !read)
            return read;
        show(copy.bytes());
        return {};
    }
    work.expect(range.size());
    for (std::uint64_t begin = range.begin; begin < range.end; begin += blockSize) {
        if (work.stopped())
            return stoppedReading(source);
        source.fetch({begin, std::min(begin + blockSize, range.end)});
    }
    if (auto seen = source.visit(range, copy, show); !seen)
        return seen;
    if (range.size() > blockSize) // small ranges may stay mapped: unmapping takes longer than reading them
        source.release(range);
    return source.checkUnchanged();
}

/// The number of header bytes to read.
Result<std::uint64_t> worthReading(const Source& source, const Frame& frame, WantsMore wantsMore)
{
    const std::uint64_t available = frame.header.size();
    if (available <= largeHeader)
        return available;
    const auto start = readStart(source);
    if (!start)
        return fail(start.error());
    if (!wantsMore(frame, {.bytes = *start, .fileSize = source.size()}))
        return startSize - lengthFieldSize;
    const bool all = frame.claimedLength == available && available <= largestHeader;
    return all ? available : std::min(available, largestReferenceHeader);
}

} // namespace

std::optional<Frame> frameOf(const FileStart& start)
{
    if (start.bytes.size() < lengthFieldSize)
        return std::nullopt;
    Frame frame;
    std::memcpy(&frame.claimedLength, start.bytes.data(), lengthFieldSize);
    const std::uint64_t length = std::min(frame.claimedLength, start.fileSize - lengthFieldSize);
    frame.header = {lengthFieldSize, lengthFieldSize + length};
    frame.data = {frame.header.end, start.fileSize};
    return frame;
}

Result<> checkWhole(std::string_view start)
{
    const auto frame = frameOf({.bytes = std::as_bytes(std::span(start)), .fileSize = start.size()});
    if (frame && frame->claimedLength == start.size() - lengthFieldSize)
        return {};
    return fail(ErrorCode::Malformed, "the header does not end after " + counted(start.size(), "byte"));
}

std::string_view headerIn(const Frame& frame, const FileStart& start)
{
    const std::string_view text(reinterpret_cast<const char*>(start.bytes.data()), start.bytes.size());
    return text.substr(lengthFieldSize, frame.header.size());
}

Result<std::vector<std::byte>> readStart(const Source& source)
{
    std::vector<std::byte> bytes(std::min(startSize, source.size()));
    if (auto read = source.read(0, bytes); !read)
        return fail(std::move(read.error()));
    return bytes;
}

Result<> readUnchanged(const Source& source, std::uint64_t offset, std::span<std::byte> target, const Work& work)
{
    work.expect(target.size());
    const auto expected =
        target.size() > blockSize ? source.expect({{offset, offset + target.size()}}) : std::shared_ptr<void>();
    for (std::uint64_t done = 0; done < target.size();) {
        if (work.stopped())
            return stoppedReading(source);
        const auto block = target.subspan(done, std::min<std::uint64_t>(blockSize, target.size() - done));
        if (auto read = source.read(offset + done, block); !read)
            return read;
        if (target.size() > blockSize)
            source.release({offset + done, offset + done + block.size()});
        done += block.size();
    }
    return source.checkUnchanged();
}

Result<bool> visitHeader(const Source& source, const Work& work, WantsMore wantsMore, FileContent& content,
    const std::function<void(const Header&)>& visitor)
{
    const std::uint64_t fileSize = source.size();
    std::byte length[lengthFieldSize];
    if (fileSize < lengthFieldSize) {
        content.header = content.headerContent = content.data = {fileSize, fileSize};
        content.findings.add({.code = "header-too-small",
            .message = "the file has only " + counted(fileSize, "byte") + ", too short for the 8-byte header length",
            .refusedAs = "HeaderTooSmall",
            .offset = 0});
        return false;
    }
    if (auto read = source.read(0, length); !read)
        return fail(std::move(read.error()));
    const Frame frame = *frameOf({.bytes = length, .fileSize = fileSize});
    content.header = content.headerContent = frame.header;
    content.data = frame.data;
    addFrameFindings(frame, fileSize, content.findings);

    const auto size = worthReading(source, frame, wantsMore);
    if (!size)
        return fail(size.error());
    const bool complete = frame.header.size() == frame.claimedLength && frame.claimedLength <= largestHeader;
    const bool onlyStart = frame.header.size() > largeHeader && *size < startSize;
    const auto seen =
        visitUnchanged(source, {frame.header.begin, frame.header.begin + *size}, work, [&](std::string_view text) {
            visitor({text, frame.claimedLength, complete, onlyStart});
        });
    if (!seen)
        return fail(seen.error());
    return true;
}

} // namespace loupe
