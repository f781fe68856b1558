#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace loupe::bintensors {

/// Reads bincode 2 "standard" values (variable-length integers). Counts the decoded sizes like the reference decoder,
/// which allows 100,000,000 units. Only records that the limit was exceeded. After any other error, every read returns
/// 0 or nothing.
class BincodeReader {
public:
    static constexpr std::uint64_t largestAccount = 100'000'000;

    /// `unseen` is the number of header bytes after `bytes` that were not read.
    explicit BincodeReader(std::string_view bytes, std::uint64_t unseen = 0)
        : m_begin(bytes.data())
        , m_position(bytes.data())
        , m_end(bytes.data() + bytes.size())
        , m_unseen(unseen)
    {
    }

    /// A plain byte.
    std::uint8_t readByte()
    {
        m_account += 1;
        if (m_position == m_end) {
            fail("expected a byte", true);
            return 0;
        }
        return static_cast<std::uint8_t>(*m_position++);
    }

    /// A dimension. Its units were already counted along with the number of dimensions.
    std::uint64_t readDimension() { return readInteger(8); }

    /// A length or an offset.
    std::uint64_t readUnsigned()
    {
        m_account += 8;
        return readInteger(8);
    }

    /// The index of an enum variant, at most 32 bits wide.
    std::uint32_t readEnum()
    {
        m_account += 4;
        return static_cast<std::uint32_t>(readInteger(4));
    }

    /// Does not validate UTF-8.
    std::string_view readBytes(std::uint64_t length)
    {
        claimMany(length, 1);
        if (length > remaining()) {
            fail("the string is longer than the header", true);
            return {};
        }
        const std::string_view text(m_position, length);
        m_position += length;
        return text;
    }

    /// The number of elements of a list or map. Charges `units` for each element in advance, until finishElement().
    /// Fails if this many elements of at least `leastBytes` bytes do not fit in the remaining bytes.
    std::uint64_t readCount(std::uint64_t units, std::uint64_t leastBytes)
    {
        const char* const begin = m_position;
        const std::uint64_t count = readUnsigned();
        claimMany(count, units);
        if (count > (remaining() + m_unseen) / leastBytes) {
            m_position = begin;
            fail("a count is too large for the header", true);
            return 0;
        }
        return count;
    }
    void finishElement(std::uint64_t units)
    {
        checkAccount();
        m_account -= units;
    }

    std::uint64_t offset() const { return static_cast<std::uint64_t>(m_position - m_begin); }
    std::uint64_t remaining() const { return static_cast<std::uint64_t>(m_end - m_position); }

    void fail(const char* problem, bool atEnd = false)
    {
        if (m_problem)
            return;
        m_problem = problem;
        m_failedAtEnd = atEnd;
        m_failure = offset();
        m_position = m_end;
    }
    bool failed() const { return m_problem != nullptr; }
    /// Null if nothing failed.
    const char* problem() const { return m_problem; }
    /// True if the bytes ran out: the header may have been cut.
    bool failedAtEnd() const { return m_failedAtEnd; }
    std::uint64_t failure() const { return m_failure; }
    bool overAccount() const { return m_overAccount || m_account > largestAccount; }

private:
    /// For lengths that a file claims, whose units may overflow; the few units of a single value cannot.
    void claimMany(std::uint64_t count, std::uint64_t units)
    {
        std::uint64_t claimed = 0;
        if (__builtin_mul_overflow(count, units, &claimed) || __builtin_add_overflow(m_account, claimed, &m_account))
            m_overAccount = true;
        checkAccount();
    }
    void checkAccount() { m_overAccount = m_overAccount || m_account > largestAccount; }

    std::uint64_t readInteger(std::size_t widest)
    {
        constexpr std::uint8_t largestInPlace = 250;
        if (m_position == m_end) {
            fail("expected an integer", true);
            return 0;
        }
        const auto first = static_cast<std::uint8_t>(*m_position); // read only once: the bytes may be memory-mapped
        if (first > largestInPlace) [[unlikely]]
            return readWideInteger(first, widest);
        ++m_position;
        return first;
    }

    /// 251, 252, 253: two, four or eight bytes follow.
    std::uint64_t readWideInteger(std::uint8_t marker, std::size_t widest)
    {
        const std::size_t width = std::size_t{2} << (marker - 251);
        if (width > widest) {
            fail(marker == 255 ? "255 does not start an integer" : "the integer is too large for its field");
            return 0;
        }
        if (remaining() < 1 + width) {
            fail("expected the rest of an integer", true);
            return 0;
        }
        std::uint64_t value = 0;
        std::memcpy(&value, m_position + 1, width);
        m_position += 1 + width;
        return value;
    }

    const char* m_begin;
    const char* m_position;
    const char* m_end;
    std::uint64_t m_unseen;
    const char* m_problem = nullptr;
    std::uint64_t m_account = 0;
    std::uint64_t m_failure = 0;
    bool m_failedAtEnd = false;
    bool m_overAccount = false;
};

} // namespace loupe::bintensors
