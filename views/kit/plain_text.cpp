#include "views/kit/plain_text.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/language/remedy_text.h"

#include <QFontMetrics>
#include <QStringList>
#include <QToolTip>

#include <algorithm>
#include <string>

namespace loupe {

namespace {

constexpr qsizetype longestToolTip = 4000; // characters: more does not fit on a screen
constexpr std::size_t shownDimensions = 16;

/// Never splits a surrogate pair.
QString withoutMiddle(const QString& text, qsizetype limit)
{
    if (text.size() <= limit)
        return text;
    QString begin = text.left(limit / 2);
    if (begin.back().isHighSurrogate())
        begin.chop(1);
    QString end = text.right(limit - limit / 2);
    if (end.front().isLowSurrogate())
        end.remove(0, 1);
    return begin + u'…' + end;
}

/// The width in pixels at which Qt wraps tooltips.
int widestToolTip(const QFontMetrics& metrics)
{
    constexpr int letters = 80;
    return letters * metrics.horizontalAdvance(u'x');
}

/// Adds break opportunities to words that are longer than a tooltip line, which would extend beyond the screen.
QString breakable(const QString& line)
{
    constexpr qsizetype longestWord = 80;
    QString text;
    qsizetype length = 0; // length of the word so far
    for (const QChar character : line) {
        const bool mayBreak = !character.isLowSurrogate() && !character.isMark() && !character.isSpace();
        if (length >= longestWord && mayBreak) {
            text += QChar(0x200b); // zero-width space
            length = 0;
        }
        text += character;
        length = character.isSpace() ? 0 : length + 1;
    }
    return text;
}

bool continuesCharacter(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xc0) == 0x80;
}

} // namespace

QString printableText(const QString& text)
{
    return toQString(printable(text.toStdString()));
}

QString shownText(const QString& text, qsizetype limit)
{
    return printableText(withoutMiddle(text, limit));
}

QString shownText(std::string_view text, qsizetype limit)
{
    // Cuts bytes first, at most four per character, so that only the shown part is decoded.
    const auto most = std::size_t(limit) * 4;
    if (text.size() <= 2 * most)
        return shownText(toQString(text), limit);
    std::size_t begin = most;
    std::size_t end = text.size() - most;
    for (int step = 0; step < 3 && continuesCharacter(text[begin]); ++step)
        --begin;
    for (int step = 0; step < 3 && continuesCharacter(text[end]); ++step)
        ++end;
    return shownText(toQString(text.substr(0, begin)) + toQString(text.substr(end)), limit);
}

QString shownSentence(const QString& text)
{
    constexpr qsizetype longestWord = 64;
    QStringList words = shownText(text).split(u' ');
    for (QString& word : words)
        word = withoutMiddle(word, longestWord);
    return words.join(u' ');
}

QString shownSentence(std::string_view text)
{
    return shownSentence(shownText(text));
}

QString shownSentences(const Error& error)
{
    QString text = shownSentence(describe(error)) + u'.';
    if (error.path.empty())
        text[0] = text[0].toUpper();
    const QString remedy = remedyText(error.remedy);
    return remedy.isEmpty() ? text : text + u' ' + remedy;
}

QString shownShape(std::span<const std::uint64_t> shape)
{
    if (shape.size() <= shownDimensions)
        return toQString(formatShape(shape));
    QString text = toQString(formatShape(shape.first(shownDimensions)));
    text.chop(1);
    return text + QStringLiteral(", …]");
}

QString plainToolTip(const QString& text)
{
    if (text.isEmpty())
        return {};
    QStringList lines = withoutMiddle(text, longestToolTip).split(QLatin1Char('\n'));
    const QFontMetrics metrics(QToolTip::font());
    const int widest = widestToolTip(metrics);
    bool fits = true;
    for (QString& line : lines) {
        const QString shown = printableText(line);
        fits = fits && metrics.horizontalAdvance(shown) <= widest;
        line = breakable(shown).toHtmlEscaped();
    }
    // For short lines Qt would break names and numbers to make the tooltip square.
    return QStringLiteral("<div style=\"white-space: %1\">%2</div>")
        .arg(fits ? QStringLiteral("pre") : QStringLiteral("pre-wrap"), lines.join(QStringLiteral("<br>")));
}

} // namespace loupe
