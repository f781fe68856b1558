#include "history/run.h"

#include "core/file_time.h"
#include "core/remote/remote_files.h"
#include "core/text/natural_order.h"
#include "formats/opening/beside_model.h"
#include "formats/opening/registry.h"
#include "formats/opening/trainer_files.h"
#include "formats/opening/unread_parts.h"
#include "history/step_folder.h"
#include "history/step_name.h"

#include <algorithm>
#include <cerrno>
#include <limits>
#include <map>
#include <set>
#include <tuple>

#include <sys/stat.h>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t mostEntries = 100'000;
constexpr int deepestFolder = 8; ///< below a checkpoint
constexpr std::string_view indexEnd = ".index.json";
/// The subfolder of a run's folder in which Accelerate and Lightning write checkpoints.
constexpr std::string_view innerName = "checkpoints";

Error listingError(const std::error_code& code, const fs::path& folder)
{
    return systemError(code.value(), "cannot list the folder", folder.string());
}

bool comesBefore(const RunCheckpoint& a, const RunCheckpoint& b)
{
    if (a.step.has_value() != b.step.has_value())
        return a.step.has_value();
    if (a.step != b.step || a.epoch != b.epoch)
        return std::tie(a.step, a.epoch) < std::tie(b.step, b.epoch);
    if (a.step && a.series != b.series)
        return naturalLess(a.series, b.series);
    return a.modified != b.modified ? a.modified < b.modified : naturalLess(a.name, b.name);
}

/// Lists the checkpoints of one folder.
class RunListing {
public:
    RunListing(Run& run, const Work& work)
        : m_run(run)
        , m_work(work)
    {
    }

    Result<> list()
    {
        std::vector<fs::path> others;
        std::error_code code;
        for (fs::directory_iterator entry(m_run.path, code), end; !code && entry != end; entry.increment(code)) {
            if (m_work.stopped())
                return fail(ErrorCode::Stopped, "stopped");
            if (m_entries++ == mostEntries)
                return fail(ErrorCode::TooLarge, "the folder has more than 100,000 entries", m_run.path.string());
            if (!add(entry->path()))
                others.push_back(entry->path());
        }
        if (code)
            return fail(listingError(code, m_run.path));
        std::erase_if(m_run.checkpoints,
            [&](const RunCheckpoint& checkpoint) { return !checkpoint.step && isLinkToStep(checkpoint.path); });
        if (!m_run.checkpoints.empty())
            addUnread(others);
        findMissingModels();
        std::vector<RunCheckpoint> separate;
        for (RunCheckpoint& checkpoint : m_run.checkpoints) {
            if (m_work.stopped())
                return fail(ErrorCode::Stopped, "stopped");
            const std::vector<fs::path> models = measure(checkpoint);
            const auto parts =
                checkpoint.whyNotWhole.empty() ? separateCheckpoints(checkpoint.path, models) : std::vector<fs::path>();
            for (const fs::path& part : parts) {
                separate.push_back(partOf(checkpoint, part));
                if (part == parts.front())
                    separate.back().unread = unreadBesideParts(checkpoint.path, parts);
            }
            if (parts.empty())
                separate.push_back(std::move(checkpoint));
        }
        m_run.checkpoints = std::move(separate);
        std::ranges::sort(m_run.checkpoints, comesBefore);
        return {};
    }

private:
    static std::vector<std::string> unreadBesideParts(const fs::path& step, const std::vector<fs::path>& parts)
    {
        std::set<std::string> read;
        for (const fs::path& part : parts)
            read.insert(part.filename().string());
        return unreadIn(step, read);
    }

    /// Lightning and Composer write a link to the last step: "last.ckpt".
    bool isLinkToStep(const fs::path& path) const
    {
        std::error_code code;
        return fs::is_symlink(path, code)
            && std::ranges::any_of(m_run.checkpoints, [&](const RunCheckpoint& checkpoint) {
                   return checkpoint.step && fs::equivalent(checkpoint.path, path, code);
               });
    }

    /// Records the entries next to the steps.
    void addUnread(const std::vector<fs::path>& others)
    {
        for (const fs::path& path : others) {
            std::error_code code;
            const std::string name = path.filename().string();
            const bool isFolder = fs::is_directory(path, code);
            const bool mayHold = isFolder ? !name.starts_with('.') && holdsCheckpoints(path)
                                          : fs::is_regular_file(path, code) && mayHoldTensors(path);
            if (mayHold && !isLinkToStep(path))
                m_run.unread.push_back(name + (isFolder ? "/" : ""));
        }
        std::ranges::sort(m_run.unread);
    }

    /// Marks steps as not whole if their folders have only an optimizer's state, while others of the series have a
    /// model.
    void findMissingModels()
    {
        std::map<std::string, std::string> without; // by path: the names of the files that exist
        std::set<std::string> seriesWithModels;
        for (const RunCheckpoint& checkpoint : m_run.checkpoints) {
            std::error_code code;
            const auto names = checkpoint.whyNotWhole.empty() && fs::is_directory(checkpoint.path, code)
                ? onlyCompanions(checkpoint.path)
                : std::vector<std::string>();
            if (names.empty())
                seriesWithModels.insert(checkpoint.series);
            else
                without.emplace(checkpoint.path, listedNames(names));
        }
        for (RunCheckpoint& checkpoint : m_run.checkpoints) {
            const auto found = without.find(checkpoint.path);
            if (found == without.end() || !seriesWithModels.contains(checkpoint.series))
                continue;
            checkpoint.whyNotWhole = "the model is missing: the folder has only " + found->second;
            checkpoint.error = Error{ErrorCode::NotFound, checkpoint.whyNotWhole, checkpoint.path.string(), {}};
        }
    }

    /// Adds an entry if its name is that of a step's checkpoint. Returns whether it is.
    bool add(const fs::path& path)
    {
        const std::string name = path.filename().string();
        const auto found = parseStepName(name);
        if (!found)
            return false;
        struct stat status = {};
        if (::stat(path.c_str(), &status) != 0)
            return false;
        const bool hasSuffix = formatForName(found->series) || found->series.ends_with(indexEnd);
        const std::size_t number = found->step ? found->series.rfind('N') : 0;
        const bool hasEnd = found->series.find('.', number) != std::string::npos; // "step-4.log"
        const bool isFolder = S_ISDIR(status.st_mode);
        if (isFolder ? !hasSuffix && hasEnd : !S_ISREG(status.st_mode) || !hasSuffix)
            return false;
        const bool isNamedAsStep = found->step && !found->isNumber;
        if (isFolder && !isNamedAsStep && !(found->isNumber ? holdsModels(path) : holdsCheckpoints(path)))
            return false;
        RunCheckpoint& checkpoint = m_run.checkpoints.emplace_back();
        checkpoint.path = path;
        checkpoint.name = name;
        checkpoint.step = found->step;
        checkpoint.epoch = found->epoch;
        checkpoint.series = found->series;
        checkpoint.modified = nanosecondsOf(status.st_mtim);
        if (found->isTemporary)
            checkpoint.whyNotWhole = "its name is that of an unfinished checkpoint";
        if (S_ISREG(status.st_mode))
            checkpoint.bytes = static_cast<std::uint64_t>(status.st_size);
        return true;
    }

    /// A checkpoint inside the folder of a step.
    RunCheckpoint partOf(const RunCheckpoint& step, const fs::path& path)
    {
        const std::string below = '/' + path.filename().string();
        RunCheckpoint part;
        part.path = path;
        part.name = step.name + below;
        part.step = step.step;
        part.epoch = step.epoch;
        part.series = step.series + below;
        part.modified = step.modified;
        struct stat status = {};
        if (::stat(path.c_str(), &status) == 0) {
            part.modified = nanosecondsOf(status.st_mtim);
            if (S_ISREG(status.st_mode))
                part.bytes = static_cast<std::uint64_t>(status.st_size);
        }
        measure(part);
        return part;
    }

    /// Adds up the sizes of a folder's files. Returns the files in it and in its subfolders whose names are those of
    /// models.
    std::vector<fs::path> measure(RunCheckpoint& checkpoint)
    {
        std::vector<fs::path> models;
        if (checkpoint.bytes)
            return models; // a file
        std::uint64_t bytes = 0;
        std::error_code code;
        for (fs::recursive_directory_iterator entry(checkpoint.path, code), end; !code && entry != end;
             entry.increment(code)) {
            if (m_entries++ >= mostEntries || m_work.stopped())
                return models;
            if (entry.depth() >= deepestFolder)
                entry.disable_recursion_pending();
            struct stat status = {};
            if (::stat(entry->path().c_str(), &status) != 0 || !S_ISREG(status.st_mode))
                continue; // a dangling link, for example
            const auto size = static_cast<std::uint64_t>(status.st_size);
            bytes += std::min(size, std::numeric_limits<std::uint64_t>::max() - bytes);
            checkpoint.modified = std::max(checkpoint.modified, nanosecondsOf(status.st_mtim));
            if (entry.depth() <= 1 && isModelName(entry->path()))
                models.push_back(entry->path());
        }
        if (!code)
            checkpoint.bytes = bytes;
        return models;
    }

    Run& m_run;
    const Work& m_work;
    std::uint64_t m_entries = 0;
};

} // namespace

Result<Run> listRun(const fs::path& folder, const Work& work)
{
    if (isAddress(folder))
        return fail(ErrorCode::InvalidArgument,
            "is on a server; a history reads all values of all checkpoints: copy or mount the folder first",
            folder.string());
    struct stat status = {};
    if (::stat(folder.c_str(), &status) != 0)
        return fail(systemError(errno, "cannot open the folder of a run", folder.string()));
    if (!S_ISDIR(status.st_mode))
        return fail(
            ErrorCode::InvalidArgument, "is not a folder, expected one with the checkpoints of a run", folder.string());
    std::error_code ignored;
    for (const fs::path& path : {folder, folder / innerName}) {
        if (!fs::is_directory(path, ignored))
            continue;
        Run run;
        run.path = path;
        if (auto listed = RunListing(run, work).list(); !listed)
            return fail(std::move(listed.error()));
        if (!run.checkpoints.empty())
            return run;
    }
    return fail(ErrorCode::NotFound,
        "the folder holds no checkpoints of a run, expected names such as step-100, checkpoint-100, "
        "global_step100, iter_100, epoch-3, epoch=3-val_loss=0.42.ckpt, 1000, last.ckpt or "
        "model-step-100.safetensors",
        folder.string());
}

bool Run::hasSteps() const
{
    return std::ranges::any_of(
        checkpoints, [](const RunCheckpoint& checkpoint) { return checkpoint.step.has_value(); });
}

std::string whyNotWhole(const Checkpoint& checkpoint)
{
    if (const auto unread = unreadParts(checkpoint); !unread.empty())
        return describe(unread.front());
    for (const Finding& finding : checkpoint.findings.list()) {
        if (finding.severity == Severity::Error)
            return finding.message;
    }
    return {};
}

} // namespace loupe
