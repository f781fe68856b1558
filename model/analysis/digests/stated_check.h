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

/// One digest that a file states of a tensor, and what it is.
struct CheckedDigest {
    StatedDigest stated;
    std::string found;

    bool isSame() const { return stated.digest == found; }
};

/// All of one tensor, in the order of the file; empty if the file states none of it. Of the digests of several
/// pieces those that differ, or the first one where none does.
using CheckedDigests = std::vector<CheckedDigest>;

inline bool areSame(const CheckedDigests& digests)
{
    for (const CheckedDigest& digest : digests) {
        if (!digest.isSame())
            return false;
    }
    return true;
}

/// Whether a file of the checkpoint states digests of its tensors.
bool statesDigests(const Checkpoint& checkpoint);

/// Computes what the tensor's file states, chunk by chunk. Progress in bytes of values, whatever the digests are of.
/// Fails as digestTensor(), with Malformed where the statement makes no sense, or Unsupported as OpenSSL does.
Result<CheckedDigests> checkStatedDigests(const Checkpoint& checkpoint, std::uint32_t tensor, const Work& work = {});

/// Takes `tensors` (indices into Checkpoint::tensors) in that order, several at a time. Tensors that cannot be
/// read do not keep the others from being checked; only Stopped ends all.
Result<std::vector<Result<CheckedDigests>>> checkStatedDigests(
    const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors, const Work& work = {});

} // namespace loupe
