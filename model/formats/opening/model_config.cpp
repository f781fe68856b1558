#include "formats/opening/model_config.h"

#include "core/remote/remote_files.h"
#include "core/text/json_cursor.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <filesystem>

namespace loupe {

namespace {

constexpr std::uint64_t largestModelConfig = 1 << 20; // in bytes; real files are smaller, and are read as a whole

/// The value is of kind None if there is no such file, or it cannot be read.
Result<JsonValue> readModelConfig(const std::filesystem::path& path)
{
    if (!isFile(path))
        return JsonValue();
    const auto source = Source::open(path, Source::Access::Read);
    if (!source || (*source)->size() > largestModelConfig)
        return JsonValue();
    std::string text((*source)->size(), '\0');
    if (!(*source)->read(0, std::as_writable_bytes(std::span(text))))
        return JsonValue();
    auto value = JsonValue::parse(text);
    if (value && value->isObject())
        return std::move(*value);
    JsonCursor cursor(text);
    const bool isJson = cursor.skipValue() && cursor.finish();
    std::string what = cursor.problem() ? cursor.problem() : "expected a JSON object";
    return fail(ErrorCode::Malformed, std::move(what), path.native(), isJson ? 0 : cursor.offset());
}

/// Whether all tensor names begin like those that PEFT writes for an adapter, regardless of the file's name.
bool hasNamesOfPeft(const Checkpoint& checkpoint)
{
    const auto isOfPeft = [](const Tensor& tensor) { return tensor.name.starts_with("base_model."); };
    return !checkpoint.tensors.empty() && std::ranges::all_of(checkpoint.tensors, isOfPeft);
}

/// The name of the configuration file that goes with the checkpoint; empty if there is none.
std::string configNameFor(const Checkpoint& checkpoint)
{
    constexpr const char* ofAdapter = "adapter_config.json";
    const auto folder = isFolder(checkpoint.path) ? checkpoint.path : checkpoint.path.parent_path();
    if (hasNamesOfPeft(checkpoint) && isFile(inFolder(folder, ofAdapter)))
        return ofAdapter;
    const auto isOfAdapter = [](const std::filesystem::path& path) {
        return path.filename().native().starts_with("adapter_model");
    };
    if (isFolder(checkpoint.path)) {
        const auto& files = checkpoint.files;
        return !files.empty() && std::ranges::all_of(files, isOfAdapter, &CheckpointFile::path) ? "adapter_config.json"
                                                                                                : "config.json";
    }
    const std::string name = checkpoint.path.filename().native();
    if (isOfAdapter(checkpoint.path))
        return "adapter_config.json";
    for (const std::string_view stem :
        {"model", "pytorch_model", "tf_model", "flax_model", "diffusion_pytorch_model"}) {
        if (name.size() > stem.size() && name.starts_with(stem)
            && (name[stem.size()] == '.' || name[stem.size()] == '-'))
            return "config.json";
    }
    return {};
}

std::optional<double> parsedNumber(std::string_view text)
{
    double number = 0;
    if (std::from_chars(text.data(), text.data() + text.size(), number).ptr != text.data() + text.size())
        return std::nullopt;
    return number;
}

} // namespace

const std::string* findMetadataText(const std::optional<Metadata>& metadata, std::string_view key)
{
    if (!metadata)
        return nullptr;
    const auto found = std::ranges::find(*metadata, key, &Metadata::value_type::first);
    return found == metadata->end() || found->second.stored() ? nullptr : &found->second.shown();
}

ModelConfig ModelConfig::find(const Checkpoint& checkpoint)
{
    ModelConfig config;
    if (const std::string* const architecture = findMetadataText(checkpoint.metadata, "general.architecture")) {
        config.m_ggufArchitecture = *architecture;
        const std::string prefix = *architecture + '.';
        for (const auto& [key, value] : *checkpoint.metadata) {
            if (key.starts_with(prefix) && !value.stored())
                config.m_gguf.emplace_back(key.substr(prefix.size()), value.shown());
        }
        return config;
    }
    const std::string name = configNameFor(checkpoint);
    if (name.empty())
        return config;
    const auto folder = isFolder(checkpoint.path) ? checkpoint.path : checkpoint.path.parent_path();
    auto read = readModelConfig(inFolder(folder, name));
    if (!read)
        config.m_problem = std::move(read.error());
    if (!read || !read->isObject())
        return config;
    config.m_json = std::move(*read);
    config.m_file = name;
    config.m_folder = folder;
    config.m_isOfAdapter = name.starts_with("adapter");
    return config;
}

JsonValue ModelConfig::fileBeside(std::string_view name) const
{
    return m_folder.empty() && m_file.empty() ? JsonValue()
                                              : readModelConfig(inFolder(m_folder, name)).value_or(JsonValue());
}

const JsonValue& ModelConfig::value(std::string_view key) const
{
    return m_json.has(key) ? m_json[key] : textPart()[key];
}

const JsonValue& ModelConfig::at(std::string_view path) const
{
    const JsonValue* value = &m_json;
    for (;;) {
        const std::size_t end = path.find('.');
        value = &(*value)[path.substr(0, end)];
        if (end == std::string_view::npos)
            return *value;
        path.remove_prefix(end + 1);
    }
}

std::optional<ModelConfig::Number> ModelConfig::number(
    std::span<const std::string_view> keys, std::string_view ggufKey) const
{
    if (!m_ggufArchitecture.empty()) {
        for (const auto& [key, text] : m_gguf) {
            const auto number = !ggufKey.empty() && key == ggufKey ? parsedNumber(text) : std::nullopt;
            if (number)
                return Number{*number, m_ggufArchitecture + '.' + key};
        }
        return std::nullopt;
    }
    for (const std::string_view key : keys) {
        if (const auto number = key.empty() ? std::nullopt : value(key).number())
            return Number{*number, std::string(key)};
    }
    return std::nullopt;
}

} // namespace loupe
