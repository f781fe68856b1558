#pragma once

#include "core/checkpoint.h"
#include "formats/shared/json_value.h"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// The configuration of a model's architecture, from `config.json` or `adapter_config.json` in its folder, or from the
/// metadata of GGUF. Texts are exactly as in the file: they may be long and hold anything.
class ModelConfig {
public:
    /// Reads at most one small file, the configuration in the checkpoint's folder. The checkpoint must have a name that
    /// goes with a configuration, such as "model-00001-of-00003.safetensors". A file of any name goes with
    /// adapter_config.json if its tensors are named as in PEFT. Reads no file for GGUF, whose metadata is sufficient.
    static ModelConfig find(const Checkpoint& checkpoint);

    bool isEmpty() const { return m_ggufArchitecture.empty() && !m_json.isObject(); }
    /// An error with the path of the configuration, if it exists but is not a JSON object; otherwise nothing.
    const std::optional<Error>& problem() const { return m_problem; }
    /// The name of the file that was read. Empty if the metadata was used, or nothing was found.
    const std::string& file() const { return m_file; }
    /// The folder of that file; empty if there is no file.
    const std::filesystem::path& folder() const { return m_folder; }
    /// The content of another small JSON file in that folder; of kind None if there is none.
    JsonValue fileBeside(std::string_view name) const;
    bool isOfAdapter() const { return m_isOfAdapter; }
    /// "general.architecture" of GGUF; otherwise empty.
    const std::string& ggufArchitecture() const { return m_ggufArchitecture; }
    /// The configuration file's content; of kind None for GGUF.
    const JsonValue& json() const { return m_json; }

    /// A number and its key, as the file spells it.
    struct Number {
        double value = 0;
        std::string key;
    };
    /// The settings of the language model, which models of several parts keep in a separate object: "text_config", or
    /// "llm_config" of InternVL. Of kind None if there is none.
    const JsonValue& textPart() const { return m_json[m_json.has("llm_config") ? "llm_config" : "text_config"]; }
    /// The value of the first of `keys` that is a number. Looks into textPart() if the outer object does not have the
    /// key. For GGUF, the value of `ggufKey`, prefixed with the architecture and a dot; an empty `ggufKey` means that
    /// GGUF has no such key.
    std::optional<Number> number(std::span<const std::string_view> keys, std::string_view ggufKey) const;
    /// The member with that name, which may be inside textPart(); of kind None if there is none.
    const JsonValue& value(std::string_view key) const;
    /// The member at a path, with dots between its keys: "vision_config.depth". Of kind None if there is none.
    const JsonValue& at(std::string_view path) const;

private:
    std::string m_file;
    std::filesystem::path m_folder;
    bool m_isOfAdapter = false;
    std::optional<Error> m_problem;
    JsonValue m_json;
    std::string m_ggufArchitecture;
    std::vector<std::pair<std::string, std::string>> m_gguf; ///< key after the architecture -> number as written
};

/// A metadata text that is short enough to be in memory; null if there is none.
const std::string* findMetadataText(const std::optional<Metadata>& metadata, std::string_view key);

} // namespace loupe
