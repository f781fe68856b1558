#pragma once

#include "analysis/slices/slice.h"

#include <QWidget>

#include <optional>
#include <span>
#include <vector>

class QComboBox;
class QDoubleSpinBox;
class QLabel;

namespace loupe {

class FlowLayout;

/// Chooses which two axes of a tensor are shown as rows and columns, and the index on each other axis. Only axes longer
/// than 1 are offered. A tensor with at most one such axis is folded: its elements are wrapped into rows, in order.
class SliceBar : public QWidget {
    Q_OBJECT

public:
    explicit SliceBar(QWidget* parent = nullptr);

    /// Sets another tensor, at index 0 of each axis, with the two longest axes shown. Precondition: its element count
    /// does not overflow.
    void setShape(std::span<const std::uint64_t> shape);
    const std::vector<std::uint64_t>& shape() const { return m_shape; }

    bool isFolded() const { return m_axes.size() < 2; }
    /// Lets the user choose the number of columns of a folded tensor, starting with `columns`. Without this call, it is
    /// squareColumns().
    void offerFoldColumns(int columns);
    Slice slice() const { return sliceOf(m_shape); }
    /// The same axes and indices for a tensor of another shape with equally many axes; empty if it has no element at
    /// those indices.
    Slice sliceOf(std::span<const std::uint64_t> shape) const;
    /// Sets the indices of the other axes so that slice() contains the element.
    void include(std::uint64_t element);

    std::size_t rowAxis() const;
    std::size_t columnAxis() const;
    /// In tab order
    std::vector<QWidget*> controls() const;

signals:
    void changed();

private:
    QString axisText(std::size_t axis) const;
    void chooseAxis(QComboBox* chosen, QComboBox* other);
    void makePlaces();

    std::vector<std::uint64_t> m_shape;
    std::vector<std::size_t> m_axes; ///< axes longer than 1
    std::vector<std::uint64_t> m_index; ///< one per axis
    QLabel* m_rowLabel;
    QLabel* m_columnLabel;
    QLabel* m_foldLabel;
    QComboBox* m_rowBox;
    QComboBox* m_columnBox;
    QDoubleSpinBox* m_foldBox;
    bool m_foldOffered = false;
    FlowLayout* m_flow;
    std::vector<QDoubleSpinBox*> m_placeBoxes; ///< one per other axis
};

/// The number of columns that makes a table of `count` elements about square: a divisor of `count` if there is one
/// nearby.
std::uint64_t squareColumns(std::uint64_t count);

} // namespace loupe
