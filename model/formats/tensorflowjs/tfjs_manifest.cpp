#include "formats/tensorflowjs/tfjs_manifest.h"

#include "core/text/json_cursor.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "formats/shared/metadata_builder.h"
#include "formats/storages/stored_text.h"

#include <algorithm>
#include <charconv>

namespace loupe::tensorflowjs {

namespace {

using Kind = JsonCursor::Kind;

/// Limits on memory. A weight in a usual manifest takes three times the memory of its text, but other manifests may
/// list many nearly empty weights.
constexpr std::uint64_t memoryPerByte = 6;
constexpr std::uint64_t memoryBeside = std::uint64_t{1} << 20;

class ManifestParser {
public:
    ManifestParser(const Source& source, std::string_view text)
        : m_source(source)
        , m_cursor(text)
        , m_memoryLeft(memoryBeside + memoryPerByte * text.size())
    {
    }

    Result<TfjsManifest> parse()
    {
        const Kind kind = m_cursor.peek();
        if (kind == Kind::Object) {
            readModel();
        } else if (kind == Kind::Array) {
            m_manifest.variant = "weights manifest";
            readGroups();
        } else {
            addError("manifest-missing",
                "is neither a JSON object nor an array, expected a model or a weights manifest", m_cursor.offset());
            return std::move(m_manifest);
        }
        if (m_error)
            return fail(std::move(*m_error));
        if (!m_cursor.failed())
            m_cursor.finish();
        if (m_cursor.failed())
            addError("json-syntax", std::string("is no valid JSON: ") + m_cursor.problem(), m_cursor.offset());
        m_manifest.metadata = m_metadata.take();
        return std::move(m_manifest);
    }

private:
    void readModel()
    {
        bool hasManifest = false;
        std::string_view key;
        m_cursor.enterObject();
        while (m_cursor.nextKey(key) && !m_error) {
            const std::string name(key);
            const Kind kind = m_cursor.peek();
            if (name == "weightsManifest" && kind == Kind::Array) {
                hasManifest = true;
                m_manifest.groups.clear(); // if a key repeats, the last one counts, as in JavaScript
                readGroups();
            } else {
                readOther(name, kind);
            }
        }
        if (!hasManifest && !m_cursor.failed())
            addError("manifest-missing", "has no list \"weightsManifest\"", 0);
    }

    /// Reads any other member, which describes the model.
    void readOther(const std::string& key, Kind kind)
    {
        constexpr std::uint64_t mostKept = 4096;
        if (kind == Kind::String) {
            std::string_view text;
            if (!m_cursor.readString(text))
                return;
            if (key == "format")
                m_manifest.variant = text == "graph-model" ? "graph model"
                    : text == "layers-model"               ? "layers model"
                                                           : "";
            m_metadata.add(key, MetadataValue(std::string(text)));
            return;
        }
        const ByteRange range = skip();
        if (m_cursor.failed())
            return;
        if (range.size() <= mostKept) {
            m_metadata.add(key,
                MetadataValue(
                    std::string(m_cursor.text().substr(range.begin, range.size())), MetadataValue::Kind::Json, {}));
            return;
        }
        auto text = textAt(m_source, range, "json");
        if (text)
            m_metadata.add(key, std::move(*text));
        else
            m_error = std::move(text.error());
    }

    /// Skips the next value and returns its range.
    ByteRange skip()
    {
        m_cursor.peek(); // skips everything before it
        const std::uint64_t begin = m_cursor.offset();
        m_cursor.skipValue();
        return {begin, m_cursor.offset()};
    }

    void readGroups()
    {
        m_cursor.enterArray();
        while (m_cursor.nextElement() && pay(sizeof(TfjsGroup))) {
            const bool isGroup = m_cursor.peek() == Kind::Object;
            const std::uint64_t position = m_cursor.offset();
            if (!isGroup) {
                m_cursor.skipValue();
                addError("group-invalid", "has an element among its groups that is no object", position);
                continue;
            }
            m_manifest.groups.emplace_back();
            m_manifest.groups.back().position = position;
            readGroup(m_manifest.groups.back());
        }
    }

    void readGroup(TfjsGroup& group)
    {
        std::string_view key;
        m_cursor.enterObject();
        while (m_cursor.nextKey(key) && !m_error) {
            const bool isList = m_cursor.peek() == Kind::Array;
            if (key == "paths" && isList) {
                const std::uint64_t begin = m_cursor.offset();
                readPaths(group);
                group.pathsPlace = {begin, m_cursor.offset()};
            } else if (key == "weights" && isList) {
                readWeights(group);
            } else {
                m_cursor.skipValue();
            }
        }
    }

    void readPaths(TfjsGroup& group)
    {
        group.paths.clear();
        m_cursor.enterArray();
        while (m_cursor.nextElement() && !m_error) {
            std::string_view path;
            const std::uint64_t position = m_cursor.offset();
            if (m_cursor.readString(path) && pay(sizeof(std::string) + path.size()))
                group.paths.emplace_back(path);
            else if (!m_cursor.failed() && !m_error)
                addError("path-invalid", "has a path that is no string", position);
        }
    }

    void readWeights(TfjsGroup& group)
    {
        group.weights.clear();
        m_cursor.enterArray();
        while (m_cursor.nextElement() && pay(sizeof(TfjsWeight))) {
            const bool isWeight = m_cursor.peek() == Kind::Object;
            const std::uint64_t position = m_cursor.offset();
            if (!isWeight) {
                m_cursor.skipValue();
                addError("weight-invalid", "has an element among its weights that is no object", position);
                continue;
            }
            TfjsWeight weight;
            readWeight(weight);
            weight.place = {position, m_cursor.offset()};
            if (!m_cursor.failed())
                group.weights.push_back(std::move(weight));
        }
    }

    void readWeight(TfjsWeight& weight)
    {
        std::string_view key;
        std::string_view text;
        bool hasShape = false;
        m_cursor.enterObject();
        while (m_cursor.nextKey(key)) {
            const Kind kind = m_cursor.peek();
            if (key == "name" && kind == Kind::String) {
                m_cursor.readString(text);
                weight.name = text;
            } else if (key == "dtype" && kind == Kind::String) {
                m_cursor.readString(text);
                weight.dtype = text;
            } else if (key == "shape" && kind == Kind::Array) {
                hasShape = true;
                readShape(weight);
            } else if (key == "quantization" && kind == Kind::Object) {
                readQuantization(weight.quantization.emplace());
            } else {
                m_cursor.skipValue();
            }
        }
        weight.hasInvalidShape = weight.hasInvalidShape || !hasShape;
    }

    void readShape(TfjsWeight& weight)
    {
        weight.shape.clear();
        weight.hasInvalidShape = false;
        m_cursor.enterArray();
        while (m_cursor.nextElement() && pay(sizeof(std::uint64_t))) {
            std::uint64_t dimension = 0;
            weight.hasInvalidShape = !m_cursor.readUnsigned(dimension) || weight.hasInvalidShape;
            weight.shape.push_back(dimension);
        }
    }

    void readQuantization(TfjsQuantization& quantization)
    {
        std::string_view key;
        std::string_view text;
        m_cursor.enterObject();
        while (m_cursor.nextKey(key)) {
            const Kind kind = m_cursor.peek();
            if (key == "dtype" && kind == Kind::String) {
                m_cursor.readString(text);
                quantization.dtype = text;
            } else if ((key == "scale" || key == "min") && kind == Kind::Number) {
                const bool isScale = key == "scale";
                (isScale ? quantization.scale : quantization.min) = readNumber();
            } else {
                m_cursor.skipValue();
            }
        }
    }

    /// Reads a number. from_chars() accepts all JSON numbers.
    double readNumber()
    {
        const ByteRange range = skip();
        const char* const begin = m_cursor.text().data() + range.begin;
        double number = 0;
        std::from_chars(begin, begin + range.size(), number);
        return number;
    }

    /// Returns false if the manifest needs much more memory than its text takes.
    bool pay(std::uint64_t bytes)
    {
        if (bytes > m_memoryLeft && !m_error)
            m_error = Error{ErrorCode::OutOfMemory, "lists more weights than a manifest of its size can describe",
                m_source.path().string(), m_cursor.offset()};
        m_memoryLeft -= std::min(m_memoryLeft, bytes);
        return !m_error;
    }

    void addError(std::string_view code, std::string message, std::uint64_t offset)
    {
        m_manifest.findings.add({.code = code, .message = std::move(message), .refusedAs = refusal, .offset = offset});
    }

    const Source& m_source;
    JsonCursor m_cursor;
    TfjsManifest m_manifest;
    MetadataBuilder m_metadata;
    std::uint64_t m_memoryLeft;
    std::optional<Error> m_error;
};

} // namespace

Result<TfjsManifest> readTfjsManifest(const Source& source, std::string_view text)
{
    return ManifestParser(source, text).parse();
}

} // namespace loupe::tensorflowjs
