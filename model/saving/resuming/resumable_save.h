#pragma once

#include "core/descriptor.h"
#include "saving/recipe/plan.h"
#include "saving/resuming/resume_log.h"
#include "saving/resuming/resumption.h"
#include "saving/writing/atomic_file.h"
#include "saving/writing/written_pieces.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// The files of an interrupted save that have a name of their own, in the order of the plan; an empty path where a file
/// has not.
struct PlacedFiles {
    std::vector<std::filesystem::path> inPlace; ///< under the name that it is to have
    std::vector<std::filesystem::path> passing; ///< under a passingName()

    bool any() const;
};

/// A file of an interrupted save, and where it is.
struct LeftFile {
    std::size_t number; ///< in the plan
    std::filesystem::path path;
};

/// Writes the log of a save, and goes on with what an interrupted one has left. The log is made once
/// Resumption::least bytes are written: before that, starting over costs nothing. From then on the unfinished files
/// stay whatever happens, until they are in place or discard().
class ResumableSave {
public:
    /// Looks for what was left next to `files`, if that is asked for. Fails with InvalidArgument if it is of other
    /// options, inputs or another version, as the message says; with Malformed where the log is damaged; or as
    /// openResumeLog() and reading do.
    static Result<std::unique_ptr<ResumableSave>> create(
        const Recipe& recipe, const Plan& plan, const std::filesystem::path& log, const Resumption& resumption);

    /// Whether there is something to go on with; then open() opens it.
    bool goesOn() const { return m_left.has_value(); }
    /// Which files an interrupted save had put in place, if it was ended while it did so.
    PlacedFiles placed(const Plan& plan, const std::vector<std::filesystem::path>& targets) const;
    /// Gives these the names of unfinished files again. Fails with Io.
    Result<> takeBack(const PlacedFiles& placed, const std::vector<std::filesystem::path>& targets) const;
    /// Opens the unfinished file number `file`, which is to become `path`.
    Result<std::unique_ptr<AtomicFile>> open(
        std::size_t file, const std::filesystem::path& path, std::uint64_t size, Existing existing) const;

    /// All files are open; they must outlive this.
    void begin(std::span<const std::unique_ptr<AtomicFile>> files);

    /// For each run of a file, whether it is written already. Reads it to make sure, and adds it to `pieces`, if there
    /// are any. Progress in bytes. Fails with Malformed if the file is not what was written; with Stopped; as
    /// reading does.
    Result<std::vector<bool>> doneRuns(const Recipe& recipe, const PlannedFile& planned, const LeftFile& file,
        const Work& work, WrittenPieces* pieces) const;

    /// A run is written. From any thread. Fails as AtomicFile::syncBytes().
    Result<> note(const WrittenRun& run);
    /// All that was noted is on the disk.
    void noteSynced();

    /// The unfinished files are of no use any more: they are to go where they are not in place.
    void discard();
    /// All files are in place, and the index too.
    void removeLog();

private:
    ResumableSave(std::filesystem::path log, ResumeHeader header, const Resumption& resumption)
        : m_path(std::move(log))
        , m_header(std::move(header))
        , m_resumption(resumption)
    {
    }
    Result<> findLeft();
    bool createLog();
    bool append(std::string_view text, bool isSynced);
    void giveUp();

    std::filesystem::path m_path;
    ResumeHeader m_header;
    const Resumption& m_resumption;
    std::optional<ResumeLog> m_left;
    std::span<const std::unique_ptr<AtomicFile>> m_files;

    std::mutex m_mutex; ///< for all that follows
    Descriptor m_log;
    bool m_isLogging = true; ///< no longer where the log could not be written: the save goes on without
    bool m_isSyncing = false;
    std::string m_pending; ///< lines that are not in the log yet
    std::uint64_t m_bytes = 0; ///< noted
    std::uint64_t m_runs = 0; ///< noted, those that were left included
    std::uint64_t m_unsynced = 0; ///< bytes
};

} // namespace loupe
