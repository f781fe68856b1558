#pragma once

#include <QImage>
#include <QObject>
#include <QSize>
#include <QString>
#include <QTimer>

namespace loupe {

class JobWindow;

/// Writes a picture of the window as soon as it is idle, then ends the application. Status: 0 on success; 3 if a
/// checkpoint could not be opened (the picture shows why) or the picture could not be written; 2, without a picture, if
/// a requested tensor does not exist or the filter is invalid. The same command gives the same bytes.
class Screenshot : public QObject {
    Q_OBJECT

public:
    Screenshot(JobWindow& window, QString path, QSize size);

private:
    void takeWhenIdle();
    void finish(const QImage& picture);
    static void end(const QString& problem, int status);

    JobWindow& m_window;
    QString m_path;
    QSize m_size;
    QImage m_last; ///< the last picture of the idle window; null if something has begun since
    int m_pictures = 0; ///< number taken so far
    QTimer m_pause; ///< gives finished jobs the time to start others through events
};

} // namespace loupe
