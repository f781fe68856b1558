#pragma once

#include "items/jobs/job_runner.h"
#include "views/kit/notice_bar.h"

#include <QFrame>

#include <optional>

class QLabel;
class QProgressBar;
class QToolButton;

namespace loupe {

/// One notice: a row of a NoticeBar, or a NoticeLine's content.
class NoticeRow : public QFrame {
    Q_OBJECT

public:
    enum class Form : std::uint8_t {
        Whole, ///< the sentence wraps
        Line, ///< the text is elided at the end; the tooltip has all of it
    };

    NoticeRow(QString id, Notice notice, QWidget* parent, Form form = Form::Whole);

    const QString& id() const { return m_id; }
    const Notice& notice() const { return m_notice; }
    NoticeKind kind() const { return m_notice.kind; }
    const QString& text() const { return m_text; }
    void setProgress(const JobProgress& progress);
    const std::optional<JobProgress>& progress() const { return m_progress; }

    /// The minimum width of a line that leaves some words of the text readable.
    int shortestWidth() const;
    /// The height of a line.
    static int lineHeight(const QFontMetrics& metrics);

signals:
    void closeRequested();

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QWidget* makeSentence(Form form);
    void updateIcon();

    QString m_id;
    Notice m_notice;
    QString m_text; ///< printable
    std::optional<JobProgress> m_progress;
    QWidget* m_sentence = nullptr;
    QLabel* m_icon;
    QLabel* m_rate = nullptr;
    QProgressBar* m_bar = nullptr;
    QToolButton* m_close = nullptr;
};

} // namespace loupe
