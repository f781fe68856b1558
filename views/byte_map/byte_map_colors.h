#pragma once

#include "items/session/opened_checkpoint.h"
#include "views/byte_map/byte_map_key.h"
#include "views/byte_map/byte_map_source.h"

#include <QColor>

#include <cstdint>

namespace loupe {

enum class ByteColoring : std::uint8_t { DType, Group, Size };

/// One checkpoint as the source of a byte map: the colors of its tensors, and their key.
class ByteMapColors : public ByteMapSource {
public:
    /// Precondition: not null.
    ByteMapColors(OpenedCheckpointPtr opened, ByteColoring coloring);

    ByteMapKey key() const;

    const NameTree& tree() const override;
    SideTensors tensorsAt(NameTree::NodeId leaf) const override;
    NameTree::NodeId leafOf(SideTensor tensor) const override;
    void fillTensor(QPainter& painter, const QRect& rect, SideTensor tensor, const Theme& theme) const override;
    NamedSentence describe(const Strip& strip, const Region& region) const override;

private:
    QColor colorOf(std::uint32_t tensor, const Theme& theme) const;
    std::uint64_t largestTensor() const { return m_opened->largestTensor; }
    int hueOf(std::uint32_t tensor) const;

    OpenedCheckpointPtr m_opened;
    ByteColoring m_coloring;
};

} // namespace loupe
