#pragma once

#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;
class QStackedLayout;

namespace loupe {

class ElidedLabel;
struct JobProgress;
struct WrittenOutput;

/// The bottom of the dialog: its buttons; while writing, the progress and Stop; then the result. All three have the
/// same height. Ignores input right after the press that started or stopped writing, such as the second half of a
/// double click or an auto-repeated key.
class WriteStatus : public QWidget {
    Q_OBJECT

public:
    explicit WriteStatus(QWidget* parent = nullptr);

    /// Shows the buttons. The Write button says how many files would be `replaced`, or that only the header is written,
    /// and how many bytes are fetched over the network if there are many.
    void showButtons(bool possible, quint64 replaced, bool headerOnly, quint64 fetched = 0);
    /// Call after Stop: makes Cancel the default button until writing starts again, so that the key that stopped does
    /// not write again.
    void beCareful() { m_isCareful = true; }
    /// Call when writing starts.
    void showWriting(bool verifies);
    void showProgress(const JobProgress& progress);
    void showWritten(const WrittenOutput& output, bool verified);
    /// The text that says what was written.
    QString result() const;

    QPushButton& write() { return *m_write; }
    QPushButton& cancel() { return *m_cancel; }
    QPushButton& stop() { return *m_stop; }
    QPushButton& open() { return *m_open; }
    QPushButton& folder() { return *m_folder; }
    QPushButton& close() { return *m_close; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    enum Page { Buttons, Running, Done };
    void drawSign();

    bool m_isCareful = false;
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
