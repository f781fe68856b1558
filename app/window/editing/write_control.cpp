#include "app/window/editing/write_control.h"

#include "app/window/adapter_control.h"
#include "app/window/window_actions.h"
#include "core/remote/remote_files.h"
#include "core/text/text.h"
#include "formats/shards/shard_name.h"
#include "items/jobs/qt_text.h"
#include "items/language/counted_text.h"
#include "items/language/plural.h"
#include "items/session/document.h"
#include "items/session/edit_session.h"
#include "items/session/fetch_consent.h"
#include "items/session/location.h"
#include "saving/recipe/safe_names.h"
#include "views/kit/fetch_question.h"
#include "views/kit/notice_bar.h"
#include "views/kit/plain_text.h"
#include "views/tree/tensor_tree_view.h"
#include "views/writing/write_dialog.h"
#include "views/writing/write_status.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <array>

namespace loupe {

namespace {

const QString wholeFetchId = QStringLiteral("wholeFetch");

std::vector<OutputFormat> checkpointFormats()
{
    auto formats = allOutputFormats();
    std::erase_if(formats, [](const OutputFormat& format) { return !format.isCheckpoint(); });
    return formats;
}

/// The checkpoint's own format if it can be written.
OutputFormat ownFormat(const Checkpoint& checkpoint)
{
    const auto own = findOutputFormat(checkpoint.format);
    return own && own->isCheckpoint() ? *own : checkpointFormats().front();
}

OutputFormat otherFormat(const Checkpoint& checkpoint)
{
    const auto formats = checkpointFormats();
    const auto other = std::find_if(
        formats.begin(), formats.end(), [&](const OutputFormat& one) { return one.id() != checkpoint.format; });
    return other == formats.end() ? formats.front() : *other;
}

/// "model" for "model.safetensors", for "model.safetensors.index.json", and for a folder.
QString stemOf(const std::filesystem::path& path)
{
    const QString name = toQString(path.filename());
    if (isIndexName(path))
        return toQString(path.stem().stem().stem());
    return QFileInfo(toQString(path)).isDir() ? QStringLiteral("model") : QFileInfo(name).completeBaseName();
}

QString summaryOf(const OpenedCheckpoint& opened)
{
    return WriteControl::tr("%1 · %2 · %3", "file, tensors, size")
        .arg(shownText(toQString(opened.checkpoint->path.filename())), tensorCountText(opened.tree.tensorCount()),
            toQString(formatBytes(opened.checkpoint->totalFileBytes())));
}

QString selectedText(const NodeChoice& choice, const QString& file)
{
    const std::uint64_t count = choice.tensorCount();
    return WriteControl::tr("%1 selected tensor(s) of %2", nullptr, pluralOf(count)).arg(groupedCount(count), file);
}

} // namespace

WriteControl::WriteControl(Document& document, EditSession& edits, TensorTreeView& tree, WindowActions& actions,
    NoticeBar& bar, QWidget& window)
    : QObject(&window)
    , m_document(document)
    , m_edits(edits)
    , m_tree(tree)
    , m_bar(bar)
    , m_window(window)
    , m_adapters(new AdapterControl(window))
{
    connect(actions.save, &QAction::triggered, this, &WriteControl::save);
    connect(actions.saveAs, &QAction::triggered, this, [this] { saveAs(); });
    connect(&edits, &EditSession::changed, this, [this, &actions] { actions.save->setEnabled(canSave()); });
    connect(&document, &Document::currentChanged, this, [this, &actions] {
        m_bar.removeNotice(wholeFetchId);
        const bool isElsewhere = m_document.current() && isAddress(m_document.current()->checkpoint->path);
        actions.save->setToolTip(
            isElsewhere ? tr("Files on servers are only read. Save as writes a local file.") : QString());
    });
    actions.save->setEnabled(false);
    connect(actions.saveWhole, &QAction::triggered, this, &WriteControl::saveWhole);
    connect(actions.convert, &QAction::triggered, this, &WriteControl::convert);
    connect(actions.exportTensors, &QAction::triggered, this, &WriteControl::exportTensors);
    connect(actions.merge, &QAction::triggered, this, &WriteControl::merge);
    connect(&tree, &TensorTreeView::exportRequested, this, &WriteControl::exportTensors);
    connect(m_adapters, &AdapterControl::openWanted, this, &WriteControl::openWanted);
    connect(m_adapters, &AdapterControl::written, &m_edits, &EditSession::checkSaved);
}

/// Shards can be saved if an index names them.
bool WriteControl::canSave() const
{
    const OpenedCheckpointPtr& opened = m_document.current();
    if (!opened || m_edits.isEmpty() || ownFormat(*opened->checkpoint).id() != opened->checkpoint->format
        || isAddress(opened->checkpoint->path))
        return false;
    return opened->checkpoint->files.size() == 1 || isIndexName(opened->checkpoint->path);
}

void WriteControl::save()
{
    if (!canSave())
        return;
    const Checkpoint& checkpoint = *m_document.current()->checkpoint;
    const bool sharded = isIndexName(checkpoint.path);
    const QString path =
        QFileInfo(toQString(sharded ? checkpoint.path : checkpoint.files.front().path)).absoluteFilePath();
    auto* const dialog =
        show(new WriteDialog({.title = tr("Save"),
                                 .source = sourceText(),
                                 .recipe = editedRecipe(m_edits.edits()),
                                 .choices = {.formats = checkpointFormats(), .path = path, .keepShards = sharded}},
                 &m_window),
            Qt::WindowModal);
    connect(dialog, &WriteDialog::written, this, [this, dialog, path, edits = m_edits.edits()](const QString& written) {
        if (written != path || !holdsAllStaged(*dialog, edits))
            return;
        m_tree.onSaved(edits);
        m_edits.clear();
        m_document.reload();
        emit saved(dialog->status().result());
        dialog->close(); // nothing is left to decide
    });
}

void WriteControl::saveAs(std::function<void()> saved)
{
    const OpenedCheckpointPtr& opened = m_document.current();
    if (!opened)
        return;
    const OutputFormat format = ownFormat(*opened->checkpoint);
    const QString addition = m_edits.isEmpty() ? tr("-copy") : tr("-edited");
    auto* const dialog =
        showWhole(new WriteDialog({.title = tr("Save as"),
                                      .source = sourceText(),
                                      .recipe = editedRecipe(m_edits.edits()),
                                      .choices = {.formats = checkpointFormats(), .path = proposed(addition, format)}},
                      &m_window),
            saved ? Qt::WindowModal : Qt::NonModal);
    if (!saved)
        return;
    connect(dialog, &WriteDialog::written, this, [this, dialog, saved = std::move(saved), edits = m_edits.edits()] {
        if (holdsAllStaged(*dialog, edits))
            saved();
    });
}

void WriteControl::saveWhole()
{
    const OpenedCheckpointPtr& opened = m_document.current();
    if (!opened)
        return;
    const std::uint64_t bytes = opened->hasCheckedTensors ? bytesToAskToWork(opened->remoteBytes) : 0;
    if (bytes == 0)
        return showWholeDialog();
    const auto fetch = [this, path = m_document.path()] {
        m_bar.removeNotice(wholeFetchId);
        if (m_document.path() == path)
            showWholeDialog();
    };
    m_bar.setNotice(wholeFetchId,
        fetchQuestion(tr("Checking which tensors are intact fetches %1 over the network."), bytes, fetch));
}

void WriteControl::showWholeDialog()
{
    const OpenedCheckpointPtr& opened = m_document.current();
    if (!opened)
        return;
    const QString path = proposed(tr("-intact"), ownFormat(*opened->checkpoint));
    showWhole(new WriteDialog({.title = tr("Salvage intact tensors"),
                                  .source = sourceText(),
                                  .recipe = editedRecipe(m_edits.edits()),
                                  .choices = {.formats = checkpointFormats(), .path = path},
                                  .keepsWhole = true},
        &m_window));
}

void WriteControl::convert()
{
    const OpenedCheckpointPtr& opened = m_document.current();
    if (!opened)
        return;
    const OutputFormat format = otherFormat(*opened->checkpoint);
    showWhole(new WriteDialog(
        {.title = tr("Convert"),
            .source = sourceText(),
            .recipe = editedRecipe(m_edits.edits()),
            .dequantized = [edits = m_edits.edits()](DType dtype) { return dequantizedRecipe(edits, dtype); },
            .choices = {.formats = checkpointFormats(),
                .path = proposed({}, format),
                .quantized = opened->quantized == QuantizedView::Weights}},
        &m_window));
}

void WriteControl::exportTensors()
{
    const OpenedCheckpointPtr& opened = m_document.current();
    if (!opened)
        return;
    NodeChoice choice = m_tree.chosen();
    auto& nodes = choice.nodes;
    const bool all = nodes.empty();
    if (all)
        nodes.push_back(opened->tree.root());
    const bool one = nodes.size() == 1 && !opened->tree.isGroup(nodes.front());
    const std::string_view name = one ? opened->checkpoint->tensors[nodes.front()].name : std::string_view();
    const QString file = shownText(toQString(opened->checkpoint->path.filename()));
    WriteTask task{.title = tr("Export"),
        .source = one ? tr("%1 of %2", "tensor, file").arg(shownText(name), file)
            : all     ? tr("all shown tensors of %1").arg(file)
                      : selectedText(choice, file),
        .recipe = {},
        .choices = {.formats = allOutputFormats(), .path = {}, .several = !one}};
    task.choices.path = one ? named(toQString(safeFileNames(std::array{name}).front()) + QStringLiteral(".npy"))
                            : proposed(all ? QString() : tr("-selection"), OutputFormat{.other = ExportFormat::Npz});
    task.recipe = partOf(m_edits.edits(), std::move(choice));
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
        opened, m_edits.edits(), &m_window));
}

void WriteControl::writeAdapter(const AdapterReportPtr& report, AdapterWriting what)
{
    m_adapters->write(report, what);
}

WriteDialog* WriteControl::writingDialog() const
{
    const auto dialogs = m_window.findChildren<WriteDialog*>();
    const auto writing =
        std::find_if(dialogs.begin(), dialogs.end(), [](WriteDialog* dialog) { return dialog->job().isWriting(); });
    return writing == dialogs.end() ? nullptr : *writing;
}

WriteDialog* WriteControl::show(WriteDialog* dialog, Qt::WindowModality modality)
{
    connect(dialog, &WriteDialog::openWanted, this, &WriteControl::openWanted);
    connect(dialog, &WriteDialog::written, &m_edits, &EditSession::checkSaved);
    return present(dialog, modality);
}

WriteDialog* WriteControl::showWhole(WriteDialog* dialog, Qt::WindowModality modality)
{
    connect(dialog, &WriteDialog::openWanted, this, [this, dialog, edits = m_edits.edits()](const QString& path) {
        if (holdsAllStaged(*dialog, edits))
            emit openSavedWanted(path);
        else
            emit openWanted(path);
    });
    connect(dialog, &WriteDialog::written, this, [this, dialog, edits = m_edits.edits()](const QString& path) {
        if (dialog->writesRecipeAsItIs() && !edits.isEmpty() && edits.checkpoint() == m_edits.edits().checkpoint())
            m_edits.markSaved(edits, path);
        else
            m_edits.checkSaved();
    });
    return present(dialog, modality);
}

bool WriteControl::holdsAllStaged(const WriteDialog& dialog, const StagedEdits& edits) const
{
    return dialog.writesRecipeAsItIs() && m_edits.edits() == edits;
}

WriteDialog* WriteControl::present(WriteDialog* dialog, Qt::WindowModality modality)
{
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowModality(modality);
    dialog->show();
    return dialog;
}

/// Describes the open checkpoint and its pending edits.
QString WriteControl::sourceText() const
{
    const QString text = summaryOf(*m_document.current());
    const std::uint64_t changes = m_edits.edits().actions().size();
    return changes == 0 ? text
                        : tr("%1 · %2 staged change(s)", nullptr, pluralOf(changes)).arg(text, groupedCount(changes));
}

/// A path next to the open checkpoint; in the home folder if that is remote.
QString WriteControl::named(const QString& what) const
{
    if (!m_document.current())
        return QDir::home().filePath(what);
    const QString path = toQString(m_document.current()->checkpoint->path);
    const QFileInfo shown(path);
    return QDir(shown.isDir() ? shown.absoluteFilePath() : localFolder(path)).filePath(what);
}

QString WriteControl::proposed(const QString& addition, const OutputFormat& format) const
{
    const auto& opened = m_document.current();
    const QString stem = opened ? stemOf(opened->checkpoint->path) : QStringLiteral("model");
    return named(stem + addition + toQString(format.suffix()));
}

} // namespace loupe
