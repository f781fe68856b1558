#include "formats/hdf5/keras_archive.h"

#include "core/name_hash.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "core/text/utf8.h"
#include "formats/hdf5/hdf5_content.h"
#include "formats/hdf5/hdf5_superblock.h"
#include "formats/shared/tensor_order.h"
#include "formats/zip/zip_digests.h"
#include "formats/zip/zip_directory.h"
#include "formats/zip/zip_fields.h"
#include "formats/zip/zip_start.h"

#include <algorithm>
#include <iterator>

namespace loupe::hdf5 {

namespace {

constexpr std::string_view weightsName = "model.weights.h5";
constexpr std::string_view configName = "config.json";
constexpr std::string_view factsName = "metadata.json";

class Archive {
public:
    Archive(const Source& source, const Work& work)
        : m_source(source)
        , m_work(work)
        , m_points(std::make_shared<zip::InflatePoints>())
    {
    }

    Result<FileContent> read()
    {
        m_content.variant = "Keras archive";
        auto directory = zip::readZipDirectory(m_source, m_work, m_content.findings);
        if (!directory)
            return fail(std::move(directory.error()));
        if (*directory) {
            m_content.data = {0, m_source.size()};
            if (auto done = readMembers(**directory); !done)
                return fail(std::move(done.error()));
            addPart((*directory)->range, RegionKind::Header);
            sortParts(m_content);
        }
        return std::move(m_content);
    }

private:
    void addPart(ByteRange range, RegionKind kind)
    {
        if (!range.empty())
            m_content.parts.push_back({range, kind});
    }

    Result<> readMembers(const zip::ZipDirectory& directory)
    {
        const auto entries = zip::entriesByOffset(directory);
        NameMap<std::string_view, const zip::ZipEntry*> last; // the last member with each name counts
        for (const zip::ZipEntry& entry : directory.entries)
            last[entry.name] = &entry;
        std::vector<zip::ZipMember> members;
        members.reserve(entries.size());
        std::optional<zip::ZipMember> weights;
        const zip::ZipEntry* weightsEntry = nullptr;
        for (const zip::ZipEntry* const entry : entries) {
            if (m_work.stopped())
                return fail(ErrorCode::Stopped, "stopped while the archive was read", m_source.path().string());
            auto member = zip::locateZipMember(m_source, *entry, m_content.findings);
            if (!member)
                return fail(std::move(member.error()));
            addPart(member->header, RegionKind::Header);
            addPart(member->descriptor, RegionKind::Header);
            members.push_back(*member);
            const bool isLast = last.at(entry->name) == entry;
            if (isLast && member->readable && entry->name == weightsName) {
                weights = *member;
                weightsEntry = entry;
                continue;
            }
            addPart(member->data, member->readable ? RegionKind::Content : RegionKind::Unread);
            if (isLast && member->readable && (entry->name == configName || entry->name == factsName)) {
                if (auto read = readText(*entry, *member); !read)
                    return read;
            }
        }
        zip::checkZipOverlaps(directory, entries, members, m_content.findings);
        if (auto added = addWeights(weights, weightsEntry && weightsEntry->method == zip::ZipEntry::deflated); !added)
            return added;
        if (weights) {
            const zip::ZipStatement statement{.digest = zip::zipDigest(*weightsEntry, *weights), .isPart = true};
            zip::stateZipDigests(std::vector<zip::ZipStatement>(m_content.tensors.size(), statement), {}, m_content);
        }
        return {};
    }

    Result<> readText(const zip::ZipEntry& entry, const zip::ZipMember& member)
    {
        constexpr std::uint64_t longest = std::uint64_t{8} << 20;
        std::string text(std::min(member.size, longest), '\0');
        const auto target = std::as_writable_bytes(std::span(text));
        auto read = entry.method == zip::ZipEntry::deflated
            ? zip::InflatingReader(member.data, member.size, m_points).read(m_source, 0, target)
            : m_source.read(member.data.begin, target);
        if (!read) {
            if (read.error().code != ErrorCode::Malformed)
                return read;
            addError("zip-deflate", "member " + quote(entry.name) + ": " + read.error().message, member.data.begin);
            return {};
        }
        if (entry.name == factsName)
            addFacts(text);
        const bool valid = validUtf8Prefix(text) == text.size();
        m_metadata.emplace_back(entry.name, MetadataValue(valid ? text : printable(text)));
        if (member.size > longest) {
            m_content.findings.add({.severity = Severity::Note,
                .code = "metadata-cut",
                .message = quote(entry.name) + " has " + formatBytes(member.size) + ", of which the first "
                    + formatBytes(longest) + " are shown",
                .offset = member.data.begin});
        }
        return {};
    }

    /// Adds the Keras version, if the text has it where Keras writes it.
    void addFacts(std::string_view text)
    {
        constexpr std::string_view key = "\"keras_version\": \"";
        const std::size_t at = text.find(key);
        const std::string_view rest = at == std::string_view::npos ? std::string_view() : text.substr(at + key.size());
        const std::string_view version = rest.substr(0, std::min(rest.find('"'), rest.size()));
        m_content.findings.add({.severity = Severity::Note,
            .code = "keras",
            .message = "a Keras model" + (version.empty() ? std::string() : ", Keras " + printable(version))});
    }

    void addError(std::string_view code, std::string message, std::optional<std::uint64_t> offset)
    {
        m_content.findings.add(
            {.code = code, .message = std::move(message), .refusedAs = "ValueError", .offset = offset});
    }

    Result<> addWeights(const std::optional<zip::ZipMember>& member, bool deflated)
    {
        if (!member) {
            addError(
                "no-weights", "the archive has no " + std::string(weightsName) + " that can be read", std::nullopt);
        } else {
            Hdf5Stream stream{.source = m_source,
                .range = deflated ? member->data : ByteRange{member->data.begin, member->data.begin + member->size},
                .size = member->size};
            if (deflated)
                stream.inflating.emplace(member->data, member->size, m_points);
            m_content.tensorsShare = deflated;
            if (auto added = addHdf5Content(stream, m_work, m_content); !added)
                return addBroken(std::move(added.error()), *member);
            const bool claimed = std::any_of(m_content.tensors.begin(), m_content.tensors.end(),
                [](const Tensor& tensor) { return !tensor.bytes.empty(); });
            if (deflated && !claimed)
                addPart(member->data, RegionKind::Content);
        }
        if (m_content.metadata) {
            // A text of the archive replaces an attribute with the same name.
            std::erase_if(*m_content.metadata, [&](const auto& attribute) {
                return std::ranges::any_of(m_metadata, [&](const auto& own) { return own.first == attribute.first; });
            });
            std::ranges::move(*m_content.metadata, std::back_inserter(m_metadata));
        }
        if (!m_metadata.empty())
            m_content.metadata = std::move(m_metadata);
        return {};
    }

    Result<> addBroken(Error error, const zip::ZipMember& member)
    {
        if (error.code != ErrorCode::Malformed)
            return fail(std::move(error));
        addError("zip-deflate", "member " + quote(weightsName) + ": " + error.message, member.data.begin);
        addPart(member.data, RegionKind::Unread);
        return {};
    }

    const Source& m_source;
    const Work& m_work;
    FileContent m_content;
    Metadata m_metadata; ///< made from the archive's texts
    std::shared_ptr<zip::InflatePoints> m_points;
};

} // namespace

Match probeKerasArchive(std::span<const std::byte> bytes)
{
    const auto names = zip::zipNamesAtStart(bytes);
    const auto has = [&](std::string_view name) { return std::ranges::find(names, name) != names.end(); };
    if (has(weightsName))
        return Match::Certain;
    const bool hasFacts = has(factsName);
    const bool hasConfig = has(configName);
    return hasFacts && hasConfig ? Match::Likely : hasFacts ? Match::Possible : Match::No;
}

Result<FileContent> readKerasArchive(const Source& source, const Work& work)
{
    return Archive(source, work).read();
}

Result<std::vector<HeaderField>> kerasArchiveFields(const Source& source, ByteRange window, const Work& work)
{
    return zip::zipHeaderFields(source, window, work,
        [&](const zip::ZipEntry& entry, const zip::ZipMember& member, HeaderFieldList& list) -> Result<> {
            if (entry.name != weightsName || entry.method != zip::ZipEntry::stored)
                return {};
            const Hdf5Stream stream{
                .source = source, .range = {member.data.begin, member.data.begin + member.size}, .size = member.size};
            const auto offset = findHdf5Signature(stream);
            if (!offset)
                return fail(offset.error());
            return *offset ? addHdf5Fields(stream, **offset, list) : Result<>();
        });
}

} // namespace loupe::hdf5
