#include "core/arena.h"

#include <algorithm>
#include <new>

namespace loupe {

namespace {

constexpr std::size_t firstBlock = std::size_t{4} << 10;
constexpr std::size_t largestBlock = std::size_t{8} << 20;

} // namespace

void* Arena::allocateBlock(std::size_t size)
{
    // Block sizes grow with the memory in use: a tiny file takes a page, a million names a few large blocks.
    const std::size_t capacity = std::max(size, std::clamp(m_used, firstBlock, largestBlock));
    Buffer block;
    if (!block.resize(capacity))
        throw std::bad_alloc();
    m_block = block.bytes().data();
    m_limit = capacity;
    m_position = size;
    m_used += size;
    m_blocks.push_back(std::move(block));
    return m_block;
}

} // namespace loupe
