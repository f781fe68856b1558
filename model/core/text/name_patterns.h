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

/// The names of a list with their numbers replaced, to find out what distinguishes a name from others in the list. The
/// names of layers and experts have few patterns, however many names there are:
/// "model.layers.#.mlp.experts.#.gate_proj.weight".
class NamePatterns {
public:
    /// With more patterns than this, each name is shortened on its own, because isUnambiguous() compares with every
    /// pattern. Shortening 40 names to little room takes about 10 ms with this many patterns;
    /// ShortName::mostComparisons bounds hostile inputs.
    static constexpr std::size_t mostPatterns = 512;

    void add(std::string_view name);
    /// False if there are too many patterns; then only commonTail() is known.
    bool areKnown() const { return !m_hasTooMany; }

    /// The index of the name's pattern; nothing if the list has no name with this pattern.
    std::optional<std::size_t> patternOf(std::string_view name) const;
    /// True if `text`, with the gaps of a GappedText, can stand for no name of another pattern than `own`. Numbers are
    /// not compared, so `text` must keep those that vary. Adds the number of compared patterns to `comparisons`.
    bool isUnambiguous(std::string_view text, std::optional<std::size_t> own, std::size_t& comparisons) const;
    /// True if names of the pattern `own`, which is the pattern of `name`, differ in this part. For a name without a
    /// known pattern: whether the part has a digit.
    bool varies(std::string_view name, std::optional<std::size_t> own, std::size_t part) const;
    /// The number of trailing parts that all names share; 0 if there is only one pattern.
    std::size_t commonTail() const { return m_hasTooMany || m_patterns.size() > 1 ? m_commonTail : 0; }
    /// True if most patterns end in this part, so that it says little; false if there is only one pattern.
    bool isUsualEnd(std::string_view part) const;

private:
    struct Pattern {
        std::string text;
        std::string first; ///< the first name with this pattern
        /// One bit for each of the first parts: whether it varies; later parts are assumed to vary.
        std::uint64_t varying = 0;
    };
    void shortenTail();

    std::vector<Pattern> m_patterns;
    NameMap<std::string, std::uint32_t> m_numbers; ///< index by pattern
    std::string m_tail; ///< common to all patterns, starting at a separator
    std::size_t m_commonTail = 0;
    bool m_hasTooMany = false;
    std::string m_buffer; ///< the pattern of the name that was added last
};

using NamePatternsPtr = std::shared_ptr<const NamePatterns>;

} // namespace loupe
