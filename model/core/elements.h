#pragma once

#include "core/buffer.h"
#include "core/checkpoint.h"
#include "core/result.h"

#include <cstdint>
#include <memory>
#include <span>

namespace loupe {

/// How values are reached that do not lie plainly in the file: strided, compressed, chunked, quantized, encrypted.
/// One subclass per kind, made by the format that needs it; immutable, used from many threads at once.
class Storage {
public:
    virtual ~Storage() = default;
    /// Elements [first, first + count) of the tensor, row-major and little-endian in the tensor's dtype, into `target`.
    virtual Result<> decode(const Tensor& tensor, const Source& source, std::uint64_t first, std::uint64_t count,
        std::span<std::byte> target) const = 0;
    /// What is stored, where that is another type than the values' own: "Q4_K". Static text; empty where it is not.
    virtual std::string_view typeName() const { return {}; }
    /// Of quantized elements, the whole numbers that stand in the file before any scale is applied: I8, one for each
    /// element, of the same tensors. Null where there are none. Lives as long as this storage.
    virtual const Storage* codes() const { return nullptr; }
};

/// The values of one tensor, and the only way to them: contiguous, row-major, little-endian runs of elements.
/// Immutable, cheap to copy, usable from many threads, each with its own scratch. Keeps the checkpoint alive.
class Elements {
public:
    /// Fails with PastTheEnd where the tensor's bytes do not all exist, with Malformed where they do not fit its shape.
    static Result<Elements> open(std::shared_ptr<const Checkpoint> checkpoint, std::uint32_t tensor);

    DType dtype() const { return m_tensor->dtype; }
    std::uint64_t count() const { return m_count; }
    const Tensor& tensor() const { return *m_tensor; }
    const Source& source() const { return *m_source; }

    /// A good number of elements to ask for at once: about 1 MiB, and never splitting a byte of sub-byte dtypes.
    std::uint64_t chunkElements() const;

    /// Whether visit() gives the bytes without a copy.
    bool lieInMap() const { return m_source->mapped() && !m_tensor->storage; }

    /// Calls `visitor(std::span<const std::byte>)` with the bytes of elements [first, first + count): without a copy
    /// where they lie plainly in a map. Of sub-byte dtypes, `first` must begin a byte. What the visitor computed counts
    /// only if the result is a success.
    template <typename Visitor>
    Result<> visit(std::uint64_t first, std::uint64_t count, Buffer& scratch, Visitor&& visitor) const
    {
        auto range = byteRange(first, count);
        if (!range)
            return fail(std::move(range.error()));
        if (!m_tensor->storage)
            return m_source->visit(*range, scratch, visitor);
        if (auto decoded = decode(first, count, *range, scratch); !decoded)
            return decoded;
        visitor(std::span<const std::byte>(scratch.bytes()));
        return {};
    }

private:
    Elements() = default;
    /// Of a plain tensor: in the file. Else: only its size matters.
    Result<ByteRange> byteRange(std::uint64_t first, std::uint64_t count) const;
    Result<> decode(std::uint64_t first, std::uint64_t count, ByteRange range, Buffer& scratch) const;

    std::shared_ptr<const Checkpoint> m_checkpoint;
    const Tensor* m_tensor = nullptr;
    const Source* m_source = nullptr;
    std::uint64_t m_count = 0;
};

} // namespace loupe
