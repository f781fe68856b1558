#pragma once

#include "core/metadata.h"
#include "core/name_hash.h"
#include "formats/shared/json_value.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace loupe::quantized {

/// What the files beside a model, or the metadata in it, say about its quantization. The tensors decide; this only
/// tells apart what they leave open.
class QuantizationConfig {
public:
    QuantizationConfig() = default;
    /// Looks into config.json, hf_quant_config.json, quantize_config.json and quant_config.json of a folder, in this
    /// order, then into the metadata. What is no JSON counts as missing. `onlyCopies`: of a folder at an address, no
    /// server is asked for what this machine has no copy of. `hasCodes`: a tensor may be quantized. Else only
    /// config.json is looked for, which may claim it all the same: each look takes as long as some ten tensors.
    static QuantizationConfig find(
        const std::filesystem::path& folder, bool onlyCopies, bool hasCodes, const std::optional<Metadata>& metadata);
    /// Looks into the metadata alone.
    static QuantizationConfig ofMetadata(const std::optional<Metadata>& metadata);

    bool isGiven() const { return !m_evidence.empty(); }
    /// Where it stands: "config.json"; empty where nothing was found.
    const std::string& evidence() const { return m_evidence; }
    /// Which file may have said more and could not be read, and why; empty where all were read.
    const std::string& unread() const { return m_unread; }
    /// "fp8", "compressed-tensors", "modelopt", "gptq", "awq", "mlx"…, in lower case; empty where it is not said.
    const std::string& method() const { return m_method; }
    /// Whether the tensors of the method are known, so that one which does not fit is a fault; others may have any.
    bool isUnderstood() const;
    /// Whether it says that there are weights in codes that would be recognized: some configs are about caches or
    /// activations alone.
    bool saysCodes() const;
    /// The object with the settings.
    const JsonValue& settings() const { return m_settings; }

    /// Rows and columns of a block of FP8 weights.
    struct BlockSize {
        std::uint64_t rows = 0;
        std::uint64_t columns = 0;
    };
    std::optional<BlockSize> blockSize() const;
    /// The weights' settings of each group of compressed-tensors.
    std::vector<const JsonValue*> weightGroups() const;
    /// For all layers; -1 stands for whole rows.
    std::optional<std::int64_t> bits() const;
    std::optional<std::int64_t> groupSize() const;
    /// What MLX says about a module: its own object, or the settings of all.
    const JsonValue& forModule(std::string_view module) const;
    /// What ComfyUI's metadata says about a module.
    const JsonValue& comfyLayer(std::string_view module) const;

    enum class Coverage : std::uint8_t { Covered, Ignored, Unknown };
    /// Whether the module is to be quantized, by the lists of modules that are not. Unknown where a list has regular
    /// expressions, or more patterns than are compared.
    Coverage coverage(std::string_view module) const;

private:
    void take(std::string evidence, JsonValue settings, std::string_view method);
    void takeMetadata(const Metadata& metadata);
    void readIgnored();

    struct Ignored {
        std::string text;
        bool isPattern = false; ///< else a part of names
    };

    std::string m_evidence;
    std::string m_unread;
    std::string m_method;
    JsonValue m_settings;
    JsonValue m_comfyLayers;
    std::unordered_set<std::string, NameHash, std::equal_to<>> m_ignoredNames;
    std::vector<Ignored> m_ignored;
    bool m_isPartlyUnknown = false;
};

} // namespace loupe::quantized
