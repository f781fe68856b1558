#include "items/session/overview_facts.h"

#include "core/checked_math.h"
#include "core/name_hash.h"
#include "core/quantization.h"
#include "core/run_both.h"
#include "core/text/block_number.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <numeric>
#include <string_view>
#include <tuple>

namespace loupe {

namespace {

constexpr std::size_t maximumHighlights = 8;
constexpr std::size_t longestHighlight = 200;
constexpr std::array<std::string_view, 14> knownKeys{"title", "name", "general.name", "modelspec.title", "architecture",
    "general.architecture", "modelspec.architecture", "format", "framework", "version", "author", "license",
    "base_model", "description"};

std::uint64_t mix(std::uint64_t hash, std::uint64_t value)
{
    hash = (hash ^ value) * 0x9e3779b97f4a7c15;
    return hash ^ (hash >> 32);
}

/// Indexed by group number. Equal for groups whose tensors have the same names below the group, dtypes and shapes.
std::vector<std::uint64_t> makeUps(const Checkpoint& checkpoint, const NameTree& tree)
{
    std::vector<std::uint64_t> result(tree.groupCount());
    for (std::uint32_t number = tree.groupCount(); number-- > 0;) {
        std::uint64_t hash = 0;
        for (const NameTree::NodeId child : tree.children(tree.root() + number)) {
            hash = mix(hash, hashName(tree.segment(child), 0));
            if (tree.isGroup(child)) {
                hash = mix(hash, result[child - tree.root()]);
                continue;
            }
            const Tensor& tensor = checkpoint.tensors[child];
            hash = mix(hash, static_cast<std::uint64_t>(tensor.dtype));
            hash = std::accumulate(tensor.shape.begin(), tensor.shape.end(), mix(hash, tensor.shape.size()), mix);
        }
        result[number] = hash;
    }
    return result;
}

/// `others`: the numbered groups that are not repetitions, with their compositions.
void describeOthers(OverviewFacts::Repetition& repetition, const NameTree& tree,
    const std::vector<std::pair<std::uint64_t, NameTree::NodeId>>& others)
{
    constexpr std::size_t longestNumber = 9; // in digits
    std::vector<std::uint32_t> numbers;
    for (const auto& [makeUp, group] : others) {
        const std::string_view digits = tree.segment(group);
        std::uint32_t number = 0;
        if (digits.size() > longestNumber)
            return;
        std::from_chars(digits.data(), digits.data() + digits.size(), number);
        numbers.push_back(number);
        if (tree.sums(group).tensors != tree.sums(others.front().second).tensors)
            return;
    }
    std::ranges::sort(numbers);
    const std::uint64_t tensors = tree.sums(others.front().second).tensors;
    if (numbers.back() - numbers.front() + 1 != numbers.size() || tensors == repetition.tensorsPerBlock)
        return;
    repetition.tensorsPerOther = tensors;
    repetition.firstOther = std::to_string(numbers.front());
    repetition.lastOther = std::to_string(numbers.back());
}

/// How often the numbered groups directly below `group` repeat; no blocks if fewer than two do.
OverviewFacts::Repetition repetitionBelow(
    const NameTree& tree, NameTree::NodeId group, const std::vector<std::uint64_t>& makeUp)
{
    std::vector<std::pair<std::uint64_t, NameTree::NodeId>> numbered;
    for (const NameTree::NodeId child : tree.children(group)) {
        if (tree.isGroup(child) && isBlockNumber(tree.segment(child)))
            numbered.emplace_back(makeUp[child - tree.root()], child);
    }
    OverviewFacts::Repetition result;
    std::uint64_t usual = 0; // the composition of the repeated blocks
    std::sort(numbered.begin(), numbered.end());
    for (auto first = numbered.begin(); first != numbered.end();) {
        const auto last =
            std::find_if(first, numbered.end(), [&](const auto& item) { return item.first != first->first; });
        const auto count = static_cast<std::uint32_t>(last - first);
        if (count >= 2 && count > result.blocks) {
            const NameTree::Sums& sums = tree.sums(first->second);
            result = {group, std::string(tree.path(group)), count, static_cast<std::uint32_t>(numbered.size()),
                sums.tensors, sums.elements, 0, {}, {}};
            usual = first->first;
        }
        first = last;
    }
    if (result.blocks < result.total) {
        std::erase_if(numbered, [&](const auto& item) { return item.first == usual; });
        describeOthers(result, tree, numbered);
    }
    return result;
}

void findRepetitions(OverviewFacts& facts, const OpenedCheckpoint& opened, const Work& work)
{
    const NameTree& tree = opened.tree;
    const std::vector<std::uint64_t> makeUp = makeUps(*opened.checkpoint, tree);
    std::vector<OverviewFacts::Repetition> found;
    std::vector<bool> covered(tree.groupCount()); // repeats, or is below a group that repeats
    for (std::uint32_t number = 0; number < tree.groupCount() && !work.stopped(); ++number) {
        const NameTree::NodeId group = tree.root() + number;
        covered[number] = number > 0 && covered[tree.parent(group) - tree.root()];
        if (covered[number])
            continue;
        auto repetition = repetitionBelow(tree, group, makeUp);
        covered[number] = repetition.blocks > 0;
        if (covered[number])
            found.push_back(std::move(repetition));
    }
    const std::size_t kept = std::min(found.size(), OverviewFacts::maximumRepetitions);
    const auto larger = [&](const auto& a, const auto& b) {
        const std::uint64_t bytesA = tree.sums(a.group).bytes;
        const std::uint64_t bytesB = tree.sums(b.group).bytes;
        return bytesA != bytesB ? bytesA > bytesB : a.group < b.group;
    };
    std::partial_sort(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(kept), found.end(), larger);
    facts.furtherRepetitions = found.size() - kept;
    found.resize(kept);
    facts.repetitions = std::move(found);
}

/// `tensors`: ascending.
std::vector<OverviewFacts::DTypeShare> findDTypes(
    const OpenedCheckpoint& opened, const std::vector<std::uint32_t>& tensors)
{
    const Checkpoint& checkpoint = *opened.checkpoint;
    using Type = std::tuple<DType, bool, std::string_view>;
    std::map<Type, NameTree::Sums> sums;
    auto last = sums.end(); // consecutive tensors are mostly of the same type
    ShareCounter shares(checkpoint);
    for (const std::uint32_t i : tensors) {
        const Tensor& tensor = checkpoint.tensors[i];
        const Type type{tensor.dtype, isQuantized(tensor), checkpoint.dtypeName(i)};
        if (last == sums.end() || last->first != type)
            last = sums.try_emplace(type).first;
        last->second.add(i, shares);
    }
    std::vector<OverviewFacts::DTypeShare> dtypes;
    for (const auto& [type, sum] : sums) {
        const auto& [dtype, isQuantized, name] = type;
        const double shade = isQuantized ? opened.quantizedTypes.shadeOf(name) : 0;
        dtypes.push_back({std::string(name), dtype, isQuantized, shade, sum});
    }
    std::stable_sort(
        dtypes.begin(), dtypes.end(), [](const auto& a, const auto& b) { return a.sums.bytes > b.sums.bytes; });
    return dtypes;
}

/// Ascending.
std::vector<std::uint32_t> tensorsBelow(const NameTree& tree, NameTree::NodeId group, const Work& work)
{
    std::vector<std::uint32_t> tensors;
    std::vector<NameTree::NodeId> left{group};
    while (!left.empty() && !work.stopped()) {
        const NameTree::NodeId next = left.back();
        left.pop_back();
        for (const NameTree::NodeId child : tree.children(next))
            (tree.isGroup(child) ? left : tensors).push_back(child);
    }
    std::ranges::sort(tensors);
    return tensors;
}

std::vector<std::pair<std::string, std::string>> findHighlights(const Checkpoint& checkpoint)
{
    if (!checkpoint.metadata)
        return {};
    const auto rank = [](const Metadata::value_type* entry) {
        return std::find(knownKeys.begin(), knownKeys.end(), entry->first) - knownKeys.begin();
    };
    std::vector<const Metadata::value_type*> entries;
    for (const auto& entry : *checkpoint.metadata) {
        const std::string& value = entry.second.shown();
        const bool isShort = entry.first.size() <= longestHighlight && value.size() <= longestHighlight;
        if (isShort && !entry.second.stored() && value.find('\n') == std::string::npos)
            entries.push_back(&entry);
    }
    std::stable_sort(entries.begin(), entries.end(), [&](const auto* a, const auto* b) { return rank(a) < rank(b); });
    std::vector<std::pair<std::string, std::string>> highlights;
    for (std::size_t i = 0; i < std::min(entries.size(), maximumHighlights); ++i)
        highlights.emplace_back(entries[i]->first, entries[i]->second.shown());
    return highlights;
}

/// The nearest ancestor of `node` whose path is at most this long.
NameTree::NodeId groupAbove(const NameTree& tree, NameTree::NodeId node, std::size_t pathSize)
{
    NameTree::NodeId group = tree.parent(node);
    while (group != tree.root() && tree.path(group).size() > pathSize)
        group = tree.parent(group);
    return group;
}

OverviewFacts::ArchitectureGroups findArchitecture(const NameTree& tree, const ArchitecturePlaces& places)
{
    const auto parentOf = [&](std::optional<std::uint32_t> tensor) {
        return tensor ? std::optional(tree.parent(*tensor)) : std::nullopt;
    };
    // "model.layers.0.self_attn" for "model.layers.0.self_attn.q_proj.weight"
    const auto partOfBlock = [&](std::optional<std::uint32_t> tensor) -> std::optional<NameTree::NodeId> {
        if (!tensor)
            return std::nullopt;
        NameTree::NodeId group = tree.parent(*tensor);
        while (true) {
            const NameTree::NodeId block = tree.parent(group);
            const bool isPart = block != tree.root() && tree.path(tree.parent(block)) == places.blocks;
            if (isPart || group == tree.root() || block == tree.root())
                return isPart ? group : tree.parent(*tensor);
            group = block;
        }
    };
    OverviewFacts::ArchitectureGroups groups;
    groups.embedding = parentOf(places.embedding);
    groups.norm = parentOf(places.norm);
    groups.head = parentOf(places.head);
    groups.mixer = partOfBlock(places.mixer);
    groups.feedForward = partOfBlock(places.feedForward);
    if (const auto any = places.mixer ? places.mixer : places.feedForward)
        groups.blocks = groupAbove(tree, *any, places.blocks.size());
    return groups;
}

} // namespace

OverviewFacts findOverviewFacts(const OpenedCheckpoint& opened, const Work& work)
{
    const Checkpoint& checkpoint = *opened.checkpoint;
    std::vector<std::uint32_t> all(checkpoint.tensors.size());
    std::iota(all.begin(), all.end(), 0U);
    OverviewFacts facts;
    facts.model = std::make_shared<const ModelReport>(examineModel(checkpoint));
    facts.card = makeModelCard(*facts.model);
    facts.architecture = findArchitecture(opened.tree, facts.model->places);
    facts.totals = opened.tree.sums(opened.tree.root());
    facts.fileBytes = checkpoint.totalFileBytes();
    NameTree::Sums headers; // used because it saturates instead of wrapping around
    for (const CheckpointFile& file : checkpoint.files)
        headers.add({0, 0, file.headerBytes()});
    facts.headerBytes = headers.bytes;
    facts.incompleteTensors = opened.incomplete.size();
    facts.declaredBytes = facts.totals.bytes;
    for (const IncompleteTensor& tensor : opened.incomplete)
        facts.declaredBytes =
            saturatingAdd(facts.declaredBytes, tensor.bytes - fileBytes(checkpoint.tensors[tensor.tensor]));
    facts.sharedTensors = opened.shared.size();
    facts.highlights = findHighlights(checkpoint);
    const auto sumUp = [&] {
        facts.dtypes = findDTypes(opened, all);
        if (const auto mix = quantizationMix(checkpoint))
            facts.bitsPerElement = mix->all.bitsPerElement();
        const auto sizeOf = [&](std::uint32_t tensor) { return fileBytes(checkpoint.tensors[tensor]); };
        const auto isAsFirst = [&, first = all.empty() ? 0 : sizeOf(0)](
                                   std::uint32_t tensor) { return sizeOf(tensor) == first; };
        if (!all.empty() && std::ranges::all_of(all, isAsFirst))
            facts.equalBytes = sizeOf(0);
        findRepetitions(facts, opened, work);
    };
    if (!work.stopped())
        runBoth(all.size(), sumUp,
            [&] { facts.largest = findLargestTensors(checkpoint, all, OverviewFacts::maximumLargest); });
    return facts;
}

GroupFacts findGroupFacts(
    const OpenedCheckpoint& opened, const NameTree& tree, NameTree::NodeId group, const Work& work)
{
    std::vector<std::uint32_t> tensors = tensorsBelow(tree, group, work);
    GroupFacts facts;
    // In the tree of names, the path of a group is a prefix of its tensors' names; in a tree of families, that need not
    // be so.
    const bool isOfNames = &tree == &opened.tree && group != tree.root();
    facts.blocks = GroupBlocks(*opened.checkpoint, tensors, isOfNames ? tree.path(group).size() + 1 : 0, work);
    facts.totals = tree.sums(group);
    facts.dtypes = findDTypes(opened, tensors);
    facts.largest = findLargestTensors(*opened.checkpoint, tensors, OverviewFacts::maximumLargest);
    facts.tensors = std::move(tensors);
    return facts;
}

} // namespace loupe
