#include "core/buffer.h"

#include <cstdlib>
#include <cstring>
#include <limits>
#include <optional>

#include <sys/mman.h>

namespace loupe {

namespace {

constexpr std::size_t readableTail = 64;
constexpr std::size_t smallPage = 4096;
constexpr std::size_t hugePage = std::size_t{2} << 20;

/// Rounds up, so that growing step by step reuses the memory. Nothing if the result does not fit.
std::optional<std::size_t> capacityFor(std::size_t size)
{
    const std::size_t unit = size < hugePage ? smallPage : hugePage;
    if (size > std::numeric_limits<std::size_t>::max() - readableTail - unit)
        return std::nullopt;
    return (size + readableTail + unit - 1) / unit * unit;
}

/// Small buffers come from the heap, since a map of their own would cost more than filling them. Null on failure.
void* allocate(std::size_t capacity)
{
    if (capacity < hugePage) {
        void* const memory = std::aligned_alloc(smallPage, capacity);
        return memory ? std::memset(memory, 0, capacity) : nullptr;
    }
    void* const memory = mmap(nullptr, capacity, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return nullptr;
    madvise(memory, capacity, MADV_HUGEPAGE);
    return memory;
}

void release(void* memory, std::size_t capacity)
{
    if (capacity < hugePage)
        std::free(memory);
    else
        munmap(memory, capacity);
}

} // namespace

Buffer::~Buffer()
{
    release(m_data, m_capacity);
}

Result<> Buffer::resize(std::size_t size)
{
    const auto capacity = capacityFor(size);
    if (capacity && *capacity > m_capacity) {
        if (void* const memory = allocate(*capacity)) {
            release(m_data, m_capacity);
            m_data = static_cast<std::byte*>(memory);
            m_capacity = *capacity;
        }
    }
    if (!capacity || *capacity > m_capacity)
        return fail(ErrorCode::OutOfMemory, "no memory for " + std::to_string(size) + " bytes");
    m_size = size;
    return {};
}

} // namespace loupe
