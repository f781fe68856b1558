#pragma once

#include "core/descriptor.h"
#include "formats/shared/format.h"
#include "formats/torch/dcp/dcp_forms.h"
#include "formats/torch/dcp/dcp_metadata.h"

namespace loupe::torch {

/// A whole torch.save archive within a `.distcp` file, read as a file of its own.
struct DcpItem {
    const DcpForm* form = nullptr; ///< describes an item that is like an earlier one; the other members are null then
    std::shared_ptr<const Source> source = nullptr; ///< contains only the archive's bytes, unpacked
    std::shared_ptr<FileContent> content = nullptr; ///< offsets count from the archive's first byte
};

/// Reads a source as one archive. If it is none, the content has errors as findings. Fails as reading does. May throw
/// std::bad_alloc.
Result<DcpItem> readDcpArchive(std::shared_ptr<const Source> source, const Work& work);
/// As above, for a range of a file.
Result<DcpItem> readDcpArchive(const std::shared_ptr<const Source>& file, ByteRange range, const Work& work);

/// Reads items of files, fastest in the order of their bytes. A checkpoint may have 100,000 items. Therefore, a file is
/// opened once for consecutive reads, and items that are like an earlier one are not parsed as archives. Not
/// thread-safe.
class DcpItemReader {
public:
    /// The item must be within the file. The file must not be memory-mapped, because the system would read some MiB of
    /// values around each header. Fails as reading does. If the item is not exactly one archive, its content has errors
    /// as findings.
    Result<DcpItem> read(const std::shared_ptr<const Source>& file, const DcpStored& stored, const Work& work);
    /// Closes the file that was read last.
    void close();

private:
    Result<DcpItem> readPacked(const std::shared_ptr<const Source>& file, const DcpStored& stored, const Work& work);
    Result<> readEnds(const Source& file, ByteRange range, DcpItemEnds& ends);
    /// Does not check that the path still names the same file: the file's source does so in the end.
    Result<> readBytes(const Source& file, std::uint64_t offset, std::span<std::byte> target);

    const Source* m_file = nullptr; ///< source of the open file
    Descriptor m_open;
    /// The bytes that were read around the end of the last item. The next item often begins there, and then needs no
    /// other read.
    std::uint64_t m_windowBegin = 0; ///< in the file
    std::vector<std::byte> m_window;
    DcpForms m_forms;
    std::shared_ptr<KeptArrays> m_kept; ///< unpacked items
    std::uint64_t m_unpacked = 0; ///< total size of unpacked items, in bytes
};

} // namespace loupe::torch
