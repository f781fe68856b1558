#include "items/history/run_session.h"

#include "core/checked_math.h"
#include "formats/quantized/logical_checkpoint.h"
#include "history/kept_figures.h"
#include "items/jobs/qt_text.h"
#include "saving/in_place/edit_recovery.h"

#include <algorithm>
#include <mutex>
#include <utility>

namespace loupe {

struct RunSession::Found {
    std::mutex mutex;
    std::vector<std::pair<std::size_t, HistoryStep>> steps;
};

namespace {

/// The paths of the run's checkpoints, latest step first; within a step, sorted by name.
std::vector<std::filesystem::path> newestFirst(const Run& run)
{
    std::vector<const RunCheckpoint*> checkpoints;
    for (const RunCheckpoint& checkpoint : run.checkpoints)
        checkpoints.push_back(&checkpoint);
    std::ranges::stable_sort(
        checkpoints, [](const RunCheckpoint* a, const RunCheckpoint* b) { return a->step > b->step; });
    std::vector<std::filesystem::path> paths;
    for (const RunCheckpoint* const checkpoint : checkpoints)
        paths.push_back(checkpoint->path);
    return paths;
}

/// The first complete checkpoint; null if there is none.
OpenedCheckpointPtr openFirst(const std::vector<std::filesystem::path>& paths, const Work& work)
{
    for (const auto& path : paths) {
        if (work.stopped())
            break;
        auto opened = openForViewing(path, {.stop = work.stop});
        if (opened && whyNotWhole(*(*opened)->checkpoint).empty())
            return std::move(*opened);
    }
    return nullptr;
}

} // namespace

RunSession::RunSession(bool keepsFigures, QObject* parent)
    : QObject(parent)
    , m_keepsFigures(keepsFigures)
{
    for (JobRunner* const job : {&m_listing, &m_naming, &m_computing})
        connect(job, &JobRunner::runningChanged, this, &RunSession::busyChanged);
    connect(&m_computing, &JobRunner::progressed, this, [this](const JobProgress& progress) {
        takeFound();
        emit progressed(progress);
    });
}

RunSession::~RunSession() = default;

void RunSession::open(const QString& path)
{
    stop();
    m_path = path;
    m_error.reset();
    m_listing.start([folder = toPath(path)](const Work& work) { return listRun(folder, work); },
        [this](Result<Run> run) {
            if (run)
                setRun(std::move(*run));
            else
                fail(std::move(run.error()));
        });
}

void RunSession::reload()
{
    open(m_path);
}

void RunSession::setRun(Run run)
{
    emit runAboutToChange();
    m_history = {};
    m_bytes = 0;
    for (const RunCheckpoint& checkpoint : run.checkpoints) {
        m_history.steps.push_back({.checkpoint = checkpoint});
        m_bytes = saturatingAdd(m_bytes, checkpoint.bytes.value_or(0));
    }
    m_history.run = std::move(run);
    m_isComplete = false;
    m_showsOthers = false;
    emit runChanged();
    findNames();
    if (!waitsForConsent())
        compute();
}

void RunSession::findNames()
{
    m_naming.start([paths = newestFirst(m_history.run)](const Work& work) { return openFirst(paths, work); },
        [this](OpenedCheckpointPtr opened) {
            m_named = std::move(opened);
            emit namedChanged();
        });
}

bool RunSession::waitsForConsent() const
{
    return m_names.empty() && m_bytes > readUnasked && !m_mayReadAll && !m_isComplete;
}

void RunSession::choose(std::vector<std::string> names)
{
    if (names == m_names)
        return;
    m_computing.stop();
    takeFound();
    m_found.reset();
    m_names = std::move(names);
    m_isComplete = false;
    m_showsOthers = true;
    if (!isListing() && !m_history.steps.empty() && !waitsForConsent())
        compute();
    else
        takeFound();
}

void RunSession::start()
{
    m_mayReadAll = true;
    if (!isListing() && !isComputing() && !m_history.steps.empty() && !m_isComplete)
        compute();
}

void RunSession::stop()
{
    m_listing.stop();
    m_naming.stop();
    m_computing.stop();
    takeFound();
    m_found.reset();
}

void RunSession::compute()
{
    m_error.reset();
    m_found = std::make_shared<Found>();
    auto job = [run = m_history.run, names = m_names, found = m_found, keeps = m_keepsFigures](
                   const Work& work) -> Result<> {
        const auto store = keeps ? keptFigures() : Result<FigureStore>(FigureStore({}, 0));
        const HistoryOptions options{.open =
                                         [quiet = Work{.stop = work.stop}](const std::filesystem::path& path) {
                                             return openRecovered(path, quiet).and_then([&](auto stored) {
                                                 return quantized::logicalOf(std::move(stored), quiet);
                                             });
                                         },
            .choose =
                [&names](const std::shared_ptr<const Checkpoint>& checkpoint) {
                    return tensorsOrGroups(*checkpoint, names);
                },
            .store = store ? &*store : nullptr,
            .onStep =
                [&found](std::size_t number, const HistoryStep& step) {
                    const std::lock_guard lock(found->mutex);
                    found->steps.emplace_back(number, step);
                }};
        const auto history = readHistory(run, options, work);
        if (!history)
            return loupe::fail(history.error());
        return {};
    };
    m_computing.start(std::move(job), [this](Result<> done) {
        m_isComplete = done.has_value();
        takeFound();
        m_found.reset();
        if (done)
            emit figuresChanged();
        else
            fail(std::move(done.error()));
    });
}

/// Figures of the previous choice stay visible until the first figure of the new one arrives, or it is clear that there
/// will be none.
void RunSession::takeFound()
{
    std::vector<std::pair<std::size_t, HistoryStep>> steps;
    if (m_found) {
        const std::lock_guard lock(m_found->mutex);
        steps.swap(m_found->steps);
    }
    if (steps.empty() && (isComputing() || !m_showsOthers))
        return;
    if (std::exchange(m_showsOthers, false)) {
        for (std::size_t i = 0; i < m_history.steps.size(); ++i)
            m_history.steps[i] = {.checkpoint = m_history.run.checkpoints[i]};
    }
    for (auto& [number, step] : steps)
        m_history.steps[number] = std::move(step);
    emit figuresChanged();
}

void RunSession::fail(Error error)
{
    m_error = std::move(error);
    emit failed();
}

} // namespace loupe
