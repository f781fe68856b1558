#include "app/window/screenshot.h"

#include "app/window/main_window.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QImageWriter>
#include <QPixmap>

#include <cstdio>

namespace loupe {

namespace {

constexpr int couldNotReadOrWrite = 3;

} // namespace

Screenshot::Screenshot(MainWindow& window, QString path, QSize size)
    : QObject(&window)
    , m_window(window)
    , m_path(std::move(path))
{
    window.resize(size);
    window.show();
    m_pause.setSingleShot(true);
    m_pause.setInterval(0);
    connect(&m_pause, &QTimer::timeout, this, &Screenshot::takeWhenSettled);
    connect(&window, &MainWindow::settledChanged, &m_pause, qOverload<>(&QTimer::start));
    m_pause.start();
}

void Screenshot::takeWhenSettled()
{
    if (!m_window.isSettled())
        return;
    QCoreApplication::sendPostedEvents(); // what came last may not be laid out yet
    // Another suffix that Qt knows gives that format.
    const bool known = QImageWriter::supportedImageFormats().contains(QFileInfo(m_path).suffix().toLower().toLatin1());
    if (!m_window.grab().save(m_path, known ? nullptr : "PNG")) {
        std::fprintf(stderr, "tensorloupe: %s: cannot write the picture\n", qUtf8Printable(m_path));
        QCoreApplication::exit(couldNotReadOrWrite);
        return;
    }
    const QString failure = m_window.failure();
    if (!failure.isEmpty())
        std::fprintf(stderr, "tensorloupe: %s\n", qUtf8Printable(failure));
    QCoreApplication::exit(failure.isEmpty() ? 0 : couldNotReadOrWrite);
}

} // namespace loupe
