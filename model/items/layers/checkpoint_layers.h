#pragma once

#include "items/jobs/job_runner.h"
#include "items/layers/figure_cells.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>
#include <vector>

namespace loupe {

class HealthScan;

/// Which tensors a grid of layers has, and what repeats inside of their blocks.
struct LayerParts {
    enum class Kind : std::uint8_t {
        Merged, ///< experts are one role
        Each, ///< each expert has its roles
        Block, ///< experts of one block side by side
    };
    Kind kind = Kind::Merged;
    NameTree::NodeId block = 0; ///< of Block

    bool operator==(const LayerParts&) const = default;
};

/// The tensors of one checkpoint as a grid of layers and roles, with a figure of each cell: laid out and found in a
/// job. Follows a scan, and a search for stable ranks, a few times a second.
class CheckpointLayers : public QObject {
    Q_OBJECT

public:
    explicit CheckpointLayers(QObject* parent = nullptr);
    ~CheckpointLayers() override;

    /// To be called once, before there is a checkpoint. Not owned.
    void setScan(HealthScan* scan);
    /// Null: nothing is open.
    void setCheckpoint(OpenedCheckpointPtr opened);
    /// What was there stays until the new figure is found.
    void setFigure(CellFigure figure);
    CellFigure figure() const { return m_figure; }
    void setParts(const LayerParts& parts);
    const LayerParts& parts() const { return m_parts; }
    /// Begins, and follows, only while it is looked at.
    void setActive(bool active);

    /// What is there is not what was asked for, or not all that the scan and the search know.
    bool isBusy() const { return m_job.isRunning() || m_later.isActive(); }
    const std::optional<Error>& error() const { return m_error; }
    const OpenedCheckpointPtr& opened() const { return m_opened; }
    HealthScan* scan() const { return m_scan; }
    StableRankSearch& ranks() { return m_ranks; }
    /// Finds the stable ranks of the whole grid, those of these rows first.
    void findRanks(std::vector<std::uint32_t> first);
    /// Empty before it is laid out. Its names are the checkpoint's.
    const LayerGrid& grid() const { return *m_grid; }
    /// The figure that was asked for last, for the grid's cells, once it is found.
    const FigureCells& cells() const { return *m_cells; }
    /// The checkpoint has the figure UpdateNorm; known once the grid was laid out.
    bool isAdapter() const { return m_isAdapter; }
    /// Null before they were asked for.
    const std::shared_ptr<const UpdateNorms>& norms() const { return m_norms; }
    /// For a job.
    std::shared_ptr<const LayerGrid> sharedGrid() const { return m_grid; }
    /// Blocks with experts; known once the grid was laid out with these merged.
    const std::vector<NameTree::NodeId>& blocksWithExperts() const { return m_blocks; }

signals:
    /// grid() is another one, cells() as well.
    void laidOut();
    /// cells() are others.
    void changed();
    void busyChanged();

private:
    struct Found;

    void want();
    void follow();
    void begin();
    void take(Found found);

    OpenedCheckpointPtr m_opened;
    HealthScan* m_scan = nullptr;
    CellFigure m_figure = CellFigure::Bytes;
    LayerParts m_parts;
    std::shared_ptr<const LayerGrid> m_grid;
    std::shared_ptr<const FigureCells> m_cells;
    std::vector<NameTree::NodeId> m_blocks;
    StableRankSearch m_ranks;
    std::shared_ptr<const UpdateNorms> m_norms;
    bool m_isAdapter = false;
    JobRunner m_job;
    QTimer m_later; ///< runs while the scan or the search knows more than what is shown
    bool m_active = false;
    bool m_isLaidOut = false; ///< as m_parts says
    bool m_wanted = false;
    std::optional<Error> m_error;
};

} // namespace loupe
