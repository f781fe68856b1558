#include "views/overview/architecture_glyphs.h"

#include <QPainter>
#include <QPolygonF>
#include <QRect>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace loupe {

namespace {

using Figure = ArchitectureFigure;

constexpr double leastCell = 3; ///< pixels of a head or an expert
constexpr double mostCell = 8;

} // namespace

void paintRows(QPainter& painter, const QRect& place, const Theme& theme)
{
    constexpr int rows = 5;
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.groups[3]);
    const double pitch = double(architectureGlyphHeight) / rows;
    const double wide = std::min<double>(place.width(), 2 * architectureGlyphHeight);
    for (int row = 0; row < rows; ++row)
        painter.drawRect(
            QRectF(place.center().x() + 0.5 - wide / 2, place.top() + row * pitch, wide, std::floor(pitch) - 2));
}

void paintHeads(QPainter& painter, const QRect& place, const Theme& theme, const Architecture& model)
{
    const std::uint64_t heads = model.find(Figure::Heads).value_or(0);
    if (heads == 0)
        return; // unknown or none
    painter.setPen(Qt::NoPen);
    const bool isLatent = model.find(Figure::LatentSize).has_value();
    const std::uint64_t keys =
        isLatent ? 1 : std::clamp<std::uint64_t>(model.find(Figure::KeyValueHeads).value_or(heads), 1, heads);
    const double perGroup = double(heads) / double(keys);
    constexpr double groupGap = 0.5; // in heads
    constexpr double rounding = 1e-6; // tolerance, so that all groups fit if the pitch was computed for them
    const double wanted = place.width() / (double(heads) + double(keys - 1) * groupGap);
    const double pitch = std::clamp(wanted, leastCell, mostCell);
    const double step = pitch * (perGroup + groupGap);
    const auto groups =
        std::clamp<std::uint64_t>(std::uint64_t((place.width() + pitch * groupGap) / step + rounding), 1, keys);
    const double shownHeads = std::min(perGroup, std::floor(place.width() / pitch + rounding));
    const double all = double(groups - 1) * step + shownHeads * pitch;
    const double left = place.center().x() + 0.5 - all / 2;
    const double cell = pitch - 1;
    constexpr double keyHeight = 6;
    const double top = place.top() + (architectureGlyphHeight - cell - 3 - keyHeight) / 2;
    const bool isCut = groups < keys || shownHeads < perGroup;
    for (std::uint64_t group = 0; group < groups; ++group) {
        // Fades out at the end to show that more follow.
        painter.setOpacity(isCut && groups > 2 ? std::min(1.0, double(groups - group) / 4) : 1);
        const double begin = left + double(group) * step;
        painter.setBrush(theme.groups[0]);
        for (double head = 0; head < shownHeads; ++head)
            painter.drawRect(QRectF(begin + head * pitch, top, cell, cell));
        painter.setBrush(theme.groups[1]);
        painter.drawRect(QRectF(begin, top + cell + 3, shownHeads * pitch - 1, keyHeight));
    }
    painter.setOpacity(1);
}

void paintExperts(QPainter& painter, const QRect& place, const Theme& theme, const Architecture& model)
{
    const std::uint64_t experts = *model.find(Figure::Experts);
    const std::uint64_t chosen = std::min(model.find(Figure::ExpertsPerToken).value_or(0), experts);
    double pitch = leastCell;
    std::uint64_t rows = std::uint64_t(architectureGlyphHeight / leastCell);
    for (std::uint64_t count = 1; count <= std::uint64_t(architectureGlyphHeight / leastCell); ++count) {
        const std::uint64_t columns = (experts + count - 1) / count;
        const double fitting =
            std::min({mostCell + 2, double(architectureGlyphHeight) / double(count), place.width() / double(columns)});
        if (fitting > pitch) {
            pitch = fitting;
            rows = count;
        }
    }
    const std::uint64_t most = std::uint64_t(place.width() / pitch) * rows; // more would be too small for squares
    const std::uint64_t shown = std::min(experts, most);
    const std::uint64_t columns = (shown + rows - 1) / rows;
    const double left = place.center().x() + 0.5 - double(columns) * pitch / 2;
    const double top = place.top() + (architectureGlyphHeight - double(rows) * pitch) / 2;
    painter.setPen(Qt::NoPen);
    const std::uint64_t count = std::min(chosen, shown);
    std::vector<bool> isChosen(shown);
    for (std::uint64_t number = 0; number < count; ++number) {
        constexpr std::uint64_t shift = 5; // scatters a token's experts, which have no order
        std::uint64_t index = number * (shown / count + shift) % shown;
        while (isChosen[index])
            index = (index + 1) % shown;
        isChosen[index] = true;
    }
    for (std::uint64_t expert = 0; expert < shown; ++expert) {
        painter.setBrush(isChosen[expert] ? theme.groups[2] : theme.border);
        painter.drawRect(QRectF(
            left + double(expert % columns) * pitch, top + double(expert / columns) * pitch, pitch - 1, pitch - 1));
    }
}

void paintFeedForward(QPainter& painter, const QRect& place, const Theme& theme, const Architecture& model)
{
    const double hidden = double(model.find(Figure::HiddenSize).value_or(1));
    const double inner = double(model.find(Figure::FeedForwardSize).value_or(0));
    if (inner <= 0)
        return;
    const double most = std::max(hidden, inner);
    const double ends = std::max(3.0, architectureGlyphHeight * hidden / most);
    const double middle = std::max(3.0, architectureGlyphHeight * inner / most);
    const double half = std::min<double>(place.width(), 3 * architectureGlyphHeight) / 2;
    const QPointF center(place.center().x() + 0.5, place.top() + architectureGlyphHeight / 2.0);
    QPolygonF shape;
    shape << center + QPointF(-half, -ends / 2) << center + QPointF(-half / 3, -middle / 2)
          << center + QPointF(half / 3, -middle / 2) << center + QPointF(half, -ends / 2)
          << center + QPointF(half, ends / 2) << center + QPointF(half / 3, middle / 2)
          << center + QPointF(-half / 3, middle / 2) << center + QPointF(-half, ends / 2);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.groups[2]);
    painter.drawPolygon(shape);
}

} // namespace loupe
