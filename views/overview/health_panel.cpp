#include "views/overview/health_panel.h"

#include "items/tree/health_scan.h"
#include "views/colors/theme.h"
#include "views/kit/elided_label.h"
#include "views/kit/icons.h"
#include "views/kit/link_button.h"
#include "views/kit/plain_text.h"
#include "views/overview/page_parts.h"
#include "views/tree/health_mark.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <optional>

namespace loupe {

namespace {

/// The worst of what makes values useless.
class BrokenMark : public QWidget {
public:
    BrokenMark() { setFixedSize(iconSize, iconSize); }
    void setRemark(std::optional<HealthRemark> remark)
    {
        m_remark = remark;
        setVisible(remark.has_value());
        QWidget::update();
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        if (m_remark)
            paintHealthMark(painter, rect(), *m_remark, Theme::of(palette()));
    }

private:
    std::optional<HealthRemark> m_remark;
};

std::optional<HealthRemark> brokenRemark(const HealthSums& sums)
{
    for (const HealthRemark remark : {HealthRemark::Unread, HealthRemark::NaN, HealthRemark::Infinite}) {
        if (sums.count(remark) > 0)
            return remark;
    }
    return std::nullopt;
}

} // namespace

HealthPanel::HealthPanel(HealthScan& scan, QWidget* parent)
    : QWidget(parent)
    , m_scan(scan)
    , m_mark(new BrokenMark)
    , m_text(new ElidedLabel)
    , m_nan(addLink(tr("Show NaN"), tr("Show only tensors with NaN"), QStringLiteral("nan:>0")))
    , m_infinite(addLink(tr("Show Inf"), tr("Show only tensors with infinities"), QStringLiteral("inf:>0")))
    , m_button(new QPushButton)
{
    setAccessibleName(tr("Health"));
    QLabel* const heading = plainLabel(tr("Health"));
    QFont bold = heading->font();
    bold.setBold(true);
    heading->setFont(bold);
    m_text->setElideMode(Qt::ElideRight);
    m_text->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_button->setAutoDefault(false);
    m_button->setMinimumWidth(m_button->fontMetrics().horizontalAdvance(tr("Scan values")) + iconSize + 40);
    auto* const first = new QHBoxLayout;
    first->addWidget(heading);
    first->addStretch(1);
    first->addWidget(m_button);
    auto* const second = new QHBoxLayout;
    second->setSpacing(8);
    second->addWidget(m_mark);
    second->addWidget(m_text);
    second->addWidget(m_nan);
    second->addWidget(m_infinite);
    second->addStretch(1);
    auto* const rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(4);
    rows->addLayout(first);
    rows->addLayout(second);
    second->addStrut(std::max(iconSize, m_nan->sizeHint().height())); // the height stays without mark and links
    connect(m_button, &QPushButton::clicked, this, &HealthPanel::startOrStop);
    connect(&m_scan, &HealthScan::resultsReset, this, &HealthPanel::update);
    connect(&m_scan, &HealthScan::resultsAdded, this, &HealthPanel::update);
    connect(&m_scan, &HealthScan::runningChanged, this, &HealthPanel::update);
    update();
}

void HealthPanel::setScope(const HealthSums& known, std::uint64_t tensors)
{
    m_scope = GroupHealth{.sums = known, .tensors = tensors};
    update();
}

QString HealthPanel::text() const
{
    return m_text->text();
}

LinkButton* HealthPanel::addLink(const QString& title, const QString& help, const QString& filter)
{
    auto* const link = new LinkButton(title);
    link->setToolTip(plainToolTip(help));
    link->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(link, &QAbstractButton::clicked, this, [this, filter] { emit filterWanted(filter); });
    return link;
}

void HealthPanel::startOrStop()
{
    if (m_scan.isRunning())
        m_scan.stop();
    else
        m_scan.start();
}

void HealthPanel::update()
{
    const HealthResultsPtr results = m_scan.results();
    GroupHealth health;
    if (m_scope)
        health = *m_scope;
    else if (results)
        health = {.sums = results->total(), .tensors = results->tensors()};
    const HealthSums& sums = health.sums;
    const bool running = m_scan.isRunning();
    const bool isPending = running && sums.tensors < health.tensors;
    m_text->setText(
        results ? scanStatus(sums, health.tensors, isPending) : tr("The values have not been scanned yet."));
    m_text->setMuted(!results);
    m_text->setToolTip(plainToolTip(results && sums.tensors > 0 ? wholeHealth(health) : m_text->text()));
    static_cast<BrokenMark*>(m_mark)->setRemark(brokenRemark(sums));
    m_nan->setVisible(sums.nan > 0);
    m_infinite->setVisible(sums.infinite > 0);
    m_button->setText(running ? tr("Stop") : results ? tr("Scan again") : tr("Scan values"));
    m_button->setToolTip(plainToolTip(
        running ? tr("Stop the scan (Esc)") : tr("Find NaN, infinities and other problems in all tensors")));
    m_button->setIcon(icon(running ? Icon::Stop : Icon::Scan));
}

void HealthPanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        update();
    QWidget::changeEvent(event);
}

} // namespace loupe
