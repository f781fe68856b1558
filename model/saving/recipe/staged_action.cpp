#include "saving/recipe/staged_action.h"

#include "saving/recipe/renamed_part.h"

#include <algorithm>

namespace loupe {

namespace {

std::string_view firstSegment(std::string_view name)
{
    return name.substr(0, std::ranges::find_if(name, isNameSeparator) - name.begin());
}

/// What all names have in common of their beginning, in whole segments, with the separator.
class CommonHead {
public:
    void add(std::string_view name)
    {
        if (!m_head)
            m_head = name;
        const auto same = std::mismatch(m_head->begin(), m_head->end(), name.begin(), name.end()).first;
        std::size_t size = static_cast<std::size_t>(same - m_head->begin());
        while (size > 0 && !isNameSeparator((*m_head)[size - 1]))
            --size;
        m_head = m_head->substr(0, size);
    }
    std::string_view get() const { return m_head.value_or(std::string_view()); }

private:
    std::optional<std::string_view> m_head;
};

/// What a rename replaces in all names alike.
class CommonRename {
public:
    void add(std::string_view before, std::string_view after)
    {
        const RenamedPart part = renamedPart(before, after);
        const auto endOf = [](std::string_view inner, std::string_view name) {
            return static_cast<std::size_t>(inner.data() + inner.size() - name.data());
        };
        const std::size_t end = endOf(part.before, before);
        std::string_view tail = before.substr(end); // the same in both names
        if (end > 0 && !tail.empty())
            tail.remove_prefix(1);
        if (!m_part) {
            m_part = part;
            m_next = firstSegment(tail);
            if (!tail.empty())
                m_separator = end > 0 ? before[end] : after[endOf(part.after, after)];
        }
        m_isCommon = m_isCommon && part == *m_part;
        m_hasTails = m_hasTails && !tail.empty();
        m_isNextCommon = m_isNextCommon && firstSegment(tail) == m_next;
    }
    bool isCommon() const { return m_isCommon && m_part && *m_part != RenamedPart(); }
    /// An empty part takes a neighbor along: "model.layers" becomes "layers".
    std::string before() const { return shown(m_part->before); }
    std::string after() const { return shown(m_part->after); }

private:
    std::string shown(std::string_view part) const
    {
        if (!m_part->before.empty() && !m_part->after.empty())
            return std::string(part);
        std::string neighbor(m_hasTails && m_isNextCommon ? m_next : "*");
        if (part.empty())
            return neighbor;
        return m_hasTails ? std::string(part) + m_separator + neighbor : neighbor + m_separator + std::string(part);
    }

    std::optional<RenamedPart> m_part;
    std::string_view m_next;
    char m_separator = '.';
    bool m_isCommon = true;
    bool m_isNextCommon = true;
    bool m_hasTails = true;
};

ActionLabel labelOfTensors(const StagedAction& action)
{
    const Change first = action.change(0);
    CommonHead head;
    CommonRename rename;
    bool isSameBefore = true;
    const bool isRename = first.kind == ChangeKind::Renamed;
    bool mayHaveCommon = true;
    for (std::uint64_t i = 0; i < action.changes() && mayHaveCommon; ++i) {
        const Change change = action.change(i);
        if (isRename)
            rename.add(change.subject, *change.after);
        else
            head.add(change.subject);
        isSameBefore = isSameBefore && change.before == first.before;
        mayHaveCommon =
            isRename ? rename.isCommon() : !head.get().empty() || (first.kind == ChangeKind::Cast && isSameBefore);
    }
    if (isRename)
        return rename.isCommon() ? ActionLabel{rename.before(), {}, rename.after(), false}
                                 : ActionLabel{std::string(first.subject), {}, std::string(*first.after), true};
    ActionLabel label;
    label.isFirstOfMany = head.get().empty();
    label.subject = label.isFirstOfMany ? std::string(first.subject) : std::string(head.get()) + '*';
    if (first.kind == ChangeKind::Cast) {
        label.before = isSameBefore ? *first.before : std::string_view();
        label.after = *first.after;
    }
    return label;
}

} // namespace

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
    }
    return change;
}

ActionLabel labelOf(const StagedAction& action)
{
    if (action.isVoid())
        return {};
    if (action.request.kind != ChangeKind::MetadataSet && action.changes() > 1)
        return labelOfTensors(action);
    const Change first = action.change(0);
    return {std::string(first.subject), {}, std::string(first.after.value_or("")), action.changes() > 1};
}

} // namespace loupe
