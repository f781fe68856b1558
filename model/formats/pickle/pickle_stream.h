#pragma once

#include "core/source.h"
#include "formats/pickle/pickle_reader.h"

#include <algorithm>
#include <functional>

namespace loupe::pickle {

/// Calls `visitor(std::string_view)` with the bytes of `range`, at most `largest`. If the file is memory-mapped, passes
/// all of them at once. Otherwise passes the first bytes, and then calls the visitor with more and more bytes while it
/// returns true. Fails as Source does.
template <typename Visitor>
Result<> visitPickle(const Source& source, ByteRange range, std::uint64_t largest, Visitor&& visitor)
{
    constexpr std::uint64_t firstSize = std::uint64_t{1} << 20;
    const std::uint64_t all = std::min(range.size(), largest);
    Buffer scratch;
    for (std::uint64_t size = source.mapped() ? all : std::min(all, firstSize);;) {
        bool wantsMore = false;
        auto done = source.visit({range.begin, range.begin + size}, scratch, [&](std::span<const std::byte> bytes) {
            wantsMore = visitor(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
        });
        if (!done || !wantsMore || size == all)
            return done;
        size = std::min(all, 4 * size);
    }
}

} // namespace loupe::pickle
