#pragma once

#include <QDialog>

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

    /// An empty key: a new one.
    MetadataEditor(const QString& key, const QString& value, QWidget* parent);

    QLineEdit& key() { return *m_key; }
    QPlainTextEdit& value() { return *m_value; }

signals:
    /// Of a value that was not touched, nothing was lost: valueChanged is false.
    void edited(const QString& key, const QString& value, bool valueChanged);

private:
    QLineEdit* m_key;
    QPlainTextEdit* m_value;
    QPushButton* m_set;
};

} // namespace loupe
