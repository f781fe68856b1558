#include "saving/resuming/resumable_save.h"

#include "analysis/digests/hasher.h"
#include "analysis/parallel/parallel.h"
#include "core/quantized_groups.h"
#include "core/text/text.h"
#include "saving/resuming/recipe_digest.h"
#include "saving/writing/save.h"
#include "saving/writing/tensor_data.h"
#include "saving/writing/unfinished_files.h"
#include "saving/writing/written_bytes.h"

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <map>
#include <set>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace loupe {

namespace {

namespace fs = std::filesystem;

/// The current state of the inputs. Includes the file that describes the quantization, which is not part of the
/// checkpoint.
Result<> addInputs(const Checkpoint& checkpoint, std::vector<InputState>& inputs)
{
    auto states = inputStatesOf(checkpoint);
    if (!states)
        return fail(std::move(states.error()));
    std::size_t place = checkpoint.index ? 1 : 0;
    for (const CheckpointFile& file : checkpoint.files) {
        InputState& state = (*states)[place++];
        if (file.source && !file.source->isRemote())
            state.version += ", inode " + std::to_string(file.source->identity().inode);
    }
    std::ranges::move(*states, std::back_inserter(inputs));
    if (!checkpoint.quantized || checkpoint.quantized->evidence.empty() || checkpoint.files.empty())
        return {};
    const fs::path evidence = checkpoint.files.front().path.parent_path() / checkpoint.quantized->evidence;
    const auto source = Source::open(evidence);
    if (!source)
        return {}; // remote: the commit or ETag of the files covers it
    auto state = inputStateOf(evidence.string(), **source, {0, (*source)->size()});
    if (!state)
        return fail(std::move(state.error()));
    inputs.push_back(std::move(*state));
    return {};
}

Result<ResumeHeader> headerOf(const Recipe& recipe, const Plan& plan, const Resumption& resumption)
{
    ResumeHeader header{
        .version = resumption.version, .options = resumption.options, .inputs = {}, .recipe = {}, .files = {}};
    std::set<const Checkpoint*> seen;
    for (const RecipeItem& item : recipe.items) {
        for (const Checkpoint* const checkpoint : {item.source.get(), item.base.get()}) {
            if (!checkpoint || !seen.insert(checkpoint).second)
                continue;
            if (auto added = addInputs(*checkpoint, header.inputs); !added)
                return fail(std::move(added.error()));
        }
    }
    auto digest = recipeDigest(recipe, plan);
    if (!digest)
        return fail(std::move(digest.error()));
    header.recipe = std::move(*digest);
    header.files.resize(plan.files.size());
    return header;
}

/// The header as it would be after a round trip through the log.
Result<ResumeHeader> asRead(const ResumeHeader& header)
{
    return parseResumeLog(resumeHeaderText(header)).map([](ResumeLog&& log) { return std::move(log.header); });
}

/// Whether the run's bytes are in the file. If so, adds them to `pieces`, if not null.
Result<bool> isThere(const Source& file, const std::vector<ByteRange>& ranges, const std::string& digest,
    const Work& work, WrittenPieces* pieces)
{
    constexpr std::uint64_t atOnce = std::uint64_t{1} << 20;
    const auto hasher = Hasher::create(DigestAlgorithm::Xxh3_128);
    if (!hasher)
        return fail(hasher.error());
    Buffer scratch;
    const auto visitAll = [&](const auto& visitor) -> Result<> {
        for (const ByteRange& range : ranges) {
            for (std::uint64_t begin = range.begin; begin < range.end; begin += atOnce) {
                if (work.stopped())
                    return fail(ErrorCode::Stopped, "stopped");
                const ByteRange block{begin, std::min(range.end, begin + atOnce)};
                auto visited =
                    file.visit(block, scratch, [&](std::span<const std::byte> bytes) { visitor(block.begin, bytes); });
                if (!visited)
                    return visited;
            }
        }
        return {};
    };
    const std::uint64_t end = ranges.empty() ? 0 : ranges.back().end;
    if (end > file.size())
        return false;
    if (auto read = visitAll([&](std::uint64_t, std::span<const std::byte> bytes) { (*hasher)->add(bytes); }); !read)
        return fail(std::move(read.error()));
    const auto found = (*hasher)->hexDigest();
    if (!found)
        return fail(found.error());
    if (*found != digest)
        return false;
    if (pieces) {
        auto added =
            visitAll([&](std::uint64_t offset, std::span<const std::byte> bytes) { pieces->add(offset, bytes); });
        if (!added)
            return fail(std::move(added.error()));
    }
    for (const ByteRange& range : ranges) {
        file.release(range);
        work.advance(range.size());
    }
    return true;
}

/// Whether a file has the planned size and the planned bytes before the tensors.
bool beginsAsPlanned(const fs::path& path, const PlannedFile& planned)
{
    const auto source = Source::open(path);
    Buffer scratch;
    return source && (*source)->size() == planned.size
        && checkWritten(**source, 0, std::as_bytes(std::span(planned.start)), scratch);
}

} // namespace

bool PlacedFiles::any() const
{
    const auto isThere = [](const fs::path& path) { return !path.empty(); };
    return std::ranges::any_of(inPlace, isThere) || std::ranges::any_of(passing, isThere);
}

fs::path resumeLogPath(const SaveTarget& target)
{
    const fs::path& path = target.index ? *target.index : target.files.front();
    return resumeLogName(writablePath(path).value_or(path));
}

std::optional<std::uint64_t> keptBytes(const SaveTarget& target)
{
    const fs::path path = resumeLogPath(target);
    Descriptor file;
    if (!openResumeLog(path, file))
        return std::nullopt;
    const auto log = readResumeLog(path, file);
    if (!log)
        return std::nullopt;
    std::uint64_t bytes = 0;
    for (const WrittenRun& run : log->runs)
        bytes += run.bytes;
    return bytes;
}

Result<std::unique_ptr<ResumableSave>> ResumableSave::create(
    const Recipe& recipe, const Plan& plan, const fs::path& log, const Resumption& resumption)
{
    auto header = headerOf(recipe, plan, resumption);
    if (!header)
        return fail(std::move(header.error()));
    std::unique_ptr<ResumableSave> made(new ResumableSave(log, std::move(*header), resumption));
    if (resumption.goesOn) {
        if (auto looked = made->findLeft(); !looked)
            return fail(std::move(looked.error()));
        if (resumption.found)
            resumption.found(made->goesOn() ? std::optional(made->m_bytes) : std::nullopt);
    }
    return made;
}

Result<> ResumableSave::findLeft()
{
    if (auto opened = openResumeLog(m_path, m_log); !opened) {
        m_log.reset();
        return opened.error().code == ErrorCode::NotFound ? Result<>() : opened;
    }
    auto log = readResumeLog(m_path, m_log);
    if (!log)
        return fail(std::move(log.error()));
    const auto expected = asRead(m_header);
    if (!expected)
        return fail(expected.error());
    if (const std::string difference = otherSave(*expected, log->header); !difference.empty())
        return fail(ErrorCode::InvalidArgument, "was left by another conversion: " + difference, m_path.string());
    if (::ftruncate(m_log.number(), static_cast<off_t>(log->validBytes)) != 0
        || ::lseek(m_log.number(), 0, SEEK_END) < 0)
        return fail(systemError(errno, "cannot be written", m_path.string()));
    m_header.files = log->header.files;
    m_runs = log->runs.size();
    for (const WrittenRun& run : log->runs)
        m_bytes += run.bytes;
    m_left = std::move(*log);
    return {};
}

PlacedFiles ResumableSave::placed(const Plan& plan, const std::vector<fs::path>& targets) const
{
    PlacedFiles placed{
        .inPlace = std::vector<fs::path>(targets.size()), .passing = std::vector<fs::path>(targets.size())};
    for (std::size_t i = 0; i < targets.size(); ++i) {
        const auto target = writablePath(targets[i]);
        if (!target)
            continue;
        for (const fs::path& path : findPlaced(*target, m_header.files[i].inode)) {
            // The inode number may have been reused for another file.
            if (beginsAsPlanned(path, plan.files[i]))
                (path.filename() == target->filename() ? placed.inPlace : placed.passing)[i] = path;
        }
    }
    return placed;
}

Result<> ResumableSave::takeBack(const PlacedFiles& placed, const std::vector<fs::path>& targets) const
{
    for (std::size_t i = 0; i < targets.size(); ++i) {
        const fs::path& path = placed.inPlace[i].empty() ? placed.passing[i] : placed.inPlace[i];
        const auto target = writablePath(targets[i]);
        if (path.empty() || !target)
            continue;
        const fs::path unfinished = unfinishedName(*target, m_header.files[i].number);
        if (::rename(path.c_str(), unfinished.c_str()) != 0)
            return fail(systemError(errno, "cannot be renamed to continue with it", path.string()));
    }
    return {};
}

Result<std::unique_ptr<AtomicFile>> ResumableSave::open(
    std::size_t file, const fs::path& path, std::uint64_t size, Existing existing) const
{
    const auto target = writablePath(path);
    if (!target)
        return fail(target.error());
    const ResumeHeader::File& left = m_header.files[file];
    const fs::path unfinished = unfinishedName(*target, left.number);
    std::error_code ignored;
    if (!fs::exists(fs::symlink_status(unfinished, ignored)))
        return fail(ErrorCode::NotFound,
            "cannot be resumed: the unfinished file " + unfinished.filename().string() + " is gone", m_path.string());
    auto opened = AtomicFile::reopen(unfinished, path, size, existing);
    if (opened && (*opened)->inode() != left.inode)
        return fail(ErrorCode::Malformed, "is not the file that was left there", unfinished.string());
    return opened;
}

void ResumableSave::begin(std::span<const std::unique_ptr<AtomicFile>> files)
{
    m_files = files;
    if (goesOn())
        return;
    for (std::size_t i = 0; i < files.size(); ++i)
        m_header.files[i] = {unfinishedNumber(files[i]->temporary()), files[i]->inode()};
}

Result<std::vector<bool>> ResumableSave::doneRuns(const Recipe& recipe, const PlannedFile& planned,
    const LeftFile& file, const Work& work, WrittenPieces* pieces) const
{
    const auto runs = cutIntoRuns(recipe, planned);
    std::vector<bool> done(runs.size());
    if (!goesOn())
        return done;
    const auto source = Source::open(file.path);
    if (!source)
        return fail(source.error());
    // If a run was written again because the first attempt was lost in a crash, its last line is the valid one.
    std::map<std::uint64_t, std::size_t> lines; // indexes into m_left->runs
    for (std::size_t i = 0; i < m_left->runs.size(); ++i) {
        const WrittenRun& run = m_left->runs[i];
        if (run.file == file.number && run.run >= runs.size())
            return fail(ErrorCode::Malformed, "is damaged: it lists a run that does not exist", m_path.string());
        if (run.file == file.number)
            lines[run.run] = i;
    }
    std::vector<std::size_t> left;
    left.reserve(lines.size());
    for (const auto& [run, line] : lines)
        left.push_back(line);
    std::vector<std::uint8_t> isWritten(left.size());
    auto looked = runPieces(left.size(), work, [&](std::uint64_t i, std::size_t) -> Result<> {
        const WrittenRun& run = m_left->runs[left[i]];
        const auto ranges = rangesOf(recipe, planned, runs[run.run]);
        const auto there = isThere(**source, ranges, run.digest, work, pieces);
        if (!there)
            return fail(there.error());
        isWritten[i] = *there;
        // A run that was not synced may have been lost in a crash of the machine.
        if (*there || left[i] >= m_left->synced)
            return {};
        return fail(ErrorCode::Malformed,
            "is damaged: " + formatByteRange({ranges.front().begin, ranges.back().end}) + " are not what was written",
            file.path.string());
    });
    if (!looked)
        return fail(std::move(looked.error()));
    for (std::size_t i = 0; i < left.size(); ++i)
        done[m_left->runs[left[i]].run] = isWritten[i] != 0;
    return done;
}

bool ResumableSave::createLog()
{
    m_log.reset(::open(m_path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (m_log.number() < 0 || ::flock(m_log.number(), LOCK_EX | LOCK_NB) != 0)
        return false;
    if (!append(resumeHeaderText(m_header), true)
        || !syncFolder(m_path.has_parent_path() ? m_path.parent_path() : fs::path(".")))
        return false;
    for (const auto& file : m_files)
        file->keep(true);
    return true;
}

bool ResumableSave::append(std::string_view text, bool isSynced)
{
    while (!text.empty()) {
        const ssize_t written = ::write(m_log.number(), text.data(), text.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return !isSynced || ::fdatasync(m_log.number()) == 0;
}

/// Continues the save, but it can no longer be resumed.
void ResumableSave::giveUp()
{
    m_isLogging = false;
    for (const auto& file : m_files)
        file->keep(false);
    if (m_log.number() >= 0)
        ::unlink(m_path.c_str());
    m_log.reset();
}

Result<> ResumableSave::note(const WrittenRun& run)
{
    std::unique_lock lock(m_mutex);
    if (!m_isLogging)
        return {};
    m_pending += writtenRunText(run);
    m_bytes += run.bytes;
    m_unsynced += run.bytes;
    ++m_runs;
    if (m_log.number() < 0 && m_bytes < m_resumption.least)
        return {};
    if ((m_log.number() < 0 && !createLog()) || !append(m_pending, false)) {
        giveUp();
        return {};
    }
    m_pending.clear();
    if (m_unsynced < m_resumption.syncEvery || m_isSyncing)
        return {};
    m_isSyncing = true;
    m_unsynced = 0;
    const std::uint64_t runs = m_runs;
    lock.unlock(); // let other threads continue writing
    auto synced = m_files[run.file]->syncBytes();
    lock.lock();
    m_isSyncing = false;
    if (!synced)
        return synced;
    if (m_isLogging && !append(syncedText(runs), true))
        giveUp();
    return {};
}

void ResumableSave::noteSynced()
{
    const std::lock_guard lock(m_mutex);
    m_unsynced = 0;
    if (m_isLogging && m_log.number() >= 0 && !append(syncedText(m_runs), true))
        giveUp();
}

void ResumableSave::discard()
{
    const std::lock_guard lock(m_mutex);
    giveUp();
}

void ResumableSave::removeLog()
{
    const std::lock_guard lock(m_mutex);
    m_isLogging = false;
    if (m_log.number() >= 0)
        ::unlink(m_path.c_str());
    m_log.reset();
}

} // namespace loupe
