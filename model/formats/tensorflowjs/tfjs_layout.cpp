#include "formats/tensorflowjs/tfjs_layout.h"

#include "core/checked_math.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "formats/shared/duplicate_names.h"
#include "formats/shared/tensor_order.h"
#include "formats/tensorflowjs/tfjs_values.h"

#include <algorithm>
#include <cstring>

namespace loupe::tensorflowjs {

/// An element type of values, or of the numbers that stand for them.
struct TfjsLayout::Type {
    std::string_view name;
    DType dtype = DType::Opaque;
    bool isValue = true; ///< weights can have this type, not only the numbers that stand for their values
};

namespace {

constexpr std::string_view stringType = "string";

} // namespace

const TfjsLayout::Type* TfjsLayout::typeNamed(std::string_view name)
{
    static constexpr std::array<Type, 7> types{
        {{"float32", DType::F32}, {"int32", DType::I32}, {"bool", DType::BOOL}, {"complex64", DType::C64},
            {"float16", DType::F16, false}, {"uint8", DType::U8, false}, {"uint16", DType::U16, false}}};
    const auto found = std::ranges::find(types, name, &Type::name);
    return found == types.end() ? nullptr : &*found;
}

/// The type of the elements in the file; null if their size is unknown.
const TfjsLayout::Type* TfjsLayout::storedType(const TfjsWeight& weight)
{
    return typeNamed(weight.quantization ? weight.quantization->dtype : weight.dtype);
}

/// Nothing if it does not fit in 64 bits, or is unknown.
std::optional<std::uint64_t> TfjsLayout::bytesNeeded(const TfjsWeight& weight)
{
    const Type* const type = storedType(weight);
    const auto count = type && !weight.hasInvalidShape ? elementCount(weight.shape) : std::nullopt;
    return count ? checkedMultiply(*count, bitsPerElement(type->dtype) / 8) : std::nullopt;
}

std::optional<std::uint64_t> TfjsLayout::bytesNeeded(const TfjsGroup& group)
{
    std::optional<std::uint64_t> sum = 0;
    for (const TfjsWeight& weight : group.weights) {
        const auto needed = bytesNeeded(weight);
        sum = sum && needed ? checkedAdd(*sum, *needed) : std::nullopt;
    }
    return sum;
}

void TfjsLayout::place(const TfjsGroup& group)
{
    Position position{.shards = m_shards.of(group, bytesNeeded(group))};
    for (const TfjsWeight& weight : group.weights)
        placeWeight(weight, position);
    checkTrailing(group, position);
}

void TfjsLayout::placeWeight(const TfjsWeight& weight, Position& position)
{
    if (weight.dtype == stringType && !weight.quantization)
        return walkStrings(weight, position);
    const Type* const stored = storedType(weight);
    const auto needed = bytesNeeded(weight);
    const auto index = static_cast<std::uint32_t>(m_content.tensors.size());
    Tensor& tensor = m_content.tensors.emplace_back();
    tensor.name = m_content.arena.copy(weight.name);
    if (!weight.hasInvalidShape)
        tensor.shape = m_shapes.keep(weight.shape, m_content.arena);
    const std::string& spelled = weight.quantization ? weight.quantization->dtype : weight.dtype;
    if (stored)
        tensor.dtype = stored->dtype;
    else
        m_content.unknownDTypes.emplace(index, spelled.empty() ? "unknown" : spelled);
    if (weight.hasInvalidShape)
        report(weight, Severity::Error, "tensor-invalid", "has no shape of non-negative integers", true);
    else if (!stored)
        report(weight, Severity::Error, "dtype-unknown",
            "has data type " + quote(spelled) + ", which this program does not know: where it ends is unknown, too",
            true);
    else if (!needed)
        report(weight, Severity::Error, "shape-overflow", "has a shape whose size does not fit in 64 bits", true);
    else if (!weight.quantization && !stored->isValue)
        report(weight, Severity::Warning, "dtype-unusual",
            "has data type " + quote(spelled) + ", which is for the numbers of quantized weights", true);
    if (!needed || !position.isKnown || position.shards.empty()) {
        if (needed && *needed > 0)
            report(weight, Severity::Error, "place-unknown",
                position.shards.empty() ? "is in no file that is named" : "comes after a weight whose end is unknown",
                true);
        position.isKnown = position.isKnown && needed;
        return;
    }
    placeBytes(weight, tensor, *needed, position);
    if (weight.quantization)
        setValues(weight, tensor, *stored);
}

/// Sets the tensor's bytes. If a file ends too early, its last weights are beyond its end.
void TfjsLayout::placeBytes(const TfjsWeight& weight, Tensor& tensor, std::uint64_t needed, Position& position)
{
    const std::uint64_t begin = position.next;
    const auto end = checkedAdd(begin, needed);
    if (!end) {
        position.isKnown = false;
        return report(weight, Severity::Error, "shape-overflow", "ends beyond 64 bits", true);
    }
    position.next = *end;
    const auto found = std::ranges::upper_bound(position.shards, begin, {}, &TfjsShard::end);
    const auto shard = found == position.shards.end() ? std::prev(found) : found;
    const std::uint64_t shardBegin = shard == position.shards.begin() ? 0 : std::prev(shard)->end;
    tensor.file = shard->companion + 1;
    tensor.bytes = {begin - shardBegin, *end - shardBegin};
    if (*end <= shard->end || *end > position.shards.back().end)
        return;
    auto pieces = m_shards.pieces(position.shards, begin, *end);
    if (!pieces || pieces->empty())
        return; // a file is missing, or has become shorter
    pieces->front().source = nullptr;
    tensor.bytes = pieces->front().range;
    const auto index = static_cast<std::uint32_t>(m_content.tensors.size() - 1);
    std::uint64_t at = begin;
    for (auto next = shard; next != position.shards.end() && at < *end; ++next) {
        const std::uint64_t size = std::min(*end, next->end) - at;
        if (next != shard && size > 0)
            m_laterPieces.push_back({next->companion + 1, {0, size}, index});
        at += size;
    }
    tensor.storage = keep(std::make_shared<const SpanningStorage>(std::move(*pieces)));
}

void TfjsLayout::setValues(const TfjsWeight& weight, Tensor& tensor, const Type& stored)
{
    const TfjsQuantization& quantization = *weight.quantization;
    const auto refuse = [&](std::string_view code, const std::string& what) {
        report(weight, Severity::Error, code, what + ": its numbers are shown as they are stored", true);
    };
    if (stored.dtype == DType::F16) {
        if (weight.dtype != "float32")
            refuse("dtype-quantization", "is float16 for " + quote(weight.dtype) + ", expected float32");
        return;
    }
    if (stored.dtype != DType::U8 && stored.dtype != DType::U16)
        return refuse("dtype-quantization", "is quantized to " + quote(quantization.dtype));
    const bool isWhole = weight.dtype == "int32";
    if (!isWhole && weight.dtype != "float32")
        return refuse("dtype-quantization", "is quantized, but its values are " + quote(weight.dtype));
    if (!quantization.scale || !quantization.min)
        return refuse("scale-missing", quantization.scale ? "has no min" : "has no scale");
    if (*quantization.scale == 0)
        report(weight, Severity::Warning, "scale-zero", "has scale 0: all of its values are the same", false);
    else if (*quantization.scale < 0)
        report(weight, Severity::Warning, "scale-negative",
            "has a negative scale, which one made from a range of values cannot be", false);
    tensor.storage = keep(std::make_shared<const MinScaleStorage>(
        stored.name, StoredNumbers{tensor.storage, stored.dtype}, *quantization.scale, *quantization.min));
    tensor.dtype = isWhole ? DType::I32 : DType::F32;
}

/// Finds the end of a weight's strings. Each is preceded by its length, so this must walk over them.
void TfjsLayout::walkStrings(const TfjsWeight& weight, Position& position)
{
    const auto count = weight.hasInvalidShape ? std::nullopt : elementCount(weight.shape);
    report(weight, Severity::Note, "string-tensor",
        "has " + (count ? counted(*count, "string") : "strings") + ", which are no numbers: not listed", false);
    position.isKnown = position.isKnown && count && *count <= m_stringsLeft && !position.shards.empty();
    for (std::uint64_t i = 0; position.isKnown && i < *count; ++i) {
        --m_stringsLeft;
        const auto pieces = m_shards.pieces(position.shards, position.next, position.next + sizeof(std::uint32_t));
        std::uint32_t length = 0;
        auto target = std::as_writable_bytes(std::span(&length, 1));
        for (const SourcePiece& piece : pieces.value_or(std::vector<SourcePiece>())) {
            if (!piece.source->read(piece.range.begin, target.first(piece.range.size())))
                break;
            target = target.subspan(piece.range.size());
        }
        position.isKnown = target.empty();
        position.next = saturatingAdd(position.next, sizeof length + std::uint64_t{length});
    }
}

void TfjsLayout::checkTrailing(const TfjsGroup& group, const Position& position)
{
    const std::uint64_t end = position.shards.empty() ? 0 : position.shards.back().end;
    if (!position.isKnown || end <= position.next || m_content.findings.hasErrors())
        return; // after an error, weights may be missing here
    m_content.findings.add({.severity = Severity::Warning,
        .code = "data-trailing",
        .message = "the files of the group have " + counted(end - position.next, "byte") + " after its last weight",
        .offset = group.position});
}

void TfjsLayout::finish()
{
    reportDuplicateNames(m_content.tensors, "has the name of another one", m_content.findings);
    sortTensorsWithPieces(m_content, m_laterPieces);
}

const Storage* TfjsLayout::keep(std::shared_ptr<const Storage> storage)
{
    m_content.storages.push_back(std::move(storage));
    return m_content.storages.back().get();
}

void TfjsLayout::report(
    const TfjsWeight& weight, Severity severity, std::string_view code, std::string what, bool isRefused)
{
    m_content.findings.add({.severity = severity,
        .code = code,
        .message = "tensor " + quote(weight.name) + ' ' + std::move(what),
        .refusedAs = isRefused ? refusal : std::string_view(),
        .offset = weight.place.begin,
        .tensor = weight.name,
        .aboutTensor = true});
}

} // namespace loupe::tensorflowjs
