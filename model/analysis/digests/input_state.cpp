#include "analysis/digests/input_state.h"

#include "analysis/digests/fingerprint.h"
#include "core/buffer.h"
#include "core/text/quote.h"
#include "core/text/text.h"

#include <algorithm>

namespace loupe {

namespace {

bool readStateText(JsonCursor& json, std::string& text)
{
    std::string_view read;
    const bool isRead = json.readString(read);
    text = read;
    return isRead;
}

} // namespace

Result<InputState> inputStateOf(const std::string& path, const Source& source, ByteRange header)
{
    InputState input{.path = path, .bytes = source.size(), .version = source.version(), .header = {}};
    if (header.size() == 0)
        return input;
    Buffer scratch;
    auto read = source.visit(
        header, scratch, [&](std::span<const std::byte> bytes) { input.header = hexText(fingerprint(bytes)); });
    if (!read)
        return fail(std::move(read.error()));
    return input;
}

Result<std::vector<InputState>> inputStatesOf(const Checkpoint& checkpoint)
{
    std::vector<InputState> inputs;
    if (checkpoint.index) {
        auto index = inputStateOf(checkpoint.index->path().string(), *checkpoint.index, {0, checkpoint.index->size()});
        if (!index)
            return fail(std::move(index.error()));
        inputs.push_back(std::move(*index));
    }
    for (const CheckpointFile& file : checkpoint.files) {
        if (!file.source) {
            inputs.push_back({.path = file.path.string(), .bytes = 0, .version = {}, .header = {}});
            continue;
        }
        auto input = inputStateOf(file.path.string(), *file.source, file.header);
        if (!input)
            return fail(std::move(input.error()));
        inputs.push_back(std::move(*input));
    }
    return inputs;
}

std::string differsText(std::string_view what, const std::string& here, const std::string& expected)
{
    return std::string(what) + " is " + here + ", expected " + expected;
}

std::string otherInputs(const std::vector<InputState>& here, const std::vector<InputState>& expected)
{
    if (here.size() != expected.size())
        return differsText("the number of files", std::to_string(here.size()), std::to_string(expected.size()));
    const auto [a, b] = std::ranges::mismatch(here, expected);
    if (a == here.end())
        return {};
    if (a->path != b->path)
        return differsText("a file", quote(a->path), quote(b->path));
    const std::string of = " of " + quote(a->path);
    if (a->bytes != b->bytes)
        return differsText("the size" + of, counted(a->bytes, "byte"), counted(b->bytes, "byte"));
    if (a->header != b->header)
        return differsText("the header's digest" + of, a->header, b->header);
    return differsText("the version" + of, quote(a->version), quote(b->version));
}

void writeInputState(JsonWriter& json, const InputState& input)
{
    json.beginObject();
    json.member("path", std::string_view(input.path));
    json.member("bytes", input.bytes);
    json.member("version", std::string_view(input.version));
    json.member("header", std::string_view(input.header));
    json.endObject();
}

bool readInputState(JsonCursor& json, InputState& input)
{
    bool isRead = json.enterObject();
    std::size_t members = 0;
    for (std::string_view key; isRead && json.nextKey(key); ++members) {
        if (key == "path")
            isRead = readStateText(json, input.path);
        else if (key == "bytes")
            isRead = json.readUnsigned(input.bytes);
        else if (key == "version")
            isRead = readStateText(json, input.version);
        else
            isRead = key == "header" && readStateText(json, input.header);
    }
    return isRead && members == 4 && !json.failed();
}

} // namespace loupe
