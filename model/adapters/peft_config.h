#pragma once

#include "formats/shared/json_value.h"

#include <cstdint>
#include <string>
#include <vector>

namespace loupe {

/// What adapter_config.json has to say of a module.
struct PeftModule {
    std::string path; ///< without "base_model.model."
    std::uint64_t rank = 0;
    double alpha = 0; ///< the scale is alpha / rank
    std::vector<std::string> parameters = {}; ///< paths that it may be of, where it is no module's weight; else empty
};

struct PeftFacts {
    std::vector<PeftModule> modules; ///< those with factors
    std::vector<std::string> replaced; ///< modules that are whole in the adapter
    bool hasMagnitudes = false;
    bool hasBias = false;
    bool isTransposed = false; ///< weights of the base are [in, out]
    std::string base; ///< name of the base; empty if it is not known
};

/// Why adapter_config.json cannot say it; empty if it can. It has ranks of parameters by their names, and a file
/// does not say which of the parameters of a module a pair of factors is of.
std::string whyNoConfig(const PeftFacts& facts);

/// The text of adapter_config.json. Settings of `old` that are not about ranks, alphas and modules stay.
std::string peftConfig(const PeftFacts& facts, const JsonValue& old);

} // namespace loupe
