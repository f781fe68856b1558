#include "formats/zarr/zarr_content.h"

#include "core/text/json_cursor.h"
#include "core/text/json_writer.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "core/text/utf8.h"
#include "formats/shared/bounded_metadata.h"
#include "formats/shared/confined_path.h"
#include "formats/shared/header_frame.h"
#include "formats/shared/out_of_memory.h"
#include "formats/zarr/zarr_array.h"
#include "formats/zarr/zarr_folder.h"
#include "formats/zarr/zarr_layout.h"

#include <algorithm>
#include <set>

namespace loupe::zarr {

namespace {

using Kind = JsonCursor::Kind;

/// Several times the size for a model with a million arrays.
constexpr std::uint64_t largestDescription = std::uint64_t{512} << 20;
constexpr std::string_view arrayName = ".zarray";
constexpr std::string_view attributesName = ".zattrs";
constexpr std::string_view jsonName = "zarr.json";
constexpr std::string_view orbaxName = "_METADATA";

/// Calls `visit(key, text of the value)` for each member of a JSON object. The text must be UTF-8. Returns false if it
/// is not JSON, or not an object.
template <typename Visit>
bool forMembers(std::string_view text, Visit&& visit)
{
    JsonCursor cursor(text);
    if (cursor.peek() != Kind::Object)
        return false;
    std::string_view key;
    cursor.enterObject();
    while (cursor.nextKey(key)) {
        const std::string name(key);
        cursor.peek(); // skips everything before it
        const std::size_t begin = cursor.offset();
        if (cursor.skipValue())
            visit(name, text.substr(begin, cursor.offset() - begin));
    }
    return !cursor.failed();
}

/// The text of a member; empty if there is none.
std::string_view memberOf(std::string_view text, std::string_view key)
{
    std::string_view found;
    forMembers(text, [&](const std::string& name, std::string_view value) {
        if (name == key)
            found = value;
    });
    return found;
}

MetadataValue metadataOf(std::string_view json)
{
    JsonCursor cursor(json);
    std::string_view text;
    if (cursor.peek() == Kind::String && cursor.readString(text))
        return MetadataValue(std::string(text));
    // The cursor finds the ends of values without checking what they contain.
    if (!JsonValue::parse(json))
        return MetadataValue(std::string(json));
    return MetadataValue(std::string(json), MetadataValue::Kind::Json, {});
}

/// JSON without the whitespace between its tokens.
std::string compact(std::string_view json)
{
    std::string text;
    bool isQuoted = false;
    bool isEscaped = false;
    for (const char c : json) {
        if (isQuoted || std::string_view(" \t\r\n").find(c) == std::string_view::npos)
            text += c;
        if (c == '"' && !isEscaped)
            isQuoted = !isQuoted;
        isEscaped = c == '\\' && !isEscaped;
    }
    return text;
}

/// The name of the folder that a file is in.
std::string folderName(const std::filesystem::path& file)
{
    std::filesystem::path folder = file.parent_path();
    if (folder.empty() || folder.filename() == "." || folder.filename() == "..") {
        std::error_code error;
        const auto real = std::filesystem::canonical(folder.empty() ? "." : folder, error);
        folder = error ? folder : real;
    }
    const std::string name = folder.filename().string();
    return name.substr(0, validUtf8Prefix(name));
}

/// Reads the arrays that a file describes, and the arrays below its folder.
class DescriptionReader {
public:
    DescriptionReader(const Source& source, const Work& work, std::string_view text, FileContent& content)
        : m_source(source)
        , m_work(work)
        , m_text(text)
        , m_content(content)
        , m_layout(source, work, isArray() ? filesOfOne : filesOfMany, content)
    {
    }

    Result<> read()
    {
        auto done = readMain();
        if (!done)
            return done;
        m_layout.finish();
        if (!m_metadata.empty())
            m_content.metadata = m_metadata.take();
        return {};
    }

private:
    static constexpr std::size_t filesOfOne = 256;
    static constexpr std::size_t filesOfMany = 4096;

    bool isArray() const { return !memberOf(m_text, "shape").empty(); }

    Result<> readMain()
    {
        if (!forMembers(m_text, [](const std::string&, std::string_view) {})) {
            m_content.findings.add({.code = "json-syntax",
                .message = "is no JSON object, expected the description of an array or a group of arrays",
                .refusedAs = metadataRefusal,
                .offset = 0});
            return {};
        }
        if (isArray()) {
            m_content.variant = memberOf(m_text, "zarr_format") == "3" ? "3" : "2";
            if (m_content.variant == "2")
                addAttributes("");
            return placeText(std::string(), m_text, 0);
        }
        if (!memberOf(m_text, "tree_metadata").empty()) {
            m_content.variant = "Orbax";
            return readBelow(orbaxName);
        }
        if (memberOf(m_text, "zarr_format") == "3") {
            m_content.variant = "3";
            addMembers("", memberOf(m_text, "attributes"));
            const std::string_view all = memberOf(memberOf(m_text, "consolidated_metadata"), "metadata");
            return all.empty() ? readBelow(jsonName) : readConsolidated(all);
        }
        m_content.variant = "2";
        if (const std::string_view all = memberOf(m_text, "metadata"); !all.empty())
            return readConsolidated(all);
        addAttributes("");
        return readBelow(".zgroup");
    }

    /// Reads the consolidated metadata in `.zmetadata`, or in a group of version 3, which repeats all descriptions
    /// below it.
    Result<> readConsolidated(std::string_view all)
    {
        const bool isNew = m_content.variant == "3";
        Result<> done;
        forMembers(all, [&](const std::string& key, std::string_view value) {
            if (!done)
                return;
            const auto offset = static_cast<std::uint64_t>(value.data() - m_text.data());
            const std::string_view last = std::string_view(key).substr(key.rfind('/') + 1);
            const std::string folder = isNew ? key + '/' : key.substr(0, key.size() - last.size());
            if (isNew ? !memberOf(value, "shape").empty() : last == arrayName)
                done = placeText(folder, value, offset);
            else if (!isNew && last == attributesName)
                addMembers(folder, value);
        });
        return done;
    }

    /// Reads all descriptions below a folder, if there is no consolidated metadata.
    Result<> readBelow(std::string_view main)
    {
        if (m_source.isRemote()) {
            m_content.findings.add({.code = "arrays-unlisted",
                .message = quote(main)
                    + " does not say which arrays there are, and the folders of a server are not searched. Open "
                      "\".zmetadata\" beside it, the folder of one array, or a copy on this machine",
                .offset = 0});
            return {};
        }
        const auto folder = m_source.path().has_parent_path() ? m_source.path().parent_path() : ".";
        const auto tree = findDescriptions(folder, m_work);
        if (!tree)
            return fail(tree.error());
        if (!tree->isComplete) {
            m_content.findings.add({.code = "arrays-unlisted",
                .message = "has so many folders, or such deep ones, that arrays may be left out"});
        }
        for (const std::string& path : tree->descriptions) {
            if (m_work.stopped())
                return fail(ErrorCode::Stopped, "stopped while arrays were read", m_source.path().string());
            const std::string below = path.substr(0, path.rfind('/') + 1);
            const auto text = readTextBeside(m_source, path);
            if (!text && (text.error().code == ErrorCode::Stopped || text.error().code == ErrorCode::OutOfMemory))
                return fail(text.error());
            if (!text) {
                m_layout.report(Severity::Error, "description-unread", nameOf(below),
                    "has a description that cannot be read: " + text.error().message, 0, true);
                continue;
            }
            const bool isOld = path.ends_with(arrayName);
            if (isOld)
                addAttributes(below);
            const bool isText = validUtf8Prefix(*text) == text->size();
            if (isOld || !isText || !memberOf(*text, "shape").empty()) {
                if (auto done = placeText(below, *text, 0); !done)
                    return done;
            }
        }
        if (main == orbaxName)
            checkOrbaxTree();
        return {};
    }

    std::string nameOf(const std::string& folder) const
    {
        return folder.empty() ? folderName(m_source.path()) : folder.substr(0, folder.size() - 1);
    }

    Result<> placeText(const std::string& folder, std::string_view text, std::uint64_t offset)
    {
        const std::string name = nameOf(folder);
        if (const auto confined = confinedPath(folder); !folder.empty() && (!confined || *confined + '/' != folder)) {
            m_layout.report(
                Severity::Error, "unsafe-path", name, "is not in the folder of the file: not followed", offset, true);
            return {};
        }
        if (validUtf8Prefix(text) < text.size() || validUtf8Prefix(name) < name.size()) {
            m_layout.report(
                Severity::Error, "json-utf8", name, "has a name or a description that is not UTF-8", offset, true);
            return {};
        }
        m_metadata.add(key(folder, "zarr"), offset, m_content.findings, [&] { return metadataOf(compact(text)); });
        addMembers(folder, memberOf(text, "attributes")); // version 3 only
        m_arrays.insert(name);
        return m_layout.place(name, folder, readZarrArray(text), offset);
    }

    /// The metadata key of an attribute: "array@attribute", or only "attribute" for the main group.
    std::string key(const std::string& folder, const std::string& attribute) const
    {
        return folder.empty() && !isArray() ? attribute : nameOf(folder) + '@' + attribute;
    }

    void addAttributes(const std::string& folder)
    {
        if (const auto text = readTextBeside(m_source, folder + std::string(attributesName)))
            addMembers(folder, *text);
    }

    void addMembers(const std::string& folder, std::string_view text)
    {
        if (validUtf8Prefix(text) < text.size())
            return;
        forMembers(text, [&](const std::string& name, std::string_view value) {
            m_metadata.add(key(folder, name), 0, m_content.findings, [&] { return metadataOf(value); });
        });
    }

    /// Compares the tree that Orbax lists with the existing arrays.
    void checkOrbaxTree()
    {
        forMembers(memberOf(m_text, "tree_metadata"), [&](const std::string&, std::string_view entry) {
            const auto json = JsonValue::parse(entry);
            if (!json || (*json)["value_metadata"]["value_type"].string() != "jax.Array")
                return;
            const std::string name = orbaxNameOf(*json);
            const auto offset = static_cast<std::uint64_t>(entry.data() - m_text.data());
            if (!m_arrays.contains(name)) {
                m_layout.report(Severity::Error, "array-missing", name,
                    "is listed in \"_METADATA\", but the folder has no array of that name", offset, true);
            }
        });
    }

public:
    /// The name of an array's folder: the keys that lead to a value, joined by dots.
    static std::string orbaxNameOf(const JsonValue& entry)
    {
        std::string name;
        for (const JsonValue& step : entry["key_metadata"].elements())
            name += (name.empty() ? "" : ".") + std::string(step["key"].string());
        return name;
    }

private:
    const Source& m_source;
    const Work& m_work;
    std::string_view m_text;
    FileContent& m_content;
    BoundedMetadata m_metadata;
    std::set<std::string, std::less<>> m_arrays; ///< the names of all arrays
    ZarrLayout m_layout;
};

/// The names of the values that Orbax lists next to a database, as a JSON array; empty if it lists none.
std::string orbaxNames(const Source& source)
{
    const auto text = readTextBeside(source, std::string(orbaxName));
    if (!text || validUtf8Prefix(*text) < text->size())
        return {};
    return jsonText([&](JsonWriter& json) {
        json.beginArray();
        forMembers(memberOf(*text, "tree_metadata"), [&](const std::string&, std::string_view entry) {
            if (const auto value = JsonValue::parse(entry))
                json.value(DescriptionReader::orbaxNameOf(*value));
        });
        json.endArray();
    });
}

} // namespace

Match probeDescription(std::string_view start)
{
    JsonCursor cursor(start);
    if (cursor.peek() != Kind::Object)
        return Match::No;
    std::string_view key;
    cursor.enterObject();
    bool hasChunks = false;
    while (cursor.nextKey(key)) {
        if (key == "zarr_format" || key == "zarr_consolidated_format")
            return Match::Certain;
        if (key == "tree_metadata")
            return Match::Likely;
        if (key == "metadata" && cursor.peek() == Kind::Object) { // the list of all arrays comes first
            cursor.enterObject();
            while (cursor.nextKey(key)) {
                const std::string_view last = key.substr(key.rfind('/') + 1);
                if (last == ".zarray" || last == ".zgroup" || last == ".zattrs")
                    return Match::Certain;
                cursor.skipValue();
            }
            continue;
        }
        hasChunks = hasChunks || key == "chunks";
        if (hasChunks && (key == "compressor" || key == "dtype"))
            return Match::Likely;
        cursor.skipValue();
    }
    return Match::No;
}

Result<FileContent> readDescription(const Source& source, const Work& work)
{
    return orOutOfMemory(source, [&]() -> Result<FileContent> {
        FileContent content;
        content.header = content.headerContent = {0, source.size()};
        content.data = {source.size(), source.size()};
        Buffer buffer;
        if (auto room = buffer.resize(std::min(source.size(), largestDescription)); !room)
            return fail(room.error());
        work.expect(source.size());
        const Work silent{.stop = work.stop, .progress = nullptr};
        if (auto read = readUnchanged(source, 0, buffer.bytes(), silent); !read)
            return fail(read.error());
        const std::string_view text(reinterpret_cast<const char*>(buffer.bytes().data()), buffer.bytes().size());
        if (text.size() < source.size() || validUtf8Prefix(text) < text.size()) {
            content.findings.add({.code = text.size() < source.size() ? "header-too-large" : "json-utf8",
                .message = text.size() < source.size()
                    ? "is longer than " + formatBytes(largestDescription) + ", which is more than is read"
                    : "is not UTF-8 from here on",
                .refusedAs = metadataRefusal,
                .offset = validUtf8Prefix(text)});
        } else if (auto done = DescriptionReader(source, work, text, content).read(); !done) {
            return fail(done.error());
        }
        work.advance(source.size());
        return content;
    });
}

Result<FileContent> readOcdbt(const Source& source, const Work& work)
{
    return orOutOfMemory(source, [&]() -> Result<FileContent> {
        if (work.stopped())
            return fail(ErrorCode::Stopped, "stopped", source.path().string());
        FileContent content;
        content.variant = "OCDBT";
        content.header = content.headerContent = {0, source.size()};
        content.data = {source.size(), source.size()};
        const std::string names = orbaxNames(source);
        if (!names.empty())
            content.metadata = Metadata{{"parameters", MetadataValue(names, MetadataValue::Kind::Json, {})}};
        content.findings.add({.code = "ocdbt-unread",
            .message =
                "the arrays are in an OCDBT database of TensorStore, which this program does not read. Where JAX "
                "is installed, load the checkpoint with Orbax and save it with "
                "orbax.checkpoint.PyTreeCheckpointHandler(use_ocdbt=False), or as safetensors",
            .offset = 0});
        work.expect(source.size());
        work.advance(source.size());
        return content;
    });
}

} // namespace loupe::zarr
