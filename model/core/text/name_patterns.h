#pragma once

#include "core/name_hash.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// A part of a name, between dots or slashes.
struct NamePart {
    char separator = 0; ///< before it; 0 for the first one
    std::string_view text;
};
std::vector<NamePart> partsOf(std::string_view name);

/// The names of a list, numbers aside, and so what tells a name from the others of its list. Names of layers and
/// experts have a few patterns, however many there are: "model.layers.#.mlp.experts.#.gate_proj.weight".
class NamePatterns {
public:
    /// Stand for something that a short text does not have: any number of whole parts, and letters of a part.
    static constexpr char partGap = '\1';
    static constexpr char letterGap = '\2';
    /// Beyond so many patterns names are shortened as if each stood alone: a question would take too long.
    static constexpr std::size_t mostPatterns = 512;

    void add(std::string_view name);
    /// False where there are too many.
    bool areKnown() const { return !m_hasTooMany; }

    /// `text`, with its gaps, is short for `name` and for no name of another pattern. Numbers are not compared: `text`
    /// has to keep those that vary.
    bool tells(std::string_view text, std::string_view name) const;
    /// Whether names of the same pattern differ in this part. Unknown names: where it has a digit.
    bool varies(std::string_view name, std::size_t part) const;
    /// How many parts all names end in; 0 where there is one pattern.
    std::size_t commonTail() const { return m_patterns.size() > 1 ? m_commonTail : 0; }

private:
    struct Pattern {
        std::string text;
        std::string first; ///< name
        std::uint64_t varying = 0; ///< a bit for each of the first parts; later ones are taken to vary
    };
    const Pattern* find(std::string_view name) const;

    std::vector<Pattern> m_patterns;
    NameMap<std::string, std::uint32_t> m_numbers; ///< of the patterns
    std::string m_tail; ///< of all patterns, from a separator on
    std::size_t m_commonTail = 0;
    bool m_hasTooMany = false;
    std::string m_buffer;
};

/// Among which names a name stands.
struct ListedName {
    const NamePatterns* list = nullptr; ///< null, or of unknown patterns: it stands alone
    std::string_view before = {}; ///< what stands before the shown name in that of the list, as the row above says it
};

/// A name without some of its parts, so that no other name of the list reads the same. First go the parts that lead to
/// the first block, then those that all names end in, then what is neither a number that tells names apart nor the
/// role. The name and the list must outlive it.
class ShortName {
public:
    ShortName(std::string_view shown, const ListedName& listed);

    /// Gives up one more part; false where none may go.
    bool dropPart();
    /// The same without regard to other names, for the least room.
    bool dropAnyPart();
    /// Parts that may lose letters, as numbers in `parts()`.
    std::vector<std::size_t> wordParts() const;
    const std::vector<NamePart>& parts() const { return m_parts; }
    /// Has a gap in a part, where the name stays told apart; false where it would not.
    bool cutPart(std::size_t part, std::size_t begin, std::size_t end);
    /// "…layers.17…q_proj.weight"
    std::string text() const;
    /// Whether no other name of the list may read as `text`, where each ellipsis stands for any letters.
    bool isToldBy(std::string_view text) const;

private:
    struct Cut {
        std::size_t begin = 0;
        std::size_t end = 0; ///< the same: nothing is cut
    };
    std::string textWithGaps() const;
    bool isTold() const;
    void planDrops();

    ListedName m_listed;
    std::string m_whole; ///< the name in the list
    std::vector<NamePart> m_parts;
    std::vector<bool> m_isKept;
    std::vector<Cut> m_cuts;
    std::vector<bool> m_isFixed; ///< numbers that tell names apart
    std::size_t m_role = 0; ///< the part that says most
    std::vector<std::size_t> m_candidates; ///< parts that may go, the first to go at the end
    std::vector<std::size_t> m_lastResorts; ///< the same
};

} // namespace loupe
