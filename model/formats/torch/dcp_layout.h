#pragma once

#include "core/name_hash.h"
#include "formats/shared/bounded_metadata.h"
#include "formats/shared/shape_store.h"
#include "formats/shared/tensor_order.h"
#include "formats/torch/dcp_item.h"
#include "formats/torch/dcp_metadata.h"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace loupe::torch {

/// Puts the tensors of a distributed checkpoint together from the items in its files. Each item's header is read once,
/// values are not. May throw std::bad_alloc.
class DcpLayout {
public:
    DcpLayout(const Source& source, const Work& work, FileContent& content)
        : m_source(source)
        , m_work(work)
        , m_content(content)
    {
    }

    /// Fails with Stopped, or where a file cannot be read.
    Result<> place(const DcpMetadata& metadata);

private:
    struct File {
        std::shared_ptr<const Source> source; ///< null where it cannot be opened
        /// The same file, not mapped: around each header in a map, the system would read some MiB of values.
        std::shared_ptr<const Source> headers;
        std::uint32_t companion = 0;
    };
    /// A stored item, and which file it is in.
    struct Place {
        const DcpStored* stored = nullptr;
        std::optional<std::uint32_t> file; ///< nothing where the path is unsafe
        bool isUsed = false;
    };
    static constexpr std::size_t mostReadAtOnce = 256;

    /// An item to be read, or that was read.
    struct Reading {
        Place* place = nullptr; ///< null where it cannot be read
        std::optional<Result<DcpItem>> item;
    };
    struct Chunk {
        ChunkValues values;
        std::uint32_t companion = 0;
        ByteRange range; ///< of the values in their file
    };

    void index(const DcpMetadata& metadata);
    std::optional<std::uint32_t> fileAt(std::string_view path);
    static std::string keyOf(const DcpStored& stored);
    Place* find(const std::string& key);
    Result<> placeTensor(const DcpEntry& entry);
    Result<> placeObject(const DcpEntry& entry);
    /// Whether and where the item can be read; adds a finding where not.
    Reading readingOf(Place* place, const std::string& name);
    void readAll(std::span<Reading> readings);
    /// The item that was read; nothing, with a finding, where it is none.
    Result<std::optional<DcpItem>> itemOf(Reading& reading, const std::string& name);
    /// The values of one box; nothing, with a finding, where they are not as the metadata says.
    Result<std::optional<Chunk>> chunkOf(
        const DcpEntry& entry, std::size_t box, Reading& reading, const std::string& name);
    bool covers(const DcpEntry& entry, const std::string& name, std::uint64_t offset);
    void setValues(const DcpEntry& entry, std::vector<Chunk> chunks, Tensor& tensor);
    void addPart(std::uint32_t companion, ByteRange range, RegionKind kind);
    void reportOthers(const DcpMetadata& metadata);
    void reportFilesLeft();
    void finish();
    void report(Severity severity, std::string_view code, const std::string& name, const std::string& what,
        std::uint64_t offset, std::string_view kind = "tensor");

    const Source& m_source;
    const Work& m_work;
    FileContent& m_content;
    ShapeStore m_shapes;
    BoundedMetadata m_metadata;
    std::vector<File> m_files;
    NameMap<std::string, std::optional<std::uint32_t>> m_paths;
    NameMap<std::string, Place> m_places; ///< by dcpKeyOf()
    std::vector<LaterPiece> m_laterPieces;
    std::array<std::vector<DcpWindow>, 2> m_windows; ///< of each thread that reads items, by file
    std::uint64_t m_fileBytes = 0; ///< of all files
    std::uint64_t m_itemBytes = 0; ///< of all items that were read
};

} // namespace loupe::torch
