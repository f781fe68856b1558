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

/// The source of a pairing choice.
enum class ChoiceOrigin : std::uint8_t {
    Person, ///< made by the user in the window
    Kept, ///< saved when the same two were compared before
    CommandLine,
};

/// Two open checkpoints, A and B, and how their tensors are paired: all that is known without reading values.
/// Immutable; shared by views and jobs.
struct PairedCheckpoints {
    std::shared_ptr<const Checkpoint> a; ///< in the arrangement in which both are compared; may contain views
    std::shared_ptr<const Checkpoint> b;
    std::shared_ptr<const Checkpoint> openedA; ///< as stored in the files
    std::shared_ptr<const Checkpoint> openedB;
    GivenPairs given; ///< determined by the rules of the arrangement
    std::vector<std::string> problems; ///< problems of these rules, in sentences
    std::vector<TensorPair> pairs; ///< from pairTensors()
    MetadataDifference metadata;
    std::vector<Error> unread; ///< errors of parts of A and B that could not be opened
    PairingChoicePtr choice; ///< how tensors are paired in addition to equal names; never null
    ChoiceOrigin origin = ChoiceOrigin::Person; ///< meaningful if `choice` is not empty
    std::optional<Error> notKept; ///< why the choice could not be saved

    /// One tensor for each pair, with the same number: A's, or B's if only B has it. Only for building the tree: it has
    /// no files.
    std::shared_ptr<const Checkpoint> names;
    NameTree tree; ///< of `names`
    std::shared_ptr<const TreeOrder> order; ///< all pairs, in natural order
    std::shared_ptr<const TreeOrder> compactOrder; ///< the same in compact form
    std::uint64_t remoteBytes = 0; ///< how many bytes are fetched over the network to compare all values
    std::vector<PairSums> structure; ///< indexed by group number: what is known without values

    /// Data derived from each checkpoint.
    struct Side {
        std::vector<RegionList> regions; ///< indexed by file
        std::vector<std::uint32_t> pairOf; ///< indexed by tensor; none for tensors that are left out. The first, if
                                           ///< there are several
    };
    Side sideA;
    Side sideB;

    bool isRenamed(std::uint32_t pair) const;
    /// Nullopt if it depends on the values.
    std::optional<PairStatus> structuralStatus(std::uint32_t pair) const;
    /// The figures of a pair that exists on both sides; nullopt if its values were not compared.
    std::optional<PairSums> figures(std::uint32_t pair, const PairOutcome& outcome) const;
    /// The number of tensors that exist only in A or only in B. Renames are searched among these.
    std::uint32_t onlyIn(PairStatus side) const { return structure.front().count(side); }
};

/// The sums of the pairs in `kept`, indexed by group number, from what is known without values. `kept` null: all pairs.
std::vector<PairSums> sumStructure(const PairedCheckpoints& paired, const TensorSet* kept = nullptr);
/// Adds the result of comparing the values of `pair` to all groups above it. Does nothing if its status does not depend
/// on values.
void addOutcome(
    std::vector<PairSums>& groups, const PairedCheckpoints& paired, std::uint32_t pair, const PairOutcome& outcome);

using PairedCheckpointsPtr = std::shared_ptr<const PairedCheckpoints>;

/// One side of a requested comparison.
struct ComparedCheckpoint {
    // Not explicit because it is mostly just a path.
    ComparedCheckpoint(
        std::filesystem::path where, std::shared_ptr<const Checkpoint> alreadyOpen = nullptr, SecretSource opensIt = {})
        : path(std::move(where))
        , open(std::move(alreadyOpen))
        , secret(std::move(opensIt))
    {
    }

    std::filesystem::path path;
    std::shared_ptr<const Checkpoint> open; ///< used unless its files were changed since; null: open the path
    SecretSource secret; ///< unlocks the encrypted values at the path
};

/// Why the pair could not be opened: an error for each checkpoint that could not be opened, or one about both.
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

/// Opens both checkpoints in parallel and pairs their tensors; run it in a job. Each error includes its path. Like an
/// OpenedCheckpoint, the last reference may be dropped on any thread.
PairResult openPair(const ComparedCheckpoint& a, const ComparedCheckpoint& b, const Work& work,
    const PairingChoice& choice = {}, ChoiceOrigin origin = ChoiceOrigin::Person);

/// Pairs the same checkpoints again by the user's choice; run it in a job.
Result<PairedCheckpointsPtr> pairAnew(
    const PairedCheckpoints& paired, const PairingChoice& choice, std::optional<Error> notKept, const Work& work);

} // namespace loupe
