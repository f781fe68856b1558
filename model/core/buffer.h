#pragma once

#include "core/result.h"

#include <cstddef>
#include <span>
#include <utility>

namespace loupe {

/// Page-aligned memory for headers and for chunks of values. Buffers of 2 MiB or more come straight from the system, on
/// huge pages where available, and are returned to it at once. Contents are zero at first and undefined after a resize.
class Buffer {
public:
    Buffer() = default;
    ~Buffer();
    Buffer(Buffer&& other) noexcept
        : m_data(std::exchange(other.m_data, nullptr))
        , m_size(std::exchange(other.m_size, 0))
        , m_capacity(std::exchange(other.m_capacity, 0))
    {
    }
    Buffer& operator=(Buffer&& other) noexcept
    {
        std::swap(m_data, other.m_data);
        std::swap(m_size, other.m_size);
        std::swap(m_capacity, other.m_capacity);
        return *this;
    }

    /// Makes the size exactly `size`. The contents are lost if the capacity has to grow. At least 64 readable bytes
    /// follow the last one, so that vector code may read past the end. Fails with OutOfMemory.
    Result<> resize(std::size_t size);

    std::span<std::byte> bytes() { return {m_data, m_size}; }
    std::span<const std::byte> bytes() const { return {m_data, m_size}; }

private:
    std::byte* m_data = nullptr;
    std::size_t m_size = 0;
    std::size_t m_capacity = 0;
};

} // namespace loupe
