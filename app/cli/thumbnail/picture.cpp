#include "app/cli/thumbnail/picture.h"

#include "core/checked_math.h"
#include "core/palette.h"
#include "core/quantization.h"
#include "core/text/text.h"
#include "core/tree/name_tree.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace loupe {

namespace {

constexpr bool darkTheme = false; // file managers use one picture for light and dark
constexpr int groupRows = 3; ///< levels of the tree that are shown

std::uint32_t mixed(std::uint32_t from, std::uint32_t to, double part)
{
    std::uint32_t color = 0;
    for (const unsigned shift : {16U, 8U, 0U}) {
        const auto channel = [shift](std::uint32_t of) { return static_cast<double>(of >> shift & 0xff); };
        color |= static_cast<std::uint32_t>(std::lround(channel(from) + (channel(to) - channel(from)) * part)) << shift;
    }
    return color;
}

/// The same color as in the window, except for rounding.
std::uint32_t quantizedColor(double shade)
{
    using palette::narrowestQuantized, palette::widestQuantized;
    return mixed(palette::quantizedNarrow.in(darkTheme), palette::quantizedWide.in(darkTheme),
        (shade - narrowestQuantized) / (widestQuantized - narrowestQuantized));
}

/// The bytes of each node of a tree. If no tensor has any bytes, all tensors have equal weight.
std::vector<double> weightsOf(const Checkpoint& checkpoint, const NameTree& tree)
{
    std::vector<double> weights(tree.nodeCount());
    for (std::uint32_t tensor = 0; tensor < tree.tensorCount(); ++tensor)
        weights[tensor] = static_cast<double>(fileBytes(checkpoint.tensors[tensor]));
    const auto tensorsEnd = weights.begin() + tree.tensorCount();
    if (std::all_of(weights.begin(), tensorsEnd, [](double bytes) { return bytes == 0; }))
        std::fill(weights.begin(), tensorsEnd, 1.0);
    for (std::uint32_t tensor = 0; tensor < tree.tensorCount(); ++tensor)
        weights[tree.parent(tensor)] += weights[tensor];
    for (NameTree::NodeId group = tree.nodeCount(); --group > tree.root();) // a group's ID is greater than its parent's
        weights[tree.parent(group)] += weights[group];
    return weights;
}

class Thumbnail {
public:
    Thumbnail(const Checkpoint& checkpoint, const NameTree& tree, int size)
        : m_checkpoint(checkpoint)
        , m_tree(tree)
        , m_quantizedTypes(checkpoint)
        , m_weights(weightsOf(checkpoint, tree))
        , m_canvas(size)
        , m_margin(std::max(1, size / 16))
    {
    }

    Canvas draw()
    {
        const int size = m_canvas.size();
        const int edge = std::max(1, size / 128);
        m_canvas.fill({.left = 0, .top = 0, .right = size, .bottom = size}, palette::fieldBorder.in(darkTheme));
        m_canvas.fill(
            {.left = edge, .top = edge, .right = size - edge, .bottom = size - edge}, palette::surface.in(darkTheme));
        const int bar = std::max(2, size / 10);
        const int top = drawParameters();
        const int bottom = size - m_margin;
        drawShares({.left = m_margin, .top = bottom - bar, .right = size - m_margin, .bottom = bottom});
        drawTree({.left = m_margin, .top = top, .right = size - m_margin, .bottom = bottom - bar - m_margin});
        return std::move(m_canvas);
    }

private:
    struct Place {
        NameTree::NodeId node = 0;
        int level = 0;
        double before = 0; ///< total weight to the left
    };

    /// Returns the first row below the text.
    int drawParameters()
    {
        std::uint64_t parameters = 0;
        for (const Tensor& tensor : m_checkpoint.tensors)
            parameters = saturatingAdd(parameters, tensor.elements());
        const std::string text = formatShort(parameters);
        const int room = m_canvas.size() - 2 * m_margin;
        const int dot = std::min(m_canvas.size() / 5 / Canvas::textHeight, room / std::max(1, Canvas::textWidth(text)));
        if (dot == 0)
            return m_margin;
        const int left = m_margin + (room - Canvas::textWidth(text) * dot) / 2;
        m_canvas.write(text, left, m_margin, dot, palette::text.in(darkTheme));
        return 2 * m_margin + Canvas::textHeight * dot;
    }

    /// The color of the tensor's dtype.
    std::uint32_t colorOf(const Tensor& tensor) const
    {
        return isQuantized(tensor) ? quantizedColor(m_quantizedTypes.shadeOf(tensor))
                                   : info(tensor.dtype).color.in(darkTheme);
    }

    void drawShares(const Canvas::Rectangle& area)
    {
        std::map<std::uint32_t, double> byColor;
        for (std::uint32_t tensor = 0; tensor < m_tree.tensorCount(); ++tensor)
            byColor[colorOf(m_checkpoint.tensors[tensor])] += m_weights[tensor];
        std::vector<std::pair<double, std::uint32_t>> shares;
        shares.reserve(byColor.size());
        for (const auto& [color, weight] : byColor)
            shares.emplace_back(weight, color);
        std::ranges::sort(shares, std::greater());
        double before = 0;
        for (const auto& [weight, color] : shares) {
            m_canvas.fill(across(area, before, weight), color);
            before += weight;
        }
    }

    /// Descends only into groups that are at least a pixel wide, so their number is limited by the pixels in a row.
    void drawTree(const Canvas::Rectangle& area)
    {
        const int row = (area.bottom - area.top) / (groupRows + 3);
        const int gap = row > 4 ? 1 : 0;
        std::vector<Place> places{{.node = withoutChain(m_tree.root())}};
        while (!places.empty()) {
            const Place place = places.back();
            places.pop_back();
            double before = place.before;
            std::size_t number = 0;
            for (const NameTree::NodeId child : m_tree.children(place.node)) {
                Canvas::Rectangle where = across(area, before, m_weights[child]);
                const Place below{.node = withoutChain(child), .level = place.level + 1, .before = before};
                before += m_weights[child];
                where.top = area.top + place.level * row;
                if (where.right <= where.left)
                    continue;
                const bool isGroup = m_tree.isGroup(below.node);
                if (isGroup && place.level < groupRows) {
                    where.bottom = where.top + row - gap;
                    where.right -= where.right - where.left > 2 ? gap : 0;
                    m_canvas.fill(where, (number++ % 2 == 0 ? palette::unchanged : palette::border).in(darkTheme));
                    places.push_back(below);
                } else if (isGroup) {
                    drawTensors(below, area, where.top);
                } else {
                    where.bottom = area.bottom;
                    m_canvas.fill(where, colorOf(m_checkpoint.tensors[child]));
                }
            }
        }
    }

    /// Draws all tensors below a group on the last level, side by side.
    void drawTensors(const Place& group, Canvas::Rectangle area, int top)
    {
        area.top = top;
        std::vector<Place> places{group};
        while (!places.empty()) {
            const Place place = places.back();
            places.pop_back();
            const Canvas::Rectangle where = across(area, place.before, m_weights[place.node]);
            if (where.right <= where.left)
                continue;
            if (!m_tree.isGroup(place.node)) {
                m_canvas.fill(where, colorOf(m_checkpoint.tensors[place.node]));
                continue;
            }
            double before = place.before;
            for (const NameTree::NodeId child : m_tree.children(place.node)) {
                places.push_back({.node = child, .before = before});
                before += m_weights[child];
            }
        }
    }

    /// Skips groups whose only child is another group.
    NameTree::NodeId withoutChain(NameTree::NodeId node) const
    {
        while (m_tree.isGroup(node) && m_tree.children(node).size() == 1 && m_tree.isGroup(m_tree.children(node)[0]))
            node = m_tree.children(node)[0];
        return node;
    }

    /// The part of `area` for `weight`, to the right of `before`. Its right edge is the left edge of the next one.
    Canvas::Rectangle across(const Canvas::Rectangle& area, double before, double weight) const
    {
        const double all = m_weights[m_tree.root()];
        const auto column = [&](double until) {
            const double part = all > 0 ? std::clamp(until / all, 0.0, 1.0) : 0;
            return area.left + static_cast<int>(std::lround(part * (area.right - area.left)));
        };
        return {.left = column(before), .top = area.top, .right = column(before + weight), .bottom = area.bottom};
    }

    const Checkpoint& m_checkpoint;
    const NameTree& m_tree;
    QuantizedTypes m_quantizedTypes;
    std::vector<double> m_weights; ///< indexed by node
    Canvas m_canvas;
    int m_margin;
};

} // namespace

Result<Canvas> drawThumbnail(const Checkpoint& checkpoint, int size, const Work& work)
{
    const auto tree = NameTree::build(checkpoint, work);
    if (!tree)
        return fail(tree.error());
    return Thumbnail(checkpoint, *tree, size).draw();
}

} // namespace loupe
