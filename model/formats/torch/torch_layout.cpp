#include "formats/torch/torch_layout.h"

#include "core/checked_math.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "formats/shared/duplicate_names.h"
#include "formats/shared/given_numbers.h"
#include "formats/shared/opaque_name.h"
#include "formats/shared/tensor_order.h"
#include "formats/shared/utf8_text.h"
#include "formats/storages/sign_storage.h"
#include "formats/storages/sub_byte_storage.h"

#include <algorithm>
#include <array>

namespace loupe::torch {

namespace {

/// The exceptions that torch raises.
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

Tensor& TorchLayout::add(std::string_view name, std::span<const std::uint64_t> shape, const TorchName& type)
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

void TorchLayout::report(const Tensor& tensor, Severity severity, std::string_view code, std::string what,
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

void TorchLayout::placeBroken(std::string_view name, const std::string& problem, std::uint64_t offset)
{
    constexpr TorchName unknown{TorchGlobal::Unknown, pickle::PickleTrust::Allowed, DType::Opaque, 1, 1, "unknown"};
    const Tensor& tensor = add(name, {}, unknown);
    report(tensor, Severity::Error, "tensor-invalid", problem, offset);
}

TorchStored* TorchLayout::find(const TorchStorageRef& ref)
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

bool TorchLayout::place(std::string_view name, const TorchTensor& tensor)
{
    constexpr std::size_t longestShown = 300;
    Tensor& target = add(name, tensor.shape, tensor.type);
    if (tensor.isUnknownView) {
        report(
            target, Severity::Warning, "unknown-view", "is an unknown kind of view: its numbers are shown as stored");
    }
    TorchStored* const stored = find(tensor.storage);
    if (!stored && m_isTruncated) {
        placeBehindEnd(tensor, target);
        return false;
    }
    if (!stored) {
        report(target, m_missing, "storage-missing",
            "is stored in storage " + quote(utf8Of(tensor.storage.key.substr(0, longestShown)))
                + ", which the file does not have");
        return false;
    }
    if (!stored->readable) {
        report(target, Severity::Error, "storage-unreadable",
            "is stored in " + stored->place + ", which cannot be read", stored->bytes->range.begin);
        return false;
    }
    if (stored->isCut)
        extend(*stored, tensor);
    checkSize(*stored, tensor);
    return placeIn(*stored, tensor, target);
}

std::optional<ByteRange> TorchLayout::plainBytes(const TorchTensor& tensor)
{
    const TorchStored* const stored = find(tensor.storage);
    const auto elements = elementCount(tensor.shape);
    const std::uint64_t size = tensor.type.elementBytes;
    if (!stored || !stored->readable || stored->isCut || !elements || tensor.elementsPerByte > 1 || tensor.isUnknownView
        || tensor.signs.any())
        return std::nullopt;
    const StoredBytes& bytes = *stored->bytes;
    if (bytes.packed || (bytes.bigEndian && size > 1) || (*elements > 0 && !isContiguous(tensor)))
        return std::nullopt;
    const std::uint64_t claimed = saturatingMultiply(tensor.storage.viewEnd, tensor.storage.type.elementBytes);
    const std::uint64_t end = saturatingMultiply(saturatingAdd(tensor.offset, *elements), size);
    if (end > std::min(bytes.size, claimed))
        return std::nullopt;
    return ByteRange{bytes.range.begin + tensor.offset * size, bytes.range.begin + end};
}

std::vector<TorchMember> TorchLayout::members() const
{
    std::vector<TorchMember> members;
    for (const auto& [key, stored] : m_storages) {
        if (stored.digest)
            members.push_back({stored.bytes->range, stored.digest});
    }
    std::ranges::sort(members, {}, [](const TorchMember& member) { return member.range.begin; });
    return members;
}

bool TorchLayout::placeQuantized(std::string_view name, const TorchTensor& tensor, TensorScale scale)
{
    return place(name, tensor) && scaleLast(scale, tensor);
}

bool TorchLayout::placeQuantized(std::string_view name, const TorchTensor& tensor, std::uint64_t axis,
    const TorchTensor& scales, const TorchTensor& zeroPoints)
{
    constexpr std::array scaleTypes{DType::F32, DType::F64};
    constexpr std::array zeroTypes{DType::F32, DType::I32, DType::I64};
    ChannelScales channels;
    const auto placePart = [&](const char* suffix, const TorchTensor& part, std::span<const DType> types) {
        const bool isThere = place(std::string(name) + suffix, part);
        return isThere && part.shape.size() == 1 && axis < tensor.shape.size() && part.shape[0] == tensor.shape[axis]
            && std::ranges::find(types, part.type.dtype) != types.end();
    };
    const bool hasScales = placePart(".scales", scales, scaleTypes);
    channels.scales = m_content.tensors.back();
    const bool hasZeroPoints = placePart(".zero_points", zeroPoints, zeroTypes);
    channels.zeroPoints = m_content.tensors.back();
    if (!place(name, tensor) || !hasScales || !hasZeroPoints)
        return false;
    channels.channels = tensor.shape[axis];
    for (std::size_t i = axis + 1; i < tensor.shape.size(); ++i)
        channels.elementsEach *= tensor.shape[i]; // fits, since the total fits, or there are no elements
    return scaleLast(channels, tensor);
}

/// Sets the scale of the last added tensor.
bool TorchLayout::scaleLast(std::variant<TensorScale, ChannelScales> scales, const TorchTensor& tensor)
{
    Tensor& target = m_content.tensors.back();
    constexpr std::array quantizedTypes{DType::I8, DType::U8, DType::I32};
    if (std::ranges::find(quantizedTypes, target.dtype) == quantizedTypes.end())
        return false;
    target.storage = keep(std::make_shared<const AffineStorage>(
        tensor.type.typeName, StoredNumbers{target.storage, target.dtype}, scales));
    target.dtype = DType::F32;
    return true;
}

void TorchLayout::placeNumbers(std::string_view name, std::span<const std::uint64_t> numbers, std::uint64_t offset)
{
    constexpr TorchName type{TorchGlobal::DType, pickle::PickleTrust::Allowed, DType::I64, 8, 1, "int64"};
    const std::uint64_t count = numbers.size();
    Tensor& target = add(name, {&count, 1}, type);
    target.bytes = {offset, offset};
    target.storage =
        keep(std::make_shared<const GivenNumbers>(std::vector<std::int64_t>(numbers.begin(), numbers.end())));
}

template <typename Made>
const Storage* TorchLayout::keep(std::shared_ptr<const Made> storage)
{
    m_content.storages.push_back(std::move(storage));
    return m_content.storages.back().get();
}

/// Counts a storage beyond the file's end, whose size only the object states.
void TorchLayout::placeBehindEnd(const TorchTensor& tensor, const Tensor& target)
{
    constexpr std::size_t longestCompared = 64;
    const std::string_view key = tensor.storage.key.substr(0, longestCompared);
    if (!m_behindEnd.contains(key)) {
        m_behindEnd.emplace(key);
        m_bytesBehindEnd = saturatingAdd(
            m_bytesBehindEnd, saturatingMultiply(tensor.storage.elements, tensor.storage.type.elementBytes));
    }
    const std::uint64_t elements =
        target.elements() / tensor.elementsPerByte + (target.elements() % tensor.elementsPerByte != 0);
    const std::uint64_t bytes = saturatingMultiply(elements, tensor.type.elementBytes);
    m_truncation.add(target.name, bytes, bytes, std::nullopt);
}

void TorchLayout::extend(TorchStored& stored, const TorchTensor& tensor)
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

/// Checks the size of a storage, and reports it only once.
void TorchLayout::checkSize(TorchStored& stored, const TorchTensor& tensor)
{
    const auto claimed = checkedMultiply(tensor.storage.elements, tensor.storage.type.elementBytes);
    if (stored.isSizeReported || (claimed && *claimed == stored.bytes->size))
        return;
    stored.isSizeReported = true;
    const bool isShort = !claimed || *claimed > stored.bytes->size;
    const bool isRefused = isShort || stored.sizeIsExact;
    m_content.findings.add({.severity = isRefused ? Severity::Error : Severity::Warning,
        .code = isShort ? "storage-short" : "storage-long",
        .message = stored.place + " has " + counted(stored.bytes->size, "byte") + ", its storage should have "
            + (claimed ? formatCount(*claimed) : "more than 2^64"),
        .refusedAs = isRefused ? runtimeError : std::string_view(),
        .offset = stored.bytes->range.begin});
}

bool TorchLayout::placeIn(TorchStored& stored, const TorchTensor& tensor, Tensor& target)
{
    const StoredBytes& bytes = *stored.bytes;
    const auto extent = stridedExtent(tensor.shape, tensor.strides);
    const std::uint64_t size = tensor.type.elementBytes;
    const std::uint64_t each = tensor.elementsPerByte;
    const std::uint64_t first = saturatingMultiply(tensor.offset / each, size);
    const auto length = extent ? checkedMultiply(*extent / each + (*extent % each != 0), size) : std::nullopt;
    const bool deflated = bytes.packed != nullptr;
    target.bytes = {bytes.range.begin, bytes.range.begin};
    if (!elementCount(tensor.shape)) {
        report(target, Severity::Error, "shape-overflow", "has a shape whose size does not fit in 64 bits",
            bytes.range.begin);
        return false;
    }
    if (extent && *extent == 0) {
        state(stored, bytes.size > 0);
        storeValues(stored, tensor, 0, target);
        return true;
    }
    if (!length || first > bytes.size || *length > bytes.size - first) {
        report(target, Severity::Error, "tensor-past-storage",
            "reaches beyond the " + counted(bytes.size, "byte") + " of " + stored.place, bytes.range.begin);
        return false;
    }
    // A tensor may access only the storage that the object claims, or the part of it that this view covers.
    const std::uint64_t claimed = saturatingMultiply(tensor.storage.viewEnd, tensor.storage.type.elementBytes);
    if (first + *length > claimed) {
        report(target, Severity::Error, "tensor-past-storage",
            "reaches beyond the first " + counted(claimed, "byte") + " of " + stored.place
                + ", its part of the storage",
            bytes.range.begin);
        return false;
    }
    if (deflated) {
        target.bytes = bytes.range;
    } else {
        target.bytes = {bytes.range.begin + first, bytes.range.begin + first + *length};
        if (target.bytes.end > m_fileSize)
            m_truncation.add(target);
    }
    const bool skipsNone = target.elements() >= *extent;
    state(stored, *length != bytes.size || !skipsNone);
    warnOfExpansion(target);
    storeValues(stored, tensor, first, target);
    return true;
}

/// `first` is the offset in the stored bytes at which the tensor begins.
void TorchLayout::storeValues(const TorchStored& stored, const TorchTensor& tensor, std::uint64_t first, Tensor& target)
{
    const StoredBytes& bytes = *stored.bytes;
    if (tensor.elementsPerByte > 1) {
        if (!isContiguous(tensor) || tensor.offset % tensor.elementsPerByte != 0) {
            report(target, Severity::Warning, "packed-view",
                "is a view of packed elements that is not contiguous or does not start at a whole byte: its bytes are "
                "shown",
                target.bytes.begin);
            return;
        }
        const Storage* const packed = bytes.packed
            ? keep(std::make_shared<const StridedStorage>(stored.bytes, first, std::vector<StridedAxis>()))
            : nullptr;
        target.storage =
            keep(std::make_shared<const SubByteStorage>(tensor.type.typeName, packed, 8 / tensor.elementsPerByte));
        target.dtype = DType::U8;
        m_content.unknownDTypes.erase(static_cast<std::uint32_t>(m_content.tensors.size() - 1));
        return;
    }
    const bool swapped = bytes.bigEndian && tensor.type.elementBytes > 1;
    if (target.dtype != DType::Opaque && (bytes.packed || swapped || !isContiguous(tensor))) {
        target.storage =
            keep(std::make_shared<const StridedStorage>(stored.bytes, first, mergeAxes(tensor.shape, tensor.strides)));
    }
    if (tensor.signs.any())
        changeSigns(tensor, target);
}

void TorchLayout::changeSigns(const TorchTensor& tensor, Tensor& target)
{
    const char* const what = !tensor.signs.real ? "conjugates"
        : tensor.signs.imaginary                ? "negates"
                                                : "negates and conjugates";
    if (target.dtype == DType::Opaque) {
        // A distinct type name distinguishes it from tensors with the same bytes that are not negated or conjugated.
        std::string& name = m_content.unknownDTypes[static_cast<std::uint32_t>(m_content.tensors.size() - 1)];
        name += !tensor.signs.real ? ", conjugated" : tensor.signs.imaginary ? ", negated" : ", negated, conjugated";
        report(target, Severity::Warning, "lazy-view",
            "is a view that torch " + std::string(what) + " when it loads it: its bytes are shown as they are stored");
        return;
    }
    target.storage =
        keep(std::make_shared<const SignStorage>(StoredNumbers{target.storage, target.dtype}, tensor.signs));
    report(target, Severity::Note, "lazy-view",
        "is a view that torch " + std::string(what) + " when it loads it: so are its values here");
}

/// Adds the digest of the last added tensor.
void TorchLayout::state(const TorchStored& stored, bool isPart)
{
    m_statements.resize(m_content.tensors.size());
    m_statements.back() = {stored.digest, isPart};
}

/// Warns of a tensor that expands a few bytes to more values than a disk holds, since reading it takes too long.
void TorchLayout::warnOfExpansion(const Tensor& tensor)
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

void TorchLayout::finish()
{
    for (const DuplicateName& duplicate : duplicateNames(m_content.tensors)) {
        report(m_content.tensors[duplicate.later], Severity::Warning, "duplicate-name",
            "has the name of another one, once keys are joined by dots");
    }
    m_truncation.expectMissing(saturatingAdd(m_truncation.missing(), m_bytesBehindEnd));
    if (!m_truncation.empty())
        m_content.findings.add(m_truncation.finding("data-missing", runtimeError, m_content.tensors.size()));
    zip::stateZipDigests(std::move(m_statements), sortTensors(m_content), m_content);
    addUnshown();
}

void TorchLayout::addUnshown()
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

} // namespace loupe::torch
