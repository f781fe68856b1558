#pragma once

#include <QString>

#include <cstddef>
#include <optional>

class QFontMetrics;

namespace loupe {

class ShortName;

/// Cuts the middle out of words of a short name until it fits.
class WordCutter {
public:
    /// The arguments must outlive this. `width`: in pixels.
    WordCutter(ShortName& name, const QFontMetrics& metrics, int width);

    /// Tries to cut a single word, the longest first; else cuts several, the longest first. Returns whether the name
    /// fits.
    bool fit();
    /// Cuts one word if the name then fits; else cuts nothing. Returns whether the name fits.
    bool cutAlone(std::size_t word);

private:
    /// Where a word is cut.
    enum class Place { Middle, NearEnd, NearBegin };
    struct Gap {
        qsizetype begin = 0;
        qsizetype end = 0;
    };
    QString lettersOf(std::size_t word) const;
    int excess() const;
    Gap gapOf(const QString& letters, qsizetype kept, Place place) const;
    qsizetype mostKept(const QString& letters, int room, Place place) const;
    bool cut(std::size_t word, const QString& letters, const Gap& gap);
    bool cutToFit(std::size_t word, int tooMuch);
    void cutMost(std::size_t word);
    void uncut();

    ShortName& m_name;
    const QFontMetrics& m_metrics;
    const int m_width;
};

} // namespace loupe
