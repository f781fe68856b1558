#include "app/window/status_line.h"

#include "core/text/text.h"
#include "formats/opening/registry.h"
#include "items/jobs/qt_text.h"
#include "items/language/plural.h"
#include "items/tree/tensor_tree_model.h"
#include "views/kit/elided_label.h"

#include <QEvent>
#include <QLabel>
#include <QStatusBar>

namespace loupe {

namespace {

QLabel* addLabel(QStatusBar& bar, const QString& accessibleName)
{
    auto* const label = new QLabel;
    label->setTextFormat(Qt::PlainText);
    label->setAccessibleName(accessibleName);
    label->setContentsMargins(8, 0, 8, 0);
    bar.addPermanentWidget(label);
    return label;
}

QString formatText(const Checkpoint& checkpoint)
{
    const Format* const format = findFormat(checkpoint.format);
    QString text = toQString(format ? format->title : checkpoint.format);
    if (!checkpoint.variant.empty())
        text += u' ' + toQString(checkpoint.variant);
    const std::size_t files = checkpoint.files.size();
    // The format is not known if none of an index's files could be opened.
    if (files == 1 && !text.isEmpty())
        return text;
    const bool sharded = checkpoint.shardCount() == files;
    const QString count = (sharded ? StatusLine::tr("%1 shard(s)", nullptr, pluralOf(files))
                                   : StatusLine::tr("%1 file(s)", nullptr, pluralOf(files)))
                              .arg(groupedCount(files));
    return text.isEmpty() ? count : StatusLine::tr("%1, %2", "format, number of files").arg(text, count);
}

} // namespace

StatusLine::StatusLine(QStatusBar& bar)
    : m_bar(bar)
    , m_path(new ElidedLabel)
{
    bar.setSizeGripEnabled(false);
    bar.addWidget(m_path, 1);
    m_path->setAccessibleName(tr("Path"));
    m_path->setContentsMargins(8, 0, 8, 0);
    m_format = addLabel(bar, tr("Format"));
    m_tensors = addLabel(bar, tr("Tensors"));
    m_parameters = addLabel(bar, tr("Parameters"));
    m_bytes = addLabel(bar, tr("Bytes"));
    m_scan = addLabel(bar, tr("Scan"));
    showScan({});
    bar.installEventFilter(this);
}

bool StatusLine::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest)
        fit();
    return QObject::eventFilter(watched, event);
}

void StatusLine::fit()
{
    constexpr int shortestPath = 160; // as good as any file's name
    constexpr int spacing = 8; // that the bar leaves between two
    const auto widthOf = [](const QLabel* label) { return label->sizeHint().width() + spacing; };
    int room = m_bar.width() - shortestPath - (m_scan->text().isEmpty() ? 0 : widthOf(m_scan));
    for (const QLabel* const label : {m_format, m_tensors, m_parameters, m_bytes})
        room -= widthOf(label);
    for (QLabel* const label : {m_format, m_parameters, m_bytes}) {
        label->setVisible(m_isOpen && room >= 0);
        if (room < 0)
            room += widthOf(label);
    }
}

void StatusLine::showCheckpoint(const OpenedCheckpointPtr& opened)
{
    m_isOpen = opened != nullptr;
    m_tensors->setVisible(m_isOpen);
    fit();
    if (!opened) {
        m_path->setText({});
        return;
    }
    m_path->setText(toQString(opened->checkpoint->path));
    m_format->setText(formatText(*opened->checkpoint));
}

void StatusLine::showScan(const QString& text)
{
    m_scan->setText(text);
    m_scan->setVisible(!text.isEmpty());
}

void StatusLine::showVisible(const TensorTreeModel& model)
{
    if (!model.checkpoint())
        return;
    const NameTree& tree = model.checkpoint()->tree;
    const NameTree::Sums& all = tree.sums(tree.root());
    const NameTree::Sums& visible = model.order()->sums(tree.root());
    const std::uint64_t bytes = model.checkpoint()->checkpoint->totalFileBytes();
    const auto ofTotal = [filtered = model.order()->isFiltered()](const std::string& part, const std::string& total) {
        return filtered ? tr("%1 of %2").arg(toQString(part), toQString(total)) : toQString(total);
    };
    m_tensors->setText(tr("%1 tensor(s)", nullptr, pluralOf(all.tensors))
                           .arg(ofTotal(formatCount(visible.tensors), formatCount(all.tensors))));
    m_parameters->setText(tr("%1 parameter(s)", nullptr, pluralOf(all.elements))
                              .arg(ofTotal(formatShort(visible.elements), formatShort(all.elements))));
    m_parameters->setToolTip(ofTotal(formatCount(visible.elements), formatCount(all.elements)));
    m_bytes->setText(ofTotal(formatBytes(visible.bytes), formatBytes(bytes)));
    m_bytes->setToolTip(
        tr("%1 byte(s)", nullptr, pluralOf(bytes)).arg(ofTotal(formatCount(visible.bytes), formatCount(bytes))));
}

} // namespace loupe
