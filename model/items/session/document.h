#pragma once

#include "items/jobs/job_runner.h"
#include "items/session/opened_checkpoint.h"
#include "items/session/secret_choice.h"

#include <QObject>
#include <QString>
#include <memory>
#include <optional>

namespace loupe {

class FileWatch;

/// The session of one open checkpoint: opens it off the UI thread, keeps it, notices when it changes on disk.
class Document : public QObject {
    Q_OBJECT

public:
    enum class State { Empty, Loading, Open, Failed };
    Q_ENUM(State)

    explicit Document(QObject* parent = nullptr);
    ~Document() override;

    /// Starts to open a file, a folder of shards or an index; a newer call drops the older one's result. What is open
    /// stays open until the new one is there, and for good where that fails. What opens encrypted values is kept for
    /// reload() until another path is opened.
    void open(const QString& path, const SecretChoice& secret = {}, QuantizedView view = QuantizedView::Weights);
    /// Opens the same path again, with what unlocked it; nothing if there is none.
    void reload();
    /// The same checkpoint with its quantized weights in that way.
    void showQuantized(QuantizedView view);
    /// Stops loading: back to what is open, or to nothing.
    void stop();
    void close();

    State state() const { return m_state; }
    /// What is open; null in states Empty and Failed, and while the first one is loading.
    const OpenedCheckpointPtr& current() const { return m_current; }
    /// What opened the encrypted values of current(); null if nothing was given.
    const SecretPtr& secret() const { return m_secret; }
    /// What is open is a folder that has several checkpoints of a training run, too.
    bool holdsRun() const { return m_holdsRun; }
    /// The path that is loading, open or failed; empty in state Empty.
    QString path() const { return m_path; }
    /// Why the last open failed; nothing once another one begins.
    const std::optional<Error>& error() const { return m_error; }
    /// True from changedOnDisk() until the next open, reload or close.

signals:
    void stateChanged(loupe::Document::State state);
    /// current() is another one now; null after close().
    void currentChanged();
    /// The path could not be opened. Where something was open before, that is still open (state Open), else Failed.
    void failed(const loupe::Error& error);
    /// The path is no checkpoint but the folder of a training run. State and what is open are those of before.
    void runFound(const QString& path);
    /// While loading, at most ten times a second.
    void progressed(const loupe::JobProgress& progress);
    /// A file of the open checkpoint was changed, replaced or `deleted`: emitted once.
    void changedOnDisk(bool deleted);

private:
    /// What is open, or was to be.
    void loadAgain();
    void load(const QString& path, SecretSource secret);
    void setState(State state);
    void setCurrent(OpenedCheckpointPtr opened, const QString& path);
    void setStateWhenLoaded();

    JobRunner m_loading;
    FileWatch* m_watch;
    State m_state = State::Empty;
    OpenedCheckpointPtr m_current;
    QString m_currentPath;
    QString m_path;
    QuantizedView m_view = QuantizedView::Weights; ///< that was last asked for
    SecretPtr m_secret; ///< that m_current was opened with
    bool m_holdsRun = false;
    std::optional<Error> m_error;
};

} // namespace loupe
