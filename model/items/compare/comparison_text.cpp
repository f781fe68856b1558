#include "items/compare/comparison_text.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/language/engine_words.h"
#include "items/language/plural.h"
#include "items/values/value_text.h"
#include "reports/comparison_words.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include <cmath>

namespace loupe {

namespace {

class ComparisonText {
    Q_DECLARE_TR_FUNCTIONS(loupe::Comparison)
};

/// The statuses in display order.
constexpr PairStatus shownStatuses[] = {PairStatus::Changed, PairStatus::OnlyA, PairStatus::OnlyB,
    PairStatus::ShapeChanged, PairStatus::NotCompared, PairStatus::Identical};

QString layersText(const CommonPlace::Layers& layers)
{
    QStringList ranges;
    for (const std::string& range : layers.ranges)
        ranges << toQString(range);
    const QString last = ranges.isEmpty() ? QString() : ranges.takeLast();
    const QString numbers = last.isEmpty()
        ? ComparisonText::tr("%1 layer(s) between %2 and %3", nullptr, pluralOf(layers.count))
              .arg(groupedCount(layers.count), QString::number(layers.first), QString::number(layers.last))
        : ComparisonText::tr("layer(s) %1", nullptr, pluralOf(layers.count))
              .arg(ranges.isEmpty()
                      ? last
                      : ComparisonText::tr("%1 and %2", "layers").arg(ranges.join(QStringLiteral(", ")), last));
    return layers.role.empty() ? numbers
                               : ComparisonText::tr("%1 of %2", "role, layers").arg(nameText(layers.role), numbers);
}

/// What the names have in common, "self_attn of layers 12–20"; empty if there is nothing.
QString placeText(const CommonPlace& place)
{
    if (const auto layers = place.layers())
        return layersText(*layers);
    return place.count() > 1 && place.text().empty() ? QString() : nameText(place.text());
}

/// "10 in mlp of layers 5–9, and lm_head.weight, model.norm.weight"; empty if the names are not in such places.
QString placesText(const CommonPlace& place)
{
    const auto mostly = place.mostly();
    if (!mostly)
        return {};
    QStringList others;
    for (const std::string& name : mostly->others)
        others << nameText(name);
    return ComparisonText::tr("%1 in %2, and %3", "count, layers, names")
        .arg(groupedCount(mostly->count), layersText(mostly->layers), others.join(QStringLiteral(", ")));
}

/// Whether the place is a top-level group that contains most tensors, so that it is not informative.
bool isWhole(const PairedCheckpoints& paired, const QString& place)
{
    const NameTree& tree = paired.tree;
    for (const NameTree::NodeId child : tree.children(tree.root())) {
        if (tree.isGroup(child) && nameText(tree.segment(child)) == place)
            return tree.sums(child).tensors > tree.sums(tree.root()).tensors / 2;
    }
    return false;
}

/// Whether a verdict says where several tensors are.
enum class Places : bool {
    Unsaid,
    Said,
};

QString placeText(const PairedCheckpoints& paired, const CommonPlace& place)
{
    const QString text = placeText(place);
    return place.count() > 1 && isWhole(paired, text) ? QString() : text;
}

/// The number of tensors in both, and whether to call them "common" because other tensors are on one side only.
struct Compared {
    std::uint64_t tensors = 0;
    bool isPart = false;
};

/// For pairs that differ in more than the name or the dtype. Precondition: there is at least one.
QString differingTensors(
    const PairedCheckpoints& paired, const CommonPlace& differing, const Compared& compared, Places says)
{
    const QString total = groupedCount(compared.tensors);
    const int plural = pluralOf(compared.tensors);
    const bool saysPlace = says == Places::Said || differing.count() == 1;
    const QString place = saysPlace ? placeText(paired, differing) : QString();
    const QString count = groupedCount(differing.count());
    if (differing.count() == 1)
        return (compared.isPart ? ComparisonText::tr("1 of %1 common tensor(s) differs: %2", nullptr, plural)
                                : ComparisonText::tr("1 of %1 tensor(s) differs: %2", nullptr, plural))
            .arg(total, place);
    if (differing.count() == compared.tensors)
        return (compared.isPart ? ComparisonText::tr("All %1 common tensor(s) differ", nullptr, plural)
                                : ComparisonText::tr("All %1 tensor(s) differ", nullptr, plural))
            .arg(total);
    if (place.isEmpty()) {
        const QString differ =
            (compared.isPart ? ComparisonText::tr("%1 of %2 common tensor(s) differ", nullptr, plural)
                             : ComparisonText::tr("%1 of %2 tensor(s) differ", nullptr, plural))
                .arg(count, total);
        const QString places = saysPlace ? placesText(differing) : QString();
        return places.isEmpty() ? differ
                                : ComparisonText::tr("%1: %2", "differing tensors, places").arg(differ, places);
    }
    return (compared.isPart ? ComparisonText::tr("%1 of %2 common tensor(s) differ, all in %3", nullptr, plural)
                            : ComparisonText::tr("%1 of %2 tensor(s) differ, all in %3", nullptr, plural))
        .arg(count, total, place);
}

/// For the case that all were cast in the same way.
QString castTensors(const ComparisonResults::Differences& differences, const PairSums& sums, const Compared& compared)
{
    const QString cast =
        ComparisonText::tr("All %1 tensor(s) cast from %2 to %3", nullptr, pluralOf(compared.tensors))
            .arg(groupedCount(compared.tensors), nameText(differences.dtypes->a), nameText(differences.dtypes->b));
    const std::uint64_t changed = differences.place.count();
    if (changed == 0)
        return cast;
    const QString values = sums.relativeL2 ? ComparisonText::tr("values of %1 differ, relative L2 up to %2")
                                                 .arg(groupedCount(changed), figureText(sums.relativeL2, false, 2))
                                           : ComparisonText::tr("values of %1 differ").arg(groupedCount(changed));
    return cast + QStringLiteral("; ") + values;
}

QString onlyText(const PairedCheckpoints& paired, const CommonPlace& only, PairStatus side, Places says)
{
    const QString count = groupedCount(only.count());
    const QString place = says == Places::Said ? placeText(paired, only) : QString();
    if (place.isEmpty())
        return side == PairStatus::OnlyA ? ComparisonText::tr("%1 only in A").arg(count)
                                         : ComparisonText::tr("%1 only in B").arg(count);
    return side == PairStatus::OnlyA ? ComparisonText::tr("%1 only in A (%2)").arg(count, place)
                                     : ComparisonText::tr("%1 only in B (%2)").arg(count, place);
}

/// Precondition: at least one pair differs.
QString differingTensors(
    const ComparisonResults& results, const ComparisonResults::Differences& differences, Places says)
{
    const PairedCheckpoints& paired = *results.paired();
    const std::uint64_t onlyA = paired.onlyIn(PairStatus::OnlyA);
    const std::uint64_t onlyB = paired.onlyIn(PairStatus::OnlyB);
    const Compared compared{paired.pairs.size() - onlyA - onlyB, onlyA + onlyB > 0};
    if (compared.tensors == 0 && onlyA > 0 && onlyB > 0)
        return ComparisonText::tr("No tensor names in common: %1 only in A, %2 only in B")
            .arg(groupedCount(onlyA), groupedCount(onlyB));
    QStringList texts;
    if (differences.dtypes && differences.withTwoDTypes == compared.tensors) {
        texts << castTensors(differences, results.sums(paired.tree.root()), compared);
    } else {
        const std::uint64_t others = differences.inNameOrDType;
        if (differences.place.count() > 0)
            texts << differingTensors(paired, differences.place, compared, says);
        if (others > 0)
            texts << (texts.isEmpty()
                    ? ComparisonText::tr("%1 tensor(s) differ in name or dtype only", nullptr, pluralOf(others))
                    : ComparisonText::tr("%1 other(s) differ in name or dtype only", nullptr, pluralOf(others)))
                         .arg(groupedCount(others));
    }
    if (differences.onlyA.count() > 0)
        texts << onlyText(paired, differences.onlyA, PairStatus::OnlyA, says);
    if (differences.onlyB.count() > 0)
        texts << onlyText(paired, differences.onlyB, PairStatus::OnlyB, says);
    return texts.join(QStringLiteral("; "));
}

QString verdict(const ComparisonResults& results, bool running, Places says)
{
    const MetadataDifference& metadata = results.paired()->metadata;
    const std::size_t entries = metadata.added.size() + metadata.removed.size() + metadata.changed.size();
    const ComparisonResults::Differences differences = results.differences();
    const bool tensorsDiffer = differences.place.count() + differences.onlyA.count() + differences.onlyB.count() > 0
        || differences.inNameOrDType > 0;
    const auto same = results.same();
    if (!same || (running && !tensorsDiffer))
        return running ? ComparisonText::tr("Comparing…") : ComparisonText::tr("No difference so far");
    if (*same)
        return ComparisonText::tr("Identical");
    if (results.isUndecided())
        return running ? ComparisonText::tr("Comparing…")
                       : ComparisonText::tr("No differences found; some tensors could not be compared");
    const int plural = pluralOf(entries);
    if (!tensorsDiffer)
        return ComparisonText::tr("Only the metadata differs: %1 key(s)", nullptr, plural).arg(groupedCount(entries));
    QString text = differingTensors(results, differences, says);
    if (!results.isComplete())
        text = ComparisonText::tr("%1 (so far)").arg(text);
    return entries == 0
        ? text
        : ComparisonText::tr("%1; also %2 metadata key(s)", nullptr, plural).arg(text, groupedCount(entries));
}

} // namespace

QString statusName(PairStatus status)
{
    return engineWord(pairStatusWords(status));
}

QString statusText(const ComparisonResults& results, std::uint32_t pair)
{
    const auto status = results.status(pair);
    const TensorPair& both = results.paired()->pairs[pair];
    QString text;
    if (status)
        text = engineWord(pairStatusWords(both, *status));
    if (results.paired()->isRenamed(pair))
        text += (text.isEmpty() ? QString() : QStringLiteral(", ")) + ComparisonText::tr("renamed");
    return text;
}

QString statusText(const PairSums& sums)
{
    if (sums.waiting == 0 && sums.different() == 0 && sums.known() > 0)
        return statusName(PairStatus::Identical);
    QStringList parts;
    for (const PairStatus status : shownStatuses) {
        if (const std::uint32_t count = sums.count(status); count > 0 && status != PairStatus::Identical)
            parts += ComparisonText::tr("%1 %2", "count, status of pairs").arg(groupedCount(count), statusName(status));
    }
    return parts.join(QStringLiteral(", "));
}

QString bothText(const QString& a, const QString& b)
{
    if (a == b || b.isEmpty())
        return a;
    return a.isEmpty() ? b : a + QStringLiteral(" → ") + b;
}

QString nameText(std::string_view name)
{
    constexpr std::size_t longest = 1000;
    return toQString(formatName(name.substr(0, longest)));
}

QString dtypeText(const Checkpoint& checkpoint, std::uint32_t tensor)
{
    return tensor == TensorPair::none ? QString() : nameText(checkpoint.dtypeName(tensor));
}

QString shapeText(const Checkpoint& checkpoint, std::uint32_t tensor)
{
    constexpr std::size_t longest = 32;
    if (tensor == TensorPair::none)
        return {};
    const auto shape = checkpoint.tensors[tensor].shape;
    if (shape.size() <= longest)
        return toQString(formatShape(shape));
    QString text = toQString(formatShape(shape.first(longest)));
    text.chop(1);
    return text + QStringLiteral(", …]");
}

QString figureText(const std::optional<double>& figure, bool whole, int digits)
{
    if (!figure)
        return QStringLiteral("–");
    return whole ? QString::number(*figure, 'g', QLocale::FloatingPointShortest)
                 : shownNumber(QString::number(*figure, 'g', digits));
}

QString cosineText(const std::optional<double>& cosine, bool whole, int digits)
{
    return figureText(cosine, whole, cosine ? cosineDigits(*cosine, digits) : digits);
}

QString countText(const std::optional<std::uint64_t>& count)
{
    return count ? toQString(formatCount(*count)) : QStringLiteral("–");
}

QString nonfiniteText(std::uint64_t onlyA, std::uint64_t onlyB)
{
    QStringList parts;
    if (onlyA > 0)
        parts += QStringLiteral("A: ") + countText(onlyA);
    if (onlyB > 0)
        parts += QStringLiteral("B: ") + countText(onlyB);
    return parts.isEmpty() ? countText(0) : parts.join(QStringLiteral(", "));
}

QString bitsText(const PrecisionCost& cost)
{
    if (!cost.bitsA())
        return QStringLiteral("–");
    return bothText(figureText(cost.bitsA(), false), figureText(cost.bitsB(), false));
}

QString precisionCostText(const PrecisionCost& cost)
{
    if (!cost.changesBits())
        return {};
    const QString bits = ComparisonText::tr("%1 bits per weight").arg(bitsText(cost));
    const auto ratio = cost.signalToNoise();
    return ratio ? ComparisonText::tr("%1, SNR %2 dB", "bits per weight, ratio").arg(bits, figureText(ratio, false))
                 : bits;
}

QString modelCostText(const PrecisionCost& cost)
{
    const QString text = precisionCostText(cost);
    const auto error = cost.largestError();
    return text.isEmpty() || !error
        ? text
        : ComparisonText::tr("%1, largest error %2", "figures").arg(text, figureText(error, false));
}

QString differingText(std::uint64_t differing, std::uint64_t elements)
{
    const QString count = toQString(formatCount(differing));
    if (differing == 0 || elements == 0)
        return count;
    const double share = static_cast<double>(differing) / static_cast<double>(elements);
    return QStringLiteral("%1 (%2)").arg(count, toQString(formatShare(share)));
}

QString verdict(const ComparisonResults& results, bool running)
{
    return verdict(results, running, Places::Said);
}

QString briefVerdict(const ComparisonResults& results, bool running)
{
    return verdict(results, running, Places::Unsaid);
}

} // namespace loupe
