#include "views/compare/status_chips.h"

#include "core/text/text.h"
#include "items/compare/comparison_text.h"
#include "items/jobs/qt_text.h"
#include "views/colors/theme.h"
#include "views/kit/elided_label.h"
#include "views/kit/flow_layout.h"
#include "views/kit/icons.h"
#include "views/kit/pair_mark.h"
#include "views/kit/plain_text.h"

#include <QEvent>
#include <QGuiApplication>
#include <QLabel>
#include <QPainter>
#include <QStringList>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace loupe {

namespace {

constexpr std::size_t renamedChip = pairStatusCount;
constexpr std::size_t dtypeChip = pairStatusCount + 1;
constexpr std::size_t movedChip = pairStatusCount + 2;

QPixmap blank()
{
    const qreal ratio = qGuiApp->devicePixelRatio();
    QPixmap pixels(QSize(iconSize, iconSize) * ratio);
    pixels.setDevicePixelRatio(ratio);
    pixels.fill(Qt::transparent);
    return pixels;
}

/// The first metadata keys that differ, for a tooltip.
QString metadataKeys(const MetadataDifference& metadata)
{
    constexpr qsizetype most = 12;
    QStringList lines;
    const auto add = [&](const QString& what, std::string_view key) {
        if (lines.size() < most)
            lines += what + u' ' + nameText(key);
    };
    for (const auto& changed : metadata.changed)
        add(StatusChips::tr("changed:"), changed.key);
    for (const auto& [key, value] : metadata.removed)
        add(StatusChips::tr("only in A:"), key);
    for (const auto& [key, value] : metadata.added)
        add(StatusChips::tr("only in B:"), key);
    return lines.join(u'\n');
}

} // namespace

StatusChips::StatusChips(QWidget* parent)
    : QWidget(parent)
    , m_flow(new FlowLayout(QSize(4, 4)))
    , m_verdict(new ElidedLabel)
    , m_waiting(new QLabel)
    , m_cost(new QLabel)
{
    auto* const outer = new QVBoxLayout(this);
    outer->setContentsMargins(8, 4, 8, 4);
    outer->addLayout(m_flow);
    QFont bold = font();
    bold.setBold(true);
    m_verdict->setFont(bold);
    m_verdict->setPartsElided();
    m_verdict->setContentsMargins(0, 4, 8, 4);
    m_verdict->setAccessibleName(tr("Verdict"));
    m_flow->addWidget(m_verdict);
    for (std::size_t i = 0; i < pairStatusCount; ++i) {
        const auto status = static_cast<PairStatus>(i);
        addChip(QStringLiteral("status:") + toQString(pairStatusName(status)), statusName(status),
            tr("Show only these pairs"));
    }
    addChip(QStringLiteral("status:renamed"), tr("renamed"), tr("Show only pairs with different names"));
    addChip(QStringLiteral("status:dtype_changed"), tr("other dtype"), tr("Show only pairs with different dtypes"));
    addChip(QStringLiteral("status:moved"), tr("moved"),
        tr("Show only pairs that moved within their file or to another file"));
    for (QLabel* const label : {m_waiting, m_cost}) {
        label->setContentsMargins(8, 4, 0, 4);
        label->setTextFormat(Qt::PlainText);
        m_flow->addWidget(label);
    }
    m_cost->setAccessibleName(tr("Cost of precision"));
    m_cost->setToolTip(tr("Bits per element in the files, and the signal-to-noise ratio of tensors whose bits differ"));
    drawIcons();
    setResults(nullptr, false);
}

void StatusChips::addChip(const QString& filter, const QString& title, const QString& help)
{
    auto* const button = new QToolButton;
    button->setAutoRaise(true);
    button->setCheckable(true);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setIconSize({iconSize, iconSize});
    button->setFocusPolicy(Qt::TabFocus);
    button->setToolTip(help);
    connect(button, &QToolButton::clicked, this,
        [this, filter](bool checked) { emit filterWanted(checked ? filter : QString()); });
    m_flow->addWidget(button);
    m_chips.push_back({button, filter, title});
}

void StatusChips::drawIcons()
{
    const Theme& theme = Theme::of(palette());
    for (std::size_t i = 0; i < m_chips.size(); ++i) {
        QPixmap pixels = blank();
        QPainter painter(&pixels);
        const QRect rect(0, 0, iconSize, iconSize);
        if (i < pairStatusCount) {
            paintPairMark(painter, rect, static_cast<PairStatus>(i), theme);
        } else if (i == renamedChip) {
            paintRenamedMark(painter, rect, theme.mutedText);
        } else {
            painter.setPen(theme.mutedText);
            painter.drawText(rect, Qt::AlignCenter, i == dtypeChip ? QStringLiteral("T") : QStringLiteral("M"));
        }
        painter.end();
        m_chips[i].button->setIcon(pixels);
    }
    QPalette muted = palette();
    muted.setColor(QPalette::WindowText, theme.mutedText);
    m_waiting->setPalette(muted);
    m_cost->setPalette(muted);
}

void StatusChips::setCount(std::size_t chip, std::uint64_t count)
{
    QToolButton& button = *m_chips[chip].button;
    button.setText(toQString(formatCount(count)) + u' ' + m_chips[chip].title);
    button.setVisible(count > 0 || button.isChecked());
}

void StatusChips::setResults(const ComparisonResultsPtr& results, bool running)
{
    const PairSums sums = results ? results->total() : PairSums{};
    for (std::size_t i = 0; i < pairStatusCount; ++i)
        setCount(i, sums.byStatus[i]);
    setCount(renamedChip, sums.renamed);
    setCount(dtypeChip, sums.dtypeChanged);
    setCount(movedChip, sums.moved);
    const QString sentence = results ? loupe::verdict(*results, running) : QString();
    const QString keys = results ? metadataKeys(results->paired()->metadata) : QString();
    m_verdict->setText(sentence);
    m_verdict->setBrief(results ? briefVerdict(*results, running) : QString());
    m_verdict->setToolTip(plainToolTip(keys.isEmpty() ? sentence : sentence + u'\n' + keys));
    m_waiting->setText(tr("%1 to compare").arg(toQString(formatCount(sums.waiting))));
    m_waiting->setVisible(sums.waiting > 0);
    m_cost->setText(modelCostText(sums.cost));
    m_cost->setVisible(sums.cost.changesBits());
}

void StatusChips::setFilter(const QString& filter)
{
    for (const Chip& chip : m_chips)
        chip.button->setChecked(chip.filter == filter);
}

QString StatusChips::verdict() const
{
    return m_verdict->text();
}

void StatusChips::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        drawIcons();
}

} // namespace loupe
