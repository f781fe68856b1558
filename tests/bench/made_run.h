#pragma once

#include <cstdint>
#include <filesystem>

namespace loupe::test {

/// A checkpoint as torch.distributed.checkpoint writes it: BF16 matrices that are split by rows, with one piece for
/// each process. Values are sparse, except for some tensors ("dense.0.weight" and so on) which hold byte patterns.
struct MadeRun {
    std::uint64_t ranks = 64;
    std::uint64_t tensors = 1000;
    std::uint64_t denseTensors = 20;
    std::uint64_t pieceRows = 1000;
    std::uint64_t columns = 1600;

    std::uint64_t pieceBytes() const { return pieceRows * columns * 2; }
    std::uint64_t tensorBytes() const { return ranks * pieceBytes(); }
};

/// Writes the files into the folder. Returns false on failure.
bool makeRun(const std::filesystem::path& folder, const MadeRun& run);

} // namespace loupe::test
