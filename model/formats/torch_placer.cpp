#include "formats/torch_placer.h"

#include "core/checked_math.h"
#include "core/quote.h"
#include "core/text.h"
#include "formats/duplicate_names.h"
#include "formats/opaque_name.h"
#include "formats/tensor_order.h"
#include "formats/utf8_text.h"

#include <algorithm>

namespace loupe {

namespace {

/// torch's own errors.
constexpr std::string_view runtimeError = "RuntimeError";

std::uint64_t saturatingMultiply(std::uint64_t a, std::uint64_t b)
{
    return checkedMultiply(a, b).value_or(UINT64_MAX);
}

bool isContiguous(const TorchTensor& tensor)
{
    const auto axes = mergeAxes(tensor.shape, tensor.strides);
    return axes.empty() || (axes.size() == 1 && axes.front().stride == 1);
}

} // namespace

Tensor& TorchPlacer::add(std::string_view name, std::span<const std::uint64_t> shape, const TorchName& type)
{
    if (type.dtype == DType::Opaque)
        m_content.unknownDTypes.emplace(
            static_cast<std::uint32_t>(m_content.tensors.size()), std::string(opaqueName(type.typeName)));
    Tensor& tensor = m_content.tensors.emplace_back();
    tensor.name = m_content.arena.copy(name);
    tensor.shape = m_shapes.keep(shape, m_content.arena);
    tensor.dtype = type.dtype;
    return tensor;
}

void TorchPlacer::report(const Tensor& tensor, Severity severity, std::string_view code, std::string what,
    std::optional<std::uint64_t> offset)
{
    m_content.findings.add({.severity = severity,
        .code = code,
        .message = "tensor " + quote(tensor.name) + ' ' + std::move(what),
        .refusedAs = severity == Severity::Error ? runtimeError : std::string_view(),
        .offset = offset,
        .tensor = std::string(tensor.name),
        .aboutTensor = true});
}

void TorchPlacer::placeBroken(std::string_view name, const std::string& problem, std::uint64_t offset)
{
    constexpr TorchName unknown{TorchGlobal::Unknown, PickleTrust::Allowed, DType::Opaque, 1, "unknown"};
    const Tensor& tensor = add(name, {}, unknown);
    report(tensor, Severity::Error, "tensor-invalid", problem, offset);
}

TorchStored* TorchPlacer::find(const TorchStorageRef& ref)
{
    constexpr std::size_t longKey = 64;
    const auto lookUp = [&] {
        const auto stored = m_storages.find(ref.key);
        return stored == m_storages.end() ? nullptr : &stored->second;
    };
    if (ref.key.size() <= longKey)
        return lookUp();
    const auto [known, isNew] = m_longKeys.try_emplace(ref.keyText, nullptr);
    if (isNew)
        known->second = lookUp();
    return known->second;
}

void TorchPlacer::place(std::string_view name, const TorchTensor& tensor)
{
    constexpr std::size_t longestShown = 300;
    Tensor& target = add(name, tensor.shape, tensor.type);
    if (tensor.isLazy) {
        report(target, Severity::Warning, "lazy-view",
            "is a view that torch conjugates or negates when it loads it: its numbers are shown as they are stored");
    }
    TorchStored* const stored = find(tensor.storage);
    if (!stored) {
        report(target, m_missing, "storage-missing",
            "lies in storage " + quote(utf8Of(tensor.storage.key.substr(0, longestShown)))
                + ", which the file does not have");
    } else if (!stored->readable) {
        report(target, Severity::Error, "storage-unreadable", "lies in " + stored->place + ", which cannot be read",
            stored->bytes->range.begin);
    } else {
        if (stored->isCut)
            extend(*stored, tensor);
        checkSize(*stored, tensor);
        placeIn(*stored, tensor, target);
    }
}

void TorchPlacer::extend(TorchStored& stored, const TorchTensor& tensor)
{
    const std::uint64_t claimed = saturatingMultiply(tensor.storage.elements, tensor.storage.type.elementBytes);
    const std::uint64_t end = saturatingAdd(stored.bytes->range.begin, claimed);
    if (end <= stored.bytes->range.end)
        return;
    auto extended = std::make_shared<StoredBytes>(*stored.bytes);
    extended->range.end = end;
    extended->size = extended->range.size();
    stored.bytes = std::move(extended);
}

/// Once for each storage.
void TorchPlacer::checkSize(TorchStored& stored, const TorchTensor& tensor)
{
    const auto claimed = checkedMultiply(tensor.storage.elements, tensor.storage.type.elementBytes);
    if (stored.sizeToldWrong || (claimed && *claimed == stored.bytes->size))
        return;
    stored.sizeToldWrong = true;
    const bool isShort = !claimed || *claimed > stored.bytes->size;
    const bool isRefused = isShort || stored.sizeIsExact;
    m_content.findings.add({.severity = isRefused ? Severity::Error : Severity::Warning,
        .code = isShort ? "storage-short" : "storage-long",
        .message = stored.place + " has " + counted(stored.bytes->size, "byte") + ", its storage should have "
            + (claimed ? formatCount(*claimed) : "more than 2^64"),
        .refusedAs = isRefused ? runtimeError : std::string_view(),
        .offset = stored.bytes->range.begin});
}

void TorchPlacer::placeIn(TorchStored& stored, const TorchTensor& tensor, Tensor& target)
{
    const StoredBytes& bytes = *stored.bytes;
    const std::uint64_t fileEnd = m_fileSize;
    const auto extent = stridedExtent(tensor.shape, tensor.strides);
    const std::uint64_t size = tensor.type.elementBytes;
    const std::uint64_t first = saturatingMultiply(tensor.offset, size);
    const auto length = extent ? checkedMultiply(*extent, size) : std::nullopt;
    const bool deflated = bytes.packed != nullptr;
    target.bytes = {bytes.range.begin, bytes.range.begin};
    if (!elementCount(tensor.shape)) {
        report(target, Severity::Error, "shape-overflow", "has a shape whose size does not fit in 64 bits",
            bytes.range.begin);
        return;
    }
    if (extent && *extent == 0)
        return state(stored, bytes.size > 0);
    if (!length || first > bytes.size || *length > bytes.size - first) {
        report(target, Severity::Error, "tensor-past-storage",
            "reaches beyond the " + counted(bytes.size, "byte") + " of " + stored.place, bytes.range.begin);
        return;
    }
    // What lies behind the storage that the object claims, or behind the part of it that this is a view of, is not its.
    const std::uint64_t claimed = saturatingMultiply(tensor.storage.viewEnd, tensor.storage.type.elementBytes);
    if (first + *length > claimed) {
        report(target, Severity::Error, "tensor-past-storage",
            "reaches beyond the first " + counted(claimed, "byte") + " of " + stored.place
                + ", which are all that it should see of it",
            bytes.range.begin);
        return;
    }
    if (deflated) {
        target.bytes = bytes.range;
    } else {
        target.bytes = {bytes.range.begin + first, bytes.range.begin + first + *length};
        if (target.bytes.end > fileEnd) {
            report(target, Severity::Error, "data-missing",
                "ends at byte " + formatCount(target.bytes.end) + " of a file of " + formatCount(fileEnd) + " bytes",
                std::min(target.bytes.begin, fileEnd));
        }
    }
    const bool skipsNone = target.elements() >= *extent;
    state(stored, *length != bytes.size || !skipsNone);
    warnOfExpansion(target);
    const bool swapped = bytes.bigEndian && size > 1;
    if (target.dtype == DType::Opaque || (!deflated && !swapped && isContiguous(tensor)))
        return;
    m_content.storages.push_back(
        std::make_shared<const StridedStorage>(stored.bytes, first, mergeAxes(tensor.shape, tensor.strides)));
    target.storage = m_content.storages.back().get();
}

/// Of the tensor that was added last.
void TorchPlacer::state(const TorchStored& stored, bool isPart)
{
    m_statements.resize(m_content.tensors.size());
    m_statements.back() = {stored.digest, isPart};
}

/// A few bytes that stand for more values than a disk holds take for ever to look at.
void TorchPlacer::warnOfExpansion(const Tensor& tensor)
{
    constexpr std::uint64_t large = std::uint64_t{1} << 30;
    constexpr std::uint64_t much = 1000;
    const std::uint64_t bits = bitsPerElement(tensor.dtype);
    const std::uint64_t values = saturatingMultiply(tensor.elements(), bits) / 8;
    if (values > large && values / much > m_fileSize) {
        report(tensor, Severity::Warning, "tensor-expanded",
            "repeats " + formatBytes(tensor.bytes.size()) + " of the file: its values have " + formatBytes(values),
            tensor.bytes.begin);
    }
}

void TorchPlacer::finish()
{
    for (const DuplicateName& duplicate : duplicateNames(m_content.tensors)) {
        report(m_content.tensors[duplicate.later], Severity::Warning, "duplicate-name",
            "has the name of another one, once keys are joined by dots");
    }
    stateZipDigests(std::move(m_statements), sortTensors(m_content), m_content);
    addUnshown();
}

void TorchPlacer::addUnshown()
{
    std::vector<ByteRange> ranges;
    for (const auto& [key, stored] : m_storages)
        ranges.push_back(intersect(stored.bytes->range, {0, m_fileSize}));
    std::sort(ranges.begin(), ranges.end(), [](ByteRange a, ByteRange b) { return a.begin < b.begin; });
    auto tensor = m_content.tensors.begin();
    std::uint64_t position = 0;
    const auto addUntil = [&](std::uint64_t end) {
        if (end > position)
            m_content.parts.push_back({{position, end}, RegionKind::Content});
        position = std::max(position, end);
    };
    for (const ByteRange range : ranges) {
        position = std::max(position, range.begin);
        for (; tensor != m_content.tensors.end() && tensor->bytes.begin < range.end; ++tensor) {
            if (tensor->bytes.empty())
                continue;
            addUntil(std::min(tensor->bytes.begin, range.end));
            position = std::max(position, tensor->bytes.end);
        }
        addUntil(range.end);
    }
}

} // namespace loupe
