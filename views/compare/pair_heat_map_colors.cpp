// Which colors the pictures of PairHeatMapTab have, and what they say together.

#include "views/compare/pair_heat_map_tab.h"
#include "views/heat_map/heat_map_canvas.h"
#include "views/heat_map/heat_map_reading.h"
#include "views/kit/color_scale.h"
#include "views/values/slice_bar.h"

#include <QComboBox>

namespace loupe {

namespace {

enum ScaleChoice : std::uint8_t { OwnScale, OneScale }; // in the order of the box

} // namespace

void PairHeatMapTab::setOneScale(bool on)
{
    m_scaleBox->setCurrentIndex(on ? OneScale : OwnScale);
    updatePictures();
}

bool PairHeatMapTab::hasOneScale() const
{
    return m_scaleBox->currentIndex() == OneScale;
}

PairHeatMapTab::PictureRanges PairHeatMapTab::ranges() const
{
    const auto chosen = [choice = std::size_t(m_rangeBox->currentIndex())](const std::optional<ColorRanges>& ranges) {
        return ranges ? std::optional((*ranges)[choice]) : std::nullopt;
    };
    const std::optional<ColorRanges>& a = reading(PairSide::A).ranges();
    const std::optional<ColorRanges>& b = reading(PairSide::B).ranges();
    const std::optional<ColorRanges>& differences = reading(PairSide::Difference).ranges();
    std::optional<ColorRange> values = chosen(a && b ? unite(*a, *b) : a ? a : b);
    if (!m_pictures->hasOneScale())
        return {values, chosen(differences)};
    if (values) {
        const double farthest = differences ? (*differences)[std::size_t(RangeChoice::Full)].high : 0;
        values = around0(*values); // differences have a sign
        values->clipped = values->clipped || farthest > values->high;
    }
    return {values, values};
}

void PairHeatMapTab::updatePictures()
{
    m_pictures->setOneScale(hasOneScale());
    const auto show = [this](const std::optional<ColorRange>& range, PairSide side) {
        HeatMapCanvas& canvas = m_pictures->canvas(side);
        canvas.setLayers(reading(side).layers(), range.value_or(ColorRange{}));
        PictureSpecials specials;
        for (const HeatMapLayer& layer : canvas.layers()) {
            specials.nan = specials.nan || layer.hasNan();
            specials.infinity = specials.infinity || layer.hasInfinity();
        }
        return specials;
    };
    const auto unite = [](const PictureSpecials& a, const PictureSpecials& b) {
        return PictureSpecials{a.nan || b.nan, a.infinity || b.infinity};
    };
    const auto scale = [](ColorScale& one, const std::optional<ColorRange>& range, const PictureSpecials& specials) {
        one.setRange(range);
        one.setSpecials(specials.nan, specials.infinity);
    };
    const PictureRanges shown = ranges();
    const PictureSpecials values = unite(show(shown.values, PairSide::A), show(shown.values, PairSide::B));
    const PictureSpecials differences = show(shown.differences, PairSide::Difference);
    scale(m_pictures->valueScale(), shown.values, m_pictures->hasOneScale() ? unite(values, differences) : values);
    scale(m_pictures->differenceScale(), shown.differences, differences);
    m_pictures->placeScales();
    showEquality(differences);
    updateReadout();
}

/// That nothing differs, beside the picture's name.
void PairHeatMapTab::showEquality(const PictureSpecials& specials)
{
    const HeatMapReading& differences = reading(PairSide::Difference);
    const bool equal = differences.ranges() && (*differences.ranges())[std::size_t(RangeChoice::Full)].high == 0
        && !specials.nan && !specials.infinity && !differences.isBusy() && !differences.isStopped();
    m_pictures->setRemark(PairSide::Difference, equal ? equalRemark() : QString());
}

QString PairHeatMapTab::equalRemark() const
{
    const Slice& slice = reading(PairSide::Difference).source()->sliced.slice;
    const auto all = elementCount(checkpoint(PairSide::A)->tensors[*tensor(PairSide::A)].shape);
    const bool whole = m_sliceBar->isFolded() || slice.rows() * slice.columns() == all;
    if (isComplex())
        return whole ? tr("no difference in this part") : tr("no difference in this part of this slice");
    return whole ? tr("all values are equal") : tr("no difference in this slice");
}

} // namespace loupe
