#include "analysis/comparison/layer_grid.h"

#include "core/name_hash.h"
#include "core/text/block_number.h"
#include "core/text/natural_order.h"

#include <algorithm>
#include <map>
#include <new>
#include <numeric>
#include <utility>

namespace loupe {

namespace {

constexpr std::uint32_t leastBlocks = 2;
constexpr std::size_t stopInterval = 1 << 13; // tensors

} // namespace

class LayerGrid::Builder {
public:
    Builder(LayerGrid& grid, const NameTree& tree, NameTree::NodeId within, bool folds, const Work& work)
        : m_grid(grid)
        , m_tree(tree)
        , m_work(work)
        , m_within(within)
        , m_folds(folds)
    {
    }

    /// False if stopped.
    bool run()
    {
        placeGroups();
        if (m_work.stopped())
            return false;
        listTensors();
        if (m_work.stopped())
            return false;
        findSeries();
        if (m_work.stopped())
            return false;
        sortIntoSeries();
        for (std::uint32_t series = 0; series < m_seriesCount && !m_work.stopped(); ++series)
            addSeries(series);
        if (m_work.stopped())
            return false;
        addOutside();
        m_grid.m_rows.push_back({{}, nextCell()});
        m_grid.m_cells.push_back({0, static_cast<std::uint32_t>(m_grid.m_tensors.size())});
        m_grid.m_cellOf.assign(m_tree.tensorCount(), none);
        for (std::uint32_t cell = 0; cell < m_grid.cellCount(); ++cell) {
            for (const std::uint32_t tensor : m_grid.tensors(cell))
                m_grid.m_cellOf[tensor] = cell;
        }
        return !m_work.stopped();
    }

private:
    /// The position of a group; all members are group numbers.
    struct Place {
        /// Outermost group from the root to this one that is a number with numbered siblings.
        std::uint32_t block = none;
        std::uint32_t stem = none; ///< as above, for groups that end in a number
        bool isRepeated = false; ///< is a number of a part that repeats within a block
        bool repeats = false; ///< this group, or one between the block and this group, is repeated
    };
    struct Entry {
        std::uint32_t role = 0;
        std::uint32_t column = 0;
        std::uint32_t tensor = 0;
    };
    struct Roles {
        std::vector<std::string_view> names; ///< in order of appearance
        std::vector<std::string> families; ///< by role, if repeated parts have rows of their own; otherwise empty
        bool hasRest = false; ///< the last role is the Rest
        std::vector<Entry> entries; ///< in tensor order, so that columns of a role ascend
    };

    NameTree::NodeId node(std::uint32_t group) const { return m_tree.root() + group; }
    std::uint32_t parentOf(NameTree::NodeId node) const { return m_tree.parent(node) - m_tree.root(); }
    std::uint32_t nextCell() const { return static_cast<std::uint32_t>(m_grid.m_cells.size()); }

    /// The number of sibling groups, including the group itself, that are blocks of the same kind; `stem` is the text
    /// before its number.
    std::uint32_t& siblings(std::uint32_t group, std::string_view stem)
    {
        const std::uint32_t parent = parentOf(node(group));
        return stem.empty() ? m_numbered[parent] : m_stemmed[{parent, stem}];
    }

    void placeGroups()
    {
        const std::uint32_t groups = m_tree.groupCount();
        const std::uint32_t first = m_within - m_tree.root();
        m_numbered.resize(groups);
        m_isWithin.resize(groups);
        m_isWithin[first] = true;
        for (std::uint32_t group = first + 1; group < groups; ++group) {
            m_isWithin[group] = m_isWithin[parentOf(node(group))];
            if (!m_isWithin[group])
                continue;
            if (const auto stem = blockStem(m_tree.segment(node(group))))
                ++siblings(group, *stem);
        }
        m_places.resize(groups);
        for (std::uint32_t group = first + 1; group < groups; ++group) {
            if (!m_isWithin[group])
                continue;
            Place& place = m_places[group];
            place = m_places[parentOf(node(group))];
            place.isRepeated = false;
            const auto stem = blockStem(m_tree.segment(node(group)));
            if (!stem)
                continue;
            const std::uint32_t beside = siblings(group, *stem);
            if (stem->empty() && place.block != none && beside >= foldedFrom) {
                m_grid.m_canFold = true;
                place.isRepeated = true;
                place.repeats = true;
            }
            std::uint32_t& block = stem->empty() ? place.block : place.stem;
            if (block == none && beside >= leastBlocks)
                block = group;
        }
    }

    /// Lists the tensors in the natural order of the tree.
    void listTensors()
    {
        std::vector<std::span<const NameTree::NodeId>> open{m_tree.children(m_within)};
        m_ordered.reserve(m_tree.tensorCount());
        while (!open.empty()) {
            if (open.back().empty()) {
                open.pop_back();
                continue;
            }
            const NameTree::NodeId child = open.back().front();
            open.back() = open.back().subspan(1);
            if (m_tree.isGroup(child))
                open.push_back(m_tree.children(child));
            else
                m_ordered.push_back(child);
        }
    }

    std::uint32_t blockOf(std::uint32_t tensor) const
    {
        const Place& place = m_places[parentOf(tensor)];
        return place.block != none ? place.block : place.stem;
    }

    /// Finds the blocks with tensors and groups them into series by parent group and the text before their number.
    void findSeries()
    {
        struct Found {
            std::uint32_t blocks = 0;
            std::uint32_t number = none;
        };
        std::vector<bool> known(m_tree.groupCount());
        std::map<std::pair<std::uint32_t, std::string_view>, Found> found;
        const auto seriesOf = [&](std::uint32_t block) -> Found& {
            return found[{parentOf(node(block)), blockStem(m_tree.segment(node(block))).value_or(std::string_view())}];
        };
        for (const std::uint32_t tensor : m_ordered) {
            const std::uint32_t block = blockOf(tensor);
            if (block == none || known[block])
                continue;
            known[block] = true;
            m_blocks.push_back(block);
            ++seriesOf(block).blocks;
        }
        m_seriesOf.assign(m_tree.groupCount(), none);
        m_columnOf.resize(m_tree.groupCount());
        for (const std::uint32_t block : m_blocks) {
            Found& series = seriesOf(block);
            if (series.blocks < leastBlocks)
                continue;
            if (series.number == none) {
                series.number = m_seriesCount++;
                m_blocksOf.emplace_back();
            }
            m_seriesOf[block] = series.number;
            m_columnOf[block] = static_cast<std::uint32_t>(m_blocksOf[series.number].size());
            m_blocksOf[series.number].push_back(block);
        }
    }

    /// Sorts tensors by series, with Outside last.
    void sortIntoSeries()
    {
        const auto seriesOf = [&](std::uint32_t tensor) {
            const std::uint32_t block = blockOf(tensor);
            return block == none ? m_seriesCount : std::min(m_seriesOf[block], m_seriesCount);
        };
        m_starts.resize(m_seriesCount + std::size_t{2});
        for (const std::uint32_t tensor : m_ordered)
            ++m_starts[seriesOf(tensor) + 1];
        std::partial_sum(m_starts.begin(), m_starts.end(), m_starts.begin());
        std::vector<std::uint32_t> next = m_starts;
        m_bySeries.resize(m_ordered.size());
        for (const std::uint32_t tensor : m_ordered)
            m_bySeries[next[seriesOf(tensor)]++] = tensor;
    }

    std::span<const std::uint32_t> tensorsOf(std::uint32_t series) const
    {
        return std::span(m_bySeries).subspan(m_starts[series], m_starts[series + 1] - m_starts[series]);
    }

    bool isFolded(std::uint32_t tensor) const { return m_folds && m_places[parentOf(tensor)].repeats; }

    /// The part of the tensor's name after the block.
    std::string_view wholeRole(std::uint32_t tensor, std::uint32_t block) const
    {
        return m_tree.path(tensor).substr(m_tree.path(node(block)).size() + 1);
    }

    /// As above, with "*" in place of numbers of repeated parts. If there are any, `text` holds the result.
    std::string_view foldedRole(std::uint32_t tensor, std::uint32_t block, std::string& text) const
    {
        const std::string_view name = m_tree.path(tensor);
        const std::size_t begin = m_tree.path(node(block)).size() + 1;
        if (!m_places[parentOf(tensor)].repeats)
            return name.substr(begin);
        text = name;
        for (NameTree::NodeId group = m_tree.parent(tensor); m_places[group - m_tree.root()].repeats;
             group = m_tree.parent(group)) {
            const std::size_t size = m_tree.segment(group).size();
            if (m_places[group - m_tree.root()].isRepeated)
                text.replace(m_tree.path(group).size() - size, size, "*");
        }
        return std::string_view(text).substr(begin);
    }

    Roles findRoles(std::uint32_t number)
    {
        Roles roles;
        NameMap<std::string_view, std::uint32_t> numbers;
        const auto tensors = tensorsOf(number);
        roles.entries.reserve(tensors.size());
        std::string text;
        for (std::size_t i = 0; i < tensors.size(); ++i) {
            if (i % stopInterval == 0 && m_work.stopped())
                return roles;
            const std::uint32_t tensor = tensors[i];
            const std::uint32_t block = blockOf(tensor);
            std::string_view role = m_folds ? foldedRole(tensor, block, text) : wholeRole(tensor, block);
            const auto found = numbers.find(role);
            std::uint32_t which = found != numbers.end() ? found->second : mostRoles;
            if (found == numbers.end() && numbers.size() < mostRoles) {
                if (isFolded(tensor))
                    role = m_grid.m_texts.emplace_back(role);
                which = numbers.emplace(role, static_cast<std::uint32_t>(roles.names.size())).first->second;
                roles.names.push_back(role);
                if (m_grid.m_canFold && !m_folds)
                    roles.families.emplace_back(foldedRole(tensor, block, text));
            }
            roles.hasRest = roles.hasRest || which == mostRoles;
            roles.entries.push_back({which, m_columnOf[block], tensor});
        }
        if (roles.hasRest)
            roles.names.emplace_back("*");
        return roles;
    }

    /// Sorts entries by role in natural order, with the Rest last, then by column.
    static std::vector<Entry> sorted(const Roles& roles)
    {
        std::vector<std::uint32_t> order(roles.names.size());
        std::iota(order.begin(), order.end(), 0U);
        std::sort(order.begin(), order.end() - (roles.hasRest ? 1 : 0), [&](std::uint32_t one, std::uint32_t other) {
            if (!roles.families.empty() && roles.families[one] != roles.families[other])
                return naturalLess(roles.families[one], roles.families[other]);
            return naturalLess(roles.names[one], roles.names[other]);
        });
        std::vector<std::uint32_t> counts(order.size());
        for (const Entry& entry : roles.entries)
            ++counts[entry.role];
        std::vector<std::uint32_t> next(order.size()); // position of each role's next entry
        std::uint32_t place = 0;
        for (const std::uint32_t role : order)
            next[role] = std::exchange(place, place + counts[role]);
        std::vector<Entry> entries(roles.entries.size());
        for (const Entry& entry : roles.entries)
            entries[next[entry.role]++] = entry;
        return entries;
    }

    void addSeries(std::uint32_t number)
    {
        const std::vector<std::uint32_t>& blocks = m_blocksOf[number];
        const std::string_view path = m_tree.path(node(blocks.front()));
        const std::string_view segment = m_tree.segment(node(blocks.front()));
        Series series{.path = std::string(path.substr(0, path.size() - segment.size()))};
        const std::string_view stem = blockStem(segment).value_or(std::string_view());
        series.path.append(stem).append("*");
        series.firstColumn = static_cast<std::uint32_t>(m_grid.m_columns.size());
        series.columnCount = static_cast<std::uint32_t>(blocks.size());
        series.firstRow = static_cast<std::uint32_t>(m_grid.m_rows.size());
        for (const std::uint32_t block : blocks)
            m_grid.m_columns.push_back({m_tree.segment(node(block)).substr(stem.size()), node(block)});

        const Roles roles = findRoles(number);
        if (m_work.stopped())
            return;
        const std::vector<Entry> entries = sorted(roles);
        series.hasRest = roles.hasRest;
        const Entry* before = nullptr;
        for (const Entry& entry : entries) {
            const bool isNewRow = !before || before->role != entry.role;
            if (isNewRow)
                m_grid.m_rows.push_back({roles.names[entry.role], nextCell()});
            if (isNewRow || before->column != entry.column)
                m_grid.m_cells.push_back({entry.column, static_cast<std::uint32_t>(m_grid.m_tensors.size())});
            m_grid.m_tensors.push_back(entry.tensor);
            before = &entry;
        }
        series.rowCount = static_cast<std::uint32_t>(m_grid.m_rows.size()) - series.firstRow;
        m_grid.m_series.push_back(std::move(series));
    }

    void addOutside()
    {
        const auto tensors = tensorsOf(m_seriesCount);
        if (tensors.empty())
            return;
        // Tensors directly below the same group are adjacent, at the position of the first one.
        std::vector<std::uint32_t> ranks(m_tree.groupCount(), none);
        std::vector<std::uint32_t> counts;
        for (const std::uint32_t tensor : tensors) {
            std::uint32_t& rank = ranks[parentOf(tensor)];
            if (rank == none) {
                rank = static_cast<std::uint32_t>(counts.size());
                counts.push_back(0);
            }
            ++counts[rank];
        }
        std::vector<std::uint32_t> ordered(tensors.begin(), tensors.end());
        std::stable_sort(ordered.begin(), ordered.end(),
            [&](std::uint32_t one, std::uint32_t other) { return ranks[parentOf(one)] < ranks[parentOf(other)]; });
        Series series{.firstColumn = static_cast<std::uint32_t>(m_grid.m_columns.size()),
            .firstRow = static_cast<std::uint32_t>(m_grid.m_rows.size())};
        auto next = ordered.begin();
        for (const std::uint32_t count : counts) {
            for (std::uint32_t i = 0; i < count; ++i, ++next) {
                const std::uint32_t column = i % outsideColumns;
                if (column == 0)
                    m_grid.m_rows.push_back({i == 0 ? outsideLabel(*next, count) : std::string_view(), nextCell()});
                m_grid.m_cells.push_back({column, static_cast<std::uint32_t>(m_grid.m_tensors.size())});
                m_grid.m_tensors.push_back(*next);
            }
            series.columnCount = std::max(series.columnCount, std::min(count, outsideColumns));
        }
        m_grid.m_columns.resize(m_grid.m_columns.size() + series.columnCount);
        series.rowCount = static_cast<std::uint32_t>(m_grid.m_rows.size()) - series.firstRow;
        m_grid.m_series.push_back(std::move(series));
    }

    std::string_view outsideLabel(std::uint32_t tensor, std::uint32_t count)
    {
        const std::string_view name = m_tree.path(tensor);
        if (count == 1)
            return name;
        const std::string_view above = name.substr(0, name.size() - m_tree.segment(tensor).size());
        return m_grid.m_texts.emplace_back(std::string(above) + '*');
    }

    LayerGrid& m_grid;
    const NameTree& m_tree;
    const Work& m_work;
    const NameTree::NodeId m_within; ///< a group
    const bool m_folds;
    std::vector<bool> m_isWithin; ///< by group
    std::vector<std::uint32_t> m_numbered; ///< by group: number of child groups that are numbers
    /// Number of child groups that end in a number, by parent and stem.
    std::map<std::pair<std::uint32_t, std::string_view>, std::uint32_t> m_stemmed;
    std::vector<Place> m_places; ///< by group
    std::vector<std::uint32_t> m_ordered; ///< tensors
    std::vector<std::uint32_t> m_blocks; ///< in the order of their first tensors
    std::vector<std::uint32_t> m_seriesOf; ///< by group; set for blocks
    std::vector<std::uint32_t> m_columnOf; ///< by group; set for blocks
    std::vector<std::vector<std::uint32_t>> m_blocksOf; ///< by series
    std::uint32_t m_seriesCount = 0; ///< without Outside
    std::vector<std::uint32_t> m_starts; ///< by series: start index in m_bySeries
    std::vector<std::uint32_t> m_bySeries; ///< tensors
};

LayerGrid::LayerGrid()
    : m_rows(1)
    , m_cells(1)
{
}

Result<LayerGrid> LayerGrid::build(
    const NameTree& tree, bool folds, const Work& work, std::optional<NameTree::NodeId> within)
try {
    LayerGrid grid;
    grid.m_rows.clear();
    grid.m_cells.clear();
    if (!Builder(grid, tree, within.value_or(tree.root()), folds, work).run())
        return fail(ErrorCode::Stopped, "stopped");
    return grid;
} catch (const std::bad_alloc&) {
    return fail(ErrorCode::OutOfMemory, "not enough memory to lay out the layers");
}

const LayerGrid::Series& LayerGrid::seriesOf(std::uint32_t row) const
{
    const auto after = std::upper_bound(m_series.begin(), m_series.end(), row,
        [](std::uint32_t wanted, const Series& series) { return wanted < series.firstRow; });
    return *std::prev(after);
}

std::uint32_t LayerGrid::rowOf(std::uint32_t cell) const
{
    const auto after = std::upper_bound(m_rows.begin(), m_rows.end() - 1, cell,
        [](std::uint32_t wanted, const Row& row) { return wanted < row.firstCell; });
    return static_cast<std::uint32_t>(after - m_rows.begin() - 1);
}

std::uint32_t LayerGrid::lowerCell(std::uint32_t row, std::uint32_t column) const
{
    const auto found = std::lower_bound(m_cells.begin() + firstCell(row), m_cells.begin() + endCell(row), column,
        [](const Cell& cell, std::uint32_t wanted) { return cell.column < wanted; });
    return static_cast<std::uint32_t>(found - m_cells.begin());
}

std::optional<std::uint32_t> LayerGrid::find(std::uint32_t row, std::uint32_t column) const
{
    const std::uint32_t cell = lowerCell(row, column);
    return cell < endCell(row) && m_cells[cell].column == column ? std::optional(cell) : std::nullopt;
}

} // namespace loupe
