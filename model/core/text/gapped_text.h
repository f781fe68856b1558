#pragma once

#include <string_view>
#include <vector>

namespace loupe {

/// A short text with gaps, and what it may be short for. Keeps views of the text.
class GappedText {
public:
    /// Stand for something that a short text does not have: any number of whole parts of a name, and any letters.
    static constexpr char partGap = '\1';
    static constexpr char letterGap = '\2';
    static bool isGap(char c) { return c == partGap || c == letterGap; }

    explicit GappedText(std::string_view text);

    bool mayStandFor(std::string_view whole) const;

private:
    /// The text between two gaps.
    struct Piece {
        std::string_view text;
        bool beginsPart = false; ///< after a gap of whole parts
    };
    bool mayBegin(const Piece& piece, std::string_view whole, std::size_t place) const;

    std::vector<Piece> m_pieces; ///< one more than there are gaps
};

} // namespace loupe
