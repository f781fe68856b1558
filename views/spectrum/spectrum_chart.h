#pragma once

#include "items/spectrum/spectrum_text.h"
#include "views/charts/chart_axes.h"
#include "views/charts/chart_view.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace loupe {

struct Theme;

/// Draws the singular values of a matrix on a logarithmic scale, or the energy that the largest ones keep, over their
/// numbers. Ticks, labels and grid lines are those of histograms.
class SpectrumChart : public ChartView {
    Q_OBJECT

public:
    enum class Curve : std::uint8_t { Values, Energy };

    explicit SpectrumChart(QWidget* parent = nullptr);

    /// Not null.
    void setSpectrum(const SpectrumPtr& spectrum);
    /// Shows a sentence in the middle of an empty chart.
    void setMessage(const QString& sentence);
    /// The definition of the axis at `place`, in a sentence; empty if there is no axis.
    QString axisDefinition(QPoint place) const;
    /// The message that is shown instead of a curve.
    QString message() const { return m_message; }
    const SpectrumPtr& spectrum() const { return m_spectrum; }

    void setCurve(Curve curve);
    /// The share of the energy that the values up to each one keep.
    const std::vector<double>& energyCurve() const { return m_energy; }

    /// The marked value, 0-based.
    std::optional<std::size_t> current() const { return m_current; }

    QSize sizeHint() const override { return {560, 360}; }
    QSize minimumSizeHint() const override { return {240, 160}; }

signals:
    /// The value under the pointer or chosen by keys has changed, or there is none.
    void currentChanged();

protected:
    void drawBackground(QPainter* painter, const QRectF& rect) override;
    void drawForeground(QPainter* painter, const QRectF& rect) override;
    bool viewportEvent(QEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    /// A zero matrix has a message instead, because it has no place on a logarithmic scale.
    bool hasCurve() const { return m_spectrum && m_message.isEmpty(); }
    void rebuild() override;
    void findRanges();
    void placePlot();
    void addCurve(const Theme& theme);
    void setCurrent(std::optional<std::size_t> index);
    /// The number of values that are shown. For a low rank, includes only a part of those that cannot be distinguished
    /// from 0.
    std::size_t shownCount() const;
    /// The position on the y axis; nothing for a value that cannot be distinguished from 0.
    std::optional<double> levelOf(std::size_t index) const;
    std::vector<AxisTick> levelTicks(int wanted) const;
    std::vector<AxisTick> numberTicks() const;
    QPointF pixelOf(std::size_t index, double level) const;

    SpectrumPtr m_spectrum; ///< null: a message is shown
    std::vector<double> m_energy;
    Curve m_curve = Curve::Values;
    QString m_message;
    ChartAxes m_axes;
    double m_bottom = 0; ///< level at the lower end of the y axis
    double m_top = 1;
    std::optional<std::size_t> m_current;
};

} // namespace loupe
