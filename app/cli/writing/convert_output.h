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

/// All there is to say about what was written, or would be.
struct Conversion {
    const Recipe& recipe;
    const Plan& plan;
    SaveTarget target;
    std::vector<std::filesystem::path> replaced; ///< that are, or were, there before
    std::vector<std::filesystem::path> leftBehind; ///< shards of the old index that are, or will be, of no model
    std::vector<std::filesystem::path> otherIndexes; ///< of other models, that name what is replaced
    std::vector<std::filesystem::path> hardLinked; ///< of `replaced`, those with other names that keep the old content
    std::optional<Error> refused; ///< why it cannot be written
    std::vector<std::optional<CastCost>> costs; ///< of each item that is cast; empty if they were not asked for
    std::uint64_t overflow = 0; ///< values for which the casts' dtypes are too small
    std::vector<Error> unread; ///< why parts of the source could not be read
    std::optional<std::vector<LeftOutTensor>> left; ///< where it was asked for: what is not whole
    std::function<void(JsonWriter& json)> members = {}; ///< writes more of the document
    bool written = false;
    bool verified = false;
    bool inPlace = false; ///< only the header was, or would be, rewritten
    bool unchanged = false; ///< not even that: the file is what it was to be
};

void printConversionJson(const Conversion& conversion, const Session& session);
void printConversionText(const Conversion& conversion, const Session& session);

} // namespace loupe
