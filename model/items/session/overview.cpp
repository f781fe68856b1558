#include "items/session/overview.h"

#include "formats/quantized/scale_findings.h"
#include "insight/value_checks.h"

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
    m_values.stop();
    m_checked.reset();
    m_valueFindings.reset();
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

void Overview::checkValues(const HealthResultsPtr& results)
{
    if (!m_facts || results == m_checked.lock() || !results->isComplete()
        || results->tensors() != m_opened->checkpoint->tensors.size())
        return;
    m_checked = results;
    m_valueFindings.reset();
    m_values.start(
        [opened = m_opened, results, model = m_facts->model](const Work& work) {
            std::vector<WeightValues> values(results->tensors());
            for (std::uint32_t tensor = 0; tensor < values.size() && !work.stopped(); ++tensor) {
                const auto health = results->find(*opened->checkpoint, tensor);
                if (health && *health)
                    values[tensor] = weightValues(**health);
            }
            Findings findings;
            loupe::checkValues(*opened->checkpoint, *model, values, findings);
            return std::make_shared<const Findings>(std::move(findings));
        },
        [this](std::shared_ptr<const Findings> findings) {
            m_valueFindings = std::move(findings);
            emit valuesChecked();
        });
}

} // namespace loupe
