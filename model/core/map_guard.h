#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace loupe {

/// Turns the SIGBUS of a memory map whose file shrank (or whose disk failed) into a flag.
///
/// While registered, a fault inside the range puts a page of zeros in place of the missing one, remembers where, and
/// lets the reading thread go on; whoever read must then ask faultAt() before using what it computed. A fault outside
/// every registered range goes to the handler that was there before: faults that are not ours are not hidden.
/// Works from any thread; the handler uses only async-signal-safe calls.
class MapGuard {
public:
    MapGuard() = default;
    ~MapGuard() { unwatch(); }
    MapGuard(const MapGuard&) = delete;
    MapGuard& operator=(const MapGuard&) = delete;

    /// Registers [address, address + length). False where all slots are taken: then do not map.
    bool watch(const std::byte* address, std::size_t length);

    /// Ends the registration. To be done before the range is unmapped, when nobody reads it any more: what is mapped at
    /// the same address next must not meet it.
    void unwatch();

    /// Offset in the range of the first fault, page-aligned; nothing while all is well.
    std::optional<std::uint64_t> faultAt() const;

private:
    int m_slot = -1;
};

} // namespace loupe
