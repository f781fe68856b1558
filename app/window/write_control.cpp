#include "app/window/write_control.h"

#include "app/window/window_actions.h"
#include "core/text.h"
#include "formats/shard_name.h"
#include "items/document.h"
#include "items/qt_text.h"
#include "items/tensor_tree_model.h"
#include "saving/safe_names.h"
#include "views/plain_text.h"
#include "views/tensor_tree_view.h"
#include "views/write_dialog.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <array>

namespace loupe {

namespace {

std::vector<OutputFormat> checkpointFormats()
{
    auto formats = allOutputFormats();
    std::erase_if(formats, [](const OutputFormat& format) { return !format.isCheckpoint(); });
    return formats;
}

/// The checkpoint's own where it can be written.
OutputFormat ownFormat(const Checkpoint& checkpoint)
{
    return findOutputFormat(checkpoint.format).value_or(checkpointFormats().front());
}

OutputFormat otherFormat(const Checkpoint& checkpoint)
{
    const auto formats = checkpointFormats();
    const auto other = std::find_if(
        formats.begin(), formats.end(), [&](const OutputFormat& one) { return one.id() != checkpoint.format; });
    return other == formats.end() ? formats.front() : *other;
}

/// "model" of "model.safetensors", of "model.safetensors.index.json", and of a folder.
QString stemOf(const std::filesystem::path& path)
{
    const QString name = toQString(path.filename());
    if (isIndexName(path))
        return toQString(path.stem().stem().stem());
    return QFileInfo(toQString(path)).isDir() ? QStringLiteral("model") : QFileInfo(name).completeBaseName();
}

QString summaryOf(const OpenedCheckpoint& opened)
{
    return QObject::tr("%1 · %2 · %3")
        .arg(shownText(toQString(opened.checkpoint->path.filename())),
            toQString(counted(opened.tree.tensorCount(), "tensor")),
            toQString(formatBytes(opened.checkpoint->totalFileBytes())));
}

} // namespace

WriteControl::WriteControl(
    Document& document, TensorTreeModel& model, TensorTreeView& tree, WindowActions& actions, QWidget& window)
    : QObject(&window)
    , m_document(document)
    , m_model(model)
    , m_tree(tree)
    , m_window(window)
{
    connect(actions.saveAs, &QAction::triggered, this, &WriteControl::saveAs);
    connect(actions.convert, &QAction::triggered, this, &WriteControl::convert);
    connect(actions.exportTensors, &QAction::triggered, this, &WriteControl::exportTensors);
    connect(actions.merge, &QAction::triggered, this, &WriteControl::merge);
    connect(&tree, &TensorTreeView::exportRequested, this, &WriteControl::exportTensors);
}

void WriteControl::saveAs()
{
    const OpenedCheckpointPtr& opened = m_document.current();
    if (!opened)
        return;
    const OutputFormat format = ownFormat(*opened->checkpoint);
    show(new WriteDialog({.title = tr("Save as"),
                             .source = summaryOf(*opened),
                             .recipe = wholeRecipe(opened),
                             .choices = {.formats = checkpointFormats(), .path = proposed(tr("-copy"), format)}},
        &m_window));
}

void WriteControl::convert()
{
    const OpenedCheckpointPtr& opened = m_document.current();
    if (!opened)
        return;
    const OutputFormat format = otherFormat(*opened->checkpoint);
    show(new WriteDialog({.title = tr("Convert"),
                             .source = summaryOf(*opened),
                             .recipe = wholeRecipe(opened),
                             .choices = {.formats = checkpointFormats(), .path = proposed({}, format)}},
        &m_window));
}

void WriteControl::exportTensors()
{
    const OpenedCheckpointPtr& opened = m_document.current();
    if (!opened)
        return;
    auto nodes = m_tree.selectedNodes();
    const bool all = nodes.empty();
    if (all)
        nodes.push_back(opened->tree.root());
    const bool one = nodes.size() == 1 && !opened->tree.isGroup(nodes.front());
    const std::string_view name = one ? opened->checkpoint->tensors[nodes.front()].name : std::string_view();
    const QString file = shownText(toQString(opened->checkpoint->path.filename()));
    WriteTask task{.title = tr("Export"),
        .source = one ? tr("%1 of %2").arg(shownText(name), file)
            : all     ? tr("all tensors that are shown of %1").arg(file)
                      : tr("the %1 that are selected in %2").arg(toQString(counted(nodes.size(), "row")), file),
        .recipe = partOf(readableRecipe(opened), opened, m_model.order(), std::move(nodes)),
        .choices = {.formats = allOutputFormats(), .path = {}, .several = !one}};
    task.choices.path = one ? named(toQString(safeFileNames(std::array{name}).front()) + QStringLiteral(".npy"))
                            : proposed(all ? QString() : tr("-selection"), OutputFormat{.other = ExportFormat::Npz});
    show(new WriteDialog(std::move(task), &m_window));
}

void WriteControl::merge()
{
    const OpenedCheckpointPtr& opened = m_document.current();
    const OutputFormat format = opened ? ownFormat(*opened->checkpoint) : checkpointFormats().front();
    show(new WriteDialog({.title = tr("Merge"),
                             .source = {},
                             .recipe = {},
                             .choices = {.formats = checkpointFormats(), .path = proposed(tr("-merged"), format)}},
        opened, &m_window));
}

void WriteControl::show(WriteDialog* dialog)
{
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &WriteDialog::openWanted, this, &WriteControl::openWanted);
    dialog->show();
}

/// Beside what is open.
QString WriteControl::named(const QString& what) const
{
    if (!m_document.current())
        return QDir::home().filePath(what);
    const QFileInfo shown(toQString(m_document.current()->checkpoint->path));
    return QDir(shown.isDir() ? shown.absoluteFilePath() : shown.absolutePath()).filePath(what);
}

QString WriteControl::proposed(const QString& addition, const OutputFormat& format) const
{
    const auto& opened = m_document.current();
    const QString stem = opened ? stemOf(opened->checkpoint->path) : QStringLiteral("model");
    return named(stem + addition + toQString(format.suffix()));
}

} // namespace loupe
