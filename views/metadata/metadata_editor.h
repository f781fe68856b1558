#pragma once

#include <QDialog>

#include <functional>
#include <optional>

class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace loupe {

/// Asks for a key of the metadata and its value. To be shown with open(); deletes itself.
class MetadataEditor : public QDialog {
    Q_OBJECT

public:
    /// Longer values, and keys, hold the window up when they are laid out.
    static constexpr qsizetype longestValue = 64 * 1024;

    /// The value that a key has; nothing if there is no such key.
    using ValueOf = std::function<std::optional<QString>(const QString& key)>;

    /// An empty key: a new one. What another key has already is said before it is replaced.
    MetadataEditor(const QString& key, const QString& value, ValueOf valueOf, QWidget* parent);

    QLineEdit& key() { return *m_key; }
    QPlainTextEdit& value() { return *m_value; }

signals:
    /// valueChanged is false if the value was not touched: then nothing was lost.
    void edited(const QString& key, const QString& value, bool valueChanged);

private:
    void follow(const QString& key);

    const QString m_before;
    const ValueOf m_valueOf;
    QLineEdit* m_key;
    QLabel* m_icon;
    QLabel* m_warning;
    QPlainTextEdit* m_value;
    QPushButton* m_set;
};

} // namespace loupe
