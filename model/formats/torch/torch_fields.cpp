#include "core/text/text.h"
#include "formats/pickle/pickle_fields.h"
#include "formats/pickle/pickle_stream.h"
#include "formats/torch/torch_legacy.h"
#include "formats/torch/torch_zip.h"
#include "formats/zip/zip_fields.h"
#include "formats/zip/zip_sequence.h"

#include <algorithm>

namespace loupe::torch {

namespace {

/// Covers all of `data` with fields, even if the pickle is broken.
Result<> addPickleMember(const Source& source, ByteRange data, HeaderFieldList& fields)
{
    Result<> done = pickle::visitPickle(source, data, pickle::largestPickle, [&](std::string_view text) {
        if (text.size() < std::min(data.size(), pickle::largestPickle))
            return true; // the walk needs all bytes at once
        pickle::addPickleFields(text, fields);
        return false;
    });
    if (done && !fields.done() && fields.position() < data.end)
        fields.add(data.end, "unread", [] { return std::string(); });
    return done;
}

Result<> addText(const Source& source, ByteRange data, std::string_view label, HeaderFieldList& fields)
{
    constexpr std::uint64_t longest = 40;
    std::string text(std::min(longest, data.size()), '\0');
    if (auto read = source.read(data.begin, std::as_writable_bytes(std::span(text))); !read)
        return read;
    if (!data.empty())
        fields.add(data.end, label, [&] { return printable(text); });
    return {};
}

} // namespace

Result<std::vector<HeaderField>> torchZipFields(const Source& source, ByteRange window, const Work& work)
{
    const auto sequence = zip::findZipSequence(source, work);
    if (!sequence)
        return fail(sequence.error());
    return zip::zipHeaderFields(
        source, window, work,
        [&](const zip::ZipEntry& entry, const zip::ZipMember& member, HeaderFieldList& fields) -> Result<> {
            const std::string_view name = std::string_view(entry.name).substr(entry.name.rfind('/') + 1);
            if (name != "data.pkl" && name != "byteorder" && name != "version")
                return {};
            if (entry.method == zip::ZipEntry::deflated)
                return addText(source, {member.data.begin, member.data.end}, "deflated", fields);
            return name == "data.pkl" ? addPickleMember(source, member.data, fields)
                                      : addText(source, member.data, name, fields);
        },
        sequence->firstEnd);
}

Result<std::vector<HeaderField>> torchLegacyFields(const Source& source, ByteRange window, const Work& work)
{
    const auto content = readTorchLegacy(source, Work{work.stop, nullptr});
    if (!content)
        return fail(content.error());
    HeaderFieldList fields(window, work);
    const ByteRange header = content->header;
    Result<> done = pickle::visitPickle(source, header, header.size(), [&](std::string_view text) {
        if (text.size() < header.size())
            return true;
        while (!text.empty() && !fields.done()) {
            const std::uint64_t size = pickle::addPickleFields(text, fields);
            if (size == 0)
                break;
            text.remove_prefix(size);
        }
        return false;
    });
    if (!done)
        return fail(std::move(done.error()));
    if (!fields.done() && fields.position() < header.end)
        fields.add(header.end, "unread", [] { return std::string(); });
    for (const FilePart& part : content->parts) {
        if (part.kind != RegionKind::Header || fields.done())
            continue;
        std::uint64_t count = 0;
        if (auto read = source.read(part.range.begin, std::as_writable_bytes(std::span(&count, 1))); !read)
            return fail(std::move(read.error()));
        fields.skipTo(part.range.begin);
        fields.add(part.range.end, "elements of the storage", [&] { return std::to_string(count); });
    }
    return fields.take();
}

} // namespace loupe::torch
