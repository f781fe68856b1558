#pragma once

#include "analysis/statistics/summary.h"
#include "core/checkpoint.h"
#include "items/jobs/job_runner.h"
#include "items/jobs/lru_cache.h"
#include "items/jobs/tensor_key.h"
#include "items/tree/tensor_tree_model.h"

#include <QObject>
#include <memory>

namespace loupe {

using SummaryPtr = std::shared_ptr<const Summary>;

/// With the quantiles that the window asks for; for a job. Fails as summarize() does.
Result<SummaryPtr> summarizeForWindow(
    const std::shared_ptr<const Checkpoint>& checkpoint, std::uint32_t tensor, const Work& work);

/// Summaries of tensors, computed one at a time off the UI thread and remembered by the file's identity, so that they
/// outlive a reload of an unchanged file.
class SummaryCache : public QObject {
    Q_OBJECT

public:
    static constexpr std::size_t maximumEntries = 512;

    explicit SummaryCache(QObject* parent = nullptr);
    ~SummaryCache() override;

    /// Tensor numbers are this checkpoint's from now on; stops what runs. Null: none.
    void setCheckpoint(std::shared_ptr<const Checkpoint> checkpoint);

    /// Null if it is not known (yet).
    SummaryPtr find(std::uint32_t tensor);
    /// Asks for a summary in place of the one asked for before: ready() or failed() follows, also where it is known.
    void request(std::uint32_t tensor);
    /// A summary of this checkpoint's tensor that was made elsewhere; ready() does not follow.
    void remember(std::uint32_t tensor, SummaryPtr summary);
    /// Nobody wants the summary that was asked for.
    void stop();
    bool isRunning() const { return m_job.isRunning(); }

    /// What is known of the tensors of this checkpoint, for the filter's words about values: it learns of every summary
    /// that is ready, until another checkpoint is set. Safe to call on any thread, for good.
    TensorTreeModel::ValueProvider knownValues() const;

signals:
    void ready(quint32 tensor);
    void failed(quint32 tensor, const loupe::Error& error);
    /// Bytes, at most ten times a second.
    void progressed(const loupe::JobProgress& progress);
    /// A summary is being computed, or that has ended or was stopped.
    void runningChanged(bool running);

private:
    struct KnownValues;

    void findKnownValues();

    std::shared_ptr<const Checkpoint> m_checkpoint;
    LruCache<TensorKey, SummaryPtr> m_summaries{maximumEntries};
    std::shared_ptr<KnownValues> m_known; ///< never null; shared with the providers made for m_checkpoint
    JobRunner m_job;
};

} // namespace loupe
