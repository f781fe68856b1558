#include "formats/bintensors/bintensors_decoder.h"

#include "core/text/quote.h"
#include "core/text/text.h"
#include "core/text/utf8.h"
#include "formats/bintensors/bincode_reader.h"
#include "formats/shared/duplicate_names.h"
#include "formats/shared/geometry.h"
#include "formats/shared/metadata_builder.h"
#include "formats/shared/shape_store.h"
#include "formats/storages/huge_pages.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace loupe::bintensors {

namespace {

/// Dtypes in the order of their bintensors numbers, which differs from the order in safetensors.
constexpr std::array dtypes{DType::BOOL, DType::U8, DType::I8, DType::F8_E5M2, DType::F8_E4M3, DType::I16, DType::U16,
    DType::F16, DType::BF16, DType::I32, DType::U32, DType::F32, DType::F64, DType::I64, DType::U64};

/// The units that the reference decoder counts for an element: the element's size in its memory.
constexpr std::uint64_t metadataUnits = 48;
constexpr std::uint64_t namedTensorUnits = 72;
constexpr std::uint64_t tensorUnits = 48;
constexpr std::uint64_t indexUnits = 32;
constexpr std::uint64_t dimensionUnits = 8;

/// The fewest bytes of an element.
constexpr std::uint64_t leastMetadataBytes = 2;
constexpr std::uint64_t leastNamedTensorBytes = 5;
constexpr std::uint64_t leastTensorBytes = 4;
constexpr std::uint64_t leastIndexBytes = 2;

constexpr std::uint64_t stopInterval = 4096;

class Decoder {
public:
    Decoder(std::string_view header, BintensorsLayout layout, ByteRange headerRange, std::uint64_t fileSize,
        const Work& work)
        : m_header(header)
        , m_layout(layout)
        , m_fileSize(fileSize)
        , m_work(work)
        , m_reader(header, headerRange.size() - header.size())
    {
        m_attempt.content.variant = variantName(layout);
        m_attempt.content.header = m_attempt.content.headerContent = headerRange;
        m_attempt.content.data = {headerRange.end, fileSize};
    }

    BintensorsAttempt run(bool cut)
    {
        readMetadata();
        if (m_layout == BintensorsLayout::Current) {
            readNamedTensors();
        } else {
            readTensors();
            readNames();
        }
        m_attempt.decoded = !m_reader.failed();
        m_attempt.ranOut = m_reader.failedAtEnd();
        m_attempt.reached = m_attempt.decoded ? m_reader.offset() : m_reader.failure();
        addDecoderFindings(cut);
        if (m_attempt.decoded)
            checkPadding(cut);
        if (m_attempt.decoded && m_layout == BintensorsLayout::Current)
            checkNames();
        validateGeometry(m_attempt.content, m_fileSize, {.listOrder = true, .wholeHeader = m_attempt.decoded && !cut});
        return std::move(m_attempt);
    }

private:
    /// An entry of the old layout's map: the index of a tensor, and the header offset of the entry.
    struct Place {
        std::uint64_t offset = 0;
        std::uint64_t index = 0;
    };

    std::uint64_t fileOffset(std::uint64_t headerOffset) const { return m_attempt.content.header.begin + headerOffset; }

    bool goOn(std::uint64_t done)
    {
        if (done % stopInterval == 0 && m_work.stopped()) {
            m_attempt.stopped = true;
            m_reader.fail("stopped");
        }
        return !m_reader.failed();
    }

    std::string_view readText()
    {
        const std::string_view text = m_reader.readBytes(m_reader.readUnsigned());
        if (const std::size_t valid = validUtf8Prefix(text); valid != text.size())
            m_reader.fail("a string is not valid UTF-8");
        return text;
    }

    void readMetadata()
    {
        const std::uint8_t present = m_reader.readByte();
        if (present > 1)
            m_reader.fail("expected 0 or 1, whether there is metadata");
        if (present != 1)
            return;
        MetadataBuilder builder;
        std::string previous;
        bool sorted = true;
        const std::uint64_t count = m_reader.readCount(metadataUnits, leastMetadataBytes);
        for (std::uint64_t i = 0; i < count && goOn(i); ++i) {
            m_reader.finishElement(metadataUnits);
            const std::uint64_t offset = m_reader.offset();
            const std::string_view key = readText();
            const std::string_view value = readText();
            if (m_reader.failed())
                break;
            if (!builder.add(key, value))
                addWarning("metadata-duplicate-key",
                    "metadata key " + quote(key) + " is a duplicate; the last value counts", offset);
            sorted = sorted && previous <= key;
            previous = key;
        }
        if (!sorted && m_layout == BintensorsLayout::Current)
            addWarning(
                "metadata-unsorted", "metadata keys are not in ascending order, as the reference writes them", 0);
        m_attempt.content.metadata = builder.take();
    }

    void readNamedTensors()
    {
        const std::uint64_t count = m_reader.readCount(namedTensorUnits, leastNamedTensorBytes);
        reserveHuge(m_attempt.content.tensors, std::min(count, m_reader.remaining()));
        for (std::uint64_t i = 0; i < count && goOn(i); ++i) {
            m_reader.finishElement(namedTensorUnits);
            Tensor tensor;
            tensor.name = readText();
            if (m_reader.failed())
                break;
            if (!readTensor(tensor)) {
                m_brokenTensor = tensor.name;
                break;
            }
            tensor.name = m_attempt.content.arena.copy(tensor.name);
            m_attempt.content.tensors.push_back(tensor);
        }
    }

    void readTensors()
    {
        const std::uint64_t count = m_reader.readCount(tensorUnits, leastTensorBytes);
        reserveHuge(m_attempt.content.tensors, std::min(count, m_reader.remaining()));
        for (std::uint64_t i = 0; i < count && goOn(i); ++i) {
            m_reader.finishElement(tensorUnits);
            Tensor tensor;
            if (readTensor(tensor))
                m_attempt.content.tensors.push_back(tensor);
        }
    }

    bool readTensor(Tensor& tensor)
    {
        const std::uint64_t offset = m_reader.offset();
        const std::uint32_t number = m_reader.readEnum();
        if (number < dtypes.size()) {
            tensor.dtype = dtypes[number];
        } else if (!m_reader.failed()) {
            m_unknownDType = {offset, number};
            m_reader.fail("a dtype number is above 14");
        }
        const std::uint64_t rank = m_reader.readCount(dimensionUnits, 1);
        if (rank > BincodeReader::largestAccount / dimensionUnits)
            m_reader.fail("a tensor has more dimensions than the reference reader allows in all");
        m_shape.clear();
        for (std::uint64_t i = 0; i < rank && goOn(i + 1); ++i)
            m_shape.push_back(m_reader.readDimension());
        tensor.bytes.begin = m_reader.readUnsigned();
        tensor.bytes.end = m_reader.readUnsigned();
        if (m_reader.failed())
            return false;
        tensor.shape = m_shapes.keep(m_shape, m_attempt.content.arena);
        return true;
    }

    /// Reads the old layout's names. The reference checks that there are as many names as tensors, but not the indices.
    void readNames()
    {
        const std::uint64_t count = m_reader.readCount(indexUnits, leastIndexBytes);
        std::vector<Tensor> names; // one for every entry; only the names are used
        std::vector<Place> places; // one for every entry
        reserveHuge(names, std::min(count, m_reader.remaining()));
        reserveHuge(places, std::min(count, m_reader.remaining()));
        for (std::uint64_t i = 0; i < count && goOn(i); ++i) {
            m_reader.finishElement(indexUnits);
            const std::uint64_t offset = m_reader.offset();
            const std::string_view name = readText();
            const std::uint64_t index = m_reader.readUnsigned();
            if (m_reader.failed())
                break;
            names.emplace_back().name = m_attempt.content.arena.copy(name);
            places.push_back({offset, index});
        }
        setNames(names, places);
    }

    /// If several entries have the same name, the last one counts, as in the reference's map.
    void setNames(const std::vector<Tensor>& names, std::vector<Place>& places)
    {
        const auto duplicates = duplicateNames(names);
        std::vector<bool> replaced(names.size());
        for (const DuplicateName& duplicate : duplicates) {
            places[duplicate.earlier] = places[duplicate.later];
            replaced[duplicate.later] = true;
        }
        std::vector<bool> named(m_attempt.content.tensors.size());
        for (std::size_t i = 0; i < names.size(); ++i) {
            if (!replaced[i])
                setName(names[i].name, places[i], named);
        }
        if (m_reader.failed())
            return;
        for (const DuplicateName& duplicate : duplicates)
            addDuplicate(names[duplicate.later].name, Severity::Warning, {});
        checkNameCount(names.size() - duplicates.size(), named);
    }

    void setName(std::string_view name, Place place, std::vector<bool>& named)
    {
        auto& tensors = m_attempt.content.tensors;
        if (place.index >= tensors.size()) {
            addWarning("index-out-of-range",
                "name " + quote(name) + " is for tensor " + std::to_string(place.index) + ", but there are "
                    + std::to_string(tensors.size()),
                place.offset);
        } else if (named[place.index]) {
            addWarning("index-shared",
                "one tensor has two names: " + quote(tensors[place.index].name) + " and " + quote(name), place.offset);
        } else {
            named[place.index] = true;
            tensors[place.index].name = name;
        }
    }

    void checkNameCount(std::size_t distinct, const std::vector<bool>& named)
    {
        if (const auto unnamed = std::count(named.begin(), named.end(), false))
            addWarning("tensor-unnamed", counted(static_cast<std::uint64_t>(unnamed), "tensor") + " without a name", 0);
        if (distinct == named.size())
            return;
        m_attempt.content.findings.add({.code = "name-count",
            .message = "the header has " + counted(distinct, "name") + " for " + counted(named.size(), "tensor"),
            .refusedAs = "ValidationMismatch",
            .offset = fileOffset(0)});
    }

    void checkNames()
    {
        const auto& tensors = m_attempt.content.tensors;
        for (const DuplicateName& duplicate : duplicateNames(tensors))
            addDuplicate(tensors[duplicate.later].name, Severity::Error, "ValidationMismatch");
    }

    void addDuplicate(std::string_view name, Severity severity, std::string_view refusedAs)
    {
        m_attempt.content.findings.add({.severity = severity,
            .code = "duplicate-name",
            .message = "the name " + quote(name) + " is a duplicate",
            .refusedAs = refusedAs,
            .offset = fileOffset(0),
            .tensor = std::string(name),
            .aboutTensor = true});
    }

    void addDecoderFindings(bool cut)
    {
        auto& findings = m_attempt.content.findings;
        if (m_reader.overAccount()) {
            findings.add({.severity = Severity::Warning,
                .code = "decoder-limit",
                .message = "the header decodes to more than the " + formatCount(BincodeReader::largestAccount)
                    + " units that the reference reader allows",
                .refusedAs = "DecoderError",
                .offset = fileOffset(0)});
        }
        if (!m_reader.failed() || (cut && m_attempt.ranOut))
            return;
        if (m_unknownDType) {
            findings.add({.code = "dtype-unknown",
                .message = (m_brokenTensor ? "tensor " + quote(*m_brokenTensor) + ": " : "") + "dtype number "
                    + std::to_string(m_unknownDType->second) + " is unknown, expected 0 to 14",
                .refusedAs = "DecoderError",
                .offset = fileOffset(m_unknownDType->first)});
            return;
        }
        findings.add({.code = m_attempt.ranOut ? "header-truncated" : "header-invalid",
            .message = std::string("invalid header") + (m_brokenTensor ? " in tensor " + quote(*m_brokenTensor) : "")
                + ": " + m_reader.problem(),
            .refusedAs = "DecoderError",
            .offset = fileOffset(m_reader.failure())});
    }

    void checkPadding(bool cut)
    {
        constexpr std::size_t mostPadding = 7;
        const std::string_view padding = m_header.substr(m_reader.offset());
        const std::uint64_t size = m_attempt.content.header.size() - m_reader.offset(); // some of it may be unread
        m_attempt.content.headerContent.end = fileOffset(m_reader.offset());
        const bool onlySpaces = padding.size() == size && padding.find_first_not_of(' ') == std::string_view::npos;
        m_attempt.cleanPadding = size <= mostPadding && onlySpaces;
        // An in-place edit that shortens the header leaves more spaces, which hide nothing.
        if (!onlySpaces && !cut) {
            addWarning("padding-odd", counted(size, "byte") + " after the header's content, expected spaces",
                m_reader.offset());
        }
    }

    void addWarning(std::string_view code, std::string message, std::uint64_t headerOffset)
    {
        m_attempt.content.findings.add({.severity = Severity::Warning,
            .code = code,
            .message = std::move(message),
            .offset = fileOffset(headerOffset)});
    }

    std::string_view m_header;
    BintensorsLayout m_layout;
    std::uint64_t m_fileSize;
    const Work& m_work;
    BincodeReader m_reader;
    BintensorsAttempt m_attempt;
    std::vector<std::uint64_t> m_shape;
    ShapeStore m_shapes;
    std::optional<std::string_view> m_brokenTensor; ///< the tensor in whose description reading ended, if it has a name
    std::optional<std::pair<std::uint64_t, std::uint32_t>> m_unknownDType; ///< header offset and number
};

/// Higher is better. Padding comes first: it alone distinguishes the layouts of a header that decodes under both.
auto rank(const BintensorsAttempt& attempt)
{
    return std::make_tuple(attempt.accepted() && attempt.cleanPadding, attempt.accepted(),
        attempt.decoded && attempt.cleanPadding, attempt.decoded, attempt.decoded ? 0 : attempt.reached);
}

} // namespace

std::string_view variantName(BintensorsLayout layout)
{
    return layout == BintensorsLayout::Current ? "0.1" : "pre-0.1";
}

std::optional<DType> bintensorsDType(std::uint32_t number)
{
    return number < dtypes.size() ? std::optional(dtypes[number]) : std::nullopt;
}

BintensorsAttempt decodeBintensors(std::string_view header, BintensorsLayout layout, ByteRange headerRange,
    std::uint64_t fileSize, bool cut, const Work& work)
{
    return Decoder(header, layout, headerRange, fileSize, work).run(cut);
}

bool bintensorsWantsMore(const Frame& frame, const FileStart& start)
{
    constexpr BintensorsLayout layouts[] = {BintensorsLayout::Current, BintensorsLayout::Old};
    return std::any_of(std::begin(layouts), std::end(layouts), [&](BintensorsLayout layout) {
        return decodeBintensors(headerIn(frame, start), layout, frame.header, start.fileSize, true, {}).ranOut;
    });
}

BintensorsAttempt decodeBintensors(
    std::string_view header, ByteRange headerRange, std::uint64_t fileSize, bool cut, const Work& work)
{
    auto current = decodeBintensors(header, BintensorsLayout::Current, headerRange, fileSize, cut, work);
    if (current.stopped || (current.accepted() && current.cleanPadding))
        return current;
    auto old = decodeBintensors(header, BintensorsLayout::Old, headerRange, fileSize, cut, work);
    return rank(old) > rank(current) || old.stopped ? std::move(old) : std::move(current);
}

} // namespace loupe::bintensors
