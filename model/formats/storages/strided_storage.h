#pragma once

#include "core/elements.h"
#include "core/views/strided_axes.h"
#include "formats/storages/kept_arrays.h"
#include "formats/storages/packed_bytes.h"

#include <memory>
#include <optional>
#include <vector>

namespace loupe {

/// Bytes in a file that several tensors may view.
struct StoredBytes {
    ByteRange range; ///< in the file; for packed bytes the range of their first piece
    std::uint64_t size = 0; ///< of the unpacked bytes
    std::shared_ptr<const PackedBytes> packed; ///< null if they are stored plainly in `range`
    bool bigEndian = false;
    std::shared_ptr<KeptArrays> kept; ///< the file's cache
};

/// Elements of a tensor that is a view of stored bytes: transposed, sliced, expanded, in big-endian order, packed.
class StridedStorage : public Storage {
public:
    /// `first` is the offset of the first element in the stored bytes. The caller must have checked that all elements
    /// are within them.
    StridedStorage(std::shared_ptr<const StoredBytes> bytes, std::uint64_t first, std::vector<StridedAxis> axes)
        : m_bytes(std::move(bytes))
        , m_first(first)
        , m_axes(std::move(axes))
    {
    }
    Result<> decode(const Tensor& tensor, const Source& source, std::uint64_t first, std::uint64_t count,
        std::span<std::byte> target) const override;
    std::optional<View> view(const Tensor& tensor) const override;
    std::uint64_t fileBytes(const Tensor& tensor) const override
    {
        return m_bytes->packed ? m_bytes->packed->fileBytes() : tensor.bytes.size();
    }

private:
    Result<> read(const Source& source, std::uint64_t offset, std::span<std::byte> target) const;
    /// Calls `visitor` with the bytes from the first element on.
    template <typename Visitor>
    Result<> visitAll(const Source& source, std::uint64_t size, Visitor&& visitor) const;

    std::shared_ptr<const StoredBytes> m_bytes;
    std::uint64_t m_first;
    std::vector<StridedAxis> m_axes;
};

} // namespace loupe
