#pragma once

#include "core/text/json_cursor.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include <sys/mman.h>
#include <unistd.h>

namespace loupe::fuzz {

/// What the targets share.

/// Ends the process where `holds` is false: the fuzzer keeps the input.
inline void require(bool holds, const char* what)
{
    if (holds)
        return;
    std::fprintf(stderr, "does not hold: %s\n", what);
    std::abort();
}

/// The path of a file in memory with these bytes, the same file each time; nothing where the system has no room. `slot`
/// tells files apart that are needed at once.
inline std::optional<std::string> memoryFile(const void* data, std::size_t size, std::size_t slot = 0)
{
    static int files[2] = {memfd_create("fuzz", 0), memfd_create("fuzz", 0)};
    const int file = files[slot];
    if (ftruncate(file, 0) != 0 || pwrite(file, data, size, 0) != static_cast<ssize_t>(size))
        return std::nullopt;
    return "/proc/self/fd/" + std::to_string(file);
}

/// Whether simdjson's judgement of a JSON text is to be ours: it refuses whole numbers beyond 64 bits and numbers
/// beyond a double, and allows more levels.
inline bool isForSimdjson(std::string_view text)
{
    std::size_t digits = 0;
    std::size_t depth = 0;
    for (const char c : text) {
        digits = c >= '0' && c <= '9' ? digits + 1 : 0;
        depth += c == '[' || c == '{' ? 1 : 0;
        if (digits >= 19 || depth > JsonCursor::maximumDepth)
            return false;
    }
    return true;
}

} // namespace loupe::fuzz
