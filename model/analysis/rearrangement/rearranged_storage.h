#pragma once

#include "analysis/rearrangement/tensor_view.h"
#include "core/elements.h"
#include "core/views/chunk_cache.h"

#include <memory>
#include <tuple>
#include <vector>

namespace loupe {

/// Identifies a window: neighboring elements of a rearranged tensor that are put in order together.
struct ViewWindow {
    std::uint64_t storage = 0; ///< RearrangedStorage::m_id
    std::uint64_t number = 0;
    std::uint64_t size = 0; ///< bytes

    bool operator<(const ViewWindow& other) const
    {
        return std::tie(storage, number, size) < std::tie(other.storage, other.number, other.size);
    }
};

/// Windows of the rearranged tensors of one checkpoint.
using ViewWindows = ChunkCache<ViewWindow>;

/// The values of a tensor that is a view of others, perhaps with a number added to each.
///
/// Values that are stored plainly in a memory map are gathered from there. Others are read in runs, if a run is long
/// enough to be worth a read. Otherwise, a window of at most 4 Mi elements is filled at a time, in one pass over the
/// stored elements between its first and last one. All tensors together keep two windows.
class RearrangedStorage : public Storage {
public:
    /// `pieces`: at least one; all have the same dtype, of 1, 2, 4 or 8 bytes, the same number of elements and no
    /// nulls. If `add` is not 0, the dtype must be a floating-point one, and the values become F64 if it is F64, else
    /// F32.
    RearrangedStorage(std::vector<Elements> pieces, TensorView view, double add, std::shared_ptr<ViewWindows> windows);

    Result<> decode(const Tensor& tensor, const Source& source, std::uint64_t first, std::uint64_t count,
        std::span<std::byte> target) const override;
    std::string_view typeName() const override;
    std::optional<View> view(const Tensor& tensor) const override;
    std::uint64_t fileBytes(const Tensor& tensor) const override;
    bool knowsFileBytes() const override;

    /// The view as Elements, which are read like any others.
    static Elements elementsOf(
        std::vector<Elements> pieces, TensorView view, double add, std::shared_ptr<ViewWindows> windows);

    /// The dtype of the values.
    static DType dtypeOf(DType stored, double add);

private:
    Result<> read(std::uint64_t first, std::uint64_t count, std::span<std::byte> target) const;
    Result<> readInOnePiece(std::size_t piece, std::uint64_t at, std::uint64_t first, std::uint64_t count,
        std::span<std::byte> target) const;
    Result<> readRuns(std::size_t piece, std::uint64_t at, std::uint64_t first, std::uint64_t count,
        std::span<std::byte> target) const;
    Result<> readWindows(std::uint64_t first, std::uint64_t count, std::span<std::byte> target) const;
    /// Copies consecutive elements.
    Result<> copy(std::size_t piece, std::uint64_t at, std::uint64_t count, std::span<std::byte> target) const;
    std::span<const StridedAxis> outerAxes() const;
    std::span<const StridedAxis> innerAxes() const;

    std::uint64_t m_id; ///< unique: not reused even if a later object has the same address
    std::vector<Elements> m_pieces;
    TensorView m_view;
    double m_add;
    std::shared_ptr<ViewWindows> m_windows;
    std::size_t m_size; ///< bytes of a stored element
    std::uint64_t m_pieceElements;
    std::uint64_t m_innerCount; ///< elements of innerAxes()
    bool m_usesWindows;
};

} // namespace loupe
