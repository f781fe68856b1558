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

/// What is written next to a model, or in it, about its architecture: `config.json` or `adapter_config.json` in its
/// folder, or the metadata of GGUF. Texts are as the file has them: they may be long and hold anything.
class ModelConfig {
public:
    /// Reads at most one small file: the configuration in the checkpoint's folder, where the checkpoint has a name that
    /// goes with one, such as "model-00001-of-00003.safetensors". A file of any name goes with adapter_config.json
    /// where its tensors have the names of PEFT. Of GGUF, none: its metadata says it all.
    static ModelConfig find(const Checkpoint& checkpoint);

    bool isEmpty() const { return m_ggufArchitecture.empty() && !m_json.isObject(); }
    /// Why the configuration that is there says nothing, with its path: it is no JSON object. Nothing if it is one,
    /// or there is none.
    const std::optional<Error>& problem() const { return m_problem; }
    /// The file that was read; empty: the metadata, or nothing.
    const std::string& file() const { return m_file; }
    /// Where that lies; empty without a file.
    const std::filesystem::path& folder() const { return m_folder; }
    /// Another small JSON file of that folder; of kind None if there is none.
    JsonValue fileBeside(std::string_view name) const;
    bool isOfAdapter() const { return m_isOfAdapter; }
    /// "general.architecture" of GGUF; else empty.
    const std::string& ggufArchitecture() const { return m_ggufArchitecture; }
    /// Has the kind None for GGUF.
    const JsonValue& json() const { return m_json; }

    /// A number and the key that it stands under, as the file spells it.
    struct Number {
        double value = 0;
        std::string key;
    };
    /// The value of the first of `keys` that is a number. Models of several parts have those of the language model in
    /// an object of its own, "text_config"; it is looked into where the outer one does not have the key. Of GGUF, that
    /// of `ggufKey` after the architecture and a dot; empty: GGUF does not have it.
    std::optional<Number> number(std::span<const std::string_view> keys, std::string_view ggufKey) const;
    /// The member of that name, also of "text_config"; of kind None if there is none.
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

/// A text of the metadata that is short enough to be at hand; null if there is none.
const std::string* findMetadataText(const std::optional<Metadata>& metadata, std::string_view key);

} // namespace loupe
