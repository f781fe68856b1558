#pragma once

#include "core/checkpoint.h"
#include "core/result.h"
#include "core/tensor.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace loupe {

/// The sort value of a row: none, which comes last in either direction; a name, in natural order; a number, whose type
/// holds every 64-bit integer and double exactly; or an offset, ordered by file first.
using SortValue = std::variant<std::monostate, std::string, long double, std::pair<std::uint32_t, std::uint64_t>>;

SortValue sortValue(const std::optional<std::uint64_t>& count);
/// Empty for NaN.
SortValue sortValue(const std::optional<double>& number);
/// Empty for complex numbers, which have no order.
SortValue sortValue(const std::optional<Scalar>& scalar);

/// The order and limit set by --sort and --top.
struct ListOrder {
    std::string key; ///< empty for the order of the file
    bool descending = false;
    std::optional<std::uint64_t> top; ///< list at most this many rows

    bool isGiven() const { return !key.empty() || top; }

    /// Whether a row with value `a` comes before one with `b`.
    bool isBefore(const SortValue& a, const SortValue& b) const;
};

/// Parses KEY, or -KEY for descending order. Fails with InvalidArgument if KEY is not in `keys`.
Result<ListOrder> parseListOrder(std::string_view sort, std::span<const std::string> keys);

/// The keys that every list of tensors has: name, size, params and offset.
std::span<const std::string_view> tensorSortKeys();
/// The value of one of these keys; empty if `key` is not one of them.
std::optional<SortValue> tensorSortValue(const Checkpoint& checkpoint, std::uint32_t tensor, std::string_view key);

/// Passes rows on in the requested order: immediately if they are not sorted, else in finish(). Keeps no more rows than
/// --top asks for.
template <typename Row>
class OrderedRows {
public:
    using Sink = std::function<void(const Row&)>;

    OrderedRows(ListOrder order, Sink sink)
        : m_order(std::move(order))
        , m_sink(std::move(sink))
    {
    }

    void add(SortValue value, Row row)
    {
        const std::uint64_t number = m_added++;
        const std::uint64_t most = m_order.top.value_or(std::numeric_limits<std::uint64_t>::max());
        if (m_order.key.empty()) {
            if (number < most)
                m_sink(row);
            return;
        }
        if (most == 0)
            return;
        Entry entry{std::move(value), number, std::move(row)};
        const auto before = [this](const Entry& a, const Entry& b) { return isBefore(a, b); };
        if (m_rows.size() == most) { // the front of the heap is the last row of the list
            if (!before(entry, m_rows.front()))
                return;
            std::ranges::pop_heap(m_rows, before);
            m_rows.pop_back();
        }
        m_rows.push_back(std::move(entry));
        if (m_order.top)
            std::ranges::push_heap(m_rows, before);
    }

    void finish()
    {
        std::ranges::sort(m_rows, [this](const Entry& a, const Entry& b) { return isBefore(a, b); });
        for (const Entry& entry : m_rows)
            m_sink(entry.row);
        m_rows.clear();
    }

private:
    struct Entry {
        SortValue value;
        std::uint64_t number; ///< keeps the order of rows with equal values
        Row row;
    };

    bool isBefore(const Entry& a, const Entry& b) const
    {
        if (m_order.isBefore(a.value, b.value))
            return true;
        return !m_order.isBefore(b.value, a.value) && a.number < b.number;
    }

    ListOrder m_order;
    Sink m_sink;
    std::vector<Entry> m_rows; ///< a heap if --top limits it
    std::uint64_t m_added = 0;
};

/// Sorts `tensors` and drops those beyond --top. Precondition: the key is one of tensorSortKeys() or empty.
void orderTensors(const Checkpoint& checkpoint, const ListOrder& order, std::vector<std::uint32_t>& tensors);

} // namespace loupe
