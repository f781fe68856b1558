#include "views/writing/cast_rows.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/language/counted_text.h"
#include "items/writing/cast_cost_text.h"
#include "saving/casting/cast.h"
#include "views/colors/theme.h"
#include "views/kit/icons.h"

#include <QComboBox>
#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QSignalBlocker>

#include <algorithm>

namespace loupe {

namespace {

// A choice in addition to the dtype numbers.
constexpr int asItIs = -1;
constexpr int leftOutChoice = -2;

} // namespace

CastRows::CastRows(QWidget* parent)
    : QWidget(parent)
    , m_grid(new QGridLayout(this))
{
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(8);
    m_grid->setVerticalSpacing(4);
    m_grid->setColumnStretch(4, 1);
}

void CastRows::setTypes(const std::vector<WritingPreview::Share>& dtypes, const OutputFormat& format)
{
    const bool same = std::equal(dtypes.begin(), dtypes.end(), m_rows.begin(), m_rows.end(),
        [](const WritingPreview::Share& share, const Row& row) {
            return share.dtype == row.dtype && share.tensors == row.tensors && share.bytes == row.bytes
                && share.originals == row.originals;
        });
    if (!same) {
        make(dtypes);
        m_format = {};
    }
    setFormat(format);
    if (!same)
        emit rowsChanged();
}

void CastRows::setFormat(const OutputFormat& format)
{
    if (std::exchange(m_format, format.id()) == format.id())
        return;
    for (Row& row : m_rows)
        fill(row, format);
}

void CastRows::make(const std::vector<WritingPreview::Share>& dtypes)
{
    const std::vector<Row> before = std::exchange(m_rows, {});
    for (const auto& share : dtypes) {
        Row row{.dtype = share.dtype,
            .tensors = share.tensors,
            .bytes = share.bytes,
            .originals = share.originals,
            .name = new QLabel,
            .amount = new QLabel,
            .choice = new QComboBox,
            .sign = new QLabel,
            .cost = new QLabel};
        const QString name = share.dtype == DType::Opaque ? tr("unknown type") : toQString(dtypeName(share.dtype));
        row.name->setText(name);
        row.amount->setText(
            tr("%1, %2", "tensors, size").arg(tensorCountText(share.tensors), toQString(formatBytes(share.bytes))));
        row.amount->setForegroundRole(QPalette::PlaceholderText);
        row.choice->setAccessibleName(tr("Write %1 as").arg(name));
        row.choice->setSizeAdjustPolicy(QComboBox::AdjustToContents); // fits all choices: constant width
        row.sign->setFixedSize(iconSize, iconSize);
        row.cost->setTextFormat(Qt::PlainText);
        row.cost->setWordWrap(true);
        row.cost->setForegroundRole(QPalette::PlaceholderText);
        row.cost->setAccessibleName(tr("Loss of casting %1").arg(name));
        const auto known =
            std::find_if(before.begin(), before.end(), [&](const Row& one) { return one.dtype == share.dtype; });
        if (known != before.end()) {
            row.choice->addItem({}, known->choice->currentData());
            row.byDefault = known->byDefault;
        }
        const int line = int(m_rows.size());
        int column = 0;
        for (QWidget* const widget : {static_cast<QWidget*>(row.name), static_cast<QWidget*>(row.amount),
                 static_cast<QWidget*>(row.choice), static_cast<QWidget*>(row.sign), static_cast<QWidget*>(row.cost)}) {
            m_grid->addWidget(widget, line, column++);
            widget->show();
        }
        connect(row.choice, &QComboBox::currentIndexChanged, this, &CastRows::changed);
        m_rows.push_back(row);
    }
    for (const Row& row : before) {
        for (QWidget* const widget : {static_cast<QWidget*>(row.name), static_cast<QWidget*>(row.amount),
                 static_cast<QWidget*>(row.choice), static_cast<QWidget*>(row.sign), static_cast<QWidget*>(row.cost)}) {
            m_grid->removeWidget(widget);
            widget->deleteLater();
            widget->hide();
        }
    }
}

/// Offers the dtypes that the format supports. Rows that the user has not changed follow the format.
void CastRows::fill(Row& row, const OutputFormat& format)
{
    const QSignalBlocker blocker(row.choice);
    const QVariant chosen = row.choice->currentData();
    row.choice->clear();
    const bool wasDefault = !chosen.isValid() || chosen.toInt() == row.byDefault;
    row.byDefault = asItIs;
    for (const CastRule& rule : format.defaultCasts()) {
        if (rule.from == row.dtype)
            row.byDefault = int(rule.to);
    }
    const bool isVoid = row.byDefault != asItIs;
    row.choice->addItem(
        isVoid ? tr("raw bits (V%1, for ml_dtypes)").arg(bitsPerElement(row.dtype) / 8) : tr("Keep"), asItIs);
    for (std::size_t i = 0; i < dtypeCount; ++i) {
        const auto to = static_cast<DType>(i);
        if (to != row.dtype && to != DType::Opaque && canCast(row.dtype, to) && format.holds(to))
            row.choice->addItem(tr("cast to %1").arg(toQString(dtypeName(to))), int(to));
    }
    row.choice->addItem(tr("skip"), leftOutChoice);
    const int kept = wasDefault ? -1 : row.choice->findData(chosen);
    row.choice->setCurrentIndex(kept >= 0 ? kept : std::max(row.choice->findData(row.byDefault), 0));
}

std::vector<CastRule> CastRows::casts() const
{
    std::vector<CastRule> rules;
    for (const Row& row : m_rows) {
        if (const int choice = row.choice->currentData().toInt(); choice >= 0)
            rules.push_back({.from = row.dtype, .to = static_cast<DType>(choice)});
        else if (choice == asItIs && row.byDefault != asItIs)
            rules.push_back({.from = row.dtype, .to = row.dtype});
    }
    return rules;
}

std::bitset<dtypeCount> CastRows::leftOut() const
{
    std::bitset<dtypeCount> dtypes;
    for (const Row& row : m_rows)
        dtypes.set(static_cast<std::size_t>(row.dtype), row.choice->currentData().toInt() == leftOutChoice);
    return dtypes;
}

void CastRows::choose(DType dtype, DType to)
{
    select(dtype, int(to));
}

void CastRows::leaveOut(DType dtype)
{
    select(dtype, leftOutChoice);
}

void CastRows::select(DType dtype, int choice)
{
    for (const Row& row : m_rows) {
        if (row.dtype == dtype)
            row.choice->setCurrentIndex(std::max(row.choice->findData(choice), 0));
    }
}

void CastRows::showCosts(const CastCosts& costs, bool weighing)
{
    for (Row& row : m_rows)
        showCost(row, costs, weighing);
    drawSigns();
}

/// Pending casts have a cost, too, even if nothing else is chosen. Lists each source dtype, worst first; dtypes without
/// a cost only if there are no others.
void CastRows::showCost(Row& row, const CastCosts& costs, bool weighing) const
{
    const int choice = row.choice->currentData().toInt();
    const DType written = choice >= 0 ? static_cast<DType>(choice) : row.dtype;
    QStringList lossy;
    QStringList others;
    QStringList free;
    bool isKnown = true;
    for (const DType original : row.originals) {
        if (choice == leftOutChoice || original == written)
            continue;
        const auto cost = costs.find({original, row.dtype, written});
        if (cost == costs.end()) {
            isKnown = false;
            continue;
        }
        const QString text = castCostText(cost->second);
        (losesValues(cost->second)          ? lossy
                : cost->second.changed == 0 ? free
                                            : others)
            << (original == row.dtype ? text : tr("staged, from %1: %2").arg(toQString(dtypeName(original)), text));
    }
    row.isLossy = !lossy.isEmpty();
    QStringList texts = lossy + others;
    if (texts.isEmpty())
        texts = free;
    if (!isKnown)
        texts = {weighing ? tr("reading values…") : tr("loss unknown")};
    row.cost->setText(texts.join(QStringLiteral("; ")));
}

void CastRows::drawSigns()
{
    const Theme& theme = Theme::of(palette());
    for (const Row& row : m_rows) {
        row.sign->setPixmap(row.isLossy
                ? ownIcon(Icon::Warning, theme.warning).pixmap(QSize(iconSize, iconSize), devicePixelRatioF())
                : QPixmap());
    }
}

std::vector<QWidget*> CastRows::controls() const
{
    std::vector<QWidget*> list;
    for (const Row& row : m_rows)
        list.push_back(row.choice);
    return list;
}

void CastRows::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        drawSigns();
}

} // namespace loupe
