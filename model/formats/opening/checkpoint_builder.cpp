#include "formats/opening/checkpoint_builder.h"

#include "core/checked_math.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "formats/opening/piece_joiner.h"
#include "formats/shared/confined_source.h"
#include "formats/shared/duplicate_names.h"
#include "formats/shared/truncation.h"

#include <algorithm>
#include <iterator>
#include <map>

namespace loupe {

namespace {

/// Sums of value bytes. Some writers of indexes count tensors that share bytes with another one, and some do not.
struct TotalSize {
    std::uint64_t all = 0;
    std::uint64_t unshared = 0; ///< counts each shared byte once
};

TotalSize totalSize(const Checkpoint& checkpoint)
{
    TotalSize total;
    for (const CheckpointFile& file : checkpoint.files) {
        std::uint64_t end = 0; // end of the ranges so far, sorted by their begins
        for (std::uint32_t i = file.firstTensor; i < file.firstTensor + file.tensorCount; ++i) {
            const Tensor& tensor = checkpoint.tensors[i];
            const std::uint64_t size = valueBytes(tensor);
            total.all = saturatingAdd(total.all, size);
            if (!file.tensorsShare || tensor.bytes.begin >= end)
                total.unshared = saturatingAdd(total.unshared, size);
            end = std::max(end, tensor.bytes.end);
        }
    }
    return total;
}

} // namespace

CheckpointBuilder::CheckpointBuilder(std::filesystem::path path)
    : m_checkpoint(std::make_shared<Checkpoint>())
{
    m_checkpoint->path = std::move(path);
}

void CheckpointBuilder::addFile(OpenedFile file)
{
    Checkpoint& checkpoint = *m_checkpoint;
    FileContent& content = file.content;
    const auto number = static_cast<std::uint32_t>(checkpoint.files.size());
    const auto firstTensor = static_cast<std::uint32_t>(checkpoint.tensors.size());
    checkpoint.files.push_back({.path = file.source->path(),
        .source = file.source,
        .format = file.format->id,
        .header = content.header,
        .headerContent = content.headerContent,
        .data = content.data,
        .parts = std::move(content.parts),
        .tensorsShare = content.tensorsShare,
        .firstTensor = firstTensor,
        .tensorCount = static_cast<std::uint32_t>(content.tensors.size()),
        .digests = std::move(content.digests),
        .encryption = content.encryption});
    if (checkpoint.format.empty()) {
        checkpoint.format = file.format->id;
        checkpoint.variant = content.variant;
    } else if (checkpoint.format != file.format->id) {
        addFinding(Severity::Warning, "shard-format",
            "shard " + quote(file.source->path().filename().string()) + " is " + std::string(file.format->title)
                + ", the shards before it are not",
            number);
    }
    addTensors(std::move(content.tensors), content.unknownDTypes);
    for (OpenedCompanion& companion : file.companions)
        m_companions.push_back({std::move(companion), number});
    checkpoint.findings.append(content.findings, number);
    m_claims.resize(number);
    m_claims.push_back(content.shard);
    m_pieces.resize(number);
    m_pieces.push_back(std::move(content.pieces));
    if (content.metadata)
        mergeMetadata(
            std::move(*content.metadata), content.shard ? content.shard->numberKey : std::string_view(), number);
    checkpoint.storages.insert(checkpoint.storages.end(), std::make_move_iterator(content.storages.begin()),
        std::make_move_iterator(content.storages.end()));
    checkpoint.arenas.push_back(std::make_shared<const Arena>(std::move(content.arena)));
}

/// Call this after adding the file itself.
void CheckpointBuilder::addTensors(
    std::vector<Tensor> tensors, const std::unordered_map<std::uint32_t, std::string>& unknownDTypes)
{
    auto& all = m_checkpoint->tensors;
    const auto file = static_cast<std::uint32_t>(m_checkpoint->files.size() - 1);
    const auto first = static_cast<std::uint32_t>(all.size());
    if (first == 0)
        all = std::move(tensors);
    else
        all.insert(all.end(), tensors.begin(), tensors.end());
    for (std::size_t i = first; i < all.size(); ++i)
        all[i].file = file;
    for (const auto& [tensor, dtype] : unknownDTypes)
        m_checkpoint->unknownDTypes.emplace(first + tensor, dtype);
}

void CheckpointBuilder::addCompanions()
{
    Checkpoint& checkpoint = *m_checkpoint;
    for (PendingCompanion& pending : m_companions) {
        OpenedCompanion& opened = pending.opened;
        const auto number = static_cast<std::uint32_t>(checkpoint.files.size());
        CheckpointFile& file = checkpoint.files.emplace_back();
        const CheckpointFile& describing = checkpoint.files[pending.describedBy];
        file.path = opened.path;
        file.source = opened.source.value_or(nullptr);
        file.missing = !opened.source && opened.source.error().code == ErrorCode::NotFound;
        file.format = file.source ? describing.format : std::string_view();
        file.data = {0, file.size()};
        file.tensorsShare = describing.tensorsShare;
        file.firstTensor = static_cast<std::uint32_t>(checkpoint.tensors.size());
        file.tensorCount = static_cast<std::uint32_t>(opened.tensors.size());
        file.describedBy = pending.describedBy;
        if (file.source) {
            file.parts = std::move(opened.file.parts);
            file.digests = std::move(opened.file.digests);
        }
        checkCompanion(opened, number);
        addTensors(std::move(opened.tensors), opened.unknownDTypes);
    }
    m_companions.clear();
}

void CheckpointBuilder::checkCompanion(const OpenedCompanion& companion, std::uint32_t file)
{
    Findings& findings = m_checkpoint->findings;
    if (companion.file.damage) {
        Finding damage = *companion.file.damage;
        damage.file = file;
        findings.add(std::move(damage));
        return;
    }
    if (!companion.source) {
        findings.add({.code = "companion-missing",
            .message = quote(companion.file.path)
                + (companion.tensors.empty() ? "" : ", with " + counted(companion.tensors.size(), "tensor")) + ": "
                + companion.source.error().message,
            .refusedAs = companion.file.refusedAs,
            .file = file});
        return;
    }
    const CheckpointFile& describing = m_checkpoint->files[*m_checkpoint->files[file].describedBy];
    if (isSameFile((*companion.source)->identity(), describing.source->identity())) {
        findings.add({.severity = Severity::Warning,
            .code = "companion-itself",
            .message = quote(companion.file.path) + ", with " + counted(companion.tensors.size(), "tensor")
                + ", is the file that names it, expected another one",
            .file = file});
    }
    const std::uint64_t size = (*companion.source)->size();
    Truncation truncation(size);
    for (const Tensor& tensor : companion.tensors) {
        if (tensor.bytes.end > size)
            truncation.add(tensor);
    }
    if (truncation.empty())
        return;
    Finding finding = truncation.finding("data-missing", companion.file.refusedAs, companion.tensors.size());
    finding.file = file;
    findings.add(std::move(finding));
}

void CheckpointBuilder::addMissing(const std::filesystem::path& path, const Error& reason)
{
    const auto number = static_cast<std::uint32_t>(m_checkpoint->files.size());
    CheckpointFile& file = m_checkpoint->files.emplace_back();
    file.path = path;
    file.missing = reason.code == ErrorCode::NotFound;
    file.firstTensor = static_cast<std::uint32_t>(m_checkpoint->tensors.size());
    addFinding(
        Severity::Error, "shard-missing", "shard " + quote(path.filename().string()) + ": " + reason.message, number);
}

void CheckpointBuilder::mergeMetadata(Metadata metadata, std::string_view ownKey, std::uint32_t file)
{
    std::optional<Metadata>& all = m_checkpoint->metadata;
    if (!all) {
        all = std::move(metadata);
        return;
    }
    // A single file may have millions of keys, and does not need a second index of them.
    if (m_metadataPlaces.empty()) {
        for (std::size_t i = 0; i < all->size(); ++i)
            m_metadataPlaces.try_emplace((*all)[i].first, i);
    }
    for (auto& [key, value] : metadata) {
        const auto [place, isNew] = m_metadataPlaces.try_emplace(key, all->size());
        if (isNew) {
            all->emplace_back(std::move(key), std::move(value));
        } else if (key != ownKey && !((*all)[place->second].second == value)) {
            addFinding(Severity::Warning, "shard-metadata",
                "metadata " + quote(key) + " differs between shards, the first value is shown", file);
        }
    }
}

bool CheckpointBuilder::havePieces() const
{
    return std::ranges::any_of(m_pieces, [](const auto& pieces) { return pieces.has_value(); });
}

Result<> CheckpointBuilder::joinPieces(const Work& work)
{
    if (!havePieces())
        return {};
    PieceJoiner joiner(*m_checkpoint, m_pieces);
    if (auto joined = joiner.join(work); !joined)
        return joined;
    m_isJoined = joiner.tensorsOfSeveral();
    // These keys no longer describe the joined tensors.
    for (const auto& pieces : m_pieces) {
        if (pieces && m_checkpoint->metadata) {
            std::erase_if(*m_checkpoint->metadata, [&](const Metadata::value_type& entry) {
                return std::ranges::find(pieces->metadataKeys, entry.first) != pieces->metadataKeys.end();
            });
        }
    }
    std::uint64_t processes = 0;
    for (const auto& pieces : m_pieces)
        processes = std::max(processes, pieces ? pieces->processes : 0);
    const AbsentFiles absent = absentFilesOf(*m_checkpoint, joiner.filesWithGaps(), processes);
    for (const std::filesystem::path& path : absent.missing)
        addMissing(path, {ErrorCode::NotFound, "there is no such file, and tensors lack pieces", path.string(), {}});
    if (!absent.others.empty()) {
        addFinding(Severity::Warning, "shard-perhaps-missing",
            "there is no " + quote(absent.others.front().filename().string())
                + (absent.others.size() > 1
                        ? " and no " + counted(absent.others.size() - 1, "other file") + " that the names suggest"
                        : std::string())
                + ". That is right if the process had nothing to write; otherwise the ends of tensors are missing",
            Finding::noFile);
    }
    return {};
}

void CheckpointBuilder::notePieces()
{
    if (!havePieces())
        return;
    for (const auto& pieces : m_pieces) {
        if (pieces && !pieces->alone.list().empty()) {
            m_checkpoint->findings.append(pieces->alone, 0);
            return;
        }
    }
    addFinding(Severity::Warning, "shard-pieces",
        "the tensors of this file are pieces of larger ones, each of the shape that is shown, as "
        "torch.distributed.checkpoint writes them. Open the folder with all such files to see whole tensors",
        0);
}

void CheckpointBuilder::checkShards()
{
    const auto& tensors = m_checkpoint->tensors;
    for (const DuplicateName& duplicate : duplicateNames(tensors)) {
        const Tensor& later = tensors[duplicate.later];
        const std::uint32_t first = tensors[duplicate.earlier].file;
        if (shardOf(tensors[duplicate.earlier]) == shardOf(later))
            continue; // the file's own findings report it
        addFinding(Severity::Error, "shard-duplicate-tensor",
            "tensor " + quote(later.name) + " is in two shards, the other is "
                + quote(m_checkpoint->files[first].path.filename().string()),
            later.file, &later.name);
    }
    checkClaims();
}

/// Checks the shards' statements about themselves. Compares their numbers with the file names: shard 1 of 3 must be the
/// first.
void CheckpointBuilder::checkClaims()
{
    const Checkpoint& checkpoint = *m_checkpoint;
    const bool isWhole =
        std::ranges::all_of(checkpoint.files, [](const CheckpointFile& file) { return file.source != nullptr; });
    for (std::uint32_t file = 0; file < m_claims.size(); ++file) {
        if (!m_claims[file])
            continue;
        const ShardClaim& claim = *m_claims[file];
        if (claim.count && *claim.count != checkpoint.shardCount()) {
            addFinding(Severity::Error, "shard-count",
                "this shard says that there are " + counted(*claim.count, "shard") + ", the names say "
                    + formatCount(checkpoint.shardCount()),
                file);
        }
        if (claim.number && *claim.number != file) {
            addFinding(Severity::Error, "shard-number",
                "this shard says that it is number " + formatCount(saturatingAdd(*claim.number, 1)) + ", its name says "
                    + formatCount(std::uint64_t{file} + 1),
                file);
        }
        if (isWhole && claim.tensors && *claim.tensors != checkpoint.tensors.size()) {
            addFinding(Severity::Error, "shard-tensors",
                "this shard says that all shards have " + counted(*claim.tensors, "tensor") + ", they have "
                    + formatCount(checkpoint.tensors.size()),
                file);
        }
    }
}

void CheckpointBuilder::checkIndex(const ShardIndex& index)
{
    m_checkpoint->findings.append(index.findings, Finding::noFile);
    checkEntries(index);
    checkTotalSize(index);
}

void CheckpointBuilder::checkEntries(const ShardIndex& index)
{
    struct Place {
        std::uint32_t shard = ShardIndex::noShard;
        bool found = false;
    };
    NameMap<std::string_view, Place> places;
    places.reserve(index.entries.size());
    for (const ShardIndex::Entry& entry : index.entries)
        places.emplace(entry.tensor, Place{.shard = entry.shard});
    for (std::size_t i = 0; i < m_checkpoint->tensors.size(); ++i) {
        const Tensor& tensor = m_checkpoint->tensors[i];
        const auto place = places.find(tensor.name);
        const bool listed = place != places.end();
        const bool isAnywhere = i < m_isJoined.size() && m_isJoined[i];
        if (listed && (isAnywhere || place->second.shard == shardOf(tensor))) {
            place->second.found = true;
        } else {
            addFinding(Severity::Warning, "index-unlisted-tensor",
                "tensor " + quote(tensor.name) + " is in this shard, but the index "
                    + (listed ? "puts it elsewhere" : "does not list it"),
                tensor.file, &tensor.name);
        }
    }
    Arena names; // the index's own arena does not live long enough
    std::map<std::uint32_t, std::uint64_t> unread; // number of tensors in each shard that could not be opened
    for (const ShardIndex::Entry& entry : index.entries) {
        if (entry.shard == ShardIndex::noShard || places.at(entry.tensor).found)
            continue; // the tensor was found, or another finding says why not
        m_checkpoint->unread.push_back({names.copy(entry.tensor), entry.shard});
        if (!m_checkpoint->files[entry.shard].source) {
            ++unread[entry.shard];
            continue;
        }
        addFinding(Severity::Error, "index-missing-tensor",
            "the index puts tensor " + quote(entry.tensor) + " into this shard, which does not have it", entry.shard,
            &entry.tensor);
    }
    m_checkpoint->arenas.push_back(std::make_shared<const Arena>(std::move(names)));
    for (const auto& [shard, count] : unread) {
        addFinding(Severity::Error, "shard-missing-tensors",
            "the index puts " + counted(count, "tensor") + " into this shard, which could not be opened", shard);
    }
}

void CheckpointBuilder::checkTotalSize(const ShardIndex& index)
{
    for (const CheckpointFile& file : m_checkpoint->files) {
        if (!file.source)
            return;
    }
    const TotalSize total = totalSize(*m_checkpoint);
    if (index.totalSize && (*index.totalSize < total.unshared || *index.totalSize > total.all)) {
        addFinding(Severity::Warning, "index-total-size",
            "the index claims a total_size of " + formatCount(*index.totalSize) + ", the tensors have "
                + counted(total.all, "byte"),
            Finding::noFile);
    }
}

void CheckpointBuilder::addFinding(
    Severity severity, std::string_view code, std::string message, std::uint32_t file, const std::string_view* tensor)
{
    m_checkpoint->findings.add({.severity = severity,
        .code = code,
        .message = std::move(message),
        .refusedAs = severity == Severity::Error ? invalidIndex : std::string_view(),
        .file = file,
        .tensor = std::string(tensor ? *tensor : std::string_view()),
        .aboutTensor = tensor != nullptr});
}

} // namespace loupe
