#include "formats/tflite/tflite_layout.h"

#include "core/checked_math.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "formats/shards/shard_name.h"
#include "formats/shared/confined_path.h"
#include "formats/shared/duplicate_names.h"
#include "formats/shared/opaque_name.h"
#include "formats/shared/tensor_order.h"
#include "formats/storages/sub_byte_storage.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace loupe::tflite {

namespace {

/// Numbers that are kept in memory, for tensors of which the file has only codes.
class KeptNumbers : public Storage {
public:
    explicit KeptNumbers(std::vector<std::byte> bytes)
        : m_bytes(std::move(bytes))
    {
    }
    Result<> decode(const Tensor& tensor, const Source&, std::uint64_t first, std::uint64_t count,
        std::span<std::byte> target) const override
    {
        const std::size_t size = bitsPerElement(tensor.dtype) / 8;
        std::ranges::copy(std::span(m_bytes).subspan(first * size, count * size), target.begin());
        return {};
    }

private:
    std::vector<std::byte> m_bytes;
};

/// Nothing if it does not fit in 64 bits.
std::optional<std::uint64_t> bytesNeeded(std::span<const std::uint64_t> shape, unsigned bits)
{
    const auto count = elementCount(shape);
    const auto all = count ? checkedMultiply(*count, bits) : std::nullopt;
    return all ? std::optional(*all / 8 + (*all % 8 != 0)) : std::nullopt;
}

std::string_view detailsText(DetailsKind kind)
{
    switch (kind) {
    case DetailsKind::Custom:
        return "custom quantization";
    case DetailsKind::Blockwise:
        return "blockwise quantization";
    case DetailsKind::MultiAxis:
        return "quantization along several axes";
    default:
        return "an unknown kind of quantization";
    }
}

} // namespace

void TfliteLayout::place(const TfliteTensor& described)
{
    const TfliteType* const type = tfliteType(described.type);
    if (described.type == stringType) {
        report(described, Severity::Note, "string-tensor", "has strings, which are no numbers: not listed", false);
        return;
    }
    const std::string unknown = "type " + std::to_string(described.type);
    const std::string_view spelled = type ? type->name : std::string_view(unknown);
    const bool isOpaque = !type || type->dtype == DType::Opaque || described.isSparse;
    const auto needed = type && !described.isSparse ? bytesNeeded(described.shape, type->bits) : 0;
    const bool fits = needed.has_value();
    if (isOpaque) {
        std::string name(opaqueName(spelled));
        if (described.isSparse)
            name += " sparse";
        m_content.unknownDTypes.emplace(static_cast<std::uint32_t>(m_content.tensors.size()), std::move(name));
    }
    Tensor& tensor = m_content.tensors.emplace_back();
    tensor.name = m_content.arena.copy(described.name);
    tensor.dtype = isOpaque ? DType::Opaque : type->dtype;
    tensor.bytes = described.data;
    if (!described.hasInvalidShape)
        tensor.shape = m_shapes.keep(described.shape, m_content.arena);
    if (!type)
        report(described, Severity::Warning, "dtype-unknown",
            "has data type " + std::to_string(described.type) + ", which this program does not know", true);
    if (described.hasInvalidShape)
        report(described, Severity::Error, "tensor-invalid",
            "has a negative dimension, or too many, expected a shape with values", true);
    else if (!fits)
        report(described, Severity::Error, "shape-overflow", "has a shape whose size does not fit in 64 bits", true);
    if (described.isSparse)
        report(described, Severity::Warning, "quantization-not-decoded",
            "is sparse: its bytes are shown, but not its values", false);
    if (described.external)
        placeExternal(tensor, described, needed.value_or(0));
    if (described.hasInvalidShape || !fits || !type || described.isSparse || type->bits == 0)
        return;
    placeBytes(tensor, described, *needed);
    if (tensor.bytes.size() == *needed && !isOpaque) {
        setValues(tensor, described, *type);
    } else if (type->bits < 8) { // the bytes do not hold plain numbers of its dtype
        tensor.dtype = DType::Opaque;
        m_content.unknownDTypes.emplace(static_cast<std::uint32_t>(m_content.tensors.size() - 1), type->name);
    }
}

/// Sets the tensor's bytes. A buffer may be larger than its tensor, as readers allow, but not smaller.
void TfliteLayout::placeBytes(Tensor& tensor, const TfliteTensor& described, std::uint64_t needed)
{
    const std::uint64_t given = tensor.bytes.size();
    if (given == needed)
        return;
    const std::string sizes = "has " + counted(given, "byte") + ", but its shape and type need " + formatCount(needed);
    if (given < needed)
        return report(described, Severity::Error, "size-mismatch", sizes, true);
    report(described, Severity::Warning, "size-mismatch", sizes, false);
    tensor.bytes.end = tensor.bytes.begin + needed;
}

void TfliteLayout::placeExternal(Tensor& tensor, const TfliteTensor& described, std::uint64_t needed)
{
    const TfliteExternal& external = *described.external;
    const auto path = confinedPath(external.path);
    if (!path) {
        return report(described, Severity::Error, "companion-unsafe-path",
            "is stored in " + quote(external.path) + ", expected a path into the folder of this file: not followed",
            false);
    }
    const auto file = companionAt(*path);
    if (!file) {
        return report(described, Severity::Error, "companion-too-many",
            "is stored in " + quote(*path) + ", after " + formatCount(mostShards)
                + " other files, expected no more: not followed",
            false);
    }
    tensor.file = *file + 1;
    tensor.bytes = {external.offset, saturatingAdd(external.offset, external.length)};
    if (!external.packing.empty() && external.packing != "unpacked" && external.length != needed)
        report(described, Severity::Warning, "layout-unsupported",
            "is packed as " + quote(external.packing) + ", which this program does not know", false);
}

/// The index of the companion at `path`; adds a new one.
std::optional<std::uint32_t> TfliteLayout::companionAt(const std::string& path)
{
    const auto number = static_cast<std::uint32_t>(m_content.companions.size());
    const auto known = m_companions.find(path);
    if (known != m_companions.end())
        return known->second;
    if (number == mostShards)
        return std::nullopt;
    m_companions.emplace(path, number);
    m_content.companions.push_back({.path = path});
    return number;
}

/// Requires that all bytes exist.
void TfliteLayout::setValues(Tensor& tensor, const TfliteTensor& described, const TfliteType& type)
{
    const Storage* const numbers = type.bits < 8 ? unpackedNumbers(type) : nullptr;
    tensor.storage = numbers;
    const auto& quantization = described.quantization;
    if (!quantization || !AffineStorage::canScale(type.dtype))
        return;
    if (quantization->details != DetailsKind::None) {
        return report(described, Severity::Warning, "quantization-not-decoded",
            "has " + std::string(detailsText(quantization->details)) + ": its numbers are shown as they are stored",
            false);
    }
    if (quantization->scales.count == 0)
        return;
    auto scales = scalesOf(described, *quantization);
    if (!scales)
        return;
    const bool isPerAxis = std::holds_alternative<ChannelScales>(*scales);
    tensor.storage = keep(std::make_shared<const AffineStorage>(
        isPerAxis ? type.perAxisName : type.name, StoredNumbers{numbers, type.dtype}, *scales));
    tensor.dtype = DType::F32;
}

/// If the scales do not fit the tensor, returns nothing and adds a finding.
std::optional<std::variant<TensorScale, ChannelScales>> TfliteLayout::scalesOf(
    const TfliteTensor& described, const TfliteQuantization& quantization)
{
    const FlatVector scales = quantization.scales;
    const FlatVector zeroPoints = quantization.zeroPoints;
    const auto refuse = [&](std::string_view code, std::string what) {
        report(described, Severity::Error, code, std::move(what) + ": its numbers are shown as they are stored", true,
            scales.begin);
    };
    if (zeroPoints.count != scales.count) {
        refuse(zeroPoints.count == 0 ? "zero-point-missing" : "zero-point-shape",
            "has " + counted(scales.count, "scale") + " and " + counted(zeroPoints.count, "zero point")
                + ", expected as many of both");
        return std::nullopt;
    }
    const std::size_t rank = described.shape.size();
    const bool hasAxis = quantization.axis >= 0 && (rank == 0 || static_cast<std::size_t>(quantization.axis) < rank);
    if (scales.count == 1) {
        if (!hasAxis)
            report(described, Severity::Warning, "scale-shape",
                "names axis " + std::to_string(quantization.axis) + " as the one of its scale, but has "
                    + counted(rank, "axis", "axes"),
                true, scales.begin);
        checkScales(described, scales);
        const auto scale = m_buffer.number<float>(scales.begin);
        const auto zeroPoint = m_buffer.number<std::int64_t>(zeroPoints.begin);
        if (!scale || !zeroPoint)
            return std::nullopt;
        if (*zeroPoint < INT32_MIN || *zeroPoint > INT32_MAX) {
            refuse("zero-point-range", "has the zero point " + std::to_string(*zeroPoint) + ", expected 32 bits");
            return std::nullopt;
        }
        return TensorScale{*scale, static_cast<std::int32_t>(*zeroPoint)};
    }
    const auto axis = static_cast<std::size_t>(quantization.axis);
    if (rank == 0 || !hasAxis || described.shape[axis] != scales.count) {
        refuse("scale-shape",
            "has " + counted(scales.count, "scale") + " for axis " + std::to_string(quantization.axis)
                + " of its shape " + formatShape(described.shape) + ", expected one for each index of the axis");
        return std::nullopt;
    }
    checkScales(described, scales);
    ChannelScales channels;
    channels.scales.bytes = {scales.begin, scales.begin + scales.count * sizeof(float)};
    channels.scales.dtype = DType::F32;
    channels.zeroPoints.bytes = {zeroPoints.begin, zeroPoints.begin + zeroPoints.count * sizeof(std::int64_t)};
    channels.zeroPoints.dtype = DType::I64;
    channels.channels = scales.count;
    channels.difference = ChannelScales::Difference::Exact;
    for (std::size_t i = axis + 1; i < rank; ++i)
        channels.elementsEach *= described.shape[i]; // fits, since the total fits, or there are no elements
    if (described.external) {
        if (scales.count > m_scalesLeft) {
            refuse("scale-shape", "shares its scales with too many other tensors");
            return std::nullopt;
        }
        m_scalesLeft -= scales.count;
        for (Tensor* const numbers : {&channels.scales, &channels.zeroPoints}) {
            std::vector<std::byte> bytes(numbers->bytes.size());
            if (!m_buffer.copy(numbers->bytes.begin, bytes))
                return std::nullopt;
            numbers->storage = keep(std::make_shared<const KeptNumbers>(std::move(bytes)));
        }
    }
    return channels;
}

void TfliteLayout::checkScales(const TfliteTensor& described, FlatVector scales)
{
    struct Fault {
        std::string_view code;
        std::string_view what;
        Severity severity = Severity::Warning;
        std::uint64_t count = 0;
        std::uint64_t first = 0;
    };
    if (scales.count > m_scalesLeft)
        return;
    m_scalesLeft -= scales.count;
    std::array<Fault, 4> faults{{{"scale-nan", "NaN: all values with such a scale are NaN", Severity::Error},
        {"scale-inf", "infinite: all values with such a scale are infinite or NaN", Severity::Error},
        {"scale-zero", "0: all values with such a scale are 0"},
        {"scale-negative", "negative, which a scale made from a range of values cannot be"}}};
    for (std::uint32_t i = 0; i < scales.count; ++i) {
        const float scale = m_buffer.number<float>(scales.begin + i * sizeof(float)).value_or(1);
        Fault* const fault = std::isnan(scale) ? &faults[0]
            : std::isinf(scale)                ? &faults[1]
            : scale == 0                       ? &faults[2]
            : scale < 0                        ? &faults[3]
                                               : nullptr;
        if (fault && fault->count++ == 0)
            fault->first = i;
    }
    for (const Fault& fault : faults) {
        if (fault.count == 0)
            continue;
        std::string what = "has a scale that is ";
        if (scales.count > 1) {
            what = "has " + counted(scales.count, "scale") + ", of which " + formatCount(fault.count)
                + " (the first at index " + formatCount(fault.first) + (fault.count == 1 ? ") is " : ") are ");
        }
        report(described, fault.severity, fault.code, what + std::string(fault.what), false,
            scales.begin + fault.first * sizeof(float));
    }
}

const Storage* TfliteLayout::unpackedNumbers(const TfliteType& type)
{
    const Storage*& storage = m_unpacked[static_cast<std::size_t>(&type - tfliteType(0))];
    if (!storage)
        storage = keep(std::make_shared<const SubByteStorage>(type.name, nullptr, type.bits, type.isSigned));
    return storage;
}

template <typename Made>
const Storage* TfliteLayout::keep(std::shared_ptr<const Made> storage)
{
    m_content.storages.push_back(std::move(storage));
    return m_content.storages.back().get();
}

void TfliteLayout::report(const TfliteTensor& described, Severity severity, std::string_view code, std::string what,
    bool isRefused, std::optional<std::uint64_t> offset)
{
    m_content.findings.add({.severity = severity,
        .code = code,
        .message = "tensor " + quote(described.name) + ' ' + std::move(what),
        .refusedAs = isRefused ? refusal : std::string_view(),
        .offset = offset.value_or(described.position),
        .tensor = described.name,
        .aboutTensor = true});
}

void TfliteLayout::finish()
{
    reportDuplicateNames(m_content.tensors, "has the name of another one", m_content.findings);
    sortTensors(m_content);
    std::uint64_t own = 0;
    for (const Tensor& tensor : m_content.tensors) {
        own += tensor.file == 0 ? 1 : 0;
        if (tensor.file == 0 && tensor.bytes.end > m_buffer.size())
            m_truncation.add(tensor);
    }
    if (!m_truncation.empty())
        m_content.findings.add(m_truncation.finding("data-missing", refusal, own));
}

} // namespace loupe::tflite
