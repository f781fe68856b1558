#pragma once

#include <QWidget>

#include <functional>
#include <vector>

namespace loupe {

/// The legend of a LayersCanvas: the color scale, and those other marks that occur.
class GridLegend : public QWidget {
    Q_OBJECT

public:
    explicit GridLegend(QWidget* parent = nullptr);

    /// The texts of the marks, in their order.
    QStringList texts() const;
    /// The labels of the scale, and its caption.
    QStringList scaleTexts() const;

    QSize sizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

protected:
    struct Entry {
        QString text;
        std::function<void(QPainter&, const QRect&)> paint;
    };
    /// The bar of all colors.
    struct Scale {
        struct Label {
            double position = 0; ///< 0 at its left end, 1 at its right one
            QString text;
        };
        std::vector<Label> labels; ///< from left to right
        QString caption;
    };
    virtual std::vector<Entry> entries() const = 0;
    /// Without labels, only the caption is shown, without a bar.
    virtual Scale scale() const = 0;
    /// The definition of the scale's figure in sentences, for the tooltip.
    virtual QString definition() const = 0;
    /// True if the first marks are next to the labels of the scale. Otherwise they are below it, where there is always
    /// room for a line.
    virtual bool areMarksBeside() const { return false; }

    /// Call this when entries() or scale() have changed.
    void renew();
    void paintEvent(QPaintEvent* event) override;

private:
    int besideScale() const;
    /// The squares of the marks; their texts follow them.
    std::vector<QRect> places(const std::vector<Entry>& entries, int width) const;
    void paintScale(QPainter& painter) const;
};

} // namespace loupe
