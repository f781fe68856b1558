#pragma once

#include <QImage>
#include <QObject>
#include <QSize>
#include <QString>
#include <QTimer>

namespace loupe {

class JobWindow;

/// Writes a picture of the window as soon as nothing in it is being computed, then ends the application: with status 0,
/// with 3 where a checkpoint could not be opened (the picture shows why) or the picture not be written, or with 2 and
/// no picture where the checkpoint has no tensor of the name that was asked for, or the filter makes no sense. The same
/// command gives the same bytes.
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
    int m_pictures = 0; ///< were taken so far
    QTimer m_pause; ///< what has just ended may begin something else once events are handled
};

} // namespace loupe
