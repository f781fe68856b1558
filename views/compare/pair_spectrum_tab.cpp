#include "views/compare/pair_spectrum_tab.h"

#include "items/jobs/qt_text.h"
#include "views/compare/pair_messages.h"
#include "views/spectrum/spectrum_view.h"

#include <QVBoxLayout>

namespace loupe {

PairSpectrumTab::PairSpectrumTab(QWidget* parent)
    : ComparisonTab(parent)
    , m_view(new SpectrumView)
{
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_view);
    connect(m_view, &SpectrumView::busyChanged, this, &ComparisonTab::busyChanged);
    connect(m_view, &SpectrumView::saveFailed, this, &ComparisonTab::saveFailed);
    setNode(std::nullopt);
}

void PairSpectrumTab::setResults(const ComparisonResultsPtr& results)
{
    m_results = results;
    setNode(std::nullopt);
}

QString PairSpectrumTab::whyNot() const
{
    if (QString reason = whyNoPair(m_results, m_node); !reason.isEmpty())
        return reason;
    const PairedCheckpoints& paired = *m_results->paired();
    const TensorPair& pair = paired.pairs[*m_node];
    return whyNoDifference(paired, pair);
}

void PairSpectrumTab::setNode(std::optional<NameTree::NodeId> node)
{
    m_node = node;
    if (const QString reason = whyNot(); !reason.isEmpty())
        return m_view->setReason(reason);
    const PairedCheckpoints& paired = *m_results->paired();
    const TensorPair& pair = paired.pairs[*m_node];
    m_view->setSubject(
        toQString(paired.b->tensors[pair.b].name), {paired.a, pair.a}, SpectrumRequest::Side{paired.b, pair.b});
}

void PairSpectrumTab::setActive(bool active)
{
    m_view->setActive(active);
}

bool PairSpectrumTab::isBusy() const
{
    return m_view->isBusy();
}

void PairSpectrumTab::stop()
{
    m_view->stop();
}

} // namespace loupe
