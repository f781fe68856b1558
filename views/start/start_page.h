#pragma once

#include "items/session/recent_files_model.h"

#include <QWidget>

class QPushButton;
class QTableView;

namespace loupe {

/// What a window shows before anything is open: ways to open something, one click each.
class StartPage : public QWidget {
    Q_OBJECT

public:
    explicit StartPage(QWidget* parent = nullptr);

    /// Newest first. Without any, the list does not show. `known`: of those on other machines.
    void setRecent(const QStringList& paths, const QList<RecentLocation>& known = {});
    /// True while it looks at the recent files.
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
