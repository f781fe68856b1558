#pragma once

#include "history/history.h"
#include "items/jobs/job_runner.h"
#include "items/session/opened_checkpoint.h"

#include <QObject>
#include <QString>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// The checkpoints of a training run. Lists them off the UI thread, finds the names of their tensors, and computes
/// figures of the chosen tensors, step by step. Figures appear as they are computed.
class RunSession : public QObject {
    Q_OBJECT

public:
    /// bytes; a larger run is read only on request
    static constexpr std::uint64_t readUnasked = std::uint64_t{32} << 30;

    /// `keepsFigures`: saves figures for the next time, in the user's cache.
    explicit RunSession(bool keepsFigures, QObject* parent = nullptr);
    ~RunSession() override;

    /// Lists the folder. The previous list stays visible until the new one is ready, and for good if that fails.
    void open(const QString& path);
    /// Lists the same folder again and reads what has changed.
    void reload();
    /// Chooses the names of tensors and groups to compute figures for; empty: all tensors. The computation starts at
    /// once.
    void choose(std::vector<std::string> names);
    /// Computes the missing figures. Only needed after a stop, or if waitsForConsent().
    void start();
    /// Stops all running work. Figures found so far stay.
    void stop();

    QString path() const { return m_path; }
    const std::vector<std::string>& names() const { return m_names; }
    /// The checkpoints and what is known of them.
    const RunHistory& history() const { return m_history; }
    /// The total size of all checkpoints, as far as known.
    std::uint64_t bytes() const { return m_bytes; }
    /// The last checkpoint that can be opened, used for the names of tensors. Null if there is none or it is not known
    /// yet.
    const OpenedCheckpointPtr& named() const { return m_named; }

    bool isListing() const { return m_listing.isRunning(); }
    bool isNaming() const { return m_naming.isRunning(); }
    bool isComputing() const { return m_computing.isRunning(); }
    bool isBusy() const { return isListing() || isNaming() || isComputing(); }
    /// True if all figures of the chosen tensors are known.
    bool isComplete() const { return m_isComplete; }
    /// True if the run is large and the user has not requested to read all of it.
    bool waitsForConsent() const;
    /// Why listing or computing failed; nullopt once the next attempt starts.
    const std::optional<Error>& error() const { return m_error; }

signals:
    /// The checkpoints of history() are about to change, and have changed.
    void runAboutToChange();
    void runChanged();
    /// Figures of the same checkpoints have been added or changed; emitted at most ten times a second.
    void figuresChanged();
    /// named() has changed.
    void namedChanged();
    /// The state that isBusy() is derived from has changed.
    void busyChanged();
    /// In bytes of the checkpoints, at most ten times a second.
    void progressed(const loupe::JobProgress& progress);
    /// See error().
    void failed();

private:
    /// Results of the job that were not taken over yet.
    struct Found;

    void setRun(Run run);
    void findNames();
    void compute();
    void takeFound();
    void fail(Error error);

    const bool m_keepsFigures;
    QString m_path;
    std::vector<std::string> m_names;
    RunHistory m_history;
    std::uint64_t m_bytes = 0;
    OpenedCheckpointPtr m_named;
    JobRunner m_listing;
    JobRunner m_naming;
    JobRunner m_computing;
    std::shared_ptr<Found> m_found; ///< results of the computing job; null if none is running
    bool m_showsOthers = false; ///< the figures in m_history are for another choice
    bool m_isComplete = false;
    bool m_mayReadAll = false; ///< the user has requested to read all
    std::optional<Error> m_error;
};

} // namespace loupe
