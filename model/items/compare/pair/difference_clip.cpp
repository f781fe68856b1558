#include "items/compare/pair/difference_clip.h"

#include <cmath>

namespace loupe {

std::vector<double> differenceClipEdges(double maximum)
{
    constexpr int stepsPerOctave = 8;
    constexpr int octaves = 64;
    std::vector<double> edges;
    for (int step = 0; step <= octaves * stepsPerOctave; ++step)
        edges.push_back(-maximum * std::exp2(-double(step) / stepsPerOctave));
    for (std::size_t mirrored = edges.size(); mirrored-- > 0;)
        edges.push_back(-edges[mirrored]);
    return edges;
}

std::uint64_t clippedDifferences(std::uint64_t differing, HistogramClip clip)
{
    switch (clip) {
    case HistogramClip::Nothing:
        return 0;
    case HistogramClip::OnePercent:
        return differing / 50;
    case HistogramClip::OnePermille:
        return differing / 500;
    }
    return 0;
}

double clippedMagnitude(const Histogram& counted, std::uint64_t differing, HistogramClip clip)
{
    const std::uint64_t most = clippedDifferences(differing, clip);
    const std::size_t bins = counted.counts.size();
    std::uint64_t beyond = counted.below + counted.above;
    std::size_t outermost = 0; // the number of bins on each side that are hidden
    while (most > 0 && outermost < bins / 2) {
        beyond += counted.counts[outermost] + counted.counts[bins - 1 - outermost];
        if (beyond > most)
            break;
        ++outermost;
    }
    return counted.edges[bins - outermost];
}

} // namespace loupe
