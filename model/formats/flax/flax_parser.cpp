#include "formats/flax/flax_parser.h"

#include "core/checked_math.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "core/text/utf8.h"
#include "formats/numpy/numpy_values.h"
#include "formats/shared/duplicate_names.h"
#include "formats/shared/json_number.h"
#include "formats/shared/opaque_name.h"
#include "formats/shared/tensor_order.h"
#include "formats/shared/utf8_text.h"
#include "formats/storages/stored_text.h"

#include <algorithm>

namespace loupe::flax {

namespace {

constexpr std::size_t mostLevels = 1024; // limit of Python's msgpack

std::string complexText(double real, double imaginary)
{
    return toText({.kind = Scalar::Kind::Complex, .real = real, .imaginary = imaginary});
}

/// The text of a number or boolean.
std::string wordOf(const MsgpackHead& head)
{
    switch (head.kind) {
    case MsgpackKind::Boolean:
        return head.number != 0 ? "true" : "false";
    case MsgpackKind::Unsigned:
        return jsonNumber(head.number);
    case MsgpackKind::Signed:
        return jsonNumber(static_cast<std::int64_t>(head.number));
    case MsgpackKind::Float32:
        return jsonNumber(static_cast<float>(msgpackFloat(head)));
    case MsgpackKind::Float64:
        return jsonNumber(msgpackFloat(head));
    default:
        return "null";
    }
}

std::optional<double> numberOf(const MsgpackHead& head)
{
    switch (head.kind) {
    case MsgpackKind::Unsigned:
        return static_cast<double>(head.number);
    case MsgpackKind::Signed:
        return static_cast<double>(static_cast<std::int64_t>(head.number));
    case MsgpackKind::Float32:
    case MsgpackKind::Float64:
        return msgpackFloat(head);
    default:
        return std::nullopt;
    }
}

std::string_view typeOf(MsgpackKind kind)
{
    switch (kind) {
    case MsgpackKind::Boolean:
        return "BOOL";
    case MsgpackKind::Unsigned:
    case MsgpackKind::Signed:
        return "INT";
    case MsgpackKind::Float32:
        return "FLOAT32";
    case MsgpackKind::Float64:
        return "FLOAT64";
    default:
        return "NIL";
    }
}

} // namespace

FlaxParser::FlaxParser(const Source& source, const Work& work, FileContent& content, HeaderFieldList* fields)
    : m_source(source)
    , m_work(work)
    , m_content(content)
    , m_fields(fields)
    , m_reader(source, {0, source.size()})
{
}

Result<> FlaxParser::parse()
{
    const bool isWhole = !m_work.stopped() && readAll();
    if (m_reader.error())
        return fail(*m_reader.error());
    if (m_work.stopped())
        return fail(ErrorCode::Stopped, "stopped while the file was walked", m_source.path().string());
    finish();
    m_content.data = {m_content.header.end, isWhole ? m_source.size() : m_reader.position()};
    if (isWhole && m_reader.left() > 0) {
        m_content.findings.add({.code = "data-trailing",
            .message = counted(m_reader.left(), "byte") + " after the data",
            .refusedAs = "ExtraData",
            .offset = m_reader.position()});
    }
    if (!m_metadata.empty())
        m_content.metadata = m_metadata.take();
    for (const DuplicateName& duplicate : duplicateNames(m_content.tensors)) {
        const Tensor& tensor = m_content.tensors[duplicate.later];
        m_content.findings.add({.severity = Severity::Warning,
            .code = "duplicate-name",
            .message = "tensor " + quote(tensor.name) + " has a duplicate name, as its keys are joined by dots",
            .offset = tensor.bytes.begin,
            .tensor = std::string(tensor.name),
            .aboutTensor = true});
    }
    return {};
}

bool FlaxParser::readAll()
{
    constexpr std::uint64_t stepsBetweenLooks = 1024;
    if (!readValue())
        return false;
    while (!m_levels.empty()) {
        if ((m_fields || ++m_steps % stepsBetweenLooks == 0) && stops())
            return false;
        if (m_levels.back().left == 0)
            m_levels.pop_back();
        else if (!readEntry())
            return false;
    }
    return true;
}

bool FlaxParser::readEntry()
{
    constexpr std::string_view chunked = "__msgpack_chunked_array__";
    Level& level = m_levels.back();
    --level.left;
    m_name.resize(level.nameSize);
    const bool isFirst = level.index++ == 0;
    std::string key = std::to_string(level.index - 1);
    if (level.isMap && !readKey(key))
        return false;
    if (level.isMap && isFirst && key == chunked)
        return readChunked(std::exchange(level.left, 0));
    if (!m_name.empty())
        m_name += '.';
    m_name += key;
    return readValue();
}

bool FlaxParser::readKey(std::string& key)
{
    constexpr std::uint64_t longest = std::uint64_t{1} << 20;
    const auto head = m_reader.next();
    if (!head)
        return m_reader.fault() && refuse(*m_reader.fault());
    if (head->kind != MsgpackKind::Text && head->kind != MsgpackKind::Bytes) {
        const MsgpackFault fault{"key-type", "has a key that is not a string", "ValueError", head->begin};
        if (head->kind >= MsgpackKind::Extension)
            return refuse(fault);
        refuse(fault);
        key = wordOf(*head);
    } else if (head->number > longest) {
        return refuse({"name-too-long",
            "has a key of " + formatBytes(head->number) + ", expected at most 1 MiB: what follows is not read", {},
            head->begin});
    } else {
        if (!m_reader.text(*head, key))
            return false;
        if (head->kind == MsgpackKind::Text && validUtf8Prefix(key) < key.size())
            refuse({"name-utf8", "has a key that is not UTF-8", "UnicodeDecodeError", head->begin});
        key = utf8Of(key);
    }
    field("key", [&] { return key; });
    return true;
}

bool FlaxParser::readValue()
{
    const auto head = m_reader.next();
    if (!head)
        return m_reader.fault() && refuse(*m_reader.fault());
    switch (head->kind) {
    case MsgpackKind::Map:
    case MsgpackKind::Array:
        return enter(*head);
    case MsgpackKind::Extension:
        if (head->extension == flaxArrayType || head->extension == flaxScalarType)
            return takeArray(*head);
        return head->extension == flaxComplexType ? takeComplex(*head) : takeOther(*head);
    default:
        return takeOther(*head);
    }
}

bool FlaxParser::enter(const MsgpackHead& head)
{
    const bool isMap = head.kind == MsgpackKind::Map;
    field(isMap ? "map" : "array",
        [&] { return counted(head.number, isMap ? "entry" : "element", isMap ? "entries" : "elements"); });
    if (m_levels.size() == mostLevels)
        return refuse(
            {"too-deep", "is nested more than " + formatCount(mostLevels) + " levels deep", "StackError", head.begin});
    if (head.number == 0 && !m_levels.empty())
        addMetadata({isMap ? "{}" : "[]", MetadataValue::Kind::Json, isMap ? "MAP" : "ARRAY"}, head.begin);
    m_levels.push_back({.left = head.number, .index = 0, .nameSize = m_name.size(), .isMap = isMap});
    return true;
}

/// Returns whether one more tensor is within the limits. A few bytes may repeat the same long name over and over, or
/// describe a broken array.
bool FlaxParser::allowsTensor()
{
    constexpr std::size_t mostTensors = 1'000'000;
    if (m_content.tensors.size() == mostTensors) {
        m_content.findings.add({.severity = Severity::Warning,
            .code = "tensor-too-many",
            .message = "there are more than " + formatCount(mostTensors) + " tensors: the rest is not shown",
            .offset = m_reader.position()});
        return false;
    }
    constexpr std::uint64_t perByte = 16;
    constexpr std::uint64_t free = std::uint64_t{16} << 20;
    const std::uint64_t read = m_headerBytes + (m_reader.position() - m_headerBegin);
    m_nameBytes += m_name.size();
    if (m_nameBytes <= perByte * read + free)
        return true;
    m_content.findings.add({.severity = Severity::Warning,
        .code = "object-too-large",
        .message = "the names are longer than " + std::to_string(perByte) + " times the file's: the rest is not shown",
        .offset = m_reader.position()});
    return false;
}

bool FlaxParser::takeArray(const MsgpackHead& head)
{
    if (!allowsTensor())
        return false;
    field(head.extension == flaxScalarType ? "scalar" : "array",
        [&] { return "extension of " + counted(head.number, "byte"); });
    MsgpackFault problem;
    const auto array = readFlaxArray(m_reader, head, problem,
        [&](std::string_view label, const std::string& value) { field(label, [&] { return value; }); });
    if (m_reader.error())
        return false;
    m_reader.resume(head.payload().end);
    if (!array) {
        FlaxArray unknown;
        unknown.typeName = "unknown";
        addTensor(unknown).bytes = {head.payloadBegin(), head.payloadBegin()};
        refuseTensor(problem);
        field("unread", [] { return std::string(); });
        return true;
    }
    Tensor& tensor = addTensor(*array);
    tensor.bytes = array->data;
    if (check(*array, array->data.size(), tensor) && array->bigEndian) {
        m_content.storages.push_back(
            std::make_shared<const numpy::NpyOrderedStorage>(numpy::NpyOrder{.bigEndian = true}));
        tensor.storage = m_content.storages.back().get();
    }
    claim(array->data);
    return true;
}

Tensor& FlaxParser::addTensor(const FlaxArray& array)
{
    if (array.dtype == DType::Opaque)
        m_content.unknownDTypes.emplace(
            static_cast<std::uint32_t>(m_content.tensors.size()), std::string(opaqueName(array.typeName)));
    Tensor& tensor = m_content.tensors.emplace_back();
    tensor.name = m_content.arena.copy(m_name);
    tensor.shape = m_shapes.keep(array.shape, m_content.arena);
    tensor.dtype = array.dtype;
    return tensor;
}

bool FlaxParser::check(const FlaxArray& array, std::uint64_t bytes, const Tensor& tensor)
{
    const std::uint64_t offset = tensor.bytes.begin;
    if (array.isObject) {
        refuseTensor({"dtype-object", "holds Python objects, not numbers", "ValueError", offset});
        return false;
    }
    if (!array.elementBytes) {
        refuseTensor({"dtype-unknown", "has the unknown type " + quote(array.typeName) + ": shown as bytes",
            "TypeError", offset});
        return false;
    }
    const auto elements = elementCount(array.shape);
    const auto size = elements ? checkedMultiply(*elements, *array.elementBytes) : std::nullopt;
    if (!size) {
        refuseTensor({"shape-overflow", "has a shape whose size does not fit in 64 bits", "ValueError", offset});
        return false;
    }
    if (*size != bytes) {
        refuseTensor({"size-mismatch",
            "has " + counted(bytes, "byte") + ", expected " + formatCount(*size) + " of its type and shape",
            "ValueError", offset});
        return false;
    }
    if (array.dtype == DType::Opaque) {
        m_content.findings.add({.severity = Severity::Warning,
            .code = "dtype-unsupported",
            .message = "tensor " + quote(m_name) + " is " + array.typeName + ", an unsupported type: shown as bytes",
            .offset = offset,
            .tensor = m_name,
            .aboutTensor = true});
        return false;
    }
    return true;
}

bool FlaxParser::takeComplex(const MsgpackHead& head)
{
    const std::uint64_t end = m_reader.setEnd(head.payload().end);
    const auto pair = m_reader.next();
    double parts[2] = {0, 0};
    std::string_view error = !pair ? "ValueError" : pair->kind != MsgpackKind::Array ? "TypeError" : "";
    if (error.empty() && pair->number < 2)
        error = "IndexError";
    for (double& part : parts) {
        const auto number = error.empty() ? m_reader.next() : std::nullopt;
        if (!number)
            error = error.empty() ? "ValueError" : error;
        else if (const auto value = numberOf(*number))
            part = *value;
        else
            error = "TypeError";
    }
    m_reader.setEnd(end);
    if (m_reader.error())
        return false;
    if (!error.empty())
        refuse({"value-invalid", "is not a complex number, expected two floats", error, head.begin});
    else
        addMetadata({complexText(parts[0], parts[1]), MetadataValue::Kind::Text, "COMPLEX"}, head.begin);
    m_reader.resume(head.payload().end);
    field("value", [&] { return complexText(parts[0], parts[1]); });
    return true;
}

bool FlaxParser::takeOther(const MsgpackHead& head)
{
    using Kind = MetadataValue::Kind;
    m_reader.skipPayload(head);
    if (m_levels.empty() && head.kind != MsgpackKind::Extension && head.kind != MsgpackKind::Text) {
        m_content.findings.add({.severity = Severity::Warning,
            .code = "no-map",
            .message = "is a single value, expected a map of arrays",
            .offset = head.begin});
    }
    switch (head.kind) {
    case MsgpackKind::Text: {
        auto value = textAt(m_source, head.payload(), "STR");
        if (!value)
            return false;
        field("value", [&] { return value->shown(); });
        addMetadata(std::move(*value), head.begin);
        break;
    }
    case MsgpackKind::Bytes:
    case MsgpackKind::Extension: {
        const bool isExtension = head.kind == MsgpackKind::Extension;
        std::string text = counted(head.number, "byte")
            + (isExtension ? " of extension type " + std::to_string(head.extension) : std::string());
        field("value", [&] { return text; });
        addMetadata({std::move(text), Kind::Text, isExtension ? "EXT" : "BIN"}, head.begin);
        break;
    }
    default:
        addMetadata({wordOf(head), Kind::Json, typeOf(head.kind)}, head.begin);
        field("value", [&] { return wordOf(head); });
    }
    return true;
}

void FlaxParser::addMetadata(MetadataValue value, std::uint64_t offset)
{
    m_metadata.add(m_name, offset, m_content.findings, [&] { return std::move(value); });
}

void FlaxParser::claim(ByteRange data)
{
    if (data.empty())
        return;
    const ByteRange before{m_headerBegin, data.begin};
    if (m_content.header.empty())
        m_content.header = m_content.headerContent = before;
    else if (!before.empty())
        m_content.parts.push_back({before, RegionKind::Header});
    m_headerBytes += before.size();
    m_headerBegin = data.end;
    if (m_fields)
        m_fields->skipTo(data.end);
}

void FlaxParser::finish()
{
    const std::uint64_t end = m_reader.position();
    if (m_content.header.empty())
        m_content.header = m_content.headerContent = {0, end};
    else if (end > m_headerBegin)
        m_content.parts.push_back({{m_headerBegin, end}, RegionKind::Header});
    m_headerBytes += end - std::min(end, m_headerBegin);
    sortParts(m_content);
    m_work.expect(m_headerBytes);
    m_work.advance(m_headerBytes);
}

/// Reports the last value as a fault, and returns false.
bool FlaxParser::refuse(const MsgpackFault& fault)
{
    m_content.findings.add({.code = fault.code,
        .message = (m_name.empty() ? std::string("the file") : quote(m_name)) + ' ' + fault.message,
        .refusedAs = fault.refusedAs,
        .offset = fault.offset});
    return false;
}

void FlaxParser::refuseTensor(const MsgpackFault& fault)
{
    m_content.findings.add({.code = fault.code,
        .message = "tensor " + quote(m_name) + ' ' + fault.message,
        .refusedAs = fault.refusedAs,
        .offset = fault.offset,
        .tensor = m_name,
        .aboutTensor = true});
}

} // namespace loupe::flax
