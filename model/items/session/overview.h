#pragma once

#include "items/jobs/job_runner.h"
#include "items/session/overview_facts.h"

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

signals:
    /// facts() changed: null after setCheckpoint(), then found.
    void factsChanged();
    /// scaleFindings() are there.
    void scalesRead();

private:
    void readScales();

    OpenedCheckpointPtr m_opened;
    std::shared_ptr<const OverviewFacts> m_facts;
    JobRunner m_job;
    std::shared_ptr<const Findings> m_scaleFindings;
    JobRunner m_scales;
};

} // namespace loupe
