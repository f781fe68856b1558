#pragma once

#include "analysis/comparison/rename_rule.h"
#include "core/checkpoint.h"

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace loupe {

/// Why two tensors are taken for the same one.
enum class PairedBy : std::uint8_t { Name, Rule, Digest, Place, Confirmed };

/// How one tensor changed from checkpoint a to checkpoint b; where it is in both, how it changed, values aside.
struct TensorPair {
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    std::uint32_t a = none; ///< index into a's tensors
    std::uint32_t b = none;
    /// Where one side alone has it: the other's file that should have it, by its index, and could not be read or does
    /// not. So nothing is known of it there.
    std::uint32_t unreadFile = none;
    PairedBy by = PairedBy::Name;
    bool dtypeChanged = false; ///< as the files spell it
    bool shapeChanged = false;
    bool moved = false; ///< lies in a file of another number, or elsewhere in its data section

    bool both() const { return a != none && b != none; }
    bool isUnread() const { return unreadFile != none; }
};

/// Pairs that are fixed before names are compared.
struct GivenPairs {
    std::vector<TensorPair> pairs; ///< also with views (Checkpoint::views); in any order
    std::vector<bool> usedA; ///< by tensor of a: not looked for by name. Empty: none is
    std::vector<bool> usedB;
};

/// Every tensor of both checkpoints, once: those of a in their order, then those that only b has in theirs. A view
/// stands where the first tensor that it is made of would. A name that
/// a rule changes is looked for as changed, then as it is; for rules, the first that changes it counts. Where tensors
/// share a name, the first of one side belongs to the first of the other. A tensor without a partner is unread where
/// the other side's index knows the name and no file gave the tensor. Reads no values. Takes time in proportion to the
/// number of tensors.
std::vector<TensorPair> pairTensors(
    const Checkpoint& a, const Checkpoint& b, std::span<const RenameRule> rules = {}, const GivenPairs& given = {});

/// Both in one, with what changed between them.
TensorPair makePair(
    const Checkpoint& a, std::uint32_t tensorA, const Checkpoint& b, std::uint32_t tensorB, PairedBy by);

struct MetadataDifference {
    struct Changed {
        std::string key;
        MetadataValue a;
        MetadataValue b;
    };
    Metadata added; ///< in the order of b
    Metadata removed; ///< in the order of a, as `changed`
    std::vector<Changed> changed;

    bool empty() const { return added.empty() && removed.empty() && changed.empty(); }
};

/// No metadata are the same as empty ones.
MetadataDifference compareMetadata(const Checkpoint& a, const Checkpoint& b);

} // namespace loupe
