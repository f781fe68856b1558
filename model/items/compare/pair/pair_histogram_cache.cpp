#include "items/compare/pair/pair_histogram_cache.h"

#include <tuple>
#include <utility>

namespace loupe {

bool PairHistogramCache::PairKey::operator<(const PairKey& other) const
{
    if (a < other.a || other.a < a)
        return a < other.a;
    return b < other.b;
}

bool PairHistogramCache::Key::operator<(const Key& other) const
{
    if (pair < other.pair || other.pair < pair)
        return pair < other.pair;
    const auto parts = [](const PairHistogramChoice& one) {
        const ValueRange zoom = one.zoom.value_or(ValueRange{});
        const ValueRange difference = one.differenceZoom.value_or(ValueRange{});
        return std::tuple(one.part, one.bins, one.symmetricLog, one.clip, one.zoom.has_value(), zoom.low, zoom.high,
            one.differenceZoom.has_value(), difference.low, difference.high);
    };
    return parts(choice) < parts(other.choice);
}

PairHistogramCache::PairHistogramCache(QObject* parent)
    : CountingCache(parent)
{
}

PairHistogramCache::~PairHistogramCache() = default;

void PairHistogramCache::setResults(ComparisonResultsPtr results)
{
    drop();
    m_results = std::move(results);
}

PairHistogramsPtr PairHistogramCache::find(std::uint32_t pair, const PairHistogramChoice& choice)
{
    const auto key = keyOf(pair);
    const PairHistogramsPtr* const found = key ? m_known.find({*key, choice}) : nullptr;
    return found ? *found : nullptr;
}

void PairHistogramCache::request(std::uint32_t pair, const PairHistogramChoice& choice)
{
    if (!m_results || pair >= m_results->paired()->pairs.size())
        return;
    auto job = [paired = m_results->paired(), pair, choice, known = knownOf(pair, choice.part)](
                   const Work& work) { return countPair(*paired, paired->pairs[pair], choice, known, work); };
    m_job.start(std::move(job), [this, pair, choice](Result<PairHistogramsPtr> histograms) {
        if (!histograms) {
            emit failed(histograms.error());
            return;
        }
        remember(pair, choice, *histograms);
        emit ready(*histograms);
    });
}

std::optional<PairHistogramCache::PairKey> PairHistogramCache::keyOf(std::uint32_t pair) const
{
    if (!m_results || pair >= m_results->paired()->pairs.size())
        return std::nullopt;
    const PairedCheckpoints& paired = *m_results->paired();
    const TensorPair& both = paired.pairs[pair];
    const PairKey key{TensorKey::of(paired.a.get(), both.a), TensorKey::of(paired.b.get(), both.b)};
    if (key.a.has_value() != (both.a != TensorPair::none) || key.b.has_value() != (both.b != TensorPair::none))
        return std::nullopt;
    return key;
}

PairKnowledge PairHistogramCache::knownOf(std::uint32_t pair, std::uint32_t part)
{
    PairKnowledge known;
    if (const PairOutcome* const outcome = m_results->find(pair))
        known.delta = outcome->delta;
    const auto key = keyOf(pair);
    if (!key)
        return known;
    const auto summaryOf = [this](const std::optional<TensorKey>& tensor) {
        const SummaryPtr* const found = tensor ? m_summaries.find(*tensor) : nullptr;
        return found ? *found : nullptr;
    };
    known.a = summaryOf(key->a);
    known.b = summaryOf(key->b);
    const bool isLatest =
        m_latest && m_latest->choice.part == part && !(m_latest->pair < *key || *key < m_latest->pair);
    if (const PairHistogramsPtr* const before = isLatest ? m_known.find(*m_latest) : nullptr)
        known.before = *before;
    if (const Delta* const delta = known.delta ? nullptr : m_deltas.find(*key))
        known.delta = *delta;
    return known;
}

void PairHistogramCache::remember(
    std::uint32_t pair, const PairHistogramChoice& choice, const PairHistogramsPtr& histograms)
{
    const auto key = keyOf(pair);
    if (!key)
        return;
    m_latest = Key{*key, choice};
    m_known.insert(*m_latest, histograms);
    if (key->a)
        m_summaries.insert(*key->a, histograms->a.summary);
    if (key->b)
        m_summaries.insert(*key->b, histograms->b.summary);
    if (histograms->delta)
        m_deltas.insert(*key, *histograms->delta);
}

} // namespace loupe
