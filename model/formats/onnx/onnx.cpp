#include "formats/onnx/onnx.h"

#include "formats/onnx/onnx_fields.h"
#include "formats/onnx/onnx_model.h"
#include "formats/shared/out_of_memory.h"

#include <algorithm>
#include <array>

namespace loupe::onnx {

namespace {

constexpr std::string_view suffixes[] = {".onnx"};
constexpr std::array<std::string_view, 2> harmlessErrors{"ir-version-missing", "opset-missing"};

constexpr std::uint64_t numberTag(std::uint64_t field)
{
    return field * 8;
}

constexpr std::uint64_t bytesTag(std::uint64_t field)
{
    return field * 8 + 2;
}

/// There is no magic number: a model is recognized by its fields, which may be in any order.
class Probe {
public:
    explicit Probe(const FileStart& start)
        : m_bytes(start.bytes)
        , m_end(start.fileSize)
    {
    }

    Match match()
    {
        std::uint64_t position = 0;
        bool hasVersion = false;
        bool hasGraph = false;
        bool hasOperators = false;
        while (position < m_bytes.size()) {
            const auto tag = varint(position);
            const auto value = tag ? varint(position) : std::nullopt;
            if (!tag || !value)
                return cutAt(position, hasVersion && hasGraph);
            const bool isNumber = *tag == numberTag(1) || *tag == numberTag(5);
            if (isNumber) {
                if (*tag == numberTag(1) && (hasVersion || *value == 0 || *value > largestVersion))
                    return Match::No;
                hasVersion = hasVersion || *tag == numberTag(1);
                continue;
            }
            if (std::ranges::find(lengthTags, *tag) == lengthTags.end())
                return Match::No;
            const bool isGraph = *tag == bytesTag(7);
            if (*tag <= bytesTag(4) && *value > longestName)
                return Match::No; // producer name, producer version, domain
            if (isGraph && !beginsAsGraph(position, *value))
                return Match::No;
            hasGraph = hasGraph || isGraph;
            hasOperators = hasOperators || *tag == bytesTag(8);
            if (*value > m_end - std::min(m_end, position))
                return hasVersion && hasGraph ? Match::Possible : Match::No;
            position += *value;
        }
        if (position > m_bytes.size() || position < m_end)
            return cutAt(position, hasVersion && (hasGraph || hasOperators));
        return hasVersion && hasGraph ? Match::Likely : Match::No;
    }

private:
    static constexpr std::uint64_t largestVersion = 100;
    static constexpr std::uint64_t longestName = 1024;
    static constexpr std::array<std::uint64_t, 10> lengthTags{bytesTag(2), bytesTag(3), bytesTag(4), bytesTag(6),
        bytesTag(7), bytesTag(8), bytesTag(14), bytesTag(20), bytesTag(25), bytesTag(26)};

    /// The match if everything up to the end of the visible start was valid.
    Match cutAt(std::uint64_t position, bool isModel) const
    {
        if (position < m_bytes.size() || !isModel)
            return Match::No;
        return m_bytes.size() < m_end ? Match::Likely : Match::Possible;
    }

    /// Whether the first field of a message is one of a graph.
    bool beginsAsGraph(std::uint64_t position, std::uint64_t size) const
    {
        constexpr std::array<std::uint64_t, 10> tags{bytesTag(1), bytesTag(2), bytesTag(5), bytesTag(10), bytesTag(11),
            bytesTag(12), bytesTag(13), bytesTag(14), bytesTag(15), bytesTag(16)};
        if (size == 0 || position >= m_bytes.size())
            return true;
        const auto tag = varint(position);
        return !tag || std::ranges::find(tags, *tag) != tags.end();
    }

    /// Returns nothing if the varint goes beyond the visible start, and then sets `position` to the end of the start,
    /// or if it has more than 10 bytes.
    std::optional<std::uint64_t> varint(std::uint64_t& position) const
    {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 70 && position < m_bytes.size(); shift += 7) {
            const auto byte = std::to_integer<std::uint64_t>(m_bytes[position++]);
            value |= shift < 64 ? (byte & 0x7f) << shift : 0;
            if (byte < 0x80)
                return value;
        }
        return std::nullopt;
    }

    std::span<const std::byte> m_bytes;
    std::uint64_t m_end;
};

Match probe(const FileStart& start)
{
    return Probe(start).match();
}

Result<FileContent> read(const Source& source, const Work& work)
{
    return orOutOfMemory(source, [&] { return readOnnxModel(source, work); });
}

Result<std::vector<HeaderField>> headerFields(const Source& source, ByteRange window, const Work& work)
{
    return orOutOfMemory(source, [&] { return onnxFields(source, window, work); });
}

} // namespace

constinit const Format onnxFormat{.id = "onnx",
    .title = "ONNX model",
    .suffixes = suffixes,
    .mimeType = "application/x-onnx",
    .probe = probe,
    .read = read,
    .headerFields = headerFields,
    .harmlessErrors = harmlessErrors};

} // namespace loupe::onnx
