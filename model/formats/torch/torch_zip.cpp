#include "formats/torch/torch_zip.h"

#include "core/name_hash.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "formats/shared/tensor_order.h"
#include "formats/torch/torch_contents.h"
#include "formats/torch/torch_sharded_trust.h"
#include "formats/torch/torch_unpickler.h"
#include "formats/torch/torch_version.h"
#include "formats/zip/inflating_reader.h"
#include "formats/zip/zip_directory.h"
#include "formats/zip/zip_sequence.h"

#include <algorithm>

namespace loupe::torch {

namespace {

constexpr std::string_view pickleName = "data.pkl";
/// Takes precedence over "version" if both exist.
constexpr std::string_view dataVersionName = ".data/version";
/// A deflated pickle is held in memory.
constexpr std::uint64_t largestInflatedPickle = std::uint64_t{256} << 20;

struct Member {
    const zip::ZipEntry* entry = nullptr;
    zip::ZipMember place;
};

class ZipReader {
public:
    ZipReader(const Source& source, const Work& work, const TorchObjectUse& use)
        : m_source(source)
        , m_work(work)
        , m_use(use)
        , m_layout(m_content, source.size())
    {
    }

    Result<FileContent> read()
    {
        if (m_work.stopped())
            return stopped();
        m_content.tensorsShare = true;
        const auto sequence = zip::findZipSequence(m_source, m_work);
        if (!sequence)
            return fail(sequence.error());
        reportOthers(*sequence);
        auto directory = zip::readZipDirectory(m_source, m_work, m_endFindings, sequence->firstEnd);
        if (!directory)
            return fail(std::move(directory.error()));
        m_isCut = *directory && (*directory)->range.empty();
        if (m_isCut)
            m_layout.expectTruncation();
        if (*directory) {
            m_content.data = {0, m_source.size()};
            if (auto done = locateMembers(**directory); !done)
                return fail(std::move(done.error()));
            if (auto done = readMembers(); !done)
                return fail(std::move(done.error()));
            m_layout.finish();
            if (!(*directory)->range.empty())
                m_content.parts.push_back({(*directory)->range, RegionKind::Header});
            sortParts(m_content);
        }
        if (!m_isCut || !m_layout.reportedTruncation())
            m_content.findings.append(m_endFindings, 0);
        if (auto unchanged = m_source.checkUnchanged(); !unchanged)
            return fail(std::move(unchanged.error()));
        return std::move(m_content);
    }

private:
    tl::unexpected<Error> stopped() const
    {
        return fail(ErrorCode::Stopped, "stopped while the archive was read", m_source.path().string());
    }

    /// Reports data in the file other than the archive that is read.
    void reportOthers(const zip::ZipSequence& sequence)
    {
        const std::uint64_t after = m_source.size() - sequence.firstEnd;
        addPart({sequence.firstEnd, m_source.size()}, RegionKind::Trailing);
        if (after > 0) {
            m_content.findings.add({.severity = Severity::Warning,
                .code = "more-archives",
                .message = formatCount(sequence.archives) + " archives in one file: this is the first one"
                    + (sequence.leadsToFirst ? ", as torch.load reads it; " : "; ") + counted(after, "byte")
                    + " after it hold " + counted(sequence.archives - 1, "more archive"),
                .offset = sequence.firstEnd});
        }
        if (sequence.leadsToFirst)
            return;
        m_content.findings.add({.code = "archive-offsets",
            .message = sequence.before > 0
                ? counted(sequence.before, "byte")
                    + " before the archive: torch.load takes its offsets from the file's first byte"
                : "the archives have different layouts: the directory of the last one does not lead to the first one, "
                  "where torch.load looks for it",
            .refusedAs = "RuntimeError",
            .offset = sequence.before > 0 ? 0 : sequence.firstEnd});
    }

    void addPart(ByteRange range, RegionKind kind)
    {
        if (range.empty())
            return;
        m_content.parts.push_back({range, kind});
        if (kind == RegionKind::Header) {
            m_work.expect(range.size());
            m_work.advance(range.size());
        }
    }

    Result<> locateMembers(const zip::ZipDirectory& directory)
    {
        const auto entries = zip::entriesByOffset(directory);
        std::vector<zip::ZipMember> places;
        places.reserve(entries.size());
        for (const zip::ZipEntry* const entry : entries) {
            if (m_work.stopped())
                return stopped();
            auto place = zip::locateZipMember(m_source, *entry, entry->isCut ? m_endFindings : m_content.findings);
            if (!place)
                return fail(std::move(place.error()));
            addPart(place->header, RegionKind::Header);
            addPart(place->descriptor, RegionKind::Header);
            places.push_back(*place);
            m_members.push_back({entry, *place});
        }
        zip::checkZipOverlaps(directory, entries, places, m_content.findings);
        if (!directory.entries.empty()) {
            const std::string_view first = directory.entries.front().name;
            m_firstFolder = first.substr(0, first.find('/') + 1);
        }
        m_names.reserve(directory.entries.size());
        for (const zip::ZipEntry& entry : directory.entries) // the last member with each name counts
            m_names[entry.name] = &entry;
        return {};
    }

    /// The top folder of the first data.pkl.
    std::optional<std::string_view> topFolder() const
    {
        for (const Member& member : m_members) {
            const std::string_view name = member.entry->name;
            const std::string_view top = name.substr(0, name.size() - std::min(name.size(), pickleName.size()));
            if (name.ends_with(pickleName) && (top.empty() || top.ends_with('/')))
                return top;
        }
        return std::nullopt;
    }

    void checkTop(std::string_view top)
    {
        if (!top.empty() && top == m_firstFolder)
            return;
        m_content.findings.add({.code = "top-folder",
            .message = "data.pkl is in "
                + (top.empty() ? "no folder" : "the folder " + quote(top.substr(0, top.size() - 1)))
                + ", expected in the folder of the first member",
            .refusedAs = "RuntimeError"});
    }

    Result<> readMembers()
    {
        const auto top = topFolder();
        if (top)
            checkTop(*top);
        if (!top) {
            m_content.findings.add({.code = "no-pickle",
                .message = "the archive has no data.pkl, which says what its tensors are",
                .refusedAs = "RuntimeError"});
        }
        const Member* pickle = nullptr;
        const Member* version = nullptr;
        std::vector<const Member*> storages;
        for (const Member& member : m_members) {
            const std::string_view name = member.entry->name;
            const bool ours = top && name.starts_with(*top);
            const std::string_view own = ours ? name.substr(top->size()) : std::string_view();
            if (m_names.at(name) != member.entry) {
                m_content.findings.add({.severity = Severity::Warning,
                    .code = "duplicate-name",
                    .message = "member " + quote(name) + " is a duplicate; the last one counts",
                    .offset = member.entry->record.begin});
                addPart(member.place.data, RegionKind::Content);
            } else if (own == pickleName) {
                pickle = &member;
            } else if (own.starts_with("data/")) {
                storages.push_back(&member);
            } else if (own == "byteorder") {
                addPart(member.place.data, RegionKind::Header);
                if (auto done = readByteOrder(member); !done)
                    return done;
            } else if (own == "version" || own == dataVersionName) {
                addPart(member.place.data, RegionKind::Header);
                version = !version || own == dataVersionName ? &member : version;
            } else {
                m_hasCode = m_hasCode || own == "constants.pkl" || own.starts_with("code/");
                addPart(member.place.data, member.place.readable ? RegionKind::Content : RegionKind::Unread);
            }
        }
        if (pickle) {
            if (auto done = readVersion(version); !done)
                return done;
        }
        for (const Member* const member : storages)
            addStorage(*member, member->entry->name.substr(top->size() + 5));
        m_content.variant = m_hasCode ? "TorchScript" : "zip";
        return pickle ? readPickleMember(*pickle) : Result<>();
    }

    Result<std::string> contentOf(const Member& member, std::uint64_t most) const
    {
        std::string text(std::min(member.place.size, most), '\0');
        const auto bytes = std::as_writable_bytes(std::span(text));
        if (member.entry->method == zip::ZipEntry::stored) {
            if (auto read = m_source.read(member.place.data.begin, bytes); !read)
                return fail(std::move(read.error()));
            return text;
        }
        const zip::InflatingReader reader(member.place.data, member.place.size, std::make_shared<zip::InflatePoints>());
        if (auto read = reader.read(m_source, 0, bytes); !read)
            return fail(std::move(read.error()));
        return text;
    }

    Result<> readVersion(const Member* member)
    {
        constexpr std::uint64_t longest = 64;
        if (!member) {
            if (!m_isCut)
                addTorchVersionMissing(m_content.findings);
            return {};
        }
        if (!member->place.readable)
            return {};
        const auto text = contentOf(*member, longest);
        if (!text && text.error().code != ErrorCode::Malformed)
            return fail(text.error());
        checkTorchVersion(text.value_or("unreadable"), member->place.data.begin, m_content.findings);
        return {};
    }

    /// Reads the byte order. torch reads this member since 2.1, and accepts only the two words below, without a line
    /// end.
    Result<> readByteOrder(const Member& member)
    {
        constexpr std::uint64_t longest = 16;
        if (!member.place.readable)
            return {};
        const auto text = contentOf(member, longest);
        if (!text && text.error().code != ErrorCode::Malformed)
            return fail(text.error());
        m_bigEndian = text && *text == "big";
        if (!text || (*text != "big" && *text != "little")) {
            m_content.findings.add({.code = "byteorder",
                .message = "the byte order is " + quote(text ? printable(*text) : "unreadable")
                    + ", expected \"little\" or \"big\"",
                .refusedAs = "ValueError",
                .offset = member.place.data.begin});
        }
        return {};
    }

    void addStorage(const Member& member, std::string_view key)
    {
        if (!m_points) {
            m_points = std::make_shared<zip::InflatePoints>();
            m_kept = std::make_shared<KeptArrays>();
        }
        auto bytes = std::make_shared<StoredBytes>();
        bytes->range = member.place.data;
        bytes->size = member.place.size;
        if (member.entry->method == zip::ZipEntry::deflated)
            bytes->packed =
                std::make_shared<const zip::InflatingReader>(member.place.data, member.place.size, m_points);
        bytes->bigEndian = m_bigEndian;
        bytes->kept = m_kept;
        // With torch.serialization.set_crc32_options(False), torch writes 0.
        const bool isStated = member.entry->crc != 0 || member.place.size == 0;
        m_layout.addStorage(key,
            {.bytes = std::move(bytes),
                .place = "member " + quote(member.entry->name),
                .readable = member.place.readable || member.place.isCut,
                .isCut = member.place.isCut,
                .digest = isStated ? zip::zipDigest(*member.entry, member.place) : nullptr});
    }

    Result<> readPickleMember(const Member& member)
    {
        addPart(member.place.data, RegionKind::Header);
        if (!member.place.readable)
            return {};
        if (member.entry->method == zip::ZipEntry::deflated)
            return readDeflatedPickle(member);
        const ByteRange range{member.place.data.begin, member.place.data.begin + member.place.size};
        Buffer scratch;
        Result<> done;
        const ByteRange looked{range.begin, range.begin + std::min(range.size(), pickle::largestPickle + 1)};
        auto visited = m_source.visit(looked, scratch, [&](std::span<const std::byte> bytes) {
            done = addObject({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, range.begin, true);
        });
        return visited ? done : visited;
    }

    Result<> readDeflatedPickle(const Member& member)
    {
        if (member.place.size > largestInflatedPickle) {
            m_content.findings.add({.code = "pickle-too-large",
                .message = "the deflated data.pkl has " + formatBytes(member.place.size) + ", expected at most "
                    + formatBytes(largestInflatedPickle),
                .offset = member.place.data.begin});
            return {};
        }
        const auto text = contentOf(member, largestInflatedPickle);
        if (text)
            return addObject(*text, member.place.data.begin, false);
        if (text.error().code != ErrorCode::Malformed)
            return fail(text.error());
        m_content.findings.add({.code = "zip-deflate",
            .message = "data.pkl: " + text.error().message,
            .refusedAs = "RuntimeError",
            .offset = member.place.data.begin});
        return {};
    }

    /// The maximum number of parts of a deflated pickle. One deflated byte may hold a thousand values, so this depends
    /// on the size of the file.
    std::size_t mostDeflatedParts() const
    {
        constexpr std::size_t always = std::size_t{1} << 20;
        return std::min<std::uint64_t>(
            pickle::mostPickleParts, always + 4 * std::min(m_source.size(), pickle::largestPickle));
    }

    Result<> addObject(std::string_view text, std::uint64_t begin, bool plain)
    {
        pickle::PickleReading reading =
            pickle::readPickle(text, m_work, plain ? pickle::mostPickleParts : mostDeflatedParts());
        const pickle::PickledObject pickle{reading, text.size(), begin, plain};
        if (reading.stopped || !m_use(reading, pickle, m_layout, m_content))
            return stopped();
        return {};
    }

    const Source& m_source;
    const Work& m_work;
    const TorchObjectUse& m_use;
    FileContent m_content;
    Findings m_endFindings; ///< about the archive's end; dropped if the file is reported as truncated
    bool m_isCut = false; ///< the archive has no directory
    TorchLayout m_layout;
    std::vector<Member> m_members; ///< in the order of their offsets
    std::string_view m_firstFolder; ///< with its slash; torch.load reads only from this folder
    NameMap<std::string_view, const zip::ZipEntry*> m_names;
    std::shared_ptr<zip::InflatePoints> m_points;
    std::shared_ptr<KeptArrays> m_kept;
    bool m_bigEndian = false;
    bool m_hasCode = false;
};

} // namespace

std::optional<std::string> torchZipFault(const Findings& findings)
{
    for (const Finding& finding : findings.list()) {
        if (finding.severity == Severity::Error || finding.code == "more-archives")
            return finding.message;
    }
    return std::nullopt;
}

Result<FileContent> readTorchZip(const Source& source, const Work& work)
{
    static constexpr pickle::PickleLoader shardedLoader{.name = "torch.load", .trust = shardedTrust};
    return readTorchZip(source, work,
        [&](pickle::PickleReading& reading, const pickle::PickledObject& pickle, TorchLayout& layout,
            FileContent& content) {
            distrustShardedMisuse(reading);
            if (!addTorchContents(pickle, layout, content, work, {.loader = shardedLoader}))
                return false;
            addUnpicklerLimits(pickle, content);
            return true;
        });
}

Result<FileContent> readTorchZip(const Source& source, const Work& work, const TorchObjectUse& use)
{
    return ZipReader(source, work, use).read();
}

} // namespace loupe::torch
