#pragma once

#include <string_view>

namespace loupe {

/// What a new name replaces of an old one, in whole segments: of "h.0.q.weight" and
/// "h.0.query.weight", "q" by "query". Either is empty if segments are only added or only dropped.
struct RenamedPart {
    std::string_view before;
    std::string_view after;

    bool operator==(const RenamedPart&) const = default;
};

/// Views into the two names.
RenamedPart renamedPart(std::string_view before, std::string_view after);

} // namespace loupe
