#pragma once

#include "formats/shared/bounded_metadata.h"
#include "formats/shared/shape_store.h"
#include "formats/shared/tensor_order.h"
#include "formats/torch/dcp/dcp_digests.h"
#include "formats/torch/dcp/dcp_items.h"
#include "formats/torch/dcp/dcp_losses.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace loupe::torch {

/// Puts the tensors of a distributed checkpoint together from the items in its files. Each item's header is read once,
/// values are not. May throw std::bad_alloc.
class DcpLayout {
public:
    /// All arguments must outlive this object.
    DcpLayout(const DcpMetadata& metadata, const Source& source, const Work& work, FileContent& content)
        : m_list(metadata)
        , m_source(source)
        , m_work(work)
        , m_content(content)
        , m_items(metadata, source, work, content.companions)
        , m_digests(dcpItemDigests)
    {
    }

    /// Fails with Stopped, or if a file cannot be read.
    Result<> place();

private:
    struct Chunk {
        std::shared_ptr<const Source> file;
        std::shared_ptr<const Source> unpacked = nullptr; ///< the unpacked item, if it was packed as a whole
        ChunkValues values;
        std::uint32_t companion = 0;
        ByteRange range; ///< of the values in their file
        ByteRange item; ///< the item that contains the values
        bool isPlain = true; ///< the values are stored plainly in the item
    };

    Result<> placeTensor(const DcpEntry& entry);
    Result<> placeObject(const DcpEntry& entry);
    void reportRefusal(const DcpReading& reading, const std::string& name);
    /// The item that was read; nothing, with a finding, if it is not valid.
    Result<std::optional<DcpItem>> itemOf(DcpReading& reading, const std::string& name);
    /// The values of one box; nothing, with a finding, if they contradict the metadata.
    Result<std::optional<Chunk>> chunkOf(
        const DcpEntry& entry, std::size_t box, DcpReading& reading, const std::string& name);
    /// Adds the chunk to the losses if its file is missing or too short. False otherwise.
    bool addLoss(const DcpEntry& entry, std::size_t box, const DcpReading& reading, const std::string& name);
    bool covers(const DcpEntry& entry, const std::string& name, std::uint64_t offset);
    void setValues(const DcpEntry& entry, std::vector<Chunk> chunks, Tensor& tensor);
    void addDigests(const std::vector<Chunk>& chunks);
    void addPart(std::uint32_t companion, ByteRange range, RegionKind kind);
    void reportOthers();
    void reportFilesLeft();
    void finish();
    void report(Severity severity, std::string_view code, const std::string& name, const std::string& what,
        std::uint64_t offset, std::string_view kind = "tensor");

    const DcpMetadata& m_list;
    const Source& m_source;
    const Work& m_work;
    FileContent& m_content;
    ShapeStore m_shapes;
    BoundedMetadata m_metadata;
    DcpItems m_items;
    std::vector<LaterPiece> m_laterPieces;
    TorchDigests m_digests;
    DcpLosses m_losses;
};

} // namespace loupe::torch
