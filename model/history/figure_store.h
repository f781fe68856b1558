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
    std::string previous; ///< identity of the checkpoint from which the changes are
    std::map<std::string, std::optional<ChangeFigures>> changes;

    bool operator==(const KeptFigures&) const = default;
};

/// Keeps figures on disk, in a folder that only its owner may read: one file for each checkpoint. Several processes may
/// use it at once. Nothing here fails: what cannot be kept is computed again.
class FigureStore {
public:
    /// Nanoseconds since 1970.
    using Clock = std::function<std::int64_t()>;

    /// `folder`: empty for none. `limit`: bytes that all files may have; 0 for none.
    FigureStore(std::filesystem::path folder, std::uint64_t limit, Clock clock = {});

    /// What tells the checkpoint's content from any other: of each file its path, device, inode, size, and the times
    /// when the content and the inode changed last, which no program can set back. Nothing if that is not enough: of
    /// remote and encrypted files, of quantized weights, which files next to them explain, and of files that changed in
    /// the last seconds, as the clock of a file system may not tell the next change from the last one. To be taken
    /// before values are read. `stored`: whether values are as they are stored.
    std::optional<std::string> identityOf(const Checkpoint& checkpoint, bool stored) const;

    /// The cached figures of the checkpoint at `path` if it has this identity; else empty.
    KeptFigures load(const std::filesystem::path& path, const std::string& identity) const;
    void save(const std::filesystem::path& path, const std::string& identity, const KeptFigures& kept) const;

    /// Bytes of all that is kept.
    std::uint64_t bytes() const;
    /// Removes all of it. Fails with Io if something stays.
    Result<> clear() const;

private:
    std::filesystem::path fileOf(const std::filesystem::path& path) const;
    /// Removes the oldest files of figures until they have no more bytes than the limit.
    void makeRoom() const;

    std::filesystem::path m_folder;
    std::uint64_t m_limit;
    Clock m_clock;
};

} // namespace loupe
