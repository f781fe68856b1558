#pragma once

#include "core/tree/name_tree.h"

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

/// Manages the notices of a comparison.
class CompareNotices : public QObject {
    Q_OBJECT

public:
    CompareNotices(ComparisonSession& session, FileSaver& saver, NoticeBar& bar, QObject* parent);

    /// Says that there is no further difference in that direction.
    void showEnd(bool forward);
    void hideEnd();
    /// Says that the filter hides the chosen pair or group.
    void showHidden(NameTree::NodeId node);
    void hideHidden();
    /// Says how many groups were opened and how many were not; empty: hides the notice.
    void showPartOpened(const QString& sentence);
    /// Says that a picture, table or report could not be written.
    void showSaveFailure(const QString& sentence);
    /// Says that the checkpoint at `path` has pending edits.
    void showStaged(const QString& path);

signals:
    /// The user wants to pair tensors under other names.
    void renamesWanted();
    /// The user wants to compare in another arrangement.
    void rearrangementWanted();
    /// The user wants to unlock the encrypted values.
    void unlockWanted(const loupe::Checkpoint& checkpoint);
    /// The user wants to see and select what the filter hides.
    void hiddenWanted(loupe::NameTree::NodeId node);

private:
    void follow();
    void showProgress(const JobProgress& progress);
    void showFailures();
    void showEncryption(const QString& side, const std::shared_ptr<const Checkpoint>& checkpoint);
    void showDamage(const QString& side, const Checkpoint& checkpoint);
    void showStopped();
    void offerRenames();
    void tellOfRearrangement();
    void suspendRenames();
    void offerReload(const QString& path, bool deleted);

    ComparisonSession& m_session;
    NoticeBar& m_bar;
    std::weak_ptr<const Checkpoint> m_openedA; ///< checkpoints that the notices are about
    std::weak_ptr<const Checkpoint> m_openedB;
    bool m_renamesSuspended = false; ///< the rename notice was shown before tensors were paired again
};

} // namespace loupe
