#include "views/tree/filter_offers.h"

#include "views/kit/link_button.h"

#include <QHBoxLayout>

namespace loupe {

FilterOffers::FilterOffers(QWidget* parent)
    : QWidget(parent)
    , m_use(new LinkButton({}))
    , m_clear(new LinkButton(tr("Clear the filter")))
{
    constexpr int gap = 24;
    auto* const row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(gap);
    row->addWidget(m_use);
    row->addWidget(m_clear);
    setFocusProxy(m_clear);
    connect(m_use, &QAbstractButton::clicked, this, [this] { emit chosen(m_instead); });
    connect(m_clear, &QAbstractButton::clicked, this, [this] { emit chosen({}); });
}

void FilterOffers::setInstead(const QString& filter)
{
    m_instead = filter;
    m_use->setName(tr("Use “%1”").arg(filter));
    m_use->setVisible(!filter.isEmpty());
}

} // namespace loupe
