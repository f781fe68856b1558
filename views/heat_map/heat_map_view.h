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

/// Two axes of the selected tensor as a picture. Reads only what is shown, and only while it is on the screen.
class HeatMapView : public QWidget {
    Q_OBJECT

public:
    explicit HeatMapView(QWidget* parent = nullptr);

    /// Null: nothing is open.
    void setCheckpoint(std::shared_ptr<const Checkpoint> checkpoint);
    /// What distinguishes the names of tensors, for the title; may be null.
    void setNamePatterns(std::shared_ptr<const NamePatterns> patterns);
    void setTensor(std::optional<std::uint32_t> tensor);
    /// Shown or not: work is begun and stopped accordingly.
    void setActive(bool active);

    /// True while the picture is being computed.
    bool isBusy() const;
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
    QToolButton* m_compute; ///< only there after a stop
    QToolButton* m_stop; ///< only there while it computes
    SliceBar* m_sliceBar;
    QWidget* m_picture; ///< canvas and scale
    HeatMapCanvas* m_canvas;
    HeatMapReading* m_reading;
    std::uint64_t m_unfetched = 0; ///< bytes that nobody has agreed to fetch; it waits for that
    ColorScale* m_scale;
    ElidedLabel* m_readout;
    LinkButton* m_fullRange; ///< only there where the range of colors omits values that nobody asked to omit
    ElidedLabel* m_legend; ///< what a cell stands for, or how far the reading is
    FileSaver m_saver;
};

} // namespace loupe
