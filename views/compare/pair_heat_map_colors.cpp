#include "views/compare/pair_heat_map_colors.h"

#include "views/heat_map/heat_map_canvas.h"
#include "views/heat_map/heat_map_reading.h"
#include "views/kit/color_scale.h"

namespace loupe {

namespace {

struct PictureRanges {
    std::optional<ColorRange> values;
    std::optional<ColorRange> differences;
};

PictureRanges rangesOf(const PairReadings& readings, RangeChoice choice, bool oneScale)
{
    const auto chosen = [choice](const std::optional<ColorRanges>& ranges) {
        return ranges ? std::optional((*ranges)[std::size_t(choice)]) : std::nullopt;
    };
    const std::optional<ColorRanges>& a = readings[std::size_t(PairSide::A)]->ranges();
    const std::optional<ColorRanges>& b = readings[std::size_t(PairSide::B)]->ranges();
    const std::optional<ColorRanges>& differences = readings[std::size_t(PairSide::Difference)]->ranges();
    std::optional<ColorRange> values = chosen(a && b ? unite(*a, *b) : a ? a : b);
    if (!oneScale)
        return {values, chosen(differences)};
    if (values) {
        const double farthest = differences ? (*differences)[std::size_t(RangeChoice::Full)].high : 0;
        values = around0(*values); // differences have a sign
        values->clipped = values->clipped || farthest > values->high;
    }
    return {values, values};
}

} // namespace

PictureSpecials colorPictures(PairPictures& pictures, const PairReadings& readings, RangeChoice choice, bool oneScale)
{
    pictures.setOneScale(oneScale);
    const auto show = [&](const std::optional<ColorRange>& range, PairSide side) {
        HeatMapCanvas& canvas = pictures.canvas(side);
        canvas.setLayers(readings[std::size_t(side)]->layers(), range.value_or(ColorRange{}));
        PictureSpecials specials;
        for (const ColoredCells& layer : canvas.layers()) {
            specials.nan = specials.nan || layer.hasNan();
            specials.infinity = specials.infinity || layer.hasInfinity();
        }
        if (range)
            specials.offScale = readings[std::size_t(side)]->offScale(*range);
        return specials;
    };
    const auto unite = [](const PictureSpecials& a, const PictureSpecials& b) {
        return PictureSpecials{a.nan || b.nan, a.infinity || b.infinity, a.offScale + b.offScale};
    };
    const auto scale = [](ColorScale& one, const std::optional<ColorRange>& range, const PictureSpecials& specials) {
        one.setRange(range);
        one.setSpecials(specials.nan, specials.infinity);
        one.setOffScale(specials.offScale);
    };
    const PictureRanges shown = rangesOf(readings, choice, pictures.hasOneScale());
    const PictureSpecials values = unite(show(shown.values, PairSide::A), show(shown.values, PairSide::B));
    const PictureSpecials differences = show(shown.differences, PairSide::Difference);
    scale(pictures.valueScale(), shown.values, pictures.hasOneScale() ? unite(values, differences) : values);
    scale(pictures.differenceScale(), shown.differences, differences);
    pictures.placeScales();
    return differences;
}

} // namespace loupe
