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
enum class Weight : std::uint8_t { Common, Other, BeforeNumber, BeforeRole, Number, SecondLast, Last };

/// `common`: segments before the last one that neighbors have, too.
Weight weightOf(const QStringList& segments, qsizetype i, qsizetype common)
{
    if (i + 1 == segments.size())
        return Weight::Last;
    const qsizetype role = segments.size() - 2 - common; // the last one that tells names apart
    if (i > role)
        return Weight::Common;
    if (i == role && !isNumber(segments[i]))
        return Weight::SecondLast;
    if (common > 0 && i + 1 == role && !isNumber(segments[i]))
        return Weight::BeforeRole;
    if (isNumber(segments[i]))
        return Weight::Number;
    return isNumber(segments[i + 1]) ? Weight::BeforeNumber : Weight::Other;
}

QString joined(const QStringList& segments, const std::vector<bool>& kept, QChar separator)
{
    const QString ellipsis(u'…');
    QStringList parts;
    for (qsizetype i = 0; i < segments.size(); ++i) {
        if (kept[std::size_t(i)])
            parts << segments[i];
        else if (parts.isEmpty() || kept[std::size_t(i) - 1])
            parts << ellipsis;
    }
    QString text = parts.join(separator);
    if (!kept.front()) // "…layers", not "….layers"
        text.remove(1, 1);
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
    std::vector<bool> kept(std::size_t(segments.size()), true);
    const auto text = [&] { return joined(segments, kept, separator); };
    // Something is left that tells names apart.
    const qsizetype common = std::clamp<qsizetype>(commonTail - 1, 0, std::max<qsizetype>(segments.size() - 2, 0));
    for (const Weight dropped :
        {Weight::Common, Weight::Other, Weight::BeforeNumber, Weight::BeforeRole, Weight::SecondLast, Weight::Number}) {
        if (dropped == Weight::Number) { // "…4.post…norm" says more than "…post_attention_layernorm"
            const QString last = segments.back();
            segments.back() = shortened(last, width - metrics.horizontalAdvance(text()), metrics);
            if (!segments.back().isEmpty() && fits(text()))
                return text();
            segments.back() = last;
        }
        for (qsizetype i = 0; i < segments.size(); ++i) {
            if (weightOf(segments, i, common) != dropped)
                continue;
            // "post…norm.weight" says more than "…weight", and "shared…ts.down_proj.weight" more than
            // "…down_proj.weight", which may be a neighbor.
            if (dropped == Weight::SecondLast || (dropped == Weight::Other && segments.size() <= fewSegments)) {
                const QString part = shortened(segments[i], width - metrics.horizontalAdvance(text()), metrics);
                const QString segment = std::exchange(segments[i], part);
                if (!part.isEmpty() && fits(text()))
                    return text();
                segments[i] = segment;
            }
            kept[std::size_t(i)] = false;
            if (fits(text()))
                return text();
        }
    }
    const QString last = segments.size() > 1 ? u'…' + segments.back() : segments.back();
    return metrics.elidedText(last, Qt::ElideMiddle, width);
}

} // namespace loupe
