#pragma once

#include <QDialog>

#include <functional>
#include <optional>

class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace loupe {

/// Asks for a metadata key and its value. Show it with open(); it deletes itself.
class MetadataEditor : public QDialog {
    Q_OBJECT

public:
    /// Longer values and keys would block the window while they are laid out.
    static constexpr qsizetype longestValue = 64 * 1024;

    /// Returns the value of a key; empty if there is no such key.
    using ValueOf = std::function<std::optional<QString>(const QString& key)>;

    /// Empty `key`: a new one. If the entered key already exists, the dialog warns that its value will be replaced.
    MetadataEditor(const QString& key, const QString& value, ValueOf valueOf, QWidget* parent);

    QLineEdit& key() { return *m_key; }
    QPlainTextEdit& value() { return *m_value; }

signals:
    /// valueChanged is false if the value was not edited. The caller then keeps the exact original value.
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
