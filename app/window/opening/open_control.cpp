#include "app/window/opening/open_control.h"

#include "app/window/notices.h"
#include "app/window/opening/location_control.h"
#include "app/window/opening/open_filters.h"
#include "app/window/recent/recent_files.h"
#include "app/window/recent/recent_pairs.h"
#include "app/window/sample_file.h"
#include "app/window/window_actions.h"
#include "items/session/document.h"
#include "items/session/location.h"
#include "views/start/start_page.h"

#include <QFileDialog>

namespace loupe {

namespace {

/// Empty if the user cancels.
QString chosenCheckpoint(QWidget& window, const QString& title, const QString& folder)
{
    return QFileDialog::getOpenFileName(
        &window, title, folder, openFilters(), nullptr, QFileDialog::HideNameFilterDetails);
}

} // namespace

OpenControl::OpenControl(const Parts& parts)
    : QObject(&parts.window)
    , m_parts(parts)
    , m_locations(new LocationControl(parts.window))
{
    connectActions();
    connectStartPage();
}

void OpenControl::connectActions()
{
    WindowActions& actions = m_parts.actions;
    connect(actions.openFile, &QAction::triggered, this, &OpenControl::chooseFile);
    connect(actions.openFolder, &QAction::triggered, this, &OpenControl::chooseFolder);
    connect(actions.openLocation, &QAction::triggered, this, &OpenControl::chooseLocation);
    connect(actions.compare, &QAction::triggered, this, &OpenControl::chooseComparison);
    connect(actions.compareLocation, &QAction::triggered, this, &OpenControl::chooseLocationToCompare);
    connect(&actions, &WindowActions::recentChosen, this, &OpenControl::openRecent);
    connect(actions.recentPairs, &RecentPairsMenu::chosen, this, &OpenControl::compareAgain);
}

void OpenControl::connectStartPage()
{
    StartPage& start = m_parts.start;
    connect(&start, &StartPage::openFileWanted, this, &OpenControl::chooseFile);
    connect(&start, &StartPage::openFolderWanted, this, &OpenControl::chooseFolder);
    connect(&start, &StartPage::openLocationWanted, this, &OpenControl::chooseLocation);
    connect(&start, &StartPage::comparisonWanted, this, &OpenControl::choosePair);
    connect(&start, &StartPage::sampleWanted, this, &OpenControl::openSample);
    connect(&start, &StartPage::recentChosen, this, &OpenControl::openRecent);
}

void OpenControl::openRecent(const QString& path)
{
    m_locations->openAgain(path, [this](const QString& name) { emit openWanted(name); });
}

void OpenControl::compareAgain(const QString& a, const QString& b)
{
    m_locations->openAgain(a, [this, b](const QString& nameA) {
        m_locations->openAgain(b, [this, nameA](const QString& nameB) { emit comparisonWanted(nameA, nameB); });
    });
}

void OpenControl::chooseFile()
{
    const QString path = chosenCheckpoint(m_parts.window, tr("Open checkpoint"), localFolder(m_parts.document.path()));
    if (!path.isEmpty())
        emit openWanted(path);
}

void OpenControl::chooseFolder()
{
    const QString path = QFileDialog::getExistingDirectory(
        &m_parts.window, tr("Open folder of shards"), localFolder(m_parts.document.path()));
    if (!path.isEmpty())
        emit openWanted(path);
}

void OpenControl::chooseLocation()
{
    m_locations->ask(tr("Open location"), [this](const QString& name) { emit openWanted(name); });
}

/// For a window in which nothing is open.
void OpenControl::choosePair()
{
    const QString last = RecentFiles::list().value(0);
    const QString a =
        chosenCheckpoint(m_parts.window, tr("Compare: choose A"), last.isEmpty() ? QString() : localFolder(last));
    const QString b =
        a.isEmpty() ? QString() : chosenCheckpoint(m_parts.window, tr("Compare: choose B"), localFolder(a));
    if (!b.isEmpty())
        compareAgain(a, b);
}

void OpenControl::chooseComparison()
{
    if (!m_parts.document.current())
        return choosePair();
    const QString path =
        chosenCheckpoint(m_parts.window, tr("Compare with checkpoint"), localFolder(m_parts.document.path()));
    if (!path.isEmpty())
        emit comparisonWanted({}, path);
}

void OpenControl::chooseLocationToCompare()
{
    m_locations->ask(tr("Compare with location"), [this](const QString& name) {
        if (m_parts.document.current())
            emit comparisonWanted({}, name);
    });
}

void OpenControl::openSample()
{
    if (const auto path = sampleFile())
        emit openWanted(*path);
    else
        m_parts.notices.showFailure(path.error());
}

} // namespace loupe
