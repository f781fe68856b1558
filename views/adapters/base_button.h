#pragma once

#include <QPushButton>
#include <QString>

namespace loupe {

/// Asks for the model that an adapter changes: a file, or a folder.
class BaseButton : public QPushButton {
    Q_OBJECT

public:
    explicit BaseButton(const QString& text, QWidget* parent = nullptr);

    /// The folder in which the dialogs start.
    void setFolder(const QString& folder) { m_folder = folder; }

signals:
    void chosen(const QString& path);

private:
    void ask(bool forFolder);

    QString m_folder;
};

} // namespace loupe
