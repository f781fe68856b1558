#pragma once

#include "core/checkpoint.h"
#include "core/result.h"
#include "core/stated_digests.h"
#include "core/work.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// A digest of a tensor that its file contains, and the actual digest.
struct CheckedDigest {
    StatedDigest stated;
    std::string found;

    bool isSame() const { return stated.digest == found; }
};

/// All digests of one tensor, in file order; empty if the file has none for it. For digests of several pieces, those
/// that differ, or the first one if none does.
using CheckedDigests = std::vector<CheckedDigest>;

inline bool areSame(const CheckedDigests& digests)
{
    for (const CheckedDigest& digest : digests) {
        if (!digest.isSame())
            return false;
    }
    return true;
}

/// True if any file of the checkpoint contains digests of its tensors.
bool statesDigests(const Checkpoint& checkpoint);

/// Computes the digests that the tensor's file contains, chunk by chunk. Progress is in bytes of values, whatever the
/// digests cover. Fails as digestTensor() does, with Malformed if a stated digest is invalid, or with Unsupported if
/// OpenSSL refuses the algorithm.
Result<CheckedDigests> checkStatedDigests(const Checkpoint& checkpoint, std::uint32_t tensor, const Work& work = {});

/// Checks `tensors` (indices into Checkpoint::tensors), several at a time; results are in the same order. If a tensor
/// cannot be read, the others are still checked; only Stopped ends everything.
Result<std::vector<Result<CheckedDigests>>> checkStatedDigests(
    const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors, const Work& work = {});

} // namespace loupe
