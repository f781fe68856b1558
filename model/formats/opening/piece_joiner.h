#pragma once

#include "core/checkpoint.h"
#include "core/name_hash.h"
#include "core/work.h"
#include "formats/shared/format.h"
#include "formats/shared/shape_store.h"
#include "formats/storages/chunked_storage.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Puts tensors together whose pieces the files of a checkpoint hold. A whole tensor is listed with the file of its
/// first piece; its other pieces are parts of their files. What does not fit together has no values, and a finding says
/// why. A tensor that several files have as a whole is listed once. May throw std::bad_alloc.
class PieceJoiner {
public:
    /// `pieces`: what each file says about its own, or nothing; there may be fewer than files. Tensors of a file that
    /// says nothing begin where their names do.
    PieceJoiner(Checkpoint& checkpoint, const std::vector<std::optional<TensorPieces>>& pieces);

    /// Fails with Stopped.
    Result<> join(const Work& work);
    /// After that: whether a tensor whose first piece is in the file lacks elements.
    const std::vector<bool>& filesWithGaps() const { return m_hasGaps; }
    /// After that: the tensors of which several files have something, by number.
    const std::vector<bool>& tensorsOfSeveral() const { return m_isOfSeveral; }

private:
    /// A tensor of a file, and what that file says of it.
    struct Piece {
        std::string_view whole; ///< the name of the tensor that it is a piece of
        std::optional<std::span<const std::uint64_t>> begins;
        bool isWhole = false;
    };
    /// What the files say of a larger tensor.
    struct Stated {
        std::span<const std::uint64_t> shape;
        std::uint64_t pieces = 0;
        std::uint32_t file = 0; ///< the first that says it
        bool isFound = false; ///< a file has a piece of it
    };
    /// Numbers of Checkpoint::tensors: the pieces of one tensor.
    using Whole = std::vector<std::uint32_t>;

    void addStatements(const TensorPieces& pieces, std::uint32_t file);
    std::vector<Whole> wholes() const;
    Tensor joined(const Whole& pieces);
    Tensor replicated(const Whole& copies);
    bool addBoxes(const Whole& pieces, std::vector<std::uint64_t>& shape, ChunkBoxes& boxes);
    void setValues(const Whole& pieces, std::vector<std::uint64_t> shape, const ChunkBoxes& boxes, Tensor& tensor);
    void reportAbsent();
    void report(std::string_view code, const Tensor& tensor, const std::string& what);
    std::string fileName(std::uint32_t file) const;

    Checkpoint& m_checkpoint;
    std::vector<Piece> m_pieces; ///< by tensor
    NameMap<std::string_view, Stated> m_stated; ///< by the name of the larger tensor
    std::vector<bool> m_hasGaps; ///< by file
    std::vector<bool> m_isOfSeveral; ///< by tensor as they are in the end
    std::uint64_t m_uncompared = 0; ///< tensors in several files that may differ
    bool m_disagree = false; ///< a finding says that files are of different saves
    ShapeStore m_shapes;
    Arena m_arena; ///< of the whole shapes
};

/// Files of a checkpoint that several processes wrote, as parseRankShardName() or parseProcessName() reads their names.
struct AbsentFiles {
    std::vector<std::filesystem::path>
        missing; ///< no process has one, or a tensor has a gap where it would have pieces
    std::vector<std::filesystem::path> others; ///< perhaps that process had no piece to write
};
/// `processes`: that have pieces, as the files say; 0 if they do not.
AbsentFiles absentFilesOf(const Checkpoint& checkpoint, const std::vector<bool>& hasGaps, std::uint64_t processes);

} // namespace loupe
