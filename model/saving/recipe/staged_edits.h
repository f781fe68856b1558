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

/// What of an action is to be undone.
struct ActionPart {
    std::size_t action = 0; ///< index into StagedEdits::actions()
    std::vector<std::uint64_t> changes; ///< numbers of its changes; none: all of it
};

/// What is to be different about a checkpoint when it is next saved, and the actions that came to it. A value that
/// costs little to copy, as copies share what they have in common: an undo step is two of them, also of a million
/// tensors. An edit that leaves things as the checkpoint has them is none.
///
/// An action can be undone alone. Those after it are then what they would be without it: a rename by a rule gets the
/// names that the tensors have now, and one that finds none of them any more is void. It stays in the list.
class StagedEdits {
public:
    StagedEdits() = default;
    explicit StagedEdits(std::shared_ptr<const Checkpoint> checkpoint);

    const std::shared_ptr<const Checkpoint>& checkpoint() const { return m_checkpoint; }
    bool isEmpty() const { return totals().all() == 0; }
    ChangeTotals totals() const;
    const SizeChange& sizeChange() const { return m_tensors->sizeChange(); }
    /// The same changes of the same checkpoint, by whatever actions. Quick where one is a copy of the other.
    bool operator==(const StagedEdits& other) const;

    TensorEdit of(std::uint32_t tensor) const { return m_tensors->of(tensor); }
    /// To be; for a deleted tensor, as the checkpoint has it.
    std::string_view nameOf(std::uint32_t tensor) const { return m_tensors->nameOf(tensor); }
    DType dtypeOf(std::uint32_t tensor) const { return m_tensors->dtypeOf(tensor); }
    const std::vector<MetadataEdit>& metadataEdits() const { return m_metadata.list(); }

    /// All changes in a row, totals().all() of them: those of tensors in the order of the checkpoint, then metadata in
    /// the order of its edits.
    Change change(std::uint64_t number) const;
    /// Those of tensors, one after the other: quicker where all are wanted.
    void visitTensorChanges(const std::function<void(const Change& change)>& use, const Work& work) const
    {
        m_tensors->visitChanges(use, work);
    }

    using Actions = std::vector<std::shared_ptr<const StagedAction>>;
    /// In the order they were made in. One that repeats the last one for the same tensors or keys, with another dtype
    /// or another name, replaces it.
    const Actions& actions() const { return m_actions; }

    // Tensors are given in any order. Deleted ones stay as they are, except for revert(). If it is stopped, nothing is
    // changed. What changes nothing is no action.

    void rename(std::uint32_t tensor, std::string_view name);
    /// Gives the tensors whose names changed.
    std::vector<std::uint32_t> rename(std::vector<std::uint32_t> tensors, NewName newName, const Work& work = {});
    /// Gives how many tensors were left as they are because they cannot be cast.
    std::uint64_t cast(std::vector<std::uint32_t> tensors, DType dtype, const Work& work = {});
    /// What else was staged about them is forgotten.
    void remove(std::vector<std::uint32_t> tensors, const Work& work = {});
    /// As the checkpoint has them: no action is about them any more.
    void revert(std::vector<std::uint32_t> tensors, const Work& work = {});

    void setMetadata(std::string_view key, std::string_view value);
    void removeMetadata(std::string_view key);
    void removeMetadata(std::span<const std::string> keys);
    /// In one action.
    void changeMetadata(std::vector<WantedKey> keys);
    void revertMetadata(std::span<const std::string> keys);

    /// Undoes actions, or changes of them. Precondition: there are such.
    void undo(const std::vector<ActionPart>& parts, const Work& work = {});

    /// The checkpoint with all this done, in one file. Precondition: there is a checkpoint. Stopped: maybe not all.
    Recipe recipe(const Format& format, const Work& work = {}) const;

private:
    struct Performed {
        std::vector<std::uint32_t> changed;
        std::uint64_t impossible = 0;
    };
    /// What is to be left out of an action.
    struct Without {
        std::vector<std::uint32_t> tensors; ///< ascending
        std::vector<std::string> keys; ///< ascending
    };

    Performed perform(ActionRequest request, const Work& work);
    /// Applies the actions again, for `tensors` and all keys. `without`: for each action; null: nothing is left out.
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

/// Two tensors that would have one name.
struct NameClash {
    std::string name;
    std::uint32_t first = 0;
    std::uint32_t second = 0;
};

struct NameClashes {
    static constexpr std::size_t maximumListed = 100;

    std::uint64_t count = 0; ///< tensors with a name that another one before them has
    std::vector<NameClash> listed; ///< the first of them
};

/// Pairs of tensors with one name, of which one `concerns` the caller; all if that is empty. Goes through all tensors:
/// for a job where there are many.
NameClashes findNameClashes(
    const StagedEdits& edits, const Work& work = {}, const std::function<bool(std::uint32_t tensor)>& concerns = {});

} // namespace loupe
