#include "items/heat_map/grid_job.h"

#include <array>
#include <chrono>
#include <mutex>
#include <optional>
#include <utility>

namespace loupe {

using namespace std::chrono_literals;

namespace {

// Smaller windows, in elements, can be reduced as fast as they could be sampled.
constexpr std::uint64_t worthSampling = std::uint64_t{1} << 23;
// Cells along each axis: first so few pages of memory that even a hard disk delivers them at once, then a number that
// is available soon after.
constexpr std::array<std::uint64_t, 2> sampledCells{16, 64};

struct Whole {
    GridPtr grid;
    std::optional<ColorRanges> ranges;
    SliceValuesPtr values;
};

/// The values of an entire slice, independent of the size of its picture.
template <typename Numbers, typename Part>
Result<Whole> withValues(const Numbers& numbers, Part part, const GridSource& source, Grid grid, const Work& work)
{
    const Slice& slice = source.sliced.slice;
    const SliceWindow& window = grid.shape.window;
    std::optional<Grid> elements;
    if (window.rows == slice.rows() && window.columns == slice.columns()) {
        auto sample = sampleElements(numbers, slice, part, window, work);
        if (!sample)
            return fail(std::move(sample.error()));
        elements = std::move(*sample);
    }
    auto values = valuesOf(elements ? *elements : grid, grid);
    Whole whole{std::make_shared<const Grid>(std::move(grid)), {}, nullptr};
    if (values) {
        whole.ranges = rangesOf(*values, source.minuend.has_value());
        whole.values = std::make_shared<const SliceValues>(std::move(*values));
    }
    return whole;
}

/// Passes partial results to the inbox if the window is large.
template <typename Numbers, typename Part, typename Inbox>
Result<Whole> reduceInSteps(
    const Numbers& numbers, Part part, const GridSource& source, const GridShape& shape, const Work& work, Inbox& inbox)
{
    const Slice& slice = source.sliced.slice;
    const SliceWindow& window = shape.window;
    const bool large = window.columns > 0 && window.rows > worthSampling / window.columns;
    GridDelivery deliver;
    if (large) {
        for (const std::uint64_t most : sampledCells) {
            auto sample = sampleGrid(numbers, slice, part,
                GridShape::fitting(window, std::min(most, shape.rows()), std::min(most, shape.columns())), work);
            if (!sample)
                return fail(std::move(sample.error()));
            const std::scoped_lock lock(inbox.mutex);
            inbox.sample = std::move(*sample);
        }
        {
            const std::scoped_lock lock(inbox.mutex);
            inbox.begun = emptyGrid(numbers, part, shape);
        }
        deliver = [&inbox](GridPart done) {
            const std::scoped_lock lock(inbox.mutex);
            inbox.parts.push_back(std::move(done));
        };
    }
    auto grid = reduceGrid(numbers, slice, part, shape, work, deliver);
    if (!grid)
        return fail(std::move(grid.error()));
    return withValues(numbers, part, source, std::move(*grid), work);
}

} // namespace

/// Filled by the job's threads; emptied by the UI thread.
struct GridJob::Inbox {
    std::mutex mutex;
    std::optional<Grid> sample;
    std::optional<Grid> begun; ///< the grid without any cells
    std::vector<GridPart> parts;
};

GridJob::GridJob(QObject* parent)
    : QObject(parent)
{
    m_look.setInterval(25ms);
    connect(&m_look, &QTimer::timeout, this, &GridJob::takeArrived);
    connect(&m_job, &JobRunner::progressed, this, &GridJob::progressed);
    connect(&m_job, &JobRunner::runningChanged, this, &GridJob::runningChanged);
}

GridJob::~GridJob() = default;

void GridJob::start(GridSource source, const GridShape& shape)
{
    m_partial.reset();
    m_inbox = std::make_shared<Inbox>();
    m_look.start();
    auto job = [source = std::move(source), shape, inbox = m_inbox](const Work& work) -> Result<Whole> {
        auto elements = Elements::open(source.sliced.checkpoint, source.sliced.tensor);
        if (!elements)
            return fail(std::move(elements.error()));
        if (!source.minuend)
            return reduceInSteps(*elements, source.numberPart(), source, shape, work, *inbox);
        auto minuend = Elements::open(source.minuend->checkpoint, source.minuend->tensor);
        if (!minuend)
            return fail(std::move(minuend.error()));
        return reduceInSteps(ElementPair(*elements, *minuend), source.part, source, shape, work, *inbox);
    };
    m_job.start(std::move(job), [this](Result<Whole> whole) {
        stop();
        if (whole)
            emit finished(whole->grid, whole->ranges, whole->values);
        else
            emit failed(whole.error());
    });
}

void GridJob::stop()
{
    m_look.stop();
    m_inbox.reset();
    m_partial.reset();
    m_job.stop();
}

void GridJob::takeArrived()
{
    std::optional<Grid> sample;
    std::vector<GridPart> parts;
    {
        const std::scoped_lock lock(m_inbox->mutex);
        sample = std::exchange(m_inbox->sample, std::nullopt);
        parts.swap(m_inbox->parts);
        if (m_inbox->begun && !m_partial)
            m_partial = std::make_shared<Grid>(std::move(*m_inbox->begun));
    }
    if (sample)
        emit sampled(std::make_shared<const Grid>(std::move(*sample)));
    if (!m_partial || parts.empty())
        return;
    for (const GridPart& part : parts)
        copyInto(*m_partial, part);
    emit advanced(m_partial, parts);
}

} // namespace loupe
