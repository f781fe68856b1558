#pragma once

#include "core/name_hash.h"
#include "formats/pickle/pickle_reader.h"

#include <map>

namespace loupe::pickle {

/// Hashes two small numbers packed into one key. The file chooses them, so the hash is seeded.
struct PickleImportHash {
    std::size_t operator()(std::uint64_t both) const { return foldedProduct(both ^ randomSeed(), 0x9e3779b97f4a7c15); }
};

/// Python's pickle machine: the stack, the memo and their values, independent of the encoding of opcodes. An error in
/// the stream is a fault; after one, only finish() may be called.
class PickleMachine {
public:
    explicit PickleMachine(PickleReading& reading)
        : m_reading(reading)
    {
    }

    /// Sets the opcode that the following calls belong to.
    void begin(const PickleInstruction& instruction)
    {
        m_name = instruction.opcode->name;
        m_offset = instruction.begin;
    }
    /// Sets a fault. `what` continues a sentence after the opcode's name.
    void fault(std::string_view what);
    /// The number of things that take memory: values, items, marks, stack and memo entries, imports.
    std::size_t parts() const
    {
        return m_reading.values.size() + m_reading.values.totalItems() + m_stack.size() + m_marks.size() + m_memoized
            + m_nameNumbers.size() + m_imports.size();
    }
    bool faulty() const { return m_reading.fault.has_value(); }

    void push(PickleId id) { m_stack.push_back(id); }
    void pushNew(PickleKind kind) { push(values().add(kind, m_offset)); }
    void pushInteger(std::int64_t number, PickleKind kind = PickleKind::Integer);
    void pushFloat(double number) { push(values().addFloat(number, m_offset)); }
    /// Pushes a text that lives as long as the stream.
    void pushText(PickleKind kind, std::string_view text) { push(values().addText(kind, text, m_offset)); }
    /// Pushes a copy of a text; sets a fault if there is none.
    void pushCopy(PickleKind kind, const std::optional<std::string>& text);
    void pushPersistent(PickleId name);

    /// Returns PickleValues::none, and sets a fault, if the stack is empty.
    PickleId pop();
    void mark() { m_marks.push_back(m_stack.size()); }
    void popOrUnmark();
    void popMark();
    void duplicate();

    /// Makes a container of everything since the last MARK.
    void gather(PickleKind kind);
    /// Makes a tuple of the `count` values on top.
    void tuple(std::size_t count);
    /// Moves `count` values from the top into the container below them.
    void put(PickleKind kind, std::size_t count);
    /// As put(), for everything since the last MARK.
    void putAll(PickleKind kind);

    void global(std::string_view module, std::string_view name);
    void stackGlobal();
    /// Makes a call of the value below its tuple of arguments.
    void reduce();
    void reduceWithKeywords();
    void build();
    /// Makes an object from everything since the last MARK: a class, then its arguments.
    void object();
    void objectOf(std::string_view module, std::string_view name);

    void memoize() { memoize(m_memoized); }
    void memoize(std::uint64_t number);
    void recall(std::uint64_t number);

    /// Ends a stream, which may be truncated: moves pending items into their containers. Returns the root.
    PickleId finish();

private:
    PickleValues& values() { return m_reading.values; }
    std::size_t lowest() const { return m_marks.empty() ? 0 : m_marks.back(); }
    std::size_t belowMark() const { return m_marks.size() < 2 ? 0 : m_marks[m_marks.size() - 2]; }
    bool has(std::size_t count);
    bool hasMark();
    void drop();
    void appendFrom(PickleId container, std::size_t begin);
    bool takes(PickleId target, PickleKind kind);
    std::uint32_t nameNumber(PickleId text);
    void pushGlobal(PickleId module, PickleId name);
    void call(PickleId callee, PickleId arguments);

    PickleReading& m_reading;
    std::string_view m_name;
    std::uint64_t m_offset = 0;
    std::vector<PickleId> m_stack;
    std::vector<std::size_t> m_marks; ///< the stack's size at each MARK
    std::vector<PickleId> m_memo;
    std::map<std::uint64_t, PickleId> m_farMemo;
    std::uint64_t m_memoized = 0; ///< the number of memo entries that are set
    NameMap<std::string_view, std::uint32_t> m_nameNumbers; ///< numbers of module names and of names in modules
    /// Numbers of module and name -> index of the import.
    std::unordered_map<std::uint64_t, std::uint32_t, PickleImportHash> m_imports;
};

} // namespace loupe::pickle
