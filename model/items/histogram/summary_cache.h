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

/// Includes the quantiles that the window needs; run it in a job. Fails as summarize() does.
Result<SummaryPtr> summarizeForWindow(
    const std::shared_ptr<const Checkpoint>& checkpoint, std::uint32_t tensor, const Work& work);

/// Summaries of tensors, computed one at a time off the UI thread and cached by the identity of the file, so they
/// survive a reload of an unchanged file.
class SummaryCache : public QObject {
    Q_OBJECT

public:
    static constexpr std::size_t maximumEntries = 512;

    explicit SummaryCache(QObject* parent = nullptr);
    ~SummaryCache() override;

    /// Tensor numbers refer to this checkpoint from now on; stops running work. Null: none.
    void setCheckpoint(std::shared_ptr<const Checkpoint> checkpoint);

    /// Null if it is not known (yet).
    SummaryPtr find(std::uint32_t tensor);
    /// Requests a summary, replacing the previous request. ready() or failed() follows, even if it is already known.
    void request(std::uint32_t tensor);
    /// Adds a summary of a tensor of this checkpoint that was computed elsewhere. Does not emit ready().
    void remember(std::uint32_t tensor, SummaryPtr summary);
    /// Cancels the request.
    void stop();
    bool isRunning() const { return m_job.isRunning(); }

    /// The known counts of this checkpoint's tensors, for filter terms about values. Includes every summary that
    /// becomes ready until another checkpoint is set. May be called on any thread, and outlives this object.
    TensorTreeModel::ValueProvider knownValues() const;

signals:
    void ready(quint32 tensor);
    void failed(quint32 tensor, const loupe::Error& error);
    /// In bytes, at most ten times a second.
    void progressed(const loupe::JobProgress& progress);
    /// A computation has started or ended, or was stopped.
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
