#include "saving/recipe/edit_rules.h"

#include <functional>

namespace loupe {

namespace {

std::vector<std::uint32_t> tensorsWhere(
    const Checkpoint& checkpoint, const std::function<bool(const Tensor& tensor)>& isWanted)
{
    std::vector<std::uint32_t> found;
    for (std::uint32_t i = 0; i < checkpoint.tensors.size(); ++i) {
        if (isWanted(checkpoint.tensors[i]))
            found.push_back(i);
    }
    return found;
}

} // namespace

void EditRules::stage(StagedEdits& edits, const Work& work) const
{
    const std::shared_ptr<const Checkpoint> checkpoint = edits.checkpoint();
    for (const Glob& drop : drops)
        edits.remove(tensorsWhere(*checkpoint, [&](const Tensor& tensor) { return drop.matches(tensor.name); }), work);
    for (const NameRewriter& rename : renames) {
        edits.rename(
            tensorsWhere(*checkpoint, [](const Tensor&) { return true; }),
            [rename](std::string_view name) { return rename.rewrite(name); }, work);
    }
    // The last cast of a tensor wins, so rules for its own dtype come after those for any dtype.
    for (const bool isOfAny : {true, false}) {
        for (const CastRule& cast : casts) {
            if (cast.from.has_value() == isOfAny)
                continue;
            const auto isMeant = [&](const Tensor& tensor) { return isOfAny || tensor.dtype == *cast.from; };
            edits.cast(tensorsWhere(*checkpoint, isMeant), cast.to, work);
        }
    }
    for (const auto& [key, value] : setMetadata)
        edits.setMetadata(key, value);
}

} // namespace loupe
