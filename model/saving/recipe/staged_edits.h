#pragma once

#include "core/checkpoint.h"
#include "core/work.h"
#include "saving/recipe/recipe.h"
#include "saving/recipe/staged_action.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// The part of an action to undo.
struct ActionPart {
    std::size_t action = 0; ///< index into StagedEdits::actions()
    std::vector<std::uint64_t> changes; ///< the numbers of its changes; empty: the whole action
};

/// The pending changes of a checkpoint for the next save, and the actions that made them. It is a value that is cheap
/// to copy, as copies share their common data: an undo step consists of two copies, even for a million tensors. A
/// change that restores the checkpoint's own state is not an edit.
///
/// An action can be undone on its own. Later actions are then recomputed as if it had never happened: a rename by rule
/// is applied to the current names, and if it no longer matches any of them, it becomes void. It stays in the list.
class StagedEdits {
public:
    StagedEdits() = default;
    explicit StagedEdits(std::shared_ptr<const Checkpoint> checkpoint);

    const std::shared_ptr<const Checkpoint>& checkpoint() const { return m_checkpoint; }
    bool isEmpty() const { return totals().all() == 0; }
    ChangeTotals totals() const;
    const SizeChange& sizeChange() const { return m_tensors->sizeChange(); }
    /// True if both have the same changes of the same checkpoint, regardless of the actions. Fast if one is a copy of
    /// the other.
    bool operator==(const StagedEdits& other) const;

    TensorEdit of(std::uint32_t tensor) const { return m_tensors->of(tensor); }
    /// The new name; for a deleted tensor, its name in the checkpoint.
    std::string_view nameOf(std::uint32_t tensor) const { return m_tensors->nameOf(tensor); }
    DType dtypeOf(std::uint32_t tensor) const { return m_tensors->dtypeOf(tensor); }
    const std::vector<MetadataEdit>& metadataEdits() const { return m_metadata.list(); }

    /// One of all totals().all() changes: those of tensors in checkpoint order, then those of metadata in the order of
    /// the edits.
    Change change(std::uint64_t number) const;
    /// Visits all tensor changes in order; faster than calling change() for each.
    void visitTensorChanges(const std::function<void(const Change& change)>& use, const Work& work) const
    {
        m_tensors->visitChanges(use, work);
    }

    using Actions = std::vector<std::shared_ptr<const StagedAction>>;
    /// In chronological order. An action that repeats the last one for the same tensors or keys, but with another dtype
    /// or name, replaces it.
    const Actions& actions() const { return m_actions; }

    // Tensors may be given in any order. Deleted tensors are not changed, except by revert(). If stopped, nothing is
    // changed. An action without effect is not recorded.

    void rename(std::uint32_t tensor, std::string_view name);
    /// Returns the tensors whose names changed.
    std::vector<std::uint32_t> rename(std::vector<std::uint32_t> tensors, NewName newName, const Work& work = {});
    /// Returns how many tensors were not changed because they cannot be cast.
    std::uint64_t cast(std::vector<std::uint32_t> tensors, DType dtype, const Work& work = {});
    /// Deletes tensors. Their other staged changes are dropped.
    void remove(std::vector<std::uint32_t> tensors, const Work& work = {});
    /// Restores tensors to their state in the checkpoint. No action affects them afterwards.
    void revert(std::vector<std::uint32_t> tensors, const Work& work = {});

    void setMetadata(std::string_view key, std::string_view value);
    void removeMetadata(std::string_view key);
    void removeMetadata(std::span<const std::string> keys);
    /// Makes all changes in one action.
    void changeMetadata(std::vector<WantedKey> keys);
    void revertMetadata(std::span<const std::string> keys);

    /// Undoes actions or some of their changes. Precondition: they exist.
    void undo(const std::vector<ActionPart>& parts, const Work& work = {});

    /// The checkpoint with all changes applied, in one file. Precondition: there is a checkpoint. If stopped, the
    /// recipe may be incomplete.
    Recipe recipe(const Format& format, const Work& work = {}) const;

private:
    struct Performed {
        std::vector<std::uint32_t> changed;
        std::uint64_t impossible = 0;
    };
    /// The part of an action to skip.
    struct Without {
        std::vector<std::uint32_t> tensors; ///< ascending
        std::vector<std::string> keys; ///< ascending
    };

    Performed perform(ActionRequest request, const Work& work);
    /// Applies the actions again, for `tensors` and all keys. `without` has an entry for each action; null: skip
    /// nothing.
    void redo(const std::vector<std::uint32_t>& tensors, const std::vector<const Without*>& without, const Work& work);
    std::shared_ptr<const StagedAction> redone(const std::shared_ptr<const StagedAction>& before,
        const std::vector<std::uint32_t>& tensors, ActionRequest request, const StagedAction* previous,
        const Work& work) const;
    static ActionRequest reduced(const ActionRequest& request, const Without* without);
    void show(Actions actions);

    std::shared_ptr<const Checkpoint> m_checkpoint;
    std::shared_ptr<const TensorEdits> m_tensors = std::make_shared<const TensorEdits>(nullptr);
    MetadataEdits m_metadata{nullptr};
    Actions m_actions;
};

/// Two tensors that would have the same name.
struct NameClash {
    std::string name;
    std::uint32_t first = 0;
    std::uint32_t second = 0;
};

struct NameClashes {
    static constexpr std::size_t maximumListed = 100;

    std::uint64_t count = 0; ///< tensors whose name an earlier tensor already has
    std::vector<NameClash> listed; ///< the first of them
};

/// Finds pairs of tensors with the same name. Lists only pairs of which at least one tensor `concerns` the caller; all
/// pairs if it is empty. Visits all tensors, so run it in a job if there are many.
NameClashes findNameClashes(
    const StagedEdits& edits, const Work& work = {}, const std::function<bool(std::uint32_t tensor)>& concerns = {});

} // namespace loupe
