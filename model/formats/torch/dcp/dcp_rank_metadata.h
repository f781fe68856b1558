#pragma once

#include "core/name_hash.h"
#include "formats/shared/format.h"
#include "formats/torch/dcp/dcp_metadata.h"

#include <functional>
#include <list>
#include <optional>
#include <string>

namespace loupe::torch {

/// The rank of the process whose metadata is in a file like "__2.metadata"; nothing for other names.
std::optional<std::uint64_t> rankOfMetadata(const std::filesystem::path& path);

/// The name of a process's metadata file: "__2.metadata".
std::string rankMetadataName(std::uint64_t rank);

/// The rank of the process that wrote a piece like "__2_0.distcp"; nothing for other names.
std::optional<std::uint64_t> rankOfPiece(const std::filesystem::path& path);

/// The metadata file of the first process, if each process wrote its own; nothing if there is none.
std::optional<std::filesystem::path> firstRankMetadata(const std::filesystem::path& folder);

/// Merges the metadata of the other processes into that of one process. Owns the texts that the merged metadata refers
/// to. May throw std::bad_alloc.
class DcpRankMetadata {
public:
    using Check = std::function<void(pickle::PickleReading& reading, std::uint64_t size, FileContent& content)>;

    /// `check` adds findings about a pickle.
    DcpRankMetadata(const Source& source, const Work& work, FileContent& content, Check check)
        : m_source(source)
        , m_work(work)
        , m_content(content)
        , m_check(std::move(check))
    {
    }

    /// Fails with Stopped, OutOfMemory, or if an existing file cannot be read.
    Result<> addOthers(DcpMetadata& all);

private:
    struct File {
        std::string text;
        pickle::PickleReading reading;
    };

    std::vector<std::string> otherNames() const;
    Result<> addFile(const std::string& name, DcpMetadata& all);
    void merge(DcpMetadata other, DcpMetadata& all, const std::string& name);
    void report(Severity severity, std::string_view code, std::string message, std::string_view tensor = {});

    const Source& m_source;
    const Work& m_work;
    FileContent& m_content;
    Check m_check;
    std::list<File> m_files;
    NameMap<std::string_view, std::size_t> m_entries; ///< DcpMetadata::entries by name
    NameMap<std::string, std::size_t>
        m_known; ///< boxes and objects, by dcpKeyOf(), with the number of the file that had each first
    std::uint64_t m_bytes = 0; ///< of all files
};

} // namespace loupe::torch
