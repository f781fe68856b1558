#include "core/text/gapped_text.h"

#include "core/text/block_number.h"

#include <algorithm>

namespace loupe {

GappedText::GappedText(std::string_view text)
{
    bool beginsPart = false;
    for (;;) {
        const auto end = static_cast<std::size_t>(std::find_if(text.begin(), text.end(), isGap) - text.begin());
        m_pieces.push_back({text.substr(0, end), beginsPart});
        if (end == text.size())
            return;
        beginsPart = text[end] == partGap;
        text.remove_prefix(end + 1);
    }
}

bool GappedText::mayBegin(const Piece& piece, std::string_view whole, std::size_t place) const
{
    return !piece.beginsPart || place == 0 || isNameSeparator(whole[place - 1]);
}

bool GappedText::mayStandFor(std::string_view whole) const
{
    const Piece& first = m_pieces.front();
    const Piece& last = m_pieces.back();
    if (m_pieces.size() == 1)
        return whole == first.text;
    // Most names differ at one end.
    if (whole.size() < first.text.size() + last.text.size() || !whole.starts_with(first.text)
        || !whole.ends_with(last.text))
        return false;
    const std::size_t end = whole.size() - last.text.size();
    if (!last.text.empty() && !mayBegin(last, whole, end))
        return false;
    std::size_t place = first.text.size(); // the earliest position of the next piece
    for (auto piece = m_pieces.begin() + 1; piece + 1 != m_pieces.end(); ++piece) {
        std::size_t found = whole.find(piece->text, place);
        while (found != std::string_view::npos && !mayBegin(*piece, whole, found))
            found = whole.find(piece->text, found + 1);
        if (found == std::string_view::npos)
            return false;
        place = found + piece->text.size();
    }
    return place <= end;
}

} // namespace loupe
