#include "items/session/overview.h"

#include "formats/quantized/scale_findings.h"

#include <numeric>
#include <vector>

namespace loupe {

Overview::Overview(QObject* parent)
    : QObject(parent)
{
}

void Overview::setCheckpoint(OpenedCheckpointPtr opened)
{
    m_job.stop();
    m_scales.stop();
    m_opened = std::move(opened);
    m_facts.reset();
    m_scaleFindings.reset();
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
    if (m_opened->checkpoint->quantized && m_opened->remoteBytes == 0)
        readScales();
}

void Overview::readScales()
{
    m_scales.start(
        [opened = m_opened](const Work& work) {
            std::vector<std::uint32_t> all(opened->checkpoint->tensors.size());
            std::iota(all.begin(), all.end(), 0U);
            return quantized::scaleFindings(*opened->checkpoint, all, work);
        },
        [this](const Result<Findings>& found) {
            m_scaleFindings = std::make_shared<const Findings>(quantized::findingsOrNote(found));
            emit scalesRead();
        });
}

} // namespace loupe
