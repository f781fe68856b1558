#pragma once

#include "app/cli/session.h"
#include "saving/casting/cast_cost.h"
#include "saving/salvage/salvage.h"
#include "saving/writing/save.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// Describes what was written, or would be.
struct Conversion {
    const Recipe& recipe;
    const Plan& plan;
    SaveTarget target;
    std::vector<std::filesystem::path> replaced; ///< existing files that are, or will be, replaced
    std::vector<std::filesystem::path> leftBehind; ///< shards of the old index that no longer belong to a model
    std::vector<std::filesystem::path> otherIndexes; ///< indexes of other models that refer to replaced files
    /// files of `replaced` that have other hard links, which keep the old content
    std::vector<std::filesystem::path> hardLinked;
    std::optional<Error> refused; ///< why it cannot be written
    std::vector<std::optional<CastCost>> costs; ///< cost of each cast item; empty if not requested
    std::uint64_t overflow = 0; ///< number of values that overflow in casts
    std::vector<Error> unread; ///< why parts of the source could not be read
    std::optional<std::vector<LeftOutTensor>> left; ///< if requested: the incomplete tensors
    std::function<void(JsonWriter& json)> members = {}; ///< writes additional members of the JSON document
    bool written = false;
    bool verified = false;
    bool inPlace = false; ///< only the header was, or would be, rewritten
    bool unchanged = false; ///< nothing was written: the file already has the requested content
};

void printConversionJson(const Conversion& conversion, const Session& session);
void printConversionText(const Conversion& conversion, const Session& session);

} // namespace loupe
