#pragma once

#include "core/result.h"
#include "formats/hdf5/hdf5_records.h"

#include <span>
#include <string>
#include <vector>

namespace loupe::hdf5 {

/// The filters that were applied to a dataset's chunks.
class Hdf5Pipeline {
public:
    Hdf5Pipeline() = default;
    explicit Hdf5Pipeline(const std::vector<Hdf5Filter>& filters);

    bool empty() const { return m_filters.empty(); }
    /// For display: "gzip, shuffle".
    std::string text() const;
    /// The first unknown filter; empty if all are known.
    const std::string& unknown() const { return m_unknown; }

    /// Reverses all filters except those in `skipped` (bit i stands for filter i). `target` must have the exact
    /// original size. Fails with Malformed (the message describes the chunk, without an offset), Unsupported or
    /// OutOfMemory.
    Result<> undo(std::span<const std::byte> stored, std::uint32_t skipped, std::span<std::byte> target) const;

private:
    enum class Kind : std::uint8_t { Deflate, Shuffle, Fletcher32, Lzf, Unknown };
    struct Filter {
        Kind kind;
        std::uint64_t elementSize; ///< for shuffle
    };

    std::vector<Filter> m_filters; ///< in the order in which they were applied
    std::string m_text;
    std::string m_unknown;
};

} // namespace loupe::hdf5
