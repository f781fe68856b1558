#include "items/adapters/adapter_computation.h"

namespace loupe {

AdapterComputation::AdapterComputation(QObject* parent)
    : QObject(parent)
{
    connect(&m_runner, &JobRunner::progressed, this, &AdapterComputation::progressed);
}

void AdapterComputation::want(Job job)
{
    m_job = std::move(job);
    m_adapter.reset();
    m_error.reset();
    m_isStopped = false;
    m_runner.stop();
    emit changed();
}

void AdapterComputation::forget()
{
    want(nullptr);
}

void AdapterComputation::compute()
{
    if (!m_job)
        return;
    m_adapter.reset();
    m_error.reset();
    m_isStopped = false;
    m_runner.start(m_job, [this](Result<ComputedAdapterPtr> adapter) {
        if (adapter)
            m_adapter = std::move(*adapter);
        else
            m_error = std::move(adapter.error());
        emit changed();
    });
    emit changed();
}

void AdapterComputation::stop()
{
    if (!isRunning())
        return;
    m_runner.stop();
    m_isStopped = true;
    emit changed();
}

} // namespace loupe
