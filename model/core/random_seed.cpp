#include "core/random_seed.h"

#include <chrono>
#include <exception>
#include <random>

namespace loupe {

std::uint64_t randomSeed()
{
    static const std::uint64_t seed = [] {
        try {
            std::random_device device;
            return std::uint64_t{device()} << 32 | device();
        } catch (const std::exception&) {
            return static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count());
        }
    }();
    return seed;
}

} // namespace loupe
