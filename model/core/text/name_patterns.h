#pragma once

#include "core/name_hash.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// The names of a list, numbers aside, and so what distinguishes a name from the others of its list. Names of layers
/// and experts have a few patterns, however many there are: "model.layers.#.mlp.experts.#.gate_proj.weight".
class NamePatterns {
public:
    /// Beyond this many patterns names are shortened as if each stood alone: isUnambiguous() looks at each of them. 40
    /// names that have little room take about 10 ms among this many; ShortName::mostComparisons bounds hostile ones.
    static constexpr std::size_t mostPatterns = 512;

    void add(std::string_view name);
    /// False where there are too many: only commonTail() is known then.
    bool areKnown() const { return !m_hasTooMany; }

    /// Number of the name's pattern; nothing if no name of the list has it.
    std::optional<std::size_t> patternOf(std::string_view name) const;
    /// `text`, with the gaps of a GappedText, stands for no name of another pattern than `own`. Numbers are not
    /// compared: `text` has to keep those that vary. Adds to `comparisons` with how many patterns it was compared.
    bool isUnambiguous(std::string_view text, std::optional<std::size_t> own, std::size_t& comparisons) const;
    /// Whether names of the pattern `own`, which is that of `name`, differ in this part. Unknown names: where it has a
    /// digit.
    bool varies(std::string_view name, std::optional<std::size_t> own, std::size_t part) const;
    /// How many parts all names end in; 0 if there is one pattern.
    std::size_t commonTail() const { return m_hasTooMany || m_patterns.size() > 1 ? m_commonTail : 0; }
    /// Whether most patterns end in this part, which says little then; false where there is one pattern.
    bool isUsualEnd(std::string_view part) const;

private:
    struct Pattern {
        std::string text;
        std::string first; ///< name
        std::uint64_t varying = 0; ///< a bit for each of the first parts; later ones are taken to vary
    };
    void shortenTail();

    std::vector<Pattern> m_patterns;
    NameMap<std::string, std::uint32_t> m_numbers; ///< of the patterns
    std::string m_tail; ///< of all patterns, from a separator on
    std::size_t m_commonTail = 0;
    bool m_hasTooMany = false;
    std::string m_buffer; ///< the pattern of the name that was added last
};

using NamePatternsPtr = std::shared_ptr<const NamePatterns>;

} // namespace loupe
