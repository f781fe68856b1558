#include "items/layers/stable_rank_search.h"

#include "analysis/spectrum/stable_rank.h"
#include "core/elements.h"

namespace loupe {

namespace {

/// Nothing if the tensor is not a matrix of finite real numbers, or if its values cannot be read.
std::optional<double> rankOf(
    const std::shared_ptr<const Checkpoint>& checkpoint, std::uint32_t tensor, const Work& work)
{
    if (checkpoint->tensors[tensor].shape.size() < 2)
        return std::nullopt;
    const auto elements = Elements::open(checkpoint, tensor);
    if (!elements)
        return std::nullopt;
    const auto rank = findStableRank(*elements, work);
    return rank ? *rank : std::nullopt;
}

/// The tensors of the grid row by row, starting with the rows `first`.
std::vector<std::uint32_t> tensorsOf(const LayerGrid& grid, const std::vector<std::uint32_t>& first)
{
    std::vector<std::uint32_t> tensors;
    std::vector<bool> isListed(grid.rowCount());
    const auto addRow = [&](std::uint32_t row) {
        for (std::uint32_t cell = grid.firstCell(row); cell < grid.endCell(row) && !isListed[row]; ++cell)
            tensors.insert(tensors.end(), grid.tensors(cell).begin(), grid.tensors(cell).end());
        isListed[row] = true;
    };
    for (const std::uint32_t row : first)
        addRow(row);
    for (std::uint32_t row = 0; row < grid.rowCount(); ++row)
        addRow(row);
    return tensors;
}

} // namespace

void StableRanks::add(std::uint32_t tensor, std::optional<double> rank)
{
    const std::lock_guard lock(m_mutex);
    m_ranks.insert_or_assign(tensor, rank);
}

std::optional<std::optional<double>> StableRanks::find(std::uint32_t tensor) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_ranks.find(tensor);
    return found == m_ranks.end() ? std::nullopt : std::make_optional(found->second); // a nested optional
}

std::size_t StableRanks::size() const
{
    const std::lock_guard lock(m_mutex);
    return m_ranks.size();
}

StableRankSearch::StableRankSearch(QObject* parent)
    : QObject(parent)
    , m_ranks(std::make_shared<StableRanks>())
{
    connect(&m_job, &JobRunner::runningChanged, this, &StableRankSearch::runningChanged);
    connect(&m_job, &JobRunner::progressed, this, [this](const JobProgress& progress) {
        m_share = progress.total > 0 ? double(progress.done) / double(progress.total) : 0;
        emit progressed();
    });
}

void StableRankSearch::setCheckpoint(OpenedCheckpointPtr opened)
{
    m_opened = std::move(opened);
    m_ranks = std::make_shared<StableRanks>();
    m_job.stop();
}

void StableRankSearch::start(std::shared_ptr<const LayerGrid> grid, std::vector<std::uint32_t> first)
{
    if (!m_opened || isRunning())
        return;
    m_share = 0;
    m_job.start(
        [opened = m_opened, ranks = m_ranks, grid = std::move(grid), first = std::move(first)](const Work& work) {
            const std::vector<std::uint32_t> tensors = tensorsOf(*grid, first);
            const auto& checkpoint = opened->checkpoint;
            // Adds 1 for each tensor, so that empty tensors count as progress, too.
            const auto amountOf = [&](std::uint32_t tensor) { return checkpoint->tensors[tensor].elements() + 1; };
            std::uint64_t total = 0;
            for (const std::uint32_t tensor : tensors)
                total += amountOf(tensor);
            work.expect(total);
            for (const std::uint32_t tensor : tensors) {
                if (!ranks->find(tensor)) {
                    const auto rank = rankOf(checkpoint, tensor, Work{work.stop});
                    if (work.stopped())
                        return false;
                    ranks->add(tensor, rank);
                }
                work.advance(amountOf(tensor));
            }
            return true;
        },
        [this](bool) {
            m_share = 1;
            emit progressed();
        });
}

void StableRankSearch::stop()
{
    m_job.stop();
}

} // namespace loupe
