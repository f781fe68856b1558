#include "saving/recipe/action_label.h"

#include "core/text/block_number.h"
#include "saving/recipe/name_pattern.h"
#include "saving/recipe/renamed_part.h"

#include <algorithm>
#include <optional>

namespace loupe {

namespace {

std::string_view firstSegment(std::string_view name)
{
    return name.substr(0, std::ranges::find_if(name, isNameSeparator) - name.begin());
}

std::size_t segmentCount(std::string_view name)
{
    return name.empty() ? 0 : static_cast<std::size_t>(std::ranges::count_if(name, isNameSeparator)) + 1;
}

bool hasSegments(std::string_view name, std::string_view segments)
{
    for (std::size_t at = name.find(segments); at != std::string_view::npos; at = name.find(segments, at + 1)) {
        const std::size_t end = at + segments.size();
        if ((at == 0 || isNameSeparator(name[at - 1])) && (end == name.size() || isNameSeparator(name[end])))
            return true;
    }
    return false;
}

/// The names of all tensors that the action might change.
template <typename Take>
void eachName(const StagedAction& action, Take take)
{
    const TensorEdits& tensors = *action.tensorsBefore;
    for (std::uint32_t tensor = 0; tensor < tensors.tensorCount(); ++tensor) {
        if (const TensorEdit edit = tensors.of(tensor); !edit.isDeleted)
            take(edit.name.value_or(tensors.original(tensor).name));
    }
}

/// How many of the changed tensors are in each of the groups that contain all of them.
class GroupSizes {
public:
    GroupSizes(const StagedAction& action, const NamePattern& pattern)
        : m_sizes(pattern.groupParts() + 1)
    {
        eachName(action, [&](std::string_view name) { ++m_sizes[pattern.partsOf(name)]; });
        for (std::size_t parts = m_sizes.size() - 1; parts > 0; --parts)
            m_sizes[parts - 1] += m_sizes[parts];
    }
    std::uint64_t ofSmallest() const { return m_sizes.back(); }
    /// The smallest number of parts, at least `least`, that names a group of this many tensors.
    std::optional<std::size_t> find(std::size_t least, std::uint64_t tensors) const
    {
        for (std::size_t parts = least; parts < m_sizes.size(); ++parts) {
            if (m_sizes[parts] == tensors)
                return parts;
        }
        return std::nullopt;
    }

private:
    std::vector<std::uint64_t> m_sizes; ///< indexed by the number of parts
};

/// The replacement that a rename makes in all names.
class CommonRename {
public:
    explicit CommonRename(const StagedAction& action)
        : m_action(action)
    {
        for (std::uint64_t i = 0; i < action.changes() && m_isCommon; ++i) {
            const Change change = action.change(i);
            add(change.subject, *change.after);
        }
        m_isCommon = m_isCommon && *m_part != RenamedPart();
    }

    /// Nullopt if the names have nothing in common.
    std::optional<ActionLabel> label() const
    {
        if (!m_isCommon)
            return std::nullopt;
        if (isAllThatHasIt())
            return made(shown(m_part->before), shown(m_part->after));
        if (m_isOnePlace) {
            const GroupSizes sizes(m_action, m_before);
            if (const auto parts = sizes.find(std::max<std::size_t>(m_endBefore, 1), m_action.changes())) {
                const std::size_t partsAfter = *parts + m_endAfter - m_endBefore;
                if (partsAfter > 0 && partsAfter <= m_after.groupParts())
                    return made(m_before.group(*parts), m_after.group(partsAfter));
            }
        }
        const auto before = m_before.whole(true);
        const auto after = m_after.whole(true);
        return before && after ? std::optional(made(*before, *after)) : std::nullopt;
    }

private:
    static ActionLabel made(std::string before, std::string after)
    {
        return {.subject = std::move(before), .before = {}, .after = std::move(after)};
    }

    void add(std::string_view before, std::string_view after)
    {
        const RenamedPart part = renamedPart(before, after);
        const auto endOf = [](std::string_view inner, std::string_view name) {
            return static_cast<std::size_t>(inner.data() + inner.size() - name.data());
        };
        const std::size_t end = endOf(part.before, before);
        std::string_view tail = before.substr(end); // equal in both names
        if (end > 0 && !tail.empty())
            tail.remove_prefix(1);
        const std::size_t segmentsBefore = segmentCount(before) - segmentCount(tail);
        const std::size_t segmentsAfter = segmentCount(after) - segmentCount(tail);
        if (!m_part) {
            m_part = part;
            m_next = firstSegment(tail);
            m_endBefore = segmentsBefore;
            m_endAfter = segmentsAfter;
            if (!tail.empty())
                m_separator = end > 0 ? before[end] : after[endOf(part.after, after)];
        }
        m_isCommon = part == *m_part;
        m_isOnePlace = m_isOnePlace && segmentsBefore == m_endBefore && segmentsAfter == m_endAfter;
        m_hasTails = m_hasTails && !tail.empty();
        m_isNextCommon = m_isNextCommon && firstSegment(tail) == m_next;
        m_before.add(before);
        m_after.add(after);
    }

    /// An empty part is shown with its neighbor: "model.layers" becomes "layers".
    std::string shown(std::string_view part) const
    {
        if (!m_part->before.empty() && !m_part->after.empty())
            return std::string(part);
        std::string neighbor(neighborText());
        if (part.empty())
            return neighbor;
        return m_hasTails ? std::string(part) + m_separator + neighbor : neighbor + m_separator + std::string(part);
    }
    std::string_view neighborText() const { return m_hasTails && m_isNextCommon ? m_next : "*"; }

    /// Whether the replaced part occurs only in names that are changed.
    bool isAllThatHasIt() const
    {
        const std::string part = neighborText() == "*" ? std::string(m_part->before) : shown(m_part->before);
        if (isBlockNumber(part))
            return false; // meaningless on its own
        std::uint64_t names = 0;
        eachName(m_action, [&](std::string_view name) { names += part.empty() || hasSegments(name, part) ? 1 : 0; });
        return names == m_action.changes();
    }

    const StagedAction& m_action;
    NamePattern m_before;
    NamePattern m_after;
    std::optional<RenamedPart> m_part;
    std::string_view m_next;
    std::size_t m_endBefore = 0; ///< in segments: the end of the replaced part
    std::size_t m_endAfter = 0;
    char m_separator = '.';
    bool m_isCommon = true;
    bool m_isOnePlace = true;
    bool m_isNextCommon = true;
    bool m_hasTails = true;
};

/// Sets the place of the tensors that an action casts or deletes.
void setPlace(ActionLabel& label, const StagedAction& action)
{
    NamePattern pattern;
    for (std::uint64_t i = 0; i < action.changes(); ++i)
        pattern.add(action.change(i).subject);
    const auto setGroup = [&](std::size_t parts) { label.subject = parts == 0 ? "*" : pattern.group(parts) + ".*"; };
    if (const auto whole = pattern.whole(false)) {
        label.subject = *whole;
        return;
    }
    const GroupSizes sizes(action, pattern);
    if (const auto parts = sizes.find(std::min<std::size_t>(pattern.groupParts(), 1), action.changes()))
        return setGroup(*parts);
    if (const auto whole = pattern.whole(true)) {
        label.subject = *whole;
    } else if (pattern.groupParts() > 0) {
        setGroup(pattern.groupParts());
        label.among = sizes.ofSmallest();
    } else {
        label.subject = action.change(0).subject;
        label.isFirstOfMany = true;
    }
}

ActionLabel labelOfTensors(const StagedAction& action)
{
    const Change first = action.change(0);
    if (first.kind == ChangeKind::Renamed) {
        const auto label = CommonRename(action).label();
        return label ? *label : firstLabel(action);
    }
    ActionLabel label;
    setPlace(label, action);
    if (first.kind == ChangeKind::Cast) {
        const bool isSameBefore = std::ranges::all_of(*action.changed,
            [&](std::uint32_t tensor) { return action.tensorsBefore->dtypeNameOf(tensor) == *first.before; });
        label.before = isSameBefore ? *first.before : std::string_view();
        label.after = *first.after;
    }
    return label;
}

const StagedAction& lastEffectOf(const StagedAction& action)
{
    return action.isVoid() && action.lastEffect ? *action.lastEffect : action;
}

} // namespace

ActionLabel firstLabel(const StagedAction& staged)
{
    const StagedAction& action = lastEffectOf(staged);
    if (action.isVoid())
        return {};
    const Change first = action.change(0);
    return {.subject = std::string(first.subject),
        .before = {},
        .after = std::string(first.after.value_or("")),
        .isFirstOfMany = action.changes() > 1};
}

ActionLabel labelOf(const StagedAction& staged)
{
    const StagedAction& action = lastEffectOf(staged);
    const bool isOfTensors = action.request.kind != ChangeKind::MetadataSet && action.changes() > 1;
    return isOfTensors ? labelOfTensors(action) : firstLabel(action);
}

} // namespace loupe
