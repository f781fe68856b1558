#pragma once

#include "support/fault_server.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace loupe::test {

/// The bytes of a sparse file of the fault server from `offset` on.
inline std::vector<std::byte> patternFrom(std::uint64_t offset, std::size_t size)
{
    std::vector<std::byte> bytes(size);
    for (std::size_t i = 0; i < size; ++i)
        bytes[i] = static_cast<std::byte>(FaultServer::patternByte(offset + i));
    return bytes;
}

} // namespace loupe::test
