#include "app/cli/findings_output.h"
#include "app/cli/info_output.h"

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

/// What is not known is null.
void writeKnown(JsonWriter& json, std::string_view name, std::string_view text)
{
    json.member(name, text.empty() ? std::nullopt : std::optional(text));
}

/// Of a shard that could not be opened only the path is known.
void writeFile(JsonWriter& json, const CheckpointFile& file)
{
    json.beginObject();
    json.member("path", std::string_view(file.path.native()));
    json.member("bytes", file.source ? std::optional(file.size()) : std::nullopt);
    writeRange(json, "header", file.source ? std::optional(file.header) : std::nullopt);
    writeRange(json, "data", file.source ? std::optional(file.data) : std::nullopt);
    json.endObject();
}

/// Where the tensor's bytes lie plainly in the file, and do not begin before its data.
std::optional<ByteRange> dataOffsets(const Checkpoint& checkpoint, const Tensor& tensor)
{
    const std::uint64_t base = checkpoint.files[tensor.file].data.begin;
    if (tensor.storage || tensor.bytes.begin < base)
        return std::nullopt;
    return ByteRange{tensor.bytes.begin - base, tensor.bytes.end - base};
}

void writeTensor(JsonWriter& json, const Checkpoint& checkpoint, std::uint32_t index)
{
    const Tensor& tensor = checkpoint.tensors[index];
    json.beginObject();
    json.member("name", tensor.name);
    json.member("dtype", checkpoint.dtypeName(index));
    json.key("shape");
    json.beginArray();
    for (const std::uint64_t dimension : tensor.shape)
        json.value(dimension);
    json.endArray();
    json.member("elements", elementCount(tensor.shape));
    json.member("bytes", tensor.bytes.size());
    writeRange(json, "data_offsets", dataOffsets(checkpoint, tensor));
    writeRange(json, "file_offsets", tensor.storage ? std::nullopt : std::optional(tensor.bytes));
    json.member("file", tensor.file);
    json.endObject();
}

} // namespace

void printInfoJson(const Checkpoint& checkpoint, const TensorSet& kept, const Session& session)
{
    JsonWriter json = session.json();
    json.beginObject();
    json.member("path", std::string_view(checkpoint.path.native()));
    writeKnown(json, "format", checkpoint.format);
    writeKnown(json, "variant", checkpoint.variant);
    json.key("files");
    json.beginArray(JsonWriter::Layout::Lines);
    for (const CheckpointFile& file : checkpoint.files)
        writeFile(json, file);
    json.endArray();
    json.key("metadata");
    json.beginObject();
    if (checkpoint.metadata) {
        for (const auto& [name, text] : *checkpoint.metadata)
            json.member(name, std::string_view(text));
    }
    json.endObject();
    json.key("tensors");
    json.beginArray(JsonWriter::Layout::Lines);
    for (std::uint32_t i = 0; i < kept.size() && !session.stopped(); ++i) {
        if (kept.contains(i))
            writeTensor(json, checkpoint, i);
    }
    json.endArray();
    const NameTree::Sums sums = totals(checkpoint, kept);
    json.key("totals");
    json.beginObject();
    json.member("tensors", sums.tensors);
    json.member("parameters", sums.elements);
    json.member("bytes", sums.bytes);
    json.endObject();
    writeFindings(json, checkpoint);
    json.endObject();
    json.finish();
}

} // namespace loupe
