#pragma once

#include "formats/hdf5/hdf5_records.h"
#include "formats/hdf5/hdf5_stream.h"
#include "formats/shared/format.h"

#include <cstddef>
#include <utility>
#include <vector>

namespace loupe::hdf5 {

/// Assigns the bytes of an HDF5 file to tensors. A chunked dataset may be spread over the file, but a tensor here has
/// one range: a run of its chunks without another dataset's bytes between them. If datasets alternate, the tensor gets
/// the longest run, and its other runs become other content.
class Hdf5Parts {
public:
    explicit Hdf5Parts(const Hdf5Stream& stream)
        : m_stream(stream)
    {
    }

    /// Adds data of a tensor. Ranges are in the file.
    void add(std::size_t tensor, ByteRange range);
    void add(std::size_t tensor, const std::vector<Hdf5Chunk>& chunks);
    /// Makes `alias` share the data of `tensor`, which was added before.
    void addAlias(std::size_t tensor, std::size_t alias);
    /// Adds data that belongs to no tensor. The offset is in the stream.
    void addContent(std::uint64_t offset, std::uint64_t size);

    /// Sets the tensors' ranges, sorts them, and adds parts for the gaps from `begin` to `end` of the stream. For a
    /// compressed stream, only sorts the tensors.
    void finish(FileContent& content, std::uint64_t begin, std::uint64_t end);

private:
    static constexpr std::size_t noTensor = SIZE_MAX;
    struct Piece {
        ByteRange range;
        std::size_t tensor = noTensor;
    };

    void mergeRuns(FileContent& content);
    void addGaps(FileContent& content, ByteRange whole) const;

    const Hdf5Stream& m_stream;
    std::vector<Piece> m_pieces;
    std::vector<std::pair<std::size_t, std::size_t>> m_aliases; ///< tensor, alias
};

} // namespace loupe::hdf5
