#pragma once

#include "views/kit/notice_bar.h"

#include <QFrame>

class QHBoxLayout;
class QLabel;
class QProgressBar;
class QToolButton;

namespace loupe {

/// One bar of a NoticeBar.
class NoticeRow : public QFrame {
    Q_OBJECT

public:
    NoticeRow(QString id, const Notice& notice, QWidget* parent);

    const QString& id() const { return m_id; }
    NoticeKind kind() const { return m_kind; }
    QString text() const;
    void setProgress(const JobProgress& progress);

signals:
    void closeRequested();

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void updateIcon();

    QString m_id;
    NoticeKind m_kind;
    QLabel* m_icon;
    QLabel* m_text;
    QLabel* m_rate = nullptr;
    QProgressBar* m_bar = nullptr;
    QToolButton* m_close = nullptr;
};

} // namespace loupe
