#include "items/histogram/ridgeline_cache.h"

#include "items/session/fetch_consent.h"

#include <new>

namespace loupe {

namespace {

constexpr std::uint64_t fewTensors = 1024; // up to which the UI thread evaluates the choice

/// Tensors without known figures.
std::vector<std::uint32_t> unread(const Ridgelines& ridgelines)
{
    std::vector<std::uint32_t> tensors;
    for (const Ridge& ridge : ridgelines.ridges) {
        if (!ridge.summary)
            tensors.push_back(ridge.tensor);
    }
    return tensors;
}

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

bool RidgelineCache::Chosen::isOf(const NodeChoice& choice, const HealthResultsPtr& known) const
{
    return opened.lock() == choice.opened && order.lock() == choice.order && tree.lock() == choice.shownTree
        && health.lock() == known && nodes == choice.nodes;
}

/// Without figures; nullopt if the choice must be evaluated in a job.
std::optional<Ridgelines> RidgelineCache::chosen(const NodeChoice& choice) const
{
    if (m_chosen.isOf(choice, m_health))
        return m_chosen.ridgelines;
    return choice.mostTensors() <= fewTensors ? std::optional(chooseRidges(choice, m_health.get())) : std::nullopt;
}

RidgelinesPtr RidgelineCache::find(const NodeChoice& choice, const HistogramChoice& bins)
{
    auto ridgelines = chosen(choice);
    if (!ridgelines || !fillKnown(*ridgelines, bins, known()))
        return nullptr;
    return std::make_shared<const Ridgelines>(std::move(*ridgelines));
}

void RidgelineCache::request(const NodeChoice& choice, const HistogramChoice& bins)
{
    std::optional<Ridgelines> begun = chosen(choice);
    if (begun)
        fillKnown(*begun, bins, known());
    if (choice.opened->remoteBytes > mostFetchedToShow) {
        if (!begun)
            return choose(choice, bins);
        if (const std::uint64_t bytes = bytesToAskToShow(unagreedBytes(*choice.opened->checkpoint, unread(*begun)))) {
            drop();
            emit fetchWanted(bytes);
            return;
        }
    }
    auto job = [choice, bins, health = m_health, begun = std::move(begun)](const Work& work) -> Result<RidgelinesPtr> {
        try {
            auto ridgelines = std::make_shared<Ridgelines>(begun ? *begun : chooseRidges(choice, health.get(), work));
            if (auto counted = countMissing(*ridgelines, choice.opened->checkpoint, bins, work); !counted)
                return fail(std::move(counted.error()));
            return ridgelines;
        } catch (const std::bad_alloc&) {
            return fail(ErrorCode::OutOfMemory, "not enough memory to compare the tensors");
        }
    };
    m_job.start(std::move(job), [this, choice, health = m_health](const Result<RidgelinesPtr>& ridgelines) {
        if (!ridgelines) {
            emit failed(ridgelines.error());
            return;
        }
        remember(choice, health, **ridgelines);
        emit ready(*ridgelines);
    });
}

void RidgelineCache::choose(const NodeChoice& choice, const HistogramChoice& bins)
{
    auto job = [choice, health = m_health](
                   const Work& work) -> Result<Ridgelines> { return chooseRidges(choice, health.get(), work); };
    m_job.start(std::move(job), [this, choice, bins, health = m_health](const Result<Ridgelines>& ridgelines) {
        if (!ridgelines) {
            emit failed(ridgelines.error());
            return;
        }
        remember(choice, health, *ridgelines);
        request(choice, bins);
    });
}

void RidgelineCache::agreeToFetch(const NodeChoice& choice) const
{
    if (const auto ridgelines = choice.opened ? chosen(choice) : std::nullopt)
        loupe::agreeToFetch(*choice.opened->checkpoint, unread(*ridgelines));
}

void RidgelineCache::remember(const NodeChoice& choice, const HealthResultsPtr& health, const Ridgelines& ridgelines)
{
    m_chosen = {choice.opened, choice.order, choice.shownTree, health, choice.nodes, ridgelines};
    for (Ridge& ridge : m_chosen.ridgelines.ridges) {
        ridge.summary.reset();
        ridge.part.reset();
        ridge.histogram.reset();
    }
    for (const Ridge& ridge : ridgelines.ridges) {
        if (ridge.summary)
            m_figures.summaries.remember(ridge.tensor, ridge.summary);
        if (ridge.histogram)
            m_figures.histograms.remember(ridge.tensor, *ridgelines.options, ridge.histogram);
    }
}

} // namespace loupe
