#include "adapters/adapter_settings.h"

#include "analysis/comparison/name_rewriter.h"
#include "formats/opening/model_config.h"

#include <algorithm>

namespace loupe {

namespace {

constexpr std::string_view diffusersKey = "lora_adapter_metadata";

/// As PEFT compares: a pattern matches up to the end of the path, and begins there or behind a dot.
bool fitsPattern(std::string_view path, const std::string& pattern)
{
    const auto expression = NameRewriter::create("^(?:.*\\.)?(?:" + pattern + ")$", {});
    return expression ? expression->rewrite(path).has_value() : path == pattern;
}

} // namespace

AdapterSettings AdapterSettings::find(const Checkpoint& checkpoint)
{
    AdapterSettings settings;
    if (const auto config = ModelConfig::find(checkpoint); config.isOfAdapter()) {
        settings.m_json = config.json();
        settings.m_source = config.file();
        return settings;
    }
    const std::string* const text = findMetadataText(checkpoint.metadata, diffusersKey);
    auto json = text ? JsonValue::parse(*text) : std::nullopt;
    if (json && json->isObject()) {
        settings.m_json = std::move(*json);
        settings.m_source = diffusersKey;
    }
    return settings;
}

const JsonValue& AdapterSettings::value(std::string_view component, std::string_view key) const
{
    const std::string full = std::string(component) + '.' + std::string(key);
    return !component.empty() && m_json.has(full) ? m_json[full] : m_json[key];
}

std::optional<AdapterSettings::Number> AdapterSettings::numberOf(
    std::string_view component, std::string_view path, std::string_view patterns, std::string_view key) const
{
    for (const auto& [pattern, number] : value(component, patterns).members()) {
        if (number.number() && fitsPattern(path, pattern))
            return Number{*number.number(), true};
    }
    const auto plain = value(component, key).number();
    return plain ? std::optional(Number{*plain, false}) : std::nullopt;
}

bool AdapterSettings::areOf(std::string_view component) const
{
    const std::string prefix = std::string(component) + '.';
    const auto isOf = [&](const JsonValue::Member& member) {
        return member.first.find('.') == std::string::npos || (!component.empty() && member.first.starts_with(prefix));
    };
    return m_json.isObject() && (m_json.members().empty() || std::ranges::any_of(m_json.members(), isOf));
}

std::optional<AdapterSettings::Number> AdapterSettings::rankOf(std::string_view component, std::string_view path) const
{
    return numberOf(component, path, "rank_pattern", "r");
}

std::optional<AdapterSettings::Number> AdapterSettings::alphaOf(std::string_view component, std::string_view path) const
{
    auto number = numberOf(component, path, "alpha_pattern", "lora_alpha");
    if (!number) // of LoHa and LoKr
        number = numberOf(component, path, "alpha_pattern", "alpha");
    return number || !areOf(component) ? number : Number{peftDefault, false};
}

} // namespace loupe
