#include "saving/in_place/edit_recovery.h"

#include "core/remote/remote_files.h"
#include "core/text/quote.h"
#include "formats/opening/open_checkpoint.h"
#include "saving/in_place/header_journal.h"
#include "saving/in_place/in_place_file.h"
#include "saving/writing/atomic_file.h"

#include <new>

#include <sys/stat.h>
#include <unistd.h>

namespace loupe {

namespace {

namespace fs = std::filesystem;

bool isThere(const fs::path& journal)
{
    struct stat status { };
    return ::lstat(journal.c_str(), &status) == 0;
}

class Recovery {
public:
    Recovery(const fs::path& path, const fs::path& journal)
        : m_path(path)
        , m_journal(journal)
    {
    }

    std::optional<Finding> run(const Work& work, std::chrono::milliseconds patience) const
    {
        const auto file = InPlaceFile::open(m_path, patience, work);
        // Without write access, an edit in progress must not be mistaken for an interrupted one.
        const auto watched = file ? Result<std::optional<InPlaceFile>>(std::optional<InPlaceFile>())
                                  : InPlaceFile::openForReading(m_path, patience, work);
        if (!isThere(m_journal))
            return std::nullopt; // another process has recovered the file meanwhile
        if (file ? !*file : watched && !*watched)
            return warning("edit-under-way", "another process is rewriting its header");
        const auto source = Source::open(m_path, Source::Access::Read);
        if (!source)
            return std::nullopt; // opening the file will report the error
        const uid_t owner = file ? (**file).owner() : ownerOf(m_path);
        const auto edit = readJournal(**source, owner);
        if (!edit)
            return isTrusted(owner) && isUnread(edit.error()) ? cannotTell(edit.error()) : leftAlone(edit.error());
        const auto state = stateNow(*edit, **source);
        if (!state)
            return leftAlone(state.error());
        if (!file)
            return cannotFinish(*state, file.error());
        return finishEdit(*edit, *state, **file);
    }

private:
    static Finding finding(Severity severity, std::string_view code, std::string message)
    {
        return {.severity = severity, .code = code, .message = std::move(message)};
    }
    static Finding warning(std::string_view code, std::string message)
    {
        return finding(Severity::Warning, code, std::move(message));
    }

    Finding leftAlone(const Error& error) const
    {
        return warning("edit-journal",
            "there is an edit journal next to it, " + quote(m_journal.filename().string()) + ", and is left alone: it "
                + error.message);
    }

    /// Whether the journal's content is unknown.
    static bool isUnread(const Error& error)
    {
        return error.code == ErrorCode::PermissionDenied || error.code == ErrorCode::Io
            || error.code == ErrorCode::OutOfMemory;
    }

    /// Whether no other user can have placed the journal to cause a false alarm.
    bool isTrusted(uid_t owner) const
    {
        struct stat status { };
        return ::lstat(m_journal.c_str(), &status) == 0 && S_ISREG(status.st_mode)
            && mayOwnJournal(status.st_uid, owner);
    }

    Finding cannotTell(const Error& error) const
    {
        return finding(Severity::Error, "edit-interrupted",
            "an edit of its header was interrupted, maybe half-way, and its journal, "
                + quote(m_journal.filename().string()) + ", " + error.message
                + ": names and metadata are not to be relied on until the file is opened by a user who can read the "
                  "journal and write the file, which finishes the edit");
    }

    static uid_t ownerOf(const fs::path& path)
    {
        struct stat status { };
        return ::stat(path.c_str(), &status) == 0 ? status.st_uid : 0;
    }

    Result<HeaderEdit> readJournal(const Source& source, uid_t owner) const
    {
        auto edit = readHeaderJournal(m_journal, source.size(), owner);
        if (edit && (edit->fileSize != source.size() || edit->before.size() > source.size()))
            return fail(ErrorCode::Malformed, "is of a file of another size");
        return edit;
    }

    static Result<EditState> stateNow(const HeaderEdit& edit, const Source& source)
    {
        std::string current(edit.before.size(), '\0');
        if (auto read = source.read(0, std::as_writable_bytes(std::span(current))); !read)
            return fail(std::move(read.error()));
        const EditState state = stateOf(edit, current);
        if (state == EditState::Foreign)
            return fail(ErrorCode::Malformed, "belongs to another file or an older version of this one");
        if (state == EditState::Between) {
            if (auto same = checkSameTensors(edit); !same)
                return fail(std::move(same.error()));
        }
        return state;
    }

    static Finding cannotFinish(EditState state, const Error& error)
    {
        const bool half = state == EditState::Between;
        return finding(half ? Severity::Error : Severity::Warning, "edit-interrupted",
            half ? "an edit of its header was interrupted half-way, and the file " + error.message
                    + ": names and metadata may be wrong until it is opened where it is writable"
                 : "an edit of its header was interrupted, which did no harm; its journal stays, as the file "
                    + error.message);
    }

    Finding finishEdit(const HeaderEdit& edit, EditState state, const InPlaceFile& file) const
    {
        Result<> done;
        if (state == EditState::Between)
            done = file.write(0, std::as_bytes(std::span(edit.after)));
        if (done && state != EditState::Before)
            done = file.sync();
        if (!done)
            return cannotFinish(state, done.error());
        removeHeaderJournal(m_journal);
        return state == EditState::Before
            ? warning("edit-undone", "an edit of its header was interrupted before it began, the file is as it was")
            : warning("edit-finished", "an edit of its header was interrupted and has been finished now");
    }

    const fs::path& m_path;
    const fs::path& m_journal;
};

} // namespace

std::optional<Finding> finishInterruptedEdit(const fs::path& path, const Work& work, std::chrono::milliseconds patience)
try {
    if (isAddress(path))
        return std::nullopt;
    const auto file = writablePath(path);
    const auto journal = file ? headerJournalPath(*file) : std::nullopt;
    if (!journal || !isThere(*journal))
        return std::nullopt;
    return Recovery(*file, *journal).run(work, patience);
} catch (const std::exception& exception) {
    return Finding{.severity = Severity::Error,
        .code = "edit-interrupted",
        .message = "an edit of its header was interrupted and cannot be finished: " + std::string(exception.what())};
}

Result<std::shared_ptr<const Checkpoint>> openRecovered(const fs::path& path, const Work& work, const Secret* secret)
{
    return openCheckpoint(
        path, work, Source::Access::Automatic, [&](const fs::path& file) { return finishInterruptedEdit(file, work); },
        secret);
}

} // namespace loupe
