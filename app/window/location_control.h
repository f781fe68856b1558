#pragma once

#include <QObject>
#include <QPointer>
#include <QString>

#include <functional>

class QWidget;

namespace loupe {

class LocationDialog;

/// Asks for addresses of files on other machines, one question at a time.
class LocationControl : public QObject {
    Q_OBJECT

public:
    explicit LocationControl(QWidget& window);
    ~LocationControl() override;

    using Given = std::function<void(const QString& name)>;
    /// Calls `given` with the name of the address, which has no secrets.
    void ask(const QString& title, Given given);
    /// Calls `given` with a path or address that was opened before; where it needs a secret that nobody remembers,
    /// after a person has entered it again.
    void openAgain(const QString& path, Given given);

private:
    LocationDialog* show(const QString& title, Given given);

    QWidget& m_window;
    QPointer<LocationDialog> m_dialog;
};

} // namespace loupe
