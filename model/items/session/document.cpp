#include "items/session/document.h"

#include "core/remote/remote_files.h"
#include "formats/shared/secret.h"
#include "history/run.h"
#include "items/jobs/qt_text.h"
#include "items/session/file_watch.h"

#include <utility>

namespace loupe {

namespace {

/// The result of a loading job.
struct Loaded {
    OpenedCheckpointPtr opened; ///< null: the path is the folder of a run
    SecretPtr secret;
    bool holdsRun = false; ///< the folder also contains several checkpoints of a run
};

/// How many checkpoints of a run are in the folder; 0 if it is not a run.
std::size_t runCheckpoints(const std::filesystem::path& path, const Work& work)
{
    if (isAddress(path))
        return 0;
    const auto run = listRun(path, work);
    return run && run->hasSteps() ? run->checkpoints.size() : 0;
}

} // namespace

Document::Document(QObject* parent)
    : QObject(parent)
    , m_watch(new FileWatch(this))
{
    connect(&m_loading, &JobRunner::progressed, this, &Document::progressed);
    connect(m_watch, &FileWatch::changed, this, &Document::changedOnDisk);
}

Document::~Document() = default;

void Document::open(const QString& path, const SecretChoice& secret, QuantizedView view)
{
    m_view = view;
    load(path, readOnce(secret));
}

void Document::reload()
{
    askServersAgain();
    loadAgain();
}

void Document::loadAgain()
{
    if (!m_path.isEmpty())
        load(m_path, [secret = m_path == m_currentPath ? m_secret : nullptr] { return secret; });
}

void Document::showQuantized(QuantizedView view)
{
    m_view = view;
    loadAgain();
}

void Document::load(const QString& path, SecretSource secret)
{
    m_path = path;
    m_error.reset();
    setState(State::Loading);
    auto job = [file = toPath(path), makeSecret = std::move(secret), view = m_view](
                   const Work& work) -> Result<Loaded> {
        auto made = makeSecret ? makeSecret() : SecretPtr();
        if (!made)
            return fail(std::move(made.error()));
        auto opened = openForViewing(file, work, made->get(), view);
        if (!opened && opened.error().code != ErrorCode::Stopped && runCheckpoints(file, work) > 0)
            return Loaded{};
        if (!opened)
            return fail(std::move(opened.error()));
        return Loaded{std::move(*opened), std::move(*made), runCheckpoints(file, work) > 1};
    };
    m_loading.start(std::move(job), [this, path](Result<Loaded> loaded) {
        if (loaded && !loaded->opened) {
            setStateWhenLoaded();
            emit runFound(path);
            return;
        }
        if (loaded) {
            m_secret = std::move(loaded->secret);
            m_holdsRun = loaded->holdsRun;
            setCurrent(std::move(loaded->opened), path);
            return;
        }
        m_error = loaded.error();
        setStateWhenLoaded();
        emit failed(loaded.error());
    });
}

void Document::stop()
{
    if (m_state != State::Loading)
        return;
    m_loading.stop();
    setStateWhenLoaded();
}

void Document::close()
{
    m_loading.stop();
    m_error.reset();
    m_secret.reset();
    m_holdsRun = false;
    setCurrent(nullptr, {});
}

void Document::setState(State state)
{
    if (m_state == state)
        return;
    m_state = state;
    emit stateChanged(state);
}

void Document::setCurrent(OpenedCheckpointPtr opened, const QString& path)
{
    m_current = std::move(opened);
    m_currentPath = path;
    m_path = path;
    m_watch->watch(m_current ? m_current->checkpoint : nullptr);
    emit currentChanged();
    setStateWhenLoaded();
}

/// Loading has ended: sets the state according to the open checkpoint or the last error.
void Document::setStateWhenLoaded()
{
    if (m_current) {
        m_path = m_currentPath;
        setState(State::Open);
    } else if (m_error) {
        setState(State::Failed);
    } else {
        m_path.clear();
        setState(State::Empty);
    }
}

} // namespace loupe
