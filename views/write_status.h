#pragma once

#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;
class QStackedLayout;

namespace loupe {

class ElidedLabel;
struct JobProgress;

/// The foot of the dialog: its buttons; while it writes, how far that is and Stop in their place; then what was
/// written. As high in all three cases.
class WriteStatus : public QWidget {
    Q_OBJECT

public:
    explicit WriteStatus(QWidget* parent = nullptr);

    /// The buttons. `replaced` files would be replaced, which the button that writes says.
    void showButtons(bool possible, quint64 replaced);
    /// Writing begins.
    void showWriting(bool verifies);
    void showProgress(const JobProgress& progress);
    void showWritten(const QString& path, quint64 files, bool verified);

    QPushButton& write() { return *m_write; }
    QPushButton& cancel() { return *m_cancel; }
    QPushButton& stop() { return *m_stop; }
    QPushButton& open() { return *m_open; }
    QPushButton& folder() { return *m_folder; }
    QPushButton& close() { return *m_close; }

protected:
    void changeEvent(QEvent* event) override;

private:
    enum Page { Buttons, Running, Done };
    void drawSign();

    QStackedLayout* m_pages;
    QPushButton* m_write;
    QPushButton* m_cancel;
    QLabel* m_doing;
    QProgressBar* m_bar;
    QLabel* m_rate;
    QPushButton* m_stop;
    QLabel* m_sign;
    ElidedLabel* m_result;
    QPushButton* m_open;
    QPushButton* m_folder;
    QPushButton* m_close;
};

} // namespace loupe
