#include "views/kit/elided_path.h"

#include "views/kit/word_cutter.h"

#include <QFontMetrics>
#include <QRect>
#include <QRegularExpression>

#include <algorithm>
#include <map>

namespace loupe {

namespace {

/// Longer names are hostile, and not fully considered.
constexpr qsizetype longestPath = 512;

// A name in a sentence keeps room for a block and a role.
constexpr int leastNameLetters = 28;
constexpr int leastListedLetters = 22; // for listed names, the distinguishing parts are known

/// In very little room, removes letters wherever the name stays unambiguous.
QString cutAnywhere(const ShortName& name, const QFontMetrics& metrics, int width)
{
    const QString text = QString::fromStdString(name.text());
    for (const Qt::TextElideMode mode : {Qt::ElideMiddle, Qt::ElideLeft, Qt::ElideRight}) {
        QString cut = metrics.elidedText(text, mode, width);
        for (const QString& twice : {QStringLiteral("…."), QStringLiteral("……")})
            cut.replace(twice, QStringLiteral("…"));
        if (name.isUnambiguousAs(cut.toStdString()))
            return cut;
    }
    return metrics.elidedText(text, Qt::ElideMiddle, width);
}

} // namespace

QString elidedPath(const QString& path, const QFontMetrics& metrics, int width, const ListedName& listed)
{
    const auto fits = [&](const QString& text) { return metrics.horizontalAdvance(text) <= width; };
    if (path.size() <= longestPath && fits(path))
        return path;
    const std::string shown = path.right(longestPath).toStdString();
    ShortName name(shown, listed);
    WordCutter cutter(name, metrics, width);
    const auto text = [&] { return QString::fromStdString(name.text()); };
    for (;;) {
        if (const auto word = name.wordBeforeDrop(); word && cutter.cutAlone(*word))
            return text();
        if (!name.dropPart())
            break;
        if (fits(text()))
            return text();
    }
    do {
        if (fits(text()) || (!name.hasGivenUp() && cutter.fit()))
            return text();
    } while (!name.hasGivenUp() && name.dropAnyPart());
    return cutAnywhere(name, metrics, width);
}

QStringList elidedPaths(const QStringList& paths, const QFontMetrics& metrics, std::span<const int> widths)
{
    const auto patterns = std::make_shared<NamePatterns>();
    for (const QString& path : paths)
        patterns->add(path.right(longestPath).toStdString());
    QStringList texts;
    for (qsizetype i = 0; i < paths.size(); ++i)
        texts << elidedPath(paths[i], metrics, widths[std::size_t(i)], {.list = patterns});
    return texts;
}

QString withShortNames(const QString& sentence, const QStringList& names, const QFontMetrics& metrics, int width,
    const std::shared_ptr<const NamePatterns>& list)
{
    QStringList found;
    int room = width - metrics.horizontalAdvance(sentence);
    for (qsizetype from = 0; const QString& name : names) {
        const qsizetype place = sentence.indexOf(name, from);
        if (place < 0)
            continue;
        found << name;
        from = place + name.size();
        room += metrics.horizontalAdvance(name);
    }
    const int least = metrics.averageCharWidth() * (list ? leastListedLetters : leastNameLetters);
    QString text = sentence;
    qsizetype from = 0;
    for (qsizetype i = 0; i < found.size(); ++i) {
        const qsizetype place = text.indexOf(found[i], from);
        const QString shorter =
            elidedPath(found[i], metrics, std::max(least, room / int(found.size() - i)), {.list = list});
        text.replace(place, found[i].size(), shorter);
        from = place + shorter.size();
        room -= metrics.horizontalAdvance(shorter);
    }
    return text;
}

QString wrappedWithShortNames(const NamedSentence& sentence, const QFontMetrics& metrics, int width, int lines)
{
    const auto fits = [&](const QString& text) {
        const QRect room(0, 0, width, lines * metrics.lineSpacing());
        return room.contains(metrics.boundingRect(room, Qt::TextWordWrap, text));
    };
    const auto shortened = [&](const QString& whole) {
        QString text = whole;
        constexpr int steps = 8; // steps per line: the unused space at line ends is not known in advance
        for (int room = lines * steps; room >= steps && !fits(text); --room)
            text = withShortNames(whole, sentence.names, metrics, width * room / steps, sentence.list);
        return text;
    };
    const QString text = shortened(sentence.text);
    return fits(text) || sentence.brief.isEmpty() ? text : shortened(sentence.brief);
}

QStringList longNamesIn(const QString& sentence, const QString& tensor)
{
    static const QRegularExpression quoted(QStringLiteral("\"([^\"\\s]{%1,})\"").arg(leastNameLetters + 1));
    std::map<qsizetype, QString> names; // keyed by position
    if (const qsizetype place = sentence.indexOf(tensor); !tensor.isEmpty() && place >= 0)
        names.emplace(place, tensor);
    for (auto matches = quoted.globalMatch(sentence); matches.hasNext();) {
        const QRegularExpressionMatch match = matches.next();
        names.emplace(match.capturedStart(1), match.captured(1));
    }
    QStringList inOrder;
    for (const auto& [place, name] : names)
        inOrder << name;
    return inOrder;
}

} // namespace loupe
