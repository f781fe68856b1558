#include "analysis/rearrangement/view_trial.h"

#include "core/tensor.h"

#include <algorithm>

namespace loupe {

namespace {

/// The pattern that puts the axes `from` in the order `to`.
std::string arrow(std::string_view from, std::string_view to)
{
    std::string pattern(from);
    pattern += " -> ";
    pattern += to;
    return pattern;
}

ViewTrial trialOf(std::string axes, std::string partAxis, std::string part, std::string words)
{
    ViewTrial trial;
    if (!axes.empty())
        trial.form.axes = AxisPattern::parse(axes).value();
    if (!part.empty())
        trial.form.parts.push_back(AxisPart::parse(partAxis, part).value());
    trial.axes = std::move(axes);
    trial.partAxis = std::move(partAxis);
    trial.part = std::move(part);
    trial.words = std::move(words);
    return trial;
}

std::uint64_t product(std::span<const std::uint64_t> shape)
{
    return elementCount(shape).value_or(0);
}

} // namespace

std::vector<ViewTrial> viewTrials(std::span<const std::uint64_t> from, std::span<const std::uint64_t> to,
    const std::set<std::uint64_t>& offsets, const AxisSizes& sizes)
{
    std::vector<ViewTrial> trials;
    const std::string stack = from.size() == 3 ? "e " : "";
    if (std::ranges::equal(from, to)) {
        trials.push_back(trialOf("", "", "", ""));
        for (const char* const heads : {"heads", "kv_heads"}) {
            const auto size = sizes.find(heads);
            if (size == sizes.end() || from.empty() || from[0] % (size->second * 2) != 0)
                continue;
            const std::string one = '(' + std::string(heads) + " two half) ...";
            const std::string other = '(' + std::string(heads) + " half two) ...";
            trials.push_back(trialOf(arrow(one, other), "", "", "RoPE half-split → interleaved"));
            trials.push_back(trialOf(arrow(other, one), "", "", "RoPE interleaved → half-split"));
        }
    }
    if (from.size() >= 2 && from.size() == to.size() && from.size() <= 3) {
        const std::size_t row = from.size() - 2;
        if (from[row] == to[row + 1] && from[row + 1] == to[row] && (row == 0 || from[0] == to[0]))
            trials.push_back(trialOf(arrow(stack + "rows columns", stack + "columns rows"), "", "", "transposed"));
    }
    if (from.size() != to.size() || from.empty() || product(from) <= product(to) || product(to) == 0)
        return trials;
    // A part of the rows; for stacked matrices, of the rows of each.
    const std::size_t axis = from.size() == 3 ? 1 : 0;
    const bool isAlike = (axis == 0 || from[0] == to[0])
        && std::equal(from.begin() + static_cast<std::ptrdiff_t>(axis) + 1, from.end(),
            to.begin() + static_cast<std::ptrdiff_t>(axis) + 1);
    if (isAlike && from[axis] > to[axis]) {
        const std::string rest = from.size() > 1 ? " ..." : "";
        for (const std::uint64_t offset : offsets) {
            if (offset + to[axis] > from[axis])
                continue;
            const std::string part = std::to_string(offset) + ':' + std::to_string(offset + to[axis]);
            std::string axes = stack;
            axes.append("rows").append(rest);
            trials.push_back(trialOf(arrow(axes, axes), "rows", part, "rows " + part));
        }
        for (const char* const heads : {"heads", "kv_heads"}) {
            const auto size = sizes.find(heads);
            const auto dim = sizes.find("head_dim");
            if (axis != 0 || size == sizes.end() || dim == sizes.end() || dim->second == 0)
                continue;
            const std::uint64_t group = size->second * dim->second;
            if (from[0] % group != 0 || to[0] % group != 0)
                continue;
            const std::string axes = '(' + std::string(heads) + " slot head_dim)" + rest;
            const std::uint64_t slots = from[0] / group;
            const std::uint64_t own = to[0] / group;
            for (std::uint64_t slot = 0; slot + own <= slots && slots <= 256; ++slot) {
                const std::string part = std::to_string(slot) + ':' + std::to_string(slot + own);
                trials.push_back(trialOf(arrow(axes, axes), "slot", part, "slots " + part + " of each head"));
            }
        }
    }
    if (from.size() == 3 && from[0] == to[0] && from[1] == to[2] && from[2] == 2 * to[1]) {
        for (const char* const half : {"0", "1"}) {
            trials.push_back(trialOf("e in (width two) -> e (width two) in", "two", half,
                std::string("transposed, every second column from ") + half));
            trials.push_back(trialOf("e in (two width) -> e (two width) in", "two", half,
                std::string("transposed, half ") + half + " of the columns"));
        }
    }
    return trials;
}

} // namespace loupe
