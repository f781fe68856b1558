#pragma once

#include "analysis/comparison/pairing.h"
#include "analysis/filter/tensor_set.h"
#include "core/region.h"
#include "core/result.h"
#include "core/tree/name_tree.h"
#include "core/tree/tree_order.h"
#include "core/work.h"
#include "items/compare/pair_sums.h"
#include "items/compare/pairing_choice.h"
#include "items/session/secret_choice.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

namespace loupe {

/// Where a choice of pairs comes from.
enum class ChoiceOrigin : std::uint8_t {
    Person, ///< made in the window
    Kept, ///< made there when the two were compared before
    CommandLine,
};

/// Two open checkpoints, A and B, and which of their tensors belong together: all that is known without their values.
/// Immutable, shared by views and jobs.
struct PairedCheckpoints {
    std::shared_ptr<const Checkpoint> a; ///< in the arrangement in which both are compared: perhaps with views
    std::shared_ptr<const Checkpoint> b;
    std::shared_ptr<const Checkpoint> openedA; ///< as the files have it
    std::shared_ptr<const Checkpoint> openedB;
    GivenPairs given; ///< by the rules of the arrangement
    std::vector<std::string> problems; ///< of these rules, sentences
    std::vector<TensorPair> pairs; ///< as pairTensors() has them
    MetadataDifference metadata;
    std::vector<Error> unread; ///< parts of A and B that could not be opened
    PairingChoicePtr choice; ///< what the pairs follow in addition to equal names; never null
    ChoiceOrigin origin = ChoiceOrigin::Person; ///< of a choice that is not empty
    std::optional<Error> notKept; ///< why the choice will not be there next time

    /// A tensor for each pair, of the same number: A's, or B's where only B has it. For the tree alone: it has no
    /// files.
    std::shared_ptr<const Checkpoint> names;
    NameTree tree; ///< of `names`
    std::shared_ptr<const TreeOrder> order; ///< all of them, in natural order
    std::shared_ptr<const TreeOrder> compactOrder; ///< the same, compact
    std::uint64_t remoteBytes = 0; ///< that comparing all values fetches over the network
    std::vector<PairSums> structure; ///< by group number: what is known before any values are

    /// What is derived of each checkpoint.
    struct Side {
        std::vector<RegionList> regions; ///< by file
        std::vector<std::uint32_t> pairOf; ///< by tensor; none if it is left out. Of several the first
    };
    Side sideA;
    Side sideB;

    bool isRenamed(std::uint32_t pair) const;
    /// Nothing if it takes the values.
    std::optional<PairStatus> structuralStatus(std::uint32_t pair) const;
    /// The figures of a pair of both; nothing if its values were not compared.
    std::optional<PairSums> figures(std::uint32_t pair, const PairOutcome& outcome) const;
    /// How many tensors only A has, and only B: what renames may be found among.
    std::uint32_t onlyIn(PairStatus side) const { return structure.front().count(side); }
};

/// The sums of the pairs in `kept`, by group number, as far as they are known without values. `kept` null: all pairs.
std::vector<PairSums> sumStructure(const PairedCheckpoints& paired, const TensorSet* kept = nullptr);
/// Adds what comparing the values of `pair` gave to all groups above it. Does nothing if its status needs no values.
void addOutcome(
    std::vector<PairSums>& groups, const PairedCheckpoints& paired, std::uint32_t pair, const PairOutcome& outcome);

using PairedCheckpointsPtr = std::shared_ptr<const PairedCheckpoints>;

/// One side of a comparison, as it is asked for.
struct ComparedCheckpoint {
    // Not explicit: mostly it is a path alone.
    ComparedCheckpoint(
        std::filesystem::path where, std::shared_ptr<const Checkpoint> alreadyOpen = nullptr, SecretSource opensIt = {})
        : path(std::move(where))
        , open(std::move(alreadyOpen))
        , secret(std::move(opensIt))
    {
    }

    std::filesystem::path path;
    std::shared_ptr<const Checkpoint> open; ///< taken unless its files were changed since; null: the path is opened
    SecretSource secret; ///< what opens the encrypted values at the path
};

/// Why there is no pair: an error for each checkpoint that could not be opened, or one about both.
struct PairErrors {
    PairErrors(Error one)
        : list{std::move(one)}
    {
    }
    explicit PairErrors(std::vector<Error> all)
        : list(std::move(all))
    {
    }

    std::vector<Error> list;
};

using PairResult = tl::expected<PairedCheckpointsPtr, PairErrors>;

/// Opens both side by side and pairs their tensors; for a job. Each error names its path. The last reference may be
/// dropped on any thread, as an OpenedCheckpoint's.
PairResult openPair(const ComparedCheckpoint& a, const ComparedCheckpoint& b, const Work& work,
    const PairingChoice& choice = {}, ChoiceOrigin origin = ChoiceOrigin::Person);

/// The same checkpoints, paired as a person chose; for a job.
Result<PairedCheckpointsPtr> pairAnew(
    const PairedCheckpoints& paired, const PairingChoice& choice, std::optional<Error> notKept, const Work& work);

} // namespace loupe
