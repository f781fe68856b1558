#pragma once

#include "items/jobs/job_runner.h"

#include <QAbstractTableModel>
#include <QDateTime>
#include <QStringList>

#include <cstdint>
#include <vector>

namespace loupe {

/// What is known of a path without reading more than the beginning of a file.
struct RecentFile {
    QString path;
    bool exists = false;
    bool isFolder = false;
    std::uint64_t bytes = 0; ///< of a file
    QDateTime modified;
    QString format; ///< its title; empty where it is in none that is known
};

/// Files that were opened before, newest first: name, folder, format, size and time of the last change. A job looks at
/// them, since a network may take its time. What does not exist any more answers
/// MissingRole.
class RecentFilesModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Format, Size, Modified, Folder, ColumnCount };
    Q_ENUM(Column)

    explicit RecentFilesModel(QObject* parent = nullptr);
    ~RecentFilesModel() override;

    /// Shows these paths at once, and what they are when the job is done.
    void setPaths(const QStringList& paths);
    bool isLooking() const { return m_looking.isRunning(); }
    QString pathAt(int row) const { return m_files[static_cast<std::size_t>(row)].path; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    QString text(const RecentFile& file, int column) const;

    std::vector<RecentFile> m_files;
    bool m_isKnown = false; ///< m_files says more than paths
    JobRunner m_looking;
};

/// The titles of all formats that this build reads.
QStringList readableFormats();

} // namespace loupe
