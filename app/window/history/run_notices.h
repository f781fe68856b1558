#pragma once

#include "history/history.h"

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
    void showUnread();
    /// Since when there are NaN or infinities: of a run that has one series.
    static QString runSentence(const RunHistory::Nonfinite& nonfinite);
    /// The same of a series among others.
    static QString seriesSentence(const RunHistory::Nonfinite& nonfinite);
    /// What the steps after the first one say.
    static QString laterSentence(const RunHistory::Nonfinite& nonfinite);
    /// For a checkpoint without a step.
    static QString latestSentence(const RunHistory::Nonfinite& nonfinite);
    static QString briefSentence(const RunHistory::Nonfinite& nonfinite);

    RunSession& m_session;
    NoticeBar& m_bar;
};

} // namespace loupe
