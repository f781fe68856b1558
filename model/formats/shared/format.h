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

/// Input of detection: never more than the first few KiB of a file.
struct FileStart {
    std::span<const std::byte> bytes;
    std::uint64_t fileSize = 0;
};

/// How sure a format is that a file is its own, by content alone.
enum class Match : std::uint8_t {
    No,
    Possible, ///< nothing contradicts it; formats without a magic number often get no further than this
    Likely, ///< the header is valid as far as it was seen
    Certain, ///< a magic number, or text that no other format has
};

/// A shard's statements about its model; absent if the file does not state them.
struct ShardClaim {
    std::string_view numberKey; ///< metadata key whose value differs from shard to shard
    std::optional<std::uint64_t> number; ///< counts from 0
    std::optional<std::uint64_t> count; ///< of shards
    std::optional<std::uint64_t> tensors; ///< in all shards
};

/// What a file says about its tensors where they are pieces of larger ones, whose other pieces are in other files.
/// Names and numbers are in the file's arena.
struct TensorPieces {
    struct Piece {
        std::string_view tensor; ///< its name in this file
        std::string_view whole; ///< the name of the larger tensor
        /// Where it begins there, one number for each dimension; nothing if the file does not say it.
        std::optional<std::span<const std::uint64_t>> begins;
    };
    /// A larger tensor that the file speaks of, even if it has no piece of it.
    struct Whole {
        std::string_view name;
        std::span<const std::uint64_t> shape;
        std::uint64_t pieces = 0; ///< in all files
    };

    std::vector<Piece> pieces;
    /// Tensors that are not among the pieces are whole. Otherwise they are pieces that begin nobody knows where.
    bool othersAreWhole = false;
    std::vector<Whole> wholes; ///< empty if the file does not say how large they are
    std::uint64_t processes = 0; ///< that have pieces, numbered from 0; 0 if the file does not say it
    Findings alone = {}; ///< what there is to say where the file is opened by itself
    std::span<const std::string_view> metadataKeys = {}; ///< that speak of the pieces; static
};

/// A file without a header: another file says which bytes of which tensors lie in it.
struct CompanionFile {
    std::string path; ///< as confinedPath() gives it, from the folder of the file that names it
    std::vector<FilePart> parts = {}; ///< as CheckpointFile::parts
    std::string_view refusedAs = {}; ///< the error of the findings that it is missing or too short
    std::shared_ptr<const DigestStatements> digests = nullptr; ///< as CheckpointFile::digests, of its tensors in order
    /// That it is missing or too short, where the format knows more of this than that.
    std::optional<Finding> damage = {};
};

/// The contents of one file, before it becomes (part of) a checkpoint. Tensors are in the order of their bytes;
/// Tensor::file and Finding::file are 0. After them come the tensors whose bytes lie in companions[i], in the same
/// order, with i + 1 as Tensor::file.
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
    std::vector<std::shared_ptr<const Storage>> storages; ///< that the tensors refer to
    std::shared_ptr<const DigestStatements> digests; ///< as CheckpointFile::digests, by the order of `tensors`
    std::optional<Encryption> encryption; ///< as CheckpointFile::encryption
};

/// A stretch of a header and what it says, for the hex view: {range of the count, "tensor count", "35"}.
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
    /// How names of its files end, lower case: suffixes with the dot; or more of a name, where the suffix alone says
    /// too little.
    std::span<const std::string_view> suffixes;
    std::string_view mimeType;
    const FormatWriter* writer = nullptr; ///< null if files of the format can only be read

    Match (*probe)(const FileStart& start);
    /// Reads as far as it can: content that breaks the format's rules gives findings, not a failure. Fails only where
    /// the file cannot be read at all (Io, Changed, Stopped, OutOfMemory).
    Result<FileContent> (*read)(const Source& source, const Work& work);
    /// Like read(), with a key or passphrase for encrypted values. Keeps nothing of the secret but the keys. Reads a
    /// file without encrypted values as read() does. Null if the format has no encryption.
    Result<FileContent> (*readWith)(const Source& source, const Work& work, const Secret& secret) = nullptr;
    /// What read() would find in a file of `fileSize` bytes that begins with `start`, which holds all bytes up to the
    /// end of the header. Null if there is no writer. Fails with Malformed if the header ends elsewhere, or with
    /// OutOfMemory.
    Result<FileContent> (*readBack)(std::string_view start, std::uint64_t fileSize) = nullptr;
    /// The fields of the header, and of the parts that are headers, that touch `window`, in order.
    Result<std::vector<HeaderField>> (*headerFields)(const Source& source, ByteRange window, const Work& work);
    /// The main file for `path`, which is a file that belongs to another one, or a folder in which a file of this
    /// format names the main file. Nothing if `path` is neither. Null if files of the format stand alone. Fails
    /// with NotFound for a part whose main file is missing.
    Result<std::optional<std::filesystem::path>> (*mainFile)(
        const std::filesystem::path& path, bool isFolder) = nullptr;
    /// The files that together are the model of a folder which has no main file, in order; none if the folder is not
    /// such a one. Null if files of the format need a main file, or stand alone.
    std::vector<std::filesystem::path> (*folderParts)(const std::filesystem::path& folder) = nullptr;
    /// What is odd about how a folder leads to its main file. Null if nothing can be.
    Findings (*folderFindings)(const std::filesystem::path& folder) = nullptr;
    /// Codes of this format's own errors that hide no tensor: they are about values, metadata, digests, or names. Any
    /// other error about no single tensor is taken for one that may hide tensors.
    std::span<const std::string_view> harmlessErrors = {};
    /// Codes of its own warnings that end the list of tensors at a limit of this program.
    std::span<const std::string_view> listEnds = {};
    /// The Python package whose safe_open() reads such files; empty if there is none.
    std::string_view safeOpenPackage = {};
};

} // namespace loupe
