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

/// The foot of the dialog: its buttons; while it writes, how far that is and Stop; then what was written. As high in
/// all three cases. What follows upon the press that wrote or stopped presses nothing more: a double click's second
/// half, or a key that is held.
class WriteStatus : public QWidget {
    Q_OBJECT

public:
    explicit WriteStatus(QWidget* parent = nullptr);

    /// The buttons. The one that writes says how many files would be `replaced`, or that it is a header only, and how
    /// many bytes it fetches over the network where these are many.
    void showButtons(bool possible, quint64 replaced, bool headerOnly, quint64 fetched = 0);
    /// After Stop: the key that stopped must not write again. Until writing begins, Cancel is the default button.
    void beCareful() { m_isCareful = true; }
    /// Writing begins.
    void showWriting(bool verifies);
    void showProgress(const JobProgress& progress);
    void showWritten(const WrittenOutput& output, bool verified);
    /// The sentence that says what was written.
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
