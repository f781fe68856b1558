#pragma once

#include "core/elements.h"
#include "formats/storages/strided_storage.h"

#include <memory>
#include <vector>

namespace loupe::arrow {

/// A stretch of a column's elements in one record batch, and which of them are null.
struct ArrowValidity {
    /// One bit for each value, or for each list of fixed size: 0 if it is null, along with everything in it.
    struct Bitmap {
        BytePiece bits;
        std::uint64_t elementsEach = 1;
    };
    std::uint64_t elements = 0;
    std::vector<Bitmap> bitmaps; ///< empty if no element is null
};

/// One byte for each stored element of a column: 1 if it has a value.
class ArrowPresence : public PackedBytes {
public:
    explicit ArrowPresence(std::vector<ArrowValidity> pieces);
    Result<> read(const Source& source, std::uint64_t offset, std::span<std::byte> target) const override;
    std::uint64_t fileBytes() const override { return 0; } // bitmaps belong to no tensor's bytes

private:
    std::vector<ArrowValidity> m_pieces;
    std::vector<std::uint64_t> m_ends; ///< end of each piece, in elements
};

/// The nulls of a column whose elements are ordered by `axes`.
class ArrowNulls : public NullMask {
public:
    ArrowNulls(std::shared_ptr<const StoredBytes> presence, std::vector<StridedAxis> axes)
        : m_presence(std::move(presence), 0, std::move(axes))
    {
    }
    Result<> read(const Source& source, std::uint64_t first, std::span<std::byte> present) const override;

private:
    StridedStorage m_presence;
};

/// Elements of a column with nulls.
class NullableStorage : public Storage {
public:
    /// Everything that `values` refers to must outlive this object.
    NullableStorage(StoredNumbers values, ArrowNulls nulls)
        : m_values(values)
        , m_nulls(std::move(nulls))
    {
    }
    Result<> decode(const Tensor& tensor, const Source& source, std::uint64_t first, std::uint64_t count,
        std::span<std::byte> target) const override;
    std::optional<StoredNumbers> stored() const override { return m_values; }
    const NullMask* nulls() const override { return &m_nulls; }
    bool liesInOrder() const override { return !m_values.storage || m_values.storage->liesInOrder(); }
    std::uint64_t fileBytes(const Tensor& tensor) const override
    {
        return m_values.storage ? m_values.storage->fileBytes(tensor) : tensor.bytes.size();
    }

private:
    StoredNumbers m_values;
    ArrowNulls m_nulls;
};

} // namespace loupe::arrow
