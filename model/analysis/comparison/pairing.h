#pragma once

#include "analysis/comparison/rename_rule.h"
#include "core/checkpoint.h"

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace loupe {

/// Why two tensors are considered the same.
enum class PairedBy : std::uint8_t { Name, Rule, Digest, Place, Confirmed };

/// A tensor in checkpoint a, in checkpoint b, or in both with what changed apart from its values.
struct TensorPair {
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    std::uint32_t a = none; ///< index into a's tensors
    std::uint32_t b = none;
    /// For a tensor on one side only: the index of the other side's file that should contain it but could not be read
    /// or does not. So nothing is known about it there.
    std::uint32_t unreadFile = none;
    PairedBy by = PairedBy::Name;
    bool dtypeChanged = false; ///< compares dtypes as the files spell them
    bool shapeChanged = false;
    bool moved = false; ///< is in a file with a different index, or elsewhere in its data section

    bool both() const { return a != none && b != none; }
    bool isUnread() const { return unreadFile != none; }
};

/// Pairs that are fixed before names are compared.
struct GivenPairs {
    std::vector<TensorPair> pairs; ///< may include views (Checkpoint::views); in any order
    std::vector<bool> usedA; ///< by tensor of a: exclude it from pairing by name. Empty to exclude none
    std::vector<bool> usedB;
};

/// Returns every tensor of both checkpoints once: those of a in order, then those that only b has in order. A view has
/// the position of the first tensor it is composed of. If a rule changes a name, looks for the changed name first, then
/// the original; the first rule that changes it applies. If tensors share a name, the first on one side is paired with
/// the first on the other. A tensor without a partner is unread if the other side's index lists its name but no file
/// contained it. Reads no values. Takes linear time in the number of tensors.
std::vector<TensorPair> pairTensors(
    const Checkpoint& a, const Checkpoint& b, std::span<const RenameRule> rules = {}, const GivenPairs& given = {});

/// Pairs two tensors and determines what changed between them.
TensorPair makePair(
    const Checkpoint& a, std::uint32_t tensorA, const Checkpoint& b, std::uint32_t tensorB, PairedBy by);

struct MetadataDifference {
    struct Changed {
        std::string key;
        MetadataValue a;
        MetadataValue b;
    };
    Metadata added; ///< in the order of b
    Metadata removed; ///< in the order of a, like `changed`
    std::vector<Changed> changed;

    bool empty() const { return added.empty() && removed.empty() && changed.empty(); }
};

/// Missing metadata is the same as empty metadata.
MetadataDifference compareMetadata(const Checkpoint& a, const Checkpoint& b);

} // namespace loupe
