#pragma once

#include "items/file_saver.h"
#include "items/grid_job.h"
#include "views/colour_map.h"

#include <QWidget>

#include <memory>
#include <optional>

class QComboBox;
class QToolButton;

namespace loupe {

class ColourScale;
class ElidedLabel;
class HeatMapCanvas;
class LinkButton;
class SliceBar;

/// Two axes of the selected tensor as a picture. Reads only what is shown, and only while it is on the screen.
class HeatMapView : public QWidget {
    Q_OBJECT

public:
    explicit HeatMapView(QWidget* parent = nullptr);

    /// Null: nothing is open.
    void setCheckpoint(std::shared_ptr<const Checkpoint> checkpoint);
    void setTensor(std::optional<std::uint32_t> tensor);
    /// Shown or not: work is begun and stopped accordingly.
    void setActive(bool active);

    /// True while the picture is being computed.
    bool busy() const { return m_whole.isRunning() || m_detail.isRunning(); }
    void stop();

    HeatMapCanvas& canvas() { return *m_canvas; }
    SliceBar& sliceBar() { return *m_sliceBar; }
    /// What stands beneath the picture.
    QString readout() const;
    /// Writes the picture with its scale; saveFailed() says where that fails.
    void save(const QString& path);

signals:
    void busyChanged();
    /// A file could not be written: `sentence` names it and says why.
    void saveFailed(const QString& sentence);

private:
    /// The grids of one job, coarse to fine.
    struct Grids {
        GridPtr before; ///< of the job before, until this one's is complete
        GridPtr sample;
        GridPtr exact; ///< grows while the job runs
        std::optional<GridShape> wanted; ///< what was asked for last
        std::optional<GridRanges> ranges; ///< of the last grid that was complete, or the sample until there is one
    };

    void makeControls();
    void makeLayout();
    void connectJob(GridJob& job, Grids& grids);
    void showTensor();
    void showSlice();
    void showMessage(const QString& sentence);
    void read();
    void start(GridJob& job, Grids& grids, const GridShape& shape);
    void updatePicture();
    void updateReadout();
    void updateLegend();
    void updateControls();
    QString cellText(Slice::Cell cell) const;
    SlicedTensor sliced() const;
    ComplexPart part() const;
    void copyPicture();
    void chooseFile();

    std::shared_ptr<const Checkpoint> m_checkpoint;
    std::optional<std::uint32_t> m_tensor;
    Slice m_slice;
    bool m_active = false;
    bool m_stopped = false; ///< by a person: nothing begins by itself
    GridJob m_whole; ///< all of the slice, for the range of colours and as a background
    GridJob m_detail; ///< what can be seen, where it is not all
    Grids m_wholeGrids;
    Grids m_detailGrids;
    ElidedLabel* m_title;
    QComboBox* m_partBox;
    QComboBox* m_rangeBox;
    QToolButton* m_fit;
    QToolButton* m_copy;
    QToolButton* m_save;
    QToolButton* m_compute; ///< only there after a stop
    QToolButton* m_stop; ///< only there while it computes
    SliceBar* m_sliceBar;
    QWidget* m_picture; ///< canvas and scale
    HeatMapCanvas* m_canvas;
    ColourScale* m_scale;
    ElidedLabel* m_readout;
    LinkButton* m_fullRange; ///< only there where the range of colours leaves out values that nobody asked to leave out
    ElidedLabel* m_legend; ///< what a cell stands for, or how far the reading is
    FileSaver m_saver;
};

} // namespace loupe
