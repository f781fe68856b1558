#include "reports/comparison_json.h"

#include "analysis/comparison/delta_figure.h"
#include "core/text/error_json.h"
#include "core/text/metadata_json.h"
#include "reports/beside_json.h"

#include <array>
#include <utility>

namespace loupe {

namespace {

constexpr std::array<std::string_view, 5> pairedByNames{"name", "rule", "digest", "place", "confirmed"};

void writeMetadataDifference(JsonWriter& json, const MetadataDifference& metadata)
{
    json.key("metadata");
    json.beginObject();
    json.key("added");
    writeMetadata(json, metadata.added);
    json.key("removed");
    writeMetadata(json, metadata.removed);
    json.key("changed");
    json.beginObject();
    for (const MetadataDifference::Changed& changed : metadata.changed) {
        json.key(changed.key);
        json.beginArray();
        writeMetadataValue(json, changed.a);
        writeMetadataValue(json, changed.b);
        json.endArray();
    }
    json.endObject();
    json.endObject();
}

void writeShape(JsonWriter& json, const Checkpoint& checkpoint, std::uint32_t tensor)
{
    if (tensor == TensorPair::none) {
        json.value(nullptr);
        return;
    }
    json.beginArray();
    for (const std::uint64_t dimension : checkpoint.tensors[tensor].shape)
        json.value(dimension);
    json.endArray();
}

std::optional<std::string_view> dtypeOf(const Checkpoint& checkpoint, std::uint32_t tensor)
{
    return tensor == TensorPair::none ? std::nullopt : std::optional(checkpoint.dtypeName(tensor));
}

void writeBits(JsonWriter& json, const std::optional<double>& a, const std::optional<double>& b)
{
    json.key("bits_per_weight");
    json.beginArray();
    for (const auto& bits : {a, b}) {
        if (bits)
            json.value(*bits);
        else
            json.value(nullptr);
    }
    json.endArray();
}

} // namespace

ComparisonDocument::ComparisonDocument(
    JsonWriter json, const Checkpoint& a, const Checkpoint& b, const MetadataDifference& metadata)
    : m_json(std::move(json))
    , m_a(a)
    , m_b(b)
{
    m_json.beginObject();
    m_json.member("a", a.path.native());
    m_json.member("b", b.path.native());
    writeMetadataDifference(m_json, metadata);
    m_json.key("tensors");
    m_json.beginArray(JsonWriter::Layout::Lines);
}

void ComparisonDocument::writeHead(const TensorPair& pair)
{
    const bool inA = pair.a != TensorPair::none;
    const bool inB = pair.b != TensorPair::none;
    const Tensor& tensor = inA ? m_a.tensors[pair.a] : m_b.tensors[pair.b];
    m_json.member("name", tensor.name);
    m_json.member("name_b", inB ? std::optional(m_b.tensors[pair.b].name) : std::nullopt);
    m_json.key("dtype");
    m_json.beginArray();
    m_json.value(dtypeOf(m_a, pair.a));
    m_json.value(dtypeOf(m_b, pair.b));
    m_json.endArray();
    m_json.key("shape");
    m_json.beginArray();
    writeShape(m_json, m_a, pair.a);
    writeShape(m_json, m_b, pair.b);
    m_json.endArray();
    m_json.member("elements", elementCount(tensor.shape));
    if (inA && inB) {
        writeBits(m_json, bitsPerWeight(m_a.tensors[pair.a]), bitsPerWeight(m_b.tensors[pair.b]));
        m_json.member("paired_by", pairedByNames[static_cast<std::size_t>(pair.by)]);
        m_json.member("moved", pair.moved);
    }
}

void ComparisonDocument::writeFigures(const Delta& delta)
{
    for (const DeltaFigure& figure : deltaFigures)
        figure.visit(delta, [&](const auto& value) { m_json.member(figure.key, value); });
    if (delta.nullOnlyA + delta.nullOnlyB > 0) {
        m_json.member("null_only_a", delta.nullOnlyA);
        m_json.member("null_only_b", delta.nullOnlyB);
    }
    if (delta.beyondTolerance)
        m_json.member("beyond_tolerance", delta.beyondTolerance);
    if (!delta.note.empty())
        m_json.member("note", delta.note);
}

void ComparisonDocument::add(const TensorPair& pair, const PairOutcome& outcome)
{
    m_json.beginObject();
    writeHead(pair);
    m_json.member("status", pairStatusName(statusOf(pair, outcome)));
    writeFigures(outcome.delta.value_or(Delta{}));
    if (outcome.error) {
        m_json.key("error");
        writeError(m_json, *outcome.error);
    }
    m_json.endObject();
}

void ComparisonDocument::finish(const ComparisonCounts& counts, bool same, const std::optional<Error>& firstError)
{
    m_json.endArray();
    m_json.key("summary");
    m_json.beginObject();
    m_json.member("identical", counts.identical);
    m_json.member("changed", counts.changed);
    m_json.member("only_a", counts.onlyA);
    m_json.member("only_b", counts.onlyB);
    m_json.member("renamed", counts.renamed);
    m_json.member("moved", counts.moved);
    m_json.member("dtype_changed", counts.dtypeChanged);
    m_json.member("shape_changed", counts.shapeChanged);
    m_json.member("not_compared", counts.notCompared);
    if (counts.within + counts.beyond > 0) {
        m_json.member("within_tolerance", counts.within);
        m_json.member("beyond_tolerance", counts.beyond);
    }
    if (counts.cost.changesBits()) {
        writeBits(m_json, counts.cost.bitsA(), counts.cost.bitsB());
        m_json.member("snr_db", counts.cost.signalToNoise());
        m_json.member("max_abs", counts.cost.largestError());
    }
    m_json.endObject();
    m_json.member("same", same);
    writeBeside(m_json, m_a, m_b);
    if (firstError) {
        m_json.key("error");
        writeError(m_json, *firstError);
    }
    m_json.endObject();
    m_json.finish();
}

} // namespace loupe
