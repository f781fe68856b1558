#pragma once

#include "items/jobs/job_runner.h"

#include <QAbstractTableModel>
#include <QDateTime>
#include <QList>
#include <QStringList>

#include <cstdint>
#include <vector>

namespace loupe {

/// Remembered properties of a remote file. No requests are sent to its host until the user opens it again.
struct RecentLocation {
    QString name; ///< the address without secrets
    QString format; ///< the title of the format
    std::uint64_t bytes = 0; ///< total of all shards
    QDateTime opened;
    bool needsSecret = false; ///< the address was entered with a user, password or query, which are not remembered

    bool operator==(const RecentLocation&) const = default;
};

/// Properties of a path that can be found by reading only the beginning of a file.
struct RecentFile {
    QString path;
    bool exists = false;
    bool isFolder = false;
    std::uint64_t bytes = 0; ///< of a file; 0 for a folder
    QDateTime changed; ///< for a remote file, when it was last opened
    QString format; ///< the title of the format, in a folder that of the model; empty if it is unknown
    bool needsSecret = false;
};

/// Recently opened files, newest first: name, folder, format, size and modification time. A job looks them up, since
/// network file systems may be slow; remote hosts are not contacted. Files that no longer exist have MissingRole.
class RecentFilesModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Format, Size, Date, Folder, ColumnCount };
    Q_ENUM(Column)

    explicit RecentFilesModel(QObject* parent = nullptr);
    ~RecentFilesModel() override;

    /// Shows these paths at once, and their properties when the job is done. `known`: properties of the remote files.
    void setPaths(const QStringList& paths, const QList<RecentLocation>& known = {});
    bool isLooking() const { return m_looking.isRunning(); }
    /// In the locale's short format, without seconds.
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
    bool m_isKnown = false; ///< m_files contains more than paths
    JobRunner m_looking;
};

/// The titles of all formats that this build can read.
QStringList readableFormats();

} // namespace loupe
