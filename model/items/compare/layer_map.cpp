#include "items/compare/layer_map.h"

#include <chrono>
#include <limits>

namespace loupe {

using namespace std::chrono_literals;

namespace {

constexpr std::uint32_t pairsAtOnce = 50'000; // per update on the UI thread
constexpr auto interval = 250ms;

struct Laid {
    LayerGrid grid;
    LayerFigures figures;
};

} // namespace

LayerMap::LayerMap(QObject* parent)
    : QObject(parent)
{
    m_follow.setSingleShot(true);
    connect(&m_follow, &QTimer::timeout, this, &LayerMap::follow);
    connect(&m_job, &JobRunner::runningChanged, this, &LayerMap::busyChanged);
}

LayerMap::~LayerMap() = default;

void LayerMap::setResults(ComparisonResultsPtr results)
{
    m_follow.stop();
    m_stopped = false;
    m_error.reset();
    m_grid = {};
    m_figures = {};
    m_isLaidOut = false;
    m_results = std::move(results);
    m_wanted = m_results != nullptr;
    m_job.stop();
    emit laidOut();
    layOut();
}

void LayerMap::setFolding(bool folds)
{
    if (m_folds == folds)
        return;
    m_folds = folds;
    m_wanted = m_results != nullptr;
    layOut();
}

void LayerMap::setActive(bool active)
{
    m_active = active;
    layOut();
    if (m_active && m_isLaidOut && !m_follow.isActive())
        follow();
}

void LayerMap::stop()
{
    if (!m_job.isRunning())
        return;
    m_stopped = true;
    keepFolding();
    m_job.stop();
}

void LayerMap::compute()
{
    m_wanted = m_results != nullptr;
    layOut();
}

void LayerMap::keepFolding()
{
    if (m_isLaidOut)
        m_folds = m_gridFolds;
}

void LayerMap::layOut()
{
    if (!m_active || !m_wanted)
        return;
    m_wanted = false;
    m_stopped = false;
    m_error.reset();
    m_job.start(
        [results = m_results, folds = m_folds](const Work& work) -> Result<std::shared_ptr<Laid>> {
            auto grid = LayerGrid::build(results->paired()->tree, folds, work);
            if (!grid)
                return fail(std::move(grid.error()));
            auto laid = std::make_shared<Laid>();
            laid->grid = std::move(*grid);
            laid->figures = LayerFigures(laid->grid, *results->paired());
            laid->figures.take(laid->grid, *results, std::numeric_limits<std::uint32_t>::max());
            return laid;
        },
        [this, folds = m_folds](Result<std::shared_ptr<Laid>> laid) {
            if (laid) {
                m_grid = std::move((*laid)->grid);
                m_figures = std::move((*laid)->figures);
                m_isLaidOut = true;
                m_gridFolds = folds;
            } else {
                m_error = std::move(laid.error());
                keepFolding();
            }
            emit laidOut();
            if (laid)
                follow();
        });
}

void LayerMap::onResultsAdded(bool ended)
{
    if (!m_active || !m_isLaidOut)
        return;
    if (ended) {
        m_follow.stop();
        follow();
    } else if (!m_follow.isActive()) {
        m_follow.start(interval);
        emit busyChanged();
    }
}

void LayerMap::follow()
{
    if (!m_active || !m_isLaidOut)
        return;
    if (!m_figures.take(m_grid, *m_results, pairsAtOnce))
        m_follow.start(0);
    emit changed();
    emit busyChanged();
}

} // namespace loupe
