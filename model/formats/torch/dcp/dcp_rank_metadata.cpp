#include "formats/torch/dcp/dcp_rank_metadata.h"

#include "core/remote/remote_files.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "formats/shards/shard_name.h"
#include "formats/shared/confined_source.h"
#include "formats/shared/utf8_text.h"

#include <algorithm>
#include <charconv>
#include <map>

namespace loupe::torch {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view rankStart = "__";
constexpr std::string_view rankSuffix = ".metadata";

std::optional<std::uint64_t> numberAfterStart(std::string_view name)
{
    if (!name.starts_with(rankStart))
        return std::nullopt;
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(name.data() + rankStart.size(), name.data() + name.size(), number);
    return error == std::errc() ? std::optional(number) : std::nullopt;
}

/// The metadata files of processes among these names, by rank.
std::map<std::uint64_t, std::string> rankFiles(const std::vector<std::string>& names)
{
    std::map<std::uint64_t, std::string> ranks;
    for (const std::string& name : names) {
        if (const auto rank = rankOfMetadata(name); rank && *rank < mostShards)
            ranks.emplace(*rank, name);
    }
    return ranks;
}

fs::path folderOf(const fs::path& file)
{
    return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

} // namespace

std::string rankMetadataName(std::uint64_t rank)
{
    return std::string(rankStart) + std::to_string(rank) + std::string(rankSuffix);
}

std::optional<std::uint64_t> rankOfMetadata(const fs::path& path)
{
    const std::string name = path.filename().string();
    const auto rank = numberAfterStart(name);
    return rank && rankMetadataName(*rank) == name ? rank : std::nullopt;
}

std::optional<std::uint64_t> rankOfPiece(const fs::path& path)
{
    const std::string name = path.filename().string();
    const auto rank = numberAfterStart(name);
    const bool isPiece =
        rank && name.ends_with(".distcp") && name.starts_with(std::string(rankStart) + std::to_string(*rank) + '_');
    return isPiece ? rank : std::nullopt;
}

std::optional<fs::path> firstRankMetadata(const fs::path& folder)
{
    std::error_code ignored;
    if (const fs::path first = folder / rankMetadataName(0); fs::is_regular_file(first, ignored))
        return first;
    const auto content = listFolder(folder);
    const auto ranks = content ? rankFiles(content->files) : std::map<std::uint64_t, std::string>();
    return ranks.empty() ? std::nullopt : std::optional(folder / ranks.begin()->second);
}

Result<> DcpRankMetadata::addOthers(DcpMetadata& all)
{
    m_bytes = m_source.size();
    for (std::size_t i = 0; i < all.entries.size(); ++i) {
        const DcpEntry& entry = all.entries[i];
        m_entries.emplace(entry.name, i);
        for (std::size_t box = 0; box < entry.boxes.count(); ++box)
            m_known.emplace(dcpKeyOf(entry.name, entry.boxes.begins(box)), 0);
    }
    for (const std::string& name : otherNames()) {
        if (m_work.stopped())
            return fail(ErrorCode::Stopped, "stopped while the metadata was read", m_source.path().string());
        if (auto added = addFile(name, all); !added)
            return added;
    }
    return {};
}

/// All existing ones, and those that are missing between them, or of processes that wrote a piece. If a server cannot
/// list files, asks for them one by one.
std::vector<std::string> DcpRankMetadata::otherNames() const
{
    const fs::path folder = folderOf(m_source.path());
    const std::uint64_t own = rankOfMetadata(m_source.path()).value_or(0);
    std::uint64_t end = own + 1;
    if (const auto content = listFolder(folder)) {
        if (const auto ranks = rankFiles(content->files); !ranks.empty())
            end = std::max(end, ranks.rbegin()->first + 1);
        for (const std::string& name : content->files) {
            if (const auto rank = rankOfPiece(name); rank && *rank < mostShards)
                end = std::max(end, *rank + 1);
        }
    } else {
        while (end < mostShards && isFile(inFolder(folder, rankMetadataName(end))))
            ++end;
    }
    std::vector<std::string> names;
    for (std::uint64_t rank = 0; rank < end; ++rank) {
        if (rank != own)
            names.push_back(rankMetadataName(rank));
    }
    return names;
}

Result<> DcpRankMetadata::addFile(const std::string& name, DcpMetadata& all)
{
    const auto source = openConfined(m_source, name, Source::Access::Read);
    if (!source) {
        // Nothing lists the tensors that only this process had.
        report(Severity::Error, "metadata-missing",
            quote(name) + ", the list of what one process wrote, cannot be read: " + source.error().message
                + ". Its pieces, and perhaps tensors, are missing");
        return {};
    }
    CompanionFile& companion = m_content.companions.emplace_back();
    companion.path = name;
    companion.refusedAs = dcpRefusal;
    const std::uint64_t size = (*source)->size();
    m_bytes += std::min(size, pickle::largestPickle);
    if (size > pickle::largestPickle || m_bytes > pickle::largestPickle) {
        report(Severity::Error, "object-too-large",
            quote(name) + " makes the metadata of all processes larger than " + formatBytes(pickle::largestPickle)
                + ", more than this program reads");
        return {};
    }
    if (size > 0)
        companion.parts.push_back({{0, size}, RegionKind::Header});
    File& file = m_files.emplace_back();
    file.text.resize(size);
    if (auto read = (*source)->read(0, std::as_writable_bytes(std::span(file.text))); !read)
        return read;
    file.reading = pickle::readPickle(file.text, m_work);
    if (file.reading.stopped)
        return fail(ErrorCode::Stopped, "stopped while the metadata was read", m_source.path().string());
    FileContent found;
    m_check(file.reading, size, found);
    for (const Finding& finding : found.findings.list()) {
        if (finding.severity != Severity::Note)
            report(finding.severity, finding.code, quote(name) + ": " + finding.message);
    }
    auto other = readDcpMetadata(file.reading);
    file.reading.values.forgetAllButTexts();
    if (!other) {
        report(Severity::Error, "metadata-invalid", quote(name) + " is no metadata of torch.distributed.checkpoint");
        return {};
    }
    merge(std::move(*other), all, name);
    return {};
}

void DcpRankMetadata::merge(DcpMetadata other, DcpMetadata& all, const std::string& name)
{
    const std::size_t file = m_files.size();
    all.isCut = all.isCut || other.isCut;
    if (other.saveId != all.saveId) {
        report(Severity::Warning, "metadata-save",
            quote(name) + " was written by another save than " + quote(m_source.path().filename().string())
                + ": the pieces may be of several checkpoints");
    }
    for (DcpEntry& entry : other.entries) {
        entry.offset = dcpElsewhere;
        const auto [known, isNew] = m_entries.try_emplace(entry.name, all.entries.size());
        if (isNew) {
            DcpEntry& added = all.entries.emplace_back(entry);
            added.boxes = ChunkBoxes(entry.shape.size());
        }
        DcpEntry& whole = all.entries[known->second];
        if (whole.isTensor != entry.isTensor || whole.shape != entry.shape || whole.type.dtype != entry.type.dtype
            || whole.type.typeName != entry.type.typeName) {
            report(Severity::Error, "metadata-disagrees",
                "tensor " + quote(utf8Of(entry.name)) + " has another type or shape in " + quote(name)
                    + ": its pieces there are not used",
                utf8Of(entry.name));
            continue;
        }
        if (whole.problem.empty())
            whole.problem = entry.problem;
        // Each process lists the boxes that all of them have in common.
        for (std::size_t box = 0; box < entry.boxes.count(); ++box) {
            if (m_known.try_emplace(dcpKeyOf(entry.name, entry.boxes.begins(box)), file).second)
                whole.boxes.add(entry.boxes.begins(box), entry.boxes.sizes(box));
        }
    }
    for (DcpStored& stored : other.stored) {
        stored.offset = dcpElsewhere;
        const std::string key = stored.begins ? dcpKeyOf(stored.name, *stored.begins) : dcpKeyOf(stored.name);
        if (const auto known = m_known.try_emplace(key, file); known.second || known.first->second == file) {
            if (stored.begins)
                stored.begins = all.keep(*stored.begins);
            all.stored.push_back(stored);
        }
    }
}

void DcpRankMetadata::report(Severity severity, std::string_view code, std::string message, std::string_view tensor)
{
    m_content.findings.add({.severity = severity,
        .code = code,
        .message = std::move(message),
        .refusedAs = severity == Severity::Error ? dcpRefusal : std::string_view(),
        .tensor = std::string(tensor),
        .aboutTensor = !tensor.empty()});
}

} // namespace loupe::torch
