#pragma once

#include "items/heat_map/grid_job.h"
#include "items/writing/file_saver.h"

#include <QWidget>

#include <memory>
#include <optional>

class QComboBox;
class QToolButton;

namespace loupe {

class ColorScale;
class ElidedLabel;
class HeatMapCanvas;
class HeatMapReading;
class LinkButton;
class NamePatterns;
class SliceBar;

/// Two axes of the selected tensor as a heat map. Reads only what is shown, and only while the view is visible.
class HeatMapView : public QWidget {
    Q_OBJECT

public:
    explicit HeatMapView(QWidget* parent = nullptr);

    /// Null: nothing is open.
    void setCheckpoint(std::shared_ptr<const Checkpoint> checkpoint);
    /// Used to shorten tensor names in the title; may be null.
    void setNamePatterns(std::shared_ptr<const NamePatterns> patterns);
    void setTensor(std::optional<std::uint32_t> tensor);
    /// Starts work when the view is shown and stops it when the view is hidden.
    void setActive(bool active);

    /// True while the picture is being computed.
    bool isBusy() const;
    void stop();

    HeatMapCanvas& canvas() { return *m_canvas; }
    SliceBar& sliceBar() { return *m_sliceBar; }
    /// The text below the picture.
    QString readout() const;
    /// Writes the picture and its scale to a file. Emits saveFailed() on failure.
    void save(const QString& path);

signals:
    void busyChanged();
    /// A file could not be written: `sentence` names it and says why.
    void saveFailed(const QString& sentence);

private:
    void makeControls();
    void makeLayout();
    void connectReading();
    void showTensor();
    void showSlice();
    void resume();
    void showMessage(const QString& sentence);
    void updatePicture();
    void updateReadout();
    void updateLegend();
    void updateControls();
    void copyPicture();
    void chooseFile();

    std::shared_ptr<const Checkpoint> m_checkpoint;
    std::optional<std::uint32_t> m_tensor;
    Slice m_slice;
    ElidedLabel* m_title;
    QComboBox* m_partBox;
    QComboBox* m_rangeBox;
    QToolButton* m_fit;
    QToolButton* m_export;
    QToolButton* m_compute; ///< visible only after a stop
    QToolButton* m_stop; ///< visible only while a job is running
    SliceBar* m_sliceBar;
    QWidget* m_picture; ///< the canvas and its scale
    HeatMapCanvas* m_canvas;
    HeatMapReading* m_reading;
    std::uint64_t m_unfetched = 0; ///< bytes that the user has not agreed to fetch; reading waits for it
    ColorScale* m_scale;
    ElidedLabel* m_readout;
    LinkButton* m_fullRange; ///< visible only if the automatic color range cuts off values
    ElidedLabel* m_legend; ///< what a cell represents, or the reading progress
    FileSaver m_saver;
};

} // namespace loupe
