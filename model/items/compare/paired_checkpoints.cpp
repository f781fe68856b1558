#include "items/compare/paired_checkpoints.h"

#include "analysis/rearrangement/rearranging.h"
#include "core/checked_math.h"
#include "core/run_both.h"
#include "formats/opening/unread_parts.h"
#include "formats/quantized/logical_checkpoint.h"
#include "insight/named_sizes.h"
#include "items/jobs/release_in_job.h"
#include "items/session/file_watch.h"
#include "saving/in_place/edit_recovery.h"

#include <array>
#include <limits>
#include <new>

namespace loupe {

namespace {

std::shared_ptr<const Checkpoint> nameCheckpoint(const PairedCheckpoints& paired)
{
    auto names = std::make_shared<Checkpoint>();
    names->tensors.reserve(paired.pairs.size());
    for (const TensorPair& pair : paired.pairs) {
        Tensor tensor = pair.a != TensorPair::none ? paired.a->tensors[pair.a] : paired.b->tensors[pair.b];
        tensor.file = 0;
        names->tensors.push_back(tensor);
    }
    return names;
}

std::uint64_t remoteBytesOf(const PairedCheckpoints& paired)
{
    std::uint64_t bytes = 0;
    for (const TensorPair& pair : paired.pairs) {
        if (pair.both() && !pair.shapeChanged) {
            bytes = saturatingAdd(bytes, remoteBytes(*paired.a, pair.a));
            bytes = saturatingAdd(bytes, remoteBytes(*paired.b, pair.b));
        }
    }
    return bytes;
}

PairedCheckpoints::Side arrangeSide(
    const Checkpoint& checkpoint, const std::vector<TensorPair>& pairs, std::uint32_t TensorPair::*tensorOf)
{
    PairedCheckpoints::Side side;
    for (std::uint32_t file = 0; file < checkpoint.files.size(); ++file)
        side.regions.emplace_back(tileRegions(checkpoint, file));
    side.pairOf.resize(checkpoint.tensors.size(), TensorPair::none);
    for (std::uint32_t pair = 0; pair < pairs.size(); ++pair) {
        const std::uint32_t tensor = pairs[pair].*tensorOf;
        if (tensor == TensorPair::none)
            continue;
        side.pairOf[tensor] = pair;
        for (const std::uint32_t part : checkpoint.partsOf(tensor)) {
            if (side.pairOf[part] == TensorPair::none)
                side.pairOf[part] = pair;
        }
    }
    return side;
}

/// Brings both checkpoints into the chosen arrangement. A recipe that cannot be parsed is reported as a problem.
Result<> followRecipe(PairedCheckpoints& paired, const std::string& text, const Work& work)
{
    paired.a = paired.openedA;
    paired.b = paired.openedB;
    if (text.empty())
        return {};
    const auto recipe = Rearrangement::parse(text);
    if (!recipe) {
        paired.problems.push_back(recipe.error().message);
        return {};
    }
    auto arranged = rearrange(paired.a, paired.b, *recipe, namedSizes(*paired.a, *paired.b), work);
    if (!arranged)
        return fail(std::move(arranged.error()));
    paired.a = std::move(arranged->a);
    paired.b = std::move(arranged->b);
    paired.given = std::move(arranged->given);
    paired.problems = std::move(arranged->problems);
    return {};
}

/// `before`: an earlier pairing of the same checkpoints, whose arrangement is reused if it is the same; may be null.
Result<PairedCheckpointsPtr> arrangePairs(std::shared_ptr<const Checkpoint> a, std::shared_ptr<const Checkpoint> b,
    const PairedCheckpoints* before, const PairingChoice& choice, ChoiceOrigin origin, std::optional<Error> notKept,
    const Work& work)
try {
    const std::shared_ptr<PairedCheckpoints> paired(new PairedCheckpoints, releaseInJob<PairedCheckpoints>);
    paired->openedA = std::move(a);
    paired->openedB = std::move(b);
    if (before && before->choice->rearrangement.recipe == choice.rearrangement.recipe) {
        paired->a = before->a;
        paired->b = before->b;
        paired->given = before->given;
        paired->problems = before->problems;
    } else if (auto followed = followRecipe(*paired, choice.rearrangement.recipe, work); !followed) {
        return fail(std::move(followed.error()));
    }
    paired->pairs = pairChosen(*paired->a, *paired->b, choice, paired->given);
    paired->choice = std::make_shared<const PairingChoice>(choice);
    paired->origin = origin;
    paired->notKept = std::move(notKept);
    paired->metadata = compareMetadata(*paired->a, *paired->b);
    paired->unread = unreadParts(*paired->a);
    for (Error& error : unreadParts(*paired->b))
        paired->unread.push_back(std::move(error));
    paired->names = nameCheckpoint(*paired);
    auto tree = NameTree::build(*paired->names, work);
    if (!tree)
        return fail(std::move(tree.error()));
    paired->tree = std::move(*tree);
    auto order = TreeOrder::sorted(*paired->names, paired->tree, {}, work);
    if (!order)
        return fail(std::move(order.error()));
    paired->order = std::make_shared<const TreeOrder>(std::move(*order));
    auto compact = TreeOrder::formed(*paired->names, paired->tree, *paired->order, TreeForm::Compact, work);
    if (!compact)
        return fail(std::move(compact.error()));
    paired->compactOrder = std::make_shared<const TreeOrder>(std::move(*compact));
    paired->structure = sumStructure(*paired);
    paired->remoteBytes = remoteBytesOf(*paired);
    paired->sideA = arrangeSide(*paired->a, paired->pairs, &TensorPair::a);
    paired->sideB = arrangeSide(*paired->b, paired->pairs, &TensorPair::b);
    return paired;
} catch (const std::bad_alloc&) {
    return fail(ErrorCode::OutOfMemory, "not enough memory to compare the checkpoints");
}

Result<std::shared_ptr<const Checkpoint>> openSide(const ComparedCheckpoint& side, const Work& work)
try {
    // If the file was deleted, the open checkpoint is all that remains.
    if (side.open && lookAtFiles(*side.open, work) != FilesFound::Changed)
        return side.open;
    const auto secret = side.secret ? side.secret() : SecretPtr();
    if (!secret)
        return fail(secret.error());
    return openRecovered(side.path, work, secret->get()).and_then([&](std::shared_ptr<const Checkpoint> stored) {
        return quantized::logicalOf(std::move(stored), work);
    });
} catch (const std::bad_alloc&) {
    return fail(ErrorCode::OutOfMemory, "not enough memory to open the checkpoint", side.path.native());
}

/// The errors of the checkpoints that could not be opened. An error of a key file that both sides use is reported once.
PairErrors errorsOf(const std::array<Result<std::shared_ptr<const Checkpoint>>, 2>& sides)
{
    std::vector<Error> errors;
    for (const auto& side : sides) {
        if (!side && (errors.empty() || describe(errors.front()) != describe(side.error())))
            errors.push_back(side.error());
    }
    return PairErrors(std::move(errors));
}

} // namespace

bool PairedCheckpoints::isRenamed(std::uint32_t pair) const
{
    return pairs[pair].both() && a->tensors[pairs[pair].a].name != b->tensors[pairs[pair].b].name;
}

std::optional<PairStatus> PairedCheckpoints::structuralStatus(std::uint32_t pair) const
{
    if (pairs[pair].both() && !pairs[pair].shapeChanged)
        return std::nullopt;
    return statusOf(pairs[pair], {});
}

std::optional<PairSums> PairedCheckpoints::figures(std::uint32_t pair, const PairOutcome& outcome) const
{
    if (!outcome.delta)
        return std::nullopt;
    return PairSums::of(a->tensors[pairs[pair].a], b->tensors[pairs[pair].b], *outcome.delta);
}

std::vector<PairSums> sumStructure(const PairedCheckpoints& paired, const TensorSet* kept)
{
    std::vector<PairSums> sums(paired.tree.groupCount());
    const auto numberOf = [&](NameTree::NodeId group) { return group - paired.tree.root(); };
    for (std::uint32_t i = 0; i < paired.pairs.size(); ++i) {
        if (kept && !kept->contains(i))
            continue;
        PairSums& group = sums[numberOf(paired.tree.parent(i))];
        if (const auto status = paired.structuralStatus(i))
            ++group.count(*status);
        else
            ++group.waiting;
        group.renamed += paired.isRenamed(i);
        group.dtypeChanged += paired.pairs[i].dtypeChanged;
        group.moved += paired.pairs[i].moved;
    }
    for (std::uint32_t number = paired.tree.groupCount() - 1; number > 0; --number)
        sums[numberOf(paired.tree.parent(paired.tree.root() + number))].add(sums[number]);
    return sums;
}

void addOutcome(
    std::vector<PairSums>& groups, const PairedCheckpoints& paired, std::uint32_t pair, const PairOutcome& outcome)
{
    if (paired.structuralStatus(pair))
        return;
    const PairStatus status = statusOf(paired.pairs[pair], outcome);
    const PairSums figures = paired.figures(pair, outcome).value_or(PairSums{});
    const NameTree& tree = paired.tree;
    for (NameTree::NodeId node = pair; node != tree.root();) {
        node = tree.parent(node);
        groups[node - tree.root()].addResult(status, figures);
    }
}

PairResult openPair(const ComparedCheckpoint& a, const ComparedCheckpoint& b, const Work& work,
    const PairingChoice& choice, ChoiceOrigin origin)
{
    constexpr auto always = std::numeric_limits<std::size_t>::max();
    std::array<Result<std::shared_ptr<const Checkpoint>>, 2> sides;
    runBoth(
        always, [&] { sides[0] = openSide(a, work); }, [&] { sides[1] = openSide(b, work); });
    if (!sides[0] || !sides[1])
        return tl::unexpected(errorsOf(sides));
    return arrangePairs(std::move(*sides[0]), std::move(*sides[1]), nullptr, choice, origin, std::nullopt, work);
}

Result<PairedCheckpointsPtr> pairAnew(
    const PairedCheckpoints& paired, const PairingChoice& choice, std::optional<Error> notKept, const Work& work)
{
    return arrangePairs(
        paired.openedA, paired.openedB, &paired, choice, ChoiceOrigin::Person, std::move(notKept), work);
}

} // namespace loupe
