#pragma once

#include "analysis/slices/grid_reduction.h"
#include "items/heat_map/color_range.h"
#include "items/jobs/job_runner.h"
#include "items/values/value_pages.h"

#include <QObject>
#include <QTimer>
#include <memory>
#include <optional>
#include <vector>

namespace loupe {

using GridPtr = std::shared_ptr<const Grid>;
using SliceValuesPtr = std::shared_ptr<const SliceValues>; ///< null: no finite values

/// Where the numbers of a grid come from: a sliced tensor, or how much those of another one are greater.
struct GridSource {
    struct Other {
        std::shared_ptr<const Checkpoint> checkpoint;
        std::uint32_t tensor = 0; ///< of as many elements, sliced alike
    };

    SlicedTensor sliced;
    ComplexPart part = ComplexPart::Real;
    std::optional<Other> minuend = {};
    bool asComplex = false; ///< real numbers too, as those of a pair of which one side is complex

    NumberPart numberPart() const { return {part, asComplex}; }
};

/// Reduces a window of a sliced tensor, or of the differences of two, to a grid, off the UI thread. What is known so
/// far comes early: first, of a large window, a coarse impression, then the exact cells as they are done. The newest
/// request wins.
class GridJob : public QObject {
    Q_OBJECT

public:
    explicit GridJob(QObject* parent = nullptr);
    ~GridJob() override;

    void start(GridSource source, const GridShape& shape);
    void stop();
    bool isRunning() const { return m_job.isRunning(); }

signals:
    /// A few elements of each cell of a coarser grid over the same window.
    void sampled(const loupe::GridPtr& grid);
    /// `grid` has the cells of `parts` since the last time. It changes with the next one.
    void advanced(const loupe::GridPtr& grid, const std::vector<loupe::GridPart>& parts);
    /// The whole grid, exact, and what colors need of its values. The ranges of differences are around 0.
    void finished(const loupe::GridPtr& grid, const std::optional<loupe::ColorRanges>& ranges,
        const loupe::SliceValuesPtr& values);
    void failed(const loupe::Error& error);
    void progressed(const loupe::JobProgress& progress);
    void runningChanged(bool running);

private:
    struct Inbox;
    void takeArrived();

    JobRunner m_job;
    QTimer m_look; ///< at the inbox
    std::shared_ptr<Inbox> m_inbox; ///< of the running job
    std::shared_ptr<Grid> m_partial; ///< what has arrived of it
};

} // namespace loupe
