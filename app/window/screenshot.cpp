#include "app/window/screenshot.h"

#include "app/window/job_window.h"

#include <QAction>
#include <QCoreApplication>
#include <QFileInfo>
#include <QLineEdit>
#include <QToolButton>

#include <cstdio>

namespace loupe {

namespace {

constexpr int wrongScreenshotUsage = 2;
constexpr int couldNotReadOrWrite = 3;
constexpr int mostPictures = 20;

/// Ends Qt's fade-in animation of clear buttons, so that they are fully visible.
void endFading(const QWidget& window)
{
    for (const QLineEdit* const edit : window.findChildren<QLineEdit*>()) {
        for (QToolButton* const button : edit->findChildren<QToolButton*>()) {
            const QAction* const action = button->defaultAction();
            if (action && action->objectName() == u"_q_qlineeditclearaction")
                button->setProperty("opacity", edit->text().isEmpty() ? 0.0 : 1.0);
        }
    }
}

} // namespace

Screenshot::Screenshot(JobWindow& window, QString path, QSize size)
    : QObject(&window)
    , m_window(window)
    , m_path(std::move(path))
    , m_size(size)
{
    // The window is never shown on a screen, because focus, pointer position and expose events are up to the window
    // system and must not affect the picture.
    window.setAttribute(Qt::WA_DontShowOnScreen);
    window.resize(size);
    window.show();
    m_pause.setSingleShot(true);
    m_pause.setInterval(0);
    connect(&m_pause, &QTimer::timeout, this, &Screenshot::takeWhenIdle);
    connect(&window, &JobWindow::idleChanged, this, [this] {
        m_last = {};
        m_pause.start();
    });
    connect(&window, &JobWindow::replacedBy, this, [this](JobWindow* next) {
        m_pause.stop();
        m_window.disconnect(this);
        new Screenshot(*next, m_path, m_size);
    });
    m_pause.start();
}

/// Drawing may change the layout, for example if a view needs a scroll bar. So the picture is taken until it comes out
/// the same twice.
void Screenshot::takeWhenIdle()
{
    if (!m_window.isIdle())
        return;
    QCoreApplication::sendPostedEvents(); // lay out the latest changes
    if (m_window.size() != m_size) { // transient content may have grown the window
        m_window.resize(m_size);
        QCoreApplication::sendPostedEvents();
    }
    endFading(m_window);
    const QImage picture = m_window.grab().toImage();
    if (picture == m_last || ++m_pictures == mostPictures) {
        m_window.disconnect(this);
        finish(picture);
        return;
    }
    m_last = picture;
    m_pause.start();
}

void Screenshot::finish(const QImage& picture)
{
    if (const QString problem = m_window.requestError(); !problem.isEmpty())
        return end(problem, wrongScreenshotUsage);
    const bool named = !QFileInfo(m_path).suffix().isEmpty();
    if (!picture.save(m_path, named ? nullptr : "PNG"))
        return end(QStringLiteral("%1: cannot write the picture").arg(m_path), couldNotReadOrWrite);
    const QString failure = m_window.failure();
    end(failure, failure.isEmpty() ? 0 : couldNotReadOrWrite);
}

void Screenshot::end(const QString& problem, int status)
{
    if (!problem.isEmpty())
        std::fprintf(stderr, "tensorloupe: %s\n", qUtf8Printable(problem));
    QCoreApplication::exit(status);
}

} // namespace loupe
