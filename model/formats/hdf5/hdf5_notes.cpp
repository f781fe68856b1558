#include "formats/hdf5/hdf5_notes.h"

#include "core/checked_math.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "core/text/utf8.h"

#include <algorithm>
#include <array>

namespace loupe::hdf5 {

namespace {

constexpr std::string_view noteRefusal = "OSError";

/// A static copy of a type's name.
std::string_view typeNameOf(const std::string& type)
{
    if (const auto dtype = dtypeFromName(type))
        return dtypeName(*dtype);
    constexpr std::array<std::string_view, 3> others{"STRING", "NULL", "OTHER"};
    const auto* const found = std::find(others.begin(), others.end(), type);
    return found == others.end() ? others.back() : *found;
}

std::string validText(const std::string& text)
{
    return validUtf8Prefix(text) == text.size() ? text : printable(text);
}

} // namespace

std::string hdf5Name(const std::string& path)
{
    return validText(path);
}

std::uint64_t Hdf5Notes::inStream(std::uint64_t address) const
{
    return std::min(saturatingAdd(m_base, address), m_stream.size);
}

std::uint64_t Hdf5Notes::place(std::uint64_t offset) const
{
    return m_stream.range.begin + (m_stream.inflating ? 0 : std::min(offset, m_stream.size));
}

void Hdf5Notes::addFinding(Severity severity, std::string_view code, std::string message,
    std::optional<std::uint64_t> address, std::string_view refusedAs)
{
    m_content.findings.add({.severity = severity,
        .code = code,
        .message = std::move(message),
        .refusedAs = refusedAs,
        .offset = address ? std::optional(place(inStream(*address))) : std::nullopt});
}

void Hdf5Notes::add(const Hdf5Attribute& attribute)
{
    const std::string name = validText(attribute.name);
    const std::string key = attribute.path.empty() ? name : validText(attribute.path) + '@' + name;
    const bool isJson = attribute.isJson != 0;
    m_metadata.add(key,
        MetadataValue(isJson ? attribute.value : validText(attribute.value),
            isJson ? MetadataValue::Kind::Json : MetadataValue::Kind::Text, typeNameOf(attribute.type)));
    if (attribute.path.empty() || attribute.path == "model_weights")
        m_keras.emplace(attribute.name, attribute.value);
}

void Hdf5Notes::add(const Hdf5Skipped& skipped)
{
    constexpr std::uint64_t mostNamed = 8;
    if (m_skippedCount++ < mostNamed)
        m_skipped += (m_skipped.empty() ? "" : ", ") + quote(validText(skipped.path)) + " (" + skipped.what + ")";
    else if (m_skippedCount == mostNamed + 1)
        m_skipped += " and others";
}

void Hdf5Notes::add(const Hdf5Dataset& chunked, const Hdf5Pipeline& pipeline)
{
    ++m_filters[pipeline.empty() ? "not compressed" : pipeline.text()];
    if (pipeline.unknown().empty())
        return;
    const std::string name = validText(chunked.path);
    m_content.findings.add({.severity = Severity::Warning,
        .code = "hdf5-filter",
        .message = "dataset " + quote(name) + " was written with an unknown filter, " + printable(pipeline.unknown())
            + ": its values cannot be shown",
        .offset = place(inStream(chunked.address)),
        .tensor = name,
        .aboutTensor = true});
}

void Hdf5Notes::add(Hdf5RecordKind kind, const Hdf5Text& text)
{
    const std::string name = quote(validText(text.path));
    switch (kind) {
    case Hdf5RecordKind::Link:
        return addFinding(Severity::Note, "hdf5-link",
            name + " is "
                + (text.what == "soft"            ? "a soft link"
                        : text.what == "external" ? "a link to another file"
                                                  : "a link of an unknown kind")
                + (text.detail.empty() ? std::string() : ": " + quote(validText(text.detail))) + ", not followed",
            std::nullopt);
    case Hdf5RecordKind::Alias:
        return addFinding(Severity::Note, "hdf5-alias",
            name + " is another name of " + (text.detail.empty() ? "the root" : quote(validText(text.detail))),
            text.address);
    case Hdf5RecordKind::Cut:
        if (text.what == "chunks")
            return addFinding(Severity::Warning, "hdf5-cut",
                "dataset " + name + " has " + printable(text.detail)
                    + " chunks, which with those before is more than are read: it is not shown",
                text.address);
        return addFinding(Severity::Warning, "hdf5-cut",
            "has more " + printable(text.what) + " than are read, from " + name + " on", std::nullopt);
    default:
        return addFinding(Severity::Error, "hdf5-object",
            (text.path.empty() ? std::string("the HDF5 library") : name + ": the HDF5 library") + " cannot read "
                + printable(text.what) + ": " + printable(text.detail),
            text.address, text.what == "the object" ? "KeyError" : noteRefusal);
    }
}

void Hdf5Notes::addKeras()
{
    const auto textOf = [&](const std::string& name) {
        const auto found = m_keras.find(name);
        return found == m_keras.end() ? std::string() : found->second;
    };
    const std::string version = textOf("keras_version");
    const bool hasModel = m_keras.contains("model_config");
    if (version.empty() && !hasModel && !m_keras.contains("layer_names"))
        return;
    const std::string backend = textOf("backend");
    addFinding(Severity::Note, "keras",
        std::string(hasModel ? "a Keras model" : "weights of a Keras model")
            + (version.empty() ? std::string() : ", Keras " + printable(version))
            + (backend.empty() ? std::string() : ", backend " + printable(backend)),
        std::nullopt);
}

void Hdf5Notes::finish()
{
    addKeras();
    if (m_skippedCount > 0) {
        addFinding(Severity::Note, "hdf5-no-tensor",
            counted(m_skippedCount, "dataset is not a tensor", "datasets are not tensors") + ": " + m_skipped,
            std::nullopt);
    }
    if (!m_filters.empty()) {
        std::string text;
        std::uint64_t count = 0;
        for (const auto& [filters, datasets] : m_filters) {
            text += (text.empty() ? "" : "; ") + formatCount(datasets) + " " + printable(filters);
            count += datasets;
        }
        addFinding(Severity::Note, "hdf5-chunks",
            counted(count, "dataset is stored in chunks", "datasets are stored in chunks") + ": " + text, std::nullopt);
    }
    if (Metadata metadata = m_metadata.take(); !metadata.empty())
        m_content.metadata = std::move(metadata);
}

} // namespace loupe::hdf5
