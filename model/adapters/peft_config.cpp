#include "adapters/peft_config.h"

#include "core/text/json_writer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <utility>

namespace loupe {

namespace {

/// Keys that are rewritten.
constexpr std::array<std::string_view, 13> loraKeys{"peft_type", "base_model_name_or_path", "r", "lora_alpha",
    "rank_pattern", "alpha_pattern", "use_rslora", "use_dora", "lora_bias", "fan_in_fan_out", "target_modules",
    "modules_to_save", "init_lora_weights"};
constexpr std::array<std::string_view, 14> lycorisKeys{"peft_type", "base_model_name_or_path", "r", "alpha",
    "rank_pattern", "alpha_pattern", "target_modules", "modules_to_save", "use_effective_conv2d", "decompose_both",
    "decompose_factor", "init_weights", "use_khatri_rao", "r2"};

bool isScalar(const JsonValue& value)
{
    return value.kind() != JsonValue::Kind::Object && value.kind() != JsonValue::Kind::Array;
}

void writeScalar(JsonWriter& json, const JsonValue& value)
{
    if (value.kind() == JsonValue::Kind::String)
        json.value(value.string());
    else if (const auto integer = value.integer())
        json.value(*integer);
    else if (const auto number = value.number())
        json.value(*number);
    else if (const auto boolean = value.boolean())
        json.value(*boolean);
    else
        json.value(nullptr);
}

/// Lists and objects of plain values, as PEFT's settings are.
void writeSetting(JsonWriter& json, const std::string& key, const JsonValue& value)
{
    if (value.kind() == JsonValue::Kind::Array) {
        if (!std::ranges::all_of(value.elements(), isScalar))
            return;
        json.key(key);
        json.beginArray();
        for (const JsonValue& element : value.elements())
            writeScalar(json, element);
        json.endArray();
    } else if (value.isObject()) {
        if (!std::ranges::all_of(value.members(), [](const auto& member) { return isScalar(member.second); }))
            return;
        json.key(key);
        json.beginObject();
        for (const auto& [name, element] : value.members()) {
            json.key(name);
            writeScalar(json, element);
        }
        json.endObject();
    } else {
        json.key(key);
        writeScalar(json, value);
    }
}

void writeNames(JsonWriter& json, std::string_view key, const std::set<std::string>& names)
{
    json.key(key);
    if (names.empty())
        return json.value(nullptr);
    json.beginArray();
    for (const std::string& name : names)
        json.value(std::string_view(name));
    json.endArray();
}

void writeWhole(JsonWriter& json, std::string_view key, std::uint64_t number)
{
    json.member(key, number);
}

/// Without a fraction where there is none, as people write alpha.
void writeWhole(JsonWriter& json, std::string_view key, double number)
{
    constexpr double most = 1e9;
    if (number == std::trunc(number) && std::abs(number) < most)
        json.member(key, static_cast<std::int64_t>(number));
    else
        json.member(key, number);
}

/// The number of most modules, and a pattern for each of the others.
template <typename Number>
void writePatterns(JsonWriter& json, const PeftFacts& facts, std::string_view key, std::string_view patterns,
    Number PeftModule::*number)
{
    std::map<Number, std::size_t> counts;
    for (const PeftModule& module : facts.modules)
        ++counts[module.*number];
    const auto most = std::ranges::max_element(counts, {}, [](const auto& entry) { return entry.second; });
    const Number usual = most == counts.end() ? Number{8} : most->first;
    writeWhole(json, key, usual);
    json.key(patterns);
    std::map<std::string, Number> others;
    for (const PeftModule& module : facts.modules) {
        if (module.*number == usual)
            continue;
        for (const std::string& path : module.parameters)
            others.emplace(path, module.*number);
        if (module.parameters.empty())
            others.emplace(module.path, module.*number);
    }
    json.beginObject();
    for (const auto& [path, other] : others)
        writeWhole(json, path, other);
    json.endObject();
}

void writeLora(JsonWriter& json, const PeftFacts& facts)
{
    json.member("use_rslora", false);
    json.member("use_dora", facts.hasMagnitudes);
    json.member("lora_bias", facts.hasBias);
    json.member("fan_in_fan_out", facts.isTransposed);
    json.member("init_lora_weights", true);
}

void writeLycoris(JsonWriter& json, const LycorisSettings& settings)
{
    json.member("use_effective_conv2d", settings.usesEffectiveConv);
    json.member("init_weights", true);
    if (settings.type != "LOKR")
        return;
    json.member("decompose_both", settings.decomposesBoth);
    json.member("decompose_factor", settings.decomposeFactor);
}

} // namespace

std::string whyNoConfig(const PeftFacts& facts)
{
    std::map<std::vector<std::string>, std::set<std::pair<std::uint64_t, double>>> ranks; // by the module's parameters
    for (const PeftModule& module : facts.modules) {
        if (module.parameters.size() > 1)
            ranks[module.parameters].emplace(module.rank, module.alpha);
    }
    return std::ranges::none_of(ranks, [](const auto& one) { return one.second.size() > 1; })
        ? std::string()
        : "parameters of one module (target_parameters) would have different ranks or scales, "
          "which adapter_config.json cannot store";
}

std::string peftConfig(const PeftFacts& facts, const JsonValue& old)
{
    std::string text;
    JsonWriter json([&](std::string_view piece) { text += piece; });
    json.beginObject();
    json.member("peft_type", facts.lycoris ? facts.lycoris->type : "LORA");
    json.key("base_model_name_or_path");
    if (facts.base.empty())
        json.value(nullptr);
    else
        json.value(std::string_view(facts.base));
    writePatterns(json, facts, "r", "rank_pattern", &PeftModule::rank);
    writePatterns(json, facts, facts.lycoris ? "alpha" : "lora_alpha", "alpha_pattern", &PeftModule::alpha);
    if (facts.lycoris)
        writeLycoris(json, *facts.lycoris);
    else
        writeLora(json, facts);
    std::set<std::string> targets;
    for (const PeftModule& module : facts.modules) {
        if (module.parameters.empty()) // those stay in target_parameters
            targets.insert(module.path);
    }
    const bool hasParameters =
        std::ranges::any_of(facts.modules, [](const PeftModule& module) { return !module.parameters.empty(); });
    if (targets.empty() && hasParameters) {
        json.key("target_modules"); // null stands for those that PEFT knows of the model
        json.beginArray();
        json.endArray();
    } else {
        writeNames(json, "target_modules", targets);
    }
    if (hasParameters && !old.has("target_parameters")) {
        std::set<std::string> parameters;
        for (const PeftModule& module : facts.modules)
            parameters.insert(module.parameters.begin(), module.parameters.end());
        writeNames(json, "target_parameters", parameters);
    }
    // Whole tensors may also be there for other settings: "bias", or an embedding whose vocabulary grew.
    if (old.has("modules_to_save"))
        writeSetting(json, "modules_to_save", old["modules_to_save"]);
    else
        writeNames(json, "modules_to_save", {facts.replaced.begin(), facts.replaced.end()});
    const auto ownKeys = facts.lycoris ? std::span<const std::string_view>(lycorisKeys) : loraKeys;
    for (const auto& [key, value] : old.members())
        if (std::ranges::find(ownKeys, key) == ownKeys.end())
            writeSetting(json, key, value);
    if (!old.has("inference_mode"))
        json.member("inference_mode", true);
    if (!facts.lycoris && !old.has("bias"))
        json.member("bias", "none");
    json.endObject();
    json.finish();
    return text;
}

} // namespace loupe
