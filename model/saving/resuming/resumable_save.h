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

/// The files of an interrupted save that were already renamed, in plan order. An empty path means that a file was not.
struct PlacedFiles {
    std::vector<std::filesystem::path> inPlace; ///< under the final name
    std::vector<std::filesystem::path> passing; ///< under a passingName()

    bool any() const;
};

/// A file of an interrupted save, and its current path.
struct LeftFile {
    std::size_t number; ///< index in the plan
    std::filesystem::path path;
};

/// Writes the log of a save, and resumes an interrupted one. The log is created once Resumption::least bytes are
/// written; before that, it is cheaper to start over. After that, the unfinished files are kept whatever happens, until
/// they are renamed or discard() is called.
class ResumableSave {
public:
    /// If requested, looks next to `files` for what an interrupted save has left. Fails with InvalidArgument if that
    /// was made with other options or inputs, or by another version; the message says which. Fails with Malformed if
    /// the log is damaged; or as openResumeLog() and reading do.
    static Result<std::unique_ptr<ResumableSave>> create(
        const Recipe& recipe, const Plan& plan, const std::filesystem::path& log, const Resumption& resumption);

    /// True if there is a save to resume. If so, call open() to open its files.
    bool goesOn() const { return m_left.has_value(); }
    /// The files that an interrupted save had already renamed, if it was stopped during that step.
    PlacedFiles placed(const Plan& plan, const std::vector<std::filesystem::path>& targets) const;
    /// Renames these back to names of unfinished files. Fails with Io.
    Result<> takeBack(const PlacedFiles& placed, const std::vector<std::filesystem::path>& targets) const;
    /// Opens the unfinished file number `file`, which is to become `path`.
    Result<std::unique_ptr<AtomicFile>> open(
        std::size_t file, const std::filesystem::path& path, std::uint64_t size, Existing existing) const;

    /// Call it when all files are open. They must outlive this object.
    void begin(std::span<const std::unique_ptr<AtomicFile>> files);

    /// For each run of a file, whether it was already written. Reads the run to make sure, and adds it to `pieces`, if
    /// not null. Progress is in bytes. Fails with Malformed if the file does not have the content that was written;
    /// with Stopped; or as reading does.
    Result<std::vector<bool>> doneRuns(const Recipe& recipe, const PlannedFile& planned, const LeftFile& file,
        const Work& work, WrittenPieces* pieces) const;

    /// Records that a run was written. Thread-safe. Fails as AtomicFile::syncBytes() does.
    Result<> note(const WrittenRun& run);
    /// Records that all runs noted so far are synced to disk.
    void noteSynced();

    /// Lets the unfinished files be deleted, as they are no longer of use. Files that were already renamed are not
    /// affected.
    void discard();
    /// Call it when all files and the index have their final names.
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

    std::mutex m_mutex; ///< guards all members below
    Descriptor m_log;
    bool m_isLogging = true; ///< false once writing the log fails; the save then continues without it
    bool m_isSyncing = false;
    std::string m_pending; ///< lines that are not yet in the log
    std::uint64_t m_bytes = 0; ///< bytes noted
    std::uint64_t m_runs = 0; ///< runs noted, including those of the interrupted save
    std::uint64_t m_unsynced = 0; ///< bytes noted since the last sync
};

} // namespace loupe
