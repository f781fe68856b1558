#pragma once

#include "core/name_tree.h"

#include <QObject>
#include <QString>

#include <memory>

namespace loupe {

class ComparisonSession;
class FileSaver;
class NoticeBar;
struct Checkpoint;
struct Error;
struct JobProgress;

/// Decides what the notice bar of a comparison says.
class CompareNotices : public QObject {
    Q_OBJECT

public:
    CompareNotices(ComparisonSession& session, FileSaver& saver, NoticeBar& bar, QObject* parent);

    /// There is no other difference in that direction.
    void showEnd(bool forward);
    void hideEnd();
    /// A pair or group that was chosen is not among what the filter shows.
    void showHidden(NameTree::NodeId node);
    void hideHidden();
    /// A file that was asked for beside the tree could not be written.
    void showSaveFailure(const QString& sentence);
    /// Something is staged about the checkpoint at `path`.
    void showStaged(const QString& path);

signals:
    /// The tensors under other names are to be looked at.
    void renamesWanted();
    /// Its encrypted values are to be opened.
    void unlockWanted(const loupe::Checkpoint& checkpoint);
    /// What the filter hides is to be seen and selected.
    void hiddenWanted(loupe::NameTree::NodeId node);

private:
    void follow();
    void showProgress(const JobProgress& progress);
    void showFailures();
    void showEncryption(const QString& side, const std::shared_ptr<const Checkpoint>& checkpoint);
    void showStopped();
    void offerRenames();
    void suspendRenames();
    void offerReload(const QString& path, bool deleted);

    ComparisonSession& m_session;
    NoticeBar& m_bar;
    std::weak_ptr<const Checkpoint> m_openedA; ///< that the notices are about
    std::weak_ptr<const Checkpoint> m_openedB;
    bool m_renamesSuspended = false; ///< there was such a notice before tensors were paired anew
};

} // namespace loupe
