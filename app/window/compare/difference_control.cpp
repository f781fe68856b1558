#include "app/window/compare/difference_control.h"

#include "app/window/adapter_control.h"
#include "core/text/text.h"
#include "items/compare/difference_request.h"
#include "items/jobs/qt_text.h"
#include "items/language/plural.h"
#include "items/session/location.h"
#include "views/compare/comparison_view.h"
#include "views/kit/plain_text.h"
#include "views/writing/write_dialog.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace loupe {

namespace {

QString fileName(const Checkpoint& checkpoint)
{
    const auto& path = checkpoint.path;
    return toQString((path.has_filename() ? path : path.parent_path()).filename());
}

/// A path next to B.
QString proposedPath(const PairedCheckpoints& paired)
{
    const QString path = toQString(paired.b->path);
    const QFileInfo b(path);
    const QDir folder(b.isDir() ? b.absoluteFilePath() : localFolder(path));
    return folder.filePath(
        QFileInfo(fileName(*paired.b)).completeBaseName() + QStringLiteral(".difference.safetensors"));
}

} // namespace

DifferenceControl::DifferenceControl(ComparisonView& view, QWidget& window)
    : QObject(&window)
    , m_view(view)
    , m_window(window)
    , m_adapters(new AdapterControl(window))
{
    connect(m_adapters, &AdapterControl::openWanted, this, &DifferenceControl::openWanted);
}

void DifferenceControl::exportDifference()
{
    PairChoice choice = m_view.chosen();
    if (!choice.results)
        return;
    const PairedCheckpoints& paired = *choice.results->paired();
    const bool all = choice.nodes.empty();
    if (all)
        choice.nodes.push_back(paired.tree.root());
    const QString sides =
        tr("%1 − %2", "file B, file A").arg(shownText(fileName(*paired.b)), shownText(fileName(*paired.a)));
    const bool one = choice.nodes.size() == 1 && !paired.tree.isGroup(choice.nodes.front());
    const QString what = one ? shownText(paired.names->tensors[choice.nodes.front()].name)
        : all                ? (choice.order->isFiltered() ? tr("all shown differences") : tr("all differences"))
                             : tr("differences in %1 selected row(s)", nullptr, pluralOf(choice.nodes.size()))
                    .arg(groupedCount(choice.nodes.size()));
    WriteTask task{.title = tr("Export B − A"),
        .source = tr("%1: %2", "files, what is written").arg(sides, what),
        .recipe = {},
        .choices = {.formats = allOutputFormats(), .path = proposedPath(paired), .several = !one}};
    task.recipe = differenceOf(std::move(choice));
    auto* const dialog = new WriteDialog(std::move(task), &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &WriteDialog::openWanted, this, &DifferenceControl::openWanted);
    dialog->show();
}

void DifferenceControl::extractAdapter()
{
    if (const auto results = m_view.chosen().results)
        m_adapters->extract(results->paired()->a, results->paired()->b);
}

WriteDialog* DifferenceControl::writingDialog() const
{
    const auto dialogs = m_window.findChildren<WriteDialog*>();
    const auto writing =
        std::find_if(dialogs.begin(), dialogs.end(), [](WriteDialog* dialog) { return dialog->job().isWriting(); });
    return writing == dialogs.end() ? nullptr : *writing;
}

} // namespace loupe
