#include "views/overview/health_panel.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/language/plural.h"
#include "items/tree/health/health_forms.h"
#include "items/tree/health/health_scan.h"
#include "views/colors/theme.h"
#include "views/kit/elided_path.h"
#include "views/kit/icons.h"
#include "views/kit/link_button.h"
#include "views/kit/plain_text.h"
#include "views/kit/selectable_label.h"
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

constexpr int linesOfPlaces = 2;

} // namespace

/// The sign of the worst warning.
class HealthPanel::WorstMark : public QWidget {
public:
    WorstMark() { setFixedSize(iconSize, iconSize); }
    void setRemark(std::optional<HealthRemark> remark)
    {
        m_remark = remark;
        setVisible(remark.has_value());
        update();
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

HealthPanel::HealthPanel(HealthScan& scan, QWidget* parent)
    : QWidget(parent)
    , m_scan(scan)
    , m_mark(new WorstMark)
    , m_text(new SelectableLabel)
    , m_places(new SelectableLabel)
    , m_nan(addLink(QStringLiteral("nan:>0")))
    , m_infinite(addLink(QStringLiteral("inf:>0")))
    , m_warnings(addLink(QStringLiteral("warning:yes")))
    , m_duplicates(addLink(QStringLiteral("duplicate:yes")))
    , m_button(new QPushButton)
{
    setAccessibleName(tr("Health"));
    QLabel* const heading = plainLabel(tr("Health"));
    QFont bold = heading->font();
    bold.setBold(true);
    heading->setFont(bold);
    m_text->setWordWrap(true);
    m_places->setWordWrap(true);
    m_places->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_places->setFixedHeight(linesOfPlaces * m_places->fontMetrics().lineSpacing());
    // A long name must not widen the page.
    m_places->setSizePolicy(QSizePolicy::Ignored, m_places->sizePolicy().verticalPolicy());
    m_places->setAccessibleName(tr("Places of NaN and infinities"));
    m_button->setAutoDefault(false);
    m_button->setMinimumWidth(m_button->fontMetrics().horizontalAdvance(tr("Scan values")) + iconSize + 40);
    auto* const first = new QHBoxLayout;
    first->addWidget(heading);
    first->addStretch(1);
    first->addWidget(m_button);
    auto* const second = new QHBoxLayout;
    second->setSpacing(8);
    second->addWidget(m_mark);
    second->addWidget(m_text, 1);
    second->addWidget(m_nan);
    second->addWidget(m_infinite);
    second->addWidget(m_warnings);
    second->addWidget(m_duplicates);
    auto* const rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(2);
    rows->addLayout(first);
    rows->addLayout(second);
    rows->addWidget(m_places);
    second->addStrut(std::max(iconSize, m_nan->sizeHint().height())); // keeps the height without mark and links
    connect(m_button, &QPushButton::clicked, this, &HealthPanel::startOrStop);
    connect(&m_scan, &HealthScan::resultsReset, this, &HealthPanel::showHealth);
    connect(&m_scan, &HealthScan::resultsAdded, this, &HealthPanel::showHealth);
    connect(&m_scan, &HealthScan::runningChanged, this, &HealthPanel::showHealth);
    connect(&m_scan, &HealthScan::namesKnown, this, &HealthPanel::showPlaces);
    showHealth();
}

void HealthPanel::setScope(const HealthSums& known, std::uint64_t tensors)
{
    m_scope = GroupHealth{.sums = known, .tensors = tensors};
    m_places->hide();
    showHealth();
}

QString HealthPanel::text() const
{
    return m_text->text();
}

LinkButton* HealthPanel::addLink(const QString& filter)
{
    auto* const link = new LinkButton({});
    link->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(link, &QAbstractButton::clicked, this, [this, filter] { emit filterWanted(filter); });
    return link;
}

/// Hides the link if the count is 0.
void HealthPanel::showLink(LinkButton& link, std::uint64_t count, const QString& name, const QString& help)
{
    link.setName(name.arg(toQString(formatCount(count))));
    link.setToolTip(plainToolTip(help));
    link.setVisible(count > 0);
}

void HealthPanel::startOrStop()
{
    if (m_scan.isRunning())
        m_scan.stop();
    else
        m_scan.start();
}

void HealthPanel::showHealth()
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
    // The links next to it show what was found.
    m_text->setText(
        results ? scanCoverage(sums, health.tensors, isPending) : tr("The values have not been scanned yet."));
    m_text->setForegroundRole(results ? QPalette::NoRole : QPalette::PlaceholderText);
    m_text->setToolTip(plainToolTip(results && sums.tensors > 0 ? wholeHealth(health) : m_text->text()));
    m_mark->setRemark(sums.worst());
    showLink(*m_nan, sums.nan, tr("%1 NaN"), tr("Show only tensors with NaN"));
    showLink(*m_infinite, sums.infinite, tr("%1 Inf"), tr("Show only tensors with infinities"));
    // The count of the filter, if there are warnings that the previous links do not cover.
    const bool isFinite = sums.nan == 0 && sums.infinite == 0;
    showLink(*m_warnings, sums.odd > 0 ? sums.warned : 0,
        isFinite ? tr("%1 with warnings", "tensors") : tr("%1 with any warning", "tensors"),
        isFinite ? tr("Show only tensors with warnings")
                 : tr("Show only tensors with a warning: NaN, infinities or another"));
    const std::uint32_t duplicates = isPending ? 0 : sums.count(HealthRemark::Duplicate);
    showLink(*m_duplicates, duplicates, tr("%1 duplicate(s)", nullptr, pluralOf(duplicates)),
        tr("Show only the duplicates of earlier tensors"));
    showPlaces();
    // A finished scan does not need a prominent button.
    const bool isDone = !running && m_scan.isComplete();
    m_button->setFlat(isDone);
    m_button->setText(running ? tr("Stop") : isDone ? tr("Scan again") : tr("Scan values"));
    m_button->setToolTip(plainToolTip(
        running ? tr("Stop the scan (Esc)") : tr("Find NaN, infinities and other problems in all tensors")));
    m_button->setIcon(icon(running ? Icon::Stop : Icon::Scan));
}

/// Before a scan, says what it would find. After one without NaN and infinities, shows the range of the values.
void HealthPanel::showPlaces()
{
    if (m_scope)
        return;
    const HealthResultsPtr results = m_scan.results();
    NamedSentence places;
    if (!results)
        places.text = tr("A scan finds NaN, infinities, outliers, constant and duplicate tensors.");
    else if (!m_scan.isRunning())
        places = m_scan.places();
    const bool isOfPlaces = !places.text.isEmpty() && results;
    if (results && places.text.isEmpty() && !m_scan.isRunning() && m_scan.isComplete()) {
        if (const HealthSums sums = results->total(); sums.sigmas > 0 && sums.count(HealthRemark::Unread) == 0)
            places.text =
                tr("The farthest value is %1 from the mean of its tensor.", "31.4 σ").arg(sigmaText(sums.sigmas));
    }
    m_places->setForegroundRole(isOfPlaces ? QPalette::NoRole : QPalette::PlaceholderText);
    m_places->setText(wrappedWithShortNames(places, m_places->fontMetrics(), width(), linesOfPlaces));
    m_places->setToolTip(plainToolTip(places.text));
}

void HealthPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    showPlaces();
}

void HealthPanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        showHealth();
    QWidget::changeEvent(event);
}

} // namespace loupe
