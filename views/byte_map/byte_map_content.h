#pragma once

#include "views/byte_map/byte_map_cells.h"
#include "views/byte_map/byte_map_source.h"

#include <QRect>
#include <QString>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace loupe {

/// A region of a strip, by index.
struct ByteMapPlace {
    int strip = 0;
    std::uint32_t region = 0;

    bool operator==(const ByteMapPlace&) const = default;
};

/// The strips of a byte map: their files, the bytes in view, and the region that each column of pixels shows.
class ByteMapContent {
public:
    ByteMapContent() = default;
    /// `width`: of the strips, in pixels. Null: nothing is open.
    ByteMapContent(std::shared_ptr<const ByteMapSource> source, int width);

    /// For each side, a flag per tensor of its checkpoint.
    using SideTensorSets = std::array<std::vector<bool>, ByteMapSource::mostSides>;

    /// Replaces the source by one with the same strips; may be the same object with new ranks and colors.
    void setSource(std::shared_ptr<const ByteMapSource> source);
    /// The leaves of the tree that the filter keeps; null: all. Returns false if nothing changes.
    bool setKept(std::shared_ptr<const TensorSet> kept);
    /// True if the filter hides the tensor.
    bool isHidden(ByteMapSource::SideTensor tensor) const;
    const ByteMapSource* source() const { return m_source.get(); }
    int count() const { return int(m_files.size()); }
    const ByteMapSource::Strip& strip(int strip) const { return m_source->strips()[std::size_t(strip)]; }
    std::span<const Region> regions(int strip) const { return m_files[std::size_t(strip)].regions(); }
    bool hasBytes() const;

    ByteMapLayout& layout() { return m_layout; }
    const ByteMapLayout& layout() const { return m_layout; }
    /// Call when layout() or the ranks of tensors have changed.
    void forgetCells() { m_cells.clear(); }
    /// One cell per column.
    const std::vector<ByteMapCell>& cells(int strip);
    /// The region at a column; empty if there is none.
    std::optional<ByteMapPlace> placeAt(int strip, int column);

    const Region& region(ByteMapPlace place) const { return regions(place.strip)[place.region]; }
    /// All bytes of the tensor that the region belongs to, if they are contiguous; else the bytes of the region.
    ByteRange extent(ByteMapPlace place) const;
    /// The region where the tensor is drawn. Returns one of `preferred` if that is already a part of the tensor.
    std::optional<ByteMapPlace> placeOf(
        ByteMapSource::SideTensor tensor, const std::vector<ByteMapPlace>& preferred) const;
    /// Precondition: there is a source.
    std::optional<ByteMapPlace> placeOfByte(int side, std::uint32_t file, std::uint64_t offset) const;
    /// The tensors of these nodes, including those below groups.
    SideTensorSets tensorsAt(const NameTree& tree, std::span<const NameTree::NodeId> nodes) const;
    /// For each strip: the byte ranges of the tensors that the filter does not hide, sorted and merged.
    std::vector<std::vector<ByteRange>> rangesOf(const SideTensorSets& tensors) const;

    /// Sets the available height in pixels; the strips grow with it.
    void setHeight(int height) { m_height = height; }
    int stripHeight() const;
    int leastRowHeight() const;
    /// The height of a strip, including the room above and below it.
    int rowHeight() const;
    /// The width left of the strips, for their labels.
    int gutterWidth() const;
    /// The rectangle of a strip, in the coordinates of a viewport scrolled down by `scrolled` pixels.
    QRect stripRect(int strip, int scrolled) const;

    static constexpr int shardHeight = 14;
    static constexpr int roomAbove = 8; ///< room above a strip for the mark of the current tensor

private:
    int leastHeight() const;

    std::shared_ptr<const ByteMapSource> m_source;
    std::shared_ptr<const TensorSet> m_kept;
    int m_height = 0;
    QString m_longestLabel; ///< longest label of the strips
    std::vector<ByteMapFile> m_files;
    ByteMapLayout m_layout;
    std::unordered_map<int, std::vector<ByteMapCell>> m_cells; ///< cache: strips drawn since forgetCells()
};

} // namespace loupe
