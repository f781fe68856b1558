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

/// Selects the tensors of a grid of layers, and the arrangement of experts.
struct LayerParts {
    enum class Kind : std::uint8_t {
        Merged, ///< the experts of a block are merged into one role
        Each, ///< each expert has its own roles
        Block, ///< the experts of one block, side by side
    };
    Kind kind = Kind::Merged;
    NameTree::NodeId block = 0; ///< for Kind::Block

    bool operator==(const LayerParts&) const = default;
};

/// The tensors of one checkpoint as a grid of layers and roles, with a figure for each cell. Lays out and computes in a
/// job. Follows a scan and a search for stable ranks, with a few updates per second.
class CheckpointLayers : public QObject {
    Q_OBJECT

public:
    explicit CheckpointLayers(QObject* parent = nullptr);
    ~CheckpointLayers() override;

    /// Call once, before setCheckpoint(). Does not take ownership.
    void setScan(HealthScan* scan);
    /// Null: nothing is open.
    void setCheckpoint(OpenedCheckpointPtr opened);
    /// The previous figure stays until the new one is ready.
    void setFigure(CellFigure figure);
    CellFigure figure() const { return m_figure; }
    void setParts(const LayerParts& parts);
    const LayerParts& parts() const { return m_parts; }
    /// Computes and follows only while it is visible.
    void setActive(bool active);

    /// True if the contents are not what was requested, or lag behind the scan or the search.
    bool isBusy() const { return m_job.isRunning() || m_later.isActive(); }
    const std::optional<Error>& error() const { return m_error; }
    const OpenedCheckpointPtr& opened() const { return m_opened; }
    HealthScan* scan() const { return m_scan; }
    StableRankSearch& ranks() { return m_ranks; }
    /// Finds the stable ranks of the whole grid, starting with these rows.
    void findRanks(std::vector<std::uint32_t> first);
    /// Empty until the first layout. Its names refer to the checkpoint.
    const LayerGrid& grid() const { return *m_grid; }
    /// The figure that was requested last, for the grid's cells, once it is ready.
    const FigureCells& cells() const { return *m_cells; }
    /// True if the checkpoint has the figure UpdateNorm; known once the grid is laid out.
    bool isAdapter() const { return m_isAdapter; }
    /// Null until they are requested.
    const std::shared_ptr<const UpdateNorms>& norms() const { return m_norms; }
    /// For use in jobs.
    std::shared_ptr<const LayerGrid> sharedGrid() const { return m_grid; }
    /// The blocks with experts; known once the grid was laid out with Kind::Merged.
    const std::vector<NameTree::NodeId>& blocksWithExperts() const { return m_blocks; }

signals:
    /// grid() and cells() have changed.
    void laidOut();
    /// cells() has changed.
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
    QTimer m_later; ///< runs while the contents lag behind the scan or the search
    bool m_active = false;
    bool m_isLaidOut = false; ///< m_grid has the arrangement m_parts
    bool m_wanted = false;
    std::optional<Error> m_error;
};

} // namespace loupe
