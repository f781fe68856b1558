#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// A folder like "mp_rank_01_003" in which Megatron-LM, without its distributed checkpoints, saves what one of the
/// ranks of a model has: its layers (pipeline), and of each its part of the weights (tensor). NeMo says
/// "tp_rank_01_pp_rank_003".
struct ParallelPiece {
    std::string folder;
    std::uint64_t tensor = 0; ///< rank
    std::optional<std::uint64_t> pipeline = {}; ///< rank; nothing where the model has one stage
    std::optional<std::uint64_t> expert = {}; ///< rank
};

/// Nothing for any other name.
std::optional<ParallelPiece> parseParallelPiece(std::string_view folder);

/// Those of the names that are of such folders, by pipeline rank, then by tensor rank.
std::vector<ParallelPiece> parallelPieces(std::span<const std::string> folders);

/// "4 pieces of one model, of tensor-parallel ranks 0 to 1 and pipeline-parallel ranks 0 to 1", and how many are
/// missing of these.
std::string describePieces(const std::vector<ParallelPiece>& pieces);

/// Where a file, or the folder that it is in, is one of several such pieces: which one, and that they are not put
/// together. Looks into the folder of the pieces. Empty for any other path, and for an address.
std::string pieceNote(const std::filesystem::path& file);

} // namespace loupe
