#pragma once

#include <QObject>
#include <QPointer>
#include <QString>

#include <functional>

class QWidget;

namespace loupe {

class LocationDialog;

/// Asks for addresses of remote files, one dialog at a time.
class LocationControl : public QObject {
    Q_OBJECT

public:
    explicit LocationControl(QWidget& window);
    ~LocationControl() override;

    using Given = std::function<void(const QString& name)>;
    /// Calls `given` with the address, without its secrets.
    void ask(const QString& title, Given given);
    /// Calls `given` with a previously opened path or address. If it needs a secret that was not remembered, asks for
    /// it first.
    void openAgain(const QString& path, Given given);

private:
    LocationDialog* show(const QString& title, Given given);

    QWidget& m_window;
    QPointer<LocationDialog> m_dialog;
};

} // namespace loupe
