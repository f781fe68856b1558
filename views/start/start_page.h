#pragma once

#include "items/session/recent_files_model.h"

#include <QWidget>

class QPushButton;
class QTableView;

namespace loupe {

/// The content of a window before anything is open: ways to open something with one click.
class StartPage : public QWidget {
    Q_OBJECT

public:
    explicit StartPage(QWidget* parent = nullptr);

    /// Sets the recent files, newest first. If there are none, the list is hidden. `known`: what is remembered about
    /// those at remote addresses.
    void setRecent(const QStringList& paths, const QList<RecentLocation>& known = {});
    /// True while it examines the recent files.
    bool isBusy() const;

signals:
    void openFileWanted();
    void openFolderWanted();
    void openLocationWanted();
    void comparisonWanted();
    void sampleWanted();
    void recentChosen(const QString& path);

protected:
    void changeEvent(QEvent* event) override;

private:
    void updateIcons();

    QPushButton* m_openFile;
    QPushButton* m_openFolder;
    QPushButton* m_openLocation;
    QPushButton* m_compare;
    QPushButton* m_sample;
    RecentFilesModel* m_files;
    QTableView* m_recent;
};

} // namespace loupe
