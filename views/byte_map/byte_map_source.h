#pragma once

#include "core/checkpoint.h"
#include "core/region.h"
#include "core/tree/name_tree.h"
#include "items/language/named_sentence.h"
#include "views/byte_map/byte_map_cells.h"

#include <QString>

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

class QPainter;
class QRect;

namespace loupe {

struct Theme;

/// The data of a byte map: the files of one checkpoint, or of two compared ones, the colors and descriptions of their
/// tensors, and the tensors of a tree node. The map queries only what is visible.
class ByteMapSource {
public:
    static constexpr int mostSides = 2;

    /// One file, drawn as one strip.
    struct Strip {
        int side = 0; ///< number of its checkpoint
        std::uint32_t file = 0;
        QString label; ///< shown in the margin if there are several strips
    };
    struct SideTensor {
        int side = -1; ///< -1: none
        std::uint32_t tensor = 0;
    };
    using SideTensors = std::array<SideTensor, mostSides>;

    virtual ~ByteMapSource() = default;

    /// From the top.
    const std::vector<Strip>& strips() const { return m_strips; }
    /// Precondition: the file contains a tensor.
    int stripOf(int side, std::uint32_t file) const { return m_stripOf[std::size_t(side)][file]; }
    int sides() const { return m_sides; }
    const Checkpoint& checkpoint(int side) const { return *m_checkpoints[std::size_t(side)]; }
    const RegionList& regions(const Strip& strip) const { return m_regions[std::size_t(strip.side)][strip.file]; }

    virtual const NameTree& tree() const = 0;
    /// The tensors of a leaf of the tree, at most one per side.
    virtual SideTensors tensorsAt(NameTree::NodeId leaf) const = 0;
    /// The leaf of a tensor; noLeaf if the tree does not have it.
    virtual NameTree::NodeId leafOf(SideTensor tensor) const = 0;
    static constexpr NameTree::NodeId noLeaf = std::numeric_limits<NameTree::NodeId>::max();

    /// The rank of a side's tensors; null if a column shows the one with the most bytes.
    virtual ByteMapRank rankOf(int /*side*/) const { return {}; }
    virtual void fillTensor(QPainter& painter, const QRect& rect, SideTensor tensor, const Theme& theme) const = 0;
    /// Describes a region in one line of plain text.
    virtual NamedSentence describe(const Strip& strip, const Region& region) const = 0;

protected:
    ByteMapSource() = default;
    /// Adds a checkpoint. The arguments must outlive this. `regions`: indexed by file.
    void addSide(const Checkpoint& checkpoint, std::span<const RegionList> regions);
    /// Adds a strip below the others.
    void addStrip(int side, std::uint32_t file, const QString& label);

private:
    int m_sides = 0;
    std::array<const Checkpoint*, mostSides> m_checkpoints = {};
    std::array<std::span<const RegionList>, mostSides> m_regions;
    std::array<std::vector<int>, mostSides> m_stripOf;
    std::vector<Strip> m_strips;
};

/// The capitalized name of a kind, "Hole", for a legend or the start of a sentence.
QString titleOf(RegionKind kind);

/// All bytes of the tensor that a region belongs to, if they are one contiguous range that contains the region; else
/// the bytes of the region.
ByteRange extentOf(const Checkpoint& checkpoint, std::uint32_t file, const Region& region);
/// Describes a region in one line of plain text: name, range and bytes, or its kind and meaning.
NamedSentence describeRegion(const Checkpoint& checkpoint, std::uint32_t file, const Region& region);
/// "model-00001-of-00005.safetensors (1 of 5)" if there are several files; else empty.
QString describeFile(const Checkpoint& checkpoint, std::uint32_t file);

} // namespace loupe
