#include "app/window/drag_out_control.h"

#include "core/remote/remote_files.h"
#include "items/jobs/qt_text.h"
#include "items/session/edit_session.h"
#include "views/kit/notice_bar.h"
#include "views/tree/tensor_tree_view.h"

#include <QDrag>
#include <QGuiApplication>
#include <QMimeData>
#include <QUrl>

namespace loupe {

namespace {

const QString noticeId = QStringLiteral("drag");

} // namespace

DragOutControl::DragOutControl(EditSession& edits, TensorTreeView& tree, NoticeBar& bar, QObject* parent)
    : QObject(parent)
    , m_edits(edits)
    , m_tree(tree)
    , m_bar(bar)
{
    connect(&tree, &TensorTreeView::dragRequested, this, &DragOutControl::prepare);
    connect(&m_files, &DragFiles::ready, this, &DragOutControl::drag);
    connect(&m_files, &DragFiles::failed, this, [this](const Error& error) {
        m_bar.setNotice(noticeId,
            {.kind = NoticeKind::Warning,
                .text = tr("Could not drag: %1.").arg(toQString(error.message)),
                .actions = {}});
    });
    connect(&m_files, &DragFiles::progressed, this, [this](const JobProgress& progress) {
        const auto stop = [this] {
            m_files.stop();
            m_bar.removeNotice(noticeId);
        };
        m_bar.showJob(noticeId, tr("Writing the dragged files. Keep holding the mouse button."), progress, stop, true);
    });
}

void DragOutControl::prepare()
{
    NodeChoice choice = m_tree.chosen();
    if (choice.isEmpty())
        return;
    m_bar.removeNotice(noticeId);
    if (isAddress(choice.opened->checkpoint->path)) { // downloading would take longer than the user holds the button
        m_bar.setNotice(noticeId,
            {.text = tr("Tensors of a file on a server cannot be dragged out. Export writes them to local files."),
                .actions = {}});
        return;
    }
    m_files.prepare(partOf(m_edits.edits(), std::move(choice)));
}

void DragOutControl::drag(const QStringList& paths)
{
    m_bar.removeNotice(noticeId);
    if (!QGuiApplication::mouseButtons().testFlag(Qt::LeftButton))
        return; // the button was released before the files were ready
    QList<QUrl> urls;
    for (const QString& path : paths)
        urls.append(QUrl::fromLocalFile(path));
    auto* const drag = new QDrag(&m_tree); // Qt deletes it
    auto* const data = new QMimeData;
    data->setUrls(urls);
    drag->setMimeData(data);
    drag->exec(Qt::CopyAction);
}

} // namespace loupe
