#pragma once

#include "saving/recipe/metadata_edits.h"
#include "saving/recipe/tensor_edits.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Ascending, without duplicates. Shared because there may be a million.
using TensorNumbers = std::shared_ptr<const std::vector<std::uint32_t>>;

/// Maps the current name of a tensor to a new one; nullopt keeps the name. It is stored, and called again when earlier
/// actions are undone, possibly on other threads.
using NewName = std::function<std::optional<std::string>(std::string_view name)>;

/// A request for an action. A rename has either a rule or one name.
struct ActionRequest {
    ChangeKind kind = ChangeKind::Renamed; ///< MetadataSet stands for any metadata change
    TensorNumbers tensors; ///< never null
    NewName rule;
    std::optional<std::string> name; ///< instead of a rule
    DType dtype = DType::Opaque; ///< for Cast
    std::vector<WantedKey> keys; ///< for MetadataSet

    /// True if its result is independent of earlier actions.
    bool isAbsolute() const { return !rule; }
};

/// One step of editing: the request, and its effect on top of the earlier steps. Immutable.
struct StagedAction {
    std::uint64_t id = 0; ///< stays the same while the action is staged, even if earlier actions are undone
    ActionRequest request;

    std::shared_ptr<const TensorEdits> tensorsBefore;
    std::shared_ptr<const TensorEdits> tensorsAfter;
    MetadataEdits metadataBefore{nullptr};
    MetadataEdits metadataAfter{nullptr};
    TensorNumbers changed; ///< never null
    std::vector<KeyChange> changedKeys;
    /// For a void action: the action as it was when it last changed something.
    std::shared_ptr<const StagedAction> lastEffect;

    std::uint64_t changes() const { return changed->size() + changedKeys.size(); }
    /// True if the action has no effect because the tensors that its rule matched were restored by an undo, or deleted.
    bool isVoid() const { return changes() == 0; }
    /// Tensor changes come first. The subject is the name before the action. Precondition: number < changes().
    Change change(std::uint64_t number) const;
};

} // namespace loupe
