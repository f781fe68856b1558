#include "analysis/comparison/renames.h"

#include "analysis/digests/digest.h"
#include "core/name_hash.h"
#include "core/text/block_number.h"

#include <algorithm>
#include <functional>

namespace loupe {

namespace {

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// The numbers that locate a tensor in the model: parts that are numbers or, if there are none, all numbers.
std::string blockOf(std::string_view name)
{
    std::string block;
    for (const std::string_view part : nameParts(name)) {
        if (isBlockNumber(part))
            block.append(part).append(1, '.');
    }
    if (!block.empty())
        return block;
    for (std::size_t i = 0; i < name.size(); ++i) {
        if (isDigit(name[i]))
            block += name[i];
        else if (!block.empty() && block.back() != '.')
            block += '.';
    }
    return block;
}

std::string kindOf(const Checkpoint& checkpoint, std::uint32_t tensor)
{
    std::string kind(checkpoint.dtypeName(tensor));
    for (const std::uint64_t dimension : checkpoint.tensors[tensor].shape)
        kind.append(" ").append(std::to_string(dimension));
    return kind.append("\n");
}

/// The unpaired tensors of one side.
struct Side {
    const Checkpoint& checkpoint;
    std::vector<std::uint32_t> tensors;
    std::vector<std::string> kinds; ///< by tensor
    std::vector<std::string> digests; ///< by tensor; empty if there is none
    std::vector<bool> done;

    std::string_view name(std::size_t position) const { return checkpoint.tensors[tensors[position]].name; }
};

class RenameSearch {
public:
    RenameSearch(const Checkpoint& a, const Checkpoint& b, std::span<const TensorPair> pairs, RenameDigests& known)
        : m_a{a, {}, {}, {}, {}}
        , m_b{b, {}, {}, {}, {}}
    {
        for (const TensorPair& pair : pairs) {
            if (pair.isUnread()) // its partner is known by name, but was not found
                continue;
            if (pair.b == TensorPair::none)
                m_a.tensors.push_back(pair.a);
            else if (pair.a == TensorPair::none)
                m_b.tensors.push_back(pair.b);
        }
        for (Side* const side : {&m_a, &m_b}) {
            for (const std::uint32_t tensor : side->tensors)
                side->kinds.push_back(kindOf(side->checkpoint, tensor));
            side->digests.resize(side->tensors.size());
            side->done.resize(side->tensors.size());
        }
        takeKnown(m_a, known.a);
        takeKnown(m_b, known.b);
    }

    void addTo(RenameDigests& known) const
    {
        for (const auto& [side, digests] : {std::pair(&m_a, &known.a), std::pair(&m_b, &known.b)}) {
            for (std::size_t i = 0; i < side->tensors.size(); ++i)
                (*digests)[side->tensors[i]] = side->digests[i];
        }
    }

    Result<> readDigests(const Work& work)
    {
        const auto groups = grouped([](const Side& side, std::size_t i) { return side.kinds[i]; });
        std::vector<std::size_t> wantedA;
        std::vector<std::size_t> wantedB;
        for (const auto& [kind, group] : groups) {
            if (!group.a.empty() && !group.b.empty()) {
                wantedA.insert(wantedA.end(), group.a.begin(), group.a.end());
                wantedB.insert(wantedB.end(), group.b.begin(), group.b.end());
            }
        }
        std::sort(wantedA.begin(), wantedA.end()); // so that files are read from front to back
        std::sort(wantedB.begin(), wantedB.end());
        auto done = read(m_a, wantedA, work);
        return done ? read(m_b, wantedB, work) : done;
    }

    std::vector<SuggestedRename> run()
    {
        const Key bytes = [](const Side& side, std::size_t i) {
            return side.digests[i].empty() ? std::string() : side.kinds[i] + side.digests[i] + '\n';
        };
        const Key block = [](const Side& side, std::size_t i) { return side.kinds[i] + blockOf(side.name(i)); };
        const auto withLeaf = [](const Key& key) -> Key {
            return [key](const Side& side, std::size_t i) {
                const std::string start = key(side, i);
                return start.empty() ? start : start + '\n' + std::string(nameParts(side.name(i)).back());
            };
        };
        const Key bytesInBlock = [bytes](const Side& side, std::size_t i) {
            const std::string start = bytes(side, i);
            return start.empty() ? start : start + blockOf(side.name(i));
        };
        match(withLeaf(bytesInBlock), PairedBy::Digest, 1.0);
        match(bytesInBlock, PairedBy::Digest, 1.0);
        match(bytes, PairedBy::Digest, 1.0);
        match(withLeaf(block), PairedBy::Place, 0.8);
        match(block, PairedBy::Place, 0.6);
        match(block, PairedBy::Place, 0.4, true);
        std::sort(m_found.begin(), m_found.end(), [](const auto& one, const auto& other) { return one.a < other.a; });
        return std::move(m_found);
    }

private:
    static void takeKnown(Side& side, std::vector<std::string>& known)
    {
        known.resize(side.checkpoint.tensors.size());
        for (std::size_t i = 0; i < side.tensors.size(); ++i)
            side.digests[i] = known[side.tensors[i]];
    }

    /// The key that both tensors must share; empty if a tensor has none.
    using Key = std::function<std::string(const Side& side, std::size_t position)>;

    struct Group {
        std::vector<std::size_t> a;
        std::vector<std::size_t> b;
    };

    NameMap<std::string, Group> grouped(const Key& key) const
    {
        NameMap<std::string, Group> groups;
        for (const Side* const side : {&m_a, &m_b}) {
            for (std::size_t i = 0; i < side->tensors.size(); ++i) {
                std::string text = side->done[i] ? std::string() : key(*side, i);
                if (!text.empty())
                    (side == &m_a ? groups[std::move(text)].a : groups[std::move(text)].b).push_back(i);
            }
        }
        return groups;
    }

    static Result<> read(Side& side, std::vector<std::size_t> positions, const Work& work)
    {
        std::erase_if(positions, [&](std::size_t position) { return !side.digests[position].empty(); });
        std::vector<std::uint32_t> tensors;
        tensors.reserve(positions.size());
        for (const std::size_t position : positions)
            tensors.push_back(side.tensors[position]);
        auto digests = digestTensors(side.checkpoint, tensors, defaultDigestAlgorithm, work);
        if (!digests)
            return fail(std::move(digests.error()));
        for (std::size_t i = 0; i < positions.size(); ++i) {
            if ((*digests)[i])
                side.digests[positions[i]] = std::move(*(*digests)[i]);
        }
        return {};
    }

    /// Pairs tensors that are the only ones with their key on both sides; with `several`, also equally many, in order.
    void match(const Key& key, PairedBy by, double confidence, bool several = false)
    {
        for (const auto& [text, group] : grouped(key)) {
            if (group.a.size() != group.b.size() || (group.a.size() > 1 && !several))
                continue;
            for (std::size_t i = 0; i < group.a.size(); ++i) {
                m_a.done[group.a[i]] = m_b.done[group.b[i]] = true;
                m_found.push_back({m_a.tensors[group.a[i]], m_b.tensors[group.b[i]], by, confidence});
            }
        }
    }

    Side m_a;
    Side m_b;
    std::vector<SuggestedRename> m_found;
};

} // namespace

Result<std::vector<SuggestedRename>> suggestRenames(
    const Checkpoint& a, const Checkpoint& b, std::span<const TensorPair> pairs, const Work& work, RenameDigests* known)
{
    RenameDigests none;
    RenameSearch search(a, b, pairs, known ? *known : none);
    if (auto done = search.readDigests(work); !done)
        return fail(std::move(done.error()));
    if (known)
        search.addTo(*known);
    return search.run();
}

std::vector<TensorPair> withRenames(const Checkpoint& a, const Checkpoint& b, std::span<const TensorPair> pairs,
    std::span<const SuggestedRename> renames)
{
    std::vector<const SuggestedRename*> ofA(a.tensors.size());
    std::vector<bool> taken(b.tensors.size());
    for (const SuggestedRename& rename : renames) {
        ofA[rename.a] = &rename;
        taken[rename.b] = true;
    }
    std::vector<TensorPair> all;
    for (const TensorPair& pair : pairs) {
        if (pair.b == TensorPair::none && ofA[pair.a])
            all.push_back(makePair(a, pair.a, b, ofA[pair.a]->b, ofA[pair.a]->by));
        else if (pair.a != TensorPair::none || !taken[pair.b])
            all.push_back(pair);
    }
    return all;
}

} // namespace loupe
