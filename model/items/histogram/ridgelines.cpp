#include "items/histogram/ridgelines.h"

#include "core/text/block_number.h"
#include "core/text/natural_order.h"
#include "core/text/text.h"
#include "items/histogram/histogram_model.h"
#include "items/jobs/qt_text.h"

#include <algorithm>
#include <functional>
#include <span>
#include <string_view>
#include <utility>

namespace loupe {

namespace {

using Parts = std::vector<std::string_view>;

QString textFrom(const char* begin, const char* end)
{
    return toQString(printable({begin, std::size_t(end - begin)}));
}

/// The part of the names that differs, formatted as for families: "{0…7}" for all blocks from the first to the last,
/// "{0, 4 … 28}" for some; "*" if the differences are not block numbers.
QString blocksOf(const Ridgelines& ridgelines)
{
    const std::vector<Ridge>& ridges = ridgelines.ridges;
    const bool areBlocks = std::ranges::all_of(
        ridges, [](const Ridge& ridge) { return ridge.label.size() < 10 && isBlockNumber(ridge.label.toStdString()); });
    if (!areBlocks || ridges.size() < 2)
        return QStringLiteral("*");
    const QString& first = ridges.front().label;
    const QString& last = ridges.back().label;
    if (ridges.size() == 2)
        return QStringLiteral("{%1, %2}").arg(first, last);
    if (last.toULongLong() - first.toULongLong() == ridges.size() - 1)
        return QStringLiteral("{%1…%2}").arg(first, last);
    return QStringLiteral("{%1, %2 … %3}").arg(first, ridges[1].label, last);
}

/// Makes labels from the name parts that differ, and the title from all others.
void nameRidges(Ridgelines& ridgelines, const Checkpoint& checkpoint)
{
    std::vector<Parts> all;
    for (Ridge& ridge : ridgelines.ridges) {
        const std::string_view name = checkpoint.tensors[ridge.tensor].name;
        ridge.name = toQString(name);
        all.push_back(nameParts(name));
    }
    if (all.empty())
        return;
    const Parts& first = all.front();
    std::size_t shortest = first.size();
    std::size_t longest = 0; // index of the name with the most parts
    for (std::size_t i = 0; i < all.size(); ++i) {
        shortest = std::min(shortest, all[i].size());
        longest = all[i].size() > all[longest].size() ? i : longest;
    }
    const auto allHave = [&](auto partOf) {
        return std::all_of(all.begin(), all.end(), [&](const Parts& one) { return partOf(one) == partOf(first); });
    };
    std::size_t before = 0; // number of common parts at the start
    while (before < shortest && allHave([&](const Parts& one) { return one[before]; }))
        ++before;
    std::size_t after = 0; // number of common parts at the end
    while (before + after < shortest && allHave([&](const Parts& one) { return one[one.size() - 1 - after]; }))
        ++after;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::string_view name = checkpoint.tensors[ridgelines.ridges[i].tensor].name;
        const std::size_t end = all[i].size() - after;
        ridgelines.ridges[i].label = before < end
            ? textFrom(all[i][before].data(), all[i][end - 1].data() + all[i][end - 1].size())
            : textFrom(name.data(), name.data() + name.size());
    }
    const Parts& parts = all[longest];
    const std::string_view name = checkpoint.tensors[ridgelines.ridges[longest].tensor].name;
    const char* const end = name.data() + name.size();
    if (before == parts.size()) {
        ridgelines.title = textFrom(name.data(), end); // all names are equal
        return;
    }
    // Include the separators on both sides of the differing part.
    const QString tail = after > 0 ? textFrom(parts[parts.size() - after].data() - 1, end) : QString();
    ridgelines.title = textFrom(name.data(), parts[before].data()) + blocksOf(ridgelines) + tail;
}

std::vector<SummaryPtr> partsOf(const Ridgelines& ridgelines)
{
    std::vector<SummaryPtr> parts;
    for (const Ridge& ridge : ridgelines.ridges)
        parts.push_back(ridge.part);
    return parts;
}

void setSummary(Ridge& ridge, SummaryPtr summary)
{
    ridge.summary = std::move(summary);
    ridge.part = partOf(ridge.summary, 0);
}

void setOptions(Ridgelines& ridgelines, HistogramChoice choice)
{
    ridgelines.options = optionsForAll(partsOf(ridgelines), choice);
    choice.zoom.reset();
    ridgelines.whole = optionsForAll(partsOf(ridgelines), choice);
}

/// Whether the error affects only this tensor.
bool isOfOneTensor(ErrorCode code)
{
    return code != ErrorCode::Stopped && code != ErrorCode::Changed && code != ErrorCode::OutOfMemory;
}

/// The chosen indexes out of `all`, ascending.
std::vector<std::size_t> evenlyChosen(std::size_t all)
{
    const std::size_t count = std::min(all, Ridgelines::most);
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < count; ++i)
        places.push_back(count > 1 ? i * (all - 1) / (count - 1) : 0);
    return places;
}

/// The indexes of tensors with warnings from a scan, worst first.
std::vector<std::size_t> remarkable(std::span<const std::uint32_t> tensors, const HealthResults& health)
{
    std::vector<std::pair<std::uint64_t, std::size_t>> ranked;
    for (std::size_t place = 0; place < tensors.size(); ++place)
        if (const HealthSums sums = health.tensorSums(tensors[place]); sums.worst())
            ranked.emplace_back(sums.rank(), place);
    std::ranges::stable_sort(ranked, std::ranges::greater(), [](const auto& one) { return one.first; });
    std::vector<std::size_t> places;
    for (const auto& [rank, place] : ranked)
        places.push_back(place);
    return places;
}

/// Replaces the nearest index by `place`, except the first, the last, and those in `kept`.
void replaceNearest(std::vector<std::size_t>& places, std::size_t place, std::span<const std::size_t> kept)
{
    const auto distance = [&](std::size_t other) { return place > other ? place - other : other - place; };
    auto nearest = places.end();
    for (auto other = places.begin() + 1; other + 1 < places.end(); ++other)
        if (std::ranges::find(kept, *other) == kept.end()
            && (nearest == places.end() || distance(*other) < distance(*nearest)))
            nearest = other;
    if (nearest != places.end())
        *nearest = place;
}

} // namespace

std::uint64_t Ridgelines::outside() const
{
    std::uint64_t count = 0;
    for (const Ridge& ridge : ridges)
        count += ridge.histogram ? ridge.histogram->below + ridge.histogram->above : 0;
    return count;
}

Ridgelines chooseRidges(const NodeChoice& choice, const HealthResults* health, const Work& work)
{
    std::vector<std::uint32_t> tensors = choice.tensors(work);
    const Checkpoint& checkpoint = *choice.opened->checkpoint;
    std::sort(tensors.begin(), tensors.end(), [&](std::uint32_t a, std::uint32_t b) {
        return naturalLess(checkpoint.tensors[a].name, checkpoint.tensors[b].name);
    });
    Ridgelines chosen;
    chosen.chosen = tensors.size();
    std::vector<std::size_t> places = evenlyChosen(tensors.size());
    if (health && health->tensors() == checkpoint.tensors.size() && tensors.size() > places.size()) {
        std::vector<std::size_t> kept = remarkable(tensors, *health);
        kept.resize(std::min(kept.size(), Ridgelines::most));
        for (std::size_t rank = 0; rank < kept.size(); ++rank)
            if (std::ranges::find(places, kept[rank]) == places.end())
                replaceNearest(places, kept[rank], std::span(kept).first(rank));
        std::ranges::sort(places);
    }
    for (const std::size_t place : places)
        chosen.ridges.emplace_back().tensor = tensors[place];
    nameRidges(chosen, checkpoint);
    return chosen;
}

bool haveOneRole(const NodeChoice& choice)
{
    constexpr std::uint64_t mostLookedAt = 4096;
    const std::uint64_t most = choice.mostTensors();
    if (most < 2 || most > mostLookedAt)
        return false;
    const std::vector<std::uint32_t> tensors = choice.tensors();
    if (tensors.size() < 2)
        return false;
    const auto role = [&](std::uint32_t tensor) { return roleOf(choice.opened->checkpoint->tensors[tensor].name); };
    return std::all_of(tensors.begin() + 1, tensors.end(),
        [&, first = role(tensors.front())](std::uint32_t tensor) { return role(tensor) == first; });
}

bool fillKnown(Ridgelines& ridgelines, const HistogramChoice& choice, const KnownFigures& known)
{
    bool complete = true;
    for (Ridge& ridge : ridgelines.ridges) {
        setSummary(ridge, known.summary(ridge.tensor));
        ridge.histogram.reset();
        complete = complete && ridge.summary;
    }
    if (!complete)
        return false;
    setOptions(ridgelines, choice);
    for (Ridge& ridge : ridgelines.ridges) {
        if (!ridgelines.options || !hasFinite(ridge.part))
            continue;
        ridge.histogram = ownHistogram(ridge.part, *ridgelines.options);
        if (!ridge.histogram)
            ridge.histogram = known.histogram(ridge.tensor, *ridgelines.options);
        complete = complete && ridge.histogram;
    }
    return complete;
}

Result<> countMissing(Ridgelines& ridgelines, const std::shared_ptr<const Checkpoint>& checkpoint,
    const HistogramChoice& choice, const Work& work)
{
    for (Ridge& ridge : ridgelines.ridges) {
        if (ridge.summary)
            continue;
        auto summary = summarizeForWindow(checkpoint, ridge.tensor, work);
        if (summary)
            setSummary(ridge, std::move(*summary));
        else if (!isOfOneTensor(summary.error().code))
            return fail(std::move(summary.error()));
    }
    setOptions(ridgelines, choice);
    for (Ridge& ridge : ridgelines.ridges) {
        if (!ridgelines.options || !hasFinite(ridge.part) || ridge.histogram)
            continue;
        ridge.histogram = ownHistogram(ridge.part, *ridgelines.options);
        if (ridge.histogram)
            continue;
        auto histogram = countBins(checkpoint, ridge.tensor, *ridgelines.options, work);
        if (histogram)
            ridge.histogram = std::move(*histogram);
        else if (isOfOneTensor(histogram.error().code))
            setSummary(ridge, nullptr);
        else
            return fail(std::move(histogram.error()));
    }
    return {};
}

QString ridgelinesText(const Ridgelines& ridgelines, QChar separator)
{
    const auto quoted = [separator](QString name) {
        if (!name.contains(separator) && !name.contains(u'"') && !name.contains(u'\n'))
            return name;
        return u'"' + name.replace(u'"', QStringLiteral("\"\"")) + u'"';
    };
    QString text = QStringLiteral("tensor%1from%1to%1count\n").arg(separator);
    for (const Ridge& ridge : ridgelines.ridges) {
        if (ridge.histogram)
            text += histogramLines(quoted(ridge.name), *ridge.part, *ridge.histogram, separator);
    }
    return text;
}

} // namespace loupe
