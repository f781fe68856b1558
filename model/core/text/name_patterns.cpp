#include "core/text/name_patterns.h"

#include "core/block_number.h"

#include <algorithm>
#include <utility>

namespace loupe {

namespace {

constexpr std::size_t mostVaryingBits = 64;
constexpr std::string_view ellipsis = "…";

bool isSeparator(char c)
{
    return c == '.' || c == '/';
}

/// Appends the name with "#" for each run of digits, and for "{0…15}", which stands for the numbers of several blocks.
void appendPattern(std::string_view name, std::string& pattern)
{
    for (std::size_t i = 0; i < name.size(); ++i) {
        const std::size_t end = name[i] == '{' ? name.find_first_of("}./", i) : std::string_view::npos;
        if (end != std::string_view::npos && name[end] == '}') {
            pattern += '#';
            i = end;
        } else if (!isDecimalDigit(name[i])) {
            pattern += name[i];
        } else if (i == 0 || !isDecimalDigit(name[i - 1])) {
            pattern += '#';
        }
    }
}

/// Calls `use(number, a, b)` with the parts that both names have at the same place.
template <typename Use>
void forEachPartOfBoth(std::string_view a, std::string_view b, Use&& use)
{
    for (std::size_t number = 0;; ++number) {
        const std::size_t endOfA = partEnd(a);
        const std::size_t endOfB = partEnd(b);
        use(number, a.substr(0, endOfA), b.substr(0, endOfB));
        if (endOfA == a.size() || endOfB == b.size())
            return;
        a.remove_prefix(endOfA + 1);
        b.remove_prefix(endOfB + 1);
    }
}

bool isGap(char c)
{
    return c == NamePatterns::partGap || c == NamePatterns::letterGap;
}

/// Whether `text`, with its gaps, may be short for `pattern`.
bool mayStandFor(std::string_view text, std::string_view pattern)
{
    std::size_t place = 0; // in the pattern, where the next piece may begin
    char gap = 0; // before the piece
    for (;;) {
        const auto end = static_cast<std::size_t>(std::find_if(text.begin(), text.end(), isGap) - text.begin());
        const std::string_view piece = text.substr(0, end);
        const bool isLast = end == text.size();
        const auto begins = [&](std::size_t at) {
            return gap != NamePatterns::partGap || at == 0 || isSeparator(pattern[at - 1]);
        };
        if (gap == 0) {
            if (isLast ? pattern != piece : !pattern.starts_with(piece))
                return false;
            place = piece.size();
        } else if (isLast) {
            return piece.empty()
                || (pattern.size() >= place + piece.size() && pattern.ends_with(piece)
                    && begins(pattern.size() - piece.size()));
        } else {
            std::size_t found = pattern.find(piece, place);
            while (found != std::string_view::npos && !begins(found))
                found = pattern.find(piece, found + 1);
            if (found == std::string_view::npos)
                return false;
            place = found + piece.size();
        }
        if (isLast)
            return true;
        gap = text[end];
        text.remove_prefix(end + 1);
    }
}

/// Also of several blocks: "{0…15}".
bool isNumberPart(std::string_view part)
{
    return isBlockNumber(part) || (part.starts_with('{') && part.ends_with('}'));
}

} // namespace

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

void NamePatterns::add(std::string_view name)
{
    if (m_hasTooMany)
        return;
    m_buffer.clear();
    appendPattern(name, m_buffer);
    if (const auto found = m_numbers.find(m_buffer); found != m_numbers.end()) {
        Pattern& pattern = m_patterns[found->second];
        forEachPartOfBoth(pattern.first, name, [&](std::size_t part, std::string_view first, std::string_view other) {
            if (part < mostVaryingBits && first != other)
                pattern.varying |= std::uint64_t{1} << part;
        });
        return;
    }
    if (m_patterns.size() == mostPatterns) {
        m_hasTooMany = true;
        m_patterns.clear();
        m_numbers.clear();
        return;
    }
    m_numbers.emplace(m_buffer, static_cast<std::uint32_t>(m_patterns.size()));
    if (m_patterns.empty())
        m_tail = m_buffer;
    m_patterns.push_back({m_buffer, std::string(name)});
    std::string_view tail = m_tail;
    while (!tail.empty() && !(isSeparator(tail.front()) && m_buffer.ends_with(tail))) {
        const auto* const next = std::find_if(tail.data() + 1, tail.data() + tail.size(), isSeparator);
        tail.remove_prefix(static_cast<std::size_t>(next - tail.data()));
    }
    m_tail = std::string(tail);
    m_commonTail = static_cast<std::size_t>(std::ranges::count_if(m_tail, isSeparator));
}

const NamePatterns::Pattern* NamePatterns::find(std::string_view name) const
{
    std::string pattern;
    appendPattern(name, pattern);
    const auto found = m_numbers.find(pattern);
    return found == m_numbers.end() ? nullptr : &m_patterns[found->second];
}

bool NamePatterns::tells(std::string_view text, std::string_view name) const
{
    std::string pattern;
    appendPattern(text, pattern);
    const Pattern* const own = find(name);
    return std::ranges::none_of(
        m_patterns, [&](const Pattern& other) { return &other != own && mayStandFor(pattern, other.text); });
}

bool NamePatterns::varies(std::string_view name, std::size_t part) const
{
    if (const Pattern* const pattern = find(name))
        return part >= mostVaryingBits || (pattern->varying >> part & 1) != 0;
    const std::vector<NamePart> parts = partsOf(name);
    return part < parts.size() && std::ranges::any_of(parts[part].text, isDecimalDigit);
}

ShortName::ShortName(std::string_view shown, const ListedName& listed)
    : m_listed(listed)
    , m_whole(std::string(listed.before).append(shown))
    , m_parts(partsOf(shown))
    , m_isKept(m_parts.size(), true)
    , m_cuts(m_parts.size())
    , m_isFixed(m_parts.size())
{
    if (m_listed.list && !m_listed.list->areKnown())
        m_listed.list = nullptr;
    const std::size_t partsBefore = partsOf(listed.before).size() - 1;
    for (std::size_t i = 0; i < m_parts.size(); ++i)
        m_isFixed[i] = isNumberPart(m_parts[i].text) || (listed.list && listed.list->varies(m_whole, partsBefore + i));
    planDrops();
}

void ShortName::planDrops()
{
    const std::size_t size = m_parts.size();
    const std::size_t common = m_listed.list ? std::min(m_listed.list->commonTail(), size - 1) : 0;
    const std::size_t role = common > 0 ? size - 1 - common : std::max<std::size_t>(size, 2) - 2;
    m_role = role;
    const auto begin = m_isFixed.begin();
    const auto firstNumber = static_cast<std::size_t>(std::find(begin, m_isFixed.end(), true) - begin);
    enum Turn : std::uint8_t { Lead, Common, Other, BeforeNumber, BeforeRole, Last, Role, TurnCount };
    for (std::uint8_t turn = 0; turn < TurnCount; ++turn) {
        for (std::size_t i = 0; i < size; ++i) {
            Turn own = Other;
            if (m_isFixed[i] || ((i == role || i + 1 == size) && !m_listed.list))
                continue;
            if (i == role)
                own = Role;
            else if (i > role && common > 0)
                own = Common;
            else if (i + 1 == size)
                own = Last;
            else if (i + 1 < size && m_isFixed[i + 1])
                own = BeforeNumber;
            else if (i + 1 == role && m_listed.list)
                own = BeforeRole;
            else if (firstNumber < size && i < firstNumber)
                own = Lead;
            if (own == turn)
                m_candidates.push_back(i);
        }
    }
    std::ranges::reverse(m_candidates);
    // What is lost in the least room: then names may read the same.
    for (std::size_t i = size; i-- > 0;)
        if (m_isFixed[i])
            m_lastResorts.push_back(i);
    if (size > 1 && role < size - 1)
        m_lastResorts.push_back(common > 0 ? size - 1 : role);
}

bool ShortName::dropPart()
{
    while (!m_candidates.empty()) {
        const std::size_t part = m_candidates.back();
        m_candidates.pop_back();
        m_isKept[part] = false;
        if ((part != m_role || m_isKept.back()) && isTold()) // a number alone says nothing
            return true;
        m_isKept[part] = true;
    }
    return false;
}

bool ShortName::dropAnyPart()
{
    if (m_lastResorts.empty())
        return false;
    m_isKept[m_lastResorts.back()] = false;
    m_lastResorts.pop_back();
    return true;
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
    if (isTold())
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
            text += NamePatterns::partGap;
            continue;
        }
        const auto [begin, end] = m_cuts[i];
        text.append(m_parts[i].text.substr(0, begin));
        if (begin < end)
            text += NamePatterns::letterGap;
        text.append(m_parts[i].text.substr(end));
    }
    return text;
}

bool ShortName::isTold() const
{
    return !m_listed.list || m_listed.list->tells(std::string(m_listed.before).append(textWithGaps()), m_whole);
}

bool ShortName::isToldBy(std::string_view text) const
{
    std::string withGaps(m_listed.before);
    for (std::size_t end = text.find(ellipsis); end != text.npos; end = text.find(ellipsis)) {
        withGaps.append(text.substr(0, end)) += NamePatterns::letterGap;
        text.remove_prefix(end + ellipsis.size());
    }
    return !m_listed.list || m_listed.list->tells(withGaps.append(text), m_whole);
}

std::string ShortName::text() const
{
    std::string text;
    for (const char c : textWithGaps()) {
        if (c == NamePatterns::partGap && !text.empty())
            text.pop_back(); // the separator
        if (isGap(c))
            text += ellipsis;
        else
            text += c;
    }
    return text;
}

} // namespace loupe
