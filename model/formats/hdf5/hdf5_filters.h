#pragma once

#include "core/result.h"
#include "formats/hdf5/hdf5_records.h"

#include <span>
#include <string>
#include <vector>

namespace loupe::hdf5 {

/// What was done to chunks when they were written.
class Hdf5Pipeline {
public:
    Hdf5Pipeline() = default;
    explicit Hdf5Pipeline(const std::vector<Hdf5Filter>& filters);

    bool empty() const { return m_filters.empty(); }
    /// "gzip, shuffle" as people call them.
    std::string text() const;
    /// The first one that is not known here; empty where all are.
    const std::string& unknown() const { return m_unknown; }

    /// Undoes all but those in `skipped` (bit i: filter i). `target` is exactly as large as what there was before.
    /// Fails with Malformed (the sentence is about the chunk, without a place), Unsupported or OutOfMemory.
    Result<> undo(std::span<const std::byte> stored, std::uint32_t skipped, std::span<std::byte> target) const;

private:
    enum class Kind : std::uint8_t { Deflate, Shuffle, Fletcher32, Lzf, Unknown };
    struct Filter {
        Kind kind;
        std::uint64_t elementSize; ///< of shuffle
    };

    std::vector<Filter> m_filters; ///< in the order of writing
    std::string m_text;
    std::string m_unknown;
};

} // namespace loupe::hdf5
