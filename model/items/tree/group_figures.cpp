#include "items/tree/group_figures.h"

#include "core/block_number.h"
#include "core/checked_math.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace loupe {

namespace {

std::uint64_t nonfiniteOf(const Summary& summary)
{
    return saturatingAdd(
        summary.nan.value_or(0), saturatingAdd(summary.positiveInf.value_or(0), summary.negativeInf.value_or(0)));
}

std::uint64_t finiteOf(const Summary& summary)
{
    const std::uint64_t others = saturatingAdd(summary.null.value_or(0), nonfiniteOf(summary));
    return summary.elements - std::min(summary.elements, others);
}

/// Mean and deviation of both together, without sums of squares that lose digits or overflow.
void addTo(GroupLayer& layer, const Health& health)
{
    const Summary& summary = health.summary;
    layer.nonfinite = saturatingAdd(layer.nonfinite, nonfiniteOf(summary));
    const std::uint64_t finite = finiteOf(summary);
    if (!summary.mean || !summary.standardDeviation || finite == 0)
        return;
    const double before = double(layer.finite);
    const double all = before + double(finite);
    const double part = double(finite) / all;
    const double step = *summary.mean - layer.mean;
    layer.standardDeviation = std::hypot(layer.standardDeviation * std::sqrt(1 - part),
        *summary.standardDeviation * std::sqrt(part), step * std::sqrt(part * (1 - part)));
    layer.mean += step * part;
    layer.rms = std::hypot(layer.mean, layer.standardDeviation);
    layer.largest = std::max(layer.largest, health.largestMagnitude.value_or(0));
    layer.finite = saturatingAdd(layer.finite, finite);
}

void addTo(ChangeTotals& totals, const TensorEdit& edit)
{
    totals.deleted += edit.isDeleted ? 1 : 0;
    totals.renamed += !edit.isDeleted && edit.name ? 1 : 0;
    totals.cast += !edit.isDeleted && edit.dtype ? 1 : 0;
}

} // namespace

GroupFigures findGroupFigures(const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors,
    const HealthResults* results, const StagedEdits& edits, const Work& work)
{
    constexpr std::size_t stopInterval = 1 << 12;
    GroupFigures figures;
    std::map<std::uint64_t, GroupLayer> layers;
    std::size_t seen = 0;
    for (const std::uint32_t tensor : tensors) {
        if (seen++ % stopInterval == 0 && work.stopped())
            break;
        if (!edits.isEmpty())
            addTo(figures.staged, edits.of(tensor));
        const auto health = results ? results->find(checkpoint, tensor) : std::nullopt;
        if (!health)
            continue;
        figures.health.add(healthOf(checkpoint.tensors[tensor], *health));
        if (const auto number = layerNumber(checkpoint.tensors[tensor].name); number && *health) {
            GroupLayer& layer = layers[*number];
            layer.number = *number;
            addTo(layer, **health);
        }
    }
    for (const auto& [number, layer] : layers) {
        if (layer.finite > 0)
            figures.layers.push_back(layer);
    }
    return figures;
}

} // namespace loupe
