#pragma once

#include "analysis/comparison/name_rewriter.h"
#include "core/result.h"
#include "saving/recipe/recipe.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace loupe {

/// Tensors of one dtype, or of any, are to be cast to another.
struct CastRule {
    std::optional<DType> from;
    DType to = DType::Opaque;

    /// "TO" or "FROM=TO", each as dtypeFromSpelling() understands it.
    static Result<CastRule> parse(std::string_view text);
};

/// "KEY=VALUE", at the first =.
Result<std::pair<std::string, std::string>> parseMetadataEntry(std::string_view text);

/// What to change about a copy of a checkpoint, in the order in which it is done.
struct RecipeEdits {
    std::vector<NameRewriter> renames; ///< each in turn
    std::vector<CastRule> casts; ///< of those for the tensor's dtype the last; else of those for any dtype the last
    std::vector<CastRule> defaultCasts; ///< the same, of tensors that no rule of `casts` is about
    bool dequantizes = false; ///< quantized weights are F32, to `casts`; else rules for a dtype are not about them
    bool numberRepeated = false; ///< then names that several have are told apart: numberRepeatedNames()
    std::vector<std::string> dropMetadata;
    Metadata setMetadata; ///< replaces or adds
};

/// How many tensors, or keys, each edit was about: one that was about none is probably a mistake.
struct EditCounts {
    std::vector<std::uint64_t> renames;
    std::vector<std::uint64_t> casts;
    std::vector<std::uint64_t> defaultCasts;
    std::uint64_t numbered = 0;
    std::vector<std::uint64_t> dropMetadata;
};

EditCounts applyEdits(const RecipeEdits& edits, Recipe& recipe);

/// "5GB", "500 MiB", "1000000": a number, whole or not, of bytes or in decimal or binary units. At least one byte.
Result<std::uint64_t> parseByteSize(std::string_view text);

} // namespace loupe
