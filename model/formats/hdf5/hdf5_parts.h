#pragma once

#include "formats/hdf5/hdf5_records.h"
#include "formats/hdf5/hdf5_stream.h"
#include "formats/shared/format.h"

#include <cstddef>
#include <utility>
#include <vector>

namespace loupe::hdf5 {

/// Which bytes of an HDF5 file are whose: a dataset in chunks may have them all over the file, a tensor here has one
/// range. That is from the first to the last of those of its chunks between which nobody else's lie; where datasets
/// were written by turns, of such runs the longest, and the others are other content.
class Hdf5Parts {
public:
    explicit Hdf5Parts(const Hdf5Stream& stream)
        : m_stream(stream)
    {
    }

    /// The data of a tensor, from the file's first byte.
    void add(std::size_t tensor, ByteRange range);
    void add(std::size_t tensor, const std::vector<Hdf5Chunk>& chunks);
    /// `alias` has the data of `tensor`, which is one of those before it.
    void addAlias(std::size_t tensor, std::size_t alias);
    /// The data of what is no tensor, in the stream.
    void addContent(std::uint64_t offset, std::uint64_t size);

    /// Sets the tensors' ranges, brings them into order, and adds parts for what lies between them, from `begin` to
    /// `end` of the stream. Of a stream that is not plainly there, does nothing.
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
