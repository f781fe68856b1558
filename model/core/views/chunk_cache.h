#pragma once

#include "core/checked_math.h"
#include "core/result.h"

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

namespace loupe {

/// A cache of the most recently decoded chunks of one file, so that sequential reading decodes each chunk once.
/// Thread-safe; two threads never decode the same chunk at once. `Key` identifies a chunk, is ordered by <, and has its
/// decoded size as `size`.
template <typename Key>
class ChunkCache {
public:
    using Bytes = std::vector<std::byte>;
    using Decode = std::function<Result<>(std::span<std::byte>)>;
    static constexpr std::uint64_t mostAtOnce = std::uint64_t{512} << 20;

    /// Limits chunks that are being decoded at the same time to `atOnce` bytes in total, except for a single larger
    /// one, because decoding temporarily takes more than their size in addition.
    explicit ChunkCache(std::uint64_t atOnce = mostAtOnce)
        : m_atOnce(atOnce)
    {
    }

    /// Returns the `key.size` bytes of a chunk. Keeps at most `most` bytes of other chunks. Fails as `decode` does. May
    /// throw std::bad_alloc.
    Result<std::shared_ptr<const Bytes>> get(const Key& key, std::uint64_t most, const Decode& decode)
    {
        std::shared_ptr<Entry> entry;
        {
            const std::lock_guard lock(m_mutex);
            if (const auto known = m_places.find(key); known != m_places.end()) {
                m_kept.splice(m_kept.begin(), m_kept, known->second);
            } else {
                for (; !m_kept.empty() && m_bytes + key.size > most; m_kept.pop_back()) {
                    m_bytes -= m_kept.back().first.size;
                    m_places.erase(m_kept.back().first);
                }
                m_kept.emplace_front(key, std::make_shared<Entry>());
                m_places[key] = m_kept.begin();
                m_bytes += key.size;
            }
            entry = m_kept.front().second;
        }
        const std::lock_guard lock(entry->mutex);
        if (!entry->ready) {
            if (auto filled = fill(*entry, key.size, decode); !filled)
                return fail(std::move(filled.error()));
            entry->ready = true;
        }
        return std::shared_ptr<const Bytes>(entry, &entry->bytes);
    }

private:
    struct Entry {
        std::mutex mutex;
        bool ready = false;
        Bytes bytes;
    };
    using List = std::list<std::pair<Key, std::shared_ptr<Entry>>>;

    Result<> fill(Entry& entry, std::uint64_t size, const Decode& decode)
    {
        {
            std::unique_lock lock(m_mutex);
            m_decoded.wait(lock, [&] { return m_decoding == 0 || saturatingAdd(m_decoding, size) <= m_atOnce; });
            m_decoding += size;
        }
        struct Finally {
            ChunkCache& cache;
            std::uint64_t size;
            ~Finally()
            {
                {
                    const std::lock_guard lock(cache.m_mutex);
                    cache.m_decoding -= size;
                }
                cache.m_decoded.notify_all();
            }
        };
        const Finally finally{*this, size};
        entry.bytes.resize(size);
        return decode(entry.bytes);
    }

    std::uint64_t m_atOnce;
    std::mutex m_mutex;
    std::condition_variable m_decoded;
    std::uint64_t m_decoding = 0; ///< bytes being decoded now
    List m_kept; ///< most recently used first
    std::map<Key, typename List::iterator> m_places; ///< positions in m_kept
    std::uint64_t m_bytes = 0; ///< of all kept chunks
};

} // namespace loupe
