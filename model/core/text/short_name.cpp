#include "core/text/short_name.h"

#include "core/text/block_number.h"
#include "core/text/gapped_text.h"

#include <algorithm>
#include <utility>

namespace loupe {

namespace {

constexpr std::string_view ellipsis = "…";

std::vector<NamePart> partsOf(std::string_view name)
{
    std::vector<NamePart> parts;
    char separator = 0;
    for (;;) {
        const std::size_t end = partEnd(name);
        parts.push_back({separator, name.substr(0, end)});
        if (end == name.size())
            return parts;
        separator = name[end];
        name.remove_prefix(end + 1);
    }
}

/// Includes patterns of several blocks: "{0…15}".
bool isNumberPart(std::string_view part)
{
    return isBlockNumber(part) || (part.starts_with('{') && part.ends_with('}'));
}

} // namespace

ShortName::ShortName(std::string_view shown, const ListedName& listed)
    : m_list(listed.list && listed.list->areKnown() ? listed.list : nullptr)
    , m_before(listed.before)
    , m_parts(partsOf(shown))
    , m_isKept(m_parts.size(), true)
    , m_cuts(m_parts.size())
    , m_isFixed(m_parts.size())
{
    const std::size_t size = m_parts.size();
    const std::string whole = m_before + std::string(shown);
    if (m_list)
        m_pattern = m_list->patternOf(whole);
    const auto partsBefore = static_cast<std::size_t>(std::ranges::count_if(m_before, isNameSeparator));
    for (std::size_t i = 0; i < size; ++i)
        m_isFixed[i] =
            isNumberPart(m_parts[i].text) || (listed.list && listed.list->varies(whole, m_pattern, partsBefore + i));
    m_end = size - (listed.list ? std::min(listed.list->commonTail(), size - 1) : 0);
    m_role = m_end < size ? m_end - 1 : std::max<std::size_t>(size, 2) - 2;
    m_firstNumber = static_cast<std::size_t>(std::ranges::find(m_isFixed, true) - m_isFixed.begin());
    m_afterNumbers = static_cast<std::size_t>(m_isFixed.rend() - std::find(m_isFixed.rbegin(), m_isFixed.rend(), true));
    planSteps();
    planLastResorts();
}

std::optional<ShortName::Turn> ShortName::turnOf(std::size_t part) const
{
    if (m_isFixed[part] || (!m_list && part + 1 == m_end)) // without a list, the last part stays
        return std::nullopt;
    if (part == m_role)
        return Turn::Role;
    if (part >= m_end)
        return Turn::Tail;
    if (part + 1 == m_parts.size())
        return m_list && m_list->isUsualEnd(m_parts[part].text) ? Turn::UsualEnd : Turn::Last;
    if (m_isFixed[part + 1])
        return Turn::BeforeNumber;
    if (part + 1 == m_role && (m_list || m_end < m_parts.size()))
        return Turn::BeforeRole;
    return m_firstNumber < m_parts.size() && part < m_firstNumber ? Turn::Lead : Turn::Other;
}

/// Whether the part may distinguish a name that is shortened on its own from others.
bool ShortName::mayDistinguish(std::size_t part) const
{
    constexpr std::size_t fewParts = 3;
    return m_afterNumbers > 0 ? part >= m_afterNumbers : m_end <= fewParts;
}

void ShortName::planSteps()
{
    const auto partsOfTurn = [this](Turn turn) {
        std::vector<std::size_t> parts;
        for (std::size_t i = 0; i < m_parts.size(); ++i)
            if (turnOf(i) == turn)
                parts.push_back(i);
        return parts;
    };
    const auto add = [this](std::vector<std::size_t> parts, bool startsAnew = false, bool mayBeCut = false) {
        m_steps.push_back({.parts = std::move(parts), .startsAnew = startsAnew, .mayBeCut = mayBeCut});
    };
    const std::vector<std::size_t> lead = partsOfTurn(Turn::Lead);
    const std::vector<std::size_t> tail = partsOfTurn(Turn::Tail);
    for (const std::size_t part : lead)
        add({part});
    if (!tail.empty()) {
        add(tail, true);
        bool isFirst = true;
        for (const auto* const both : {&lead, &tail})
            for (const std::size_t part : *both)
                add({part}, std::exchange(isFirst, false));
    }
    for (const Turn turn : {Turn::UsualEnd, Turn::Other, Turn::BeforeNumber, Turn::BeforeRole, Turn::Last, Turn::Role})
        for (const std::size_t part : partsOfTurn(turn))
            add({part}, false, !m_list && turn != Turn::BeforeNumber && (turn != Turn::Other || mayDistinguish(part)));
    std::ranges::reverse(m_steps);
}

void ShortName::planLastResorts()
{
    for (std::size_t i = m_parts.size(); i-- > 0;)
        if (m_isFixed[i])
            m_lastResorts.push_back(i);
    if (m_list && m_parts.size() > 1 && m_role + 1 < m_parts.size())
        m_lastResorts.push_back(m_end < m_parts.size() ? m_parts.size() - 1 : m_role);
}

std::optional<std::size_t> ShortName::wordBeforeDrop() const
{
    if (m_steps.empty() || !m_steps.back().mayBeCut)
        return std::nullopt;
    return m_steps.back().parts.front();
}

bool ShortName::dropPart()
{
    while (!m_steps.empty()) {
        const Step step = std::move(m_steps.back());
        m_steps.pop_back();
        if (step.startsAnew)
            m_isKept.assign(m_isKept.size(), true);
        for (const std::size_t part : step.parts)
            m_isKept[part] = false;
        // A number alone is not distinctive enough.
        const bool saysEnough = !m_list || step.parts.front() != m_role || m_isKept.back();
        if (saysEnough && isUnambiguous())
            return true;
        for (const std::size_t part : step.parts)
            m_isKept[part] = true;
    }
    return false;
}

bool ShortName::dropAnyPart()
{
    while (!m_lastResorts.empty()) {
        const std::size_t part = m_lastResorts.back();
        m_lastResorts.pop_back();
        if (!m_isKept[part] || std::ranges::count(m_isKept, true) < 2)
            continue;
        m_isKept[part] = false;
        return true;
    }
    return false;
}

std::vector<std::size_t> ShortName::wordParts() const
{
    std::vector<std::size_t> words;
    for (std::size_t i = 0; i < m_parts.size(); ++i)
        if (m_isKept[i] && !m_isFixed[i])
            words.push_back(i);
    return words;
}

bool ShortName::cutPart(std::size_t part, std::size_t begin, std::size_t end)
{
    const Cut before = std::exchange(m_cuts[part], Cut{begin, end});
    if (isUnambiguous())
        return true;
    m_cuts[part] = before;
    return false;
}

std::string ShortName::textWithGaps() const
{
    std::string text;
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        const bool isAfterGap = i > 0 && !m_isKept[i - 1];
        if (!m_isKept[i] && isAfterGap)
            continue;
        if (m_parts[i].separator != 0 && !isAfterGap)
            text += m_parts[i].separator;
        if (!m_isKept[i]) {
            text += GappedText::partGap;
            continue;
        }
        const auto [begin, end] = m_cuts[i];
        text.append(m_parts[i].text.substr(0, begin));
        if (begin < end)
            text += GappedText::letterGap;
        text.append(m_parts[i].text.substr(end));
    }
    return text;
}

bool ShortName::isUnambiguous() const
{
    return !m_list || (!hasGivenUp() && m_list->isUnambiguous(m_before + textWithGaps(), m_pattern, m_comparisons));
}

bool ShortName::isUnambiguousAs(std::string_view text) const
{
    if (!m_list || hasGivenUp())
        return !m_list;
    std::string withGaps(m_before);
    for (std::size_t end = text.find(ellipsis); end != text.npos; end = text.find(ellipsis)) {
        withGaps.append(text.substr(0, end)) += GappedText::letterGap;
        text.remove_prefix(end + ellipsis.size());
    }
    return m_list->isUnambiguous(withGaps.append(text), m_pattern, m_comparisons);
}

std::string ShortName::text() const
{
    std::string text;
    for (const char c : textWithGaps()) {
        if (c == GappedText::partGap && !text.empty())
            text.pop_back(); // the separator
        if (GappedText::isGap(c))
            text += ellipsis;
        else
            text += c;
    }
    return text;
}

} // namespace loupe
