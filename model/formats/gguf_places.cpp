#include "formats/gguf_places.h"

#include "core/checked_math.h"
#include "core/quote.h"
#include "core/text.h"
#include "formats/duplicate_names.h"
#include "formats/gguf_storage.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace loupe {

namespace {

/// Nothing where it does not fit in 64 bits.
std::optional<std::uint64_t> aligned(std::uint64_t position, std::uint64_t alignment)
{
    const auto moved = checkedAdd(position, alignment - 1);
    return moved ? std::optional(*moved / alignment * alignment) : std::nullopt;
}

class Settler {
public:
    Settler(const GgufHeader& header, std::uint64_t fileSize, FileContent& content)
        : m_header(header)
        , m_fileSize(fileSize)
        , m_content(content)
    {
    }

    void run()
    {
        checkNames();
        placeHeader();
        placeTensors();
        resolveTypes();
        if (m_header.isWhole)
            checkData();
        addPadding();
    }

private:
    std::vector<Tensor>& tensors() { return m_content.tensors; }

    void checkNames()
    {
        for (const DuplicateName& duplicate : duplicateNames(tensors())) {
            const Tensor& tensor = tensors()[duplicate.later];
            add(tensor, "duplicate-name", "is there twice", ggufRefusal);
        }
    }

    /// Only what has tensors has padding behind its header. Of a header that is not whole nobody knows where the data
    /// begins: not before it ends.
    void placeHeader()
    {
        const std::uint64_t end = m_header.end;
        std::uint64_t dataBegin = end;
        if (m_header.isWhole && m_header.tensorCount > 0)
            dataBegin = aligned(end, m_header.alignment).value_or(end);
        else if (!m_header.isWhole)
            dataBegin = std::max(end, tensors().empty() ? end : m_fileSize);
        m_content.header = {0, m_header.isWhole ? std::min(dataBegin, std::max(end, m_fileSize)) : end};
        m_content.headerContent = {0, end};
        m_content.data = {dataBegin, std::max(dataBegin, m_fileSize)};
        if (!m_header.isWhole)
            m_content.data.end = dataBegin;
    }

    void placeTensors()
    {
        for (Tensor& tensor : tensors()) {
            tensor.bytes.begin = saturatingAdd(m_content.data.begin, tensor.bytes.begin);
            tensor.bytes.end = std::max(tensor.bytes.begin, saturatingAdd(m_content.data.begin, tensor.bytes.end));
        }
        std::ranges::stable_sort(tensors(), [](const Tensor& a, const Tensor& b) {
            return std::tie(a.bytes.begin, a.bytes.end) < std::tie(b.bytes.begin, b.bytes.end);
        });
        // What has no size of its own has what is there up to the next.
        std::uint64_t next = m_fileSize;
        std::uint64_t begin = UINT64_MAX;
        for (auto tensor = tensors().rbegin(); tensor != tensors().rend(); ++tensor) {
            if (tensor->bytes.begin != begin)
                next = begin == UINT64_MAX ? m_fileSize : begin;
            begin = tensor->bytes.begin;
            if (tensor->bytes.end == UINT64_MAX && (tensor->file & GgufParser::untold) != 0)
                tensor->bytes.end = std::max(begin, next);
        }
    }

    void resolveTypes()
    {
        for (std::uint32_t i = 0; i < tensors().size(); ++i) {
            Tensor& tensor = tensors()[i];
            const std::uint32_t code = tensor.file & ~GgufParser::untold;
            const bool isTold = (tensor.file & GgufParser::untold) == 0;
            tensor.file = 0;
            const GgufTensorType* const type = ggufTensorType(code);
            tensor.dtype = isTold ? type->dtype : DType::Opaque;
            if (isTold && type->dequantize)
                tensor.storage = storageOf(*type);
            if (tensor.dtype == DType::Opaque)
                m_content.unknownDTypes.emplace(i, type ? std::string(type->name) : "type " + std::to_string(code));
            if (isTold && type->dtype == DType::Opaque)
                warnOfRaw(tensor, *type);
        }
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

    void warnOfRaw(const Tensor& tensor, const GgufTensorType& type)
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
        bool isMissing = false;
        for (const Tensor& tensor : tensors()) {
            end = std::max(end, tensor.bytes.end);
            if (tensor.bytes.end <= m_fileSize)
                continue;
            const std::uint64_t there = m_fileSize - std::min(m_fileSize, tensor.bytes.begin);
            add(tensor, "data-missing",
                "has " + (there > 0 ? formatCount(there) : "none") + " of its " + counted(tensor.bytes.size(), "byte")
                    + ": the file ends before",
                ggufRefusal);
            isMissing = true;
        }
        const auto padded = m_header.tensorCount == 0 ? end : aligned(end, m_header.alignment);
        if (!isMissing && (!padded || *padded > m_fileSize)) {
            m_content.findings.add({.severity = Severity::Warning,
                .code = "padding-missing",
                .message = "the file ends at " + formatCount(m_fileSize) + ", expected padding up to a multiple of "
                    + formatCount(m_header.alignment),
                .refusedAs = ggufRefusal,
                .offset = end < m_fileSize ? std::optional(end) : std::nullopt});
        } else if (padded && *padded < m_fileSize) {
            m_content.findings.add({.severity = Severity::Warning,
                .code = "data-trailing",
                .message =
                    "behind the data stand " + counted(m_fileSize - *padded, "byte") + " that belong to no tensor",
                .offset = *padded});
        }
    }

    /// Between a tensor's end and the next multiple of the alignment, as far as no other tensor claims it.
    void addPadding()
    {
        std::uint64_t end = 0; // of the tensors so far
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

    const GgufHeader& m_header;
    std::uint64_t m_fileSize;
    FileContent& m_content;
    std::array<const Storage*, ggufTypeCount> m_storages{};
    std::array<RawType, ggufTypeCount> m_raw;
};

} // namespace

void settleGguf(const GgufHeader& header, std::uint64_t fileSize, FileContent& content)
{
    Settler(header, fileSize, content).run();
}

} // namespace loupe
