#include "items/session/overview.h"

namespace loupe {

Overview::Overview(QObject* parent)
    : QObject(parent)
{
}

void Overview::setCheckpoint(OpenedCheckpointPtr opened)
{
    m_job.stop();
    m_opened = std::move(opened);
    m_facts.reset();
    emit factsChanged();
    if (!m_opened)
        return;
    m_job.start(
        [opened = m_opened](
            const Work& work) { return std::make_shared<const OverviewFacts>(findOverviewFacts(*opened, work)); },
        [this](std::shared_ptr<const OverviewFacts> facts) {
            m_facts = std::move(facts);
            emit factsChanged();
        });
}

} // namespace loupe
