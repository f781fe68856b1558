#include "formats/safetensors/sharding_info.h"

#include "core/name_hash.h"
#include "core/text/json_cursor.h"
#include "core/text/quote.h"

#include <algorithm>
#include <array>

namespace loupe::safetensors {

namespace {

constexpr std::string_view infoKey = "DCP_SHARDING_INFO";
constexpr std::array<std::string_view, 2> keysOfPieces{infoKey, "DCP_VERSION"};

/// Reads {"TENSOR": {"saved_offsets": [0, 4096]}, …}, a JSON text within the JSON of the header.
class ShardingInfo {
public:
    explicit ShardingInfo(std::string_view text)
        : m_cursor(text)
    {
    }

    /// Calls `take(name, begins)` for each tensor. Returns false if the text is anything else.
    template <typename Take>
    bool visit(Take&& take)
    {
        if (!m_cursor.enterObject())
            return false;
        std::string_view key;
        std::string name;
        while (m_cursor.nextKey(key)) {
            name = key;
            m_begins.clear();
            if (readTensor())
                take(name, m_begins);
        }
        return !m_cursor.failed() && m_cursor.finish();
    }

private:
    static constexpr std::size_t mostDimensions = 64;

    bool readTensor()
    {
        bool isKnown = false;
        if (!m_cursor.enterObject())
            return false;
        std::string_view key;
        while (m_cursor.nextKey(key)) {
            if (key == "saved_offsets")
                isKnown = readBegins();
            else
                m_cursor.skipValue();
        }
        return isKnown && !m_cursor.failed();
    }

    bool readBegins()
    {
        m_begins.clear();
        if (!m_cursor.enterArray())
            return false;
        bool isKnown = true;
        while (m_cursor.nextElement()) {
            std::uint64_t begin = 0;
            isKnown = m_cursor.readUnsigned(begin) && isKnown;
            if (m_begins.size() == mostDimensions)
                isKnown = false;
            else
                m_begins.push_back(begin);
        }
        return isKnown;
    }

    JsonCursor m_cursor;
    std::vector<std::uint64_t> m_begins;
};

} // namespace

void readShardingInfo(FileContent& content)
{
    if (!content.metadata)
        return;
    const auto info = std::ranges::find(*content.metadata, infoKey, &Metadata::value_type::first);
    if (info == content.metadata->end())
        return;
    NameMap<std::string_view, std::size_t> numbers;
    numbers.reserve(content.tensors.size());
    for (std::size_t i = 0; i < content.tensors.size(); ++i)
        numbers.emplace(content.tensors[i].name, i);
    TensorPieces pieces{.pieces = {}, .wholes = {}, .metadataKeys = keysOfPieces};
    const bool isValid = ShardingInfo(info->second.shown()).visit([&](std::string_view name, const auto& begins) {
        const auto number = numbers.find(name);
        if (number == numbers.end() || begins.size() != content.tensors[number->second].shape.size())
            return;
        const std::string_view tensor = content.tensors[number->second].name;
        pieces.pieces.push_back({tensor, tensor, content.arena.copy(std::span<const std::uint64_t>(begins))});
    });
    if (!isValid) {
        content.findings.add({.severity = Severity::Warning,
            .code = "sharding-info",
            .message = "metadata " + quote(infoKey)
                + " is no JSON object of tensors, expected one that says where each piece begins",
            .offset = content.headerContent.begin});
    }
    content.pieces = std::move(pieces);
    content.shard = ShardClaim{.numberKey = infoKey, .number = {}, .count = {}, .tensors = {}};
}

} // namespace loupe::safetensors
