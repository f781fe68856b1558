#pragma once

#include "items/jobs/job_runner.h"
#include "items/language/named_sentence.h"
#include "items/session/opened_checkpoint.h"
#include "items/tree/health/health_results.h"
#include "items/tree/tensor_tree_model.h"

#include <QObject>
#include <memory>

namespace loupe {

/// Scans the values of all tensors of the open checkpoint, in file order and off the UI thread. Results are available
/// immediately, and kept while the checkpoint is open, even if the scan is stopped. The UI thread does no work per
/// tensor: a signal is emitted at most ten times a second when there are new results.
class HealthScan : public QObject {
    Q_OBJECT

public:
    explicit HealthScan(QObject* parent = nullptr);
    ~HealthScan() override;

    /// Sets the checkpoint, or null. Keeps the results and a running scan if all files are the same as before, and
    /// equally locked or unlocked.
    void setCheckpoint(OpenedCheckpointPtr opened);

    /// Starts a new scan. Does nothing without a checkpoint or while a scan is running.
    void start();
    void stop();
    /// The scanned checkpoint; may be null.
    const OpenedCheckpointPtr& opened() const { return m_opened; }
    bool isRunning() const { return m_job.isRunning(); }

    /// Null until a scan has started.
    HealthResultsPtr results() const { return m_table; }
    bool isComplete() const { return m_table && !isRunning() && m_table->isComplete(); }
    /// The results of the scan for filter words like "nan:>0", falling back to `other`.
    TensorTreeModel::ValueProvider knownValues(TensorTreeModel::ValueProvider other) const;

    /// The patterns that distinguish the tensors' names, for sentences about results; may be null.
    void setNamePatterns(std::shared_ptr<const NamePatterns> patterns);
    const std::shared_ptr<const NamePatterns>& namePatterns() const { return m_namePatterns; }
    /// The places of the first NaN and infinities.
    NamedSentence places() const;

signals:
    /// results() is a new object.
    void resultsReset();
    /// results() has grown; emitted at most ten times a second.
    void resultsAdded();
    void runningChanged(bool running);
    /// The shortened names in places() may have changed.
    void namesKnown();
    /// In bytes, at most ten times a second.
    void progressed(const loupe::JobProgress& progress);
    /// All tensors have been looked at.
    void finished();
    /// The entire scan has failed, for example because memory was exhausted.
    void failed(const loupe::Error& error);

private:
    void reset(std::shared_ptr<HealthResults> table);
    void reportProgress(const JobProgress& progress);
    void reportAdded();

    OpenedCheckpointPtr m_opened;
    std::shared_ptr<HealthResults> m_table; ///< large, so it is released in a job
    std::shared_ptr<const NamePatterns> m_namePatterns;
    std::uint32_t m_reported = 0; ///< how many tensors of m_table were reported
    JobRunner m_job;
};

} // namespace loupe
