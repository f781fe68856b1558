#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace loupe {

/// A table of a known number of rows that is filled from the first row to the last, by one thread at a time, while any
/// others read.
/// Reading needs no lock: rows below size() never change and never move. Memory is taken in blocks as the table grows.
template <typename Row, std::uint32_t blockRows = 4096>
class GrowingTable {
public:
    explicit GrowingTable(std::uint32_t capacity)
        : m_capacity(capacity)
        , m_blocks((std::size_t{capacity} + blockRows - 1) / blockRows)
    {
    }
    GrowingTable(const GrowingTable&) = delete;
    GrowingTable& operator=(const GrowingTable&) = delete;

    std::uint32_t capacity() const { return m_capacity; }
    /// Rows 0 to this one, without it, are there. What those that added them did before can be seen, too.
    std::uint32_t size() const { return m_size.load(std::memory_order_acquire); }
    bool isFull() const { return size() == m_capacity; }

    /// For whoever adds: how many rows there are.
    std::uint32_t next() const { return m_size.load(std::memory_order_relaxed); }
    /// Adds the next row. By one thread at a time. Precondition: the table is not full. May throw bad_alloc.
    void add(Row row)
    {
        const std::uint32_t number = next();
        auto& block = m_blocks[number / blockRows];
        if (!block)
            block = std::make_unique<Row[]>(blockRows);
        block[number % blockRows] = std::move(row);
        m_size.store(number + 1, std::memory_order_release);
    }
    /// Null if the row is not there yet.
    const Row* find(std::uint32_t number) const
    {
        return number < size() ? &m_blocks[number / blockRows][number % blockRows] : nullptr;
    }

private:
    const std::uint32_t m_capacity;
    std::vector<std::unique_ptr<Row[]>> m_blocks; ///< of blockRows rows each; made when the first one comes
    std::atomic<std::uint32_t> m_size = 0;
};

} // namespace loupe
