#include "app/window/compare/compare_actions.h"

#include "app/window/command/command_copier.h"
#include "app/window/copy_action.h"
#include "app/window/help_menu.h"
#include "app/window/recent/recent_pairs.h"
#include "app/window/theme_menu.h"
#include "views/kit/icons.h"
#include "views/tree/filter_edit.h"

#include <QActionGroup>
#include <QApplication>
#include <QMainWindow>
#include <QMenuBar>
#include <QSignalBlocker>
#include <QToolBar>
#include <QToolButton>

namespace loupe {

namespace {

struct TabChoice {
    PairTab tab;
    const char* text;
};
constexpr TabChoice tabChoices[] = {
    {PairTab::Layers, QT_TRANSLATE_NOOP("loupe::CompareActions", "&Layers")},
    {PairTab::Figures, QT_TRANSLATE_NOOP("loupe::CompareActions", "S&ummary")},
    {PairTab::Histogram, QT_TRANSLATE_NOOP("loupe::CompareActions", "Histo&gram")},
    {PairTab::HeatMap, QT_TRANSLATE_NOOP("loupe::CompareActions", "Heat &map")},
    {PairTab::Values, QT_TRANSLATE_NOOP("loupe::CompareActions", "&Values")},
    {PairTab::Spectrum, QT_TRANSLATE_NOOP("loupe::CompareActions", "S&pectrum")},
    {PairTab::MetadataDifferences, QT_TRANSLATE_NOOP("loupe::CompareActions", "Meta&data")},
};

const QString hiddenWord = QStringLiteral("-status:identical");

QStringList wordsOf(const QString& filter)
{
    return filter.split(u' ', Qt::SkipEmptyParts);
}

/// Adds or removes the word in front of the typed text, followed by a space, so that the typed part can be replaced
/// separately. Does so for each alternative.
QString withHidden(const QString& filter, bool hides)
{
    const QString alternative = QStringLiteral("or");
    QStringList words = wordsOf(filter);
    words.removeAll(hiddenWord);
    if (!hides)
        return words.join(u' ');
    for (qsizetype place = words.size(); place > 0; --place) {
        if (words[place - 1] == alternative)
            words.insert(place, hiddenWord);
    }
    return hiddenWord + u' ' + words.join(u' ');
}

/// Selects the typed part, so that new input replaces it and identical tensors stay hidden.
void selectTyped(FilterEdit& filter)
{
    const QString text = filter.text();
    const QString hidden = hiddenWord + u' ';
    if (text.startsWith(hidden))
        filter.setSelection(int(hidden.size()), int(text.size() - hidden.size()));
    else
        filter.selectAll();
    if (text == hidden)
        filter.setCursorPosition(int(text.size()));
}

} // namespace

CompareActions::CompareActions(QMainWindow& window, FilterEdit& filter)
    : MenuActions(&window)
    , openA(add(tr("Open another &A…"), {}))
    , openB(add(tr("Open anot&her B…"), QKeySequence::keyBindings(QKeySequence::Open)))
    , openLocationA(add(tr("Open A from a l&ocation…"), {}))
    , openLocationB(add(tr("Open B from a &location…"), {QKeySequence(Qt::CTRL | Qt::Key_L)}))
    , reload(add(tr("&Reload"), {QKeySequence(Qt::Key_F5)}))
    , stop(add(tr("&Stop"), {QKeySequence(Qt::Key_Escape)}))
    , exportReport(add(tr("&Export…"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_X)}))
    , exportDifference(add(
          tr("Export &B − A…"), {QKeySequence(Qt::CTRL | Qt::Key_E), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_D)}))
    , extractAdapter(add(tr("E&xtract LoRA…"), {}))
    , close(add(tr("&Close window"), {QKeySequence(Qt::CTRL | Qt::Key_W)}))
    , quit(add(tr("&Quit"), {QKeySequence(Qt::CTRL | Qt::Key_Q)}))
    , swap(add(tr("&Swap A and B"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_A)}))
    , hideIdentical(add(tr("&Hide identical"), {QKeySequence(Qt::CTRL | Qt::Key_I)}))
    , next(add(tr("&Next difference"), {QKeySequence(Qt::ALT | Qt::Key_Down)}))
    , previous(add(tr("&Previous difference"), {QKeySequence(Qt::ALT | Qt::Key_Up)}))
    , copyNames(add(tr("&Copy names of selected tensors"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C)}))
    , find(add(tr("&Filter"), {QKeySequence(Qt::CTRL | Qt::Key_F), QKeySequence(Qt::Key_Slash)}))
    , expandAll(add(tr("&Expand all"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E)}))
    , collapseAll(add(tr("C&ollapse all"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_L)}))
    , naturalOrder(add(tr("Sort by &name"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_N)}))
    , pairRenamed(add(tr("Match &renamed tensors…"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R)}))
    , rearrange(add(tr("Re&arrangements…"), {}))
    , pairByName(add(tr("Match by &name only"), {}))
    , recentPairs(new RecentPairsMenu(&window))
    , m_window(window)
{
    openA->setToolTip(tr("Compare another checkpoint with B"));
    openB->setToolTip(tr("Compare A with another checkpoint (Ctrl+O)"));
    openLocationA->setToolTip(tr("Compare a file on a server with B"));
    openLocationB->setToolTip(tr("Compare A with a file on a server (Ctrl+L)"));
    reload->setToolTip(tr("Read both files again (F5)"));
    swap->setIconText(tr("Swap"));
    swap->setToolTip(tr("Compare B with A (Ctrl+Shift+A)"));
    hideIdentical->setToolTip(tr("Show only what differs (Ctrl+I)"));
    previous->setIconText(tr("Previous"));
    previous->setToolTip(tr("Select the difference above (Alt+Up)"));
    next->setIconText(tr("Next"));
    next->setToolTip(tr("Select the difference below (Alt+Down)"));
    exportReport->setIconText(tr("Export"));
    exportReport->setToolTip(tr("Write the comparison as an HTML report, CSV or JSON (Ctrl+Shift+X)"));
    connect(find, &QAction::triggered, &filter, [&filter] {
        filter.setFocus(Qt::ShortcutFocusReason);
        selectTyped(filter);
    });
    connect(close, &QAction::triggered, &window, &QWidget::close);
    connect(quit, &QAction::triggered, qApp, &QApplication::closeAllWindows);
    hideIdentical->setCheckable(true);
    connect(hideIdentical, &QAction::toggled, &filter,
        [&filter](bool hide) { filter.setText(withHidden(filter.text(), hide)); });
    connect(&filter, &QLineEdit::textChanged, hideIdentical, [this](const QString& text) {
        const QSignalBlocker withoutFilter(hideIdentical);
        hideIdentical->setChecked(wordsOf(text).contains(hiddenWord));
    });
    makeMenus();
    makeToolBar(filter);
    updateIcons();
}

void CompareActions::makeMenus()
{
    QMenu* const file = m_window.menuBar()->addMenu(tr("&File"));
    file->addActions({openA, openB, openLocationA, openLocationB});
    file->addMenu(recentPairs);
    file->addSeparator();
    file->addActions({reload, stop});
    file->addSeparator();
    file->addActions({exportReport, exportDifference, extractAdapter});
    file->addSeparator();
    file->addActions({close, quit});
    m_edit = m_window.menuBar()->addMenu(tr("&Edit"));
    addCopyFocused(*m_edit);
    m_edit->addActions({copyNames, find});
    m_view = m_window.menuBar()->addMenu(tr("&View"));
    for (const TabChoice& choice : tabChoices) {
        QAction* const action = m_view->addAction(tr(choice.text));
        action->setShortcut(QKeySequence(Qt::ALT | static_cast<Qt::Key>(Qt::Key_1 + int(choice.tab))));
        connect(action, &QAction::triggered, this, [this, tab = choice.tab] { emit tabChosen(tab); });
    }
    m_view->addSeparator();
    m_view->addActions({expandAll, collapseAll, naturalOrder});
    m_view->addSeparator();
    m_view->addActions({hideIdentical, swap});
    m_view->addSeparator();
    m_view->addMenu(new ThemeMenu(m_view));
    m_window.menuBar()->addMenu(tr("&Go"))->addActions({next, previous});
    m_window.menuBar()->addMenu(tr("&Pair"))->addActions({pairRenamed, rearrange, pairByName});
    m_window.menuBar()->addMenu(new HelpMenu(m_window));
}

void CompareActions::addCopying(CommandCopier& commands)
{
    commands.addTo(*m_edit, find);
}

void CompareActions::addToView(const QActionGroup& forms, OrderedTreeView& tree)
{
    addTreeActions(*m_view, forms, tree, expandAll, naturalOrder);
}

void CompareActions::makeToolBar(FilterEdit& filter)
{
    QToolBar* const bar = newToolBar(tr("Tool bar"));
    m_open = new QToolButton;
    m_open->setText(tr("Open"));
    m_open->setToolTip(tr("Compare with another checkpoint"));
    m_open->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_open->setPopupMode(QToolButton::InstantPopup);
    auto* const sides = new QMenu(m_open);
    sides->addActions({openA, openB, openLocationA, openLocationB});
    m_open->setMenu(sides);
    bar->addWidget(m_open);
    bar->addActions({reload, previous, next, hideIdentical, swap, exportReport});
    bar->addSeparator();
    filter.setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    filter.setPlaceholderText(tr("Filter: name, status:changed, maxabs:>1e-3, rell2:>0.01, dtype:bf16 …"));
    filter.setHelp(tr("All terms must match. Plain text matches names; * ? [0-3] {a,b} are wildcards, /…/ is a regex, "
                      "- excludes.\nstatus:changed  status:only_*  status:renamed  maxabs:>1e-3  rell2:>0.01  "
                      "dtype:bf16  shape:4096x*  layer:3-7  rank:2  size:>1MB  params:>=1e6"));
    bar->addWidget(&filter);
    m_window.addToolBar(bar);
}

void CompareActions::updateIcons()
{
    m_open->setIcon(icon(Icon::Open));
    reload->setIcon(icon(Icon::Reload));
    previous->setIcon(icon(Icon::Previous));
    next->setIcon(icon(Icon::Next));
    hideIdentical->setIcon(icon(Icon::Hide));
    swap->setIcon(icon(Icon::Swap));
    exportReport->setIcon(icon(Icon::Export));
    exportDifference->setIcon(icon(Icon::Save));
    stop->setIcon(icon(Icon::Stop));
    find->setIcon(icon(Icon::Filter));
    copyNames->setIcon(icon(Icon::Copy));
}

} // namespace loupe
