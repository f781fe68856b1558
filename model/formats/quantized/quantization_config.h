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

/// The description of a model's quantization in the files next to it, or in its metadata. The tensors take precedence;
/// this only decides what they leave open.
class QuantizationConfig {
public:
    QuantizationConfig() = default;
    /// Looks into config.json, hf_quant_config.json, quantize_config.json and quant_config.json of a folder, in this
    /// order, and then into the metadata. A file that is not JSON counts as missing. With `onlyCopies`, does not ask a
    /// server for files of a remote folder of which this machine has no copy. `hasCodes` says whether a tensor may be
    /// quantized. If not, looks only for config.json, which may claim it anyway: looking for one file takes as long as
    /// about ten tensors.
    static QuantizationConfig find(
        const std::filesystem::path& folder, bool onlyCopies, bool hasCodes, const std::optional<Metadata>& metadata);
    /// Looks only into the metadata.
    static QuantizationConfig ofMetadata(const std::optional<Metadata>& metadata);

    bool isGiven() const { return !m_evidence.empty(); }
    /// The source of the description: "config.json"; empty if nothing was found.
    const std::string& evidence() const { return m_evidence; }
    /// The file that may have said more but could not be read, and the reason; empty if all files were read.
    const std::string& unread() const { return m_unread; }
    /// "fp8", "compressed-tensors", "modelopt", "gptq", "awq", "mlx"…, in lower case; empty if not stated.
    const std::string& method() const { return m_method; }
    /// True if this program knows the tensors that the method uses, so that a tensor that does not fit is a fault.
    /// Other methods may have any tensors.
    bool isUnderstood() const;
    /// True if the config claims that weights are stored as codes that this program would recognize. Some configs
    /// concern only caches or activations.
    bool saysCodes() const;
    /// The object with the settings.
    const JsonValue& settings() const { return m_settings; }

    /// True if quantized modules need a stored scale for their inputs. False if the config does not say so for all.
    bool hasStaticActivations() const;

    /// Rows and columns of a block of FP8 weights.
    struct BlockSize {
        std::uint64_t rows = 0;
        std::uint64_t columns = 0;
    };
    std::optional<BlockSize> blockSize() const;
    /// The settings for weights in each group of compressed-tensors.
    std::vector<const JsonValue*> weightGroups() const;
    /// The setting for all layers. A group size of -1 means whole rows.
    std::optional<std::int64_t> bits() const;
    std::optional<std::int64_t> groupSize() const;
    /// MLX's settings for a module: the module's own object, or the settings for all modules.
    const JsonValue& forModule(std::string_view module) const;
    /// The entry for a module in ComfyUI's metadata.
    const JsonValue& comfyLayer(std::string_view module) const;

    enum class Coverage : std::uint8_t { Covered, Ignored, Unknown };
    /// Says if the module should be quantized, according to the lists of modules that are not. Unknown if a list has
    /// regular expressions, or more patterns than this program compares.
    Coverage coverage(std::string_view module) const;

private:
    void take(std::string evidence, JsonValue settings, std::string_view method);
    void takeMetadata(const Metadata& metadata);
    void readIgnored();

    struct Ignored {
        std::string text;
        bool isPattern = false; ///< otherwise it is a substring of names
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
