#pragma once

#include <QObject>
#include <QSize>
#include <QString>
#include <QTimer>

namespace loupe {

class MainWindow;

/// Writes a picture of the window as soon as nothing in it is being computed, then ends the application: with status 0,
/// or 3 where the checkpoint could not be opened (the picture shows why) or the picture not be written.
class Screenshot : public QObject {
    Q_OBJECT

public:
    Screenshot(MainWindow& window, QString path, QSize size);

private:
    void takeWhenSettled();

    MainWindow& m_window;
    QString m_path;
    QTimer m_pause; ///< what has just ended may begin something else once events are handled
};

} // namespace loupe
