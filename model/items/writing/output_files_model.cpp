#include "items/writing/output_files_model.h"

#include "core/finding.h"
#include "core/text/text.h"
#include "formats/shards/shard_name.h"
#include "items/jobs/item_roles.h"
#include "items/jobs/qt_text.h"
#include "items/language/counted_text.h"

#include <algorithm>
#include <limits>

namespace loupe {

void OutputFilesModel::setPreview(const WritingPreviewPtr& preview)
{
    beginResetModel();
    m_files.clear();
    m_newFolder = preview ? preview->newFolder : std::nullopt;
    if (preview && preview->output) {
        m_files = preview->output->files;
        if (const ConfigBeside& config = preview->config; !config.isEmpty())
            m_files.push_back({.path = config.path(), .bytes = config.bytes(), .exists = preview->replacesConfig});
    }
    endResetModel();
}

int OutputFilesModel::rowCount(const QModelIndex& parent) const
{
    if (parent.isValid())
        return 0;
    constexpr std::size_t most = std::numeric_limits<int>::max();
    return static_cast<int>(std::min(m_files.size(), most));
}

QVariant OutputFilesModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) // Qt asks for it on Ctrl+C without a current row
        return {};
    const OutputFile& file = m_files[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return text(file, index.column());
    case WholeTextRole:
        if (index.column() == File)
            return toQString(file.path);
        if (index.column() == Size && file.bytes)
            return byteCountText(*file.bytes);
        return text(file, index.column());
    case Qt::TextAlignmentRole:
        return QVariant(
            (index.column() == Tensors || index.column() == Size ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case SeverityRole:
        return file.exists ? QVariant(int(Severity::Warning)) : QVariant();
    default:
        return {};
    }
}

QString OutputFilesModel::text(const OutputFile& file, int column) const
{
    switch (column) {
    case File:
        return toQString(printable(
            m_newFolder ? (m_newFolder->filename() / file.path.filename()).native() : file.path.filename().native()));
    case Tensors:
        return file.tensors > 0 ? toQString(formatCount(file.tensors)) : QString();
    case Size:
        return file.bytes ? toQString(formatBytes(*file.bytes)) : tr("unknown");
    case Note:
        if (file.headerBytes)
            return tr("Rewrite header");
        if (file.exists)
            return tr("Replace");
        if (m_newFolder)
            return tr("Create (new folder)");
        return isIndexName(file.path) ? tr("Create index") : tr("Create");
    default:
        return {};
    }
}

QString OutputFilesModel::noteTitle() const
{
    return tr("Action");
}

} // namespace loupe
