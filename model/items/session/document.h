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

/// The session of one open checkpoint: opens it off the UI thread, holds it, and notices when it changes on disk.
class Document : public QObject {
    Q_OBJECT

public:
    enum class State { Empty, Loading, Open, Failed };
    Q_ENUM(State)

    explicit Document(QObject* parent = nullptr);
    ~Document() override;

    /// Starts to open a file, a folder of shards or an index. A newer call drops the result of an older one. The open
    /// checkpoint stays open until the new one is ready, and for good if that fails. The secret for encrypted values is
    /// kept for reload() until another path is opened.
    void open(const QString& path, const SecretChoice& secret = {}, QuantizedView view = QuantizedView::Weights);
    /// Opens the same path again with the same secret. Does nothing if no path is open.
    void reload();
    /// Reopens the same checkpoint with this view of its quantized weights.
    void showQuantized(QuantizedView view);
    /// Stops loading: returns to the open checkpoint, or to none.
    void stop();
    void close();

    State state() const { return m_state; }
    /// The open checkpoint. Null in states Empty and Failed, and while the first one is loading.
    const OpenedCheckpointPtr& current() const { return m_current; }
    /// The secret that unlocked the encrypted values of current(); null if none was given.
    const SecretPtr& secret() const { return m_secret; }
    /// True if the open folder also contains several checkpoints of a training run.
    bool holdsRun() const { return m_holdsRun; }
    /// The path that is loading, is open or has failed; empty in state Empty.
    QString path() const { return m_path; }
    /// Why the last open failed; nullopt once the next one starts.
    const std::optional<Error>& error() const { return m_error; }

signals:
    void stateChanged(loupe::Document::State state);
    /// current() has changed; it is null after close().
    void currentChanged();
    /// The path could not be opened. If a checkpoint was open before, it still is (state Open), else the state is
    /// Failed.
    void failed(const loupe::Error& error);
    /// The path is not a checkpoint but the folder of a training run. The state and the open checkpoint are unchanged.
    void runFound(const QString& path);
    /// While loading, at most ten times a second.
    void progressed(const loupe::JobProgress& progress);
    /// A file of the open checkpoint was changed, replaced or `deleted`. Emitted once.
    void changedOnDisk(bool deleted);

private:
    /// Loads the path again that is open or was last requested.
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
    QuantizedView m_view = QuantizedView::Weights; ///< the last requested view
    SecretPtr m_secret; ///< the secret that m_current was opened with
    bool m_holdsRun = false;
    std::optional<Error> m_error;
};

} // namespace loupe
