#pragma once

#include "core/checkpoint.h"
#include "core/result.h"
#include "core/work.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// The input of format detection: at most the first few KiB of a file.
struct FileStart {
    std::span<const std::byte> bytes;
    std::uint64_t fileSize = 0;
};

/// How certain a format is that a file belongs to it, judging by content alone.
enum class Match : std::uint8_t {
    No,
    Possible, ///< nothing contradicts it; formats without a magic number often get no further than this
    Likely, ///< the part of the header that was seen is valid
    Certain, ///< a magic number, or text that no other format has
};

/// A shard's statements about its model; absent if the file does not state them.
struct ShardClaim {
    std::string_view numberKey; ///< metadata key whose value differs from shard to shard
    std::optional<std::uint64_t> number; ///< counts from 0
    std::optional<std::uint64_t> count; ///< number of shards
    std::optional<std::uint64_t> tensors; ///< in all shards
};

/// A file's statements about its tensors, if they are pieces of larger tensors whose other pieces are in other files.
/// Names and numbers are stored in the file's arena.
struct TensorPieces {
    struct Piece {
        std::string_view tensor; ///< its name in this file
        std::string_view whole; ///< the name of the larger tensor
        /// The piece's begin in the larger tensor, one index per dimension; nothing if the file does not state it.
        std::optional<std::span<const std::uint64_t>> begins;
    };
    /// A larger tensor that the file mentions, even if the file has no piece of it.
    struct Whole {
        std::string_view name;
        std::span<const std::uint64_t> shape;
        std::uint64_t pieces = 0; ///< in all files
    };

    std::vector<Piece> pieces;
    /// If true, tensors that are not among the pieces are whole. Otherwise they are pieces with unknown positions.
    bool othersAreWhole = false;
    std::vector<Whole> wholes; ///< empty if the file does not state their shapes
    std::uint64_t processes = 0; ///< processes that have pieces, numbered from 0; 0 if not stated
    Findings alone = {}; ///< findings to report if the file is opened by itself
    std::span<const std::string_view> metadataKeys = {}; ///< the keys that describe the pieces; static
};

/// A file without a header. Another file says which bytes of which tensors it contains.
struct CompanionFile {
    std::string path; ///< from confinedPath(), relative to the folder of the file that names it
    std::vector<FilePart> parts = {}; ///< as CheckpointFile::parts
    std::string_view refusedAs = {}; ///< the error in findings that the file is missing or too short
    std::shared_ptr<const DigestStatements> digests = nullptr; ///< as CheckpointFile::digests, for its tensors in order
    /// The finding that the file is missing or too short, if the format knows more about it than that.
    std::optional<Finding> damage = {};
};

/// The contents of one file, before it becomes (part of) a checkpoint. Tensors are sorted by their bytes, with 0 as
/// Tensor::file; Finding::file is 0. After them come the tensors whose bytes are in companions[i], sorted likewise,
/// with i + 1 as Tensor::file.
struct FileContent {
    std::string_view variant;
    ByteRange header;
    ByteRange headerContent;
    ByteRange data;
    std::vector<FilePart> parts; ///< as CheckpointFile::parts
    bool tensorsShare = false; ///< as CheckpointFile::tensorsShare, companions included
    std::vector<CompanionFile> companions;
    std::vector<Tensor> tensors;
    std::unordered_map<std::uint32_t, std::string> unknownDTypes;
    std::optional<Metadata> metadata;
    std::optional<ShardClaim> shard;
    std::optional<TensorPieces> pieces;
    Findings findings;
    Arena arena; ///< holds the tensors' names and shapes
    std::vector<std::shared_ptr<const Storage>> storages; ///< the storages that the tensors refer to
    std::shared_ptr<const DigestStatements> digests; ///< as CheckpointFile::digests, in the order of `tensors`
    std::optional<Encryption> encryption; ///< as CheckpointFile::encryption
};

/// A stretch of a header and its meaning, for the hex view: {range of the count, "tensor count", "35"}.
struct HeaderField {
    ByteRange range; ///< from the first byte of the file
    std::string label;
    std::string value;
};

struct FormatWriter;
class Secret;

/// Everything the program knows about a file format. One constant per format, listed in registry.cpp.
struct Format {
    std::string_view id; ///< "safetensors"
    std::string_view title; ///< "Safetensors"
    /// The endings of its files' names, in lower case: suffixes with their dot, or longer endings if the suffix alone
    /// is ambiguous.
    std::span<const std::string_view> suffixes;
    std::string_view mimeType;
    const FormatWriter* writer = nullptr; ///< null if files of the format can only be read

    Match (*probe)(const FileStart& start);
    /// Reads as much as possible: content that breaks the format's rules results in findings, not in a failure. Fails
    /// only if the file cannot be read at all (Io, Changed, Stopped, OutOfMemory).
    Result<FileContent> (*read)(const Source& source, const Work& work);
    /// Like read(), with a key or passphrase for encrypted values. Keeps only the keys, not the secret. Reads a file
    /// without encrypted values as read() does. Null if the format has no encryption.
    Result<FileContent> (*readWith)(const Source& source, const Work& work, const Secret& secret) = nullptr;
    /// The result that read() would give for a file of `fileSize` bytes that begins with `start`. `start` holds all
    /// bytes up to the end of the header. Null if there is no writer. Fails with Malformed if the header ends
    /// elsewhere, or with OutOfMemory.
    Result<FileContent> (*readBack)(std::string_view start, std::uint64_t fileSize) = nullptr;
    /// The fields of the header, and of the parts that are headers, that touch `window`, in order.
    Result<std::vector<HeaderField>> (*headerFields)(const Source& source, ByteRange window, const Work& work);
    /// The main file for `path`, which is a file that belongs to another one, or a folder in which a file of this
    /// format names the main file. Returns nothing if `path` is neither. Fails with NotFound for a part whose main file
    /// is missing. Null if the format's files are self-contained.
    Result<std::optional<std::filesystem::path>> (*mainFile)(
        const std::filesystem::path& path, bool isFolder) = nullptr;
    /// The files, in order, that together form the model of a folder without a main file; empty if this is not such a
    /// folder. Null if the format's files need a main file, or are self-contained.
    std::vector<std::filesystem::path> (*folderParts)(const std::filesystem::path& folder) = nullptr;
    /// Findings about how a folder leads to its main file. Null if there can be none.
    Findings (*folderFindings)(const std::filesystem::path& folder) = nullptr;
    /// Codes of this format's own errors that do not hide tensors: errors about values, metadata, digests or names. Any
    /// other error that is not about a single tensor is assumed to hide tensors.
    std::span<const std::string_view> harmlessErrors = {};
    /// Codes of this format's own warnings that a limit of this program ended the list of tensors.
    std::span<const std::string_view> listEnds = {};
    /// The Python package whose safe_open() reads such files; empty if there is none.
    std::string_view safeOpenPackage = {};
};

} // namespace loupe
