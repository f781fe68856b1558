#include "items/document.h"

#include "items/file_watch.h"
#include "items/qt_text.h"

namespace loupe {

Document::Document(QObject* parent)
    : QObject(parent)
    , m_watch(new FileWatch(this))
{
    connect(&m_loading, &JobRunner::progressed, this, &Document::progressed);
    connect(m_watch, &FileWatch::changed, this, [this] {
        m_changedOnDisk = true;
        emit changedOnDisk();
    });
}

Document::~Document() = default;

void Document::open(const QString& path)
{
    m_path = path;
    m_error.reset();
    setState(State::Loading);
    m_loading.start([file = toPath(path)](const Work& work) { return openForViewing(file, work); },
        [this, path](Result<OpenedCheckpointPtr> opened) {
            if (opened) {
                setCurrent(std::move(*opened), path);
                return;
            }
            m_error = opened.error();
            settle();
            emit failed(opened.error());
        });
}

void Document::reload()
{
    if (!m_path.isEmpty())
        open(m_path);
}

void Document::stop()
{
    if (m_state != State::Loading)
        return;
    m_loading.stop();
    settle();
}

void Document::close()
{
    m_loading.stop();
    m_error.reset();
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
    m_changedOnDisk = false;
    m_watch->watch(m_current ? m_current->checkpoint : nullptr);
    emit currentChanged();
    settle();
}

/// Nothing is loading any more: the state that what is open, or the last error, gives.
void Document::settle()
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
