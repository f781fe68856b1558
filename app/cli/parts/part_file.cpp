#include "app/cli/parts/part_file.h"

#include "app/cli/parts/division.h"
#include "app/cli/terminal.h"
#include "core/source.h"
#include "core/text/json_cursor.h"
#include "core/text/json_writer.h"
#include "core/text/quote.h"
#include "core/text/text.h"

#include <algorithm>
#include <span>

namespace loupe {

namespace {

constexpr std::string_view schemaName = "tensorloupe-part";
constexpr std::uint64_t schemaNumber = 2;

std::string digestOfText(std::string_view text)
{
    return hexText(fingerprint(std::as_bytes(std::span(text))));
}

void writeEntry(JsonWriter& json, const PartFile::Entry& entry)
{
    json.beginArray();
    json.value(entry.unit);
    json.value(std::string_view(entry.name));
    json.value(std::string_view(entry.record));
    if (entry.range) {
        json.value(entry.range->begin);
        json.value(entry.range->end);
    }
    json.endArray();
}

/// Reads the members of a part file. Each must occur exactly once.
class PartParser {
public:
    PartParser(std::string_view text, const std::string& path)
        : m_json(text)
        , m_path(path)
    {
    }

    Result<PartFile> parse()
    {
        bool isWhole = m_json.enterObject();
        std::string_view key;
        while (isWhole && m_json.nextKey(key))
            isWhole = readMember(std::string(key));
        if (!isWhole || !m_json.finish() || m_seen != allMembers())
            return malformed();
        if (m_schema != schemaName)
            return refuse("is " + quote(m_schema) + ", expected a part file of tloupe");
        if (m_number != schemaNumber)
            return fail(ErrorCode::Unsupported,
                "is of version " + std::to_string(m_number) + " of part files, expected "
                    + std::to_string(schemaNumber),
                m_path);
        if (m_digest != m_expectedDigest)
            return refuse("is damaged: its digest is " + quote(m_digest) + ", expected " + m_expectedDigest);
        const bool isNumbered = m_part.of >= 1 && m_part.of <= PartFile::mostParts && m_part.part >= 1
            && m_part.part <= m_part.of && m_part.unread <= m_part.entries.size();
        const bool isOrdered = std::ranges::adjacent_find(m_part.entries, std::greater_equal(), &PartFile::Entry::unit)
            == m_part.entries.end();
        const bool isInside = m_part.entries.empty() || m_part.entries.back().unit < m_part.units;
        if (!isNumbered || !isOrdered || !isInside || m_part.arguments.empty())
            return malformed();
        return std::move(m_part);
    }

private:
    static constexpr std::string_view memberNames[]{"schema", "schema_version", "version", "arguments", "folder",
        "inputs", "units", "plan", "part", "of", "unread", "results", "digest", "complete"};

    static std::uint32_t allMembers() { return (std::uint32_t{1} << std::size(memberNames)) - 1; }

    tl::unexpected<Error> refuse(std::string message) const
    {
        return fail(ErrorCode::Malformed, std::move(message), m_path);
    }

    tl::unexpected<Error> malformed() const
    {
        const std::string why = m_json.failed() ? std::string(": ") + m_json.problem() : "";
        return fail(ErrorCode::Malformed, "is not a complete tloupe part file" + why, m_path,
            m_json.failed() ? std::optional<std::uint64_t>(m_json.offset()) : std::nullopt);
    }

    bool readText(std::string& text)
    {
        std::string_view read;
        const bool isRead = m_json.readString(read);
        text = read;
        return isRead;
    }

    bool readNumber(std::uint32_t& number)
    {
        std::uint64_t read = 0;
        const bool isRead = m_json.readUnsigned(read) && read <= UINT32_MAX;
        number = isRead ? static_cast<std::uint32_t>(read) : 0;
        return isRead;
    }

    bool readEntry()
    {
        PartFile::Entry& entry = m_part.entries.emplace_back();
        return m_json.enterArray() && m_json.nextElement() && m_json.readUnsigned(entry.unit) && m_json.nextElement()
            && readText(entry.name) && m_json.nextElement() && readText(entry.record) && readRange(entry.range)
            && !m_json.failed();
    }

    /// Reads the end of a list, or a range and then the end.
    bool readRange(std::optional<SpanRange>& range)
    {
        if (!m_json.nextElement())
            return true;
        SpanRange read;
        const bool isRead = m_json.readUnsigned(read.begin) && m_json.nextElement() && m_json.readUnsigned(read.end);
        range = read;
        return isRead && !m_json.nextElement();
    }

    bool readMember(const std::string& key)
    {
        const auto found = std::ranges::find(memberNames, key);
        const auto bit = std::uint32_t{1} << (found - std::begin(memberNames));
        if (found == std::end(memberNames) || (m_seen & bit) != 0)
            return false;
        m_seen |= bit;
        if (key == "schema")
            return readText(m_schema);
        if (key == "schema_version")
            return m_json.readUnsigned(m_number);
        if (key == "version")
            return readText(m_part.version);
        if (key == "arguments")
            return m_json.readElements([this] { return readText(m_part.arguments.emplace_back()); });
        if (key == "folder")
            return readText(m_part.folder);
        if (key == "inputs")
            return m_json.readElements([this] { return readInputState(m_json, m_part.inputs.emplace_back()); });
        if (key == "units")
            return m_json.readUnsigned(m_part.units);
        if (key == "plan")
            return readText(m_part.plan);
        if (key == "part")
            return readNumber(m_part.part);
        if (key == "of")
            return readNumber(m_part.of);
        if (key == "unread")
            return m_json.readUnsigned(m_part.unread);
        if (key == "results")
            return m_json.readElements([this] { return readEntry(); });
        if (key == "digest") {
            m_expectedDigest = digestOfText(m_json.text().substr(0, m_json.tokenOffset()));
            return readText(m_digest);
        }
        return m_json.skipValue(); // "complete" repeats for people what the digest says
    }

    JsonCursor m_json;
    const std::string& m_path;
    PartFile m_part;
    std::uint32_t m_seen = 0; ///< a bit for each of memberNames
    std::string m_schema;
    std::uint64_t m_number = 0;
    std::string m_digest;
    std::string m_expectedDigest;
};

std::string listedWords(const std::vector<std::string>& words)
{
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : " ") + word;
    return quote(text);
}

} // namespace

std::string otherRun(const PartFile& part, const PartFile& expected)
{
    if (part.version != expected.version)
        return differsText("the version of tloupe", part.version, expected.version);
    if (part.arguments != expected.arguments)
        return differsText("the command", listedWords(part.arguments), listedWords(expected.arguments));
    if (part.of != expected.of)
        return differsText("the number of parts", std::to_string(part.of), std::to_string(expected.of));
    if (auto inputs = otherInputs(part.inputs, expected.inputs); !inputs.empty())
        return inputs;
    if (part.units != expected.units || part.plan != expected.plan)
        return differsText("the work", counted(part.units, "unit") + " (" + part.plan + ')',
            counted(expected.units, "unit") + " (" + expected.plan + ')');
    return {};
}

std::string partText(const PartFile& part)
{
    std::string text;
    JsonWriter json([&](std::string_view piece) { text += piece; });
    json.beginObject();
    json.member("schema", schemaName);
    json.member("schema_version", schemaNumber);
    json.member("version", std::string_view(part.version));
    json.key("arguments");
    json.beginArray();
    for (const std::string& argument : part.arguments)
        json.value(std::string_view(argument));
    json.endArray();
    json.member("folder", std::string_view(part.folder));
    json.key("inputs");
    json.beginArray(JsonWriter::Layout::Lines);
    for (const InputState& input : part.inputs)
        writeInputState(json, input);
    json.endArray();
    json.member("units", part.units);
    json.member("plan", std::string_view(part.plan));
    json.member("part", part.part);
    json.member("of", part.of);
    json.member("unread", part.unread);
    json.key("results");
    json.beginArray(JsonWriter::Layout::Lines);
    for (const PartFile::Entry& entry : part.entries)
        writeEntry(json, entry);
    json.endArray();
    json.endObject();
    json.finish();
    text.resize(text.rfind('}'));
    text += ", ";
    const std::string digest = digestOfText(text);
    return text + "\"digest\": \"" + digest + "\", \"complete\": true}\n";
}

Result<PartFile> parsePart(std::string_view text, const std::string& path)
{
    return PartParser(text, path).parse();
}

Result<PartFile> readPart(const std::string& path)
{
    const auto source = Source::open(path);
    if (!source)
        return fail(source.error());
    if ((*source)->size() > PartFile::mostBytes)
        return fail(ErrorCode::TooLarge,
            "has " + exactBytes((*source)->size()) + ", expected a part file of at most "
                + exactBytes(PartFile::mostBytes),
            path);
    std::string text((*source)->size(), '\0');
    if (auto read = (*source)->read(0, std::as_writable_bytes(std::span(text))); !read)
        return fail(std::move(read.error()));
    return parsePart(text, path);
}

} // namespace loupe
