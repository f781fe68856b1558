#include "analysis/comparison/pairing.h"

#include "analysis/digests/undecoded_weight.h"
#include "core/name_hash.h"

#include <algorithm>

namespace loupe {

namespace {

/// The tensors of a checkpoint by name. Each can be taken once.
class Names {
public:
    /// `taken` marks the tensors that were already taken.
    Names(const Checkpoint& checkpoint, const std::vector<bool>& taken)
        : m_next(checkpoint.tensorCount(), TensorPair::none)
    {
        m_first.reserve(checkpoint.tensorCount());
        for (std::uint32_t i = checkpoint.tensorCount(); i-- > 0;) {
            if (taken[i])
                continue;
            const auto [place, isNew] = m_first.try_emplace(checkpoint.tensors[i].name, i);
            if (!isNew) {
                m_next[i] = place->second;
                place->second = i;
            }
        }
    }

    /// The first remaining tensor of that name; none if there is none.
    std::uint32_t take(std::string_view name)
    {
        const auto found = m_first.find(name);
        if (found == m_first.end() || found->second == TensorPair::none)
            return TensorPair::none;
        const std::uint32_t tensor = found->second;
        found->second = m_next[tensor];
        return tensor;
    }

private:
    NameMap<std::string_view, std::uint32_t> m_first; ///< first remaining tensor of each name
    std::vector<std::uint32_t> m_next; ///< next tensor of the same name
};

std::optional<std::string> renamed(std::string_view name, std::span<const RenameRule> rules)
{
    for (const RenameRule& rule : rules) {
        if (auto changed = rule.apply(name))
            return changed;
    }
    return std::nullopt;
}

/// Files by tensor name, for tensors that are in the index but were not found in any file.
using UnreadNames = NameMap<std::string, std::uint32_t>;

/// Includes both the renamed and the original names.
UnreadNames unreadNames(const Checkpoint& checkpoint, std::span<const RenameRule> rules)
{
    UnreadNames names;
    for (const auto& [name, file] : checkpoint.unread) {
        names.emplace(name, file);
        if (auto changed = renamed(name, rules))
            names.emplace(std::move(*changed), file);
    }
    return names;
}

std::uint32_t fileOf(const UnreadNames& names, std::string_view name)
{
    const auto found = names.find(name);
    return found == names.end() ? TensorPair::none : found->second;
}

/// The offset from the start of the file's data section; wraps around if the tensor is before that.
std::uint64_t placeOf(const Checkpoint& checkpoint, const Tensor& tensor)
{
    return tensor.bytes.begin - checkpoint.files[tensor.file].data.begin;
}

/// Whether the dtype does not fully describe what is stored.
bool isNamedByFile(const Tensor& one, const Tensor& other)
{
    return one.dtype == DType::Opaque || one.storage || other.storage;
}

} // namespace

TensorPair makePair(const Checkpoint& a, std::uint32_t tensorA, const Checkpoint& b, std::uint32_t tensorB, PairedBy by)
{
    const Tensor& one = a.tensors[tensorA];
    const Tensor& other = b.tensors[tensorB];
    TensorPair pair{.a = tensorA, .b = tensorB, .by = by};
    pair.dtypeChanged =
        one.dtype != other.dtype || (isNamedByFile(one, other) && a.dtypeName(tensorA) != b.dtypeName(tensorB));
    // An undecoded weight has the shape of its codes, which cannot be compared with a weight of another type.
    const bool isShapeKnown = !pair.dtypeChanged || (!undecodedGroup(a, tensorA) && !undecodedGroup(b, tensorB));
    pair.shapeChanged = isShapeKnown && !std::ranges::equal(one.shape, other.shape);
    pair.moved = one.file != other.file || placeOf(a, one) != placeOf(b, other);
    return pair;
}

std::vector<TensorPair> pairTensors(
    const Checkpoint& a, const Checkpoint& b, std::span<const RenameRule> rules, const GivenPairs& given)
{
    const std::uint32_t countA = a.tensorCount();
    std::vector<bool> taken = given.usedB;
    taken.resize(b.tensorCount());
    std::vector<bool> usedA = given.usedA;
    usedA.resize(countA);
    Names names(b, taken);
    std::vector<TensorPair> ofA(countA);
    const auto pairUp = [&](std::uint32_t tensor, std::string_view name, PairedBy by) {
        const std::uint32_t other = names.take(name);
        if (other == TensorPair::none)
            return;
        taken[other] = true;
        ofA[tensor] = makePair(a, tensor, b, other, by);
    };
    for (std::uint32_t i = 0; i < countA && !rules.empty(); ++i) {
        if (const auto name = usedA[i] ? std::nullopt : renamed(a.tensors[i].name, rules))
            pairUp(i, *name, PairedBy::Rule);
    }
    for (std::uint32_t i = 0; i < countA; ++i) {
        if (!usedA[i] && !ofA[i].both())
            pairUp(i, a.tensors[i].name, PairedBy::Name);
        ofA[i].a = i;
    }
    const UnreadNames unreadA = unreadNames(a, rules);
    const UnreadNames unreadB = unreadNames(b, {});
    for (std::uint32_t i = 0; i < countA && !unreadB.empty(); ++i) {
        if (ofA[i].both())
            continue;
        const auto name = renamed(a.tensors[i].name, rules);
        ofA[i].unreadFile = name ? fileOf(unreadB, *name) : TensorPair::none;
        if (!ofA[i].isUnread())
            ofA[i].unreadFile = fileOf(unreadB, a.tensors[i].name);
    }
    std::vector<TensorPair> pairs;
    for (std::uint32_t i = 0; i < countA; ++i) {
        if (!usedA[i])
            pairs.push_back(ofA[i]);
    }
    for (std::uint32_t i = 0; i < b.tensorCount(); ++i) {
        if (!taken[i])
            pairs.push_back({.b = i, .unreadFile = fileOf(unreadA, b.tensors[i].name)});
    }
    if (given.pairs.empty())
        return pairs;
    pairs.insert(pairs.end(), given.pairs.begin(), given.pairs.end());
    std::ranges::stable_sort(pairs, {}, [&](const TensorPair& pair) {
        const bool isOnlyB = pair.a == TensorPair::none;
        return std::pair(isOnlyB, isOnlyB ? b.partsOf(pair.b).front() : a.partsOf(pair.a).front());
    });
    return pairs;
}

MetadataDifference compareMetadata(const Checkpoint& a, const Checkpoint& b)
{
    static const Metadata none;
    const Metadata& before = a.metadata ? *a.metadata : none;
    const Metadata& after = b.metadata ? *b.metadata : none;
    NameMap<std::string_view, const MetadataValue*> values;
    for (const auto& [key, value] : before)
        values.emplace(key, &value);
    NameMap<std::string_view, const MetadataValue*> others;
    MetadataDifference difference;
    for (const auto& [key, value] : after) {
        others.emplace(key, &value);
        if (!values.contains(key))
            difference.added.emplace_back(key, value);
    }
    for (const auto& [key, value] : before) {
        const auto found = others.find(key);
        if (found == others.end())
            difference.removed.emplace_back(key, value);
        else if (!(*found->second == value))
            difference.changed.push_back({key, value, *found->second});
    }
    return difference;
}

} // namespace loupe
