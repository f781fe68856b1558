#include "app/window/window_actions.h"

#include "app/window/command/command_copier.h"
#include "app/window/copy_action.h"
#include "app/window/editing/edit_control.h"
#include "app/window/help_menu.h"
#include "app/window/recent/recent_files.h"
#include "app/window/recent/recent_locations.h"
#include "app/window/recent/recent_pairs.h"
#include "app/window/theme_menu.h"
#include "items/session/document.h"
#include "items/tree/health/health_scan.h"
#include "views/kit/icons.h"
#include "views/kit/plain_text.h"

#include <QActionGroup>
#include <QApplication>
#include <QDir>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QToolBar>

#include <algorithm>

namespace loupe {

namespace {

/// A file's name for a menu: escapes ampersands, and abbreviates the home folder to "~".
QString menuText(const QString& path)
{
    const QString home = QDir::homePath() + u'/';
    QString text = path.startsWith(home) ? QStringLiteral("~/") + path.mid(home.size()) : path;
    return printableText(text).replace(u'&', QStringLiteral("&&"));
}

} // namespace

WindowActions::WindowActions(QMainWindow& window)
    : MenuActions(&window)
    , openFile(add(tr("&Open…"), QKeySequence::keyBindings(QKeySequence::Open)))
    , openFolder(add(tr("Open &folder…"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O)}))
    , openLocation(add(tr("Open locat&ion…"), {QKeySequence(Qt::CTRL | Qt::Key_L)}))
    , compare(add(tr("Compare &with…"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_M)}))
    , compareLocation(add(tr("Compare wit&h location…"), {}))
    , reload(add(tr("&Reload"), {QKeySequence(Qt::Key_F5)}))
    , save(add(tr("&Save…"), QKeySequence::keyBindings(QKeySequence::Save)))
    , saveAs(add(tr("Save &as…"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S)}))
    , saveWhole(add(tr("Salva&ge intact tensors…"), {}))
    , convert(add(tr("&Convert…"), {}))
    , exportTensors(add(tr("E&xport…"), {QKeySequence(Qt::CTRL | Qt::Key_E)}))
    , merge(add(tr("&Merge…"), {}))
    , scan(add({}, {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_V)}))
    , exportScan(add(tr("Export sca&n…"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_X)}))
    , close(add(tr("C&lose window"), {QKeySequence(Qt::CTRL | Qt::Key_W)}))
    , quit(add(tr("&Quit"), {QKeySequence(Qt::CTRL | Qt::Key_Q)}))
    , copyNames(add(tr("&Copy names of selected tensors"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C)}))
    , find(add(tr("&Filter"), {QKeySequence(Qt::CTRL | Qt::Key_F), QKeySequence(Qt::Key_Slash)}))
    , stop(add(tr("S&top"), {QKeySequence(Qt::Key_Escape)}))
    , expandAll(add(tr("&Expand all"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E)}))
    , collapseAll(add(tr("C&ollapse all"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_L)}))
    , naturalOrder(add(tr("Sort by &name"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_N)}))
    , storedTensors(add(tr("Store&d tensors"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P)}))
    , recentPairs(new RecentPairsMenu(&window))
    , m_window(window)
    , m_toolBar(newToolBar(tr("Tool bar")))
{
    openFile->setToolTip(tr("Open a checkpoint (Ctrl+O)"));
    openLocation->setToolTip(tr("Open a file on a server by its address (Ctrl+L)"));
    reload->setToolTip(tr("Read the file again (F5)"));
    m_toolBar->setObjectName(QStringLiteral("toolBar"));
    openFile->setIconText(tr("Open"));
    compare->setIconText(tr("Compare"));
    storedTensors->setCheckable(true);
    storedTensors->setToolTip(tr("Show the codes and scales of quantized weights as they are stored (Ctrl+Shift+P)"));
    saveAs->setIconText(tr("Save as"));
    saveAs->setToolTip(tr("Save to another file (Ctrl+Shift+S)"));
    exportTensors->setIconText(tr("Export"));
    exportTensors->setToolTip(tr("Write the selected tensors for other programs (Ctrl+E)"));
    m_toolBar->addActions({openFile, reload, saveAs, exportTensors, compare, scan});
    m_toolBar->addSeparator();
    makeMenus();
    updateIcons();
}

void WindowActions::makeMenus()
{
    QMenu* const file = m_window.menuBar()->addMenu(tr("&File"));
    file->setToolTipsVisible(true);
    file->addActions({openFile, openFolder, openLocation});
    m_recent = file->addMenu(tr("Open r&ecent"));
    file->addMenu(recentPairs);
    file->addSeparator();
    file->addActions({save, saveAs, saveWhole, convert, exportTensors, merge});
    file->addSeparator();
    file->addActions({compare, compareLocation, reload, scan, exportScan, stop});
    file->addSeparator();
    file->addActions({close, quit});
    connect(m_recent, &QMenu::aboutToShow, this, &WindowActions::fillRecent);

    m_edit = m_window.menuBar()->addMenu(tr("&Edit"));
    addCopyFocused(*m_edit);
    m_edit->addActions({copyNames, find});

    m_view = m_window.menuBar()->addMenu(tr("&View"));
    for (const DetailsPageKind& kind : detailsPageKinds()) {
        QAction* const action = m_view->addAction(DetailsPage::tr(kind.menuTitle));
        // Ctrl with a digit opens a recent file, so tabs use Alt.
        action->setShortcut(QKeySequence(Qt::ALT | static_cast<Qt::Key>(Qt::Key_1 + int(kind.tab))));
        connect(action, &QAction::triggered, this, [this, which = kind.tab] { emit tabChosen(which); });
    }
    m_view->addSeparator();
    m_view->addActions({expandAll, collapseAll, naturalOrder});
    m_view->addSeparator();
    m_view->addAction(storedTensors);
    m_view->addSeparator();
    m_view->addMenu(new ThemeMenu(m_view));

    m_window.menuBar()->addMenu(new HelpMenu(m_window));

    // The shortcuts of recent files must work even if the menu was never shown.
    for (int i = 0; i < RecentFiles::maximum; ++i) {
        auto* const shortcut = new QAction(&m_window);
        shortcut->setShortcut(QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_1 + i)));
        if (i == 0) // represents all of them in the shortcut sheet
            shortcut->setText(tr("Open recent file 1 (2 to %1 likewise)").arg(RecentFiles::maximum));
        connect(shortcut, &QAction::triggered, this, [this, i] {
            if (const QString path = RecentFiles::list().value(i); !path.isEmpty())
                emit recentChosen(path);
        });
        m_window.addAction(shortcut);
    }
}

void WindowActions::addToView(const QActionGroup& forms, OrderedTreeView& tree)
{
    addTreeActions(*m_view, forms, tree, expandAll, naturalOrder);
}

void WindowActions::addEditing(const EditControl& editing)
{
    QAction* const first = m_edit->actions().front();
    m_edit->insertActions(first, {editing.undo(), editing.redo()});
    m_edit->insertSeparator(first);
    m_edit->addSeparator();
    m_edit->addActions({editing.rename, editing.remove, editing.cast, editing.revert});
}

void WindowActions::addCopying(CommandCopier& commands)
{
    commands.addTo(*m_edit, find);
}

void WindowActions::fillRecent()
{
    m_recent->clear();
    const QStringList paths = RecentFiles::list();
    for (int i = 0; i < paths.size(); ++i) {
        // The key is part of the text, because the shortcut belongs to an action of the window.
        QAction* const action = m_recent->addAction(menuText(paths[i]) + u'\t'
            + QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_1 + i)).toString(QKeySequence::NativeText));
        connect(action, &QAction::triggered, this, [this, path = paths[i]] { emit recentChosen(path); });
    }
    if (paths.isEmpty()) {
        m_recent->addAction(tr("No recent files"))->setEnabled(false);
        return;
    }
    m_recent->addSeparator();
    connect(m_recent->addAction(tr("Forget recent files")), &QAction::triggered, this, [] {
        RecentFiles::clear();
        RecentLocations::clear();
    });
}

void WindowActions::update(const Document& document, const HealthScan& scanning)
{
    const bool open = document.current() != nullptr;
    updateScan(open, scanning);
    reload->setEnabled(!document.path().isEmpty());
    compare->setText(open ? tr("Compare &with…") : tr("Compare t&wo…"));
    compare->setToolTip(open ? tr("Compare with another checkpoint (Ctrl+Shift+M)")
                             : tr("Choose two checkpoints and compare them (Ctrl+Shift+M)"));
    compareLocation->setEnabled(open);
    saveAs->setEnabled(open);
    saveWhole->setEnabled(open && (document.current()->isDamaged() || document.current()->hasCheckedTensors));
    convert->setEnabled(open);
    exportTensors->setEnabled(open);
    copyNames->setEnabled(open);
    expandAll->setEnabled(open);
    collapseAll->setEnabled(open);
    naturalOrder->setEnabled(open);
    const auto quantized = open ? document.current()->quantized : std::nullopt;
    storedTensors->setEnabled(quantized.has_value());
    storedTensors->setChecked(quantized == QuantizedView::Stored);
}

void WindowActions::updateScan(bool open, const HealthScan& scanning)
{
    const bool running = scanning.isRunning();
    scan->setEnabled(open);
    scan->setText(running ? tr("Stop scan") : tr("Scan &values"));
    scan->setToolTip(running ? tr("Stop the scan (Esc)")
                             : tr("Find NaN, infinities and other problems in all tensors (Ctrl+Shift+V)"));
    scan->setIcon(running ? icon(Icon::Stop) : icon(Icon::Scan));
    exportScan->setEnabled(scanning.results() && !scanning.isRunning());
    // Makes room for both texts, so that nothing next to the button moves.
    QWidget* const button = m_toolBar->widgetForAction(scan);
    button->setMinimumWidth(std::max(button->minimumWidth(), button->sizeHint().width()));
}

void WindowActions::updateIcons()
{
    openFile->setIcon(icon(Icon::Open));
    openLocation->setIcon(icon(Icon::Location));
    compare->setIcon(icon(Icon::Compare));
    reload->setIcon(icon(Icon::Reload));
    saveAs->setIcon(icon(Icon::Save));
    exportTensors->setIcon(icon(Icon::Export));
    find->setIcon(icon(Icon::Filter));
    stop->setIcon(icon(Icon::Stop));
    copyNames->setIcon(icon(Icon::Copy));
}

} // namespace loupe
