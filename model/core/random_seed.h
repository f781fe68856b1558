#pragma once

#include <cstdint>

namespace loupe {

/// A seed for hash tables of names, the same for the whole process. A file's author cannot know it, so cannot construct
/// colliding names. Uses the time if the system has no random numbers.
std::uint64_t randomSeed();

} // namespace loupe
