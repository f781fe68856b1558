#include "formats/quantized/quantization_config.h"

#include "core/remote/remote_files.h"

#include <algorithm>
#include <array>
#include <cctype>

#include <sys/stat.h>

namespace loupe::quantized {

namespace {

constexpr std::uint64_t largestConfig = std::uint64_t{16} << 20;
/// Limits, since each module is compared with all patterns, and each weight with all groups.
constexpr std::size_t mostPatterns = 1000;
constexpr std::size_t longestPattern = 1000;
constexpr std::size_t mostGroups = 100;

/// The meaning of a list's entries, except those with a `*`.
enum class Entries : std::uint8_t { Names, Parts };

/// Most models have none of the files, and each file is looked for whenever a model is opened. Constructing a
/// std::filesystem::path would cost more than the check.
bool isFileHere(const std::string& path)
{
    struct stat status { };
    return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

/// Nothing if there is no such file, or if it is not JSON. Fails if it is unknown whether there is one.
Result<std::optional<JsonValue>> readJson(const std::filesystem::path& path)
{
    const auto source = Source::open(path, Source::Access::Read);
    if (!source) {
        if (meansAbsent(source.error(), path))
            return std::nullopt;
        return fail(source.error());
    }
    if ((*source)->size() > largestConfig)
        return std::nullopt;
    std::string text((*source)->size(), '\0');
    if (auto read = (*source)->read(0, std::as_writable_bytes(std::span(text))); !read)
        return fail(std::move(read.error()));
    return JsonValue::parse(text);
}

std::string lower(std::string_view text)
{
    std::string result(text);
    std::ranges::transform(result, result.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return result;
}

/// Whether the text matches the pattern, in which `*` stands for any characters.
bool matchesPattern(std::string_view pattern, std::string_view text)
{
    std::size_t at = 0;
    std::size_t retryText = 0;
    std::size_t star = std::string_view::npos;
    std::size_t p = 0;
    while (at < text.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            retryText = at;
        } else if (p < pattern.size() && pattern[p] == text[at]) {
            ++p;
            ++at;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            at = ++retryText;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

} // namespace

QuantizationConfig QuantizationConfig::find(
    const std::filesystem::path& folder, bool onlyCopies, bool hasCodes, const std::optional<Metadata>& metadata)
{
    QuantizationConfig config;
    const auto copies = onlyCopies ? listCopies(folder) : std::nullopt;
    const auto isSkipped = [&](std::string_view name) {
        return (!hasCodes && name != "config.json")
            || (copies && std::ranges::find(copies->files, name) == copies->files.end());
    };
    if (isSkipped("config.json"))
        config.m_unread = "config.json beside the model is not on this machine, where the weights are";
    const bool isRemote = isAddress(folder);
    std::vector<ComingFile> coming;
    for (const char* const name :
        {"config.json", "hf_quant_config.json", "quantize_config.json", "quant_config.json"}) {
        if (isRemote && !isSkipped(name))
            coming.push_back({(folder / name).string()});
    }
    const auto prepared = prepareRemote(std::move(coming));
    const std::string prefix = folder.empty() ? std::string() : folder.native() + '/';
    const auto read = [&](const char* name) -> std::optional<JsonValue> {
        if (isSkipped(name) || (!isRemote && !isFileHere(prefix + name)))
            return std::nullopt;
        auto json = readJson(folder / name);
        if (json)
            return std::move(*json);
        if (!config.isGiven() && config.m_unread.empty())
            config.m_unread = std::string(name) + " beside the model cannot be read (" + json.error().message + ")";
        return std::nullopt;
    };
    if (const auto json = read("config.json")) {
        for (const JsonValue* const root : {&*json, &(*json)["text_config"]}) {
            if (const JsonValue& settings = (*root)["quantization_config"]; settings.has("quant_method"))
                config.take("config.json", settings, settings["quant_method"].string());
            else if (const JsonValue& mlx = (*root)["quantization"]; mlx.isObject())
                config.take("config.json", mlx, "mlx");
            else if (settings.isObject() && settings.has("group_size"))
                config.take("config.json", settings, "mlx");
        }
        if (json->has("quip_params"))
            config.take("config.json", (*json)["quip_params"], "quip-sharp");
    }
    if (const auto json = read("hf_quant_config.json"))
        config.take("hf_quant_config.json", (*json)["quantization"], "modelopt");
    if (const auto json = read("quantize_config.json"))
        config.take("quantize_config.json", *json, "gptq");
    if (const auto json = read("quant_config.json"))
        config.take("quant_config.json", *json, "awq");
    if (metadata)
        config.takeMetadata(*metadata);
    config.readIgnored();
    return config;
}

QuantizationConfig QuantizationConfig::ofMetadata(const std::optional<Metadata>& metadata)
{
    QuantizationConfig config;
    if (metadata)
        config.takeMetadata(*metadata);
    config.readIgnored();
    return config;
}

void QuantizationConfig::takeMetadata(const Metadata& metadata)
{
    for (const auto& [key, value] : metadata) {
        if (key == "_quantization_metadata" && !value.stored()) {
            const auto json = JsonValue::parse(value.shown());
            if (json && json->isObject()) {
                m_comfyLayers = (*json)["layers"];
                take("the metadata key _quantization_metadata", *json, "comfy");
            }
        }
    }
}

void QuantizationConfig::take(std::string evidence, JsonValue settings, std::string_view method)
{
    if (isGiven() || !settings.isObject())
        return;
    m_evidence = std::move(evidence);
    m_settings = std::move(settings);
    m_method = lower(method);
}

bool QuantizationConfig::isUnderstood() const
{
    constexpr std::array<std::string_view, 10> methods{
        "gptq", "awq", "bitsandbytes", "fp8", "fbgemm_fp8", "mlx", "mxfp4", "compressed-tensors", "modelopt", "comfy"};
    return std::ranges::find(methods, m_method) != methods.end();
}

bool QuantizationConfig::saysCodes() const
{
    if (m_method == "compressed-tensors")
        return !weightGroups().empty();
    if (m_method == "modelopt")
        return !m_settings["quant_algo"].string().empty();
    return isUnderstood() && m_method != "comfy";
}

bool QuantizationConfig::hasStaticActivations() const
{
    struct Setting {
        std::string_view method;
        std::string_view key;
        std::string_view value;
    };
    constexpr std::array<Setting, 3> settings{{{"fp8", "activation_scheme", "static"},
        {"modelopt", "quant_algo", "FP8"}, {"modelopt", "quant_algo", "NVFP4"}}};
    const auto& groups = m_settings["config_groups"].members();
    if (m_method == "compressed-tensors") {
        const auto isStatic = [](const auto& group) {
            const JsonValue& isDynamic = group.second["input_activations"]["dynamic"];
            return isDynamic.boolean() == false
                || isDynamic.string() == "local"; // local: besides a scale for the tensor
        };
        return !groups.empty() && std::ranges::all_of(groups, isStatic);
    }
    return std::ranges::any_of(settings,
        [&](const Setting& one) { return one.method == m_method && m_settings[one.key].string() == one.value; });
}

std::optional<QuantizationConfig::BlockSize> QuantizationConfig::blockSize() const
{
    const auto pair = [](const JsonValue& rows, const JsonValue& columns) -> std::optional<BlockSize> {
        const auto r = rows.integer();
        const auto c = columns.integer();
        if (!r || !c || *r < 1 || *c < 1)
            return std::nullopt;
        return BlockSize{static_cast<std::uint64_t>(*r), static_cast<std::uint64_t>(*c)};
    };
    if (const auto& size = m_settings["weight_block_size"].elements(); size.size() == 2)
        return pair(size[0], size[1]);
    for (const JsonValue* const weights : weightGroups()) {
        const JsonValue& structure = (*weights)["block_structure"];
        if (structure.elements().size() == 2)
            return pair(structure.elements()[0], structure.elements()[1]);
        const auto groupSize = (*weights)["group_size"].integer();
        if ((*weights)["strategy"].string() == "group" && groupSize && *groupSize > 0)
            return BlockSize{1, static_cast<std::uint64_t>(*groupSize)};
        const std::string_view text = structure.string();
        const std::size_t x = text.find('x');
        if (x != std::string_view::npos) {
            const auto parsed =
                JsonValue::parse("[" + std::string(text.substr(0, x)) + "," + std::string(text.substr(x + 1)) + "]");
            if (parsed && parsed->elements().size() == 2)
                return pair(parsed->elements()[0], parsed->elements()[1]);
        }
    }
    return std::nullopt;
}

std::vector<const JsonValue*> QuantizationConfig::weightGroups() const
{
    std::vector<const JsonValue*> groups;
    for (const auto& [name, group] : m_settings["config_groups"].members()) {
        if (const JsonValue& weights = group["weights"]; weights.isObject() && groups.size() < mostGroups)
            groups.push_back(&weights);
    }
    return groups;
}

std::optional<std::int64_t> QuantizationConfig::bits() const
{
    const auto bits = m_settings["bits"].integer();
    return bits ? bits : m_settings["w_bit"].integer();
}

std::optional<std::int64_t> QuantizationConfig::groupSize() const
{
    const auto size = m_settings["group_size"].integer();
    return size ? size : m_settings["q_group_size"].integer();
}

const JsonValue& QuantizationConfig::forModule(std::string_view module) const
{
    const JsonValue& own = m_settings[module];
    return own.isObject() ? own : m_settings;
}

const JsonValue& QuantizationConfig::comfyLayer(std::string_view module) const
{
    return m_comfyLayers[module];
}

void QuantizationConfig::readIgnored()
{
    const std::array<std::pair<std::string_view, Entries>, 6> lists{{{"modules_to_not_convert", Entries::Parts},
        {"ignored_layers", Entries::Names}, {"llm_int8_skip_modules", Entries::Parts}, {"ignore", Entries::Names},
        {"exclude_modules", Entries::Names}, {"exclude", Entries::Names}}};
    for (const auto& [key, entries] : lists) {
        for (const JsonValue& entry : m_settings[key].elements()) {
            const std::string_view text = entry.string();
            const bool isPattern = text.find('*') != text.npos;
            if (text.empty())
                continue;
            const bool isName = !isPattern && entries == Entries::Names;
            const bool isTooMuch = !isName && (m_ignored.size() >= mostPatterns || text.size() > longestPattern);
            if (text.starts_with("re:") || isTooMuch) {
                m_isPartlyUnknown = true;
            } else if (isName) {
                m_ignoredNames.emplace(text);
            } else {
                m_ignored.push_back({std::string(text), isPattern});
                if (isPattern && entries == Entries::Parts) // it may name the module around
                    m_ignored.push_back({std::string(text) + ".*", true});
            }
        }
    }
}

QuantizationConfig::Coverage QuantizationConfig::coverage(std::string_view module) const
{
    if (m_settings[module].boolean() == false)
        return Coverage::Ignored;
    if (m_ignoredNames.contains(module))
        return Coverage::Ignored;
    for (const Ignored& ignored : m_ignored) {
        if (ignored.isPattern ? matchesPattern(ignored.text, module) : module.find(ignored.text) != module.npos)
            return Coverage::Ignored;
    }
    return m_isPartlyUnknown ? Coverage::Unknown : Coverage::Covered;
}

} // namespace loupe::quantized
