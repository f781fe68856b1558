#pragma once

#include "formats/opening/model_config.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// How many tokens a tokenizer has: one more than their highest number.
struct TokenCount {
    std::uint64_t tokens = 0;
    std::string evidence; ///< the file, or the key of the metadata
};

/// What the files of a tokenizer, or the metadata of GGUF, say about tokens.
struct TokenFacts {
    std::optional<TokenCount> vocabulary; ///< that it was trained with
    std::optional<TokenCount> added; ///< with those that were added later
    /// A token with a purpose of its own: the end of a text, padding.
    struct Special {
        std::string key; ///< "eos_token_id"
        std::string evidence; ///< the file that has the key; empty: the metadata
        std::uint64_t number = 0;

        bool operator==(const Special&) const = default;
    };
    std::vector<Special> specials;
};

/// Reads the files next to a `config.json` on this machine, at most 64 MiB each: generation_config.json, tokenizer.json
/// or else vocab.json, vocab.txt or tokenizer.model, added_tokens.json and tokenizer_config.json. Of GGUF, its
/// metadata. What cannot be read says nothing.
TokenFacts findTokenFacts(const Checkpoint& checkpoint, const ModelConfig& config);

} // namespace loupe
