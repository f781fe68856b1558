#include "app/window/opening/drop_control.h"

#include "items/language/plural.h"
#include "items/session/location.h"
#include "views/kit/drop_hint.h"

#include <QByteArrayList>
#include <QDropEvent>
#include <QMimeData>
#include <QUrl>
#include <QWidget>

namespace loupe {

namespace {

/// The dropped local files, and links from browsers, byte for byte. Ignores everything else.
QStringList droppedNames(const QMimeData& data)
{
    QStringList names;
    const QByteArrayList list = data.data(QStringLiteral("text/uri-list")).split('\n');
    for (const QByteArray& entry : list) {
        const QString line = QString::fromUtf8(entry).trimmed();
        if (isLocation(line))
            names.append(line);
        else if (const QUrl url(line); url.isLocalFile())
            names.append(url.toLocalFile());
    }
    if (const QString text = data.text().trimmed(); names.isEmpty() && isLocation(text) && !text.contains(u'\n'))
        names.append(text);
    return names;
}

} // namespace

DropControl::DropControl(QWidget& window, std::function<bool()> mayCompare)
    : QObject(&window)
    , m_mayCompare(std::move(mayCompare))
    , m_hint(new DropHint(window))
{
    window.setAcceptDrops(true);
    window.installEventFilter(this);
}

bool DropControl::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::DragEnter:
        enter(static_cast<QDropEvent&>(*event));
        return true;
    case QEvent::DragLeave:
        m_hint->hide();
        return true;
    case QEvent::Drop:
        drop(static_cast<QDropEvent&>(*event));
        return true;
    default:
        return QObject::eventFilter(watched, event);
    }
}

void DropControl::enter(QDropEvent& event)
{
    const bool isOurs = event.source() != nullptr; // dragged out of one of our windows
    const QStringList paths = droppedNames(*event.mimeData());
    if (isOurs || paths.isEmpty())
        return;
    event.acceptProposedAction();
    m_hint->showText(paths.size() > 1
            ? tr("Drop to open %1 file(s)", nullptr, pluralOf(std::uint64_t(paths.size()))).arg(paths.size())
            : m_mayCompare() ? tr("Drop to open or compare")
                             : tr("Drop to open"));
}

void DropControl::drop(QDropEvent& event)
{
    m_hint->hide();
    QStringList paths;
    for (const QString& name : droppedNames(*event.mimeData()))
        paths.append(withoutSecrets(name));
    if (paths.size() == 1 && m_mayCompare())
        emit oneDropped(paths.first(), event.position().toPoint());
    else if (!paths.isEmpty())
        emit dropped(paths);
    event.setDropAction(Qt::CopyAction); // never Move: the source would remove the file
    event.accept();
}

} // namespace loupe
