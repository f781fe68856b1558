#include "formats/gguf/gguf_layout.h"

#include "core/checked_math.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "formats/gguf/gguf_storage.h"
#include "formats/shared/duplicate_names.h"
#include "formats/shared/truncation.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace loupe::gguf {

namespace {

/// `position` rounded up; nothing if it does not fit in 64 bits.
std::optional<std::uint64_t> aligned(std::uint64_t position, std::uint64_t alignment)
{
    const auto moved = checkedAdd(position, alignment - 1);
    return moved ? std::optional(*moved / alignment * alignment) : std::nullopt;
}

class Layout {
public:
    Layout(GgufHeader header, std::uint64_t fileSize, FileContent& content)
        : m_header(std::move(header))
        , m_fileSize(fileSize)
        , m_content(content)
    {
    }

    void run()
    {
        placeHeader();
        placeTensors();
        checkNames();
        warnOfRaw();
        if (m_header.isWhole)
            checkData();
        addPadding();
    }

private:
    std::vector<Tensor>& tensors() { return m_content.tensors; }

    void checkNames()
    {
        for (const DuplicateName& duplicate : duplicateNames(tensors()))
            add(tensors()[duplicate.later], "duplicate-name", "has a duplicate name", ggufRefusal);
    }

    /// Padding follows a header only if there are tensors. If the header is incomplete, the start of the data is
    /// unknown. It is assumed to be at the end of what was read, or later.
    void placeHeader()
    {
        const std::uint64_t end = m_header.end;
        std::uint64_t dataBegin = end;
        if (m_header.isWhole && m_header.tensorCount > 0)
            dataBegin = aligned(end, m_header.alignment).value_or(end);
        else if (!m_header.isWhole)
            dataBegin = std::max(end, m_header.tensors.empty() ? end : m_fileSize);
        m_content.header = {0, m_header.isWhole ? std::min(dataBegin, std::max(end, m_fileSize)) : end};
        m_content.headerContent = {0, end};
        m_content.data = {dataBegin, std::max(dataBegin, m_fileSize)};
        if (!m_header.isWhole)
            m_content.data.end = dataBegin;
    }

    void placeTensors()
    {
        std::vector<GgufListed>& list = m_header.tensors;
        const auto liesBefore = [](const GgufListed& a, const GgufListed& b) {
            return std::tuple(a.offset, claimedEnd(a)) < std::tuple(b.offset, claimedEnd(b));
        };
        if (!std::ranges::is_sorted(list, liesBefore)) // sorting allocates memory
            std::ranges::stable_sort(list, liesBefore);
        tensors().reserve(list.size());
        for (const GgufListed& listed : list)
            place(listed);
        // A tensor of unknown size gets the bytes up to the next one.
        std::uint64_t next = m_fileSize;
        std::uint64_t begin = UINT64_MAX;
        for (std::size_t i = list.size(); i-- > 0;) {
            ByteRange& bytes = tensors()[i].bytes;
            if (bytes.begin != begin)
                next = begin == UINT64_MAX ? m_fileSize : begin;
            begin = bytes.begin;
            if (!list[i].isKnown())
                bytes.end = std::max(begin, next);
        }
        list = {};
    }

    /// Counted from the start of the data.
    static std::uint64_t claimedEnd(const GgufListed& listed)
    {
        if (listed.isTooLarge)
            return listed.offset;
        return saturatingAdd(listed.offset, listed.size.value_or(UINT64_MAX));
    }

    void place(const GgufListed& listed)
    {
        const GgufTensorType* const type = ggufTensorType(listed.code);
        const bool isKnown = listed.isKnown();
        Tensor tensor{.name = listed.name,
            .shape = listed.shape,
            .bytes = {saturatingAdd(m_content.data.begin, listed.offset),
                saturatingAdd(m_content.data.begin, claimedEnd(listed))},
            .dtype = isKnown ? type->dtype : DType::Opaque};
        if (isKnown && type->dequantize)
            tensor.storage = storageOf(*type);
        if (tensor.dtype == DType::Opaque) {
            m_content.unknownDTypes.emplace(static_cast<std::uint32_t>(tensors().size()),
                type ? std::string(type->name) : "type " + std::to_string(listed.code));
        }
        if (isKnown && type->dtype == DType::Opaque)
            countRaw(tensor, *type);
        tensors().push_back(tensor);
    }

    void warnOfRaw()
    {
        for (const RawType& raw : m_raw) {
            if (raw.tensors > 0) {
                m_content.findings.add({.severity = Severity::Warning,
                    .code = "dtype-unsupported",
                    .message = counted(raw.tensors, "tensor") + (raw.tensors == 1 ? " is " : " are ")
                        + std::string(raw.name) + ", whose values this program cannot tell: shown as bytes",
                    .offset = raw.first});
            }
        }
    }

    const Storage* storageOf(const GgufTensorType& type)
    {
        const Storage*& storage = m_storages[type.code];
        if (!storage) {
            m_content.storages.push_back(std::make_shared<const GgufStorage>(type));
            storage = m_content.storages.back().get();
        }
        return storage;
    }

    void countRaw(const Tensor& tensor, const GgufTensorType& type)
    {
        RawType& raw = m_raw[type.code];
        if (raw.tensors++ == 0) {
            raw.name = type.name;
            if (tensor.bytes.begin < m_fileSize)
                raw.first = tensor.bytes.begin;
        }
    }

    void checkData()
    {
        std::uint64_t end = m_content.data.begin;
        Truncation truncation(m_fileSize);
        for (const Tensor& tensor : tensors()) {
            end = std::max(end, tensor.bytes.end);
            if (tensor.bytes.end > m_fileSize)
                truncation.add(tensor);
        }
        if (!truncation.empty())
            m_content.findings.add(truncation.finding("data-missing", ggufRefusal, tensors().size()));
        const auto padded = m_header.tensorCount == 0 ? end : aligned(end, m_header.alignment);
        if (truncation.empty() && (!padded || *padded > m_fileSize)) {
            m_content.findings.add({.severity = Severity::Warning,
                .code = "padding-missing",
                .message = "the file ends at " + formatCount(m_fileSize) + ", expected padding up to a multiple of "
                    + formatCount(m_header.alignment),
                .refusedAs = ggufRefusal,
                .offset = end < m_fileSize ? std::optional(end) : std::nullopt});
        } else if (padded && *padded < m_fileSize) {
            m_content.findings.add({.severity = Severity::Warning,
                .code = "data-trailing",
                .message = counted(m_fileSize - *padded, "byte") + " after the data, which belong to no tensor",
                .offset = *padded});
        }
    }

    /// Adds padding from a tensor's end to the next multiple of the alignment, unless another tensor claims it.
    void addPadding()
    {
        std::uint64_t end = 0; // end of the tensors so far
        const auto add = [&](std::uint64_t begin, std::uint64_t limit) {
            const std::uint64_t until =
                std::min({aligned(begin, m_header.alignment).value_or(begin), limit, m_fileSize});
            if (until > begin)
                m_content.parts.push_back({{begin, until}, RegionKind::Padding});
        };
        for (const Tensor& tensor : tensors()) {
            if (tensor.bytes.empty())
                continue;
            if (end > 0)
                add(end, tensor.bytes.begin);
            end = std::max(end, tensor.bytes.end);
        }
        if (end > 0)
            add(end, m_fileSize);
    }

    /// `what` continues "tensor NAME …".
    void add(const Tensor& tensor, std::string_view code, const std::string& what, std::string_view refusedAs)
    {
        m_content.findings.add({.code = code,
            .message = "tensor " + quote(tensor.name) + ' ' + what,
            .refusedAs = refusedAs,
            .offset = tensor.bytes.begin < m_fileSize ? std::optional(tensor.bytes.begin) : std::nullopt,
            .tensor = std::string(tensor.name),
            .aboutTensor = true});
    }

    struct RawType {
        std::string_view name;
        std::uint64_t tensors = 0;
        std::optional<std::uint64_t> first;
    };

    GgufHeader m_header;
    std::uint64_t m_fileSize;
    FileContent& m_content;
    std::array<const Storage*, ggufTypeCount> m_storages{};
    std::array<RawType, ggufTypeCount> m_raw;
};

} // namespace

void addGgufTensors(GgufHeader header, std::uint64_t fileSize, FileContent& content)
{
    Layout(std::move(header), fileSize, content).run();
}

} // namespace loupe::gguf
