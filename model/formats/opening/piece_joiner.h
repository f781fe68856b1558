#pragma once

#include "core/checkpoint.h"
#include "core/work.h"
#include "formats/shared/format.h"
#include "formats/shared/shape_store.h"
#include "formats/storages/chunked_storage.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Puts tensors together whose pieces the files of a checkpoint hold as tensors of the same name. A whole tensor is
/// listed with the file of its first piece; its other pieces are parts of their files. What does not fit together has
/// no values, and a finding says why. May throw std::bad_alloc.
class PieceJoiner {
public:
    /// `pieces`: what each file says about its own, or nothing; there may be fewer than files. Tensors of a file that
    /// says nothing begin where their names do.
    PieceJoiner(Checkpoint& checkpoint, const std::vector<std::optional<TensorPieces>>& pieces);

    /// Fails with Stopped.
    Result<> join(const Work& work);
    /// After that: whether a tensor whose first piece is in the file lacks elements.
    const std::vector<bool>& filesWithGaps() const { return m_hasGaps; }

private:
    /// Numbers of Checkpoint::tensors, those with one name.
    using Whole = std::vector<std::uint32_t>;

    std::vector<Whole> wholes() const;
    Tensor joined(const Whole& pieces);
    bool addBoxes(const Whole& pieces, std::vector<std::uint64_t>& shape, ChunkBoxes& boxes);
    void setValues(const Whole& pieces, std::vector<std::uint64_t> shape, const ChunkBoxes& boxes, Tensor& tensor);
    void report(std::string_view code, const Tensor& tensor, const std::string& what);
    std::string fileName(std::uint32_t file) const;

    Checkpoint& m_checkpoint;
    std::vector<std::optional<std::span<const std::uint64_t>>> m_begins; ///< by tensor
    std::vector<bool> m_hasGaps; ///< by file
    ShapeStore m_shapes;
    Arena m_arena; ///< of the whole shapes
};

/// Files of a checkpoint that several processes wrote, as parseRankShardName() reads their names.
struct AbsentFiles {
    std::vector<std::filesystem::path>
        missing; ///< no process has one, or a tensor has a gap where it would have pieces
    std::vector<std::filesystem::path> others; ///< perhaps that process had no piece to write
};
AbsentFiles absentFilesOf(const Checkpoint& checkpoint, const std::vector<bool>& hasGaps);

} // namespace loupe
