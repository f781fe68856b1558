#pragma once

#include "formats/opening/model_config.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// The number of tokens in a tokenizer: its highest token number plus one.
struct TokenCount {
    std::uint64_t tokens = 0;
    std::string evidence; ///< the file or the metadata key
};

/// Information about tokens from a tokenizer's files or the metadata of GGUF.
struct TokenFacts {
    std::optional<TokenCount> vocabulary; ///< without the tokens that were added later
    std::optional<TokenCount> added; ///< including the tokens that were added later
    /// A special token, for example for the end of a text or for padding.
    struct Special {
        std::string key; ///< "eos_token_id"
        std::string evidence; ///< the file that has the key; empty: the metadata
        std::uint64_t number = 0;

        bool operator==(const Special&) const = default;
    };
    std::vector<Special> specials;
};

/// Reads the files next to a local `config.json`, at most 64 MiB each: generation_config.json; tokenizer.json or else
/// vocab.json, vocab.txt or tokenizer.model; added_tokens.json; and tokenizer_config.json. For GGUF, reads the
/// metadata. Ignores files that cannot be read.
TokenFacts findTokenFacts(const Checkpoint& checkpoint, const ModelConfig& config);

} // namespace loupe
