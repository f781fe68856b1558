#pragma once

#include "core/dtype.h"

#include <QAbstractTableModel>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace loupe {

/// The bytes at a place as a value of each dtype that reads as one number: integers on the left, floats on the right,
/// names next to values, the fewest bits first. WholeTextRole: the value as it is copied.
class HexReadingsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { IntegerName, Integer, FloatName, Float, ColumnCount };
    enum class ByteOrder : std::uint8_t { Little, Big };

    /// As many as the longest value has.
    static constexpr std::size_t mostBytes = 8;

    explicit HexReadingsModel(QObject* parent = nullptr);

    /// From the place on; those beyond mostBytes are ignored. Values that need more than there are stay empty.
    void setBytes(std::span<const std::byte> bytes);
    void setByteOrder(ByteOrder order);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

private:
    /// Kind None if there are too few bytes.
    Scalar read(DType dtype) const;
    QString bits() const;
    void changed();

    std::vector<std::byte> m_bytes;
    ByteOrder m_order = ByteOrder::Little;
};

} // namespace loupe
