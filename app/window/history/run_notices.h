#pragma once

#include <QObject>

namespace loupe {

class NoticeBar;
class RunSession;

/// Decides what the notice bar says about a run.
class RunNotices : public QObject {
    Q_OBJECT

public:
    RunNotices(RunSession& session, NoticeBar& bar, QObject* parent);

    void showSaveFailure(const QString& sentence);

private:
    void showState();
    void showFirstNonfinite();

    RunSession& m_session;
    NoticeBar& m_bar;
};

} // namespace loupe
