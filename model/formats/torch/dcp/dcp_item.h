#pragma once

#include "core/descriptor.h"
#include "formats/shared/format.h"
#include "formats/torch/dcp/dcp_forms.h"
#include "formats/torch/dcp/dcp_metadata.h"

namespace loupe::torch {

/// A whole torch.save archive within a `.distcp` file, read as one.
struct DcpItem {
    const DcpForm* form = nullptr; ///< says all about an item that is like one before: what follows is null then
    std::shared_ptr<const Source> source = nullptr; ///< of the archive's bytes alone, unpacked
    std::shared_ptr<FileContent> content = nullptr; ///< counts from the archive's first byte
};

/// Reads an archive of its own. What is none has errors as findings. Fails as reading does. May throw std::bad_alloc.
Result<DcpItem> readDcpArchive(std::shared_ptr<const Source> source, const Work& work);
/// The same of a range of a file.
Result<DcpItem> readDcpArchive(const std::shared_ptr<const Source>& file, ByteRange range, const Work& work);

/// Reads the items of files, best in the order of their bytes. A checkpoint may have 100,000 of them: a file that is
/// read several times in a row is opened once, and items that are like one before are not read as archives. Of one
/// thread.
class DcpItemReader {
public:
    /// The item lies in the file, which is not mapped: around each header in a map, the system would read some MiB of
    /// values. Fails as reading does; what is no archive, or more than one, has errors as findings.
    Result<DcpItem> read(const std::shared_ptr<const Source>& file, const DcpStored& stored, const Work& work);
    /// Closes the file that was read last.
    void close();

private:
    Result<DcpItem> readPacked(const std::shared_ptr<const Source>& file, const DcpStored& stored, const Work& work);
    Result<> readEnds(const Source& file, ByteRange range, DcpItemEnds& ends);
    /// Whether the file is still the one that was opened first, its source says in the end.
    Result<> readBytes(const Source& file, std::uint64_t offset, std::span<std::byte> target);

    const Source* m_file = nullptr; ///< the one that is open
    Descriptor m_open;
    /// What was read around the end of an item. The next one often begins there: then it need not be read again.
    std::uint64_t m_windowBegin = 0; ///< in the file
    std::vector<std::byte> m_window;
    DcpForms m_forms;
    std::shared_ptr<KeptArrays> m_kept; ///< unpacked items
    std::uint64_t m_unpacked = 0; ///< bytes of all of them
};

} // namespace loupe::torch
