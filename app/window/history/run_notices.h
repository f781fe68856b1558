#pragma once

#include "history/history.h"

#include <QObject>

namespace loupe {

class NoticeBar;
class RunSession;

/// Manages the notices of a run.
class RunNotices : public QObject {
    Q_OBJECT

public:
    RunNotices(RunSession& session, NoticeBar& bar, QObject* parent);

    void showSaveFailure(const QString& sentence);

private:
    void showState();
    void showFirstNonfinite();
    void showUnread();
    /// Says at which step NaN or infinities first occur, for a run with one series.
    static QString runSentence(const RunHistory::Nonfinite& nonfinite);
    /// As above, for one of several series.
    static QString seriesSentence(const RunHistory::Nonfinite& nonfinite);
    /// Says whether later steps have them too.
    static QString laterSentence(const RunHistory::Nonfinite& nonfinite);
    /// For a checkpoint without a step.
    static QString latestSentence(const RunHistory::Nonfinite& nonfinite);
    static QString briefSentence(const RunHistory::Nonfinite& nonfinite);

    RunSession& m_session;
    NoticeBar& m_bar;
};

} // namespace loupe
