#pragma once

#include "adapters/peft_lycoris.h"
#include "formats/shared/json_value.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// The description of a module in adapter_config.json.
struct PeftModule {
    std::string path; ///< without "base_model.model."
    std::uint64_t rank = 0;
    double alpha = 0; ///< the scale is alpha / rank
    std::vector<std::string> parameters =
        {}; ///< paths of the parameters that it may change, if it changes no module's weight; else empty
};

struct PeftFacts {
    std::vector<PeftModule> modules; ///< those with updates
    std::optional<LycorisSettings> lycoris = {}; ///< if the modules are LoHa or LoKr, else they are LoRA
    std::vector<std::string> replaced; ///< modules that the adapter stores whole
    bool hasMagnitudes = false;
    bool hasBias = false;
    bool isTransposed = false; ///< weights of the base are [in, out]
    std::string base; ///< empty if unknown
};

/// Why adapter_config.json cannot express this; empty if it can. It states the ranks of parameters by name, and a file
/// does not tell which of a module's parameters a pair of factors changes.
std::string whyNoConfig(const PeftFacts& facts);

/// The text of adapter_config.json. Keeps settings of `old` that are not about ranks, alphas and modules.
std::string peftConfig(const PeftFacts& facts, const JsonValue& old);

} // namespace loupe
