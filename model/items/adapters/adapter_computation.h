#pragma once

#include "items/adapters/computed_adapter.h"
#include "items/jobs/job_runner.h"

#include <QObject>

#include <functional>
#include <optional>

namespace loupe {

/// Computes an adapter before it is written, in a job, and again where something else is wanted.
class AdapterComputation : public QObject {
    Q_OBJECT

public:
    using Job = std::function<Result<ComputedAdapterPtr>(const Work& work)>;

    explicit AdapterComputation(QObject* parent = nullptr);

    /// What is wanted now: what was computed is of something else. Nothing runs before compute().
    void want(Job job);
    /// Nothing can be wanted.
    void forget();
    void compute();
    void stop();

    bool isWanted() const { return m_job != nullptr; }
    bool isRunning() const { return m_runner.isRunning(); }
    bool isStopped() const { return m_isStopped; }
    /// The adapter that is wanted; null while it is not there.
    const ComputedAdapterPtr& adapter() const { return m_adapter; }
    const std::optional<Error>& error() const { return m_error; }

signals:
    void changed();
    void progressed(const loupe::JobProgress& progress);

private:
    Job m_job;
    ComputedAdapterPtr m_adapter;
    std::optional<Error> m_error;
    bool m_isStopped = false;
    JobRunner m_runner;
};

} // namespace loupe
