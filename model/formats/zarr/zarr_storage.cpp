#include "formats/zarr/zarr_storage.h"

#include "core/remote/remote_files.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "formats/shared/confined_source.h"
#include "formats/shared/out_of_memory.h"
#include "formats/storages/byte_order.h"
#include "formats/zarr/zarr_folder.h"

#include <algorithm>
#include <cstring>

namespace loupe::zarr {

namespace {

/// Reorders the elements of a box from column-major to row-major.
template <std::size_t Size>
void transpose(std::span<const std::byte> from, std::span<const std::uint64_t> shape, std::span<std::byte> target)
{
    const std::size_t last = shape.size() - 1;
    std::vector<std::uint64_t> strides(shape.size(), 1);
    for (std::size_t i = 1; i < shape.size(); ++i)
        strides[i] = strides[i - 1] * shape[i - 1];
    std::vector<std::uint64_t> index(shape.size());
    std::uint64_t row = 0; // the element of `from` at which the row begins
    std::byte* to = target.data();
    for (;;) {
        for (std::uint64_t i = 0; i < shape[last]; ++i, to += Size)
            std::memcpy(to, from.data() + (row + i * strides[last]) * Size, Size);
        std::size_t axis = last;
        for (; axis-- > 0;) {
            row += strides[axis];
            if (++index[axis] < shape[axis])
                break;
            row -= strides[axis] * shape[axis];
            index[axis] = 0;
        }
        if (axis == SIZE_MAX)
            return;
    }
}

void transpose(std::span<const std::byte> from, std::span<const std::uint64_t> shape, std::uint64_t elementSize,
    std::span<std::byte> target)
{
    switch (elementSize) {
    case 1:
        return transpose<1>(from, shape, target);
    case 2:
        return transpose<2>(from, shape, target);
    case 4:
        return transpose<4>(from, shape, target);
    default:
        return transpose<8>(from, shape, target);
    }
}

/// Reports absent chunks. The storage counts them while values are read.
class AbsentChunks : public Inspection {
public:
    AbsentChunks(const ZarrStorage& storage, const Tensor& tensor)
        : m_storage(storage)
        , m_tensor(tensor)
    {
    }

    void look(std::uint64_t, std::uint64_t) override { }
    Result<std::vector<Finding>> finish() override
    {
        const std::uint64_t absent = m_storage.absentChunks();
        if (absent == 0)
            return std::vector<Finding>();
        std::uint64_t chunks = 1;
        const ChunkGrid grid = gridOf(m_storage.array());
        for (const std::uint64_t count : grid.counts())
            chunks *= count; // fits, since there are no more chunks than elements
        Finding finding = absentChunksFinding(m_tensor.name, absent, chunks, m_storage.array().hasNoFill, std::nullopt);
        finding.file = m_tensor.file;
        return std::vector<Finding>{std::move(finding)};
    }

private:
    const ZarrStorage& m_storage;
    const Tensor& m_tensor;
};

} // namespace

Finding absentChunksFinding(std::string_view tensor, std::uint64_t absent, std::uint64_t chunks, bool hasNoFill,
    std::optional<std::uint64_t> offset)
{
    const std::string what =
        "tensor " + quote(tensor) + " has no file for " + formatCount(absent) + " of its " + counted(chunks, "chunk");
    return {.severity = hasNoFill ? Severity::Warning : Severity::Note,
        .code = hasNoFill ? "chunk-missing" : "chunk-fill",
        .message = what + (hasNoFill ? " and no fill value: 0 is shown there" : ": these elements have its fill value"),
        .offset = offset,
        .tensor = std::string(tensor),
        .aboutTensor = true};
}

ChunkGrid gridOf(const ZarrArray& array)
{
    if (array.shape.empty())
        return {{1}, {1}, array.elementSize()};
    return {array.shape, array.chunkShape, array.elementSize()};
}

ZarrStorage::ZarrStorage(std::shared_ptr<const Source> named, std::string folder,
    std::shared_ptr<const ZarrArray> array, std::optional<std::vector<std::uint64_t>> present, std::uint64_t fileBytes,
    std::shared_ptr<ZarrChunkCache> cache)
    : m_named(std::move(named))
    , m_folder(std::move(folder))
    , m_array(std::move(array))
    , m_grid(gridOf(*m_array))
    , m_fill(m_array->fill.empty() ? std::string(m_array->elementSize(), '\0') : m_array->fill)
    , m_present(std::move(present))
    , m_fileBytes(fileBytes)
    , m_cache(std::move(cache))
{
}

Result<> ZarrStorage::decode(
    const Tensor& tensor, const Source&, std::uint64_t first, std::uint64_t count, std::span<std::byte> target) const
{
    return orOutOfMemory(*m_named, [&]() -> Result<> {
        if (count == 0)
            return {};
        repeatBytes(m_fill, first * m_grid.elementSize(), target);
        auto done = m_grid.visit(first, count, target.data(), [&](const ChunkPart& part) { return copyChunk(part); });
        if (done && m_array->type.bigEndian)
            swapBytes(tensor.dtype, target);
        return done;
    });
}

Result<> ZarrStorage::copyChunk(const ChunkPart& part) const
{
    const bool hasFile = !m_present || std::ranges::binary_search(*m_present, part.number());
    if (!hasFile && (!m_array->fill.empty() || m_array->hasNoFill))
        return {};
    if (!hasFile)
        return absent(part);
    if (m_array->pipeline.empty() && (!m_array->isColumnMajor || m_array->shape.size() < 2))
        return copyPlain(part);
    if (m_grid.chunkBytes() > ChunkGrid::largestChunk) {
        return fail(ErrorCode::TooLarge,
            "a chunk has " + formatBytes(m_grid.chunkBytes()) + ", which is more than is held in memory",
            m_named->path().string());
    }
    const ZarrChunkKey key{.array = this, .number = part.number(), .size = m_grid.chunkBytes()};
    const auto bytes =
        m_cache->get(key, m_grid.bytesToKeep(), [&](std::span<std::byte> whole) { return unpack(part, whole); });
    if (!bytes)
        return fail(bytes.error());
    part.copyFrom(**bytes);
    return {};
}

tl::unexpected<Error> ZarrStorage::absent(const ChunkPart& part) const
{
    return fail(ErrorCode::Malformed, "there is no such chunk, and no fill value for it",
        inFolder(m_named->path().parent_path(), m_folder + chunkPath(*m_array, part.place())).string());
}

std::unique_ptr<Inspection> ZarrStorage::inspection(const Tensor& tensor) const
{
    return m_present ? nullptr : std::make_unique<AbsentChunks>(*this, tensor);
}

std::uint64_t ZarrStorage::absentChunks() const
{
    const std::scoped_lock lock(m_mutex);
    return m_absent.size();
}

Result<std::shared_ptr<const Source>> ZarrStorage::open(const ChunkPart& part) const
{
    const auto place = m_array->shape.empty() ? std::span<const std::uint64_t>() : part.place();
    const std::string path = m_folder + chunkPath(*m_array, place);
    const bool isPlain = m_array->pipeline.empty();
    auto file = openConfined(*m_named, path, isPlain ? Source::Access::Automatic : Source::Access::Read);
    if (file || m_present || !meansAbsent(file.error(), inFolder(m_named->path().parent_path(), path)))
        return file;
    if (m_array->fill.empty() && !m_array->hasNoFill)
        return absent(part);
    const std::scoped_lock lock(m_mutex);
    if (m_absent.size() < mostAbsent)
        m_absent.insert(part.number());
    return std::shared_ptr<const Source>();
}

/// Copies from a file that holds the elements as they are. A chunk may have any size.
Result<> ZarrStorage::copyPlain(const ChunkPart& part) const
{
    const auto file = open(part);
    if (!file)
        return fail(file.error());
    if (!*file)
        return {};
    if ((*file)->size() != m_grid.chunkBytes()) {
        return fail(ErrorCode::Malformed,
            "the chunk has " + counted((*file)->size(), "byte") + ", expected " + formatCount(m_grid.chunkBytes())
                + " of its shape",
            (*file)->path().string());
    }
    if ((*file)->mapped()) {
        Buffer none;
        return (*file)->visit(
            {0, m_grid.chunkBytes()}, none, [&](std::span<const std::byte> bytes) { part.copyFrom(bytes); });
    }
    Result<> done;
    part.forRuns([&](std::uint64_t from, std::byte* to, std::uint64_t size) {
        if (done)
            done = (*file)->read(from, {to, size});
    });
    return done;
}

Result<> ZarrStorage::unpack(const ChunkPart& part, std::span<std::byte> target) const
{
    const auto file = open(part);
    if (!file)
        return fail(file.error());
    if (!*file) {
        repeatBytes(m_fill, 0, target);
        return {};
    }
    auto done = unpackFile(**file, target);
    if (!done && done.error().path.empty()) {
        done.error().message = "the chunk " + done.error().message;
        done.error().path = (*file)->path().string();
    }
    return done;
}

Result<> ZarrStorage::unpackFile(const Source& file, std::span<std::byte> target) const
{
    // Allows for data that cannot be compressed.
    constexpr std::uint64_t largestStored = ChunkGrid::largestChunk + (std::uint64_t{16} << 20);
    if (file.size() > largestStored)
        return fail(ErrorCode::TooLarge, "has " + formatBytes(file.size()) + ", which is more than is read at once");
    Buffer stored;
    if (auto room = stored.resize(file.size()); !room)
        return room;
    if (auto read = file.read(0, stored.bytes()); !read)
        return read;
    if (!m_array->isColumnMajor || m_array->shape.size() < 2)
        return m_array->pipeline.undo(stored.bytes(), target);
    std::vector<std::byte> columns(target.size());
    if (auto done = m_array->pipeline.undo(stored.bytes(), columns); !done)
        return done;
    transpose(columns, m_array->chunkShape, m_grid.elementSize(), target);
    return {};
}

} // namespace loupe::zarr
