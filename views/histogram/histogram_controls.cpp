#include "views/histogram/histogram_controls.h"

#include "views/kit/icons.h"

#include <QActionGroup>
#include <QLayout>
#include <QMenu>
#include <QToolButton>

namespace loupe {

QString suffixOf(HistogramFile kind)
{
    switch (kind) {
    case HistogramFile::Png:
        return QStringLiteral("png");
    case HistogramFile::Svg:
        return QStringLiteral("svg");
    case HistogramFile::Csv:
        break;
    }
    return QStringLiteral("csv");
}

HistogramControls::HistogramControls(QWidget* parent)
    : QToolBar(parent)
    , m_logarithmic(addToggle(tr("Log counts"), tr("Count on a logarithmic scale, so that rare values show")))
    , m_symmetricLog(addToggle(tr("Symlog values"),
          tr("Values on a symmetric logarithmic scale: linear close to 0, logarithmic on both sides of it")))
    , m_bins(addBins())
    , m_clip(addClip())
    , m_wholeRange(addAction(tr("Reset zoom")))
    , m_table(new QAction(tr("Table"), this))
    , m_export(new QAction(icon(Icon::Export), tr("Export"), this))
{
    setAccessibleName(tr("Histogram options"));
    setIconSize({16, 16});
    layout()->setSpacing(4); // between frames
    fillExport();
    m_table->setToolTip(tr("Show the bins as a table"));
    m_table->setCheckable(true);
    m_wholeRange->setToolTip(tr("Show the whole range again (0). Drag across the chart, turn the wheel, or press + and "
                                "− to zoom; Shift+arrows move"));
    connect(m_logarithmic, &QAction::toggled, this, &HistogramControls::logarithmicToggled);
    connect(m_symmetricLog, &QAction::triggered, this, &HistogramControls::choiceChanged);
    connect(m_wholeRange, &QAction::triggered, this, &HistogramControls::wholeRangeWanted);
    connect(m_table, &QAction::toggled, this, &HistogramControls::tableToggled);
    setChoice({});
    setUse(HistogramUse::Nothing);
    makeReachable();
}

QAction* HistogramControls::addToggle(const QString& text, const QString& toolTip)
{
    QAction* const action = addAction(text);
    action->setToolTip(toolTip);
    action->setCheckable(true);
    return action;
}

QAction* HistogramControls::addBins()
{
    return addChoice(tr("Number of bins"),
        tr("At most this many bins of equal width; fewer where the dtype has no values between"),
        {{tr("≤ 64 bins"), 64}, {tr("≤ 256 bins"), 256}, {tr("≤ 1024 bins"), 1024}});
}

QAction* HistogramControls::addClip()
{
    return addChoice(tr("Range of values"), tr("Show all values, or those between two quantiles"),
        {{tr("0.1–99.9 %"), int(HistogramClip::OnePermille)}, {tr("1–99 %"), int(HistogramClip::OnePercent)},
            {tr("Full range"), int(HistogramClip::Nothing)}});
}

QAction* HistogramControls::addChoice(const QString& name, const QString& toolTip, const std::vector<Option>& options)
{
    QAction* const action = addAction(QString());
    action->setToolTip(toolTip);
    auto* const menu = new QMenu(this);
    menu->setAccessibleName(name);
    auto* const group = new QActionGroup(action);
    for (const Option& option : options) {
        QAction* const entry = menu->addAction(option.text);
        entry->setCheckable(true);
        entry->setData(option.value);
        group->addAction(entry);
        connect(entry, &QAction::toggled, action, [action, entry](bool on) {
            if (on)
                action->setText(entry->text());
        });
    }
    action->setMenu(menu);
    connect(group, &QActionGroup::triggered, this, &HistogramControls::choiceChanged);
    return action;
}

void HistogramControls::fillExport()
{
    m_export->setToolTip(tr("Copy or save the histogram"));
    auto* const menu = new QMenu(this);
    QAction* const copy = menu->addAction(icon(Icon::Copy), tr("Copy data"));
    copy->setToolTip(tr("Copy edges and counts as a table"));
    connect(copy, &QAction::triggered, this, &HistogramControls::copyWanted);
    menu->addSeparator();
    for (const auto& [text, kind] : {std::pair(tr("Save as PNG…"), HistogramFile::Png),
             {tr("Save as SVG…"), HistogramFile::Svg}, {tr("Save as CSV…"), HistogramFile::Csv}})
        connect(menu->addAction(text), &QAction::triggered, this, [this, file = kind] { emit saveWanted(file); });
    m_export->setMenu(menu);
}

/// By default, tool bar buttons are not in the tab order and open menus only on a long press.
void HistogramControls::makeReachable()
{
    for (auto* const button : findChildren<QToolButton*>()) {
        button->setFocusPolicy(Qt::StrongFocus);
        button->setPopupMode(QToolButton::InstantPopup);
    }
    // Styles draw its arrows in black in every theme.
    if (auto* const more = findChild<QToolButton*>(QStringLiteral("qt_toolbar_ext_button"))) {
        more->setIcon(ownIcon(Icon::More));
        more->setAccessibleName(tr("More histogram options"));
    }
}

QToolButton* HistogramControls::makeButton(QAction* action)
{
    auto* const button = new QToolButton;
    button->setDefaultAction(action);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setPopupMode(QToolButton::InstantPopup);
    return button;
}

QToolButton* HistogramControls::makeTableButton()
{
    return makeButton(m_table);
}

QToolButton* HistogramControls::makeExportButton()
{
    QToolButton* const button = makeButton(m_export);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    return button;
}

std::vector<QWidget*> HistogramControls::buttons() const
{
    std::vector<QWidget*> buttons;
    for (QAction* const action : actions())
        buttons.push_back(widgetForAction(action));
    if (auto* const more = findChild<QToolButton*>(QStringLiteral("qt_toolbar_ext_button")))
        buttons.push_back(more);
    return buttons;
}

int HistogramControls::chosen(const QAction* choice)
{
    for (const QAction* const entry : choice->menu()->actions()) {
        if (entry->isChecked())
            return entry->data().toInt();
    }
    return 0;
}

void HistogramControls::choose(QAction* choice, int value)
{
    for (QAction* const entry : choice->menu()->actions()) {
        if (entry->data().toInt() == value)
            entry->setChecked(true);
    }
}

HistogramChoice HistogramControls::choice() const
{
    return {.bins = std::uint32_t(chosen(m_bins)),
        .symmetricLog = m_symmetricLog->isChecked(),
        .clip = HistogramClip(chosen(m_clip))};
}

void HistogramControls::setChoice(const HistogramChoice& choice)
{
    choose(m_bins, int(choice.bins));
    choose(m_clip, int(choice.clip));
    m_symmetricLog->setChecked(choice.symmetricLog);
}

void HistogramControls::setZoomed(bool zoomed)
{
    m_zoomed = zoomed;
    m_wholeRange->setEnabled(m_use != HistogramUse::Nothing && zoomed);
}

void HistogramControls::setUse(HistogramUse use)
{
    m_use = use;
    for (QAction* const action : {m_logarithmic, m_symmetricLog, m_bins, m_clip})
        action->setEnabled(use != HistogramUse::Nothing);
    for (QAction* const action : {m_table, m_export})
        action->setEnabled(use == HistogramUse::Everything);
    setZoomed(m_zoomed);
}

} // namespace loupe
