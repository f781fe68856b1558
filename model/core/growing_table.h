#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace loupe {

/// A table with a fixed capacity. One thread at a time appends rows while other threads read. Reading takes no lock:
/// rows below size() never change and never move. Memory is allocated in blocks as the table grows.
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
    /// The number of rows that readers may access. Everything that writers did before they added these rows is visible,
    /// too.
    std::uint32_t size() const { return m_size.load(std::memory_order_acquire); }
    bool isFull() const { return size() == m_capacity; }

    /// The number of rows, for the thread that adds.
    std::uint32_t next() const { return m_size.load(std::memory_order_relaxed); }
    /// Appends a row. Only one thread at a time may call this. Precondition: the table is not full. May throw
    /// std::bad_alloc.
    void add(Row row)
    {
        const std::uint32_t number = next();
        auto& block = m_blocks[number / blockRows];
        if (!block)
            block = std::make_unique<Row[]>(blockRows);
        block[number % blockRows] = std::move(row);
        m_size.store(number + 1, std::memory_order_release);
    }
    /// Null if the row has not been added yet.
    const Row* find(std::uint32_t number) const
    {
        return number < size() ? &m_blocks[number / blockRows][number % blockRows] : nullptr;
    }

private:
    const std::uint32_t m_capacity;
    std::vector<std::unique_ptr<Row[]>> m_blocks; ///< blockRows rows each; allocated when their first row is added
    std::atomic<std::uint32_t> m_size = 0;
};

} // namespace loupe
