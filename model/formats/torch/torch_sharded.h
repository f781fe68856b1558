#pragma once

#include "formats/torch/torch_records.h"

namespace loupe::torch {

/// One process's part of a tensor that is split over several processes: a ShardedTensor or a DTensor.
struct TorchSharded {
    struct Piece {
        pickle::PickleId tensor = pickle::PickleValues::none;
        std::optional<std::vector<std::uint64_t>> begins; ///< nothing for a DTensor, which does not state it
    };
    std::string_view className; ///< "ShardedTensor"
    std::vector<Piece> pieces; ///< the pieces in this file
    std::optional<std::vector<std::uint64_t>> shape; ///< shape of the whole tensor
    std::uint64_t pieceCount = 0; ///< over all processes; 0 if the file does not state it
    std::uint64_t processes = 0; ///< processes that have pieces, numbered from 0; 0 if not stated
};

/// Nothing if the value is not such a tensor.
std::optional<TorchSharded> shardedTensor(
    const pickle::PickleValues& values, const TorchRecords& records, pickle::PickleId id);

} // namespace loupe::torch
