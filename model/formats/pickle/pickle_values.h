#pragma once

#include "core/arena.h"

#include <cstdint>
#include <deque>
#include <iterator>
#include <string_view>
#include <vector>

namespace loupe::pickle {

/// The index of a value of a pickle. Values may refer to one another in cycles, so a walk over them must be limited.
using PickleId = std::uint32_t;

enum class PickleKind : std::uint8_t {
    None,
    Boolean,
    Integer,
    LongInteger, ///< does not fit in 64 bits; `text` is its little-endian two's complement
    Float,
    Text, ///< `text` as in the stream, perhaps not UTF-8
    Bytes,
    Tuple,
    List,
    Set,
    Dictionary, ///< items are alternating keys and values
    Global, ///< something that Python would import: only its names
    Call, ///< a call that Python would make, or an object: callee and arguments, never the result
    Persistent, ///< a reference to something outside the pickle
};

/// The values of one pickle, with 24 bytes per value and 8 per item. Texts are in the stream or in an arena. Values are
/// stored in blocks: a large pickle has millions of them, and a growing vector would hold half of them twice.
class PickleValues {
public:
    static constexpr PickleId none = 0xffffffff;

    struct Value {
        PickleKind kind : 8 = PickleKind::None;
        std::uint64_t highSize : 8 = 0; ///< bits 32 to 39 of a text's size, since Paddle's arrays may have terabytes
        std::uint64_t offset : 48 = 0; ///< offset of its opcode in the stream
        struct Text {
            const char* data;
            std::uint32_t lowSize;
            std::uint32_t number; ///< once assigned, the same for equal texts; none before
        };
        struct Node { ///< for Call, Global and Persistent
            PickleId callee; ///< for Call; for Global, the text of its module
            PickleId argument; ///< for Call; for Global, the text of its name; for Persistent, its identifier
            PickleId state; ///< for Call, the state that BUILD gave it; for Global, the number of its import
            PickleId items; ///< for Call, a list of the items added to it, which few calls have
        };
        struct Container {
            std::uint32_t firstItem; ///< index into the items
            std::uint32_t lastItem;
            std::uint32_t itemCount;
        };
        union {
            std::int64_t integer = 0; ///< also for Boolean
            double number;
            Text text;
            Node node;
            Container container;
        };
    };

    struct Item {
        PickleId value;
        std::uint32_t next;
    };

    class ItemIterator {
    public:
        using iterator_category = std::forward_iterator_tag;
        using value_type = PickleId;
        using difference_type = std::ptrdiff_t;
        using pointer = const PickleId*;
        using reference = PickleId;

        ItemIterator() = default;
        ItemIterator(const std::deque<Item>& items, std::uint32_t at)
            : m_items(&items)
            , m_at(at)
        {
        }
        PickleId operator*() const { return (*m_items)[m_at].value; }
        ItemIterator& operator++()
        {
            m_at = (*m_items)[m_at].next;
            return *this;
        }
        bool operator==(const ItemIterator& other) const { return m_at == other.m_at; }

    private:
        const std::deque<Item>* m_items = nullptr;
        std::uint32_t m_at = none;
    };

    struct Items {
        ItemIterator first;
        ItemIterator begin() const { return first; }
        ItemIterator end() const { return {}; }
    };

    std::size_t size() const { return m_values.size(); }
    std::size_t totalItems() const { return m_items.size(); }
    const Value& at(PickleId id) const { return m_values[id]; }
    PickleKind kind(PickleId id) const { return id < m_values.size() ? m_values[id].kind : PickleKind::None; }
    bool holdsItems(PickleId id) const;
    /// The items of a container or call; empty for other values.
    Items items(PickleId id) const;
    std::uint32_t itemCount(PickleId id) const;
    /// The text of Text, Bytes and LongInteger; empty for other values.
    std::string_view text(PickleId id) const;
    std::string_view module(PickleId global) const { return text(m_values[global].node.callee); }
    std::string_view name(PickleId global) const { return text(m_values[global].node.argument); }
    /// The first `most` items.
    std::vector<PickleId> itemList(PickleId id, std::size_t most) const;

    PickleId add(PickleKind kind, std::uint64_t offset);
    PickleId addInteger(PickleKind kind, std::int64_t integer, std::uint64_t offset);
    PickleId addFloat(double number, std::uint64_t offset);
    /// `text` must outlive the values. At most 2^40 - 1 bytes of it are kept.
    PickleId addText(PickleKind kind, std::string_view text, std::uint64_t offset);
    PickleId addNode(PickleKind kind, PickleId callee, PickleId argument, std::uint64_t offset);
    void append(PickleId container, PickleId item);
    void setState(PickleId id, PickleId state) { m_values[id].node.state = state; }
    void setTextNumber(PickleId text, std::uint32_t number) { m_values[text].text.number = number; }
    /// Frees all values. Texts obtained from them stay valid.
    void forgetAllButTexts()
    {
        std::deque<Value>().swap(m_values); // assigning {} would keep the memory
        std::deque<Item>().swap(m_items);
    }
    std::string_view keep(std::string_view text) { return m_arena.copy(text); }

private:
    /// The value that holds the items of a container or call; PickleValues::none if there is none.
    PickleId holderOf(PickleId id) const;

    static_assert(sizeof(Value) == 24);
    std::deque<Value> m_values;
    std::deque<Item> m_items;
    Arena m_arena;
};

} // namespace loupe::pickle
