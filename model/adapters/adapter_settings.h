#pragma once

#include "core/checkpoint.h"
#include "formats/shared/json_value.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// What is known of an adapter in addition to its tensors: `adapter_config.json` of PEFT, or the same in the metadata,
/// as diffusers writes it.
class AdapterSettings {
public:
    static constexpr double peftDefault = 8; ///< of alpha, and of the rank

    static AdapterSettings find(const Checkpoint& checkpoint);

    bool isEmpty() const { return !m_json.isObject(); }
    /// The file, or the key of the metadata.
    const std::string& source() const { return m_source; }
    const JsonValue& json() const { return m_json; }
    /// The setting for modules with this prefix, "transformer": diffusers puts it before each key.
    const JsonValue& value(std::string_view component, std::string_view key) const;
    bool isSet(std::string_view component, std::string_view key) const
    {
        return value(component, key).boolean().value_or(false);
    }

    struct Number {
        double value = 0;
        bool byPattern = false; ///< a pattern for single modules has it
    };
    /// Rank and alpha for a module, whose `path` has no prefix. Where settings of its component do not say alpha, it is
    /// the default of PEFT. Nothing without such settings.
    std::optional<Number> rankOf(std::string_view component, std::string_view path) const;
    std::optional<Number> alphaOf(std::string_view component, std::string_view path) const;

private:
    /// The settings are not of other components alone.
    bool areOf(std::string_view component) const;
    /// Nothing if no key says it.
    std::optional<Number> numberOf(
        std::string_view component, std::string_view path, std::string_view patterns, std::string_view key) const;

    JsonValue m_json;
    std::string m_source;
};

} // namespace loupe
