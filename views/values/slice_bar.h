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

/// Chooses which two axes of a tensor are shown as rows and columns, and the place on each of the others. Only axes
/// longer than 1 are offered. A tensor with at most one of them is folded: its elements in order, in rows.
class SliceBar : public QWidget {
    Q_OBJECT

public:
    explicit SliceBar(QWidget* parent = nullptr);

    /// Another tensor, from its first place on; the two longest axes are shown. Precondition: its elements can be
    /// counted.
    void setShape(std::span<const std::uint64_t> shape);
    const std::vector<std::uint64_t>& shape() const { return m_shape; }

    bool isFolded() const { return m_axes.size() < 2; }
    /// Elements in each row of a folded tensor, if its owner lets people choose them; else squareColumns().
    void offerFoldColumns(int columns);
    Slice slice() const { return sliceOf(m_shape); }
    /// The same axes and places of a tensor of another shape with as many axes; nothing if it has none there.
    Slice sliceOf(std::span<const std::uint64_t> shape) const;
    /// Moves the other axes so that the element is in slice().
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
    std::vector<std::size_t> m_axes; ///< longer than 1
    std::vector<std::uint64_t> m_index; ///< one per axis
    QLabel* m_rowLabel;
    QLabel* m_columnLabel;
    QLabel* m_foldLabel;
    QComboBox* m_rowBox;
    QComboBox* m_columnBox;
    QDoubleSpinBox* m_foldBox;
    bool m_foldOffered = false;
    FlowLayout* m_flow;
    std::vector<QDoubleSpinBox*> m_placeBoxes; ///< of the other axes
};

/// Columns in which `count` elements make a table about as high as wide: an exact divisor where there is one near.
std::uint64_t squareColumns(std::uint64_t count);

} // namespace loupe
