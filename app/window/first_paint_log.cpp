#include "app/window/first_paint_log.h"

#include "app/window/main_window.h"
#include "items/tree/tensor_tree_model.h"
#include "views/tree/tensor_tree_view.h"

#include <QEvent>
#include <QLoggingCategory>
#include <QTimer>

namespace loupe {

namespace {

Q_LOGGING_CATEGORY(startLog, "tensorloupe.start", QtWarningMsg)

class FirstPaintLog : public QObject {
public:
    explicit FirstPaintLog(MainWindow& window)
        : QObject(&window)
        , m_window(window)
    {
        window.tree().viewport()->installEventFilter(this);
    }

protected:
    bool eventFilter(QObject* viewport, QEvent* event) override
    {
        if (event->type() == QEvent::Paint && m_window.tree().model()->rowCount() > 0) {
            viewport->removeEventFilter(this);
            // Runs after the paint event has finished.
            QTimer::singleShot(0, this, [] { qCInfo(startLog, "tree painted"); });
        }
        return false;
    }

private:
    MainWindow& m_window;
};

} // namespace

void logFirstPaint(MainWindow& window)
{
    if (startLog().isInfoEnabled())
        new FirstPaintLog(window);
}

} // namespace loupe
