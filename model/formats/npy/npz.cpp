#include "formats/npy/npz.h"

#include "core/checked_math.h"
#include "core/name_hash.h"
#include "core/text/quote.h"
#include "formats/npy/npz_fields.h"
#include "formats/numpy/numpy_content.h"
#include "formats/numpy/numpy_values.h"
#include "formats/shared/out_of_memory.h"
#include "formats/shared/tensor_order.h"
#include "formats/zip/inflating_reader.h"
#include "formats/zip/zip_bytes.h"
#include "formats/zip/zip_digests.h"
#include "formats/zip/zip_directory.h"
#include "formats/zip/zip_start.h"

#include <algorithm>
#include <array>

namespace loupe::npy {

namespace {

constexpr std::string_view npzSuffixes[] = {".npz"};
constexpr std::string_view arraySuffix = ".npy";

Match probeNpz(const FileStart& start)
{
    if (start.bytes.size() == zip::zipEndSize && zip::zipNumber<std::uint32_t>(start.bytes, 0) == zip::zipEndSignature)
        return Match::Likely; // an archive without members
    const auto names = zip::zipNamesAtStart(start.bytes);
    const auto isArray = [](std::string_view name) { return name.ends_with(arraySuffix); };
    if (!names.empty() && isArray(names.front()))
        return Match::Certain;
    return std::ranges::any_of(names, isArray) ? Match::Likely : Match::No;
}

class NpzReader {
public:
    NpzReader(const Source& source, const Work& work)
        : m_source(source)
        , m_work(work)
    {
    }

    Result<FileContent> read()
    {
        if (m_work.stopped())
            return stopped();
        if (auto begun = checkStart(); !begun)
            return fail(std::move(begun.error()));
        auto directory = zip::readZipDirectory(m_source, m_work, m_content.findings);
        if (!directory)
            return fail(std::move(directory.error()));
        if (*directory) {
            m_content.data = {0, m_source.size()};
            if (auto done = readMembers(**directory); !done)
                return fail(std::move(done.error()));
            if ((*directory)->range.empty()) {
                m_content.findings.add({.code = "arrays-unknown",
                    .message = "the archive may have had more arrays: only its directory lists them all",
                    .offset = m_source.size()});
            }
            addPart((*directory)->range, RegionKind::Header);
            // Overlapping members need not be in the order of their arrays.
            zip::stateZipDigests(std::move(m_statements), sortTensors(m_content), m_content, "BadZipFile");
            sortParts(m_content);
            m_content.variant = m_stored && m_deflated ? "stored and deflated" : m_deflated ? "deflated" : "stored";
        }
        if (auto unchanged = m_source.checkUnchanged(); !unchanged)
            return fail(std::move(unchanged.error()));
        return std::move(m_content);
    }

private:
    tl::unexpected<Error> stopped() const
    {
        return fail(ErrorCode::Stopped, "stopped while the members were read", m_source.path().string());
    }

    /// Checks the first bytes, by which NumPy detects the format.
    Result<> checkStart()
    {
        std::array<std::byte, 4> bytes{};
        const bool there = m_source.size() >= bytes.size();
        if (there) {
            if (auto read = m_source.read(0, bytes); !read)
                return read;
        }
        const auto signature = zip::zipNumber<std::uint32_t>(bytes, 0);
        if (!there || (signature != zip::zipLocalSignature && signature != zip::zipEndSignature)) {
            m_content.findings.add({.code = "magic",
                .message = "the file has no ZIP signature, expected the bytes 50 4B 03 04",
                .refusedAs = "ValueError",
                .offset = 0});
        }
        return {};
    }

    Result<> readMembers(const zip::ZipDirectory& directory)
    {
        const auto entries = zip::entriesByOffset(directory);
        for (const zip::ZipEntry& entry : directory.entries)
            m_last[entry.name] = &entry;
        std::vector<zip::ZipMember> members;
        members.reserve(entries.size());
        for (const zip::ZipEntry* const entry : entries) {
            if (m_work.stopped())
                return stopped();
            auto member = zip::locateZipMember(m_source, *entry, m_content.findings);
            if (!member)
                return fail(std::move(member.error()));
            addPart(member->header, RegionKind::Header);
            addPart(member->descriptor, RegionKind::Header);
            members.push_back(*member);
            if (auto read = readMember(*entry, *member, m_last.at(entry->name) == entry); !read)
                return read;
        }
        zip::checkZipOverlaps(directory, entries, members, m_content.findings);
        return {};
    }

    Result<> readMember(const zip::ZipEntry& entry, const zip::ZipMember& member, bool isLast)
    {
        if (!isLast)
            warn("duplicate-name", "member " + quote(entry.name) + " is a duplicate; the last one counts", entry);
        if (!(member.readable || member.isCut) || !isLast) {
            addPart(member.data, member.readable ? RegionKind::Content : RegionKind::Unread);
            return {};
        }
        const bool isDeflated = entry.method == zip::ZipEntry::deflated;
        auto array = isDeflated ? readDeflated(member) : readStored(member);
        if (!array) {
            if (array.error().code != ErrorCode::Malformed)
                return fail(std::move(array.error()));
            m_content.findings.add({.code = "zip-deflate",
                .message = "member " + quote(entry.name) + ": " + array.error().message,
                .refusedAs = "error", // zlib.error
                .offset = array.error().offset});
            addPart(member.data, RegionKind::Unread);
            return {};
        }
        addArray(entry, member, *array);
        return {};
    }

    Result<numpy::NpyArray> readStored(const zip::ZipMember& member)
    {
        std::uint64_t position = member.data.begin;
        const auto next = [&](std::span<std::byte> target) -> Result<std::size_t> {
            const auto size = std::min(target.size(), member.data.begin + member.size - position);
            if (auto read = m_source.read(position, target.first(size)); !read)
                return fail(std::move(read.error()));
            position += size;
            return size;
        };
        return numpy::readNpyArray(next, member.size);
    }

    Result<numpy::NpyArray> readDeflated(const zip::ZipMember& member)
    {
        auto inflater = zip::Inflater::create(member.data);
        if (!inflater)
            return fail(std::move(inflater.error()));
        const auto next = [&](std::span<std::byte> target) -> Result<std::size_t> {
            const std::uint64_t left = member.size - (*inflater)->position();
            return (*inflater)->next(m_source, target.first(std::min<std::uint64_t>(target.size(), left)), m_scratch);
        };
        auto array = numpy::readNpyArray(next, member.size);
        if (array && !member.sizeIsTrue)
            std::erase_if(array->faults, [](const numpy::NpyFault& fault) { return fault.code == "data-trailing"; });
        if (array && !array->hasMagic && (*inflater)->wasCut())
            return fail(ErrorCode::Malformed, "its stream is cut off", {}, member.data.end);
        return array;
    }

    void addArray(const zip::ZipEntry& entry, const zip::ZipMember& member, const numpy::NpyArray& array)
    {
        const bool isNamed = entry.name.ends_with(arraySuffix);
        const bool isDeflated = entry.method == zip::ZipEntry::deflated;
        if (!array.hasMagic) {
            // NumPy returns the raw bytes of such a member, regardless of its name.
            if (isNamed)
                warn("member-no-array", "member " + quote(entry.name) + " is not an array", entry);
            addPart(member.data, RegionKind::Content);
            return;
        }
        (isDeflated ? m_deflated : m_stored) = true;
        const std::string_view name = nameOf(entry);
        if (!isDeflated)
            addPart({member.data.begin, member.data.begin + array.header.end}, RegionKind::Header);
        const bool described = numpy::addNpyTensor(array, name, m_content);
        if (described) {
            isDeflated ? placeDeflated(member, array) : placeStored(member, array);
            m_statements.push_back({.digest = zip::zipDigest(entry, member)});
        } else {
            addPart({member.data.begin + (isDeflated ? 0 : array.header.end), member.data.end}, RegionKind::Unread);
        }
        numpy::addNpyFindings(array,
            {.subject = "array " + quote(name), .begin = member.data.begin, .plain = !isDeflated}, name, m_content);
        warnOfPath(entry);
    }

    /// The key under which NumPy returns a member. A whole member name takes precedence over one without its suffix.
    std::string_view nameOf(const zip::ZipEntry& entry)
    {
        std::string_view name = entry.name;
        if (!name.ends_with(arraySuffix))
            return name;
        name.remove_suffix(arraySuffix.size());
        if (!m_last.contains(name))
            return name;
        warn("duplicate-name",
            "member " + quote(entry.name) + " would be " + quote(name)
                + ", but another member has that name: it is shown with its suffix",
            entry);
        return entry.name;
    }

    void placeStored(const zip::ZipMember& member, const numpy::NpyArray& array)
    {
        Tensor& tensor = m_content.tensors.back();
        // End before the next member, whatever the shape claims.
        const std::uint64_t size = member.isCut ? array.data.end : std::min(array.data.end, member.size);
        const std::uint64_t end = saturatingAdd(member.data.begin, size);
        tensor.bytes = {member.data.begin + array.data.begin, end};
        addPart({std::min(end, member.data.end), member.data.end}, RegionKind::Trailing);
        const numpy::NpyOrder order = orderOf(array);
        if (tensor.dtype == DType::Opaque || !array.dataWhole || order.isPlain())
            return;
        auto& storage = m_ordered[(order.columnMajor ? 1 : 0) + (order.bigEndian ? 2 : 0)];
        if (!storage) {
            m_content.storages.push_back(std::make_shared<const numpy::NpyOrderedStorage>(order));
            storage = m_content.storages.back().get();
        }
        tensor.storage = storage;
    }

    void placeDeflated(const zip::ZipMember& member, const numpy::NpyArray& array)
    {
        Tensor& tensor = m_content.tensors.back();
        tensor.bytes = member.data;
        if (tensor.dtype == DType::Opaque)
            return;
        if (!m_points) {
            m_points = std::make_shared<zip::InflatePoints>();
            m_kept = std::make_shared<KeptArrays>();
        }
        auto read = [reader = zip::InflatingReader(member.data, member.size, m_points), begin = array.data.begin](
                        const Source& source, std::uint64_t offset, std::span<std::byte> target) {
            return reader.read(source, begin + offset, target);
        };
        m_content.storages.push_back(
            std::make_shared<const numpy::NpyOrderedStorage>(orderOf(array), std::move(read), m_kept));
        tensor.storage = m_content.storages.back().get();
    }

    void warnOfPath(const zip::ZipEntry& entry)
    {
        const std::string path = '/' + entry.name + '/';
        if (path.starts_with("//") || path.find("/../") != std::string::npos || path.find('\\') != std::string::npos)
            warn(
                "member-path", "member " + quote(entry.name) + " names a place outside of where it is unpacked", entry);
    }

    void warn(std::string_view code, std::string message, const zip::ZipEntry& entry)
    {
        m_content.findings.add(
            {.severity = Severity::Warning, .code = code, .message = std::move(message), .offset = entry.record.begin});
    }

    /// Reports headers as work done, except for the directory, which readZipDirectory() reports.
    void addPart(ByteRange range, RegionKind kind)
    {
        if (range.empty())
            return;
        m_content.parts.push_back({range, kind});
        if (kind == RegionKind::Header && range.end != m_source.size()) {
            m_work.expect(range.size());
            m_work.advance(range.size());
        }
    }

    const Source& m_source;
    const Work& m_work;
    FileContent m_content;
    NameMap<std::string_view, const zip::ZipEntry*> m_last; ///< the last member with each name counts
    std::vector<zip::ZipStatement> m_statements; ///< by tensor
    Buffer m_scratch;
    std::array<const Storage*, 4> m_ordered{}; ///< indexed by order
    std::shared_ptr<zip::InflatePoints> m_points;
    std::shared_ptr<KeptArrays> m_kept;
    bool m_stored = false;
    bool m_deflated = false;
};

Result<FileContent> readNpz(const Source& source, const Work& work)
{
    return orOutOfMemory(source, [&] { return NpzReader(source, work).read(); });
}

} // namespace

constinit const Format npzFormat{.id = "npz",
    .title = "NumPy archive",
    .suffixes = npzSuffixes,
    .mimeType = "application/x-npz",
    .probe = probeNpz,
    .read = readNpz,
    .headerFields = npzHeaderFields};

} // namespace loupe::npy
