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

/// What models are usually cast to.
inline constexpr std::array usualCastTargets{DType::F32, DType::BF16, DType::F16, DType::F8_E4M3, DType::F8_E5M2};
/// What tensors can be cast to so that some format can hold them; the usual ones first.
std::vector<DType> castTargets();

/// What undo takes back at once.
struct EditStep {
    QString text; ///< for a menu, after "Undo ": "rename of 3 tensors"
    StagedEdits before;
    StagedEdits after;
};

/// What is staged about the open checkpoint. Steps that are about many tensors are made in a job; until it is done
/// nothing else can be staged. Whoever keeps the steps for undo and redo hears of each, and shows what was before or
/// after it.
class EditSession : public QObject {
    Q_OBJECT

public:
    explicit EditSession(QObject* parent = nullptr);

    /// Forgets all that was staged. Null: there is nothing to edit.
    void setCheckpoint(std::shared_ptr<const Checkpoint> checkpoint);
    /// Forgets all that was staged, and the steps: it was saved, or is not wanted.
    void clear();

    const StagedEdits& edits() const { return m_edits; }
    bool isEmpty() const { return m_edits.isEmpty(); }
    /// `edits` are in the file `path`, which was just written next to the open one.
    void markSaved(const StagedEdits& edits, const QString& path);
    /// Forgets the file of markSaved() if it was replaced, changed or removed since.
    void checkSaved();
    /// The file that holds all staged edits; empty if there is none.
    QString savedPath() const { return m_isSaved ? m_saved->path : QString(); }
    /// Edits are staged, and no file is known to hold them.
    bool isUnsaved() const { return !isEmpty() && !m_isSaved; }
    bool canEdit() const { return m_isEnabled && m_edits.checkpoint() && !isStaging(); }
    /// What is staged stays, and nothing else can be while it is not enabled.
    void setEnabled(bool enabled);
    bool isEnabled() const { return m_isEnabled; }
    /// The checkpoint with what is staged. Goes through all tensors: a job may ask a copy of edits() for it instead.
    Recipe recipe(const Format& format) const { return m_edits.recipe(format); }

    // These do nothing if canEdit() is false, and make no step where nothing changes.

    void rename(std::uint32_t tensor, const std::string& name);
    void remove(NodeChoice choice);
    void cast(NodeChoice choice, DType dtype);
    /// As the checkpoint has them.
    void revert(NodeChoice choice);
    void setMetadata(const std::string& key, const std::string& value);
    /// The value of `key` goes to another key too, in the same step.
    void replaceMetadata(const std::string& key, const std::string& newKey, const std::string& value);
    void removeMetadata(std::vector<std::string> keys);
    void revertMetadata(std::vector<std::string> keys);
    /// Undoes actions, or changes of them, whatever came after.
    void undo(std::vector<ActionPart> parts);
    void discardAll();
    /// In one step.
    void stageRules(EditRules rules);
    /// A step that was made elsewhere. Nothing if its `before` is not what edits() are now.
    void take(EditStep step);

    /// One step back or forth.
    void show(const StagedEdits& edits);

    /// A step is being made in a job.
    bool isStaging() const { return m_staging.isRunning(); }
    void stopStaging() { m_staging.stop(); }
    /// Tensors that would have one name. Looked for in a job after each change; those of the last change until then.
    const NameClashes& clashes() const { return m_clashes; }
    bool isIdle() const { return !m_staging.isRunning() && !m_searching.isRunning(); }

signals:
    /// edits() are others.
    void changed();
    /// savedPath() may be another one, while edits() stay. When edits() change, only changed() comes.
    void savedPathChanged();
    /// A step was made: changed() comes next.
    void stepTaken(const loupe::EditStep& step);
    /// All steps before are void: changed() comes next.
    void forgotten();
    void clashesChanged();
    /// Tensors that were to be cast and cannot be.
    void leftUncast(quint64 tensors);
    /// A step could not be made.
    void failed(const loupe::Error& error);
    /// canEdit() may be another.
    void stagingChanged();
    /// isIdle() may be another.
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
    /// Gives how many tensors could not be cast.
    using Staging = std::function<quint64(StagedEdits& edits, std::vector<std::uint32_t> tensors, const Work& work)>;

    using Naming = std::function<QString(std::uint64_t tensors)>;

    bool isForJob(std::uint64_t changes) const;
    /// `more`: as many others are gone through.
    void stage(NodeChoice choice, Naming name, Staging staging, std::uint64_t more = 0);
    /// Changes of an action and all after it.
    std::uint64_t changesSince(std::size_t action) const;
    /// In a job, where `size`, of what it goes through, is large.
    void stageEdit(
        const QString& text, std::uint64_t size, std::function<void(StagedEdits& edits, const Work& work)> edit);
    void finish(const QString& text, StagedEdits after);
    void searchClashes();
    void compareWithSaved();

    bool m_isEnabled = true;
    StagedEdits m_edits;
    std::optional<SavedEdits> m_saved;
    bool m_isSaved = false; ///< m_saved holds m_edits
    NameClashes m_clashes;
    JobRunner m_staging;
    JobRunner m_searching;
};

} // namespace loupe
