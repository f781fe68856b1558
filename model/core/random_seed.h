#pragma once

#include <cstdint>

namespace loupe {

/// A number that a file's author cannot know, the same for the whole process: seed of hash tables over names, which
/// could otherwise be made to collide. Where the system has no random numbers to give, the time stands in.
std::uint64_t randomSeed();

} // namespace loupe
