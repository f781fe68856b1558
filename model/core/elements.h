#pragma once

#include "core/buffer.h"
#include "core/checkpoint.h"
#include "core/null_mask.h"
#include "core/result.h"
#include "core/work.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace loupe {

class Storage;

/// How the numbers are reached that stand in a file, where the values that they stand for are others.
struct StoredNumbers {
    const Storage* storage = nullptr; ///< null if they lie plainly; else lives as long as the values' storage
    DType dtype = DType::Opaque;
};

/// The parts of one value of a quantized tensor.
struct ValueOrigin {
    enum class Formula : std::uint8_t {
        Product, ///< number · scale
        ZeroPoint, ///< (number − zero point) · scale
        Affine, ///< number · scale + offset
        Int8, ///< number · scale · (1/127), as bitsandbytes computes it
    };

    Formula formula = Formula::Product;
    std::int64_t code = 0; ///< as StoredNumbers have it
    float number = 0; ///< that the code stands for
    float scale = 0; ///< made of the group's own and `global`, where there is one
    float groupScale = 0;
    std::optional<float> global; ///< that many groups share
    bool isDivided = false; ///< the group's scale by `global`; else both are multiplied
    float other = 0; ///< zero point or offset, of a formula that has one
    std::uint64_t group = 0; ///< in its row
    std::uint64_t groups = 1; ///< of a row
    bool isBlock = false; ///< the group has several rows, too
    std::uint64_t blockRow = 0; ///< of blocks, counted in its expert
    std::uint64_t blockRows = 1;
    float value = 0;
};

/// A look at all that the values of a tensor are made of, while they are read.
class Inspection {
public:
    virtual ~Inspection() = default;
    /// Looks at what elements [first, first + count) are made of; all elements together, once each, are all there is to
    /// look at. From several threads at once. What cannot be read is reported by finish().
    virtual void look(std::uint64_t first, std::uint64_t count) = 0;
    /// Anomalies, once all elements were read. Fails as decode() does.
    virtual Result<std::vector<Finding>> finish() = 0;
};

/// How values are reached that do not lie plainly in the file: strided, compressed, chunked, quantized, encrypted.
/// One subclass per kind, made by the format that needs it; immutable, used from many threads at once.
class Storage {
public:
    virtual ~Storage() = default;
    /// Elements [first, first + count) of the tensor, row-major and little-endian in the tensor's dtype, into `target`.
    virtual Result<> decode(const Tensor& tensor, const Source& source, std::uint64_t first, std::uint64_t count,
        std::span<std::byte> target) const = 0;
    /// The stored type, if it differs from the values' type: "Q4_K". Static text; empty if it is not.
    virtual std::string_view typeName() const { return {}; }
    /// The numbers that values are made of, one for each value: integers before any scale is applied, a view's
    /// numbers before they are negated, what stands in the place of nulls. Nothing if the values are what is stored.
    virtual std::optional<StoredNumbers> stored() const { return std::nullopt; }
    /// The parts of an element's value; nothing if its storage does not say.
    virtual Result<std::optional<ValueOrigin>> originOf(std::uint64_t /*element*/) const { return std::nullopt; }
    /// Which elements are null: decode() makes NaN of these, or 0 in dtypes without one. Null if none is.
    virtual const NullMask* nulls() const { return nullptr; }
    /// Whether the bytes at Tensor::bytes are its elements in their order, in a type of the file's own.
    virtual bool liesInOrder() const { return false; }
    /// Where decode() compares the file's bytes with a checksum among them, as the reference reader does too: that
    /// reader's error, static text. decode() then fails with Malformed.
    virtual std::string_view refusedAs() const { return {}; }
    /// Where the values lie among bytes that other tensors may show, too: from the first to the last byte.
    struct View {
        const void* stream = nullptr; ///< what the bytes are unpacked from, the same for all its views; null: the file
        ByteRange range; ///< in the file, or in what is unpacked
    };
    /// Nothing if no other tensor shows the same bytes, or none that is known.
    virtual std::optional<View> view(const Tensor& /*tensor*/) const { return std::nullopt; }
    /// Bytes of the file that are the tensor's, where they lie in more pieces than Tensor::bytes.
    virtual std::uint64_t fileBytes(const Tensor& tensor) const { return tensor.bytes.size(); }
    /// Bytes that the tensor should have beside fileBytes(): of pieces that are in no file.
    virtual std::uint64_t missingBytes() const { return 0; }
    /// Whether fileBytes() is known. It is not where a server does not list the files that the values are in.
    virtual bool knowsFileBytes() const { return true; }
    /// Looks for what is odd about what the values of `tensor` are made of, such as scales that are 0 or chunks that do
    /// not exist; null if there is nothing to look at. The tensor and this outlive it.
    virtual std::unique_ptr<Inspection> inspection(const Tensor& /*tensor*/) const { return nullptr; }
};

/// The values of one tensor, and the only way to them: contiguous, row-major, little-endian runs of elements.
/// Immutable, cheap to copy, usable from many threads, each with its own scratch. Keeps the checkpoint alive.
class Elements {
public:
    /// Fails with PastTheEnd if the tensor's bytes do not all exist, with Malformed where they do not fit its shape.
    static Result<Elements> open(std::shared_ptr<const Checkpoint> checkpoint, std::uint32_t tensor);

    DType dtype() const { return m_tensor.dtype; }
    std::uint64_t count() const { return m_count; }
    const Tensor& tensor() const { return m_tensor; }
    const Source& source() const { return *m_source; }

    bool hasNulls() const { return nulls() != nullptr; }
    /// Null if none is.
    const NullMask* nulls() const { return m_tensor.storage ? m_tensor.storage->nulls() : nullptr; }
    /// As NullMask::read(); all 1 where none is null.
    Result<> readPresent(std::uint64_t first, std::span<std::byte> present) const;
    /// The parts of an element's value; nothing if there are none. Precondition: element < count().
    Result<std::optional<ValueOrigin>> originOf(std::uint64_t element) const
    {
        return m_tensor.storage ? m_tensor.storage->originOf(element) : std::nullopt;
    }
    /// Others of the same file: `tensor`, whose storage and shape `owner` keeps.
    Elements of(const Tensor& tensor, std::shared_ptr<const Storage> owner) const;

    /// A good number of elements to ask for at once: about 1 MiB, and never splitting a byte of sub-byte dtypes.
    std::uint64_t chunkElements() const { return chunkElements(dtype()); }
    static std::uint64_t chunkElements(DType dtype);

    /// Tells that all of the values will be read soon (Source::expect()).
    [[nodiscard]] std::shared_ptr<void> expect() const
    {
        const bool isKnown = m_source->isRemote() && m_tensor.bytes.end <= m_source->size();
        return isKnown ? m_source->expect({m_tensor.bytes}) : nullptr;
    }

    /// That elements [first, first + count) will.
    [[nodiscard]] std::shared_ptr<void> expect(std::uint64_t first, std::uint64_t count) const;

    /// Whether visit() gives the bytes without a copy.
    bool lieInMap() const { return m_source->mapped() && !m_tensor.storage; }

    /// Calls `visitor(std::span<const std::byte>)` with the bytes of elements [first, first + count): without a copy
    /// where they lie plainly in a map. For sub-byte dtypes, `first` must begin a byte. What the visitor computed
    /// counts only if the result is a success.
    template <typename Visitor>
    Result<> visit(std::uint64_t first, std::uint64_t count, Buffer& scratch, Visitor&& visitor) const
    {
        auto range = byteRange(first, count);
        if (!range)
            return fail(std::move(range.error()));
        if (!m_tensor.storage)
            return m_source->visit(*range, scratch, visitor);
        if (auto decoded = decode(first, count, *range, scratch); !decoded)
            return decoded;
        visitor(std::span<const std::byte>(scratch.bytes()));
        return {};
    }

private:
    Elements() = default;
    /// For a plain tensor: the range in the file. For others only its size matters.
    Result<ByteRange> byteRange(std::uint64_t first, std::uint64_t count) const;
    Result<> decode(std::uint64_t first, std::uint64_t count, ByteRange range, Buffer& scratch) const;

    std::shared_ptr<const Checkpoint> m_checkpoint;
    std::shared_ptr<const Storage> m_own; ///< where it is not the checkpoint's
    Tensor m_tensor;
    const Source* m_source = nullptr;
    std::uint64_t m_count = 0;
};

} // namespace loupe
