#pragma once

#include "core/checkpoint.h"
#include "core/result.h"
#include "history/tensor_figures.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>

namespace loupe {

/// The cached figures of one checkpoint, by the names of its tensors.
struct KeptFigures {
    std::map<std::string, TensorFigures> tensors;
    std::string previous; ///< identity of the checkpoint that the changes are relative to
    std::map<std::string, std::optional<ChangeFigures>> changes;

    bool operator==(const KeptFigures&) const = default;
};

/// Caches figures on disk, one file per checkpoint, in a folder that only its owner may read. Several processes may use
/// it at once. load() and save() ignore errors: figures that are not cached are computed again.
class FigureStore {
public:
    /// Nanoseconds since 1970.
    using Clock = std::function<std::int64_t()>;

    /// `folder`: empty to cache nothing. `limit`: the maximum total size of the files in bytes; 0 to cache nothing.
    FigureStore(std::filesystem::path folder, std::uint64_t limit, Clock clock = {});

    /// Identifies the checkpoint's content: the path, device, inode and size of each file, and the times of the last
    /// change of content and of inode. No program can set back the latter. Nothing if that is not enough: for remote
    /// and encrypted files; for quantized weights, because files next to them explain them; and for files that changed
    /// in the last seconds, because a file system's clock may not distinguish the last change from the next one. Call
    /// it before reading values. `stored`: whether the values are used as stored.
    std::optional<std::string> identityOf(const Checkpoint& checkpoint, bool stored) const;

    /// The cached figures of the checkpoint at `path` if it has this identity; else empty.
    KeptFigures load(const std::filesystem::path& path, const std::string& identity) const;
    void save(const std::filesystem::path& path, const std::string& identity, const KeptFigures& kept) const;

    /// Total size of the cached files, in bytes.
    std::uint64_t bytes() const;
    /// Removes all cached files. Fails with Io if one remains.
    Result<> clear() const;

private:
    std::filesystem::path fileOf(const std::filesystem::path& path) const;
    /// Removes the oldest files until their total size is within the limit.
    void makeRoom() const;

    std::filesystem::path m_folder;
    std::uint64_t m_limit;
    Clock m_clock;
};

} // namespace loupe
