#include "app/cli/findings/findings_output.h"
#include "app/cli/info/info_output.h"
#include "core/coded_elements.h"
#include "core/quantization.h"
#include "core/quantized_groups.h"
#include "core/text/metadata_json.h"
#include "core/text/text.h"
#include "insight/stated_model.h"
#include "reports/beside_json.h"

#include <algorithm>
#include <map>

namespace loupe {

namespace {

void writeRange(JsonWriter& json, std::string_view name, std::optional<ByteRange> range)
{
    json.key(name);
    if (!range) {
        json.value(nullptr);
        return;
    }
    json.beginArray();
    json.value(range->begin);
    json.value(range->end);
    json.endArray();
}

/// Writes null if the text is unknown.
void writeKnown(JsonWriter& json, std::string_view name, std::string_view text)
{
    json.member(name, text.empty() ? std::nullopt : std::optional(text));
}

/// If a shard could not be opened, only its path is known.
void writeFile(JsonWriter& json, const CheckpointFile& file)
{
    json.beginObject();
    json.member("path", std::string_view(file.path.native()));
    json.member("bytes", file.source ? std::optional(file.size()) : std::nullopt);
    writeRange(json, "header", file.source ? std::optional(file.header) : std::nullopt);
    writeRange(json, "data", file.source ? std::optional(file.data) : std::nullopt);
    if (file.describedBy)
        json.member("described_by", *file.describedBy);
    json.endObject();
}

/// Writes the member only if something is known.
void writeModel(JsonWriter& json, const StatedModel& model)
{
    if (model.isEmpty())
        return;
    json.key("model");
    json.beginObject();
    writeKnown(json, "name", model.name);
    for (const FigureValue& figure : model.figures)
        json.member(figureKey(figure.figure), figure.value);
    if (model.isAdapter) {
        if (model.rank)
            json.member("rank", model.rank->value);
        if (model.alpha)
            json.member("alpha", model.alpha->value);
        json.member("adapter", true);
        writeKnown(json, "base_model", model.baseModel);
    }
    writeKnown(json, "source", model.source);
    json.endObject();
}

/// Writes the member only if the format has types.
void writeMetadataTypes(JsonWriter& json, const Checkpoint& checkpoint)
{
    const auto hasType = [](const auto& entry) { return !entry.second.typeName().empty(); };
    if (!checkpoint.metadata || std::ranges::none_of(*checkpoint.metadata, hasType))
        return;
    json.key("metadata_types");
    json.beginObject();
    for (const auto& [name, value] : *checkpoint.metadata)
        json.member(name, value.typeName());
    json.endObject();
}

/// Writes the member only for values that have a named meaning.
void writeMetadataNames(JsonWriter& json, const Checkpoint& checkpoint)
{
    const auto hasName = [](const auto& entry) { return !entry.second.meaning().empty(); };
    if (!checkpoint.metadata || std::ranges::none_of(*checkpoint.metadata, hasName))
        return;
    json.key("metadata_names");
    json.beginObject();
    for (const auto& [name, value] : *checkpoint.metadata) {
        if (!value.meaning().empty())
            json.member(name, value.meaning());
    }
    json.endObject();
}

/// Writes the member only if tensors are quantized. Counts all tensors, kept or not.
void writeQuantization(JsonWriter& json, const Checkpoint& checkpoint)
{
    const auto mix = quantizationMix(checkpoint);
    if (!mix)
        return;
    json.key("quantization");
    json.beginObject();
    json.member("bits_per_parameter", mix->all.bitsPerElement());
    if (checkpoint.quantized)
        json.member("evidence", schemeEvidence(*checkpoint.quantized));
    json.key("types");
    json.beginArray();
    for (const QuantizationMix::Share& share : mix->shares) {
        json.beginObject();
        json.member("type", share.type);
        json.member("tensors", share.tensors);
        json.member("parameters", share.elements);
        json.member("bytes", share.bytes);
        json.member("bits_per_parameter", share.bitsPerElement());
        json.endObject();
    }
    json.endArray();
    json.endObject();
}

/// Whether the file stores the tensor plainly: as values, or as blocks of the type shown.
bool isPlain(const Tensor& tensor)
{
    return !tensor.storage || tensor.storage->liesInOrder();
}

/// The tensor's offsets in the data, if it is stored plainly and within the data.
std::optional<ByteRange> dataOffsets(const Checkpoint& checkpoint, const Tensor& tensor)
{
    const std::uint64_t base = checkpoint.files[tensor.file].data.begin;
    if (!isPlain(tensor) || tensor.bytes.begin < base)
        return std::nullopt;
    return ByteRange{tensor.bytes.begin - base, tensor.bytes.end - base};
}

void writeShape(JsonWriter& json, std::span<const std::uint64_t> shape)
{
    json.beginArray();
    for (const std::uint64_t dimension : shape)
        json.value(dimension);
    json.endArray();
}

/// Writes the parts of a quantized weight.
void writeParts(JsonWriter& json, const Checkpoint& checkpoint, const QuantizedGroups::Group& group)
{
    const Checkpoint& stored = *checkpoint.quantized->stored;
    json.key("quantization");
    json.beginObject();
    json.member("scheme", checkpoint.dtypeName(group.tensor));
    json.key("parts");
    json.beginArray();
    for (const QuantizedGroups::Part& part : group.parts) {
        const Tensor& tensor = stored.tensors[part.tensor];
        json.beginObject();
        json.member("role", part.role);
        json.member("name", tensor.name);
        json.member("dtype", stored.dtypeName(part.tensor));
        json.key("shape");
        writeShape(json, tensor.shape);
        json.member("file", tensor.file);
        writeRange(json, "file_offsets", tensor.bytes);
        json.endObject();
    }
    json.endArray();
    json.endObject();
}

void writeTensor(JsonWriter& json, const Checkpoint& checkpoint, std::uint32_t index, const TensorRemarks& remarks)
{
    const Tensor& tensor = checkpoint.tensors[index];
    json.beginObject();
    json.member("name", tensor.name);
    json.member("dtype", checkpoint.dtypeName(index));
    json.key("shape");
    writeShape(json, tensor.shape);
    json.member("elements", elementCount(tensor.shape));
    json.member("bytes", knowsFileBytes(tensor) ? std::optional(fileBytes(tensor)) : std::nullopt);
    writeRange(json, "data_offsets", dataOffsets(checkpoint, tensor));
    writeRange(json, "file_offsets", isPlain(tensor) ? std::optional(tensor.bytes) : std::nullopt);
    json.member("file", tensor.file);
    if (const IncompleteTensor* const found = findIncomplete(remarks.incomplete, index))
        json.member("missing_bytes", found->missing);
    if (const SharedTensor* const found = findShared(remarks.shared, index))
        json.member("shared_with", checkpoint.tensors[found->with].name);
    if (const auto* const group = checkpoint.quantized ? checkpoint.quantized->of(index) : nullptr)
        writeParts(json, checkpoint, *group);
    json.endObject();
}

/// Counts tensors by name, sorted by name.
template <typename NameOf>
void writeCounts(JsonWriter& json, std::string_view key, const TensorRole& role, NameOf nameOf)
{
    std::map<std::string, std::uint64_t> counts;
    for (const std::uint32_t tensor : role.tensors)
        ++counts[nameOf(tensor)];
    json.key(key);
    json.beginObject();
    for (const auto& [name, count] : counts)
        json.member(name, count);
    json.endObject();
}

void writeRole(JsonWriter& json, const Checkpoint& checkpoint, const TensorRole& role)
{
    const std::uint32_t first = role.tensors.front();
    json.beginObject();
    json.member("name", role.name);
    json.member("tensors", role.sums.tensors);
    json.key("dtype");
    if (role.mixesDTypes)
        json.value(nullptr);
    else
        json.value(checkpoint.dtypeName(first));
    if (role.mixesDTypes)
        writeCounts(
            json, "dtypes", role, [&](std::uint32_t tensor) { return std::string(checkpoint.dtypeName(tensor)); });
    json.key("shape");
    if (role.mixesShapes)
        json.value(nullptr);
    else
        writeShape(json, checkpoint.tensors[first].shape);
    if (role.mixesShapes)
        writeCounts(
            json, "shapes", role, [&](std::uint32_t tensor) { return formatShape(checkpoint.tensors[tensor].shape); });
    json.member("parameters", role.sums.elements);
    json.member("bytes", role.sums.bytes);
    json.endObject();
}

} // namespace

Result<> printInfoJson(const Checkpoint& checkpoint, const TensorSet& kept, const TensorRemarks& remarks,
    const InfoOptions& options, const Session& session)
{
    std::vector<TensorRole> roles;
    if (options.families) {
        auto listed = listRoles(checkpoint, kept, session.work());
        if (!listed)
            return fail(std::move(listed.error()));
        roles = std::move(*listed);
    }
    JsonWriter json = session.json();
    json.beginObject();
    json.member("path", std::string_view(checkpoint.path.native()));
    writeKnown(json, "format", checkpoint.format);
    writeKnown(json, "variant", checkpoint.variant);
    writeModel(json, statedModel(checkpoint));
    json.key("files");
    json.beginArray(JsonWriter::Layout::Lines);
    for (const CheckpointFile& file : checkpoint.files)
        writeFile(json, file);
    json.endArray();
    json.key("metadata");
    static const Metadata none;
    writeMetadata(json, checkpoint.metadata ? *checkpoint.metadata : none);
    writeMetadataTypes(json, checkpoint);
    writeMetadataNames(json, checkpoint);
    json.key(options.families ? "families" : "tensors");
    json.beginArray(JsonWriter::Layout::Lines);
    if (options.families) {
        for (const TensorRole& role : roles)
            writeRole(json, checkpoint, role);
    } else {
        for (const std::uint32_t tensor : listedTensors(checkpoint, kept, options.list.order)) {
            if (session.stopped())
                break;
            writeTensor(json, checkpoint, tensor, remarks);
        }
    }
    json.endArray();
    const NameTree::Sums sums = totals(checkpoint, kept);
    json.key("totals");
    json.beginObject();
    json.member("tensors", sums.tensors);
    json.member("parameters", unknownWeights(checkpoint) == 0 ? std::optional(sums.elements) : std::nullopt);
    const bool isKnown = std::ranges::all_of(checkpoint.tensors, knowsFileBytes);
    json.member("bytes", isKnown ? std::optional(sums.bytes) : std::nullopt);
    if (!remarks.incomplete.empty()) {
        json.member("incomplete_tensors", remarks.incomplete.size());
        json.member("missing_bytes", missingBytes(remarks));
    }
    json.endObject();
    writeQuantization(json, checkpoint);
    writeBeside(json, checkpoint);
    writeFindings(json, checkpoint.findings);
    json.endObject();
    json.finish();
    return {};
}

} // namespace loupe
