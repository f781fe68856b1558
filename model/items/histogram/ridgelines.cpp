#include "items/histogram/ridgelines.h"

#include "core/block_number.h"
#include "core/text/natural_order.h"
#include "core/text/text.h"
#include "items/histogram/histogram_model.h"
#include "items/jobs/qt_text.h"

#include <algorithm>
#include <string_view>

namespace loupe {

namespace {

using Segments = std::vector<std::string_view>;

Segments segmentsOf(std::string_view name)
{
    Segments segments;
    for (std::size_t begin = 0; begin <= name.size();) {
        const std::size_t end = std::min(name.find('.', begin), name.size());
        segments.push_back(name.substr(begin, end - begin));
        begin = end + 1;
    }
    return segments;
}

QString joined(Segments::const_iterator begin, Segments::const_iterator end)
{
    QStringList texts;
    for (auto segment = begin; segment != end; ++segment)
        texts << toQString(printable(*segment));
    return texts.join(u'.');
}

/// Labels say the segments of the names that differ, and the title all others.
void nameRidges(Ridgelines& ridgelines, const Checkpoint& checkpoint)
{
    std::vector<Segments> all;
    for (Ridge& ridge : ridgelines.ridges) {
        const std::string_view name = checkpoint.tensors[ridge.tensor].name;
        ridge.name = toQString(name);
        all.push_back(segmentsOf(name));
    }
    if (all.empty())
        return;
    std::size_t shortest = all.front().size();
    for (const Segments& one : all)
        shortest = std::min(shortest, one.size());
    const auto allHave = [&](auto segmentOf) {
        return std::all_of(
            all.begin(), all.end(), [&](const Segments& one) { return segmentOf(one) == segmentOf(all.front()); });
    };
    std::size_t before = 0; // segments that all begin with
    while (before < shortest && allHave([&](const Segments& one) { return one[before]; }))
        ++before;
    std::size_t after = 0; // segments that all end with
    while (before + after < shortest && allHave([&](const Segments& one) { return one[one.size() - 1 - after]; }))
        ++after;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto begin = all[i].begin() + std::ptrdiff_t(before);
        const auto end = all[i].end() - std::ptrdiff_t(after);
        ridgelines.ridges[i].label = begin < end ? joined(begin, end) : joined(all[i].begin(), all[i].end());
    }
    const Segments& first = all.front();
    QStringList title;
    if (before > 0)
        title << joined(first.begin(), first.begin() + std::ptrdiff_t(before));
    if (before < first.size())
        title << QStringLiteral("*");
    if (after > 0)
        title << joined(first.end() - std::ptrdiff_t(after), first.end());
    ridgelines.title = title.join(u'.');
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

/// What keeps one tensor from being read and not the others.
bool isOfOneTensor(ErrorCode code)
{
    return code != ErrorCode::Stopped && code != ErrorCode::Changed && code != ErrorCode::OutOfMemory;
}

} // namespace

std::uint64_t Ridgelines::outside() const
{
    std::uint64_t count = 0;
    for (const Ridge& ridge : ridges)
        count += ridge.histogram ? ridge.histogram->below + ridge.histogram->above : 0;
    return count;
}

Ridgelines chooseRidges(const NodeChoice& choice, const Work& work)
{
    std::vector<std::uint32_t> tensors = choice.tensors(work);
    const Checkpoint& checkpoint = *choice.opened->checkpoint;
    std::sort(tensors.begin(), tensors.end(), [&](std::uint32_t a, std::uint32_t b) {
        return naturalLess(checkpoint.tensors[a].name, checkpoint.tensors[b].name);
    });
    Ridgelines chosen;
    chosen.chosen = tensors.size();
    const std::size_t count = std::min(tensors.size(), Ridgelines::most);
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t place = count > 1 ? i * (tensors.size() - 1) / (count - 1) : 0;
        chosen.ridges.emplace_back().tensor = tensors[place];
    }
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
        if (!histogram)
            return fail(std::move(histogram.error()));
        ridge.histogram = std::move(*histogram);
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
