#pragma once

#include "core/dtype.h"

#include <QAbstractTableModel>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace loupe {

/// The bytes at an offset, interpreted as each dtype whose elements are single numbers: integers on the left, floats on
/// the right, each with name and value, smallest first. WholeTextRole: the value as it is copied.
class HexReadingsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { IntegerName, Integer, FloatName, Float, ColumnCount };
    enum class ByteOrder : std::uint8_t { Little, Big };

    /// The size of the longest value.
    static constexpr std::size_t mostBytes = 8;

    explicit HexReadingsModel(QObject* parent = nullptr);

    /// The bytes starting at the offset. Those beyond mostBytes are ignored. Values that need more bytes remain empty.
    void setBytes(std::span<const std::byte> bytes);
    void setByteOrder(ByteOrder order);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

private:
    /// Kind::None if there are too few bytes.
    Scalar read(DType dtype) const;
    QString bits() const;
    void changed();

    std::vector<std::byte> m_bytes;
    ByteOrder m_order = ByteOrder::Little;
};

} // namespace loupe
