#pragma once

#include "items/jobs/job_runner.h"
#include "items/session/overview_facts.h"
#include "items/tree/health/health_results.h"

#include <QObject>
#include <memory>

namespace loupe {

/// Collects the overview's facts about the open checkpoint off the UI thread, then checks its scales for anomalies.
class Overview : public QObject {
    Q_OBJECT

public:
    explicit Overview(QObject* parent = nullptr);

    /// Drops the facts and collects new ones; null: none.
    void setCheckpoint(OpenedCheckpointPtr opened);
    const OpenedCheckpointPtr& checkpoint() const { return m_opened; }
    /// Null until they are ready.
    const std::shared_ptr<const OverviewFacts>& facts() const { return m_facts; }
    /// The result of quantized::scaleFindings(); null until it is ready, and if the scales would have to be fetched.
    const std::shared_ptr<const Findings>& scaleFindings() const { return m_scaleFindings; }
    bool isReadingScales() const { return m_scales.isRunning(); }
    /// Checks all values of a complete scan of the checkpoint as a whole. Does so only once for the same results, and
    /// not without facts.
    void checkValues(const HealthResultsPtr& results);
    /// The result of checkValues(); null until it is ready.
    const std::shared_ptr<const Findings>& valueFindings() const { return m_valueFindings; }
    bool isCheckingValues() const { return m_values.isRunning(); }

signals:
    /// facts() has changed: to null after setCheckpoint(), then to new facts.
    void factsChanged();
    /// scaleFindings() are ready.
    void scalesRead();
    /// valueFindings() are ready.
    void valuesChecked();

private:
    void readScales();

    OpenedCheckpointPtr m_opened;
    std::shared_ptr<const OverviewFacts> m_facts;
    JobRunner m_job;
    std::shared_ptr<const Findings> m_scaleFindings;
    JobRunner m_scales;
    std::weak_ptr<const HealthResults> m_checked; ///< weak because they are large
    std::shared_ptr<const Findings> m_valueFindings;
    JobRunner m_values;
};

} // namespace loupe
