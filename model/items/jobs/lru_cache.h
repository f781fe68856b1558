#pragma once

#include <cstddef>
#include <list>
#include <map>
#include <utility>

namespace loupe {

/// A map that keeps only the most recently used entries, up to a maximum number.
template <typename Key, typename Value>
class LruCache {
public:
    explicit LruCache(std::size_t maximumEntries)
        : m_maximum(maximumEntries)
    {
    }

    /// Null if there is none. Valid until the next insert(). Marks the entry as the most recently used.
    const Value* find(const Key& key)
    {
        const auto found = m_byKey.find(key);
        if (found == m_byKey.end())
            return nullptr;
        m_entries.splice(m_entries.begin(), m_entries, found->second);
        return &found->second->second;
    }

    /// Does not change an existing entry.
    void insert(const Key& key, Value value)
    {
        if (m_byKey.contains(key))
            return;
        m_entries.emplace_front(key, std::move(value));
        m_byKey.emplace(key, m_entries.begin());
        if (m_entries.size() > m_maximum) {
            m_byKey.erase(m_entries.back().first);
            m_entries.pop_back();
        }
    }

    std::size_t size() const { return m_entries.size(); }

    /// Calls `visitor(key, value)` in key order, starting with the first key that is not less than `from`, until it
    /// returns false.
    template <typename Visitor>
    void visitFrom(const Key& from, Visitor&& visitor) const
    {
        for (auto entry = m_byKey.lower_bound(from); entry != m_byKey.end(); ++entry) {
            if (!visitor(entry->first, entry->second->second))
                return;
        }
    }

private:
    using Entries = std::list<std::pair<Key, Value>>;

    std::size_t m_maximum;
    Entries m_entries; ///< most recently used first
    std::map<Key, typename Entries::iterator> m_byKey;
};

} // namespace loupe
