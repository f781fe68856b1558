#include "views/values/values_panel.h"

#include "core/text/text.h"
#include "views/colors/theme.h"
#include "views/kit/elided_label.h"
#include "views/kit/flow_layout.h"
#include "views/kit/icons.h"
#include "views/kit/plain_text.h"
#include "views/kit/tab_order.h"
#include "views/kit/view_controls.h"
#include "views/values/slice_bar.h"
#include "views/values/values_area.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QToolButton>

#include <utility>

namespace loupe {

namespace {

constexpr int foldColumns = 10; // so that a row's number and a column's add up to the index at a glance

} // namespace

ValuesPanel::ValuesPanel(const Search& search, QWidget* leading, QWidget* parent)
    : QWidget(parent)
    , m_leading(leading)
    , m_title(new ElidedLabel)
    , m_note(new ElidedLabel)
    , m_compute(makeComputeButton(tr("Read the values")))
    , m_notationBox(new QComboBox)
    , m_previous(new QToolButton)
    , m_next(new QToolButton)
    , m_goTo(new QLineEdit)
    , m_sliceBar(new SliceBar)
    , m_readout(new ElidedLabel)
    , m_origin{new ElidedLabel, new ElidedLabel}
    , m_stop(new QToolButton)
{
    makeControls(search);
    makeLayout();
    connect(m_sliceBar, &SliceBar::changed, this, &ValuesPanel::sliceChanged);
    connect(m_notationBox, &QComboBox::activated, this, [this](int index) {
        m_chosen = Notation(index);
        emit notationChanged();
    });
    connect(m_goTo, &QLineEdit::returnPressed, this, &ValuesPanel::takeTyped);
    connect(m_previous, &QToolButton::clicked, this, [this] { emit searchWanted(SearchDirection::Backward); });
    connect(m_next, &QToolButton::clicked, this, [this] { emit searchWanted(SearchDirection::Forward); });
    connect(m_stop, &QToolButton::clicked, this, &ValuesPanel::stopWanted);
    connect(m_compute, &QToolButton::clicked, this, &ValuesPanel::computeWanted);
}

void ValuesPanel::makeControls(const Search& search)
{
    m_sliceBar->offerFoldColumns(foldColumns);
    m_notationBox->addItems({tr("Decimal"), tr("Scientific"), tr("Hex")});
    m_notationBox->setItemData(int(Notation::Decimal),
        tr("Up to 6 significant digits; all of them below the table and when copied"), Qt::ToolTipRole);
    m_notationBox->setItemData(int(Notation::Hex), tr("The bits of each value"), Qt::ToolTipRole);
    m_notationBox->setAccessibleName(tr("Notation"));
    m_goTo->setPlaceholderText(tr("Go to index"));
    m_goTo->setToolTip(tr("An index such as [3, 17], negative from the end, or a number in row-major order"));
    m_goTo->setAccessibleName(tr("Go to index"));
    m_goTo->setFont(monospaceFont());
    m_goTo->setFixedWidth(m_goTo->fontMetrics().horizontalAdvance(u'0') * 16);
    const auto prepare = [](QToolButton* button, const QString& text, const QString& toolTip) {
        button->setText(text);
        button->setToolTip(toolTip);
        button->setAccessibleName(toolTip);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::StrongFocus);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    };
    prepare(m_previous, QStringLiteral("←"), search.previous);
    prepare(m_next, tr("%1 →").arg(search.what), search.next);
    prepare(m_stop, tr("Stop"), tr("Stop searching (Esc)"));
    m_previous->setShortcut(QKeySequence(Qt::SHIFT | Qt::Key_F3));
    m_next->setShortcut(QKeySequence(Qt::Key_F3));
    m_stop->setIcon(icon(Icon::Stop));
    m_stop->hide();
    QSizePolicy policy = m_stop->sizePolicy();
    policy.setRetainSizeWhenHidden(true); // nothing jumps when it comes or goes
    m_stop->setSizePolicy(policy);
    m_readout->setAccessibleName(tr("Value under the cursor"));
    m_readout->setFont(monospaceFont());
    m_readout->setPartsElided();
}

void ValuesPanel::makeLayout()
{
    auto* const bar = new FlowLayout({8, 8}, FlowLayout::Form::Titled);
    bar->setContentsMargins(8, 8, 8, 8);
    m_title->setPathElided();
    m_title->giveWayToOthers();
    m_title->hide();
    bar->addWidget(m_title);
    auto* const search = new QHBoxLayout; // both ways on one line
    search->setSpacing(0);
    for (QWidget* const widget : barControls()) {
        if (widget == m_previous)
            bar->addLayout(search);
        if (widget == m_previous || widget == m_next)
            search->addWidget(widget);
        else
            bar->addWidget(widget);
    }
    auto* const slices = new QHBoxLayout;
    slices->setContentsMargins(8, 0, 8, 8);
    slices->setSpacing(16);
    slices->addWidget(m_sliceBar);
    slices->addWidget(m_note, 1);
    m_note->setMuted(true);
    m_note->setPartsElided();
    m_note->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed); // the axes get their room first
    m_note->hide();
    auto* const foot = new QHBoxLayout;
    foot->setContentsMargins(8, 4, 8, 4);
    foot->setSpacing(8);
    foot->addWidget(m_readout, 1);
    foot->addWidget(m_stop);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addLayout(slices);
    layout->addLayout(foot);
    for (ElidedLabel* const line : m_origin) {
        line->setAccessibleName(tr("How the value is decoded"));
        line->setFont(monospaceFont());
        line->setPartsElided();
        line->setMuted(true);
        line->setContentsMargins(8, 0, 8, 4);
        line->hide();
        layout->addWidget(line);
    }
}

std::vector<QWidget*> ValuesPanel::barControls() const
{
    std::vector<QWidget*> controls{m_compute};
    if (m_leading)
        controls.push_back(m_leading);
    controls.insert(controls.end(), {m_notationBox, m_previous, m_next, m_goTo});
    return controls;
}

void ValuesPanel::setTable(ValuesArea* area)
{
    constexpr int belowSlices = 2;
    static_cast<QVBoxLayout*>(layout())->insertWidget(belowSlices, area, 1);
    auto* const copySelected = new QAction(icon(Icon::Copy), tr("Copy"), area);
    copySelected->setShortcut(QKeySequence::Copy); // only displayed; the table handles the key itself
    copySelected->setShortcutContext(Qt::WidgetShortcut);
    connect(copySelected, &QAction::triggered, area, [area] {
        if (!area->selection().empty())
            emit area->copyWanted(area->selection());
    });
    area->addAction(copySelected);
    area->setContextMenuPolicy(Qt::ActionsContextMenu);
    std::vector<QWidget*> order = barControls();
    for (QWidget* const control : m_sliceBar->controls())
        order.push_back(control);
    order.insert(order.end(), {area, m_stop});
    tabInOrder(order);
}

QString ValuesPanel::readout() const
{
    return m_readout->text();
}

void ValuesPanel::setReadout(const QString& text)
{
    m_readout->setText(text);
}

void ValuesPanel::setOrigin(const QStringList& lines)
{
    for (std::size_t i = 0; i < m_origin.size(); ++i)
        m_origin[i]->setText(lines.value(qsizetype(i)));
}

void ValuesPanel::offerOrigin(int lines)
{
    for (std::size_t i = 0; i < m_origin.size(); ++i)
        m_origin[i]->setVisible(std::size_t(lines) > i);
}

QStringList ValuesPanel::origin() const
{
    QStringList lines;
    for (const ElidedLabel* const line : m_origin) {
        if (!line->text().isEmpty())
            lines << line->text();
    }
    return lines;
}

void ValuesPanel::setTitle(const QString& text)
{
    m_title->setText(text);
    m_title->show();
}

QString ValuesPanel::title() const
{
    return m_title->text();
}

void ValuesPanel::setNote(const QString& text)
{
    m_note->setText(text);
    m_note->setVisible(!text.isEmpty());
}

QString ValuesPanel::note() const
{
    return m_note->text();
}

void ValuesPanel::setUsable(bool shown, bool searchable)
{
    m_notationBox->setEnabled(shown);
    m_goTo->setEnabled(shown);
    m_previous->setEnabled(searchable);
    m_next->setEnabled(searchable);
}

void ValuesPanel::offerExponents(bool offered)
{
    const int scientific = int(Notation::Scientific);
    m_notationBox->setItemData(scientific, offered ? QVariant() : QVariant(0), Qt::UserRole - 1); // flags
    m_notationBox->setItemData(scientific,
        offered ? tr("Scientific notation with all digits of the dtype")
                : tr("Integers always show all digits; only floats have an exponent"),
        Qt::ToolTipRole);
    m_notationBox->setCurrentIndex(int(m_chosen == Notation::Scientific && !offered ? Notation::Decimal : m_chosen));
}

Notation ValuesPanel::notation() const
{
    return Notation(m_notationBox->currentIndex());
}

void ValuesPanel::setSearching(bool searching)
{
    m_stop->setVisible(searching);
}

void ValuesPanel::offerCompute(bool offered)
{
    m_compute->setVisible(offered);
}

void ValuesPanel::forgetForeignIndex()
{
    if (!parseIndex(m_sliceBar->shape(), m_goTo->text()))
        m_goTo->clear();
}

void ValuesPanel::takeTyped()
{
    if (const auto element = parseIndex(m_sliceBar->shape(), m_goTo->text()))
        emit elementTyped(*element);
    else
        setReadout(tr("Not an index of shape %1. Examples: [3, 17], 42").arg(shownShape(m_sliceBar->shape())));
}

void ValuesPanel::setNamePatterns(std::shared_ptr<const NamePatterns> patterns)
{
    m_title->setNames({}, std::move(patterns));
}

} // namespace loupe
