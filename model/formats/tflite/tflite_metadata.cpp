#include "formats/tflite/tflite_metadata.h"

#include "core/text/json_writer.h"
#include "core/text/utf8.h"
#include "formats/shared/utf8_text.h"
#include "formats/storages/stored_text.h"
#include "formats/tflite/tflite_buffers.h"
#include "formats/tflite/tflite_operators.h"

#include <algorithm>
#include <map>

namespace loupe::tflite {

namespace {

using MetadataKind = MetadataValue::Kind;

/// The maximum numbers of inputs, outputs, signatures, entries, and kinds of operators to keep.
constexpr std::uint32_t mostListed = 256;
constexpr std::size_t mostOperators = 1000;
constexpr std::uint32_t mostShownDimensions = 64;
constexpr std::uint32_t longestName = 1024;

std::uint32_t shown(FlatVector list)
{
    return std::min(list.count, mostListed);
}

/// The converter pads texts with zeros.
std::string_view withoutPadding(std::string_view text)
{
    const auto last = text.find_last_not_of('\0');
    return text.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

} // namespace

void TfliteMetadata::read(const FlatTable& model)
{
    add("version",
        MetadataValue(
            std::to_string(model.number<std::uint32_t>(numberOf(ModelField::Version), 0)), MetadataKind::Json, "uint"),
        model.range().begin);
    addText("description", model, numberOf(ModelField::Description));
    addSubgraphs(model);
    addOperators(model);
    addSignatures(model);
    addEntries(model);
}

void TfliteMetadata::addTensorCounts(std::uint64_t listed, std::uint64_t computed)
{
    addJson("tensors.with_data", std::to_string(listed), 0);
    addJson("tensors.computed", std::to_string(computed), 0);
}

void TfliteMetadata::add(std::string_view key, MetadataValue value, std::uint64_t position)
{
    m_metadata.add(std::string(key), position, m_findings, [&] { return std::move(value); });
}

void TfliteMetadata::addJson(std::string_view key, std::string text, std::uint64_t position)
{
    add(key, MetadataValue(std::move(text), MetadataKind::Json, {}), position);
}

void TfliteMetadata::addText(std::string_view key, const FlatTable& table, unsigned field)
{
    const auto place = table.textPlace(field);
    if (!place || place->count == 0)
        return;
    if (auto text = textAt(m_source, {place->begin, place->begin + place->count}, "string"))
        add(key, std::move(*text), place->begin);
}

void TfliteMetadata::addSubgraphs(const FlatTable& model)
{
    const FlatVector subgraphs = model.vector(numberOf(ModelField::Subgraphs), offsetSize);
    if (subgraphs.count > 1) {
        addJson("subgraphs", jsonText([&](JsonWriter& json) {
            json.beginArray();
            for (std::uint32_t i = 0; i < shown(subgraphs); ++i) {
                const auto subgraph = FlatTable::element(m_buffer, subgraphs, i);
                json.value(subgraph ? utf8Of(subgraph->text(numberOf(SubgraphField::Name), longestName)) : "");
            }
            json.endArray();
        }),
            subgraphs.begin);
    }
    const auto main = FlatTable::element(m_buffer, subgraphs, 0);
    if (!main)
        return;
    addText("graph.name", *main, numberOf(SubgraphField::Name));
    addJson("graph.inputs",
        jsonText([&](JsonWriter& json) { writeTensors(json, *main, numberOf(SubgraphField::Inputs)); }),
        main->range().begin);
    addJson("graph.outputs",
        jsonText([&](JsonWriter& json) { writeTensors(json, *main, numberOf(SubgraphField::Outputs)); }),
        main->range().begin);
}

template <typename Json>
void TfliteMetadata::writeTensors(Json& json, const FlatTable& subgraph, unsigned field)
{
    const FlatVector tensors = subgraph.vector(numberOf(SubgraphField::Tensors), offsetSize);
    const FlatVector numbers = subgraph.vector(field, sizeof(std::int32_t));
    json.beginObject();
    for (std::uint32_t i = 0; i < shown(numbers); ++i) {
        const auto number = m_buffer.number<std::int32_t>(numbers.begin + i * sizeof(std::int32_t)).value_or(-1);
        const auto tensor = FlatTable::element(m_buffer, tensors, static_cast<std::uint32_t>(number));
        if (tensor && m_budget.pay(leastTable))
            json.member(utf8Of(tensor->text(numberOf(TensorField::Name), longestName)), typeText(*tensor));
    }
    json.endObject();
}

/// "FLOAT32 [1, 224, 224, 3]"
std::string TfliteMetadata::typeText(const FlatTable& tensor)
{
    const auto code = tensor.number<std::uint8_t>(numberOf(TensorField::Type), 0);
    const TfliteType* const type = tfliteType(code);
    std::string text = (type ? std::string(type->name) : "type " + std::to_string(code)) + " [";
    const FlatVector shape = tensor.vector(numberOf(TensorField::Shape), sizeof(std::int32_t));
    for (std::uint32_t i = 0; i < std::min(shape.count, mostShownDimensions); ++i) {
        const auto dimension = m_buffer.number<std::int32_t>(shape.begin + i * sizeof(std::int32_t)).value_or(0);
        text += (i == 0 ? "" : ", ") + std::to_string(dimension);
    }
    return text + (shape.count > mostShownDimensions ? ", …]" : "]");
}

void TfliteMetadata::addOperators(const FlatTable& model)
{
    const FlatVector subgraphs = model.vector(numberOf(ModelField::Subgraphs), offsetSize);
    const FlatVector codes = model.vector(numberOf(ModelField::OperatorCodes), offsetSize);
    std::map<std::uint32_t, std::uint64_t> counts; // keyed by index in the list of codes
    for (std::uint32_t i = 0; i < subgraphs.count && m_budget.pay(leastTable); ++i) {
        const auto subgraph = FlatTable::element(m_buffer, subgraphs, i);
        const FlatVector operators =
            subgraph ? subgraph->vector(numberOf(SubgraphField::Operators), offsetSize) : FlatVector();
        for (std::uint32_t k = 0; k < operators.count && m_budget.pay(leastTable); ++k) {
            const auto one = FlatTable::element(m_buffer, operators, k);
            const auto code = one ? one->number<std::uint32_t>(operatorCodeField, 0) : codes.count;
            if (code < codes.count && (counts.size() < mostOperators || counts.contains(code)))
                ++counts[code];
        }
    }
    if (counts.empty())
        return;
    std::map<std::string, std::uint64_t> named;
    for (const auto& [place, count] : counts) {
        const auto code = FlatTable::element(m_buffer, codes, place);
        if (!code)
            continue;
        const auto number = std::max<std::int64_t>(code->number<std::int8_t>(numberOf(OperatorCodeField::ShortCode), 0),
            code->number<std::int32_t>(numberOf(OperatorCodeField::Code), 0));
        const std::string custom = utf8Of(code->text(numberOf(OperatorCodeField::CustomName), longestName));
        const std::string_view name = operatorName(number);
        named[!custom.empty()  ? custom
                : name.empty() ? "operator " + std::to_string(number)
                               : std::string(name)] += count;
    }
    addJson("operators", jsonText([&](JsonWriter& json) {
        json.beginObject();
        for (const auto& [name, count] : named)
            json.member(name, count);
        json.endObject();
    }),
        codes.begin);
}

void TfliteMetadata::addSignatures(const FlatTable& model)
{
    const FlatVector signatures = model.vector(numberOf(ModelField::Signatures), offsetSize);
    if (signatures.count == 0)
        return;
    const FlatVector subgraphs = model.vector(numberOf(ModelField::Subgraphs), offsetSize);
    addJson("signatures", jsonText([&](JsonWriter& json) {
        json.beginObject();
        for (std::uint32_t i = 0; i < shown(signatures) && m_budget.pay(leastTable); ++i) {
            const auto signature = FlatTable::element(m_buffer, signatures, i);
            if (!signature)
                continue;
            const auto number = signature->number<std::uint32_t>(numberOf(SignatureField::Subgraph), 0);
            const auto subgraph = FlatTable::element(m_buffer, subgraphs, number);
            json.key(utf8Of(signature->text(numberOf(SignatureField::Key), longestName)));
            json.beginObject();
            json.member("subgraph", number);
            json.key("inputs");
            writeMapped(json, *signature, numberOf(SignatureField::Inputs), subgraph);
            json.key("outputs");
            writeMapped(json, *signature, numberOf(SignatureField::Outputs), subgraph);
            json.endObject();
        }
        json.endObject();
    }),
        signatures.begin);
}

template <typename Json>
void TfliteMetadata::writeMapped(
    Json& json, const FlatTable& signature, unsigned field, const std::optional<FlatTable>& subgraph)
{
    const FlatVector maps = signature.vector(field, offsetSize);
    const FlatVector tensors = subgraph ? subgraph->vector(numberOf(SubgraphField::Tensors), offsetSize) : FlatVector();
    json.beginObject();
    for (std::uint32_t i = 0; i < shown(maps) && m_budget.pay(leastTable); ++i) {
        const auto map = FlatTable::element(m_buffer, maps, i);
        if (!map)
            continue;
        const auto tensor = FlatTable::element(m_buffer, tensors, map->number<std::uint32_t>(mappedTensorField, 0));
        json.member(utf8Of(map->text(nameField, longestName)), tensor ? typeText(*tensor) : std::string());
    }
    json.endObject();
}

void TfliteMetadata::addEntries(const FlatTable& model)
{
    const FlatVector entries = model.vector(numberOf(ModelField::Metadata), offsetSize);
    const TfliteBuffers buffers(m_buffer, model);
    for (std::uint32_t i = 0; i < shown(entries) && m_budget.pay(leastTable); ++i) {
        const auto entry = FlatTable::element(m_buffer, entries, i);
        if (!entry)
            continue;
        const std::string name = utf8Of(entry->text(nameField, longestName));
        const auto data = buffers.data(entry->number<std::uint32_t>(metadataBufferField, 0));
        if (data && data->end <= m_source.size())
            addEntry("metadata." + name, *data);
        if (data && data->end <= m_source.size() && name == "TFLITE_METADATA")
            addDescription(*data);
    }
}

/// Adds an entry: texts as they are, anything else by its size.
void TfliteMetadata::addEntry(const std::string& key, ByteRange data)
{
    constexpr std::uint64_t mostTried = 4096;
    const bool isWhole = data.size() <= mostTried;
    const std::string start =
        m_buffer.textAt({data.begin, static_cast<std::uint32_t>(std::min(data.size(), mostTried))});
    const std::string_view text = isWhole ? withoutPadding(start) : std::string_view(start);
    constexpr std::size_t longestCharacter = 4;
    const bool isText = validUtf8Prefix(text) + (isWhole ? 0 : longestCharacter - 1) >= text.size()
        && std::ranges::none_of(
            text, [](char c) { return static_cast<unsigned char>(c) < ' ' && c != '\n' && c != '\r' && c != '\t'; });
    if (!isText) {
        add(key, MetadataValue(std::to_string(data.size()) + " bytes", MetadataKind::Text, "binary"), data.begin);
    } else if (auto whole = textAt(m_source, {data.begin, isWhole ? data.begin + text.size() : data.end}, "string")) {
        add(key, std::move(*whole), data.begin);
    }
}

/// Adds the task library's description of a model, which is a separate FlatBuffer.
void TfliteMetadata::addDescription(ByteRange data)
{
    constexpr std::uint32_t identifier = 0x3130304d; // "M001"
    struct Text {
        unsigned field;
        std::string_view key;
    };
    constexpr Text texts[] = {
        {0, "model.name"}, {1, "model.description"}, {2, "model.version"}, {4, "model.author"}, {5, "model.license"}};
    if (m_buffer.number<std::uint32_t>(data.begin + sizeof identifier) != identifier)
        return;
    const auto description = FlatTable::root(m_buffer, data.begin);
    for (const Text& text : texts) {
        if (description)
            addText(text.key, *description, text.field);
    }
}

} // namespace loupe::tflite
