#pragma once

#include "core/text/name_patterns.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Among which names a name stands.
struct ListedName {
    std::shared_ptr<const NamePatterns> list = {}; ///< null, or of too many patterns: it stands alone
    std::string_view before = {}; ///< how the name in the list begins, where only the rest of it is shown
};

/// A part of a name, between dots or slashes.
struct NamePart {
    char separator = 0; ///< before it; 0 for the first one
    std::string_view text;
};

/// A name without some of its parts. In a list, no other name reads the same. What is given up, in this order:
/// - what leads to the first block, or what all names of the list end in, or both;
/// - other parts, with those before a number last. Of a name that stands alone nobody knows what distinguishes it from
/// others:
///   parts within the last block, and the one before the last, may keep their ends instead;
/// - of a list: what stands before the role, what follows it, and the role itself, where the rest says enough.
/// The name must outlive it.
class ShortName {
public:
    ShortName(std::string_view shown, const ListedName& listed);

    /// The part that dropPart() gives up next, where it may be cut instead.
    std::optional<std::size_t> wordBeforeDrop() const;
    /// Gives up what is next; false if nothing more may go.
    bool dropPart();
    /// The same without regard to other names, for the least room: first the role, then numbers. Something stays.
    bool dropAnyPart();

    const std::vector<NamePart>& parts() const { return m_parts; }
    /// Parts that may lose letters, as numbers in `parts()`.
    std::vector<std::size_t> wordParts() const;
    /// Has a gap in a part, where the name stays unambiguous; false if it would not. No gap: begin == end.
    bool cutPart(std::size_t part, std::size_t begin, std::size_t end);

    /// "…layers.17…q_proj.weight"
    std::string text() const;
    /// Whether no other name of the list may read as `text`, where each ellipsis stands for any letters.
    bool isUnambiguousAs(std::string_view text) const;

    /// With this many patterns of the list a name is compared before it counts as ambiguous, however it is shortened:
    /// some milliseconds. Names of usual lists need a tenth.
    static constexpr std::size_t mostComparisons = 16'384;
    std::size_t comparisons() const { return m_comparisons; }
    /// Nothing more is weighed.
    bool hasGivenUp() const { return m_comparisons >= mostComparisons; }

private:
    struct Cut {
        std::size_t begin = 0;
        std::size_t end = 0; ///< the same: nothing is cut
    };
    /// What is given up at once.
    struct Step {
        std::vector<std::size_t> parts;
        bool startsAnew = false; ///< from the whole name
        bool mayBeCut = false;
    };
    enum class Turn : std::uint8_t { Lead, Tail, Other, BeforeNumber, BeforeRole, Last, Role };
    std::optional<Turn> turnOf(std::size_t part) const;
    bool mayDistinguish(std::size_t part) const;
    void planSteps();
    void planLastResorts();
    bool isUnambiguous() const;
    std::string textWithGaps() const;

    std::shared_ptr<const NamePatterns> m_list; ///< null: the name stands alone
    std::string m_before;
    std::optional<std::size_t> m_pattern; ///< of the list
    mutable std::size_t m_comparisons = 0; ///< with patterns of the list
    std::vector<NamePart> m_parts;
    std::vector<bool> m_isKept;
    std::vector<Cut> m_cuts;
    std::vector<bool> m_isFixed; ///< numbers that distinguish names
    std::size_t m_end = 0; ///< of the parts before those that all names of the list end in
    std::size_t m_role = 0; ///< the part that says most
    std::size_t m_firstNumber = 0; ///< of the fixed parts; none: how many parts there are
    std::size_t m_afterNumbers = 0; ///< the first part behind the last fixed one; none: 0
    std::vector<Step> m_steps; ///< the next one at the end
    std::vector<std::size_t> m_lastResorts; ///< the same
};

} // namespace loupe
