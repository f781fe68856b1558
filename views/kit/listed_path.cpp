#include "views/kit/listed_path.h"

#include <QFontMetrics>

#include <algorithm>
#include <array>
#include <functional>

namespace loupe {

namespace {

/// Beyond this, a name is hostile: not all of it is weighed.
constexpr qsizetype longestListed = 512;

/// Words of a short name give up their middle until it fits.
class WordCutter {
public:
    WordCutter(ShortName& name, const QFontMetrics& metrics, int width)
        : m_name(name)
        , m_metrics(metrics)
        , m_width(width)
    {
    }

    /// One word alone, the longest first; else several, the longest first.
    bool fit()
    {
        std::vector<std::size_t> words = m_name.wordParts();
        std::ranges::stable_sort(words, std::ranges::greater(), [&](std::size_t word) { return width(word); });
        for (const std::size_t word : words)
            if (cut(word, true))
                return true;
        return std::ranges::any_of(words, [&](std::size_t word) { return cut(word, false); });
    }

private:
    int width(std::size_t word) const
    {
        return m_metrics.horizontalAdvance(QString::fromUtf8(m_name.parts()[word].text));
    }
    int excess() const { return m_metrics.horizontalAdvance(QString::fromStdString(m_name.text())) - m_width; }

    /// `wholly`: only where the name fits then. Returns whether it fits.
    bool cut(std::size_t word, bool wholly)
    {
        constexpr qsizetype fewest = 5; // letters that are left
        const QString letters = QString::fromUtf8(m_name.parts()[word].text);
        const qsizetype size = letters.size();
        const int tooMuch = excess();
        const int widest = m_metrics.horizontalAdvance(letters);
        if (size <= fewest + 1 || (wholly && tooMuch >= widest))
            return false;
        // So many that one more does not fit, by the mean width of a letter.
        const qsizetype most = size - 1 - std::max<qsizetype>(0, size * tooMuch / std::max(widest, 1));
        for (qsizetype kept = std::clamp(most, fewest, size - 1); kept >= fewest; --kept)
            if (gapAt(word, letters, kept) && excess() <= 0)
                return true;
        if (wholly)
            m_name.cutPart(word, 0, 0);
        return false;
    }

    /// In the middle, or nearer to an end where that tells the name from another one.
    bool gapAt(std::size_t word, const QString& letters, qsizetype kept)
    {
        const std::array<qsizetype, 3> heads = {(kept + 1) / 2, kept - 2, 2};
        return std::ranges::any_of(heads, [&](qsizetype head) {
            qsizetype begin = head;
            qsizetype end = letters.size() - (kept - head);
            begin -= letters.at(begin).isLowSurrogate() ? 1 : 0;
            end += letters.at(end).isLowSurrogate() ? 1 : 0;
            return m_name.cutPart(
                word, std::size_t(letters.left(begin).toUtf8().size()), std::size_t(letters.left(end).toUtf8().size()));
        });
    }

    ShortName& m_name;
    const QFontMetrics& m_metrics;
    const int m_width;
};

} // namespace

QString listedPath(const QString& path, const QFontMetrics& metrics, int width, const ListedName& listed)
{
    const auto fits = [&](const QString& text) { return metrics.horizontalAdvance(text) <= width; };
    if (path.size() <= longestListed && fits(path))
        return path;
    const std::string shown = path.right(longestListed).toStdString();
    ShortName name(shown, listed);
    const auto text = [&] { return QString::fromStdString(name.text()); };
    while (name.dropPart())
        if (fits(text()))
            return text();
    do {
        if (fits(text()) || WordCutter(name, metrics, width).fit())
            return text();
    } while (name.dropAnyPart());
    for (const Qt::TextElideMode mode : {Qt::ElideMiddle, Qt::ElideLeft, Qt::ElideRight}) {
        const QString cut = metrics.elidedText(text(), mode, width).replace(QStringLiteral("…."), QStringLiteral("…"));
        if (name.isToldBy(cut.toStdString()))
            return cut;
    }
    return metrics.elidedText(text(), Qt::ElideMiddle, width);
}

QStringList elidedPaths(const QStringList& paths, const QFontMetrics& metrics, std::span<const int> widths)
{
    NamePatterns patterns;
    for (const QString& path : paths)
        patterns.add(path.right(longestListed).toStdString());
    QStringList texts;
    for (qsizetype i = 0; i < paths.size(); ++i)
        texts << listedPath(paths[i], metrics, widths[std::size_t(i)], {.list = &patterns});
    return texts;
}

} // namespace loupe
