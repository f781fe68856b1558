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

/// The button that clears an edit fades in by an animation of Qt's own: in the picture it is there.
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
    // Drawn without ever being on a screen: what has the focus, where the pointer is and when an expose comes are the
    // window system's affair, and no part of the picture.
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

/// Drawing may change the layout, such as a view that finds that it needs a scroll bar: what counts is a picture that
/// comes out the same again.
void Screenshot::takeWhenIdle()
{
    if (!m_window.isIdle())
        return;
    QCoreApplication::sendPostedEvents(); // what came last may not be laid out yet
    if (m_window.size() != m_size) { // what showed for a moment only may have needed more
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
