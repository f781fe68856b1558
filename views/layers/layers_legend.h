#pragma once

#include "analysis/comparison/change_scale.h"
#include "items/compare/layer_figures.h"

#include <QWidget>

#include <functional>
#include <optional>
#include <vector>

namespace loupe {

/// What the cells of a LayersCanvas mean: which relative change has which color, and the other marks, of which only
/// those are listed that occur.
class LayersLegend : public QWidget {
    Q_OBJECT

public:
    explicit LayersLegend(QWidget* parent = nullptr);

    /// Nothing: it keeps its place and shows nothing.
    void setOccurring(std::optional<LayerFigures::Occurring> occurring);
    void setScale(const ChangeScale& scale);
    /// The texts of the marks, in their order.
    QStringList texts() const;

    QSize sizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Entry {
        QString text;
        std::function<void(QPainter&, const QRect&)> paint;
    };
    std::vector<Entry> entries() const;
    /// Where the marks go, a square for each, with their texts behind.
    std::vector<QRect> places(const std::vector<Entry>& entries, int width) const;
    void paintScale(QPainter& painter) const;

    std::optional<LayerFigures::Occurring> m_occurring;
    ChangeScale m_scale;
};

} // namespace loupe
