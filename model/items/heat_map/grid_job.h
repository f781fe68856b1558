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

/// The source of a grid's numbers: a sliced tensor, or the difference of another tensor and this one.
struct GridSource {
    struct Other {
        std::shared_ptr<const Checkpoint> checkpoint;
        std::uint32_t tensor = 0; ///< has the same number of elements, and the same slicing
    };

    SlicedTensor sliced;
    ComplexPart part = ComplexPart::Real;
    std::optional<Other> minuend = {};
    bool asComplex = false; ///< treat real numbers as complex, for a pair with one complex side

    NumberPart numberPart() const { return {part, asComplex}; }
};

/// Reduces a window of a sliced tensor, or of the difference of two tensors, to a grid, off the UI thread. Reports
/// partial results early: for a large window, first a coarse preview, then the exact cells as they are completed. The
/// newest request wins.
class GridJob : public QObject {
    Q_OBJECT

public:
    explicit GridJob(QObject* parent = nullptr);
    ~GridJob() override;

    void start(GridSource source, const GridShape& shape);
    void stop();
    bool isRunning() const { return m_job.isRunning(); }

signals:
    /// A preview: a few elements for each cell of a coarser grid over the same window.
    void sampled(const loupe::GridPtr& grid);
    /// `grid` has new cells, in `parts`. It changes again with the next signal.
    void advanced(const loupe::GridPtr& grid, const std::vector<loupe::GridPart>& parts);
    /// The complete, exact grid, and the data for its colors. The ranges of differences are centered at 0.
    void finished(const loupe::GridPtr& grid, const std::optional<loupe::ColorRanges>& ranges,
        const loupe::SliceValuesPtr& values);
    void failed(const loupe::Error& error);
    void progressed(const loupe::JobProgress& progress);
    void runningChanged(bool running);

private:
    struct Inbox;
    void takeArrived();

    JobRunner m_job;
    QTimer m_look; ///< polls the inbox
    std::shared_ptr<Inbox> m_inbox; ///< of the running job
    std::shared_ptr<Grid> m_partial; ///< what has arrived of the running job
};

} // namespace loupe
