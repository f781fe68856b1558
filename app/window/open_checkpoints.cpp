#include "app/window/open_checkpoints.h"

#include "app/window/job_window.h"
#include "items/jobs/qt_text.h"

#include <QApplication>
#include <QDir>
#include <QFileInfo>

namespace loupe {

QString normalized(const QString& path)
{
    return QDir::cleanPath(QFileInfo(path).absoluteFilePath());
}

ComparedCheckpoint openCheckpointAt(const QString& path)
{
    const QString wanted = normalized(path);
    for (const QWidget* const widget : QApplication::topLevelWidgets()) {
        const auto* const window = qobject_cast<const JobWindow*>(widget);
        if (!window)
            continue;
        for (ComparedCheckpoint& one : window->openCheckpoints()) {
            if (normalized(toQString(one.path)) == wanted)
                return {toPath(path), std::move(one.open), std::move(one.secret)};
        }
    }
    return toPath(path);
}

} // namespace loupe
