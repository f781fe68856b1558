#include "analysis/digests/input_state.h"

#include "analysis/digests/fingerprint.h"
#include "core/buffer.h"
#include "core/remote/remote_files.h"
#include "core/text/quote.h"
#include "core/text/text.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace loupe {

namespace {

bool readStateText(JsonCursor& json, std::string& text)
{
    std::string_view read;
    const bool isRead = json.readString(read);
    text = read;
    return isRead;
}

/// The modification time of a local file, from its version, which may also contain an inode.
std::optional<std::int64_t> modifiedOf(const std::string& version)
{
    std::int64_t time = 0;
    const char* const end = version.data() + version.size();
    const auto read = std::from_chars(version.data(), end, time);
    const bool isTime = read.ec == std::errc() && (read.ptr == end || *read.ptr == ',');
    return isTime ? std::optional(time) : std::nullopt;
}

/// "2026-11-27T18:23:05Z", with nanoseconds if requested.
std::string timeText(std::int64_t time, bool needsNanoseconds)
{
    constexpr std::int64_t perSecond = 1'000'000'000;
    std::string text = isoTime(time);
    if (needsNanoseconds && time >= 0) {
        const std::string fraction = std::to_string(perSecond + time % perSecond);
        text.insert(text.size() - 1, '.' + fraction.substr(1));
    }
    return text;
}

/// How two versions of a file differ.
std::string versionDiffers(const InputState& here, const InputState& expected)
{
    const auto now = modifiedOf(here.version);
    const auto then = modifiedOf(expected.version);
    if (isAddress(here.path) || !now || !then)
        return differsText("the version of " + quote(here.path), quote(here.version), quote(expected.version));
    if (*now == *then)
        return quote(here.path) + " is another file of the same size and time than before: it was replaced";
    const bool isClose = isoTime(*now) == isoTime(*then);
    return quote(here.path) + " was modified at " + timeText(*now, isClose) + ", expected " + timeText(*then, isClose)
        + ": it is not the same as before";
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
    return versionDiffers(*a, *b);
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
