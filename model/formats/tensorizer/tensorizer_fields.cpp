#include "formats/tensorizer/tensorizer_fields.h"

#include "formats/shared/out_of_memory.h"
#include "formats/tensorizer/tensorizer_header.h"
#include "formats/tensorizer/tensorizer_index.h"

#include <algorithm>

namespace loupe::tensorizer {

namespace {

Result<std::vector<HeaderField>> fieldsOf(const Source& source, ByteRange window, const Work& work)
{
    HeaderFieldList list(window, work);
    Findings unused;
    std::vector<std::uint64_t> headers;
    std::uint64_t end = 0; // end of the last data
    const auto start = readTensorizerIndex(source, work, &list, unused, [&](const TensorizerEntry& entry) {
        if (entry.header < source.size())
            headers.push_back(entry.header);
        if (entry.data <= source.size() && entry.length <= source.size() - entry.data)
            end = std::max(end, entry.data + entry.length);
    });
    if (!start)
        return fail(start.error());
    std::ranges::sort(headers);
    std::uint64_t behind = start->index.end; // the earliest possible begin of the next header
    for (const std::uint64_t begin : headers) {
        if (begin < behind)
            continue;
        if (list.done() || begin >= window.end)
            return list.take();
        const auto header = readTensorizerHeader(source, begin, start->isEncrypted, &list);
        if (!header)
            return fail(header.error());
        if (header->range.empty())
            continue;
        if (!list.done() && list.position() < header->range.end)
            list.add(header->range.end, "unread", [] { return std::string(); });
        behind = std::max(behind, header->range.end);
    }
    end = std::max(end, behind);
    std::uint64_t mark = 1;
    if (list.done() || behind == start->index.end || source.size() - end < sizeof mark)
        return list.take();
    if (auto read = source.read(end, std::as_writable_bytes(std::span(&mark, 1))); !read)
        return fail(std::move(read.error()));
    if (mark == 0) {
        list.skipTo(end);
        list.add(end + sizeof mark, "mark of the end", [] { return std::string("0"); });
    }
    return list.take();
}

} // namespace

Result<std::vector<HeaderField>> tensorizerFields(const Source& source, ByteRange window, const Work& work)
{
    return orOutOfMemory(source, [&] { return fieldsOf(source, window, work); });
}

} // namespace loupe::tensorizer
