#include "views/histogram_view.h"

#include "core/text.h"
#include "items/qt_text.h"
#include "views/elided_label.h"
#include "views/histogram_chart.h"
#include "views/icons.h"
#include "views/plain_text.h"
#include "views/statistics_view.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QHBoxLayout>
#include <QSplitter>
#include <QToolButton>

namespace loupe {

namespace {

constexpr int narrowestChart = 240; // beside the figures

/// Why a summary has no histogram; empty where it has one.
QString reason(const Summary& summary)
{
    if (!summary.note.empty())
        return toQString(summary.note);
    if (summary.elements == 0)
        return HistogramView::tr("This tensor has no elements.");
    if (!summary.histogram || summary.histogram->counts.empty())
        return HistogramView::tr("All values are NaN or infinite: their counts stand beside.");
    return {};
}

QString exactText(double value)
{
    return QString::number(value, 'g', QLocale::FloatingPointShortest);
}

} // namespace

HistogramView::HistogramView(QWidget* parent)
    : QWidget(parent)
    , m_title(new ElidedLabel)
    , m_partBox(new QComboBox)
    , m_compute(new QToolButton)
    , m_logarithmic(new QToolButton)
    , m_copy(new QToolButton)
    , m_chart(new HistogramChart)
    , m_readout(new ElidedLabel)
    , m_splitter(new QSplitter)
    , m_statistics(new StatisticsView)
{
    m_partBox->addItems({tr("Real part"), tr("Imaginary part")});
    m_partBox->setAccessibleName(tr("Part of the complex values"));
    m_partBox->hide();
    m_compute->setText(tr("Compute"));
    m_compute->setToolTip(tr("Compute the figures of this tensor after all"));
    m_compute->setFocusPolicy(Qt::StrongFocus);
    m_compute->hide();
    m_logarithmic->setText(tr("Log counts"));
    m_logarithmic->setToolTip(tr("Count on a logarithmic scale, so that rare values show"));
    m_logarithmic->setCheckable(true);
    m_logarithmic->setAutoRaise(true);
    m_logarithmic->setFocusPolicy(Qt::StrongFocus);
    m_copy->setIcon(icon(Icon::Copy));
    m_copy->setText(tr("Copy data"));
    m_copy->setToolTip(tr("Copy edges and counts as a table"));
    m_copy->setAccessibleName(tr("Copy data"));
    m_copy->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_copy->setAutoRaise(true);
    m_copy->setFocusPolicy(Qt::StrongFocus);
    m_readout->setMuted(true);
    m_readout->setAccessibleName(tr("Bar under the pointer"));

    auto* const bar = new QHBoxLayout;
    bar->setContentsMargins(8, 8, 8, 8);
    bar->setSpacing(8);
    bar->addWidget(m_title, 1);
    bar->addWidget(m_partBox);
    bar->addWidget(m_compute);
    bar->addWidget(m_logarithmic);
    bar->addWidget(m_copy);
    auto* const left = new QWidget;
    auto* const column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_chart, 1);
    auto* const foot = new QHBoxLayout;
    foot->setContentsMargins(8, 4, 8, 4);
    foot->addWidget(m_readout, 1);
    column->addLayout(foot);
    m_splitter->addWidget(left);
    m_splitter->addWidget(m_statistics);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setCollapsible(0, false);
    m_chart->setMinimumSize(160, 168);
    m_statistics->setMinimumHeight(48);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_splitter, 1);
    setFocusProxy(m_chart);

    connect(m_partBox, &QComboBox::currentIndexChanged, this, &HistogramView::showPart);
    connect(m_compute, &QToolButton::clicked, this, &HistogramView::computeWanted);
    connect(m_logarithmic, &QToolButton::toggled, m_chart, &HistogramChart::setLogarithmic);
    connect(m_copy, &QToolButton::clicked, this, &HistogramView::copyData);
    connect(m_chart, &HistogramChart::currentBarChanged, this, &HistogramView::updateReadout);
    showNothing(tr("Select a tensor to see how its values are distributed."));
}

void HistogramView::showNothing(const QString& sentence)
{
    present({}, nullptr, sentence);
}

void HistogramView::showComputing(const QString& tensor)
{
    present(tensor, nullptr, tr("Computing…"));
}

void HistogramView::showStopped(const QString& tensor)
{
    present(tensor, nullptr, tr("Stopped. Press Compute to start again."));
    m_compute->show();
}

void HistogramView::showSummary(const QString& tensor, SummaryPtr summary)
{
    present(tensor, std::move(summary), {});
}

void HistogramView::showError(const QString& tensor, const QString& sentence)
{
    present(tensor, nullptr, sentence);
}

QString HistogramView::message() const
{
    return m_chart->message();
}

void HistogramView::present(const QString& tensor, SummaryPtr summary, const QString& sentence)
{
    m_title->setText(shownText(tensor));
    m_compute->hide();
    m_summary = std::move(summary);
    m_statistics->setSummary(m_summary);
    m_partBox->setVisible(m_summary && m_summary->parts.size() == 2);
    if (m_summary) {
        showPart();
        return;
    }
    m_part.reset();
    m_chart->setMessage(printableText(sentence));
    m_logarithmic->setEnabled(false);
    m_copy->setEnabled(false);
}

void HistogramView::showPart()
{
    m_part = m_summary;
    if (m_summary && m_summary->parts.size() == 2) // shares the whole summary's life
        m_part = SummaryPtr(m_summary, &m_summary->parts[std::size_t(m_partBox->currentIndex())]);
    if (!m_part)
        return;
    const QString why = reason(*m_part);
    m_logarithmic->setEnabled(why.isEmpty());
    m_copy->setEnabled(why.isEmpty());
    if (why.isEmpty())
        m_chart->setSummary(m_part);
    else
        m_chart->setMessage(why);
}

/// Where there is no room for both beside each other, the figures stand below.
void HistogramView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const bool beside = width() >= narrowestChart + m_statistics->sizeHint().width();
    m_splitter->setOrientation(beside ? Qt::Horizontal : Qt::Vertical);
}

void HistogramView::updateReadout()
{
    if (const auto bar = m_chart->currentBar()) {
        m_readout->setText(m_chart->barText(*bar));
        return;
    }
    if (!m_chart->message().isEmpty() || !m_part || !m_part->histogram) {
        m_readout->setText({});
        return;
    }
    const Histogram& histogram = *m_part->histogram;
    const double width = histogram.edges[1] - histogram.edges[0];
    m_readout->setText(tr("%1 bins of width %2").arg(histogram.counts.size()).arg(width, 0, 'g', 4));
}

void HistogramView::copyData() const
{
    const Histogram& histogram = *m_part->histogram;
    QString table = QStringLiteral("from\tto\tcount\n");
    for (std::size_t bin = 0; bin < histogram.counts.size(); ++bin) {
        table += exactText(histogram.edges[bin]) + u'\t' + exactText(histogram.edges[bin + 1]) + u'\t'
            + QString::number(histogram.counts[bin]) + u'\n';
    }
    const auto add = [&table](const char16_t* name, std::optional<std::uint64_t> count) {
        if (count)
            table += QString::fromUtf16(name) + u'\t' + u'\t' + QString::number(*count) + u'\n';
    };
    add(u"-inf", m_part->negativeInf);
    add(u"inf", m_part->positiveInf);
    add(u"nan", m_part->nan);
    QApplication::clipboard()->setText(table);
}

} // namespace loupe
