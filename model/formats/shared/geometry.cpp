#include "formats/shared/geometry.h"

#include "core/checked_math.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "formats/shared/truncation.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

namespace loupe {

namespace {

bool liesBefore(const Tensor& a, const Tensor& b)
{
    return std::tie(a.bytes.begin, a.bytes.end) < std::tie(b.bytes.begin, b.bytes.end);
}

class GeometryCheck {
public:
    GeometryCheck(FileContent& content, std::uint64_t fileSize, GeometryRules rules)
        : m_content(content)
        , m_fileSize(fileSize)
        , m_rules(rules)
    {
        for (std::size_t i = 0; i < dtypeCount; ++i)
            m_bits[i] = static_cast<std::uint8_t>(bitsPerElement(static_cast<DType>(i)));
    }

    void run()
    {
        sort();
        for (Tensor& tensor : m_content.tensors) {
            checkPlace(tensor);
            if (tensor.dtype != DType::Opaque)
                checkSize(tensor);
            if (tensor.bytes.end >= m_expected) {
                m_expected = tensor.bytes.end;
                m_last = &tensor;
            }
        }
        if (m_rules.wholeHeader)
            checkEnd();
        Truncation truncation(m_fileSize);
        for (Tensor& tensor : m_content.tensors) {
            const bool isReversed = tensor.bytes.end < tensor.bytes.begin;
            const std::uint64_t begin = saturatingAdd(m_content.data.begin, tensor.bytes.begin);
            tensor.bytes = {begin, std::max(begin, saturatingAdd(m_content.data.begin, tensor.bytes.end))};
            if (!isReversed && tensor.bytes.end > m_fileSize)
                truncation.add(tensor);
        }
        if (m_rules.wholeHeader && !truncation.empty()) {
            m_content.findings.add(
                truncation.finding("data-missing", "MetadataIncompleteBuffer", m_content.tensors.size()));
        }
    }

private:
    void sort()
    {
        auto& tensors = m_content.tensors;
        const auto outOfOrder = std::is_sorted_until(tensors.begin(), tensors.end(), liesBefore);
        if (outOfOrder == tensors.end())
            return;
        if (m_rules.listOrder) {
            add(*outOfOrder, "offset-order", "InvalidOffset",
                "starts at " + formatCount(outOfOrder->bytes.begin) + ", but is listed after "
                    + quote(std::prev(outOfOrder)->name) + ", which starts at "
                    + formatCount(std::prev(outOfOrder)->bytes.begin)
                    + ": tensors must be listed in the order of their bytes");
        }
        std::stable_sort(tensors.begin(), tensors.end(), liesBefore);
    }

    void checkPlace(const Tensor& tensor)
    {
        const auto [begin, end] = tensor.bytes;
        if (end < begin) {
            add(tensor, "offset-reversed", "InvalidOffset",
                "ends at " + formatCount(end) + ", before its start at " + formatCount(begin));
        } else if (begin > m_expected && m_rules.wholeHeader) {
            const ByteRange gap{m_expected, begin};
            add(tensor, "offset-hole", "InvalidOffset",
                "comes after a gap of " + counted(gap.size(), "byte") + " (data offsets " + offsets(gap)
                    + "). The reference reader refuses the file: tloupe convert writes one without gaps");
        } else if (begin < m_expected && m_rules.wholeHeader) {
            const ByteRange shared{begin, std::min(m_expected, end)};
            add(tensor, "offset-overlap", "InvalidOffset",
                shared.empty()
                    ? "starts within " + quote(m_last->name) + ", at data offset " + formatCount(begin)
                    : "overlaps " + quote(m_last->name) + " by " + counted(shared.size(), "byte") + " (data offsets "
                        + offsets(shared) + "): values of one of them are wrong. Get the file again from its source");
        }
    }

    /// "8 to 11". Precondition: not empty.
    static std::string offsets(ByteRange range)
    {
        return range.size() == 1 ? formatCount(range.begin)
                                 : formatCount(range.begin) + " to " + formatCount(range.end - 1);
    }

    void checkSize(const Tensor& tensor)
    {
        const std::uint64_t bits = m_bits[static_cast<std::size_t>(tensor.dtype)];
        const auto elements = elementCount(tensor.shape);
        const auto total =
            elements ? checkedMultiply(*elements, m_rules.overflowOfBits ? bits : bits / 8) : std::nullopt;
        if (!total) {
            add(tensor, "shape-overflow", "ValidationOverflow", "has a shape whose size does not fit in 64 bits");
            return;
        }
        if (m_rules.overflowOfBits && *total % 8 != 0) {
            add(tensor, "size-misaligned", "MisalignedSlice",
                "has " + formatCount(*total) + " bits of " + std::string(dtypeName(tensor.dtype))
                    + ", expected a multiple of 8");
            return;
        }
        const std::uint64_t size = m_rules.overflowOfBits ? *total / 8 : *total;
        if (tensor.bytes.end >= tensor.bytes.begin && tensor.bytes.size() != size) {
            add(tensor, "size-mismatch", "TensorInvalidInfo",
                "has " + counted(tensor.bytes.size(), "byte") + ", but its shape and dtype need " + formatCount(size)
                    + ": the header is wrong or damaged. Get the file again from its source");
        }
    }

    void checkEnd()
    {
        const std::uint64_t available = m_fileSize - m_content.data.begin;
        if (m_expected < available) {
            m_content.findings.add({.code = "data-trailing",
                .message = counted(available - m_expected, "trailing byte") + " after the data (data offset "
                    + formatCount(m_expected)
                    + "). The reference reader refuses the file: tloupe convert writes one without them",
                .refusedAs = "MetadataIncompleteBuffer",
                .offset = m_content.data.begin + m_expected});
        }
    }

    /// `what` continues "tensor NAME …".
    void add(const Tensor& tensor, std::string_view code, std::string_view refusedAs, std::string what)
    {
        const std::uint64_t offset = saturatingAdd(m_content.data.begin, tensor.bytes.begin);
        m_content.findings.add({.code = code,
            .message = "tensor " + quote(tensor.name) + ' ' + std::move(what),
            .refusedAs = refusedAs,
            .offset = offset < m_fileSize ? std::optional(offset) : std::nullopt,
            .tensor = std::string(tensor.name),
            .aboutTensor = true});
    }

    FileContent& m_content;
    std::uint64_t m_fileSize;
    GeometryRules m_rules;
    std::array<std::uint8_t, dtypeCount> m_bits{};
    std::uint64_t m_expected = 0; ///< the next tensor's begin if there is neither gap nor overlap
    const Tensor* m_last = nullptr; ///< the tensor that ends at m_expected
};

} // namespace

void validateGeometry(FileContent& content, std::uint64_t fileSize, GeometryRules rules)
{
    GeometryCheck(content, fileSize, rules).run();
}

} // namespace loupe
