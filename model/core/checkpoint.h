#pragma once

#include "core/arena.h"
#include "core/byte_range.h"
#include "core/finding.h"
#include "core/metadata.h"
#include "core/region.h"
#include "core/source.h"
#include "core/tensor.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace loupe {

class DigestStatements;
struct QuantizedGroups;

/// How a file's values are encrypted. Names, dtypes and shapes are not.
struct Encryption {
    enum class State : std::uint8_t {
        Locked, ///< no secret was given
        WrongSecret, ///< the one that was given opens no tensor that was tried
        Open,
        Unsupported, ///< this build cannot decrypt
    };
    State state = State::Locked;
    bool takesPassphrase = false; ///< a passphrase opens it, or the key that is made of it; else only a key does

    bool operator==(const Encryption&) const = default;
};

/// One file of a checkpoint.
struct CheckpointFile {
    std::filesystem::path path;
    std::shared_ptr<const Source> source; ///< null where the file could not be opened; then a finding says why
    bool missing = false; ///< there was no file at the path
    std::string_view format; ///< Format::id; empty without a source
    ByteRange header; ///< the header's own bytes, padding included, without a length field before it
    ByteRange headerContent; ///< the part of `header` that carries meaning; the rest is padding
    ByteRange data; ///< where tensor bytes belong; offsets in the header count from data.begin
    std::vector<FilePart> parts; ///< in the order of their begins, none of them empty
    bool tensorsShare = false; ///< tensors may be views of the same bytes: of these, overlaps are no fault
    std::uint32_t firstTensor = 0; ///< its tensors are Checkpoint::tensors[firstTensor, firstTensor + tensorCount)
    std::uint32_t tensorCount = 0;
    std::shared_ptr<const DigestStatements> digests; ///< that the file states of its tensors; null where it has none
    std::optional<Encryption> encryption; ///< nothing where all values lie open
    /// For a file without a header: which of Checkpoint::files says what lies in it.
    std::optional<std::uint32_t> describedBy = {};

    std::uint64_t size() const { return source ? source->size() : 0; }
    /// Bytes of the header and of all parts that are headers.
    std::uint64_t headerBytes() const;
    /// Whether a byte of `range` is in the header, before it, or in a part that is a header.
    bool touchesHeader(ByteRange range) const;
};

/// A tensor that the index puts into a file which does not give it: that could not be opened, or does not have it. No
/// more is known of it.
struct UnreadTensor {
    std::string_view name;
    std::uint32_t file = 0; ///< index into Checkpoint::files
};

/// What was opened: one file, or the shards of one model. Immutable once opened, shared as shared_ptr<const
/// Checkpoint>.
struct Checkpoint {
    std::filesystem::path path; ///< what was asked for: a file, a folder or an index
    std::string_view format; ///< Format::id of the first file that could be opened
    std::string_view variant; ///< the format's own version, such as "0.1"; empty where it has none
    std::shared_ptr<const Source> index; ///< that names the files; null where none did
    std::vector<CheckpointFile> files;
    std::vector<Tensor> tensors; ///< file by file, and within a file in the order of its bytes
    /// The last tensors may be views of others that no file has: for each of these views, the tensors that it is made
    /// of.
    std::vector<std::vector<std::uint32_t>> views;
    std::vector<UnreadTensor> unread; ///< as the index lists them
    /// What may hold tensors in the folder that was opened, and is no part of the model: names of files, and of folders
    /// as "name/".
    std::vector<std::string> beside;
    std::unordered_map<std::uint32_t, std::string> unknownDTypes; ///< index of an Opaque tensor -> dtype as spelled
    std::optional<Metadata>
        metadata; ///< key order as in the file, later duplicates already applied; for shards, merged
    Findings findings;
    /// Opened one shard of a model? Then what to open for the whole: its index or its folder.
    std::optional<std::filesystem::path> wholeModel;
    /// Where quantized weights are taken for the weights that they stand for: what these are made of. Else null.
    std::shared_ptr<const QuantizedGroups> quantized;
    std::vector<std::shared_ptr<const Arena>> arenas; ///< keep names and shapes alive
    std::vector<std::shared_ptr<const Storage>> storages; ///< keep what Tensor::storage points at alive

    /// How many tensors the files have: those that are no views.
    std::uint32_t tensorCount() const { return static_cast<std::uint32_t>(tensors.size() - views.size()); }
    /// What a tensor is made of: itself, unless it is a view.
    std::span<const std::uint32_t> partsOf(const std::uint32_t& tensor) const
    {
        return tensor < tensorCount() ? std::span(&tensor, 1) : std::span(views[tensor - tensorCount()]);
    }
    /// "bintensors 0.1"; "unknown" where no file could be opened.
    std::string formatText() const;
    /// As the file spells it, also where we do not know it; for quantized tensors, the type that is stored.
    std::string_view dtypeName(std::uint32_t tensor) const;
    /// What tensors share counts once. For sums that do not fit, the largest number.
    std::uint64_t totalElements() const;
    std::uint64_t totalTensorBytes() const; ///< as claimed by the tensors
    std::uint64_t totalFileBytes() const;
    std::uint32_t shardCount() const; ///< files that are no other file's companions
};

/// Bytes that reading a tensor takes over the network: 0 for a file of this machine.
std::uint64_t remoteBytes(const Checkpoint& checkpoint, std::uint32_t tensor);
std::uint64_t remoteBytes(const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors);
/// The same, of all tensors.
std::uint64_t remoteBytes(const Checkpoint& checkpoint);

/// Tells the remote files among the checkpoint's that these tensors will be read soon (Source::expect()). Holds until
/// the results are gone. `reading.altogether`: at least the bytes of these tensors.
[[nodiscard]] std::vector<std::shared_ptr<void>> expectTensors(
    const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors, Reading reading);

/// Whether the tensors, one after the other, lie in each file about as they follow: of what is fetched ahead of one,
/// the next ones are read before it is given up.
bool lieInOrder(const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors);

} // namespace loupe
