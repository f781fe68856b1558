#pragma once

#include "items/jobs/job_runner.h"
#include "items/tree/node_choice.h"
#include "saving/recipe/edit_rules.h"
#include "saving/recipe/staged_edits.h"

#include <QObject>
#include <QString>

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// The dtypes that models are most often cast to.
inline constexpr std::array usualCastTargets{DType::F32, DType::BF16, DType::F16, DType::F8_E4M3, DType::F8_E5M2};
/// The dtypes that tensors can be cast to and that some format can hold, the usual ones first.
std::vector<DType> castTargets();

/// One undo step.
struct EditStep {
    QString text; ///< for a menu, after "Undo ": "rename of 3 tensors"
    StagedEdits before;
    StagedEdits after;
};

/// The pending edits of the open checkpoint. A step that affects many tensors is made in a job; nothing else can be
/// staged until that is done. The owner of the undo stack is notified of each step and shows the edits before or after
/// it.
class EditSession : public QObject {
    Q_OBJECT

public:
    explicit EditSession(QObject* parent = nullptr);

    /// Drops all pending edits. Null: there is nothing to edit.
    void setCheckpoint(std::shared_ptr<const Checkpoint> checkpoint);
    /// Drops all pending edits and the undo steps, because they were saved or discarded.
    void clear();

    const StagedEdits& edits() const { return m_edits; }
    bool isEmpty() const { return m_edits.isEmpty(); }
    /// Records that `edits` were saved to the file `path`, next to the open checkpoint.
    void markSaved(const StagedEdits& edits, const QString& path);
    /// Forgets the file of markSaved() if it was replaced, changed or removed since then.
    void checkSaved();
    /// The file that contains all pending edits; empty if there is none.
    QString savedPath() const { return m_isSaved ? m_saved->path : QString(); }
    /// True if there are pending edits that no known file contains.
    bool isUnsaved() const { return !isEmpty() && !m_isSaved; }
    bool canEdit() const { return m_isEnabled && m_edits.checkpoint() && !isStaging(); }
    /// While disabled, pending edits stay, but no others can be staged.
    void setEnabled(bool enabled);
    bool isEnabled() const { return m_isEnabled; }
    /// The checkpoint with the pending edits. Visits all tensors; alternatively, a job may use a copy of edits().
    Recipe recipe(const Format& format) const { return m_edits.recipe(format); }

    // These do nothing if canEdit() is false, and make no step if nothing changes.

    void rename(std::uint32_t tensor, const std::string& name);
    void remove(NodeChoice choice);
    void cast(NodeChoice choice, DType dtype);
    /// Restores the tensors to their state in the checkpoint.
    void revert(NodeChoice choice);
    void setMetadata(const std::string& key, const std::string& value);
    /// Also moves the value of `key` to another key, in the same step.
    void replaceMetadata(const std::string& key, const std::string& newKey, const std::string& value);
    void removeMetadata(std::vector<std::string> keys);
    void revertMetadata(std::vector<std::string> keys);
    /// Undoes actions, or some of their changes, regardless of later actions.
    void undo(std::vector<ActionPart> parts);
    void discardAll();
    /// Stages all rules in one step.
    void stageRules(EditRules rules);
    /// Adds a step that was made elsewhere. Does nothing if its `before` differs from the current edits().
    void take(EditStep step);

    /// Shows the edits before or after a step, for undo and redo.
    void show(const StagedEdits& edits);

    /// True if a step is being made in a job.
    bool isStaging() const { return m_staging.isRunning(); }
    void stopStaging() { m_staging.stop(); }
    /// Tensors that would have the same name. Updated in a job after each change; until then, the result is that of the
    /// previous change.
    const NameClashes& clashes() const { return m_clashes; }
    bool isIdle() const { return !m_staging.isRunning() && !m_searching.isRunning(); }

signals:
    /// edits() have changed.
    void changed();
    /// savedPath() may have changed while edits() did not. If edits() change, only changed() is emitted.
    void savedPathChanged();
    /// A step was made; changed() follows.
    void stepTaken(const loupe::EditStep& step);
    /// All earlier steps are void; changed() follows.
    void forgotten();
    void clashesChanged();
    /// The number of tensors that could not be cast as requested.
    void leftUncast(quint64 tensors);
    /// A step could not be made.
    void failed(const loupe::Error& error);
    /// canEdit() may have changed.
    void stagingChanged();
    /// isIdle() may have changed.
    void idleChanged();

private:
    struct SavedEdits {
        StagedEdits edits;
        QString path;
        FileIdentity file;
    };
    struct Made {
        StagedEdits edits;
        quint64 tensors = 0;
        quint64 uncast = 0;
    };
    /// Returns how many tensors could not be cast.
    using Staging = std::function<quint64(StagedEdits& edits, std::vector<std::uint32_t> tensors, const Work& work)>;

    using Naming = std::function<QString(std::uint64_t tensors)>;

    bool isForJob(std::uint64_t changes) const;
    /// `more`: how many tensors are visited in addition to those of the choice.
    void stage(NodeChoice choice, Naming name, Staging staging, std::uint64_t more = 0);
    /// The number of changes of an action and all later ones.
    std::uint64_t changesSince(std::size_t action) const;
    /// Uses a job if `size`, the number of items to visit, is large.
    void stageEdit(
        const QString& text, std::uint64_t size, std::function<void(StagedEdits& edits, const Work& work)> edit);
    void finish(const QString& text, StagedEdits after);
    void searchClashes();
    void compareWithSaved();

    bool m_isEnabled = true;
    StagedEdits m_edits;
    std::optional<SavedEdits> m_saved;
    bool m_isSaved = false; ///< m_saved contains m_edits
    NameClashes m_clashes;
    JobRunner m_staging;
    JobRunner m_searching;
};

} // namespace loupe
