#pragma once

#include <string_view>
#include <vector>

namespace loupe {

/// An abbreviated text with gaps. Tells which texts it may abbreviate. Keeps views of the text.
class GappedText {
public:
    /// Gap characters: the first stands for any number of whole parts of a name, the second for any letters.
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
