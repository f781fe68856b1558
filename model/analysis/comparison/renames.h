#pragma once

#include "analysis/comparison/pairing.h"
#include "core/result.h"
#include "core/work.h"

#include <memory>
#include <span>
#include <vector>

namespace loupe {

/// Two tensors, each in one checkpoint only, that may be the same under another name: same dtype and shape, and
///
///   Digest   the same bytes; where several share them, also the same block
///   Place    the same block, and the only ones there (with the same last part of the name, or at all), or as many on
///            both sides, taken in order
///
/// A block is what the numbers in a name say: 3 in "model.layers.3.attn.q.weight" and in "h.3.attn.q".
struct SuggestedRename {
    std::uint32_t a = TensorPair::none;
    std::uint32_t b = TensorPair::none;
    PairedBy by = PairedBy::Place;
    double confidence = 0; ///< up to 1, the same bytes
};

/// Digests by the number of the tensor; empty if none was taken.
struct RenameDigests {
    std::vector<std::string> a;
    std::vector<std::string> b;
};

/// In the order of a's tensors. Reads the bytes of tensors without a partner that share dtype and shape with one of the
/// other side; those that cannot be read have no digest. What `known` holds, of the same checkpoints, is not read
/// again, and what was read is added to it. Progress in bytes. Fails with Stopped or OutOfMemory.
Result<std::vector<SuggestedRename>> suggestRenames(const Checkpoint& a, const Checkpoint& b,
    std::span<const TensorPair> pairs, const Work& work = {}, RenameDigests* known = nullptr);

/// `pairs` with the suggestions followed.
std::vector<TensorPair> withRenames(const Checkpoint& a, const Checkpoint& b, std::span<const TensorPair> pairs,
    std::span<const SuggestedRename> renames);

} // namespace loupe
