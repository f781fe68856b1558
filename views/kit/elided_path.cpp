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

const QString anyNumber = QStringLiteral("{*}");

/// Whether the text, with its ellipses, may be short for the path.
bool mayStandFor(QString text, const QString& path)
{
    const QStringList pieces = text.replace(anyNumber, QStringLiteral("{…}")).split(u'…');
    if (pieces.size() == 1)
        return text == path;
    if (!path.startsWith(pieces.front()) || !path.endsWith(pieces.back()))
        return false;
    qsizetype place = pieces.front().size();
    for (qsizetype i = 1; i + 1 < pieces.size(); ++i) {
        const qsizetype found = path.indexOf(pieces[i], place);
        if (found < 0)
            return false;
        place = found + pieces[i].size();
    }
    return place + pieces.back().size() <= path.size();
}

/// A name of a list, which gives up what the others do not need to be told from it.
class ListedPath {
public:
    explicit ListedPath(const QString& path)
        : m_path(path.right(longestPath))
        , m_separator(path.contains(u'.') ? u'.' : u'/')
        , m_segments(m_path.split(m_separator))
        , m_isKept(std::size_t(m_segments.size()), true)
    {
    }

    const QString& path() const { return m_path; }
    qsizetype size() const { return m_segments.size(); }
    const QString& segment(qsizetype i) const { return m_segments[i]; }

    void removeLast()
    {
        m_path.chop(m_segments.back().size() + 1);
        m_segments.removeLast();
        m_isKept.pop_back();
    }

    /// How many segments lead to the first block and its number.
    qsizetype lead() const
    {
        const auto found = std::find_if(m_segments.begin(), m_segments.end(), isNumber);
        return found == m_segments.end() ? 0 : found - m_segments.begin() + 1;
    }

    /// The first of the last two that are no numbers.
    qsizetype role() const
    {
        qsizetype names = 0;
        for (qsizetype i = size() - 1; i > 0; --i)
            if (!isNumber(m_segments[i]) && ++names == 2)
                return i;
        return 0;
    }

    void drop(std::span<const ListedPath> all, qsizetype count)
    {
        for (qsizetype i = 0; i < std::min(count, role()); ++i) {
            m_isKept[std::size_t(i)] = false;
            m_isKept[std::size_t(i)] = !isTold(text(), all);
        }
    }

    void forgetNumbers(std::span<const ListedPath> all)
    {
        for (QString& segment : m_segments) {
            if (!segment.startsWith(u'{') || !isNumber(segment))
                continue;
            const QString number = std::exchange(segment, anyNumber);
            if (!isTold(text(), all))
                segment = number;
        }
    }

    QString text() const { return joined(m_segments, m_isKept, m_separator); }

    /// Cuts words where whole ones do not fit.
    QString textIn(int width, const QFontMetrics& metrics, std::span<const ListedPath> all) const
    {
        const QString whole = text();
        if (metrics.horizontalAdvance(whole) <= width)
            return whole;
        ListedPath cut = *this;
        for (qsizetype i = role(); i < size(); ++i) {
            const QString segment = cut.m_segments[i];
            const QString part = shortened(segment, width - metrics.horizontalAdvance(cut.text()), metrics);
            cut.m_segments[i] = part;
            const QString shorter = cut.text();
            if (!part.isEmpty() && metrics.horizontalAdvance(shorter) <= width && isTold(shorter, all))
                return shorter;
            cut.m_segments[i] = segment;
        }
        for (const Qt::TextElideMode mode : {Qt::ElideMiddle, Qt::ElideLeft, Qt::ElideRight})
            if (const QString shorter = metrics.elidedText(whole, mode, width); isTold(shorter, all))
                return shorter;
        return metrics.elidedText(whole, Qt::ElideMiddle, width);
    }

private:
    bool isTold(const QString& text, std::span<const ListedPath> all) const
    {
        return std::ranges::none_of(
            all, [&](const ListedPath& other) { return other.m_path != m_path && mayStandFor(text, other.m_path); });
    }

    QString m_path;
    QChar m_separator;
    QStringList m_segments;
    std::vector<bool> m_isKept;
};

/// Where all end in the same segment and say something before it.
bool haveCommonEnd(std::span<const ListedPath> paths)
{
    return paths.size() > 1 && std::ranges::all_of(paths, [&](const ListedPath& path) {
        return path.size() > 1 && path.segment(path.size() - 1) == paths[0].segment(paths[0].size() - 1);
    });
}

} // namespace

QStringList elidedPaths(const QStringList& paths, const QFontMetrics& metrics, std::span<const int> widths)
{
    std::vector<ListedPath> listed(paths.begin(), paths.end());
    const auto fits = [&](std::size_t i) { return metrics.horizontalAdvance(listed[i].text()) <= widths[i]; };
    const auto allFit = [&] {
        for (std::size_t i = 0; i < listed.size(); ++i)
            if (!fits(i))
                return false;
        return true;
    };
    if (!allFit())
        for (ListedPath& path : listed)
            path.drop(listed, path.lead());
    if (!allFit() && haveCommonEnd(listed))
        for (ListedPath& path : listed)
            path.removeLast();
    if (!allFit())
        for (ListedPath& path : listed)
            path.forgetNumbers(listed);
    QStringList texts;
    for (std::size_t i = 0; i < listed.size(); ++i) {
        for (qsizetype count = 1; !fits(i) && count < listed[i].size(); ++count)
            listed[i].drop(listed, count);
        texts << listed[i].textIn(widths[i], metrics, listed);
    }
    return texts;
}

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
