#include "formats/shards/shard_index.h"

#include "core/name_hash.h"
#include "core/text/json_cursor.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "core/text/utf8.h"
#include "formats/shards/shard_name.h"
#include "formats/shared/confined_path.h"
#include "formats/shared/header_frame.h"

#include <algorithm>
#include <new>
#include <numeric>

namespace loupe {

namespace {

class IndexParser {
public:
    IndexParser(std::string_view text, const Work& work)
        : m_cursor(text)
        , m_work(work)
    {
    }

    /// Returns false if stopped.
    bool parse()
    {
        std::string_view key;
        bool mapped = false;
        if (!m_cursor.enterObject()) {
            addError("index-invalid", "the index is not a JSON object");
            return true;
        }
        while (!m_stopped && m_cursor.nextKey(key)) {
            if (key == "weight_map") {
                if (mapped)
                    dropWeightMap();
                mapped = readWeightMap() || mapped;
            } else if (key == "metadata") {
                readMetadata();
            } else {
                m_cursor.skipValue();
            }
        }
        if (m_stopped)
            return false;
        m_cursor.finish();
        if (m_cursor.failed()) {
            addError("index-json-syntax", std::string("the index is not valid JSON: ") + m_cursor.problem(),
                m_cursor.offset());
        } else if (!mapped) {
            addError("index-invalid", "the index has no weight_map");
        }
        sortShards();
        return true;
    }

    void addError(std::string_view code, std::string message, std::optional<std::uint64_t> offset = {})
    {
        m_index.findings.add(
            {.code = code, .message = std::move(message), .refusedAs = invalidIndex, .offset = offset});
    }

    ShardIndex take() { return std::move(m_index); }

private:
    /// If several members have the same name, the last one counts, as in JSON readers.
    void dropWeightMap()
    {
        addWarning("index-duplicate-key", "the index has more than one weight_map, the last counts");
        m_index.shards.clear();
        m_index.entries.clear();
        m_shards.clear();
        m_places.clear();
    }

    bool readWeightMap()
    {
        if (!m_cursor.enterObject())
            return false;
        std::string_view key;
        std::string_view file;
        while (m_cursor.nextKey(key)) {
            const std::string_view tensor = m_index.arena.copy(key);
            if (m_cursor.readString(file))
                add(tensor, file);
            else if (!m_cursor.failed())
                addError("index-invalid", "the shard of tensor " + quote(tensor) + " is not a file name");
            if (m_index.entries.size() % 4096 == 0 && m_work.stopped()) {
                m_stopped = true;
                break;
            }
        }
        return true;
    }

    std::uint32_t shardNumber(std::string_view file)
    {
        if (const auto known = m_shards.find(file); known != m_shards.end())
            return known->second;
        if (m_index.shards.size() == mostShards) {
            addError("index-too-many-shards",
                "the index names shard " + quote(file) + " after " + formatCount(mostShards)
                    + " others, expected no more: not followed");
            return ShardIndex::noShard;
        }
        const auto number = static_cast<std::uint32_t>(m_index.shards.size());
        m_shards.emplace(file, number);
        m_index.shards.emplace_back(file);
        return number;
    }

    void add(std::string_view tensor, std::string_view file)
    {
        std::uint32_t shard = ShardIndex::noShard;
        if (isPlainFileName(file)) {
            shard = shardNumber(file);
        } else {
            addError("shard-unsafe-path",
                "the index puts tensor " + quote(tensor) + " into " + quote(file)
                    + ", expected a file name in the same folder: not followed");
        }
        const auto [place, isNew] = m_places.try_emplace(tensor, m_index.entries.size());
        if (isNew) {
            m_index.entries.push_back({tensor, shard});
            return;
        }
        m_index.entries[place->second].shard = shard;
        m_index.findings.add({.severity = Severity::Warning,
            .code = "index-duplicate-name",
            .message = "the index lists tensor " + quote(tensor) + " more than once; the last entry counts",
            .tensor = std::string(tensor),
            .aboutTensor = true});
    }

    void readMetadata()
    {
        std::string_view key;
        if (!m_cursor.enterObject())
            return;
        while (m_cursor.nextKey(key)) {
            std::uint64_t size = 0;
            if (key != "total_size")
                m_cursor.skipValue();
            else if (m_cursor.readUnsigned(size))
                m_index.totalSize = size;
            else if (!m_cursor.failed())
                addWarning("index-total-size", "total_size in the index is not an integer");
        }
    }

    void sortShards()
    {
        std::vector<std::uint32_t> order(m_index.shards.size());
        std::iota(order.begin(), order.end(), 0U);
        std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return m_index.shards[a] < m_index.shards[b]; });
        std::vector<std::uint32_t> place(order.size());
        for (std::uint32_t i = 0; i < order.size(); ++i)
            place[order[i]] = i;
        for (ShardIndex::Entry& entry : m_index.entries) {
            if (entry.shard != ShardIndex::noShard)
                entry.shard = place[entry.shard];
        }
        std::sort(m_index.shards.begin(), m_index.shards.end());
    }

    void addWarning(std::string_view code, std::string message)
    {
        m_index.findings.add({.severity = Severity::Warning, .code = code, .message = std::move(message)});
    }

    JsonCursor m_cursor;
    const Work& m_work;
    ShardIndex m_index;
    NameMap<std::string, std::uint32_t> m_shards;
    NameMap<std::string_view, std::size_t> m_places;
    bool m_stopped = false;
};

} // namespace

Result<ShardIndex> readShardIndex(const Source& source, const Work& work)
{
    // Two million tensors with names of a hundred characters: more than any model has, yet quickly read.
    constexpr std::uint64_t largestIndex = std::uint64_t{256} << 20;
    if (source.size() > largestIndex) {
        return fail(ErrorCode::TooLarge,
            "the index has " + counted(source.size(), "byte") + ", expected at most " + formatCount(largestIndex),
            source.path().string());
    }
    Buffer buffer;
    if (auto room = buffer.resize(source.size()); !room)
        return fail(std::move(room.error()));
    if (auto read = readUnchanged(source, 0, buffer.bytes(), work); !read)
        return fail(std::move(read.error()));
    const std::string_view all(reinterpret_cast<const char*>(buffer.bytes().data()), buffer.bytes().size());
    try {
        const std::size_t valid = validUtf8Prefix(all);
        IndexParser parser(all.substr(0, valid), work);
        if (valid != all.size())
            parser.addError("index-utf8", "the index is not valid UTF-8", valid);
        if (!parser.parse())
            return fail(ErrorCode::Stopped, "stopped while the index was read", source.path().string());
        work.advance(source.size());
        return parser.take();
    } catch (const std::bad_alloc&) {
        return fail(ErrorCode::OutOfMemory, "no memory for the index", source.path().string());
    }
}

} // namespace loupe
