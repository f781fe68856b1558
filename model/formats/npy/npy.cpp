#include "formats/npy/npy.h"

#include "formats/numpy/numpy_content.h"
#include "formats/numpy/numpy_header.h"
#include "formats/numpy/numpy_values.h"
#include "formats/shared/header_field_list.h"
#include "formats/shared/out_of_memory.h"

#include <algorithm>
#include <cstring>

namespace loupe::npy {

namespace {

constexpr std::string_view suffixes[] = {".npy"};

Match probe(const FileStart& start)
{
    constexpr std::string_view magic = "\x93NUMPY";
    return start.bytes.size() >= magic.size() && std::memcmp(start.bytes.data(), magic.data(), magic.size()) == 0
        ? Match::Certain
        : Match::No;
}

Result<numpy::NpyArray> readArray(const Source& source, const numpy::NpyOptions& options)
{
    std::uint64_t position = 0;
    const auto next = [&](std::span<std::byte> target) -> Result<std::size_t> {
        const auto size = std::min<std::uint64_t>(target.size(), source.size() - position);
        if (auto read = source.read(position, target.first(size)); !read)
            return fail(std::move(read.error()));
        position += size;
        return size;
    };
    return numpy::readNpyArray(next, source.size(), options);
}

/// "2.0, big-endian".
std::string_view variantOf(const numpy::NpyArray& array)
{
    static constexpr std::string_view variants[][4] = {
        {"1.0", "1.0, Fortran order", "1.0, big-endian", "1.0, Fortran order, big-endian"},
        {"2.0", "2.0, Fortran order", "2.0, big-endian", "2.0, Fortran order, big-endian"},
        {"3.0", "3.0, Fortran order", "3.0, big-endian", "3.0, Fortran order, big-endian"}};
    const std::size_t special = (array.columnMajor ? 1 : 0) + (array.type.bigEndian ? 2 : 0);
    for (const auto& variant : variants) {
        if (variant[0] == array.version)
            return variant[special];
    }
    return {};
}

Result<FileContent> readContent(const Source& source, const Work& work)
{
    if (work.stopped())
        return fail(ErrorCode::Stopped, "stopped before the header was read", source.path().string());
    const auto array = readArray(source, {.infersDimension = true});
    if (!array)
        return fail(array.error());
    if (auto unchanged = source.checkUnchanged(); !unchanged)
        return fail(std::move(unchanged.error()));
    FileContent content;
    content.variant = variantOf(*array);
    content.header = array->header;
    content.headerContent = array->headerContent;
    content.data = array->header.end > 0 ? ByteRange{array->header.end, source.size()} : ByteRange{};
    work.expect(content.header.size());
    work.advance(content.header.size());
    if (numpy::addNpyTensor(*array, {}, content)) {
        Tensor& tensor = content.tensors.back();
        tensor.bytes = array->data;
        const numpy::NpyOrder order = orderOf(*array);
        if (tensor.dtype != DType::Opaque && array->dataWhole && !order.isPlain()) {
            content.storages.push_back(std::make_shared<const numpy::NpyOrderedStorage>(order));
            tensor.storage = content.storages.back().get();
        }
    }
    numpy::addNpyFindings(*array, {.subject = "the array"}, {}, content);
    return content;
}

Result<FileContent> read(const Source& source, const Work& work)
{
    return orOutOfMemory(source, [&] { return readContent(source, work); });
}

Result<std::vector<HeaderField>> headerFields(const Source& source, ByteRange window, const Work& work)
{
    return orOutOfMemory(source, [&]() -> Result<std::vector<HeaderField>> {
        std::vector<numpy::NpyField> fields;
        const auto array = readArray(source, {.infersDimension = true, .fields = &fields});
        if (!array)
            return fail(array.error());
        HeaderFieldList list(window, work);
        for (const numpy::NpyField& field : fields)
            list.add(field.range.end, field.label, [&] { return field.value; });
        if (list.position() < array->header.end)
            list.add(array->header.end, "unread", [] { return std::string(); });
        return list.take();
    });
}

} // namespace

constinit const Format npyFormat{.id = "npy",
    .title = "NumPy array",
    .suffixes = suffixes,
    .mimeType = "application/x-npy",
    .probe = probe,
    .read = read,
    .headerFields = headerFields};

} // namespace loupe::npy
