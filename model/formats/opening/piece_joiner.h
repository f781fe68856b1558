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

/// Joins the pieces of tensors that the files of a checkpoint hold. Lists a whole tensor with the file of its first
/// piece; its other pieces become parts of their files. If pieces do not fit together, the tensor has no values, and a
/// finding says why. Lists a tensor only once if several files have all of it. May throw std::bad_alloc.
class PieceJoiner {
public:
    /// `pieces` holds each file's statement about its own pieces, or nothing; it may have fewer entries than there are
    /// files. Tensors of a file without a statement begin where their names say.
    PieceJoiner(Checkpoint& checkpoint, const std::vector<std::optional<TensorPieces>>& pieces);

    /// Fails with Stopped.
    Result<> join(const Work& work);
    /// By file: whether a tensor whose first piece is in that file lacks elements. Valid after join().
    const std::vector<bool>& filesWithGaps() const { return m_hasGaps; }
    /// By tensor: whether several files hold parts of it. Valid after join().
    const std::vector<bool>& tensorsOfSeveral() const { return m_isOfSeveral; }

private:
    /// A tensor of a file, and that file's statement about it.
    struct Piece {
        std::string_view whole; ///< the name of the tensor that this is a piece of
        std::optional<std::span<const std::uint64_t>> begins;
        bool isWhole = false;
    };
    /// The files' statements about a larger tensor.
    struct Stated {
        std::span<const std::uint64_t> shape;
        std::uint64_t pieces = 0;
        std::uint32_t file = 0; ///< the first file that states it
        bool isFound = false; ///< true if a file has a piece of it
    };
    /// The pieces of one tensor, as indices into Checkpoint::tensors.
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
    std::vector<bool> m_isOfSeveral; ///< by tensor, in their final order
    std::uint64_t m_uncompared = 0; ///< tensors in several files that may differ
    bool m_disagree = false; ///< a finding says that the files are from different saves
    ShapeStore m_shapes;
    Arena m_arena; ///< of the whole shapes
};

/// Files that are absent from a checkpoint that several processes wrote, with names that parseRankShardName() or
/// parseProcessName() accepts.
struct AbsentFiles {
    std::vector<std::filesystem::path>
        missing; ///< no process has a file of its number, or a tensor has a gap that it may fill
    std::vector<std::filesystem::path> others; ///< the process may have had no piece to write
};
/// `processes` is the number of processes with pieces that the files state; 0 if they state none.
AbsentFiles absentFilesOf(const Checkpoint& checkpoint, const std::vector<bool>& hasGaps, std::uint64_t processes);

} // namespace loupe
