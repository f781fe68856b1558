#include "formats/flax/flax.h"

#include "core/text/utf8.h"
#include "formats/flax/flax_parser.h"
#include "formats/shared/out_of_memory.h"

#include <array>
#include <string_view>

namespace loupe::flax {

namespace {

constexpr std::string_view suffixes[] = {".msgpack"};
constexpr std::array<std::string_view, 1> harmlessErrors{"value-invalid"};

/// Walks over the values in the start of a file. MessagePack has no magic number, so the format is recognized by its
/// content: the keys must be texts, and must lead to an array.
class Probe {
public:
    explicit Probe(const FileStart& start)
        : m_bytes(reinterpret_cast<const char*>(start.bytes.data()), start.bytes.size())
        , m_fileSize(start.fileSize)
    {
    }

    Match match()
    {
        const bool mayGoOn = m_bytes.size() < m_fileSize;
        const auto root = next();
        if (!root || root->kind != MsgpackKind::Map || root->number > m_fileSize / 2)
            return Match::No;
        if (root->number == 0)
            return m_fileSize == 1 ? Match::Possible : Match::No; // pickles can begin with this byte, too
        m_open.push_back(root->number);
        while (!m_open.empty() && m_open.size() < mostLevels) {
            if (m_open.back() == 0) {
                m_open.pop_back();
                continue;
            }
            --m_open.back();
            if (!readKey())
                return m_ended && mayGoOn ? Match::Possible : Match::No;
            const auto value = next();
            if (!value)
                return m_ended && mayGoOn ? Match::Possible : Match::No;
            if (value->kind == MsgpackKind::Extension && isArray(*value))
                return Match::Likely;
            if (!skip(*value))
                return Match::Possible;
        }
        return m_open.empty() && m_position < m_fileSize ? Match::No : Match::Possible;
    }

private:
    static constexpr std::size_t mostLevels = 100;

    std::optional<MsgpackHead> next()
    {
        const auto head = msgpackHead(m_bytes.substr(m_position));
        m_ended = !head;
        if (!head || head->kind == MsgpackKind::Invalid)
            return std::nullopt;
        m_position += head->size;
        return head;
    }

    bool readKey()
    {
        constexpr std::size_t longest = 1000;
        const auto head = next();
        if (!head || head->kind != MsgpackKind::Text || head->number > longest)
            return false;
        const std::string_view text = m_bytes.substr(m_position, head->number);
        m_ended = text.size() < head->number;
        if (m_ended || validUtf8Prefix(text) < text.size() || text.find('\0') != std::string_view::npos)
            return false;
        m_position += text.size();
        return true;
    }

    /// Whether an extension begins like a Flax array: with a MessagePack array of three elements, of which the first is
    /// an array.
    bool isArray(const MsgpackHead& extension) const
    {
        if (extension.extension != flaxArrayType && extension.extension != flaxScalarType)
            return false;
        const std::string_view record = m_bytes.substr(m_position, 2);
        const auto shape = record.size() == 2 ? msgpackHead(record.substr(1)) : std::nullopt;
        return shape && record[0] == '\x93' && shape->kind == MsgpackKind::Array;
    }

    /// Returns false if the start of the file ends before the next value.
    bool skip(const MsgpackHead& head)
    {
        if (head.kind == MsgpackKind::Map)
            m_open.push_back(head.number);
        if (head.kind == MsgpackKind::Array || (head.hasPayload() && head.number > m_bytes.size() - m_position))
            return false;
        m_position += head.hasPayload() ? head.number : 0;
        return true;
    }

    std::string_view m_bytes;
    std::uint64_t m_fileSize;
    std::size_t m_position = 0;
    std::vector<std::uint64_t> m_open; ///< entries left in the enclosing maps
    bool m_ended = false; ///< the start of the file ended
};

Match probe(const FileStart& start)
{
    return Probe(start).match();
}

Result<FileContent> read(const Source& source, const Work& work)
{
    return orOutOfMemory(source, [&]() -> Result<FileContent> {
        FileContent content;
        if (auto done = FlaxParser(source, work, content).parse(); !done)
            return fail(std::move(done.error()));
        if (auto unchanged = source.checkUnchanged(); !unchanged)
            return fail(std::move(unchanged.error()));
        return content;
    });
}

Result<std::vector<HeaderField>> headerFields(const Source& source, ByteRange window, const Work& work)
{
    return orOutOfMemory(source, [&]() -> Result<std::vector<HeaderField>> {
        HeaderFieldList list(window, work);
        FileContent content;
        if (auto done = FlaxParser(source, work, content, &list).parse(); !done)
            return fail(std::move(done.error()));
        const std::uint64_t end = content.parts.empty() ? content.header.end : content.parts.back().range.end;
        if (!list.done() && list.position() < end)
            list.add(end, "unread", [] { return std::string(); });
        return list.take();
    });
}

} // namespace

constinit const Format flaxFormat{.id = "flax-msgpack",
    .title = "Flax checkpoint",
    .suffixes = suffixes,
    .mimeType = "application/x-flax-msgpack",
    .probe = probe,
    .read = read,
    .headerFields = headerFields,
    .harmlessErrors = harmlessErrors};

} // namespace loupe::flax
