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

/// Ascending, each once; shared, as there may be a million.
using TensorNumbers = std::shared_ptr<const std::vector<std::uint32_t>>;

/// Gets the current name of a tensor; nothing: the name stays. It is kept and called again when actions before it are
/// undone, also on other threads.
using NewName = std::function<std::optional<std::string>(std::string_view name)>;

/// A request for an action. A rename follows a rule or gives one name; the other fields say the rest.
struct ActionRequest {
    ChangeKind kind = ChangeKind::Renamed; ///< MetadataSet: whatever is done about metadata
    TensorNumbers tensors; ///< never null
    NewName rule;
    std::optional<std::string> name; ///< instead of a rule
    DType dtype = DType::Opaque; ///< of Cast
    std::vector<WantedKey> keys; ///< of MetadataSet

    /// What it sets does not depend on what was before.
    bool isAbsolute() const { return !rule; }
};

/// A step of editing: what was wanted, and what that came to after the steps before it. Immutable.
struct StagedAction {
    std::uint64_t id = 0; ///< the same as long as it is staged, whatever is undone before it
    ActionRequest request;

    std::shared_ptr<const TensorEdits> tensorsBefore;
    std::shared_ptr<const TensorEdits> tensorsAfter;
    MetadataEdits metadataBefore{nullptr};
    MetadataEdits metadataAfter{nullptr};
    TensorNumbers changed; ///< never null
    std::vector<KeyChange> changedKeys;
    /// What a void action was when it last changed something.
    std::shared_ptr<const StagedAction> lastEffect;

    std::uint64_t changes() const { return changed->size() + changedKeys.size(); }
    /// What its rule found was changed by an action that is undone, or deleted: it does nothing.
    bool isVoid() const { return changes() == 0; }
    /// Tensors first. The subject is the name before the action. Precondition: number < changes().
    Change change(std::uint64_t number) const;
};

} // namespace loupe
