#include "core/elements.h"

#include "core/checked_math.h"
#include "core/incomplete_tensors.h"
#include "core/text/quote.h"
#include "core/text/text.h"

#include <algorithm>
#include <cassert>

namespace loupe {

namespace {

std::string quoted(const Tensor& tensor)
{
    return "tensor " + quote(tensor.name);
}

/// The bytes of `count` elements, rounded up; nothing if the number of bits does not fit.
std::optional<std::uint64_t> bytesFor(DType dtype, std::uint64_t count)
{
    const auto bits = checkedMultiply(count, bitsPerElement(dtype));
    return bits ? std::optional(*bits / 8 + (*bits % 8 != 0)) : std::nullopt;
}

} // namespace

Result<Elements> Elements::open(std::shared_ptr<const Checkpoint> checkpoint, std::uint32_t tensor)
{
    const Tensor& wanted = checkpoint->tensors[tensor];
    const CheckpointFile& file = checkpoint->files[wanted.file];
    const std::string path = file.path.string();
    if (const std::uint64_t missing = wanted.storage ? wanted.storage->missingBytes() : 0; missing > 0)
        return fail(ErrorCode::PastTheEnd,
            quoted(wanted) + " is not all there: " + missingText(missing, saturatingAdd(fileBytes(wanted), missing)),
            path);
    if (!file.source)
        return fail(ErrorCode::NotFound, quoted(wanted) + " is in a file that could not be opened", path);

    Elements elements;
    const auto count = elementCount(wanted.shape);
    const auto size = count ? bytesFor(wanted.dtype, *count) : std::nullopt;
    if (wanted.dtype == DType::Opaque) {
        elements.m_count = wanted.bytes.size();
    } else if (size && (wanted.storage || *size == wanted.bytes.size())) {
        elements.m_count = *count;
    } else if (const auto why = whyWithoutPlace(*checkpoint, tensor)) {
        return fail(ErrorCode::Malformed, quoted(wanted) + " has no values: " + *why, path, wanted.bytes.begin);
    } else if (wanted.bytes.empty()) {
        return fail(ErrorCode::Malformed, quoted(wanted) + " has no values; the findings of the checkpoint say why",
            path, wanted.bytes.begin);
    } else {
        return fail(ErrorCode::Malformed,
            quoted(wanted) + " has " + formatCount(wanted.bytes.size())
                + " bytes, which do not fit its shape and dtype",
            path, wanted.bytes.begin);
    }
    if (wanted.bytes.end > file.size()) {
        return fail(ErrorCode::PastTheEnd,
            quoted(wanted) + " ends at byte " + formatCount(wanted.bytes.end) + " of a file of "
                + formatCount(file.size()) + " bytes",
            path, wanted.bytes.begin);
    }
    elements.m_tensor = wanted;
    elements.m_source = file.source.get();
    elements.m_checkpoint = std::move(checkpoint);
    return elements;
}

Result<> Elements::readPresent(std::uint64_t first, std::span<std::byte> present) const
{
    if (const NullMask* const mask = nulls())
        return mask->read(*m_source, first, present);
    std::ranges::fill(present, std::byte{1});
    return {};
}

Elements Elements::of(const Tensor& tensor, std::shared_ptr<const Storage> owner) const
{
    Elements others = *this;
    others.m_count = tensor.elements();
    others.m_tensor = tensor;
    others.m_own = std::move(owner);
    return others;
}

std::uint64_t Elements::chunkElements(DType dtype)
{
    constexpr std::uint64_t chunkBits = (std::uint64_t{1} << 20) * 8;
    constexpr std::uint64_t wholeBytes = 8; // 8 elements of any sub-byte dtype begin and end at a byte boundary
    return chunkBits / bitsPerElement(dtype) / wholeBytes * wholeBytes;
}

std::shared_ptr<void> Elements::expect(std::uint64_t first, std::uint64_t count) const
{
    const auto range = byteRange(first, count);
    const bool isKnown = m_source->isRemote() && !m_tensor.storage && range && range->end <= m_source->size();
    return isKnown ? m_source->expect({*range}) : nullptr;
}

Result<ByteRange> Elements::byteRange(std::uint64_t first, std::uint64_t count) const
{
    if (first > m_count || count > m_count - first) {
        return fail(ErrorCode::PastTheEnd,
            quoted(m_tensor) + " has " + formatCount(m_count) + " elements, wanted are " + formatCount(count) + " from "
                + formatCount(first),
            m_source->path().string());
    }
    assert(first * bitsPerElement(dtype()) % 8 == 0);
    // Cannot overflow: open() computed the size of all elements.
    const std::uint64_t base = m_tensor.storage ? 0 : m_tensor.bytes.begin;
    const std::uint64_t begin = first * bitsPerElement(dtype()) / 8;
    const std::uint64_t end =
        (first + count) * bitsPerElement(dtype()) / 8 + ((first + count) * bitsPerElement(dtype()) % 8 != 0);
    return ByteRange{base + begin, base + end};
}

Result<> Elements::decode(std::uint64_t first, std::uint64_t count, ByteRange range, Buffer& scratch) const
{
    if (auto room = scratch.resize(range.size()); !room)
        return room;
    return m_tensor.storage->decode(m_tensor, *m_source, first, count, scratch.bytes());
}

} // namespace loupe
