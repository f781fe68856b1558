#pragma once

#include "items/opened_checkpoint.h"
#include "views/byte_map.h"
#include "views/theme.h"

#include <QColor>
#include <QString>

#include <bitset>
#include <cstdint>
#include <vector>

namespace loupe {

/// Which colour a tensor has in the byte map, and what the colours mean.
class ByteMapColours {
public:
    struct Entry {
        QString text;
        QColor color; ///< of dtypes
        std::optional<RegionKind> kind; ///< else: fill as this kind
    };

    ByteMapColours() = default;
    explicit ByteMapColours(OpenedCheckpointPtr opened);

    void setColouring(ByteColouring colouring) { m_colouring = colouring; }
    ByteColouring colouring() const { return m_colouring; }

    QColor colorOf(std::uint32_t tensor, const Theme& theme) const;
    /// Only of what is there.
    std::vector<Entry> legend(const Theme& theme) const;
    /// Colouring by size: the legend's scale goes up to this.
    std::uint64_t largestTensor() const { return m_opened ? m_opened->largestTensor : 0; }
    bool isEmpty() const { return !m_opened; }

private:
    int hueOf(std::uint32_t tensor) const;

    OpenedCheckpointPtr m_opened;
    ByteColouring m_colouring = ByteColouring::DType;
    std::bitset<std::size_t(RegionKind::Unread) + 1> m_kinds; ///< apart from Tensor
};

/// "Hole", as a legend or a sentence begins.
QString titleOf(RegionKind kind);

/// What stands at a region, in one line of plain text: name, range, bytes; or the kind and what it means.
QString describeRegion(const Checkpoint& checkpoint, const Region& region);

} // namespace loupe
