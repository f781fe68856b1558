#include "saving/recipe/staged_edits.h"

#include "core/name_hash.h"
#include "saving/casting/cast.h"
#include "saving/recipe/recipe_edits.h"

#include <algorithm>
#include <iterator>

namespace loupe {

namespace {

std::vector<std::uint32_t> ascending(std::vector<std::uint32_t> tensors)
{
    if (!std::is_sorted(tensors.begin(), tensors.end()))
        std::sort(tensors.begin(), tensors.end());
    tensors.erase(std::unique(tensors.begin(), tensors.end()), tensors.end());
    return tensors;
}

/// Precondition: both are ascending.
std::vector<std::uint32_t> difference(const std::vector<std::uint32_t>& all, const std::vector<std::uint32_t>& some)
{
    std::vector<std::uint32_t> rest;
    rest.reserve(all.size());
    std::set_difference(all.begin(), all.end(), some.begin(), some.end(), std::back_inserter(rest));
    return rest;
}

std::vector<std::uint32_t> sum(const std::vector<std::uint32_t>& some, const std::vector<std::uint32_t>& others)
{
    std::vector<std::uint32_t> both;
    both.reserve(some.size() + others.size());
    std::set_union(some.begin(), some.end(), others.begin(), others.end(), std::back_inserter(both));
    return both;
}

TensorNumbers shared(std::vector<std::uint32_t> tensors)
{
    return std::make_shared<const std::vector<std::uint32_t>>(std::move(tensors));
}

/// Whether the request changes the tensor.
bool apply(const ActionRequest& request, const Tensor& original, bool isQuantized, TensorDraft& draft)
{
    if (draft.isDeleted)
        return false;
    if (request.kind == ChangeKind::Deleted) {
        draft = TensorDraft::deleted();
        return true;
    }
    if (request.kind == ChangeKind::Cast) {
        // Before a cast, a quantized weight has codes instead of a dtype, so even a cast to F32 changes it.
        const std::optional<DType> now = draft.dtype || isQuantized ? draft.dtype : original.dtype;
        if (!canCast(original.dtype, request.dtype) || now == request.dtype)
            return false;
        draft.dtype = request.dtype;
        return true;
    }
    const std::string_view now = draft.name ? std::string_view(*draft.name) : original.name;
    auto name = request.rule ? request.rule(now) : request.name;
    if (!name || *name == now)
        return false;
    draft.name = std::move(name);
    return true;
}

/// Whether performing both actions has the same result as only the second.
bool isReplaced(const ActionRequest& before, const ActionRequest& after)
{
    const auto isSameKey = [](const WantedKey& one, const WantedKey& another) { return one.key == another.key; };
    return before.kind == after.kind && before.isAbsolute() && after.isAbsolute() && *before.tensors == *after.tensors
        && std::ranges::equal(before.keys, after.keys, isSameKey);
}

} // namespace

StagedEdits::StagedEdits(std::shared_ptr<const Checkpoint> checkpoint)
    : m_checkpoint(std::move(checkpoint))
    , m_tensors(std::make_shared<const TensorEdits>(m_checkpoint))
    , m_metadata(m_checkpoint)
{
}

bool StagedEdits::operator==(const StagedEdits& other) const
{
    return m_checkpoint == other.m_checkpoint && m_metadata == other.m_metadata
        && (m_tensors == other.m_tensors || *m_tensors == *other.m_tensors);
}

ChangeTotals StagedEdits::totals() const
{
    ChangeTotals totals = m_tensors->totals();
    totals.metadata = metadataEdits().size();
    return totals;
}

Change StagedEdits::change(std::uint64_t number) const
{
    const std::uint64_t ofTensors = m_tensors->totals().ofTensors();
    if (number < ofTensors)
        return m_tensors->change(number);
    const MetadataEdit& edit = metadataEdits()[number - ofTensors];
    Change change{edit.value ? ChangeKind::MetadataSet : ChangeKind::MetadataRemoved, 0, edit.key, {}, edit.value};
    if (edit.original)
        change.before = (*m_checkpoint->metadata)[*edit.original].second.shown();
    return change;
}

void StagedEdits::rename(std::uint32_t tensor, std::string_view name)
{
    ActionRequest request{.tensors = shared({tensor}), .rule = {}, .name = std::string(name), .keys = {}};
    perform(std::move(request), {});
}

std::vector<std::uint32_t> StagedEdits::rename(std::vector<std::uint32_t> tensors, NewName newName, const Work& work)
{
    ActionRequest request{
        .tensors = shared(ascending(std::move(tensors))), .rule = std::move(newName), .name = {}, .keys = {}};
    return perform(std::move(request), work).changed;
}

std::uint64_t StagedEdits::cast(std::vector<std::uint32_t> tensors, DType dtype, const Work& work)
{
    ActionRequest request{.kind = ChangeKind::Cast,
        .tensors = shared(ascending(std::move(tensors))),
        .rule = {},
        .name = {},
        .dtype = dtype,
        .keys = {}};
    return perform(std::move(request), work).impossible;
}

void StagedEdits::remove(std::vector<std::uint32_t> tensors, const Work& work)
{
    ActionRequest request{.kind = ChangeKind::Deleted,
        .tensors = shared(ascending(std::move(tensors))),
        .rule = {},
        .name = {},
        .keys = {}};
    perform(std::move(request), work);
}

StagedEdits::Performed StagedEdits::perform(ActionRequest request, const Work& work)
{
    Performed performed;
    Actions actions = m_actions;
    StagedAction action;
    action.tensorsBefore = m_tensors;
    action.metadataBefore = m_metadata;
    if (!actions.empty() && isReplaced(actions.back()->request, request)) {
        action.tensorsBefore = actions.back()->tensorsBefore;
        action.metadataBefore = actions.back()->metadataBefore;
        actions.pop_back();
    }
    action.id = actions.empty() ? 1 : actions.back()->id + 1;
    auto tensors = std::make_shared<TensorEdits>(*action.tensorsBefore);
    performed.changed = tensors->edit(
        *request.tensors,
        [&](std::uint32_t tensor, TensorDraft& draft) {
            const Tensor& original = m_checkpoint->tensors[tensor];
            if (request.kind == ChangeKind::Cast && !draft.isDeleted && !canCast(original.dtype, request.dtype))
                ++performed.impossible;
            return apply(request, original, m_tensors->isQuantized(tensor), draft);
        },
        work);
    action.metadataAfter = action.metadataBefore;
    if (!request.keys.empty())
        action.changedKeys = action.metadataAfter.apply(request.keys);
    if (work.stopped())
        return performed;
    action.changed = performed.changed.size() == request.tensors->size() ? request.tensors : shared(performed.changed);
    action.tensorsAfter = std::move(tensors);
    action.request = std::move(request);
    if (!action.isVoid())
        actions.push_back(std::make_shared<const StagedAction>(std::move(action)));
    show(std::move(actions));
    if (isEmpty())
        m_actions.clear();
    return performed;
}

void StagedEdits::show(Actions actions)
{
    m_actions = std::move(actions);
    if (m_actions.empty()) {
        m_tensors = std::make_shared<const TensorEdits>(m_checkpoint);
        m_metadata = MetadataEdits(m_checkpoint);
    } else {
        m_tensors = m_actions.back()->tensorsAfter;
        m_metadata = m_actions.back()->metadataAfter;
    }
}

ActionRequest StagedEdits::reduced(const ActionRequest& request, const Without* without)
{
    ActionRequest rest = request;
    if (!without)
        return rest;
    if (!without->tensors.empty())
        rest.tensors = shared(difference(*request.tensors, without->tensors));
    if (!without->keys.empty())
        std::erase_if(rest.keys, [&](const WantedKey& wanted) {
            return std::binary_search(without->keys.begin(), without->keys.end(), wanted.key);
        });
    return rest;
}

void StagedEdits::redo(
    const std::vector<std::uint32_t>& tensors, const std::vector<const Without*>& without, const Work& work)
{
    Actions actions;
    for (std::size_t i = 0; i < m_actions.size(); ++i) {
        const auto& old = m_actions[i];
        ActionRequest request = reduced(old->request, without[i]);
        if (request.tensors->empty() && request.keys.empty())
            continue;
        const bool isAfterTheSame = actions.size() == i && (i == 0 || actions.back() == m_actions[i - 1]);
        const bool isWhole =
            request.tensors->size() == old->request.tensors->size() && request.keys.size() == old->request.keys.size();
        if (isAfterTheSame && isWhole)
            actions.push_back(m_actions[i]);
        else
            actions.push_back(
                redone(old, tensors, std::move(request), actions.empty() ? nullptr : actions.back().get(), work));
        if (work.stopped())
            return;
    }
    show(std::move(actions));
}

std::shared_ptr<const StagedAction> StagedEdits::redone(const std::shared_ptr<const StagedAction>& before,
    const std::vector<std::uint32_t>& tensors, ActionRequest request, const StagedAction* previous,
    const Work& work) const
{
    const StagedAction& old = *before;
    const auto action = std::make_shared<StagedAction>();
    action->id = old.id;
    action->request = std::move(request);
    action->tensorsBefore = previous ? previous->tensorsAfter : m_actions.front()->tensorsBefore;
    action->metadataBefore = previous ? previous->metadataAfter : MetadataEdits(m_checkpoint);
    action->metadataAfter = action->metadataBefore;
    if (!action->request.keys.empty())
        action->changedKeys = action->metadataAfter.apply(action->request.keys);
    // All other tensors keep their edits.
    auto after = std::make_shared<TensorEdits>(*old.tensorsAfter);
    auto wanted = action->request.tensors->begin();
    const auto end = action->request.tensors->end();
    const auto changed = after->edit(
        tensors,
        [&](std::uint32_t tensor, TensorDraft& draft) {
            draft = TensorDraft(action->tensorsBefore->of(tensor));
            wanted = std::lower_bound(wanted, end, tensor);
            return wanted != end && *wanted == tensor
                && apply(action->request, m_checkpoint->tensors[tensor], after->isQuantized(tensor), draft);
        },
        work);
    action->tensorsAfter = std::move(after);
    auto others = difference(*old.changed, tensors);
    const bool isConcerned = others.size() < old.changed->size() || !changed.empty() || !action->request.keys.empty();
    action->changed = isConcerned ? shared(sum(others, changed)) : old.changed;
    if (action->isVoid())
        action->lastEffect = old.isVoid() ? old.lastEffect : before;
    return action;
}

void StagedEdits::revert(std::vector<std::uint32_t> tensors, const Work& work)
{
    const Without without{ascending(std::move(tensors)), {}};
    redo(without.tensors, std::vector<const Without*>(m_actions.size(), &without), work);
}

void StagedEdits::setMetadata(std::string_view key, std::string_view value)
{
    changeMetadata({{std::string(key), std::string(value)}});
}

void StagedEdits::removeMetadata(std::string_view key)
{
    changeMetadata({{std::string(key), {}}});
}

void StagedEdits::removeMetadata(std::span<const std::string> keys)
{
    std::vector<WantedKey> wanted;
    wanted.reserve(keys.size());
    for (const std::string& key : keys)
        wanted.push_back({key, {}});
    changeMetadata(std::move(wanted));
}

void StagedEdits::changeMetadata(std::vector<WantedKey> keys)
{
    perform(
        {.kind = ChangeKind::MetadataSet, .tensors = shared({}), .rule = {}, .name = {}, .keys = std::move(keys)}, {});
}

void StagedEdits::revertMetadata(std::span<const std::string> keys)
{
    Without without{{}, {keys.begin(), keys.end()}};
    std::ranges::sort(without.keys);
    redo({}, std::vector<const Without*>(m_actions.size(), &without), {});
}

void StagedEdits::undo(const std::vector<ActionPart>& parts, const Work& work)
{
    std::vector<Without> without(m_actions.size());
    std::vector<std::uint32_t> tensors;
    for (const ActionPart& part : parts) {
        const StagedAction& action = *m_actions[part.action];
        Without& left = without[part.action];
        if (part.changes.empty()) {
            tensors = sum(tensors, *action.changed);
            left.tensors = *action.request.tensors;
            for (const WantedKey& wanted : action.request.keys)
                left.keys.push_back(wanted.key);
            continue;
        }
        std::vector<std::uint32_t> some;
        for (const std::uint64_t number : part.changes) {
            if (number < action.changed->size())
                some.push_back((*action.changed)[number]);
            else
                left.keys.push_back(action.changedKeys[number - action.changed->size()].key);
        }
        some = ascending(std::move(some));
        tensors = sum(tensors, some);
        left.tensors = sum(left.tensors, some);
    }
    std::vector<const Without*> each;
    for (Without& one : without) {
        std::ranges::sort(one.keys);
        each.push_back(&one);
    }
    redo(tensors, each, work);
}

Recipe StagedEdits::recipe(const Format& format, const Work& work) const
{
    Recipe recipe;
    recipe.format = &format;
    recipe.metadata = m_checkpoint->metadata;
    recipe.items.reserve(m_checkpoint->tensors.size());
    for (std::uint32_t i = 0; i < m_checkpoint->tensors.size() && !work.stopped(); ++i) {
        const Tensor& tensor = m_checkpoint->tensors[i];
        const TensorEdit edit = of(i);
        if (!edit.isDeleted)
            recipe.items.push_back({.source = m_checkpoint,
                .tensor = i,
                .name = std::string(edit.name.value_or(tensor.name)),
                .dtype = edit.dtype.value_or(tensor.dtype),
                .isDecoded = edit.dtype.has_value()});
    }
    RecipeEdits edits;
    for (const MetadataEdit& edit : metadataEdits()) {
        if (edit.value)
            edits.setMetadata.emplace_back(edit.key, *edit.value);
        else
            edits.dropMetadata.push_back(edit.key);
    }
    applyEdits(edits, recipe);
    return recipe;
}

NameClashes findNameClashes(
    const StagedEdits& edits, const Work& work, const std::function<bool(std::uint32_t tensor)>& concerns)
{
    NameClashes clashes;
    if (!edits.checkpoint())
        return clashes;
    const auto& tensors = edits.checkpoint()->tensors;
    NameMap<std::string_view, std::uint32_t> seen;
    seen.reserve(tensors.size());
    for (std::uint32_t i = 0; i < tensors.size() && !work.stopped(); ++i) {
        const TensorEdit edit = edits.of(i);
        if (edit.isDeleted)
            continue;
        const std::string_view name = edit.name.value_or(tensors[i].name);
        const auto [known, isNew] = seen.emplace(name, i);
        if (isNew || (concerns && !concerns(known->second) && !concerns(i)))
            continue;
        ++clashes.count;
        if (clashes.listed.size() < NameClashes::maximumListed)
            clashes.listed.push_back({std::string(name), known->second, i});
    }
    return clashes;
}

} // namespace loupe
