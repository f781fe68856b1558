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

/// Gives access to the stored numbers of a tensor whose values differ from them.
struct StoredNumbers {
    /// Null if they are stored plainly; otherwise it lives as long as the storage of the values.
    const Storage* storage = nullptr;
    DType dtype = DType::Opaque;
};

/// How one value of a quantized tensor is computed.
struct ValueOrigin {
    enum class Formula : std::uint8_t {
        Product, ///< number · scale
        ZeroPoint, ///< (number − zero point) · scale
        Affine, ///< number · scale + offset
        Int8, ///< number · scale · (1/127), as bitsandbytes computes it
    };

    Formula formula = Formula::Product;
    std::int64_t code = 0; ///< as StoredNumbers gives it
    float number = 0; ///< the number that the code represents
    float scale = 0; ///< computed from `groupScale` and, if set, `global`
    float groupScale = 0;
    std::optional<float> global; ///< scale shared by many groups
    bool isDivided = false; ///< groupScale is divided by `global`; otherwise multiplied
    float other = 0; ///< zero point or offset, if the formula has one
    std::uint64_t group = 0; ///< index in its row
    std::uint64_t groups = 1; ///< per row
    bool isBlock = false; ///< the group spans several rows
    std::uint64_t blockRow = 0; ///< row of blocks, counted within its expert
    std::uint64_t blockRows = 1;
    float value = 0;
};

/// Inspects everything that a tensor's values are computed from, while they are read.
class Inspection {
public:
    virtual ~Inspection() = default;
    /// Inspects what elements [first, first + count) are computed from. Call it so that each element is covered exactly
    /// once; from several threads if desired. finish() reports what cannot be read.
    virtual void look(std::uint64_t first, std::uint64_t count) = 0;
    /// Returns the anomalies after all elements were inspected. Fails as decode() does.
    virtual Result<std::vector<Finding>> finish() = 0;
};

/// Decodes values that are not stored plainly in the file: strided, compressed, chunked, quantized or encrypted. Each
/// kind has a subclass, made by the format that needs it. Immutable; may be used from many threads at once.
class Storage {
public:
    virtual ~Storage() = default;
    /// Decodes elements [first, first + count) of the tensor into `target`: row-major and little-endian, in the
    /// tensor's dtype.
    virtual Result<> decode(const Tensor& tensor, const Source& source, std::uint64_t first, std::uint64_t count,
        std::span<std::byte> target) const = 0;
    /// The stored type if it differs from the type of the values, such as "Q4_K". Static text; empty if it does not.
    virtual std::string_view typeName() const { return {}; }
    /// The stored numbers, one per value: quantized integers before any scale is applied, a view's numbers before they
    /// are negated, placeholders for nulls. Nothing if the values themselves are stored.
    virtual std::optional<StoredNumbers> stored() const { return std::nullopt; }
    /// How an element's value is computed; nothing if the storage does not know.
    virtual Result<std::optional<ValueOrigin>> originOf(std::uint64_t /*element*/) const { return std::nullopt; }
    /// The null elements; a null pointer if there are none. decode() returns NaN for these, or 0 in dtypes without NaN.
    virtual const NullMask* nulls() const { return nullptr; }
    /// True if the bytes at Tensor::bytes are the elements in order, in a type of the file's own.
    virtual bool liesInOrder() const { return false; }
    /// If decode() verifies a checksum in the file, as the reference reader does: that reader's error, static text.
    /// decode() then fails with Malformed.
    virtual std::string_view refusedAs() const { return {}; }
    /// The range, from first to last byte, that the values occupy among bytes that other tensors may view, too.
    struct View {
        /// Identifies the stream that the bytes are unpacked from, the same for all views of it; null for the file.
        const void* stream = nullptr;
        ByteRange range; ///< in the file, or in the unpacked stream
    };
    /// Nothing if no other tensor is known to view the same bytes.
    virtual std::optional<View> view(const Tensor& /*tensor*/) const { return std::nullopt; }
    /// The bytes that the tensor takes in the file, including pieces outside Tensor::bytes.
    virtual std::uint64_t fileBytes(const Tensor& tensor) const { return tensor.bytes.size(); }
    /// The bytes that the tensor should have in addition to fileBytes(): those of pieces that are in no file.
    virtual std::uint64_t missingBytes() const { return 0; }
    /// True if fileBytes() is known. It is not if a server does not list the files that contain the values.
    virtual bool knowsFileBytes() const { return true; }
    /// Starts a search for anomalies in what the values of `tensor` are computed from, such as scales of 0 or missing
    /// chunks. Null if there is nothing to inspect. The tensor and this object must outlive it.
    virtual std::unique_ptr<Inspection> inspection(const Tensor& /*tensor*/) const { return nullptr; }
};

/// The values of one tensor, as contiguous, row-major, little-endian runs of elements. All reads of values go through
/// this class. Immutable, cheap to copy, and usable from many threads, each with its own scratch buffer. Keeps the
/// checkpoint alive.
class Elements {
public:
    /// Fails with PastTheEnd if the file does not contain all of the tensor's bytes, or with Malformed if they do not
    /// fit its shape.
    static Result<Elements> open(std::shared_ptr<const Checkpoint> checkpoint, std::uint32_t tensor);

    DType dtype() const { return m_tensor.dtype; }
    std::uint64_t count() const { return m_count; }
    const Tensor& tensor() const { return m_tensor; }
    const Source& source() const { return *m_source; }

    bool hasNulls() const { return nulls() != nullptr; }
    /// Null if no element is null.
    const NullMask* nulls() const { return m_tensor.storage ? m_tensor.storage->nulls() : nullptr; }
    /// As NullMask::read(); all 1 if no element is null.
    Result<> readPresent(std::uint64_t first, std::span<std::byte> present) const;
    /// How an element's value is computed; nothing if it is not computed from parts. Precondition: element < count().
    Result<std::optional<ValueOrigin>> originOf(std::uint64_t element) const
    {
        return m_tensor.storage ? m_tensor.storage->originOf(element) : std::nullopt;
    }
    /// The elements of another tensor of the same file. `owner` keeps the storage and shape of `tensor` alive.
    Elements of(const Tensor& tensor, std::shared_ptr<const Storage> owner) const;

    /// A suitable number of elements to read at once: about 1 MiB. Never splits a byte of sub-byte dtypes.
    std::uint64_t chunkElements() const { return chunkElements(dtype()); }
    static std::uint64_t chunkElements(DType dtype);

    /// Announces that all values will be read soon (Source::expect()).
    [[nodiscard]] std::shared_ptr<void> expect() const
    {
        const bool isKnown = m_source->isRemote() && m_tensor.bytes.end <= m_source->size();
        return isKnown ? m_source->expect({m_tensor.bytes}) : nullptr;
    }

    /// Announces that elements [first, first + count) will be read soon.
    [[nodiscard]] std::shared_ptr<void> expect(std::uint64_t first, std::uint64_t count) const;

    /// True if visit() passes the bytes without copying them.
    bool lieInMap() const { return m_source->mapped() && !m_tensor.storage; }

    /// Calls `visitor(std::span<const std::byte>)` with the bytes of elements [first, first + count), without a copy if
    /// they are stored plainly in a map. For sub-byte dtypes, `first` must be at the start of a byte. Use what the
    /// visitor computed only if the call succeeds.
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
    /// For a plain tensor, the range in the file. For others, only its size is meaningful.
    Result<ByteRange> byteRange(std::uint64_t first, std::uint64_t count) const;
    Result<> decode(std::uint64_t first, std::uint64_t count, ByteRange range, Buffer& scratch) const;

    std::shared_ptr<const Checkpoint> m_checkpoint;
    std::shared_ptr<const Storage> m_own; ///< set if the storage does not belong to the checkpoint
    Tensor m_tensor;
    const Source* m_source = nullptr;
    std::uint64_t m_count = 0;
};

} // namespace loupe
