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

/// What a byte map shows: the files of one checkpoint, or of two that are compared; how their tensors are colored and
/// told, and which of them belong to a node of a tree. The map asks for what is on the screen only.
class ByteMapSource {
public:
    static constexpr int mostSides = 2;

    /// One file, drawn as one strip.
    struct Strip {
        int side = 0; ///< number of its checkpoint
        std::uint32_t file = 0;
        QString label; ///< in the margin, where there are several strips
    };
    struct SideTensor {
        int side = -1; ///< none
        std::uint32_t tensor = 0;
    };
    using SideTensors = std::array<SideTensor, mostSides>;

    virtual ~ByteMapSource() = default;

    /// From the top.
    const std::vector<Strip>& strips() const { return m_strips; }
    /// Precondition: a tensor's file.
    int stripOf(int side, std::uint32_t file) const { return m_stripOf[std::size_t(side)][file]; }
    int sides() const { return m_sides; }
    const Checkpoint& checkpoint(int side) const { return *m_checkpoints[std::size_t(side)]; }
    const RegionList& regions(const Strip& strip) const { return m_regions[std::size_t(strip.side)][strip.file]; }

    virtual const NameTree& tree() const = 0;
    /// Those that a leaf of the tree stands for, of each side at most one.
    virtual SideTensors tensorsAt(NameTree::NodeId leaf) const = 0;
    /// noLeaf where the tree does not have the tensor.
    virtual NameTree::NodeId leafOf(SideTensor tensor) const = 0;
    static constexpr NameTree::NodeId noLeaf = std::numeric_limits<NameTree::NodeId>::max();

    /// Ranks the tensors of a side, if not their bytes alone decide which one a column shows.
    virtual ByteMapRank rankOf(int /*side*/) const { return {}; }
    virtual void fillTensor(QPainter& painter, const QRect& rect, SideTensor tensor, const Theme& theme) const = 0;
    /// What stands at a region, in one line of plain text.
    virtual NamedSentence describe(const Strip& strip, const Region& region) const = 0;

protected:
    ByteMapSource() = default;
    /// What must live as long as this. `regions` by file.
    void addSide(const Checkpoint& checkpoint, std::span<const RegionList> regions);
    /// Beneath those that are there.
    void addStrip(int side, std::uint32_t file, const QString& label);

private:
    int m_sides = 0;
    std::array<const Checkpoint*, mostSides> m_checkpoints = {};
    std::array<std::span<const RegionList>, mostSides> m_regions;
    std::array<std::vector<int>, mostSides> m_stripOf;
    std::vector<Strip> m_strips;
};

/// "Hole", as a legend or a sentence begins.
QString titleOf(RegionKind kind);

/// All bytes of the tensor that a region of a file belongs to, where they lie in one piece that has it; else the
/// region's.
ByteRange extentOf(const Checkpoint& checkpoint, std::uint32_t file, const Region& region);
/// What stands at a region of a file, in one line of plain text: name, range, bytes; or the kind and what it means.
NamedSentence describeRegion(const Checkpoint& checkpoint, std::uint32_t file, const Region& region);
/// "model-00001-of-00005.safetensors (1 of 5)" of one among several files; else empty.
QString describeFile(const Checkpoint& checkpoint, std::uint32_t file);

} // namespace loupe
