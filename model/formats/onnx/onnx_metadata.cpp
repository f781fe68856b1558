#include "formats/onnx/onnx_metadata.h"

#include "core/text/json_writer.h"
#include "formats/onnx/onnx_types.h"
#include "formats/storages/stored_text.h"

#include <algorithm>

namespace loupe::onnx {

namespace {

using MetadataKind = MetadataValue::Kind;

/// The maximum numbers of inputs, outputs, functions, files, and kinds of operators to keep.
constexpr std::size_t mostListed = 256;
constexpr std::size_t mostOperators = 1000;
constexpr std::size_t mostShownDimensions = 64;
constexpr std::uint64_t longestKey = 1024;
constexpr std::uint64_t longestWord = 128;

constexpr std::string_view ownKeys[] = {"ir_version", "producer_name", "producer_version", "domain", "model_version",
    "doc_string", "opset_import", "functions", "external_data", "graph.name", "graph.doc_string", "graph.inputs",
    "graph.outputs", "graph.nodes", "graph.operators"};

} // namespace

void OnnxMetadata::takeModelField(const WireField& field)
{
    switch (field.number) {
    case 1:
        m_irVersion = field.bits;
        return addNumber("ir_version", field.bits);
    case 2:
        return addText("producer_name", field.value);
    case 3:
        return addText("producer_version", field.value);
    case 4:
        return addText("domain", field.value);
    case 5:
        return addNumber("model_version", field.bits);
    case 6:
        return addText("doc_string", field.value);
    case 8:
        return addOperatorSet(field);
    case 14:
        return addEntry(field);
    default:
        return;
    }
}

void OnnxMetadata::takeGraphField(const WireField& field)
{
    m_hasGraph = true;
    switch (field.number) {
    case 2:
        return addText("graph.name", field.value);
    case 10:
        return addText("graph.doc_string", field.value);
    case 11:
        return addValue(m_inputs, field);
    case 12:
        return addValue(m_outputs, field);
    default:
        return;
    }
}

void OnnxMetadata::addText(std::string_view key, ByteRange value)
{
    auto text = textAt(m_source, value, "string");
    if (text)
        m_metadata.add(key, std::move(*text));
    else
        m_error = std::move(text.error());
}

void OnnxMetadata::addNumber(std::string_view key, std::uint64_t bits)
{
    m_metadata.add(key, MetadataValue(std::to_string(static_cast<std::int64_t>(bits)), MetadataKind::Json, "int64"));
}

void OnnxMetadata::addEntry(const WireField& entry)
{
    std::string key;
    ByteRange value{entry.value.end, entry.value.end};
    ByteRange rest = entry.value;
    while (const auto field = m_wire.next(rest)) {
        if (field->number == 1)
            key = m_wire.text(field->value, longestKey);
        else if (field->number == 2)
            value = field->value;
    }
    const bool isOwn = std::ranges::find(ownKeys, key) != std::end(ownKeys);
    addText((isOwn ? "metadata_props." : "") + key, value);
}

void OnnxMetadata::addOperatorSet(const WireField& entry)
{
    std::string domain;
    std::uint64_t version = 0;
    ByteRange rest = entry.value;
    while (const auto field = m_wire.next(rest)) {
        if (field->number == 1)
            domain = m_wire.text(field->value, longestWord);
        else if (field->number == 2)
            version = field->bits;
    }
    if (m_operatorSets.size() < mostListed)
        m_operatorSets[domain.empty() ? "ai.onnx" : domain] = version;
}

void OnnxMetadata::addValue(Texts& values, const WireField& entry)
{
    if (values.size() >= mostListed)
        return;
    auto& [name, type] = values.emplace_back();
    ByteRange rest = entry.value;
    while (const auto field = m_wire.next(rest)) {
        if (field->number == 1)
            name = m_wire.text(field->value, longestWord);
        else if (field->number == 2)
            type = typeText(field->value);
    }
}

/// "FLOAT [batch, 3, 224, 224]"; "sequence" or similar if it is not a tensor.
std::string OnnxMetadata::typeText(ByteRange message)
{
    constexpr std::string_view others[] = {
        "", "tensor", "", "", "sequence", "map", "", "opaque", "sparse tensor", "optional"};
    std::string text;
    ByteRange rest = message;
    while (const auto field = m_wire.next(rest)) {
        if (field->number != 1) {
            text = field->number < std::size(others) ? others[field->number] : std::string_view();
            continue;
        }
        std::string shape;
        ByteRange tensor = field->value;
        while (const auto inner = m_wire.next(tensor)) {
            if (inner->number == 1) {
                const OnnxType* const type = onnxType(inner->bits);
                text = type ? std::string(type->name) : "type " + std::to_string(inner->bits);
            } else if (inner->number == 2) {
                shape = ' ' + shapeText(inner->value);
            }
        }
        text += shape;
    }
    return text;
}

std::string OnnxMetadata::shapeText(ByteRange message)
{
    std::string text = "[";
    std::size_t count = 0;
    while (const auto dimension = m_wire.next(message)) {
        if (dimension->number != 1)
            continue;
        if (count++ == mostShownDimensions)
            return text + ", …]";
        std::string size = "?";
        ByteRange rest = dimension->value;
        while (const auto field = m_wire.next(rest)) {
            if (field->number == 1)
                size = std::to_string(static_cast<std::int64_t>(field->bits));
            else if (field->number == 2)
                size = m_wire.text(field->value, longestWord);
        }
        text += (count == 1 ? "" : ", ") + size;
    }
    return text + ']';
}

void OnnxMetadata::addOperator(std::string_view domain, std::string_view type)
{
    ++m_nodes;
    const bool isStandard = domain.empty() || domain == "ai.onnx";
    const std::string name = std::string(isStandard ? "" : domain) + (isStandard ? "" : ".") + std::string(type);
    const auto known = m_operators.find(name);
    if (known != m_operators.end())
        ++known->second;
    else if (m_operators.size() < mostOperators)
        m_operators.emplace(name, 1);
}

void OnnxMetadata::addFunction(std::string_view domain, std::string_view name)
{
    if (m_functions.size() < mostListed)
        m_functions.push_back(std::string(domain) + (domain.empty() ? "" : ".") + std::string(name));
}

void OnnxMetadata::addExternal(std::string_view path, std::string_view checksum)
{
    if (m_externals.size() < mostListed)
        m_externals.emplace_back(path, checksum);
}

void OnnxMetadata::addList(std::string_view key, const Texts& members)
{
    if (members.empty())
        return;
    m_metadata.add(key,
        MetadataValue(jsonText([&](JsonWriter& json) {
            json.beginObject();
            for (const auto& [name, text] : members)
                json.member(name, text.empty() ? std::nullopt : std::optional<std::string_view>(text));
            json.endObject();
        }),
            MetadataKind::Json, "map"));
}

Result<Metadata> OnnxMetadata::take()
{
    if (m_error)
        return fail(std::move(*m_error));
    const auto addCounts = [&](std::string_view key, const auto& counts) {
        m_metadata.add(key,
            MetadataValue(jsonText([&](JsonWriter& json) {
                json.beginObject();
                for (const auto& [name, count] : counts)
                    json.member(name, count);
                json.endObject();
            }),
                MetadataKind::Json, "map"));
    };
    if (!m_operatorSets.empty())
        addCounts("opset_import", m_operatorSets);
    addList("graph.inputs", m_inputs);
    addList("graph.outputs", m_outputs);
    if (m_hasGraph)
        addNumber("graph.nodes", m_nodes);
    if (!m_operators.empty()) {
        std::vector<std::pair<std::string, std::uint64_t>> often(m_operators.begin(), m_operators.end());
        std::ranges::stable_sort(often, std::greater<>(), &std::pair<std::string, std::uint64_t>::second);
        addCounts("graph.operators", often);
    }
    if (!m_functions.empty()) {
        m_metadata.add("functions",
            MetadataValue(jsonText([&](JsonWriter& json) {
                json.beginArray();
                for (const std::string& name : m_functions)
                    json.value(std::string_view(name));
                json.endArray();
            }),
                MetadataKind::Json, "list"));
    }
    addList("external_data", m_externals);
    return m_metadata.take();
}

} // namespace loupe::onnx
