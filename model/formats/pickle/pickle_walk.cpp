#include "formats/pickle/pickle_walk.h"

#include "core/name_hash.h"
#include "core/text/quote.h"
#include "formats/pickle/pickle_value_text.h"

#include <algorithm>
#include <map>

namespace loupe::pickle {

namespace {

constexpr std::size_t mostLevels = 100;
/// A longer key costs more than the visit of its entry.
constexpr std::size_t shortKey = 64;

/// One item of a container.
struct Entry {
    PickleId key = PickleValues::none; ///< none if the entry's index is its name
    PickleId value = PickleValues::none;
    bool unnamed = false; ///< adds nothing to the name
};

struct Level {
    PickleId id = PickleValues::none;
    std::vector<Entry> entries;
    std::size_t next = 0;
    std::size_t nameSize = 0; ///< size of the container's own name
};

class Walker {
public:
    Walker(const PickleMeaning& meaning, std::uint64_t pickleSize, std::uint64_t begin, const PickleVisitor& visitor,
        Findings& findings)
        : m_meaning(meaning)
        , m_values(meaning.values())
        , m_begin(begin)
        , m_visitor(visitor)
        , m_findings(findings)
        , m_visitsLeft(4 * m_values.size() + 100'000)
        , m_nameBytesLeft(16 * pickleSize + (std::uint64_t{16} << 20))
        , m_keyBytesLeft(m_nameBytesLeft)
    {
    }

    bool walk(PickleId root, const Work& work)
    {
        m_work = &work;
        m_entered.resize(m_values.size());
        if (root != PickleValues::none)
            visit(root);
        while (!m_levels.empty() && !m_ended) {
            if (work.stopped())
                return false;
            step();
        }
        return true;
    }

private:
    void step()
    {
        Level& level = m_levels.back();
        if (level.next == level.entries.size()) {
            m_entered[level.id] = false;
            m_levels.pop_back();
            return;
        }
        const Entry entry = level.entries[level.next++];
        m_name.resize(level.nameSize);
        if (!entry.unnamed) {
            const std::string key =
                entry.key == PickleValues::none ? std::to_string(level.next - 1) : pickleText(m_meaning, entry.key);
            if (!payKey(key.size(), entry.value))
                return;
            m_name += m_name.empty() ? "" : ".";
            m_name += key;
        }
        visit(entry.value);
    }

    void end(std::string what, PickleId id)
    {
        if (std::exchange(m_ended, true))
            return;
        m_findings.add({.severity = Severity::Warning,
            .code = "object-too-large",
            .message = std::move(what) + ": the rest is not shown",
            .offset = m_begin + m_values.at(id).offset});
    }

    bool pay(std::uint64_t visits, PickleId id)
    {
        if (m_visitsLeft < visits || m_nameBytesLeft < m_name.size())
            return cannotPay(id);
        m_visitsLeft -= visits;
        return true;
    }

    bool payKey(std::size_t size, PickleId id)
    {
        if (m_keyBytesLeft < size)
            return cannotPay(id);
        m_keyBytesLeft -= size > shortKey ? size : 0;
        return true;
    }

    bool cannotPay(PickleId id)
    {
        end("the object refers to the same values over and over", id);
        return false;
    }

    void visit(PickleId id)
    {
        if (!pay(1, id))
            return;
        if (m_meaning.isTensor(id)) {
            m_nameBytesLeft -= m_name.size();
            m_visitor.tensor(m_name, id);
        } else if (isPlain(m_meaning, id) || isPlainList(id)) {
            if (!m_ended && m_values.kind(id) != PickleKind::Persistent)
                m_visitor.value(m_name, id);
        } else if (!m_ended) {
            enter(id);
        }
    }

    /// Whether a value is a list, tuple or set without names for its items.
    bool isPlainList(PickleId id)
    {
        const PickleKind kind = m_values.kind(id);
        if (kind != PickleKind::Tuple && kind != PickleKind::List && kind != PickleKind::Set)
            return false;
        for (const PickleId item : m_values.items(id)) {
            if (!pay(1, id))
                return false;
            if (m_values.holdsItems(item) || !isPlain(m_meaning, item))
                return false;
        }
        return true;
    }

    void enter(PickleId id)
    {
        if (m_entered[id])
            return; // refers to itself
        if (m_levels.size() == mostLevels)
            return end("the object is nested more than 100 levels deep", id);
        Level level{.id = id, .entries = {}, .next = 0, .nameSize = m_name.size()};
        addEntries(id, level.entries);
        if (m_ended)
            return;
        m_entered[id] = true;
        m_levels.push_back(std::move(level));
    }

    void addEntries(PickleId id, std::vector<Entry>& entries)
    {
        const PickleKind kind = m_values.kind(id);
        if (kind == PickleKind::Dictionary)
            return addPairs(id, entries);
        if (kind != PickleKind::Call)
            return addItems(id, entries);
        const auto& node = m_values.at(id).node;
        switch (m_meaning.role(node.callee)) {
        case PickleRole::Mapping:
            addArgumentPairs(node.argument, entries);
            return addPairs(id, entries);
        case PickleRole::Sequence:
            for (const PickleId argument : m_values.itemList(node.argument, 1))
                addItems(argument, entries);
            return addItems(id, entries);
        default:
            return addObject(id, entries);
        }
    }

    void addItems(PickleId id, std::vector<Entry>& entries)
    {
        if (!pay(m_values.itemCount(id), id))
            return;
        for (const PickleId item : m_values.items(id))
            entries.push_back({PickleValues::none, item});
    }

    /// Adds alternating keys and values. If several entries have the same key, the last value counts, at the position
    /// of the first. Adds only some if stopped, which walk() notices.
    void addPairs(PickleId id, std::vector<Entry>& entries)
    {
        constexpr std::size_t pairsBetweenLooks = 4096;
        if (!pay(m_values.itemCount(id), id))
            return;
        NameMap<std::string_view, std::size_t> texts;
        std::map<std::int64_t, std::size_t> numbers;
        PickleId key = PickleValues::none;
        for (const PickleId item : m_values.items(id)) {
            if (key == PickleValues::none) {
                key = item;
                continue;
            }
            const std::size_t place = entries.size();
            std::size_t known = place;
            if (place % pairsBetweenLooks == 0 && m_work->stopped())
                return;
            if (!payKey(m_values.text(key).size(), id))
                return;
            if (m_values.kind(key) == PickleKind::Text)
                known = texts.emplace(m_values.text(key), place).first->second;
            else if (m_values.kind(key) == PickleKind::Integer)
                known = numbers.emplace(m_values.at(key).integer, place).first->second;
            if (known == place)
                entries.push_back({key, item});
            else
                replace(entries[known], item);
            key = PickleValues::none;
        }
    }

    void replace(Entry& entry, PickleId value)
    {
        m_findings.add({.severity = Severity::Warning,
            .code = "duplicate-key",
            .message = "the key " + quote(pickleText(m_meaning, entry.key)) + " is a duplicate; the last one counts",
            .offset = m_begin + m_values.at(value).offset});
        entry.value = value;
    }

    /// Adds the pairs of OrderedDict([["a", 1], …]).
    void addArgumentPairs(PickleId arguments, std::vector<Entry>& entries)
    {
        for (const PickleId argument : m_values.itemList(arguments, 2)) {
            if (m_values.kind(argument) == PickleKind::Dictionary) {
                addPairs(argument, entries);
                continue;
            }
            if (!pay(m_values.itemCount(argument), argument))
                return;
            for (const PickleId pair : m_values.items(argument)) {
                const auto both = m_values.itemList(pair, 2);
                if (both.size() == 2)
                    entries.push_back({both[0], both[1]});
            }
        }
    }

    /// Adds the object's attributes from BUILD (a dictionary, possibly with a second one for slots), its constructor
    /// arguments, and its items.
    void addObject(PickleId id, std::vector<Entry>& entries)
    {
        const auto& node = m_values.at(id).node;
        if (node.state == PickleValues::none)
            addItems(node.argument, entries);
        if (m_values.kind(node.state) == PickleKind::Dictionary) {
            addPairs(node.state, entries);
        } else if (m_values.kind(node.state) == PickleKind::Tuple) {
            for (const PickleId part : m_values.itemList(node.state, 2)) {
                if (m_values.kind(part) == PickleKind::Dictionary)
                    addPairs(part, entries);
            }
        }
        addItems(id, entries);
        asModule(entries);
    }

    /// Makes the dictionaries in which torch.nn.Module keeps its tensors and parts add nothing to names. Drops empty
    /// attributes.
    void asModule(std::vector<Entry>& entries) const
    {
        const auto isPart = [&](const Entry& entry) {
            const std::string_view key = m_values.text(entry.key);
            return key == "_parameters" || key == "_buffers" || key == "_modules";
        };
        if (std::none_of(entries.begin(), entries.end(), isPart))
            return;
        std::erase_if(entries, [&](const Entry& entry) {
            return m_values.text(entry.key).starts_with('_') && isPlain(m_meaning, entry.value)
                && (m_values.holdsItems(entry.value) || m_values.kind(entry.value) == PickleKind::None);
        });
        for (Entry& entry : entries)
            entry.unnamed = isPart(entry);
    }

    const PickleMeaning& m_meaning;
    const PickleValues& m_values;
    std::uint64_t m_begin;
    const PickleVisitor& m_visitor;
    Findings& m_findings;
    std::vector<Level> m_levels;
    std::vector<bool> m_entered; ///< by value: whether it is on the current path
    std::string m_name;
    std::uint64_t m_visitsLeft;
    std::uint64_t m_nameBytesLeft;
    std::uint64_t m_keyBytesLeft;
    const Work* m_work = nullptr;
    bool m_ended = false;
};

} // namespace

bool walkPickle(const PickleMeaning& meaning, PickleId root, std::uint64_t pickleSize, std::uint64_t begin,
    const PickleVisitor& visitor, Findings& findings, const Work& work)
{
    return Walker(meaning, pickleSize, begin, visitor, findings).walk(root, work);
}

} // namespace loupe::pickle
