#pragma once

#include "items/layers/checkpoint_layers.h"
#include "items/writing/file_saver.h"

#include <QWidget>

#include <cstdint>
#include <optional>

class QComboBox;
class QPushButton;
class QSplitter;
class QToolButton;

namespace loupe {

class ChoiceSwitch;
class ElidedLabel;
class FigureCanvas;
class FigureLegend;
class HistoryChart;

/// A checkpoint as a grid of layers and roles, colored by a figure, with a curve of the chosen role over its blocks.
class LayersView : public QWidget {
    Q_OBJECT

public:
    explicit LayersView(QWidget* parent = nullptr);

    /// Call once, before setCheckpoint(). Does not take ownership.
    void setScan(HealthScan* scan);
    /// Null: nothing is open.
    void setCheckpoint(OpenedCheckpointPtr opened);
    /// The selected tensor.
    void setTensor(std::optional<std::uint32_t> tensor);
    /// The selected group of the checkpoint's tree of names.
    void setGroup(std::optional<NameTree::NodeId> group);
    void setActive(bool active);
    bool isBusy() const { return m_layers->isBusy() || m_copying.isRunning(); }
    /// True if stable ranks are being computed.
    bool isSearching() const;
    void stopSearch();

    void setFigure(CellFigure figure);
    CellFigure figure() const { return m_layers->figure(); }
    void setParts(const LayerParts& parts);

    CheckpointLayers& layers() { return *m_layers; }
    FigureCanvas& canvas() { return *m_canvas; }
    FigureLegend& legend() { return *m_legend; }
    HistoryChart& chart() { return *m_chart; }
    ChoiceSwitch& scales() { return *m_scales; }
    QComboBox& partsBox() { return *m_parts; }
    QPushButton& scanButton() { return *m_scanButton; }
    QToolButton& exportButton() { return *m_export; }
    /// Describes the cell under the pointer, or the chosen one, in three lines.
    QString readout() const;
    /// The grid as shown, with the name of the checkpoint and the legend above it.
    QImage picture();

signals:
    void tensorChosen(std::uint32_t tensor);
    void groupChosen(loupe::NameTree::NodeId group);
    void busyChanged();
    void saveFailed(const QString& sentence);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void layOut();
    void connectParts();
    void makeExportMenu();
    void offerFigures();
    void chooseFirstFigure();
    void onLaidOut();
    void fillParts();
    bool hasBlocks() const;
    void showFigures();
    void showCurves();
    void showLegend();
    void showReadout();
    void showScan();
    void showSearch();
    void findRanks();
    void updateIcons();
    std::optional<std::uint32_t> readCell() const;
    QString message() const;
    static QString unknownText(CellFigure figure);
    void copyData();
    void savePicture();
    void saveCsv();

    CheckpointLayers* m_layers;
    QComboBox* m_figures;
    ChoiceSwitch* m_scales;
    QComboBox* m_parts;
    QPushButton* m_scanButton;
    QToolButton* m_export;
    FigureLegend* m_legend;
    FigureCanvas* m_canvas;
    QWidget* m_curves;
    ElidedLabel* m_curvesTitle;
    HistoryChart* m_chart;
    QSplitter* m_splitter;
    ElidedLabel* m_name;
    ElidedLabel* m_values;
    ElidedLabel* m_more;
    std::optional<std::uint32_t> m_chartColumn; ///< under the pointer
    bool m_figureChosen = false; ///< by the user, for this checkpoint
    FileSaver m_saver;
    JobRunner m_copying;
};

} // namespace loupe
