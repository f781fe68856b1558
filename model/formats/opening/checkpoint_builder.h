#pragma once

#include "core/name_hash.h"
#include "formats/opening/open_file.h"
#include "formats/shards/shard_index.h"

#include <memory>
#include <optional>
#include <string>

namespace loupe {

/// Combines the files of one checkpoint. May throw std::bad_alloc.
class CheckpointBuilder {
public:
    explicit CheckpointBuilder(std::filesystem::path path);

    void addFile(OpenedFile file);
    /// Adds a shard that could not be opened.
    void addMissing(const std::filesystem::path& path, const Error& reason);
    /// Adds findings about the first file.
    void addFindings(const Findings& findings) { m_checkpoint->findings.append(findings, 0); }
    /// Call this after all files. Adds the companions that they name as further files.
    void addCompanions();
    /// Call this after all shards. Joins the tensors whose pieces they hold. Fails with Stopped.
    Result<> joinPieces(const Work& work);
    /// Call this after a single file. Adds a finding if its tensors are pieces of larger ones.
    void notePieces();
    /// Call this after all shards. Adds findings if the shards contradict one another.
    void checkShards();
    /// Call this after all shards. Adds findings if the shards contradict the index. Shard i of the index is file i.
    void checkIndex(const ShardIndex& index);
    /// True if a file says that its tensors are pieces.
    bool havePieces() const;
    const Checkpoint& checkpoint() const { return *m_checkpoint; } ///< what was combined so far
    void setIndex(std::shared_ptr<const Source> index) { m_checkpoint->index = std::move(index); }
    void setBeside(std::vector<std::string> names) { m_checkpoint->beside = std::move(names); }
    void setWholeModel(std::optional<std::filesystem::path> whole) { m_checkpoint->wholeModel = std::move(whole); }

    std::shared_ptr<const Checkpoint> take() { return std::move(m_checkpoint); }

private:
    struct PendingCompanion {
        OpenedCompanion opened;
        std::uint32_t describedBy = 0;
    };

    /// Adds the tensors of the next file.
    void addTensors(std::vector<Tensor> tensors, const std::unordered_map<std::uint32_t, std::string>& unknownDTypes);
    void checkCompanion(const OpenedCompanion& companion, std::uint32_t file);
    /// The shard whose header describes the tensor.
    std::uint32_t shardOf(const Tensor& tensor) const
    {
        return m_checkpoint->files[tensor.file].describedBy.value_or(tensor.file);
    }
    /// Merges the metadata of a file. Values of `ownKey` may differ between files.
    void mergeMetadata(Metadata metadata, std::string_view ownKey, std::uint32_t file);
    void checkClaims();
    void checkEntries(const ShardIndex& index);
    void checkTotalSize(const ShardIndex& index);
    void addFinding(Severity severity, std::string_view code, std::string message, std::uint32_t file,
        const std::string_view* tensor = nullptr);

    std::shared_ptr<Checkpoint> m_checkpoint;
    NameMap<std::string, std::size_t> m_metadataPlaces; ///< empty until a second file has metadata
    std::vector<PendingCompanion> m_companions;
    std::vector<std::optional<ShardClaim>> m_claims; ///< by file
    std::vector<std::optional<TensorPieces>> m_pieces; ///< by file
    std::vector<bool> m_isJoined; ///< by tensor, after joining pieces: whether it has several
};

} // namespace loupe
