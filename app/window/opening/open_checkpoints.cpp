#include "app/window/opening/open_checkpoints.h"

#include "app/window/job_window.h"
#include "items/jobs/qt_text.h"
#include "items/session/location.h"

#include <QApplication>

namespace loupe {

ComparedCheckpoint openCheckpointAt(const QString& path)
{
    const QString wanted = absoluteName(path);
    for (const QWidget* const widget : QApplication::topLevelWidgets()) {
        const auto* const window = qobject_cast<const JobWindow*>(widget);
        if (!window)
            continue;
        for (ComparedCheckpoint& one : window->openCheckpoints()) {
            if (absoluteName(toQString(one.path)) == wanted)
                return {toPath(path), std::move(one.open), std::move(one.secret)};
        }
    }
    return toPath(path);
}

} // namespace loupe
