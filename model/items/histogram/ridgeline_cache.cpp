#include "items/histogram/ridgeline_cache.h"

#include <new>

namespace loupe {

namespace {

constexpr std::uint64_t fewTensors = 1024; // that the UI thread chooses from

} // namespace

RidgelineCache::RidgelineCache(FiguresOfNumbers& figures, QObject* parent)
    : CountingCache(parent)
    , m_figures(figures)
{
}

RidgelineCache::~RidgelineCache() = default;

KnownFigures RidgelineCache::known()
{
    return {.summary = [this](std::uint32_t tensor) { return m_figures.summaries.find(tensor); },
        .histogram = [this](std::uint32_t tensor,
                         const HistogramOptions& options) { return m_figures.histograms.find(tensor, options); }};
}

RidgelinesPtr RidgelineCache::find(const NodeChoice& choice, const HistogramChoice& bins)
{
    if (choice.mostTensors() > fewTensors)
        return nullptr;
    auto ridgelines = std::make_shared<Ridgelines>(chooseRidges(choice));
    return fillKnown(*ridgelines, bins, known()) ? ridgelines : nullptr;
}

void RidgelineCache::request(const NodeChoice& choice, const HistogramChoice& bins)
{
    std::optional<Ridgelines> begun;
    if (choice.mostTensors() <= fewTensors) {
        begun = chooseRidges(choice);
        fillKnown(*begun, bins, known());
    }
    auto job = [choice, bins, begun = std::move(begun)](const Work& work) -> Result<RidgelinesPtr> {
        try {
            auto ridgelines = std::make_shared<Ridgelines>(begun ? *begun : chooseRidges(choice, work));
            if (auto counted = countMissing(*ridgelines, choice.opened->checkpoint, bins, work); !counted)
                return fail(std::move(counted.error()));
            return ridgelines;
        } catch (const std::bad_alloc&) {
            return fail(ErrorCode::OutOfMemory, "not enough memory to compare the tensors");
        }
    };
    m_job.start(std::move(job), [this](const Result<RidgelinesPtr>& ridgelines) {
        if (!ridgelines) {
            emit failed(ridgelines.error());
            return;
        }
        remember(**ridgelines);
        emit ready(*ridgelines);
    });
}

void RidgelineCache::remember(const Ridgelines& ridgelines)
{
    for (const Ridge& ridge : ridgelines.ridges) {
        if (ridge.summary)
            m_figures.summaries.remember(ridge.tensor, ridge.summary);
        if (ridge.histogram)
            m_figures.histograms.remember(ridge.tensor, *ridgelines.options, ridge.histogram);
    }
}

} // namespace loupe
