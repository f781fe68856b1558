#include "items/session/recent_files_model.h"

#include "core/source.h"
#include "core/text/text.h"
#include "formats/opening/model_folder.h"
#include "formats/opening/registry.h"
#include "items/jobs/item_roles.h"
#include "items/jobs/qt_text.h"
#include "items/session/location.h"

#include <QDirIterator>
#include <QFileInfo>
#include <QLocale>
#include <QRegularExpression>

namespace loupe {

namespace {

QString formatTitle(const QString& path)
{
    const auto source = Source::open(toPath(path));
    const auto format = source ? detectFormat(**source) : Result<const Format*>(nullptr);
    return format && *format ? toQString((*format)->title) : QString();
}

/// The format of the model in a folder; empty if there is no model, or more than one.
QString folderFormat(const QString& path)
{
    const auto model = findModel(toPath(path));
    if (!model)
        return {};
    if (!model->index)
        return model->files.empty() ? QString() : formatTitle(toQString(model->files.front()));
    const auto* const format = formatForName(model->index->filename().stem().stem()); // without ".index.json"
    return format ? toQString(format->title) : QString();
}

/// The total size of the files in the folder, excluding subfolders.
std::uint64_t folderBytes(const QString& path, const Work& work)
{
    constexpr int mostFiles = 10'000;
    QDirIterator entries(path, QDir::Files);
    std::uint64_t bytes = 0;
    for (int i = 0; i < mostFiles && entries.hasNext() && !work.stopped(); ++i) {
        entries.next();
        bytes += static_cast<std::uint64_t>(entries.fileInfo().size());
    }
    return bytes;
}

RecentFile fileAt(const QString& path)
{
    return {
        .path = path, .exists = true, .isFolder = false, .bytes = 0, .changed = {}, .format = {}, .needsSecret = false};
}

RecentFile remembered(const QString& path, const QList<RecentLocation>& known)
{
    RecentFile file = fileAt(path);
    for (const RecentLocation& location : known) {
        if (location.name != path)
            continue;
        file.bytes = location.bytes;
        file.changed = location.opened;
        file.format = location.format;
        file.needsSecret = location.needsSecret;
    }
    return file;
}

std::vector<RecentFile> lookAt(const QStringList& paths, const QList<RecentLocation>& known, const Work& work)
{
    std::vector<RecentFile> files;
    for (const QString& path : paths) {
        if (work.stopped())
            break;
        if (isLocation(path)) {
            files.push_back(remembered(path, known));
            continue;
        }
        const QFileInfo info(path);
        RecentFile file = fileAt(path);
        file.exists = info.exists();
        file.isFolder = info.isDir();
        if (file.exists) {
            file.changed = info.lastModified();
            file.bytes = file.isFolder ? folderBytes(path, work) : static_cast<std::uint64_t>(info.size());
            file.format = file.isFolder ? folderFormat(path) : formatTitle(path);
        }
        files.push_back(std::move(file));
    }
    return files;
}

} // namespace

RecentFilesModel::RecentFilesModel(QObject* parent)
    : QAbstractTableModel(parent)
{
}

RecentFilesModel::~RecentFilesModel() = default;

void RecentFilesModel::setPaths(const QStringList& paths, const QList<RecentLocation>& known)
{
    beginResetModel();
    m_files.clear();
    m_isKnown = false;
    for (const QString& path : paths)
        m_files.push_back(fileAt(path));
    endResetModel();
    if (paths.isEmpty()) {
        m_looking.stop();
        return;
    }
    m_looking.start([paths, known](const Work& work) { return lookAt(paths, known, work); },
        [this](std::vector<RecentFile> files) {
            if (files.size() != m_files.size())
                return;
            m_files = std::move(files);
            m_isKnown = true;
            emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
        });
}

int RecentFilesModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_files.size());
}

int RecentFilesModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString RecentFilesModel::dateText(const QDateTime& time)
{
    static const QRegularExpression seconds(QStringLiteral("[:.]ss?"));
    const QLocale locale;
    return locale.toString(time, locale.dateTimeFormat(QLocale::ShortFormat).remove(seconds));
}

QString RecentFilesModel::text(const RecentFile& file, int column) const
{
    switch (column) {
    case Name: {
        const QString name = toQString(printable(toPath(file.path).filename().native()));
        return file.needsSecret ? tr("%1 (asks for its password)", "file").arg(name) : name;
    }
    case Folder:
        return toQString(printable(toPath(file.path).parent_path().native()));
    default:
        break;
    }
    if (!m_isKnown)
        return {};
    switch (column) {
    case Format:
        return !file.exists ? tr("missing") : file.isFolder && file.format.isEmpty() ? tr("folder") : file.format;
    case Size: // unknown for an address whose opening was not completed
        return file.exists && file.changed.isValid() ? toQString(formatBytes(file.bytes)) : QString();
    case Date:
        return file.exists ? dateText(file.changed) : QString();
    default:
        return {};
    }
}

QString RecentFilesModel::toolTip(const RecentFile& file)
{
    const QString path = toQString(printable(file.path.toStdString()));
    return file.needsSecret ? tr("%1\nThe password or signature that this address needs is not stored.").arg(path)
                            : path;
}

QVariant RecentFilesModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const RecentFile& file = m_files[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return text(file, index.column());
    case WholeTextRole:
        return index.column() == Date && isLocation(file.path) ? tr("When the address was last opened") : toolTip(file);
    case MissingRole:
        return !file.exists;
    case Qt::TextAlignmentRole:
        return QVariant((index.column() == Size ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    default:
        return {};
    }
}

QVariant RecentFilesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant((section == Size ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && section == Date)
        return tr("When the file was last changed, or an address was last opened");
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name:
        return tr("Recent");
    case Format:
        return tr("Format");
    case Size:
        return tr("Size");
    case Date:
        return tr("Modified", "when a file was");
    default:
        return tr("Folder");
    }
}

Qt::ItemFlags RecentFilesModel::flags(const QModelIndex& index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
}

QStringList readableFormats()
{
    QStringList titles;
    for (const Format* const format : allFormats())
        titles << toQString(format->title);
    return titles;
}

} // namespace loupe
