#include "items/layers/checkpoint_layers.h"

#include "items/tree/health/health_scan.h"

#include <chrono>

namespace loupe {

using namespace std::chrono_literals;

namespace {

constexpr auto followInterval = 500ms;

/// The blocks that have a cell with several tensors, over all series.
std::vector<NameTree::NodeId> blocksOfFolded(const LayerGrid& grid)
{
    std::vector<NameTree::NodeId> blocks;
    for (const LayerGrid::Series& series : grid.series()) {
        if (series.isOutside())
            continue;
        std::vector<bool> has(series.columnCount);
        for (std::uint32_t row = series.firstRow; row < series.firstRow + series.rowCount; ++row) {
            for (std::uint32_t cell = grid.firstCell(row); cell < grid.endCell(row); ++cell) {
                if (grid.tensors(cell).size() > 1)
                    has[grid.columnOf(cell)] = true;
            }
        }
        const auto columns = grid.columns(series);
        for (std::uint32_t column = 0; column < series.columnCount; ++column) {
            if (has[column])
                blocks.push_back(columns[column].block);
        }
    }
    return blocks;
}

} // namespace

struct CheckpointLayers::Found {
    std::shared_ptr<const LayerGrid> grid;
    std::shared_ptr<const FigureCells> cells;
    std::optional<std::vector<NameTree::NodeId>> blocks;
    std::shared_ptr<const UpdateNorms> norms;
    bool isAdapter = false;
};

CheckpointLayers::CheckpointLayers(QObject* parent)
    : QObject(parent)
    , m_grid(std::make_shared<LayerGrid>())
    , m_cells(std::make_shared<FigureCells>())
{
    m_later.setSingleShot(true);
    m_later.setInterval(followInterval);
    connect(&m_later, &QTimer::timeout, this, [this] {
        if (m_job.isRunning()) // lets it finish: during a scan, restarting would never show anything
            m_later.start();
        else
            begin();
    });
    connect(&m_job, &JobRunner::runningChanged, this, &CheckpointLayers::busyChanged);
    const auto followSearch = [this] {
        if (m_figure == CellFigure::StableRank)
            follow();
    };
    connect(&m_ranks, &StableRankSearch::progressed, this, followSearch);
    connect(&m_ranks, &StableRankSearch::runningChanged, this, followSearch); // also if it was stopped
}

CheckpointLayers::~CheckpointLayers() = default;

void CheckpointLayers::setScan(HealthScan* scan)
{
    m_scan = scan;
    connect(scan, &HealthScan::resultsReset, this, [this] {
        if (needsScan(m_figure))
            want();
    });
    const auto followScan = [this] {
        if (needsScan(m_figure))
            follow();
    };
    connect(scan, &HealthScan::resultsAdded, this, followScan);
    connect(scan, &HealthScan::finished, this, followScan);
}

void CheckpointLayers::follow()
{
    m_wanted = true;
    if (m_active && m_opened && !m_later.isActive()) {
        m_later.start();
        emit busyChanged();
    }
}

void CheckpointLayers::findRanks(std::vector<std::uint32_t> first)
{
    m_ranks.start(m_grid, std::move(first));
}

void CheckpointLayers::setCheckpoint(OpenedCheckpointPtr opened)
{
    m_later.stop();
    m_error.reset();
    m_grid = std::make_shared<LayerGrid>();
    m_cells = std::make_shared<FigureCells>();
    m_blocks.clear();
    m_norms.reset();
    m_isAdapter = false;
    m_parts = {};
    m_isLaidOut = false;
    m_opened = std::move(opened);
    m_wanted = false;
    m_job.stop();
    m_ranks.setCheckpoint(m_opened);
    emit laidOut();
    if (m_opened)
        want();
}

void CheckpointLayers::setFigure(CellFigure figure)
{
    if (m_figure == figure)
        return;
    m_figure = figure;
    want();
}

void CheckpointLayers::setParts(const LayerParts& parts)
{
    if (m_parts == parts)
        return;
    m_parts = parts;
    m_isLaidOut = false;
    want();
}

void CheckpointLayers::setActive(bool active)
{
    m_active = active;
    if (m_active && m_wanted)
        begin();
}

void CheckpointLayers::want()
{
    m_wanted = true;
    if (m_active)
        begin();
}

void CheckpointLayers::begin()
{
    if (!m_active || !m_opened)
        return;
    m_later.stop();
    m_wanted = false;
    // Right after a checkpoint was set, the scan may still have the results of the previous one. It then reports soon
    // that these are gone.
    HealthResultsPtr results = m_scan ? m_scan->results() : nullptr;
    if (results && results->tensors() != m_opened->tree.tensorCount())
        results.reset();
    m_job.start(
        [opened = m_opened, grid = m_isLaidOut ? m_grid : nullptr, parts = m_parts, figure = m_figure, results,
            ranks = m_ranks.results(), norms = m_norms,
            isKnownAdapter = m_isAdapter](const Work& work) mutable -> Result<Found> {
            Found found{.grid = nullptr,
                .cells = nullptr,
                .blocks = {},
                .norms = std::move(norms),
                .isAdapter = isKnownAdapter};
            if (!grid) {
                found.isAdapter = UpdateNorms::areIn(*opened->checkpoint);
                const bool isBlock = parts.kind == LayerParts::Kind::Block;
                auto built = LayerGrid::build(opened->tree, parts.kind == LayerParts::Kind::Merged, work,
                    isBlock ? std::optional(parts.block) : std::nullopt);
                if (!built)
                    return fail(std::move(built.error()));
                grid = std::make_shared<LayerGrid>(std::move(*built));
                if (parts.kind == LayerParts::Kind::Merged)
                    found.blocks = blocksOfFolded(*grid);
            }
            found.grid = std::move(grid);
            if (figure == CellFigure::UpdateNorm && !found.norms) {
                auto read = UpdateNorms::find(opened->checkpoint, work);
                if (!read)
                    return fail(std::move(read.error()));
                found.norms = std::move(*read);
            }
            found.cells = std::make_shared<FigureCells>(
                findFigureCells(*opened, *found.grid, figure, results.get(), work, ranks.get(), found.norms.get()));
            return found;
        },
        [this](Result<Found> found) {
            if (found)
                return take(std::move(*found));
            m_error = std::move(found.error());
            emit laidOut();
        });
}

void CheckpointLayers::take(Found found)
{
    const bool isOther = found.grid != m_grid || m_error; // the error was shown in place of the grid
    m_error.reset();
    m_grid = std::move(found.grid);
    m_cells = std::move(found.cells);
    m_norms = std::move(found.norms);
    m_isAdapter = found.isAdapter;
    m_isLaidOut = true;
    if (found.blocks)
        m_blocks = std::move(*found.blocks);
    if (isOther)
        emit laidOut();
    else
        emit changed();
}

} // namespace loupe
