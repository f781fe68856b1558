#include "items/tree/health/health_text.h"

#include "analysis/statistics/health_rules.h"
#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/language/plural.h"
#include "items/values/value_text.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <optional>
#include <string_view>

namespace loupe {

namespace {

class Words {
    Q_DECLARE_TR_FUNCTIONS(loupe::Health)
};

QString number(std::uint64_t count)
{
    return toQString(formatCount(count));
}

QString real(double value)
{
    return shownNumber(QString::number(value, 'g', 6));
}

/// Limits the length, as names from malicious files may be megabytes long. Keeps the end, where names differ.
QString nameOf(const Checkpoint& checkpoint, std::uint32_t tensor)
{
    constexpr std::size_t longest = 200;
    const std::string_view name = checkpoint.tensors[tensor].name;
    if (name.size() <= longest)
        return toQString(printable(name));
    const auto isBegin = [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; };
    const std::string_view end = name.substr(name.size() - longest);
    const auto first = std::find_if(end.begin(), end.end(), isBegin); // the start of a whole character
    return u'…' + toQString(printable({first, end.end()}));
}

QString describeRange(const Summary& summary)
{
    if (!summary.minimum)
        return {};
    const QString low = shownNumber(toQString(toText(*summary.minimum)));
    const QString high = shownNumber(toQString(toText(*summary.maximum)));
    if (!summary.mean || !summary.standardDeviation)
        return Words::tr("From %1 to %2").arg(low, high);
    return Words::tr("From %1 to %2, mean %3, standard deviation %4")
        .arg(low, high, real(*summary.mean), real(*summary.standardDeviation));
}

void describeFigures(QStringList& lines, const Summary& summary)
{
    if (summary.nan)
        lines << Words::tr("%1 NaN, %2 +Inf, %3 −Inf among %4 element(s)", nullptr, pluralOf(summary.elements))
                     .arg(number(*summary.nan), number(summary.positiveInf.value_or(0)),
                         number(summary.negativeInf.value_or(0)), number(summary.elements));
    if (summary.firstNonfinite)
        lines << Words::tr("The first of them is element %1, counted from 0").arg(number(*summary.firstNonfinite));
    if (summary.zero)
        lines << Words::tr("%1 zero, %2 negative, %3 subnormal")
                     .arg(number(*summary.zero), number(summary.negative.value_or(0)),
                         number(summary.subnormal.value_or(0)));
    if (const QString range = describeRange(summary); !range.isEmpty())
        lines << range;
    const char* const partNames[] = {
        QT_TRANSLATE_NOOP("loupe::Health", "Real part: %1"), QT_TRANSLATE_NOOP("loupe::Health", "Imaginary part: %1")};
    for (std::size_t i = 0; i < summary.parts.size(); ++i)
        if (const QString range = describeRange(summary.parts[i]); !range.isEmpty())
            lines << Words::tr(partNames[i]).arg(range);
}

/// "Outliers: an element is more than …"
QString ruleText(HealthRemark remark)
{
    const HealthRule& rule = ruleOf(remark);
    return Words::tr("%1: %2").arg(Words::tr(rule.title), Words::tr(rule.rule));
}

/// "12 NaN in 1 tensor"
QString nonfiniteIn(std::uint64_t elements, const QString& what, std::uint32_t tensors)
{
    return Words::tr("%1 %2 in %3 tensor(s)", "number of NaN or Inf", pluralOf(tensors))
        .arg(number(elements), what, number(tensors));
}

/// "12 NaN in 1 tensor", "2 Inf in 1 tensor"
QStringList nonfiniteLines(const HealthSums& sums)
{
    QStringList lines;
    if (sums.nan > 0)
        lines << nonfiniteIn(sums.nan, QStringLiteral("NaN"), sums.count(HealthRemark::NaN));
    if (sums.infinite > 0)
        lines << nonfiniteIn(sums.infinite, QStringLiteral("Inf"), sums.count(HealthRemark::Infinite));
    return lines;
}

struct CountedText {
    HealthRemark remark;
    const char* text; ///< takes the number of tensors
};
constexpr CountedText countedTexts[] = {
    {HealthRemark::Quantization, QT_TRANSLATE_N_NOOP("loupe::Health", "%1 tensor(s) with odd scales or codes")},
    {HealthRemark::Outliers, QT_TRANSLATE_N_NOOP("loupe::Health", "%1 tensor(s) with outliers")},
    {HealthRemark::AllZero, QT_TRANSLATE_N_NOOP("loupe::Health", "%1 tensor(s) all zero")},
    {HealthRemark::Constant, QT_TRANSLATE_N_NOOP("loupe::Health", "%1 constant tensor(s)")},
    {HealthRemark::Subnormal, QT_TRANSLATE_N_NOOP("loupe::Health", "%1 tensor(s) with subnormals")},
};

QStringList groupLines(const HealthSums& sums)
{
    QStringList lines;
    if (const std::uint32_t unread = sums.count(HealthRemark::Unread); unread > 0)
        lines << Words::tr("%1 tensor(s) not readable", nullptr, pluralOf(unread)).arg(number(unread));
    lines << nonfiniteLines(sums);
    for (const auto& [remark, text] : countedTexts)
        if (const std::uint32_t count = sums.count(remark); count > 0)
            lines << Words::tr(text, nullptr, pluralOf(count)).arg(number(count));
    return lines;
}

/// "9 tensors scanned"
QString scannedText(std::uint64_t tensors)
{
    return Words::tr("%1 tensor(s) scanned", nullptr, pluralOf(tensors)).arg(number(tensors));
}

/// "3 of 9 tensors scanned"
QString scannedPart(const HealthSums& sums, std::uint64_t tensors)
{
    return Words::tr("%1 of %2 tensor(s) scanned", nullptr, pluralOf(tensors))
        .arg(number(sums.tensors), number(tensors));
}

/// "12 NaN in 1 tensor, 2 Inf in 1 tensor"; empty if all is finite.
QString nonfiniteText(const HealthSums& sums)
{
    return nonfiniteLines(sums).join(QStringLiteral(", "));
}

/// Counts tensors with warnings other than NaN or infinities: "warnings in 2 tensors"; may be empty.
QString oddText(const HealthSums& sums)
{
    if (sums.odd == 0)
        return {};
    const bool hasOthers = sums.nan > 0 || sums.infinite > 0;
    return (hasOthers ? Words::tr("other warnings in %1 tensor(s)", nullptr, pluralOf(sums.odd))
                      : Words::tr("warnings in %1 tensor(s)", nullptr, pluralOf(sums.odd)))
        .arg(number(sums.odd));
}

/// "…, values of 2 unknown": for quantized weights that cannot be decoded, and for unknown dtypes.
QString withUnknown(const QString& text, const HealthSums& sums)
{
    return sums.unknown > 0 ? Words::tr("%1, values of %2 unknown").arg(text, number(sums.unknown)) : text;
}

/// How many tensors were looked at: "Scanning: 3 of 291 tensors", "289 of 291 tensors scanned, 2 could not be read".
QString coverageText(const HealthSums& sums, std::uint64_t tensors, bool isRunning)
{
    const std::uint64_t unread = sums.count(HealthRemark::Unread);
    const auto withUnread = [&](const QString& text) {
        return withUnknown(unread > 0 ? Words::tr("%1, %2 could not be read").arg(text, number(unread)) : text, sums);
    };
    if (isRunning || sums.tensors < tensors)
        return withUnread((isRunning ? Words::tr("Scanning: %1 of %2 tensor(s)", nullptr, pluralOf(tensors))
                                     : Words::tr("Scan stopped at %1 of %2 tensor(s)", nullptr, pluralOf(tensors)))
                              .arg(number(sums.tensors), number(tensors)));
    if (unread == 0)
        return withUnread(scannedText(tensors));
    return withUnread(Words::tr("%1 of %2 tensor(s) scanned", nullptr, pluralOf(tensors))
                          .arg(number(tensors - unread), number(tensors)));
}

QString nonfiniteStatus(const HealthSums& sums, std::uint64_t tensors, bool isRunning)
{
    const QString separator = QStringLiteral(" · ");
    const QString found = nonfiniteText(sums);
    const std::uint64_t unread = sums.count(HealthRemark::Unread);
    const QString coverage = coverageText(sums, tensors, isRunning);
    if (isRunning || sums.tensors < tensors) {
        if (sums.tensors == unread + sums.unknown) // no values are known, so there is nothing else to say
            return coverage;
        if (!found.isEmpty())
            return coverage + separator + (isRunning ? Words::tr("%1 so far").arg(found) : found);
        return coverage + separator
            + (isRunning ? Words::tr("no NaN or infinities so far") : Words::tr("no NaN or infinities in these"));
    }
    if (!found.isEmpty())
        return found + separator + coverage;
    const std::uint64_t known = tensors - unread - sums.unknown;
    if (known == tensors)
        return Words::tr("No NaN or infinities in %1 tensor(s)", nullptr, pluralOf(tensors)).arg(number(tensors));
    if (known == 0 && unread == 0)
        return Words::tr("No values were read: those of %1 tensor(s) are unknown", nullptr, pluralOf(tensors))
            .arg(number(tensors));
    const QString text = Words::tr("No NaN or infinities in %1 of %2 tensor(s)", nullptr, pluralOf(tensors))
                             .arg(number(known), number(tensors));
    return withUnknown(unread > 0 ? Words::tr("%1, %2 could not be read").arg(text, number(unread)) : text, sums);
}

/// "12 NaN"
QString nonfiniteCount(const char* what, std::uint64_t elements)
{
    return Words::tr("%1 %2", "number of NaN or Inf").arg(number(elements), QString::fromLatin1(what));
}

/// The place of the first of them: "norm.weight [73]"; a scalar has no index.
QString placeText(const Checkpoint& checkpoint, const ElementPlace& first)
{
    const auto shape = checkpoint.tensors[first.tensor].shape;
    const QString name = nameOf(checkpoint, first.tensor);
    return shape.empty() ? name : name + u' ' + indexText(shape, first.element);
}

QString firstPlace(const Checkpoint& checkpoint, const QString& count, std::uint64_t elements, std::uint32_t tensors,
    const ElementPlace& first)
{
    const QString place = placeText(checkpoint, first);
    if (elements == 1)
        return Words::tr("%1: %2", "number of NaN or Inf, place").arg(count, place);
    if (tensors == 1)
        return Words::tr("%1 in %2, the first at %3")
            .arg(count, nameOf(checkpoint, first.tensor),
                indexText(checkpoint.tensors[first.tensor].shape, first.element));
    return Words::tr("%1 in %2 tensor(s), the first: %3", nullptr, pluralOf(tensors))
        .arg(count, number(tensors), place);
}

/// "12 NaN from norm.weight [73]"
QString briefPlace(const QString& count, std::uint64_t elements, const QString& place)
{
    return (elements == 1 ? Words::tr("%1: %2", "number of NaN or Inf, place")
                          : Words::tr("%1 from %2", "number of NaN or Inf, place of the first"))
        .arg(count, place);
}

/// For a single tensor with both NaN and infinities.
NamedSentence placesInOneTensor(
    const HealthSums& sums, const Checkpoint& checkpoint, const ElementPlace& firstNaN, const ElementPlace& firstInf)
{
    const auto shape = checkpoint.tensors[firstNaN.tensor].shape;
    const QString name = nameOf(checkpoint, firstNaN.tensor);
    const auto part = [&](const QString& what, std::uint64_t elements, const ElementPlace& first) {
        return (elements == 1 ? Words::tr("%1 %2 at %3", "number of NaN or Inf, index")
                              : Words::tr("%1 %2, the first at %3", "number of NaN or Inf, index"))
            .arg(number(elements), what, indexText(shape, first.element));
    };
    const auto briefPart = [&](const char* what, std::uint64_t elements, const ElementPlace& first) {
        return briefPlace(nonfiniteCount(what, elements), elements, indexText(shape, first.element));
    };
    const auto sentence = [&](const QString& nan, const QString& infinite) {
        return Words::tr("%1: %2 and %3", "tensor, NaN, Inf").arg(name, nan, infinite);
    };
    return {.text = sentence(
                part(QStringLiteral("NaN"), sums.nan, firstNaN), part(QStringLiteral("Inf"), sums.infinite, firstInf)),
        .brief = sentence(briefPart("NaN", sums.nan, firstNaN), briefPart("Inf", sums.infinite, firstInf)),
        .names = {name}};
}

} // namespace

QString wholeHealth(const Checkpoint& checkpoint, std::uint32_t tensor, const Result<Health>& health)
{
    if (!health)
        return Words::tr("Could not be read: %1").arg(toQString(printable(describe(health.error()))));
    QStringList lines;
    if (!health->summary.note.empty())
        lines << toQString(health->summary.note);
    describeFigures(lines, health->summary);
    if (health->largestMagnitude)
        lines << Words::tr("Largest magnitude %1").arg(real(*health->largestMagnitude));
    if (health->sigmas)
        lines << Words::tr("Farthest element: %1 from the mean").arg(sigmaText(*health->sigmas));
    else if (health->summary.standardDeviation && !health->constant)
        lines << Words::tr("Too few elements for a distance from the mean");
    if (health->constant)
        lines << Words::tr("All elements are %1.").arg(constantValue(health->summary));
    if (health->duplicateOf)
        lines << Words::tr("Duplicate: same dtype, size and bytes as %1").arg(nameOf(checkpoint, *health->duplicateOf));
    for (const Finding& finding : health->findings)
        lines << toQString(printable(finding.message));
    const HealthSums sums = healthOf(checkpoint.tensors[tensor], health);
    for (const HealthRule& rule : healthRules()) {
        const bool isSeen = rule.remark == HealthRemark::NaN || rule.remark == HealthRemark::Infinite
            || rule.remark == HealthRemark::Quantization;
        if (rule.isWarning && !isSeen && sums.count(rule.remark) > 0)
            lines << ruleText(rule.remark);
    }
    return lines.join(u'\n');
}

QString wholeHealth(const GroupHealth& group)
{
    const HealthSums& sums = group.sums;
    if (sums.tensors == 0)
        return {};
    QStringList lines{group.isComplete() ? scannedText(group.tensors) : scannedPart(sums, group.tensors)};
    if (group.isFiltered)
        lines << Words::tr("Tensors that the filter hides are not counted here.");
    const QStringList remarks = groupLines(sums);
    if (remarks.isEmpty())
        lines << (group.isComplete() ? Words::tr("No warnings") : Words::tr("No warnings in these"));
    lines << remarks;
    if (sums.unknown > 0)
        lines
            << Words::tr("%1 tensor(s) with unknown values", nullptr, pluralOf(sums.unknown)).arg(number(sums.unknown));
    if (sums.sigmas > 0)
        lines << Words::tr("Farthest element: %1 from the mean of its tensor").arg(sigmaText(sums.sigmas));
    if (const std::uint32_t duplicates = sums.count(HealthRemark::Duplicate); duplicates > 0)
        lines << Words::tr("%1 duplicate(s) of earlier tensors", nullptr, pluralOf(duplicates)).arg(number(duplicates));
    return lines.join(u'\n');
}

QString healthRule()
{
    QStringList lines{Words::tr("Distance of the farthest element from the mean, in standard deviations (σ) of the "
                                "others. About 5 for normally distributed values, tens for heavy tails. Groups show "
                                "their largest."),
        QString(), Words::tr("Warnings:")};
    for (const HealthRule& rule : healthRules()) {
        if (!rule.isWarning)
            continue;
        lines << QStringLiteral("• ") + ruleText(rule.remark);
        if (const QString filter = QString::fromUtf8(rule.filter); !filter.isEmpty())
            lines.back() = Words::tr("%1 Filter: %2").arg(lines.back(), filter);
    }
    return lines.join(u'\n');
}

NamedSentence nonfinitePlaces(const HealthResults& results, const Checkpoint& checkpoint)
{
    const HealthSums sums = results.total();
    const auto firstNaN = results.firstElement(checkpoint, HealthRemark::NaN);
    const auto firstInfinite = results.firstElement(checkpoint, HealthRemark::Infinite);
    if (firstNaN && firstInfinite && firstNaN->tensor == firstInfinite->tensor && sums.count(HealthRemark::NaN) == 1
        && sums.count(HealthRemark::Infinite) == 1)
        return placesInOneTensor(sums, checkpoint, *firstNaN, *firstInfinite);
    NamedSentence sentence;
    QStringList parts;
    QStringList briefParts;
    const auto add = [&](const char* what, std::uint64_t elements, HealthRemark remark,
                         const std::optional<ElementPlace>& first) {
        if (!first)
            return;
        const QString count = nonfiniteCount(what, elements);
        parts << firstPlace(checkpoint, count, elements, sums.count(remark), *first);
        briefParts << briefPlace(count, elements, placeText(checkpoint, *first));
        sentence.names << nameOf(checkpoint, first->tensor);
    };
    add("NaN", sums.nan, HealthRemark::NaN, firstNaN);
    add("Inf", sums.infinite, HealthRemark::Infinite, firstInfinite);
    sentence.text = parts.join(QStringLiteral(" · "));
    sentence.brief = briefParts.join(QStringLiteral(" · "));
    return sentence;
}

QString scanStatus(const HealthSums& sums, std::uint64_t tensors, bool isRunning)
{
    if (tensors == 0)
        return Words::tr("No tensors to scan");
    QString text = nonfiniteStatus(sums, tensors, isRunning);
    if (const QString odd = oddText(sums); !odd.isEmpty())
        text += QStringLiteral(" · ") + odd;
    return text;
}

QString briefScanStatus(const HealthSums& sums, std::uint64_t tensors, bool isRunning)
{
    QStringList counts;
    if (sums.nan > 0)
        counts << nonfiniteCount("NaN", sums.nan);
    if (sums.infinite > 0)
        counts << nonfiniteCount("Inf", sums.infinite);
    if (const std::uint32_t unread = sums.count(HealthRemark::Unread); unread > 0)
        counts << unreadableText(unread);
    if (counts.isEmpty() || isRunning || sums.tensors < tensors)
        return scanStatus(sums, tensors, isRunning).section(QStringLiteral(" · "), 0, 0);
    return counts.join(QStringLiteral(", "));
}

QString scanCoverage(const HealthSums& sums, std::uint64_t tensors, bool isRunning)
{
    if (tensors == 0)
        return Words::tr("No tensors to scan");
    const bool isFinite = sums.nan == 0 && sums.infinite == 0;
    return isFinite ? nonfiniteStatus(sums, tensors, isRunning) : coverageText(sums, tensors, isRunning);
}

} // namespace loupe
