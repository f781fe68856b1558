#pragma once

#include "core/buffer.h"
#include "core/finding.h"
#include "core/source.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace loupe::tensorflow {

/// The end of a LevelDB-style table: the ranges of its two directories, without the trailers of their blocks.
struct TableFooter {
    ByteRange range;
    ByteRange metaindex;
    ByteRange index;
};

/// The size of the trailer after each block: one byte for its compression, and a masked CRC-32C.
inline constexpr std::uint64_t tableTrailerSize = 5;

/// Reads the blocks of a LevelDB-style table, a file of keys in ascending order and their values. Faults are the
/// findings table-footer, block-place, block-checksum, block-compressed and block-invalid.
class SortedTableReader {
public:
    /// All arguments must outlive it. `refusedAs` is the error of the findings.
    SortedTableReader(const Source& source, Findings& findings, std::string_view refusedAs)
        : m_source(source)
        , m_findings(findings)
        , m_refusedAs(refusedAs)
    {
    }

    /// If there is no footer, returns nothing and adds a finding. Fails as Source::read() does.
    Result<std::optional<TableFooter>> footer();

    /// Loads the block at `place` for next(). Returns false, and adds a finding, if it is beyond the end of the file,
    /// compressed, or larger than 256 MiB. Fails as Source::read() does, or with OutOfMemory.
    Result<bool> load(ByteRange place);
    /// Moves to the block's next entry. Returns false at its end. If the rest is invalid, returns false and adds a
    /// finding.
    bool next();

    // The current entry; the key is valid until the next call.
    std::string_view key() const { return m_key; }
    ByteRange value() const { return m_value; } ///< in the file
    /// The value as the range of a block, as directories hold it; nothing if it is not a range.
    std::optional<ByteRange> valueAsPlace();

    // The current block.
    std::uint64_t position() const { return m_block.begin + m_position; } ///< end of the current entry, in the file
    ByteRange entries() const { return {m_block.begin, m_block.begin + m_entriesEnd}; }
    ByteRange block() const { return m_block; } ///< entries and restart points

private:
    std::optional<std::uint64_t> varint(std::uint64_t& position, std::uint64_t end) const;
    std::optional<ByteRange> place(std::uint64_t& position, std::uint64_t end) const;
    void fault(Severity severity, std::string_view code, std::string message, std::uint64_t offset);
    bool wrong(std::string message);

    const Source& m_source;
    Findings& m_findings;
    std::string_view m_refusedAs;
    Buffer m_bytes; ///< the block and its trailer
    ByteRange m_block;
    std::uint64_t m_entriesEnd = 0; ///< in the block
    std::uint64_t m_position = 0; ///< in the block
    std::string m_key;
    ByteRange m_value;
};

} // namespace loupe::tensorflow
