#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace loupe {

/// Turns the SIGBUS that a memory map raises when its file shrank or its disk failed into a flag.
///
/// While a range is registered, a fault inside it replaces the missing page with zeros, records its offset, and resumes
/// the reading thread. The reader must check faultAt() before it uses its results. A fault outside all registered
/// ranges goes to the previous handler, so that other faults are not hidden. Works from any thread; the handler uses
/// only async-signal-safe calls.
class MapGuard {
public:
    MapGuard() = default;
    ~MapGuard() { unwatch(); }
    MapGuard(const MapGuard&) = delete;
    MapGuard& operator=(const MapGuard&) = delete;

    /// Registers [address, address + length). Returns false if all slots are taken; then do not use the map.
    bool watch(const std::byte* address, std::size_t length);

    /// Ends the registration. Call this when nobody reads the range anymore and before it is unmapped, so that the
    /// registration cannot apply to a later mapping at the same address.
    void unwatch();

    /// The page-aligned offset of the first fault within the range; nothing if there was none.
    std::optional<std::uint64_t> faultAt() const;

private:
    int m_slot = -1;
};

} // namespace loupe
