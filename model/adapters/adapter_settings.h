#pragma once

#include "core/checkpoint.h"
#include "formats/shared/json_value.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Information about an adapter beyond its tensors: PEFT's `adapter_config.json`, or its equivalent in the metadata, as
/// written by diffusers.
class AdapterSettings {
public:
    static constexpr double peftDefault = 8; ///< for both alpha and the rank

    static AdapterSettings find(const Checkpoint& checkpoint);

    bool isEmpty() const { return !m_json.isObject(); }
    /// The name of the file, or the metadata key.
    const std::string& source() const { return m_source; }
    const JsonValue& json() const { return m_json; }
    /// The setting for modules with this prefix, such as "transformer". Diffusers puts the prefix before each key.
    const JsonValue& value(std::string_view component, std::string_view key) const;
    bool isSet(std::string_view component, std::string_view key) const
    {
        return value(component, key).boolean().value_or(false);
    }

    struct Number {
        double value = 0;
        bool byPattern = false; ///< the value is from a pattern for single modules
    };
    /// The rank and alpha of a module. `path` has no prefix. If the component has settings without an alpha, returns
    /// PEFT's default. Nothing if the component has no settings.
    std::optional<Number> rankOf(std::string_view component, std::string_view path) const;
    std::optional<Number> alphaOf(std::string_view component, std::string_view path) const;

private:
    /// Whether there are settings for this component, not only for others.
    bool areOf(std::string_view component) const;
    /// Nothing if no key has it.
    std::optional<Number> numberOf(
        std::string_view component, std::string_view path, std::string_view patterns, std::string_view key) const;

    JsonValue m_json;
    std::string m_source;
};

} // namespace loupe
