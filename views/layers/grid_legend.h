#pragma once

#include <QWidget>

#include <functional>
#include <vector>

namespace loupe {

/// What the cells of a LayersCanvas mean: which number has which color, and the other marks, of which only those are
/// listed that occur.
class GridLegend : public QWidget {
    Q_OBJECT

public:
    explicit GridLegend(QWidget* parent = nullptr);

    /// The texts of the marks, in their order.
    QStringList texts() const;
    /// The numbers next to the scale, and what they count.
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
    /// Nothing: no bar, but its caption.
    virtual Scale scale() const = 0;
    /// What the figure of the scale is, in sentences; the tooltip.
    virtual QString definition() const = 0;
    /// The first marks stand next to the numbers of the scale; else below it, where there is always room for a line.
    virtual bool areMarksBeside() const { return false; }

    /// Entries or scale are others.
    void renew();
    void paintEvent(QPaintEvent* event) override;

private:
    int besideScale() const;
    /// Where the marks go, a square for each, with their texts behind.
    std::vector<QRect> places(const std::vector<Entry>& entries, int width) const;
    void paintScale(QPainter& painter) const;
};

} // namespace loupe
