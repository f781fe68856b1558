#pragma once

#include "items/adapters/computed_adapter.h"
#include "items/jobs/job_runner.h"

#include <QObject>

#include <functional>
#include <optional>

namespace loupe {

/// Computes an adapter in a job before it is written. Starts again if the request changes.
class AdapterComputation : public QObject {
    Q_OBJECT

public:
    using Job = std::function<Result<ComputedAdapterPtr>(const Work& work)>;

    explicit AdapterComputation(QObject* parent = nullptr);

    /// Replaces the request and drops the result of the previous one. Nothing runs before compute().
    void want(Job job);
    /// Drops the request: nothing can be computed.
    void forget();
    void compute();
    void stop();

    bool isWanted() const { return m_job != nullptr; }
    bool isRunning() const { return m_runner.isRunning(); }
    bool isStopped() const { return m_isStopped; }
    /// The requested adapter; null until it is computed.
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
