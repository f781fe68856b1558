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

/// Casts tensors of one dtype, or of any dtype, to another.
struct CastRule {
    std::optional<DType> from;
    DType to = DType::Opaque;

    /// "TO" or "FROM=TO", each as dtypeFromSpelling() understands it.
    static Result<CastRule> parse(std::string_view text);
};

/// Parses "KEY=VALUE"; splits at the first "=".
Result<std::pair<std::string, std::string>> parseMetadataEntry(std::string_view text);

/// Changes to a copy of a checkpoint, in the order in which they are applied.
struct RecipeEdits {
    std::vector<NameRewriter> renames; ///< applied one after the other
    std::vector<CastRule> casts; ///< the last rule for the tensor's dtype applies; if there is none, the last rule for
                                 ///< any dtype
    std::vector<CastRule> defaultCasts; ///< likewise, for tensors that no rule in `casts` matches
    bool dequantizes = false; ///< `casts` treats quantized weights as F32; if false, rules for a specific dtype do not
                              ///< match them
    bool numberRepeated = false; ///< afterwards, make repeated names unique: numberRepeatedNames()
    std::vector<std::string> dropMetadata;
    Metadata setMetadata; ///< replaces or adds
};

/// The number of tensors or keys that each edit matched. An edit without matches is probably a mistake.
struct EditCounts {
    std::vector<std::uint64_t> renames;
    std::vector<std::uint64_t> casts;
    std::vector<std::uint64_t> defaultCasts;
    std::uint64_t numbered = 0;
    std::vector<std::uint64_t> dropMetadata;
};

EditCounts applyEdits(const RecipeEdits& edits, Recipe& recipe);

/// Parses a byte size such as "5GB", "500 MiB" or "1000000": a whole or fractional number, in bytes or in decimal or
/// binary units. The result is at least 1.
Result<std::uint64_t> parseByteSize(std::string_view text);

} // namespace loupe
