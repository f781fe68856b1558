#include "views/values_view.h"

#include "views/elided_label.h"
#include "views/flow_layout.h"
#include "views/icons.h"
#include "views/slice_bar.h"
#include "views/tab_order.h"
#include "views/theme.h"
#include "views/values_area.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QToolButton>

namespace loupe {

namespace {

constexpr int foldColumns = 10; // so that a row's number and a column's add up to the index at a glance

} // namespace

ValuesView::ValuesView(QWidget* parent)
    : QWidget(parent)
    , m_title(new ElidedLabel)
    , m_notationBox(new QComboBox)
    , m_previous(new QToolButton)
    , m_next(new QToolButton)
    , m_goTo(new QLineEdit)
    , m_sliceBar(new SliceBar)
    , m_area(new ValuesArea)
    , m_readout(new ElidedLabel)
    , m_stop(new QToolButton)
{
    makeControls();
    makeLayout();
    connectJobs();
    connect(m_sliceBar, &SliceBar::changed, this, &ValuesView::showSlice);
    connect(m_notationBox, &QComboBox::activated, this, [this](int index) {
        m_notation = Notation(index);
        m_area->setNotation(m_notation);
        updateReadout();
    });
    connect(m_goTo, &QLineEdit::returnPressed, this, &ValuesView::goToTyped);
    connect(m_previous, &QToolButton::clicked, this, [this] { findNonfinite(SearchDirection::Backward); });
    connect(m_next, &QToolButton::clicked, this, [this] { findNonfinite(SearchDirection::Forward); });
    connect(m_stop, &QToolButton::clicked, this, &ValuesView::stop);
    showTensor();
}

void ValuesView::makeControls()
{
    m_sliceBar->offerFoldColumns(foldColumns);
    m_notationBox->addItems({tr("Decimal"), tr("Scientific"), tr("Hex")});
    m_notationBox->setItemData(
        int(Notation::Decimal), tr("The shortest text that reads back as the same value"), Qt::ToolTipRole);
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
    prepare(m_previous, tr("← NaN/Inf"), tr("Previous NaN or infinity in the whole tensor (Shift+F3)"));
    prepare(m_next, tr("NaN/Inf →"), tr("Next NaN or infinity in the whole tensor (F3)"));
    prepare(m_stop, tr("Stop"), tr("Stop searching"));
    m_previous->setShortcut(QKeySequence(Qt::SHIFT | Qt::Key_F3));
    m_next->setShortcut(QKeySequence(Qt::Key_F3));
    m_stop->setIcon(icon(Icon::Stop));
    QSizePolicy policy = m_stop->sizePolicy();
    policy.setRetainSizeWhenHidden(true); // nothing jumps when it comes or goes
    m_stop->setSizePolicy(policy);
    auto* const copySelected = new QAction(icon(Icon::Copy), tr("Copy"), m_area);
    copySelected->setShortcut(QKeySequence::Copy); // shown; the table takes the key itself
    copySelected->setShortcutContext(Qt::WidgetShortcut);
    connect(copySelected, &QAction::triggered, this, &ValuesView::copy);
    m_area->addAction(copySelected);
    m_area->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_readout->setAccessibleName(tr("Value under the cursor"));
    m_readout->setFont(monospaceFont());
}

void ValuesView::makeLayout()
{
    auto* const bar = new QHBoxLayout;
    bar->setContentsMargins(8, 8, 8, 8);
    bar->setSpacing(8);
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed); // a long name leaves the controls their line
    m_title->setMinimumWidth(m_title->minimumSizeHint().width());
    bar->addWidget(m_title, 1);
    auto* const controls = new FlowLayout({8, 8});
    for (QWidget* const widget : std::initializer_list<QWidget*>{m_notationBox, m_previous, m_next, m_goTo})
        controls->addWidget(widget);
    bar->addLayout(controls);
    auto* const slices = new QHBoxLayout;
    slices->setContentsMargins(8, 0, 8, 8);
    slices->addWidget(m_sliceBar);
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
    layout->addWidget(m_area, 1);
    layout->addLayout(foot);
    std::vector<QWidget*> order{m_notationBox, m_previous, m_next, m_goTo};
    for (QWidget* const control : m_sliceBar->controls())
        order.push_back(control);
    order.insert(order.end(), {m_area, m_stop});
    tabInOrder(order);
}

} // namespace loupe
