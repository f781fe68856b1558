#pragma once

#include "items/jobs/job_runner.h"

#include <QAbstractTableModel>
#include <QDateTime>
#include <QList>
#include <QStringList>

#include <cstdint>
#include <vector>

namespace loupe {

/// What is remembered of a file on another machine, which is asked nothing before somebody opens it again.
struct RecentLocation {
    QString name; ///< its address without secrets
    QString format; ///< its title
    std::uint64_t bytes = 0; ///< of all shards
    QDateTime opened;
    bool needsSecret = false; ///< was given with a user, password or query, which nobody remembers

    bool operator==(const RecentLocation&) const = default;
};

/// What is known of a path without reading more than the beginning of a file.
struct RecentFile {
    QString path;
    bool exists = false;
    bool isFolder = false;
    std::uint64_t bytes = 0; ///< of a file
    QDateTime changed; ///< of a file on another machine, when it was opened
    QString format; ///< its title, in a folder that of the model; empty if it is in none that is known
    bool needsSecret = false;
};

/// Files that were opened before, newest first: name, folder, format, size and time of the last change. A job looks at
/// them, since a network file system may take its time; other machines are not asked. What does not exist any more
/// answers MissingRole.
class RecentFilesModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Format, Size, Date, Folder, ColumnCount };
    Q_ENUM(Column)

    explicit RecentFilesModel(QObject* parent = nullptr);
    ~RecentFilesModel() override;

    /// Shows these paths at once, and what they are when the job is done. `known`: of those on other machines.
    void setPaths(const QStringList& paths, const QList<RecentLocation>& known = {});
    bool isLooking() const { return m_looking.isRunning(); }
    /// As short as the locale writes it, without seconds.
    static QString dateText(const QDateTime& time);
    QString pathAt(int row) const { return m_files[static_cast<std::size_t>(row)].path; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    QString text(const RecentFile& file, int column) const;
    static QString toolTip(const RecentFile& file);

    std::vector<RecentFile> m_files;
    bool m_isKnown = false; ///< m_files says more than paths
    JobRunner m_looking;
};

/// The titles of all formats that this build reads.
QStringList readableFormats();

} // namespace loupe
