#include "views/kit/word_cutter.h"

#include "core/text/short_name.h"

#include <QFontMetrics>

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

namespace loupe {

namespace {

constexpr qsizetype fewestKept = 5; // letters of a word

} // namespace

WordCutter::WordCutter(ShortName& name, const QFontMetrics& metrics, int width)
    : m_name(name)
    , m_metrics(metrics)
    , m_width(width)
{
}

bool WordCutter::fit()
{
    uncut();
    std::vector<std::pair<int, std::size_t>> words; // with their widths
    for (const std::size_t word : m_name.wordParts())
        words.emplace_back(m_metrics.horizontalAdvance(lettersOf(word)), word);
    std::ranges::stable_sort(words, std::ranges::greater(), &std::pair<int, std::size_t>::first);
    int tooMuch = excess();
    for (const auto& [width, word] : words)
        if (tooMuch < width && cutToFit(word, tooMuch))
            return true;
    for (const auto& [width, word] : words) {
        if (m_name.hasGivenUp())
            return false;
        if (cutToFit(word, tooMuch))
            return true;
        cutMost(word);
        tooMuch = excess();
    }
    return tooMuch <= 0;
}

bool WordCutter::cutAlone(std::size_t word)
{
    const int tooMuch = excess();
    return tooMuch < m_metrics.horizontalAdvance(lettersOf(word)) && cutToFit(word, tooMuch);
}

QString WordCutter::lettersOf(std::size_t word) const
{
    return QString::fromUtf8(m_name.parts()[word].text);
}

/// The excess width in pixels.
int WordCutter::excess() const
{
    return m_metrics.horizontalAdvance(QString::fromStdString(m_name.text())) - m_width;
}

/// The gap is in the middle, or nearer to an end if that distinguishes the name from another. A gap for fewer letters
/// at the same place encloses this one.
WordCutter::Gap WordCutter::gapOf(const QString& letters, qsizetype kept, Place place) const
{
    constexpr qsizetype fewAtEnd = 2;
    const qsizetype head = place == Place::Middle ? (kept + 1) / 2
        : place == Place::NearEnd                 ? kept - fewAtEnd
                                                  : fewAtEnd;
    Gap gap{head, letters.size() - (kept - head)};
    gap.begin -= letters.at(gap.begin).isLowSurrogate() ? 1 : 0;
    gap.end += letters.at(gap.end).isLowSurrogate() ? 1 : 0;
    return gap;
}

/// The number of letters that fit into `room`, but at least those that must stay. Precondition: the word may be cut.
qsizetype WordCutter::mostKept(const QString& letters, int room, Place place) const
{
    qsizetype fits = fewestKept;
    qsizetype above = letters.size();
    while (above - fits > 1) {
        const qsizetype kept = (fits + above) / 2;
        const Gap gap = gapOf(letters, kept, place);
        if (m_metrics.horizontalAdvance(letters.left(gap.begin) + u'…' + letters.mid(gap.end)) <= room)
            fits = kept;
        else
            above = kept;
    }
    return fits;
}

bool WordCutter::cut(std::size_t word, const QString& letters, const Gap& gap)
{
    const auto bytes = [&](qsizetype end) { return std::size_t(letters.left(end).toUtf8().size()); };
    return m_name.cutPart(word, bytes(gap.begin), bytes(gap.end));
}

/// Cuts as little as removes `tooMuch` pixels from the name; cuts nothing if that is not possible.
bool WordCutter::cutToFit(std::size_t word, int tooMuch)
{
    const QString letters = lettersOf(word);
    constexpr int rounding = 1; // pixels, for rounded widths of pieces
    if (letters.size() <= fewestKept + 1)
        return false;
    const int room = m_metrics.horizontalAdvance(letters) - tooMuch;
    if (room <= 0)
        return false;
    for (const Place place : {Place::Middle, Place::NearEnd, Place::NearBegin}) {
        const qsizetype most = mostKept(letters, room + rounding, place);
        for (qsizetype kept = most; kept >= fewestKept && kept + 2 >= most; --kept) {
            if (!cut(word, letters, gapOf(letters, kept, place)))
                break; // fewer letters would be ambiguous, too
            if (excess() <= 0)
                return true;
        }
    }
    m_name.cutPart(word, 0, 0);
    return false;
}

/// Cuts a word to the fewest letters that distinguish the name from others.
void WordCutter::cutMost(std::size_t word)
{
    const QString letters = lettersOf(word);
    if (letters.size() <= fewestKept + 1)
        return;
    for (const Place place : {Place::Middle, Place::NearEnd, Place::NearBegin})
        if (cut(word, letters, gapOf(letters, fewestKept, place)))
            return;
    qsizetype tooFew = fewestKept;
    qsizetype above = letters.size();
    while (above - tooFew > 1) {
        const qsizetype kept = (tooFew + above) / 2;
        if (cut(word, letters, gapOf(letters, kept, Place::Middle)))
            above = kept;
        else
            tooFew = kept;
    }
}

void WordCutter::uncut()
{
    for (std::size_t part = 0; part < m_name.parts().size(); ++part)
        m_name.cutPart(part, 0, 0);
}

} // namespace loupe
