#include "saving/recipe/staged_action.h"

namespace loupe {

Change StagedAction::change(std::uint64_t number) const
{
    if (number >= changed->size()) {
        const KeyChange& change = changedKeys[number - changed->size()];
        return {change.after ? ChangeKind::MetadataSet : ChangeKind::MetadataRemoved, 0, change.key, change.before,
            change.after};
    }
    const std::uint32_t tensor = (*changed)[number];
    const std::string_view name = tensorsBefore->nameOf(tensor);
    Change change{request.kind, tensor, name, name, {}};
    if (request.kind == ChangeKind::Renamed) {
        change.after = tensorsAfter->nameOf(tensor);
    } else if (request.kind == ChangeKind::Cast) {
        change.before = tensorsBefore->dtypeNameOf(tensor);
        change.after = dtypeName(request.dtype);
        change.dtype = request.dtype;
    }
    return change;
}

} // namespace loupe
