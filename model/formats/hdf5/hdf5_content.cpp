#include "formats/hdf5/hdf5_content.h"

#include "core/checked_math.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "formats/hdf5/hdf5_chunks.h"
#include "formats/hdf5/hdf5_notes.h"
#include "formats/hdf5/hdf5_parts.h"
#include "formats/hdf5/hdf5_records.h"
#include "formats/hdf5/hdf5_superblock.h"
#include "formats/hdf5/hdf5_walk.h"
#include "formats/shared/duplicate_names.h"
#include "formats/shared/truncation.h"
#include "formats/storages/byte_order.h"
#include "formats/storages/strided_storage.h"

#include <algorithm>
#include <chrono>
#include <unordered_map>

namespace loupe::hdf5 {

namespace {

constexpr std::string_view refusal = "OSError"; // the exception that h5py raises for nearly everything

class Content {
public:
    Content(const Hdf5Stream& stream, FileContent& content)
        : m_stream(stream)
        , m_content(content)
        , m_notes(stream, content)
        , m_parts(stream)
        , m_cache(std::make_shared<Hdf5ChunkCache>())
        , m_truncation(stream.range.end)
    {
    }

    Result<> read(const Work& work)
    {
        const auto block = readStart();
        if (!block)
            return fail(block.error());
        if (!*block) {
            if (!m_stream.inflating && !m_stream.range.empty())
                m_content.parts.push_back({m_stream.range, RegionKind::Unread});
            return {};
        }
        m_notes.setBase((*block)->offset);
        const std::uint64_t claimedEnd = checkEnd(**block);
        if (auto walked = walk(claimedEnd, work); !walked)
            return walked;
        addTruncation(**block);
        m_notes.finish();
        for (const DuplicateName& duplicate : duplicateNames(m_content.tensors)) {
            const std::string_view name = m_content.tensors[duplicate.later].name;
            m_content.findings.add({.severity = Severity::Warning,
                .code = "duplicate-name",
                .message = "dataset " + quote(name) + " is a duplicate",
                .tensor = std::string(name),
                .aboutTensor = true});
        }
        m_parts.finish(m_content, (*block)->offset, claimedEnd);
        return {};
    }

private:
    void add(Severity severity, std::string_view code, std::string message, std::optional<std::uint64_t> offset,
        std::string_view refusedAs = {})
    {
        m_content.findings.add({.severity = severity,
            .code = code,
            .message = std::move(message),
            .refusedAs = refusedAs,
            .offset = offset ? std::optional(m_notes.place(*offset)) : std::nullopt});
    }

    Result<std::optional<Hdf5Superblock>> readStart()
    {
        const auto offset = findHdf5Signature(m_stream);
        if (!offset)
            return fail(offset.error());
        if (!*offset) {
            add(Severity::Error, "hdf5-signature",
                std::string("has no HDF5 signature, expected the bytes 89 48 44 46 0D 0A 1A 0A at 0")
                    + (m_stream.inflating ? " (only the start of deflated data is searched)" : ", 512, 1024 and so on"),
                0, refusal);
            return std::nullopt;
        }
        auto block = readHdf5Superblock(m_stream, **offset);
        if (block && !*block) {
            add(Severity::Error, "hdf5-superblock", "the superblock is invalid, expected version 0 to 3", **offset,
                refusal);
        }
        return block;
    }

    /// Returns the file's end according to the superblock, in the stream.
    std::uint64_t checkEnd(const Hdf5Superblock& block)
    {
        constexpr std::array<std::string_view, 4> variants{
            "superblock 0", "superblock 1", "superblock 2", "superblock 3"};
        if (m_content.variant.empty())
            m_content.variant = variants[block.version];
        const std::uint64_t size = block.fileEnd - std::min(block.base, block.fileEnd);
        const std::uint64_t end = saturatingAdd(size, block.offset);
        if (end > m_stream.size)
            m_truncation.expectMissing(end - m_stream.size);
        return end <= std::uint64_t{INT64_MAX} ? end : m_stream.size;
    }

    Result<> walk(std::uint64_t claimedEnd, const Work& work)
    {
        IsolatedLimits limits = hdf5Limits(m_stream);
        const IsolatedRead readHere = [&](std::uint64_t offset, std::span<std::byte> target) {
            return m_stream.read(offset, target);
        };
        // The process that runs the library has no network.
        const bool isRemote = m_stream.source.isRemote();
        constexpr int mostRuns = 16;
        Hdf5Resume resume;
        std::chrono::nanoseconds time{}; // without the time spent reading from a server
        for (int run = 1;; ++run) {
            const auto outcome = runIsolated(
                [&](const IsolatedSend& send, const IsolatedRead& readThere) {
                    walkHdf5(m_stream, claimedEnd, resume, send, isRemote ? readThere : readHere);
                },
                [&](std::string_view bytes) { receive(bytes); }, isRemote ? readHere : IsolatedRead(), limits, work);
            if (!outcome) {
                Error error = outcome.error();
                error.path = m_stream.source.path().string();
                return fail(std::move(error));
            }
            // Errors after the end record do not matter: they happened while the file was being closed.
            if (m_ended)
                break;
            time += outcome->time;
            limits.asked -= std::min(limits.asked, outcome->asked);
            const bool late = time > std::chrono::seconds(limits.seconds);
            if (outcome->end != IsolatedEnd::Crashed || run == mostRuns || late || !resumeAfterCrash(resume)) {
                addGivenUp(*outcome);
                break;
            }
        }
        endDataset();
        return {};
    }

    /// Call this after a crash. Makes the next walk skip the object that caused it. Returns false if that object is
    /// unknown, or if it crashed the library again.
    bool resumeAfterCrash(Hdf5Resume& resume)
    {
        if (!m_object || resume.records == m_objectRecord)
            return false;
        resume.records = m_records = m_objectRecord;
        m_received.clear();
        (m_object->what == "attributes" ? resume.attributed : resume.objects).push_back(m_object->address);
        return true;
    }

    void addGivenUp(const IsolatedOutcome& outcome)
    {
        add(Severity::Error, "hdf5-reading",
            "the HDF5 library " + std::string(outcome.text())
                + (m_object ? " over " + quote(hdf5Name(m_object->path)) : std::string())
                + ": what comes after that is not shown",
            m_object ? std::optional(m_notes.inStream(m_object->address)) : std::nullopt, refusal);
    }

    /// Receives the bytes of records, which may be split anywhere.
    void receive(std::string_view bytes)
    {
        m_received += bytes;
        std::string_view rest = m_received;
        std::uint32_t size = 0;
        while (rest.size() >= sizeof size) {
            std::memcpy(&size, rest.data(), sizeof size);
            if (rest.size() - sizeof size < size)
                break;
            takeRecord(rest.substr(sizeof size, size));
            rest.remove_prefix(sizeof size + size);
        }
        m_received.erase(0, m_received.size() - rest.size());
    }

    template <typename Record, typename Take>
    void taken(std::string_view bytes, Take&& take)
    {
        Record record;
        Hdf5RecordReader reader(bytes);
        fields(reader, record);
        if (!reader.failed())
            take(record);
    }

    void takeRecord(std::string_view bytes)
    {
        if (bytes.empty())
            return;
        const auto kind = static_cast<Hdf5RecordKind>(bytes.front());
        bytes.remove_prefix(1);
        ++m_records;
        if (kind == Hdf5RecordKind::Chunks)
            return takeChunks(bytes);
        endDataset();
        switch (kind) {
        case Hdf5RecordKind::Object:
            m_objectRecord = m_records;
            return taken<Hdf5Text>(bytes, [&](Hdf5Text& object) { m_object = std::move(object); });
        case Hdf5RecordKind::Dataset:
            return taken<Hdf5Dataset>(bytes, [&](Hdf5Dataset& dataset) { m_dataset = std::move(dataset); });
        case Hdf5RecordKind::Attribute:
            return taken<Hdf5Attribute>(bytes, [&](const Hdf5Attribute& attribute) { m_notes.add(attribute); });
        case Hdf5RecordKind::Skipped:
            return taken<Hdf5Skipped>(bytes, [&](const Hdf5Skipped& skipped) {
                m_notes.add(skipped);
                if (skipped.offset != hdf5Nowhere)
                    m_parts.addContent(skipped.offset, skipped.size);
            });
        case Hdf5RecordKind::Alias:
            return taken<Hdf5Text>(bytes, [&](const Hdf5Text& text) { takeAlias(text); });
        case Hdf5RecordKind::End:
            m_ended = true;
            return;
        default:
            return taken<Hdf5Text>(bytes, [&](const Hdf5Text& text) { m_notes.add(kind, text); });
        }
    }

    void takeChunks(std::string_view bytes)
    {
        Hdf5RecordReader reader(bytes);
        while (m_dataset && !reader.atEnd() && !reader.failed()) {
            std::uint64_t size = 0;
            std::uint64_t skipped = 0;
            Hdf5Chunk& chunk = m_chunks.emplace_back();
            reader(chunk.offset);
            reader(size);
            reader(skipped);
            chunk.size = static_cast<std::uint32_t>(size);
            chunk.skipped = static_cast<std::uint32_t>(skipped);
        }
    }

    void endDataset()
    {
        if (m_dataset)
            addTensor(*m_dataset);
        m_dataset.reset();
        m_chunks.clear();
    }

    /// Adds a tensor for each further name of a dataset.
    void takeAlias(const Hdf5Text& alias)
    {
        m_notes.add(Hdf5RecordKind::Alias, alias);
        const auto found = m_byAddress.find(alias.address);
        if (found == m_byAddress.end())
            return;
        Tensor tensor = m_content.tensors[found->second];
        tensor.name = m_content.arena.copy(hdf5Name(alias.path));
        if (const auto known = m_content.unknownDTypes.find(found->second); known != m_content.unknownDTypes.end())
            m_content.unknownDTypes.emplace(
                static_cast<std::uint32_t>(m_content.tensors.size()), std::string(known->second));
        m_parts.addAlias(found->second, m_content.tensors.size());
        m_content.tensors.push_back(tensor);
        m_content.tensorsShare = true;
    }

    /// `refusedAs` is empty if h5py can still read it.
    void broken(const Hdf5Dataset& dataset, std::string_view code, const std::string& what,
        std::string_view refusedAs = refusal)
    {
        m_content.findings.add({.severity = refusedAs.empty() ? Severity::Warning : Severity::Error,
            .code = code,
            .message = "dataset " + quote(hdf5Name(dataset.path)) + " " + what,
            .refusedAs = refusedAs,
            .offset = m_notes.place(m_notes.inStream(dataset.address)),
            .tensor = hdf5Name(dataset.path),
            .aboutTensor = true});
    }

    /// `what` is the message if the file does not say that it should be longer.
    void addCut(const Hdf5Dataset& dataset, std::uint64_t bytes, std::uint64_t missing, const Tensor& tensor,
        const std::string& what)
    {
        if (m_truncation.missing() > 0)
            m_truncation.add(tensor.name, bytes, missing, tensor.bytes.begin);
        else
            broken(dataset, "data-past-the-end", what);
    }

    /// Reports the truncation of the file that its superblock describes.
    void addTruncation(const Hdf5Superblock& block)
    {
        if (m_truncation.empty())
            return;
        Finding finding = m_truncation.finding("file-truncated", refusal, m_content.tensors.size());
        finding.offset = m_notes.place(block.fileEndField);
        m_content.findings.add(std::move(finding));
    }

    void addTensor(const Hdf5Dataset& dataset)
    {
        const auto elements = elementCount(dataset.shape);
        const auto size = elements ? checkedMultiply(*elements, dataset.type.size) : std::nullopt;
        const bool known = dataset.type.dtype != DType::Opaque;
        if (dataset.type.size == 0 || (known && dataset.type.size * 8 != bitsPerElement(dataset.type.dtype)))
            return broken(dataset, "hdf5-type", "has an invalid type");
        if (!known)
            m_content.unknownDTypes.emplace(
                static_cast<std::uint32_t>(m_content.tensors.size()), printable(dataset.type.name));
        m_byAddress.emplace(dataset.address, static_cast<std::uint32_t>(m_content.tensors.size()));
        Tensor& tensor = m_content.tensors.emplace_back();
        tensor.name = m_content.arena.copy(hdf5Name(dataset.path));
        tensor.shape = m_content.arena.copy(std::span<const std::uint64_t>(dataset.shape));
        tensor.dtype = dataset.type.dtype;
        if (!size)
            return broken(dataset, "shape-overflow", "has a shape whose size does not fit in 64 bits", {});
        switch (dataset.layout) {
        case Hdf5Layout::Contiguous:
            return placeContiguous(dataset, *size, tensor);
        case Hdf5Layout::Chunked:
            return placeChunked(dataset, tensor);
        case Hdf5Layout::Held:
        case Hdf5Layout::Filled:
            return placeHeld(dataset, *size, tensor);
        }
    }

    template <typename Made>
    void setStorage(Tensor& tensor, std::shared_ptr<Made> storage)
    {
        tensor.storage = storage.get();
        m_content.storages.push_back(std::move(storage));
    }

    void placeContiguous(const Hdf5Dataset& dataset, std::uint64_t size, Tensor& tensor)
    {
        const auto end = checkedAdd(dataset.offset, size);
        const bool isWhole = end && *end <= m_stream.size;
        if (m_stream.inflating) {
            tensor.bytes = m_stream.range;
        } else {
            const std::uint64_t begin = saturatingAdd(m_stream.range.begin, dataset.offset);
            tensor.bytes = {begin, saturatingAdd(begin, size)};
            m_parts.add(m_content.tensors.size() - 1, tensor.bytes);
        }
        if (!isWhole) {
            const std::uint64_t there = m_stream.size - std::min(m_stream.size, dataset.offset);
            return addCut(dataset, size, size - std::min(size, there), tensor,
                "has bytes up to " + formatCount(end.value_or(UINT64_MAX)) + ", the file has "
                    + formatCount(m_stream.size));
        }
        if (dataset.size != size)
            broken(dataset, "size-mismatch",
                "has " + counted(dataset.size, "byte") + " in the file, its shape needs " + formatCount(size), {});
        if (tensor.dtype == DType::Opaque || size == 0 || (!m_stream.inflating && !dataset.type.bigEndian))
            return;
        auto bytes = std::make_shared<StoredBytes>();
        bytes->range = m_stream.range;
        bytes->size = m_stream.size;
        if (m_stream.inflating)
            bytes->packed = std::make_shared<const zip::InflatingReader>(*m_stream.inflating);
        bytes->bigEndian = dataset.type.bigEndian;
        setStorage(tensor,
            std::make_shared<const StridedStorage>(
                std::move(bytes), dataset.offset, std::vector<StridedAxis>{StridedAxis{size / dataset.type.size, 1}}));
    }

    void placeHeld(const Hdf5Dataset& dataset, std::uint64_t size, Tensor& tensor)
    {
        if (size == 0)
            return;
        const bool isWhole = dataset.layout == Hdf5Layout::Held ? dataset.bytes.size() >= size
                                                                : dataset.bytes.size() % dataset.type.size == 0;
        if (dataset.bytes.empty() || !isWhole)
            return broken(dataset, "size-mismatch", "has less data than its shape needs");
        std::string bytes = dataset.bytes;
        if (dataset.type.bigEndian)
            swapBytes(dataset.type.dtype, std::as_writable_bytes(std::span(bytes)));
        if (tensor.dtype != DType::Opaque)
            setStorage(tensor, std::make_shared<const Hdf5HeldStorage>(std::move(bytes)));
    }

    void placeChunked(const Hdf5Dataset& dataset, Tensor& tensor)
    {
        std::optional<std::uint64_t> chunkBytes = dataset.type.size;
        std::optional<std::uint64_t> count = 1;
        for (std::size_t i = 0; i < dataset.chunkShape.size() && i < dataset.shape.size(); ++i) {
            constexpr std::uint64_t longest = UINT32_MAX; // the format's limit
            const std::uint64_t size = dataset.chunkShape[i] <= longest ? dataset.chunkShape[i] : 0;
            chunkBytes = chunkBytes ? checkedMultiply(*chunkBytes, size) : std::nullopt;
            count = count && size > 0
                ? checkedMultiply(*count, dataset.shape[i] / size + (dataset.shape[i] % size != 0))
                : std::nullopt;
        }
        const bool fits = dataset.chunkShape.size() == dataset.shape.size() && !dataset.shape.empty() && count
            && chunkBytes && !dataset.bytes.empty() && dataset.bytes.size() % dataset.type.size == 0;
        if (!fits || *count != m_chunks.size())
            return broken(dataset, "hdf5-chunks", "has chunks that do not fit its shape");
        if (m_stream.inflating)
            tensor.bytes = m_stream.range;
        else
            m_parts.add(m_content.tensors.size() - 1, m_chunks);
        const auto isLost = [&](const Hdf5Chunk& chunk) {
            return chunk.offset != hdf5Nowhere
                && (chunk.offset > m_stream.size || chunk.size > m_stream.size - chunk.offset);
        };
        std::uint64_t lost = 0;
        std::uint64_t stored = 0;
        std::uint64_t missing = 0;
        for (const Hdf5Chunk& chunk : m_chunks) {
            stored = saturatingAdd(stored, chunk.offset == hdf5Nowhere ? 0 : chunk.size);
            if (isLost(chunk)) {
                ++lost;
                const std::uint64_t there = m_stream.size - std::min(m_stream.size, chunk.offset);
                missing = saturatingAdd(missing, chunk.size - std::min<std::uint64_t>(chunk.size, there));
            }
        }
        if (lost > 0) {
            addCut(dataset, stored, missing, tensor,
                "has " + counted(lost, "chunk") + " of " + formatCount(*count) + " that the file does not have");
        }
        Hdf5Pipeline pipeline(dataset.filters);
        m_notes.add(dataset, pipeline);
        if (*count == 0 || *chunkBytes == 0 || tensor.dtype == DType::Opaque)
            return;
        setStorage(tensor,
            std::make_shared<const Hdf5ChunkedStorage>(
                dataset, std::move(m_chunks), m_stream.range, m_stream.size, m_stream.inflating, m_cache));
    }

    const Hdf5Stream& m_stream;
    FileContent& m_content;
    Hdf5Notes m_notes;
    Hdf5Parts m_parts;
    std::shared_ptr<Hdf5ChunkCache> m_cache;
    Truncation m_truncation; ///< according to the file size in the superblock
    std::string m_received; ///< the incomplete last record
    std::optional<Hdf5Text> m_object; ///< the object that the walk is at
    std::uint64_t m_records = 0; ///< number of records taken so far
    std::uint64_t m_objectRecord = 0; ///< number of records up to that of m_object
    std::unordered_map<std::uint64_t, std::uint32_t> m_byAddress; ///< tensors by the addresses of their datasets
    std::optional<Hdf5Dataset> m_dataset; ///< the dataset whose chunks are being received
    std::vector<Hdf5Chunk> m_chunks;
    bool m_ended = false;
};

} // namespace

Result<> addHdf5Content(const Hdf5Stream& stream, const Work& work, FileContent& content)
{
    return Content(stream, content).read(work);
}

} // namespace loupe::hdf5
