#pragma once

#include "items/jobs/job_runner.h"
#include "items/language/named_sentence.h"
#include "items/session/opened_checkpoint.h"
#include "items/tree/health_results.h"
#include "items/tree/tensor_tree_model.h"

#include <QObject>
#include <memory>

namespace loupe {

/// Looks at the values of all tensors of the open checkpoint, in file order and off the UI thread. What was found is
/// there at once and stays as long as the checkpoint is open, also where the scan was stopped. The UI thread does
/// nothing for the single tensor: a signal says, at most ten times a second, that more is known.
class HealthScan : public QObject {
    Q_OBJECT

public:
    explicit HealthScan(QObject* parent = nullptr);
    ~HealthScan() override;

    /// Another checkpoint, or null. Results, and a scan that runs, stay where all its files are the ones they were,
    /// and as locked.
    void setCheckpoint(OpenedCheckpointPtr opened);

    /// Starts over; does nothing without a checkpoint or while it runs.
    void start();
    void stop();
    /// What is scanned; may be null.
    const OpenedCheckpointPtr& opened() const { return m_opened; }
    bool isRunning() const { return m_job.isRunning(); }

    /// Null until a scan has begun.
    HealthResultsPtr results() const { return m_table; }
    bool isComplete() const { return m_table && !isRunning() && m_table->isComplete(); }
    /// What the scan knows, and else `other`, for words like "nan:>0".
    TensorTreeModel::ValueProvider knownValues(TensorTreeModel::ValueProvider other) const;

    /// What distinguishes the names of the tensors, for sentences about results; may be null.
    void setNamePatterns(std::shared_ptr<const NamePatterns> patterns);
    const std::shared_ptr<const NamePatterns>& namePatterns() const { return m_namePatterns; }
    /// Where the first NaN and infinities are.
    NamedSentence places() const;

signals:
    /// results() is another object.
    void resultsReset();
    /// results() knows more; at most ten times a second.
    void resultsAdded();
    void runningChanged(bool running);
    /// places() may shorten names otherwise.
    void namesKnown();
    /// Bytes, at most ten times a second.
    void progressed(const loupe::JobProgress& progress);
    /// All tensors were looked at.
    void finished();
    /// The scan as a whole failed, as for want of memory.
    void failed(const loupe::Error& error);

private:
    void reset(std::shared_ptr<HealthResults> table);
    void reportProgress(const JobProgress& progress);
    void reportAdded();

    OpenedCheckpointPtr m_opened;
    std::shared_ptr<HealthResults> m_table; ///< large: released in a job
    std::shared_ptr<const NamePatterns> m_namePatterns;
    std::uint32_t m_reported = 0; ///< of the tensors that m_table knows
    JobRunner m_job;
};

} // namespace loupe
