#pragma once

#include "analysis/comparison/pairing.h"
#include "core/result.h"
#include "core/work.h"

#include <memory>
#include <span>
#include <vector>

namespace loupe {

/// Two tensors, each in one checkpoint only, that may be the same tensor under different names. They have the same
/// dtype and shape and, depending on `by`:
///
///   Digest   the same bytes; if several tensors share these, also the same block
///   Place    the same block, in which they are the only candidates (with the same last part of the name, or at all),
///   or
///            both sides have equally many, which are paired in order
///
/// The block is given by the numbers in a name: 3 in "model.layers.3.attn.q.weight" and in "h.3.attn.q".
struct SuggestedRename {
    std::uint32_t a = TensorPair::none;
    std::uint32_t b = TensorPair::none;
    PairedBy by = PairedBy::Place;
    double confidence = 0; ///< up to 1, which means the same bytes
};

/// Digests by tensor index; empty if not computed.
struct RenameDigests {
    std::vector<std::string> a;
    std::vector<std::string> b;
};

/// Suggests renames in the order of a's tensors. Reads the bytes of unpaired tensors that share dtype and shape with
/// one on the other side; those that cannot be read have no digest. `known` holds digests of the same checkpoints:
/// these are reused, and new ones are added. Progress is in bytes. Fails with Stopped or OutOfMemory.
Result<std::vector<SuggestedRename>> suggestRenames(const Checkpoint& a, const Checkpoint& b,
    std::span<const TensorPair> pairs, const Work& work = {}, RenameDigests* known = nullptr);

/// Applies the suggestions to `pairs`.
std::vector<TensorPair> withRenames(const Checkpoint& a, const Checkpoint& b, std::span<const TensorPair> pairs,
    std::span<const SuggestedRename> renames);

} // namespace loupe
