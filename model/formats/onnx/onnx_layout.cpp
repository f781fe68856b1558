#include "formats/onnx/onnx_layout.h"

#include "core/checked_math.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "formats/onnx/onnx_values.h"
#include "formats/shards/shard_name.h"
#include "formats/shared/confined_path.h"
#include "formats/shared/duplicate_names.h"
#include "formats/shared/opaque_name.h"
#include "formats/shared/tensor_order.h"
#include "formats/storages/zeros_storage.h"

#include <algorithm>
#include <charconv>

namespace loupe::onnx {

namespace {

/// Several times more than any model has. A limit is needed since a few bytes of the file are enough for a tensor.
constexpr std::size_t mostTensors = 4'000'000;

/// Nothing if the text is not a non-negative integer.
std::optional<std::uint64_t> wholeNumber(std::string_view text)
{
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

/// Nothing if it does not fit in 64 bits.
std::optional<std::uint64_t> bytesNeeded(const OnnxTensor& tensor, const OnnxType& type)
{
    const auto count = elementCount(tensor.shape);
    const auto bits = count ? checkedMultiply(*count, type.bits) : std::nullopt;
    return bits ? std::optional(*bits / 8 + (*bits % 8 != 0)) : std::nullopt;
}

} // namespace

Tensor& OnnxLayout::add(std::string_view name, const OnnxTensor& described, DType dtype, std::string_view typeName)
{
    if (dtype == DType::Opaque)
        m_content.unknownDTypes.emplace(
            static_cast<std::uint32_t>(m_content.tensors.size()), std::string(opaqueName(typeName)));
    Tensor& tensor = m_content.tensors.emplace_back();
    tensor.name = m_content.arena.copy(name);
    tensor.bytes = {described.range.begin, described.range.begin};
    tensor.dtype = dtype;
    if (!described.problem)
        tensor.shape = m_shapes.keep(described.shape, m_content.arena);
    return tensor;
}

void OnnxLayout::report(
    std::string_view name, const OnnxTensor& described, Severity severity, std::string_view code, std::string what)
{
    m_content.findings.add({.severity = severity,
        .code = code,
        .message = "tensor " + quote(name) + ' ' + std::move(what),
        .refusedAs = severity == Severity::Error ? onnxInvalid : std::string_view(),
        .offset = described.range.begin,
        .tensor = std::string(name),
        .aboutTensor = true});
}

void OnnxLayout::place(std::string_view name, const OnnxTensor& described)
{
    const OnnxType* const type = onnxType(described.type);
    if (m_content.tensors.size() == mostTensors) {
        report(name, described, Severity::Error, "tensor-too-many",
            "comes after " + formatCount(mostTensors) + " others, expected no more: not listed");
        return;
    }
    if (described.type == 0) {
        report(name, described, Severity::Error, "tensor-invalid", "has no data type: not listed");
        return;
    }
    if (described.type == onnxString) {
        report(name, described, Severity::Note, "string-tensor",
            "has " + counted(described.strings, "string") + ", not numbers: not listed");
        return;
    }
    const std::string unknown = "type " + std::to_string(described.type);
    Tensor& tensor = add(name, described, type ? type->dtype : DType::Opaque, type ? type->name : unknown);
    if (described.isSegment)
        report(name, described, Severity::Warning, "tensor-segment", "is one segment of a larger tensor");
    if (!type) {
        report(name, described, Severity::Warning, "dtype-unknown",
            "has data type " + std::to_string(described.type) + ", which is unknown");
        if (described.raw)
            tensor.bytes = *described.raw;
        return;
    }
    if (described.problem) {
        report(name, described, Severity::Error, "tensor-invalid", *described.problem);
        return;
    }
    const auto bytes = bytesNeeded(described, *type);
    if (!bytes) {
        report(name, described, Severity::Error, "shape-overflow", "has a shape whose size does not fit in 64 bits");
        return;
    }
    placeBytes({tensor, described, *type, *bytes});
}

void OnnxLayout::placeBytes(const Wanted& wanted)
{
    const OnnxTensor& described = wanted.described;
    if (described.isExternal)
        return placeExternal(wanted);
    if (described.attributeField != 0)
        return placeAttribute(wanted);
    if (described.valueFields() > 1)
        refuse(wanted, "values-ambiguous", "has values in more than one field of its message, expected one");
    if (described.raw) {
        wanted.tensor.bytes = *described.raw;
        checkSize(wanted, described.raw->size(), described.raw->size(), "byte");
        if (described.raw->end > m_fileSize) {
            refuse(wanted, "data-missing",
                "ends at byte " + formatCount(described.raw->end) + " of a file of " + formatCount(m_fileSize)
                    + " bytes");
        }
        return;
    }
    const auto numbers = std::ranges::find(described.numbers, wanted.type.field, &OnnxNumbers::field);
    if (numbers != described.numbers.end())
        return placeNumbers(wanted, *numbers);
    if (described.valueFields() > 0)
        refuse(wanted, "values-field",
            "is " + std::string(wanted.type.name) + ", but its values are in a field for another type");
    else if (wanted.bytes > 0)
        refuse(wanted, "data-missing", "has no values, but its shape and type need " + counted(wanted.bytes, "byte"));
}

/// The number of varints in a run is unknown until the run is read, so this checks only whether it is possible.
void OnnxLayout::placeNumbers(const Wanted& wanted, const OnnxNumbers& numbers)
{
    constexpr std::uint64_t longestVarint = 10;
    const std::uint64_t needed = wanted.bytes / wanted.type.unitBytes;
    const unsigned fixed = onnxFixedBytes(wanted.type.field);
    if (fixed > 0) {
        const std::uint64_t given = numbers.packedBytes / fixed + numbers.single;
        if (numbers.packedBytes % fixed != 0) {
            refuse(wanted, "size-mismatch",
                "has a run of " + counted(numbers.packedBytes, "byte") + ", expected a multiple of "
                    + std::to_string(fixed));
        } else {
            checkSize(wanted, given * fixed, given * fixed, "byte");
        }
    } else {
        const std::uint64_t least = numbers.packedBytes / longestVarint + (numbers.packedBytes % longestVarint != 0);
        if (least + numbers.single > needed || numbers.packedBytes + numbers.single < needed)
            checkSize(wanted, least + numbers.single, numbers.packedBytes + numbers.single, "number");
    }
    wanted.tensor.bytes = numbers.range;
    const bool isPlain = fixed > 0 && numbers.runs == 1 && (numbers.single == 0 || numbers.last.size() == fixed);
    if (isPlain || wanted.bytes == 0)
        wanted.tensor.bytes = isPlain ? numbers.last : ByteRange{numbers.range.begin, numbers.range.begin};
    if (isPlain || wanted.tensor.dtype == DType::Opaque || wanted.bytes == 0)
        return;
    const Storage*& storage = m_numbers[wanted.described.attributeField];
    if (!storage) {
        m_content.storages.push_back(std::make_shared<const OnnxStorage>(wanted.described.attributeField));
        storage = m_content.storages.back().get();
    }
    wanted.tensor.storage = storage;
}

/// A missing number counts as 0.
void OnnxLayout::placeAttribute(const Wanted& wanted)
{
    const auto& numbers = wanted.described.numbers;
    if (!numbers.empty())
        return placeNumbers(wanted, numbers.front());
    if (wanted.bytes == 0)
        return refuse(wanted, "data-missing", "is an empty list, expected one that has values");
    if (!m_zeros) {
        m_content.storages.push_back(std::make_shared<const ZerosStorage>());
        m_zeros = m_content.storages.back().get();
    }
    wanted.tensor.storage = m_zeros;
}

void OnnxLayout::placeExternal(const Wanted& wanted)
{
    const OnnxExternal& external = wanted.described.external;
    const auto path = confinedPath(external.location);
    const auto offset = external.offset ? wholeNumber(*external.offset) : 0;
    const auto length = external.length ? wholeNumber(*external.length) : wanted.bytes;
    if (!path) {
        return refuse(wanted, "companion-unsafe-path",
            "is stored in " + quote(external.location)
                + ", expected a path into the folder of this file: not followed");
    }
    if (!offset || !length) {
        return refuse(wanted, "external-invalid",
            "is stored in another file at " + quote(offset ? *external.length : *external.offset)
                + ", expected an integer");
    }
    const auto file = companionAt(*path, external.checksum);
    if (!file) {
        return refuse(wanted, "companion-too-many",
            "is stored in " + quote(*path) + ", after " + formatCount(mostShards)
                + " other files, expected no more: not followed");
    }
    checkSize(wanted, *length, *length, "byte");
    wanted.tensor.file = *file + 1;
    wanted.tensor.bytes = {*offset, saturatingAdd(*offset, *length)};
}

/// The index of the companion at `path`; adds a new one.
std::optional<std::uint32_t> OnnxLayout::companionAt(const std::string& path, const std::string& checksum)
{
    const auto number = static_cast<std::uint32_t>(m_content.companions.size());
    const auto known = m_companions.find(path);
    if (known == m_companions.end()) {
        if (number == mostShards)
            return std::nullopt;
        m_companions.emplace(path, number);
        m_content.companions.push_back({.path = path, .refusedAs = onnxInvalid});
        m_checksums.emplace_back(checksum);
        return number;
    }
    if (m_checksums[known->second].empty())
        m_checksums[known->second] = checksum;
    return known->second;
}

/// `least` and `most` limit the possible size of the existing values, in `unit`s.
void OnnxLayout::checkSize(const Wanted& wanted, std::uint64_t least, std::uint64_t most, std::string_view unit)
{
    const std::uint64_t needed = unit == "byte" ? wanted.bytes : wanted.bytes / wanted.type.unitBytes;
    if (least <= needed && needed <= most)
        return;
    const std::string given = least == most ? counted(least, unit) : formatCount(least) + " to " + counted(most, unit);
    refuse(wanted, "size-mismatch", "has " + given + ", but its shape and type need " + formatCount(needed));
}

void OnnxLayout::finish()
{
    reportDuplicateNames(m_content.tensors, "has a duplicate name", m_content.findings);
    sortTensors(m_content);
    addHeaders();
}

void OnnxLayout::addHeaders()
{
    std::uint64_t position = 0;
    const auto addUntil = [&](std::uint64_t end) {
        if (end > position)
            m_content.parts.push_back({{position, end}, RegionKind::Header});
    };
    for (const Tensor& tensor : m_content.tensors) {
        if (tensor.file != 0)
            break;
        if (tensor.bytes.empty())
            continue;
        addUntil(std::min(tensor.bytes.begin, m_fileSize));
        position = std::max(position, tensor.bytes.end);
    }
    addUntil(m_fileSize);
}

} // namespace loupe::onnx
