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

/// The list that a name belongs to.
struct ListedName {
    std::shared_ptr<const NamePatterns> list = {}; ///< null or with too many patterns: the name is shortened on its own
    std::string_view before = {}; ///< the beginning of the name in the list, if only the rest of it is shown
};

/// A part of a name, between dots or slashes.
struct NamePart {
    char separator = 0; ///< in front of it; 0 for the first part
    std::string_view text;
};

/// A name that gets shorter by dropping parts. In a list, it stays distinct from all other names. Drops parts in this
/// order:
/// - the parts before the first block, the parts that all names of the list end in, or both; then the part that most of
/// them end in;
/// - other parts, those before a number last. For a name on its own, it is unknown what distinguishes it from others:
/// parts within the last block, and the one before the last, may keep their ends instead;
/// - in a list: the parts before the role, those after it, and the role itself, if the remaining parts are distinctive
/// enough.
///
/// The name must outlive this object.
class ShortName {
public:
    ShortName(std::string_view shown, const ListedName& listed);

    /// The part that dropPart() would drop next, if it can be shortened instead.
    std::optional<std::size_t> wordBeforeDrop() const;
    /// Drops the next parts; false if nothing more may be dropped.
    bool dropPart();
    /// As above, but ignores other names, for very little room: drops the role first, then numbers. Keeps at least one
    /// part.
    bool dropAnyPart();

    const std::vector<NamePart>& parts() const { return m_parts; }
    /// The parts that may be shortened, as indexes into `parts()`.
    std::vector<std::size_t> wordParts() const;
    /// Cuts letters [begin, end) of a part if the name stays unambiguous; returns whether it did. begin == end removes
    /// the cut.
    bool cutPart(std::size_t part, std::size_t begin, std::size_t end);

    /// "…layers.17…q_proj.weight"
    std::string text() const;
    /// True if `text`, in which each ellipsis stands for any letters, matches no other name of the list.
    bool isUnambiguousAs(std::string_view text) const;

    /// After comparisons with this many patterns of the list, which take a few milliseconds, a name counts as
    /// ambiguous, however it is shortened. Names of usual lists need a tenth.
    static constexpr std::size_t mostComparisons = 16'384;
    std::size_t comparisons() const { return m_comparisons; }
    /// True if the limit of comparisons is reached.
    bool hasGivenUp() const { return m_comparisons >= mostComparisons; }

private:
    struct Cut {
        std::size_t begin = 0;
        std::size_t end = 0; ///< equal to `begin` if nothing is cut
    };
    /// Parts that are dropped together.
    struct Step {
        std::vector<std::size_t> parts;
        bool startsAnew = false; ///< starts over from the whole name
        bool mayBeCut = false;
    };
    enum class Turn : std::uint8_t { Lead, Tail, UsualEnd, Other, BeforeNumber, BeforeRole, Last, Role };
    std::optional<Turn> turnOf(std::size_t part) const;
    bool mayDistinguish(std::size_t part) const;
    void planSteps();
    void planLastResorts();
    bool isUnambiguous() const;
    std::string textWithGaps() const;

    std::shared_ptr<const NamePatterns> m_list; ///< null if the name is shortened on its own
    std::string m_before;
    std::optional<std::size_t> m_pattern; ///< index in the list
    mutable std::size_t m_comparisons = 0; ///< number of comparisons with patterns of the list
    std::vector<NamePart> m_parts;
    std::vector<bool> m_isKept;
    std::vector<Cut> m_cuts;
    std::vector<bool> m_isFixed; ///< numbers that distinguish names
    std::size_t m_end = 0; ///< end of the parts before the tail that all names of the list share
    std::size_t m_role = 0; ///< index of the most distinctive part
    std::size_t m_firstNumber = 0; ///< first fixed part; the number of parts if there is none
    std::size_t m_afterNumbers = 0; ///< the part after the last fixed one; 0 if there is none
    std::vector<Step> m_steps; ///< in reverse order: the next step is at the end
    std::vector<std::size_t> m_lastResorts; ///< in reverse order, too
};

} // namespace loupe
