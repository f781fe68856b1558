#pragma once

#include <string_view>

namespace loupe {

/// The part of an old name that is replaced in the new one, in whole segments: from "h.0.q.weight" to
/// "h.0.query.weight", "q" is replaced by "query". One side is empty if segments are only added or only removed.
struct RenamedPart {
    std::string_view before;
    std::string_view after;

    bool operator==(const RenamedPart&) const = default;
};

/// Views into the two names.
RenamedPart renamedPart(std::string_view before, std::string_view after);

} // namespace loupe
