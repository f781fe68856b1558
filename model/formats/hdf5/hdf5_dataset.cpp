#include "formats/hdf5/hdf5_dataset.h"

#include "core/checked_math.h"
#include "formats/hdf5/hdf5_driver.h"
#include "formats/hdf5/hdf5_types.h"

#include <algorithm>
#include <array>

namespace loupe::hdf5 {

namespace {

constexpr std::size_t chunksAtOnce = 1024; // in one record

class DatasetSender {
public:
    DatasetSender(hid_t dataset, const std::string& path, std::uint64_t address, const IsolatedSend& send)
        : m_dataset(dataset)
        , m_creation(H5Dget_create_plist(dataset))
        , m_fileType(H5Dget_type(dataset))
        , m_send(send)
    {
        m_record.path = path;
        m_record.address = address;
    }

    void run(std::uint64_t& chunksLeft)
    {
        // Checked first, before the library can look for other files.
        const H5D_layout_t layout = H5Pget_layout(m_creation);
        if (layout == H5D_VIRTUAL)
            return skip("put together from other datasets");
        if (layout < 0 || H5Pget_external_count(m_creation) < 0)
            return failed("the layout");
        if (H5Pget_external_count(m_creation) > 0)
            return skip("data in another file");
        Hdf5ElementType element = hdf5ElementType(m_fileType);
        if (!element.type)
            return skipPlaced(std::string(element.what), layout);
        m_record.type = std::move(*element.type);
        if (!readShape())
            return;
        m_record.shape.insert(m_record.shape.end(), element.innerShape.begin(), element.innerShape.end());
        switch (layout) {
        case H5D_CONTIGUOUS:
            return sendContiguous();
        case H5D_COMPACT:
            return sendCompact();
        case H5D_CHUNKED:
            return sendChunked(element.innerShape, chunksLeft);
        default:
            return failed("the layout");
        }
    }

private:
    void sendRecord() const { sendHdf5(Hdf5RecordKind::Dataset, m_record, m_send); }

    void failed(const char* what) const
    {
        sendHdf5(Hdf5RecordKind::Failure, Hdf5Text{m_record.path, m_record.address, what, hdf5Error()}, m_send);
    }

    void skip(std::string what) const
    {
        sendHdf5(Hdf5RecordKind::Skipped,
            Hdf5Skipped{.path = m_record.path, .address = m_record.address, .what = std::move(what)}, m_send);
    }

    void skipPlaced(std::string what, H5D_layout_t layout) const
    {
        Hdf5Skipped skipped{.path = m_record.path, .address = m_record.address, .what = std::move(what)};
        const haddr_t offset = layout == H5D_CONTIGUOUS ? H5Dget_offset(m_dataset) : HADDR_UNDEF;
        if (offset != HADDR_UNDEF) {
            skipped.offset = offset;
            skipped.size = H5Dget_storage_size(m_dataset);
        }
        sendHdf5(Hdf5RecordKind::Skipped, skipped, m_send);
    }

    bool readShape()
    {
        const Hdf5Handle space(H5Dget_space(m_dataset));
        const H5S_class_t kind = H5Sget_simple_extent_type(space);
        if (kind == H5S_NULL) {
            skip("nothing (a null dataspace)");
            return false;
        }
        std::array<hsize_t, H5S_MAX_RANK> sizes{};
        const int rank = H5Sget_simple_extent_ndims(space);
        if (rank < 0 || rank > H5S_MAX_RANK || H5Sget_simple_extent_dims(space, sizes.data(), nullptr) < 0) {
            failed("the shape");
            return false;
        }
        m_record.shape.assign(sizes.begin(), sizes.begin() + rank);
        return true;
    }

    /// Reads the fill value in the byte order of the file. For array types, this is a whole array.
    bool readFill()
    {
        constexpr std::size_t largest = std::size_t{1} << 20;
        H5D_fill_value_t state = H5D_FILL_VALUE_ERROR;
        const std::size_t size = H5Tget_size(m_fileType);
        if (size == 0 || size > largest || H5Pfill_value_defined(m_creation, &state) < 0) {
            failed("the fill value");
            return false;
        }
        m_record.bytes.assign(size, '\0');
        if (state == H5D_FILL_VALUE_USER_DEFINED
            && H5Pget_fill_value(m_creation, m_fileType, m_record.bytes.data()) < 0) {
            failed("the fill value");
            return false;
        }
        return true;
    }

    void sendFilled()
    {
        m_record.layout = Hdf5Layout::Filled;
        sendRecord();
    }

    void sendContiguous()
    {
        const haddr_t offset = H5Dget_offset(m_dataset);
        if (offset == HADDR_UNDEF) {
            if (readFill())
                sendFilled();
            return;
        }
        m_record.offset = offset;
        m_record.size = H5Dget_storage_size(m_dataset);
        sendRecord();
    }

    /// Compact data is stored in the object header, at an offset that the library does not report.
    void sendCompact()
    {
        constexpr hsize_t largest = std::uint64_t{64} << 10;
        const hsize_t size = H5Dget_storage_size(m_dataset);
        const Hdf5Handle space(H5Dget_space(m_dataset));
        const hssize_t elements = H5Sget_simple_extent_npoints(space);
        const auto needed =
            checkedMultiply(static_cast<std::uint64_t>(std::max<hssize_t>(elements, 0)), H5Tget_size(m_fileType));
        if (size > largest || elements < 0 || needed.value_or(UINT64_MAX) > size)
            return failed("the data in its header");
        m_record.layout = Hdf5Layout::Held;
        m_record.bytes.assign(size, '\0');
        if (size > 0 && H5Dread(m_dataset, m_fileType, H5S_ALL, H5S_ALL, H5P_DEFAULT, m_record.bytes.data()) < 0)
            return failed("the data in its header");
        sendRecord();
    }

    bool readFilters()
    {
        constexpr std::size_t mostValues = 64;
        constexpr std::size_t longestName = 64;
        const int count = H5Pget_nfilters(m_creation);
        for (int i = 0; i < count; ++i) {
            unsigned flags = 0;
            std::array<unsigned, mostValues> values{};
            std::array<char, longestName + 1> name{};
            std::size_t valueCount = values.size();
            const H5Z_filter_t id = H5Pget_filter2(m_creation, static_cast<unsigned>(i), &flags, &valueCount,
                values.data(), longestName, name.data(), nullptr);
            if (id < 0)
                return false;
            Hdf5Filter& filter = m_record.filters.emplace_back();
            filter.id = static_cast<std::uint64_t>(id);
            filter.name = name.data();
            filter.values.assign(values.begin(), values.begin() + std::min(valueCount, values.size()));
        }
        return count >= 0;
    }

    void sendChunked(const std::vector<std::uint64_t>& innerShape, std::uint64_t& chunksLeft)
    {
        std::array<hsize_t, H5S_MAX_RANK> sizes{};
        unsigned options = 0;
        const int rank = H5Pget_chunk(m_creation, H5S_MAX_RANK, sizes.data());
        const std::size_t outerRank = m_record.shape.size() - innerShape.size();
        const bool whole =
            std::all_of(sizes.begin(), sizes.begin() + std::max(rank, 0), [](hsize_t n) { return n > 0; });
        if (rank < 1 || static_cast<std::size_t>(rank) != outerRank || !whole
            || H5Pget_chunk_opts(m_creation, &options) < 0 || !readFilters())
            return failed("the chunks");
        if (!readFill())
            return;
        m_record.edgesUnfiltered = (options & H5D_CHUNK_DONT_FILTER_PARTIAL_CHUNKS) != 0;
        m_record.chunkShape.assign(sizes.begin(), sizes.begin() + rank);
        m_record.size = H5Dget_storage_size(m_dataset);
        if (m_record.size == 0)
            return sendFilled();
        std::optional<std::uint64_t> count = 1;
        for (std::size_t i = 0; i < outerRank; ++i) {
            const std::uint64_t along = m_record.shape[i] / sizes[i] + (m_record.shape[i] % sizes[i] != 0);
            m_grid.push_back(along);
            count = count ? checkedMultiply(*count, along) : std::nullopt;
        }
        m_record.chunkShape.insert(m_record.chunkShape.end(), innerShape.begin(), innerShape.end());
        if (!count || *count > chunksLeft) {
            return sendHdf5(Hdf5RecordKind::Cut,
                Hdf5Text{m_record.path, m_record.address, "chunks", count ? std::to_string(*count) : "2^64"}, m_send);
        }
        chunksLeft -= *count;
        m_record.layout = Hdf5Layout::Chunked;
        sendRecord();
        sendChunks(*count, sizes);
    }

    void sendChunks(std::uint64_t count, const std::array<hsize_t, H5S_MAX_RANK>& chunkShape)
    {
        std::array<hsize_t, H5S_MAX_RANK> offset{};
        for (std::uint64_t first = 0; first < count; first += chunksAtOnce) {
            Hdf5RecordWriter writer(Hdf5RecordKind::Chunks);
            for (std::uint64_t i = first; i < std::min(count, first + chunksAtOnce); ++i) {
                const Hdf5Chunk chunk = chunkAt(offset.data());
                writer(chunk.offset);
                writer(std::uint64_t{chunk.size});
                writer(std::uint64_t{chunk.skipped});
                for (std::size_t axis = m_grid.size(); axis-- > 0;) {
                    offset[axis] += chunkShape[axis];
                    if (offset[axis] < m_record.shape[axis])
                        break;
                    offset[axis] = 0;
                }
            }
            m_send(writer.take());
        }
    }

    /// The library finds a single chunk in logarithmic time only when reading it. So this starts a read, and the driver
    /// captures the offset.
    Hdf5Chunk chunkAt(const hsize_t* offset) const
    {
        std::uint32_t skipped = 0;
        std::byte nothing{};
        startHdf5Capture();
        const herr_t done = H5Dread_chunk(m_dataset, H5P_DEFAULT, offset, &skipped, &nothing);
        const auto place = stopHdf5Capture();
        if (done < 0 && hdf5Error().find("address isn't defined") != std::string::npos)
            return {}; // never written
        if (done < 0 || !place || place->size > UINT32_MAX)
            return {.offset = hdf5Lost};
        return {.offset = place->offset, .size = static_cast<std::uint32_t>(place->size), .skipped = skipped};
    }

    hid_t m_dataset;
    Hdf5Handle m_creation;
    Hdf5Handle m_fileType;
    const IsolatedSend& m_send;
    Hdf5Dataset m_record;
    std::vector<std::uint64_t> m_grid; ///< number of chunks along each axis
};

} // namespace

void sendHdf5Dataset(
    hid_t dataset, const std::string& path, std::uint64_t address, std::uint64_t& chunksLeft, const IsolatedSend& send)
{
    DatasetSender(dataset, path, address, send).run(chunksLeft);
}

} // namespace loupe::hdf5
