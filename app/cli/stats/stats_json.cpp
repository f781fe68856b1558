#include "app/cli/stats/stats_output.h"

namespace loupe {

namespace {

template <typename T>
void writeList(JsonWriter& json, std::string_view name, const std::vector<T>& numbers)
{
    json.key(name);
    json.beginArray();
    for (const T number : numbers)
        json.value(number);
    json.endArray();
}

void writeHistogram(JsonWriter& json, const Histogram& histogram)
{
    json.beginObject();
    writeList(json, "edges", histogram.edges);
    writeList(json, "counts", histogram.counts);
    json.member("below", histogram.below);
    json.member("above", histogram.above);
    json.endObject();
}

/// Writes null if the dtype has no histogram or none was requested. Without finite elements, writes empty bins from 0
/// to 1, like NumPy.
void writeHistogram(JsonWriter& json, const Summary& summary, const SummaryOptions& options)
{
    json.key("histogram");
    if (summary.histogram) {
        writeHistogram(json, *summary.histogram);
    } else if (summary.nan && summary.parts.empty() && options.bins > 0) {
        const Bins bins(0, 1, options.bins);
        writeHistogram(json, bins.histogram(std::vector<std::uint64_t>(bins.slotCount())));
    } else {
        json.value(nullptr);
    }
}

void writeQuantiles(JsonWriter& json, const Summary& summary)
{
    json.key("quantiles");
    if (!summary.nan || !summary.parts.empty()) {
        json.value(nullptr);
        return;
    }
    json.beginObject();
    for (const Quantile& quantile : summary.quantiles)
        json.member(fractionText(quantile.fraction), quantile.value);
    json.endObject();
}

void writeFigures(
    JsonWriter& json, const Summary& summary, std::span<const std::uint64_t> shape, const SummaryOptions& options)
{
    writeBasicFigures(json, summary, shape);
    writeQuantiles(json, summary);
    writeHistogram(json, summary, options);
    if (summary.parts.size() == 2) {
        for (std::size_t i = 0; i < 2; ++i) {
            json.key(i == 0 ? "real" : "imag");
            json.beginObject();
            writeFigures(json, summary.parts[i], shape, options);
            json.endObject();
        }
    }
    if (!summary.note.empty())
        json.member("note", summary.note);
}

} // namespace

void writeTensorSummary(JsonWriter& json, const Checkpoint& checkpoint, std::uint32_t tensor,
    const Result<Summary>& summary, const SummaryOptions& options)
{
    json.beginObject();
    writeTensorHead(json, checkpoint, tensor);
    writeFigures(json, summary ? *summary : Summary{}, checkpoint.tensors[tensor].shape, options);
    if (!summary) {
        json.key("error");
        writeError(json, summary.error());
    }
    json.endObject();
}

} // namespace loupe
