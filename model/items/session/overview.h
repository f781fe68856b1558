#pragma once

#include "items/jobs/job_runner.h"
#include "items/session/overview_facts.h"

#include <QObject>
#include <memory>

namespace loupe {

/// Finds the overview's facts of the open checkpoint off the UI thread.
class Overview : public QObject {
    Q_OBJECT

public:
    explicit Overview(QObject* parent = nullptr);

    /// Drops the facts and looks for new ones; null: none.
    void setCheckpoint(OpenedCheckpointPtr opened);
    const OpenedCheckpointPtr& checkpoint() const { return m_opened; }
    /// Null until they are found.
    const std::shared_ptr<const OverviewFacts>& facts() const { return m_facts; }

signals:
    /// facts() changed: null after setCheckpoint(), then found.
    void factsChanged();

private:
    OpenedCheckpointPtr m_opened;
    std::shared_ptr<const OverviewFacts> m_facts;
    JobRunner m_job;
};

} // namespace loupe
