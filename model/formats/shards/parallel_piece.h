#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// A folder like "mp_rank_01_003", in which Megatron-LM, if it does not use distributed checkpoints, saves the part of
/// a model that one rank holds: some of the layers (pipeline), and a part of the weights of each (tensor). NeMo writes
/// "tp_rank_01_pp_rank_003".
struct ParallelPiece {
    std::string folder;
    std::uint64_t tensor = 0; ///< rank
    std::optional<std::uint64_t> pipeline = {}; ///< rank; nothing if the model has one stage
    std::optional<std::uint64_t> expert = {}; ///< rank
};

/// Nothing if the name does not follow the pattern.
std::optional<ParallelPiece> parseParallelPiece(std::string_view folder);

/// Parses the names of such folders, and skips all others. Sorted by pipeline rank, then by tensor rank.
std::vector<ParallelPiece> parallelPieces(std::span<const std::string> folders);

/// "4 pieces of one model, of tensor-parallel ranks 0 to 1 and pipeline-parallel ranks 0 to 1", and how many of them
/// are missing.
std::string describePieces(const std::vector<ParallelPiece>& pieces);

/// A note if the file, or its folder, is one of several such pieces: says which one, and that the pieces are not put
/// together. Looks into the folder of the pieces. Empty for any other path, and for a URL.
std::string pieceNote(const std::filesystem::path& file);

} // namespace loupe
