#pragma once

#include "items/jobs/job_runner.h"
#include "items/session/overview_facts.h"
#include "items/tree/health_results.h"

#include <QObject>
#include <memory>

namespace loupe {

/// Finds the overview's facts of the open checkpoint off the UI thread, and then what is odd about its scales.
class Overview : public QObject {
    Q_OBJECT

public:
    explicit Overview(QObject* parent = nullptr);

    /// Drops the facts and looks for new ones; null: none.
    void setCheckpoint(OpenedCheckpointPtr opened);
    const OpenedCheckpointPtr& checkpoint() const { return m_opened; }
    /// Null until they are found.
    const std::shared_ptr<const OverviewFacts>& facts() const { return m_facts; }
    /// As quantized::scaleFindings() finds them; null until then, and where they would have to be fetched.
    const std::shared_ptr<const Findings>& scaleFindings() const { return m_scaleFindings; }
    bool isReadingScales() const { return m_scales.isRunning(); }
    /// Looks for what all values of a complete scan of the checkpoint together say; once for the same results. Nothing
    /// without facts.
    void checkValues(const HealthResultsPtr& results);
    /// What that has found; null until then.
    const std::shared_ptr<const Findings>& valueFindings() const { return m_valueFindings; }
    bool isCheckingValues() const { return m_values.isRunning(); }

signals:
    /// facts() changed: null after setCheckpoint(), then found.
    void factsChanged();
    /// scaleFindings() are there.
    void scalesRead();
    /// valueFindings() are there.
    void valuesChecked();

private:
    void readScales();

    OpenedCheckpointPtr m_opened;
    std::shared_ptr<const OverviewFacts> m_facts;
    JobRunner m_job;
    std::shared_ptr<const Findings> m_scaleFindings;
    JobRunner m_scales;
    std::weak_ptr<const HealthResults> m_checked; ///< large: not kept here
    std::shared_ptr<const Findings> m_valueFindings;
    JobRunner m_values;
};

} // namespace loupe
