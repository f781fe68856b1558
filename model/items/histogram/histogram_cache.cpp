#include "items/histogram/histogram_cache.h"

#include "analysis/digests/whole_reading.h"
#include "analysis/statistics/summary.h"

#include <tuple>

namespace loupe {

Result<HistogramPtr> countBins(const std::shared_ptr<const Checkpoint>& checkpoint, std::uint32_t tensor,
    const HistogramOptions& options, const Work& work)
{
    const auto elements = openWhole(checkpoint, tensor, work);
    if (!elements)
        return fail(elements.error());
    auto summary = summarize(*elements, {.edges = options.edges()}, work);
    if (!summary)
        return fail(std::move(summary.error()));
    auto& counted = options.part < summary->parts.size() ? summary->parts[options.part] : *summary;
    if (!counted.histogram)
        return fail(ErrorCode::Unsupported, "there are no values to count");
    return std::make_shared<const Histogram>(std::move(*counted.histogram));
}

bool HistogramCache::Key::operator<(const Key& other) const
{
    if (tensor < other.tensor || other.tensor < tensor)
        return tensor < other.tensor;
    const auto parts = [](const HistogramOptions& one) {
        return std::tuple(one.part, one.bins, one.scale.threshold(), one.low, one.high);
    };
    return parts(options) < parts(other.options);
}

HistogramCache::HistogramCache(QObject* parent)
    : CountingCache(parent)
{
}

HistogramCache::~HistogramCache() = default;

void HistogramCache::setCheckpoint(std::shared_ptr<const Checkpoint> checkpoint)
{
    drop();
    m_checkpoint = std::move(checkpoint);
}

HistogramPtr HistogramCache::find(std::uint32_t tensor, const HistogramOptions& options)
{
    const auto key = TensorKey::of(m_checkpoint.get(), tensor);
    const HistogramPtr* const found = key ? m_known.find({*key, options}) : nullptr;
    return found ? *found : nullptr;
}

void HistogramCache::request(std::uint32_t tensor, const HistogramOptions& options)
{
    if (!m_checkpoint || tensor >= m_checkpoint->tensors.size())
        return;
    auto job = [checkpoint = m_checkpoint, tensor, options](
                   const Work& work) { return countBins(checkpoint, tensor, options, work); };
    m_job.start(std::move(job), [this, tensor, options](Result<HistogramPtr> histogram) {
        if (!histogram) {
            emit failed(histogram.error());
            return;
        }
        remember(tensor, options, *histogram);
        emit ready(*histogram);
    });
}

void HistogramCache::remember(std::uint32_t tensor, const HistogramOptions& options, HistogramPtr histogram)
{
    if (const auto key = TensorKey::of(m_checkpoint.get(), tensor))
        m_known.insert({*key, options}, std::move(histogram));
}

} // namespace loupe
