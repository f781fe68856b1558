#pragma once

#include "core/finding.h"
#include "core/text/quote.h"
#include "formats/shared/metadata_builder.h"

#include <utility>

namespace loupe {

/// Metadata of a file that may hold any number of values in addition to its tensors. Keeps the first 10,000 values, up
/// to about 4 MiB, and adds a note at the position of the first value that it drops.
class BoundedMetadata {
public:
    /// Calls `value()` only if there is room; `offset` is the value's position in the file.
    template <typename Value>
    void add(const std::string& name, std::uint64_t offset, Findings& findings, Value&& value)
    {
        constexpr std::size_t mostEntries = 10'000;
        constexpr std::uint64_t mostBytes = std::uint64_t{4} << 20;
        if (m_entries < mostEntries && m_bytes <= mostBytes) {
            MetadataValue taken = value();
            m_bytes += name.size() + taken.shown().size();
            ++m_entries;
            m_metadata.add(name, std::move(taken));
        } else if (!std::exchange(m_cut, true)) {
            findings.add({.severity = Severity::Note,
                .code = "metadata-cut",
                .message = "has more values beside its tensors than are shown: those from " + quote(name) + " on",
                .offset = offset});
        }
    }

    bool empty() const { return m_entries == 0; }
    Metadata take() { return m_metadata.take(); }

private:
    MetadataBuilder m_metadata;
    std::size_t m_entries = 0;
    std::uint64_t m_bytes = 0;
    bool m_cut = false;
};

} // namespace loupe
