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

/// The checkpoints of a training run: lists them off the UI thread, finds the names of their tensors, and computes
/// figures of what was chosen, step by step. Figures fill in as they come.
class RunSession : public QObject {
    Q_OBJECT

public:
    /// A run of more bytes is not read unless somebody asks for it.
    static constexpr std::uint64_t readUnasked = std::uint64_t{32} << 30;

    /// `keepsFigures`: for next time, in the user's cache.
    explicit RunSession(bool keepsFigures, QObject* parent = nullptr);
    ~RunSession() override;

    /// Lists the folder. What was shown stays until the new list is there, and for good where that fails.
    void open(const QString& path);
    /// Lists the same folder again, and reads what has changed.
    void reload();
    /// What the figures are about: names of tensors and groups; none: all tensors. They are computed at once.
    void choose(std::vector<std::string> names);
    /// Computes the figures that are missing; needed only after a stop, or where waitsForConsent().
    void start();
    /// Stops what runs. What was found stays.
    void stop();

    QString path() const { return m_path; }
    const std::vector<std::string>& names() const { return m_names; }
    /// The checkpoints with what is known of them.
    const RunHistory& history() const { return m_history; }
    /// The size of all checkpoints, as far as it is known.
    std::uint64_t bytes() const { return m_bytes; }
    /// The last checkpoint that can be opened, for its names; null while it is not known, and where there is none.
    const OpenedCheckpointPtr& named() const { return m_named; }

    bool isListing() const { return m_listing.isRunning(); }
    bool isNaming() const { return m_naming.isRunning(); }
    bool isComputing() const { return m_computing.isRunning(); }
    bool isBusy() const { return isListing() || isNaming() || isComputing(); }
    /// All figures of what was chosen are known.
    bool isComplete() const { return m_isComplete; }
    /// The run is large, and nobody has asked for figures of all of it.
    bool waitsForConsent() const;
    /// Why listing or computing failed; nothing once another one begins.
    const std::optional<Error>& error() const { return m_error; }

signals:
    /// history() is about to have, and has, other checkpoints.
    void runAboutToChange();
    void runChanged();
    /// More, or other, figures are known of checkpoints that are the same; at most ten times a second.
    void figuresChanged();
    /// named() is another one.
    void namedChanged();
    /// What isBusy() is made of is another.
    void busyChanged();
    /// Bytes of the checkpoints, at most ten times a second.
    void progressed(const loupe::JobProgress& progress);
    /// See error().
    void failed();

private:
    /// What the job has found and this has not taken yet.
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
    std::shared_ptr<Found> m_found; ///< of the job that computes; null if none does
    bool m_showsOthers = false; ///< figures of m_history are those of another choice
    bool m_isComplete = false;
    bool m_mayReadAll = false; ///< somebody has asked for it
    std::optional<Error> m_error;
};

} // namespace loupe
