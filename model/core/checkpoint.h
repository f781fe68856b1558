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
        WrongSecret, ///< the given secret decrypts none of the tensors that were tried
        Open,
        Unsupported, ///< this build cannot decrypt
    };
    State state = State::Locked;
    bool takesPassphrase = false; ///< accepts a passphrase or the key derived from it; otherwise only a key

    bool operator==(const Encryption&) const = default;
};

/// One file of a checkpoint.
struct CheckpointFile {
    std::filesystem::path path;
    std::shared_ptr<const Source> source; ///< null if the file could not be opened; then a finding says why
    bool missing = false; ///< there was no file at the path
    std::string_view format; ///< Format::id; empty without a source
    ByteRange header; ///< the header itself with its padding, but without a preceding length field
    ByteRange headerContent; ///< `header` without its padding
    ByteRange data; ///< the data section; offsets in the header are relative to data.begin
    std::vector<FilePart> parts; ///< sorted by begin; none is empty
    bool tensorsShare = false; ///< tensors may be views of the same bytes, so overlaps between them are no error
    std::uint32_t firstTensor = 0; ///< its tensors are Checkpoint::tensors[firstTensor, firstTensor + tensorCount)
    std::uint32_t tensorCount = 0;
    /// Digests of its tensors that the file contains; null if there are none.
    std::shared_ptr<const DigestStatements> digests;
    std::optional<Encryption> encryption; ///< nothing if no values are encrypted
    /// For a file without a header: the index in Checkpoint::files of the file that describes its contents.
    std::optional<std::uint32_t> describedBy = {};

    std::uint64_t size() const { return source ? source->size() : 0; }
    /// Bytes of the header and of all parts that are headers.
    std::uint64_t headerBytes() const;
    /// True if any byte of `range` is in the header, before it, or in a part that is a header.
    bool touchesHeader(ByteRange range) const;
};

/// A tensor that the index assigns to a file, although the file could not be opened or does not contain it. Nothing
/// else is known about it.
struct UnreadTensor {
    std::string_view name;
    std::uint32_t file = 0; ///< index into Checkpoint::files
};

/// An opened model: one file, or all shards of one model. Immutable once opened; shared as shared_ptr<const
/// Checkpoint>.
struct Checkpoint {
    std::filesystem::path path; ///< the path that the caller opened: a file, a folder or an index
    std::string_view format; ///< Format::id of the first file that could be opened
    std::string_view variant; ///< the version of the format, such as "0.1"; empty if it has none
    std::shared_ptr<const Source> index; ///< the index file that lists `files`; null if there is none
    std::vector<CheckpointFile> files;
    std::vector<Tensor> tensors; ///< sorted by file, then by position in the file
    /// The last tensors may be views that are composed of other tensors and not stored in any file. For each of these
    /// views, the tensors it is composed of.
    std::vector<std::vector<std::uint32_t>> views;
    std::vector<UnreadTensor> unread; ///< in the order of the index
    /// Entries of the opened folder that may contain tensors but are not part of the model: file names, and folder
    /// names as "name/".
    std::vector<std::string> beside;
    /// Index of an Opaque tensor -> its dtype as the file spells it.
    std::unordered_map<std::uint32_t, std::string> unknownDTypes;
    std::optional<Metadata> metadata; ///< in file order, duplicate keys resolved (the last one wins); merged for shards
    Findings findings;
    /// If one shard of a model was opened: the path of the whole model, its index or its folder.
    std::optional<std::filesystem::path> wholeModel;
    /// Set if the tensors are the weights that quantized tensors represent: which stored tensors they are computed
    /// from. Otherwise null.
    std::shared_ptr<const QuantizedGroups> quantized;
    std::vector<std::shared_ptr<const Arena>> arenas; ///< keep names and shapes alive
    std::vector<std::shared_ptr<const Storage>> storages; ///< keep what Tensor::storage points at alive

    /// The number of tensors in the files; excludes views.
    std::uint32_t tensorCount() const { return static_cast<std::uint32_t>(tensors.size() - views.size()); }
    /// The tensors that a view is composed of; for any other tensor, itself.
    std::span<const std::uint32_t> partsOf(const std::uint32_t& tensor) const
    {
        return tensor < tensorCount() ? std::span(&tensor, 1) : std::span(views[tensor - tensorCount()]);
    }
    /// "bintensors 0.1"; "unknown" if no file could be opened.
    std::string formatText() const;
    /// The dtype as the file spells it, even if this program does not know it. For quantized tensors, the stored type.
    std::string_view dtypeName(std::uint32_t tensor) const;
    /// Counts storage that tensors share once. Returns the largest number if the sum does not fit in 64 bits.
    std::uint64_t totalElements() const;
    std::uint64_t totalTensorBytes() const; ///< as the headers claim
    std::uint64_t totalFileBytes() const;
    std::uint32_t shardCount() const; ///< files that are not described by another file
};

/// The bytes that reading a tensor transfers over the network: 0 for a local file.
std::uint64_t remoteBytes(const Checkpoint& checkpoint, std::uint32_t tensor);
std::uint64_t remoteBytes(const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors);
/// As above, for all tensors.
std::uint64_t remoteBytes(const Checkpoint& checkpoint);

/// Announces to the checkpoint's remote files that these tensors will be read soon (Source::expect()), until the
/// results are destroyed. Raises `reading.altogether` to at least the total bytes of these tensors.
[[nodiscard]] std::vector<std::shared_ptr<void>> expectTensors(
    const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors, Reading reading);

/// True if reading the tensors in the given order goes through each file roughly front to back, so that data fetched
/// ahead is read before it is evicted.
bool lieInOrder(const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors);

} // namespace loupe
