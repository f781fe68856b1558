#include "views/kit/elided_path.h"

#include <QFontMetrics>

#include <algorithm>
#include <utility>
#include <vector>

namespace loupe {

namespace {

/// Beyond this, a name is hostile: all of its segments are not weighed.
constexpr qsizetype longestPath = 512;

/// Also of several blocks: "{0…15}".
bool isNumber(const QString& segment)
{
    if (segment.startsWith(u'{') && segment.endsWith(u'}'))
        return true;
    return !segment.isEmpty() && std::all_of(segment.begin(), segment.end(), [](QChar c) { return c.isDigit(); });
}

/// What is dropped first is the least.
enum class Weight : std::uint8_t { Other, BeforeNumber, SecondLast, Number, Last };

Weight weightOf(const QStringList& segments, qsizetype i)
{
    if (i + 1 == segments.size())
        return Weight::Last;
    if (isNumber(segments[i]))
        return Weight::Number;
    if (i + 2 == segments.size())
        return Weight::SecondLast;
    return isNumber(segments[i + 1]) ? Weight::BeforeNumber : Weight::Other;
}

/// "…layers.3…q_proj": what is dropped leaves an ellipsis in place of its separators.
QString joined(const QStringList& segments, const std::vector<bool>& kept, QChar separator)
{
    QString text;
    bool isAfterGap = true;
    for (qsizetype i = 0; i < segments.size(); ++i) {
        const bool isKept = kept[std::size_t(i)];
        if (isKept)
            text += isAfterGap ? segments[i] : separator + segments[i];
        else if (!text.endsWith(u'…'))
            text += u'…';
        isAfterGap = !isKept;
    }
    return text;
}

/// A segment with less of its middle, `tooMuch` (negative) pixels narrower; empty where not enough would be left.
QString shortened(const QString& segment, int tooMuch, const QFontMetrics& metrics)
{
    constexpr qsizetype fewest = 6; // characters, with the ellipsis
    const QString part = metrics.elidedText(segment, Qt::ElideMiddle, metrics.horizontalAdvance(segment) + tooMuch);
    return part.size() < fewest ? QString() : part;
}

} // namespace

QString elidedPath(const QString& path, const QFontMetrics& metrics, int width, int commonTail)
{
    constexpr qsizetype fewSegments = 3;
    const auto fits = [&](const QString& text) { return metrics.horizontalAdvance(text) <= width; };
    if (path.size() <= longestPath && fits(path))
        return path;
    const QChar separator = path.contains(u'.') ? u'.' : u'/';
    QStringList segments = path.right(longestPath).split(separator);
    // Something is left that tells names apart.
    const qsizetype common = std::clamp<qsizetype>(commonTail, 0, segments.size() - 1);
    segments.remove(segments.size() - common, common);
    const QString tail = common > 0 ? QStringLiteral("…") : QString();
    std::vector<bool> kept(std::size_t(segments.size()), true);
    const auto text = [&] { return joined(segments, kept, separator) + tail; };
    const auto shorten = [&](qsizetype i) { // of a segment its middle; true: that is enough
        const QString part = shortened(segments[i], width - metrics.horizontalAdvance(text()), metrics);
        const QString segment = std::exchange(segments[i], part);
        if (!part.isEmpty() && fits(text()))
            return true;
        segments[i] = segment;
        return false;
    };
    if (common > 0 && fits(text()))
        return text();
    const auto lastNumber = std::find_if(segments.rbegin(), segments.rend(), isNumber);
    const qsizetype inBlock = segments.rend() - lastNumber; // where the names of a block's parts begin
    for (const Weight dropped : {Weight::Other, Weight::BeforeNumber, Weight::SecondLast, Weight::Number}) {
        // "…4.post…norm" says more than "…post_attention_layernorm"
        if (dropped == Weight::Number && shorten(segments.size() - 1))
            return text();
        for (qsizetype i = 0; i < segments.size(); ++i) {
            if (weightOf(segments, i) != dropped)
                continue;
            // "post…norm.weight" says more than "…weight", and "shared…ts.down_proj.weight" more than
            // "…down_proj.weight", which may be a neighbor.
            const bool tellsApart = inBlock > 0 ? i >= inBlock : segments.size() <= fewSegments;
            if ((dropped == Weight::SecondLast || (dropped == Weight::Other && tellsApart)) && shorten(i))
                return text();
            kept[std::size_t(i)] = false;
            if (fits(text()))
                return text();
        }
    }
    const QString last = segments.size() > 1 ? u'…' + segments.back() : segments.back();
    return metrics.elidedText(last + tail, Qt::ElideMiddle, width);
}

} // namespace loupe
