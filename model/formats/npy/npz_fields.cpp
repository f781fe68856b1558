#include "formats/npy/npz_fields.h"

#include "formats/numpy/numpy_header.h"
#include "formats/zip/zip_fields.h"

#include <algorithm>

namespace loupe::npy {

namespace {

Result<> addArrayHeader(const Source& source, ByteRange data, HeaderFieldList& list)
{
    const auto add = [&](std::uint64_t end, std::string_view label, const std::string& value) {
        if (end > list.position())
            list.add(end, label, [&] { return value; });
    };
    std::uint64_t position = data.begin;
    const auto next = [&](std::span<std::byte> target) -> Result<std::size_t> {
        const auto size = std::min<std::uint64_t>(target.size(), data.end - position);
        if (auto read = source.read(position, target.first(size)); !read)
            return fail(std::move(read.error()));
        position += size;
        return size;
    };
    std::vector<numpy::NpyField> fields;
    const auto array = numpy::readNpyArray(next, data.size(), {.fields = &fields});
    if (!array)
        return fail(array.error());
    if (array->version.empty())
        return {};
    for (const numpy::NpyField& field : fields)
        add(data.begin + field.range.end, field.label, field.value);
    add(data.begin + array->header.end, "unread", {});
    return {};
}

} // namespace

Result<std::vector<HeaderField>> npzHeaderFields(const Source& source, ByteRange window, const Work& work)
{
    return zip::zipHeaderFields(source, window, work,
        [&](const zip::ZipEntry& entry, const zip::ZipMember& member, HeaderFieldList& fields) -> Result<> {
            return entry.method == zip::ZipEntry::stored ? addArrayHeader(source, member.data, fields) : Result<>();
        });
}

} // namespace loupe::npy
