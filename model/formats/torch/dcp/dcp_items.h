#pragma once

#include "core/name_hash.h"
#include "formats/torch/dcp/dcp_item.h"
#include "formats/torch/dcp/dcp_metadata.h"

#include <array>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

namespace loupe::torch {

/// A file that holds items.
struct DcpFile {
    std::shared_ptr<const Source> source; ///< null if it cannot be opened
    Error error = {}; ///< why it cannot be opened
    /// The same file, not memory-mapped: see DcpItemReader.
    std::shared_ptr<const Source> headers;
    std::uint32_t companion = 0;
};

/// One box or object: its description in the metadata, and the result of reading its item.
struct DcpReading {
    enum class Refusal : std::uint8_t {
        None,
        Nowhere, ///< the metadata names no place
        UnsafePath, ///< or there are too many files
        NoFile, ///< a finding about the file says so
        OutOfFile,
        Transformed,
        TooMany, ///< items repeat the same bytes
    };

    const DcpStored* stored = nullptr; ///< null for Nowhere
    std::optional<std::uint32_t> file = {}; ///< nothing for Nowhere and UnsafePath
    Refusal refusal = Refusal::None;
    std::optional<Result<DcpItem>> item = {}; ///< set unless refused
};

/// Reads the items of a checkpoint, and returns them in the order of its metadata: one for each box of each tensor, and
/// one for each object. Reads many ahead at a time, those of one file in the order of their bytes. May throw
/// std::bad_alloc.
class DcpItems {
public:
    /// All arguments must outlive this object. Adds the files to `companions`.
    DcpItems(
        const DcpMetadata& metadata, const Source& source, const Work& work, std::vector<CompanionFile>& companions);

    /// The number of items that next() returns for an entry.
    static std::size_t boxesOf(const DcpEntry& entry)
    {
        return !entry.isTensor ? 1 : entry.problem.empty() ? entry.boxes.count() : 0;
    }
    /// The next item, which the caller may move from. Call it once for each box of each entry.
    DcpReading& next();

    const DcpFile& file(std::uint32_t number) const { return m_files[number]; }
    const std::vector<DcpFile>& files() const { return m_files; }
    bool hasFile(const std::string& path) const { return m_paths.contains(path); }
    /// The number of the file of DcpMetadata::stored[stored]; nothing if its path is refused.
    std::optional<std::uint32_t> fileOf(std::size_t stored) const;
    /// True if DcpMetadata::stored[stored] is the one that counts for its box or object: the last of several does.
    bool counts(std::size_t stored) const;
    bool isUsed(std::size_t stored) const { return m_isUsed[stored]; }

private:
    static constexpr std::uint32_t noFile = UINT32_MAX;
    static constexpr std::size_t mostReadAtOnce = 2048;

    struct Key {
        std::string_view name;
        std::optional<std::span<const std::uint64_t>> begins;
    };
    struct Hash {
        using is_transparent = void;
        const DcpMetadata* metadata;
        std::size_t operator()(const Key& key) const;
        std::size_t operator()(std::uint32_t stored) const;
    };
    struct Equal {
        using is_transparent = void;
        const DcpMetadata* metadata;
        bool operator()(const Key& a, const Key& b) const;
        bool operator()(const Key& a, std::uint32_t b) const { return (*this)(a, keyOf(*metadata, b)); }
        bool operator()(std::uint32_t a, const Key& b) const { return (*this)(keyOf(*metadata, a), b); }
        bool operator()(std::uint32_t a, std::uint32_t b) const
        {
            return (*this)(keyOf(*metadata, a), keyOf(*metadata, b));
        }
    };
    static Key keyOf(const DcpMetadata& metadata, std::uint32_t stored)
    {
        return {metadata.stored[stored].name, metadata.stored[stored].begins};
    }

    std::uint32_t fileAt(std::string_view path);
    DcpReading readingOf(const Key& key);
    void readAhead();
    void read(std::vector<DcpReading*>& readings);

    const DcpMetadata& m_metadata;
    const Source& m_source;
    const Work& m_work;
    std::vector<CompanionFile>& m_companions;
    std::vector<DcpFile> m_files;
    NameMap<std::string, std::uint32_t> m_paths;
    std::vector<std::uint32_t> m_fileOf; ///< of each place
    std::vector<bool> m_isUsed; ///< of each place
    std::unordered_set<std::uint32_t, Hash, Equal> m_places; ///< indexes of the DcpMetadata::stored that count
    std::uint64_t m_fileBytes = 0; ///< of all files
    std::uint64_t m_itemBytes = 0; ///< of all items that were read
    std::array<DcpItemReader, 2> m_readers; ///< of each thread
    std::vector<DcpReading> m_ahead;
    std::size_t m_taken = 0; ///< of `m_ahead`
    std::size_t m_entry = 0; ///< the next one to be read ahead
    std::size_t m_box = 0; ///< in that entry
};

} // namespace loupe::torch
