#pragma once

#include "views/compare/comparison_tab.h"
#include "views/compare/pair_heat_map_readout.h"
#include "views/compare/pair_pictures.h"

#include <optional>

class QComboBox;
class QToolButton;

namespace loupe {

class ElidedLabel;
class HeatMapCanvas;
struct PictureSpecials;

/// Heat maps of A, B and B − A over two axes of the selected pair. Reads only what is shown, and only while the tab is
/// visible.
class PairHeatMapTab : public ComparisonTab {
    Q_OBJECT

public:
    explicit PairHeatMapTab(QWidget* parent = nullptr);

    void setResults(const ComparisonResultsPtr& results) override;
    void setNode(std::optional<NameTree::NodeId> node) override;
    void onResultsAdded(bool ended) override;
    void setActive(bool active) override;
    bool isBusy() const override;
    void stop() override;

    /// On: all three pictures use the range of A's and B's values, so a small change looks small. Off: B − A has its
    /// own range, because most changes would not be visible otherwise.
    void setOneScale(bool on);
    bool hasOneScale() const;

    PairPictures& pictures() { return *m_pictures; }
    SliceBar& sliceBar() { return *m_sliceBar; }
    /// The sentence shown instead of all pictures; empty if there is at least one picture.
    QString message() const;
    /// Why a picture is missing; empty if none is.
    QString note() const;
    /// "[0, 3]: A 0.5, B 0.75, B − A 0.25"; empty while no cell is read.
    QString readout() const { return m_readout->text(); }

private:
    HeatMapReading& reading(PairSide side) const { return *m_readings[std::size_t(side)]; }
    void makeControls();
    void makeLayout();
    void connectReading(PairSide side);
    const TensorPair& pair() const { return m_results->paired()->pairs[*m_pair]; }
    std::optional<std::uint32_t> tensor(PairSide side) const;
    const std::shared_ptr<const Checkpoint>& checkpoint(PairSide side) const;
    bool isStopped() const;
    bool isIdentical() const;
    /// True if at least one side is complex. Both are then treated as complex.
    bool isComplex() const;
    void clear();
    void showMessage(const QString& sentence);
    void showPair();
    void showNote();
    void showTables();
    void showTable(PairSide side, GridSource source);
    void showNoTable(PairSide side, const QString& sentence);
    void showIdentical();
    void showError(PairSide side, const Error& error);
    void showProgress(PairSide side, const JobProgress& progress);
    GridSource source(PairSide side) const;
    void updatePictures();
    void showEquality(const PictureSpecials& specials);
    void goToFirstDifference();
    void resume();
    /// Says that nothing differs, and how much of the pair that covers.
    QString equalRemark() const;
    void updateControls();
    void updateLegend();
    void updateReadout();

    ComparisonResultsPtr m_results;
    std::optional<std::uint32_t> m_pair;
    bool m_active = false;
    bool m_knownIdentical = false; ///< judged from the pictures
    std::uint64_t m_unfetched = 0; ///< bytes that the user has not agreed to fetch; the pictures wait for it
    bool m_failed = false; ///< a picture has failed since reading started
    bool m_wentToFirst = true; ///< or does not need to
    Slice m_opened; ///< the initial slice, before the user chose another
    ElidedLabel* m_title;
    QComboBox* m_partBox;
    QComboBox* m_rangeBox;
    QComboBox* m_scaleBox;
    QToolButton* m_fit;
    QToolButton* m_compute; ///< visible only after a stop
    QToolButton* m_stop; ///< visible only while a job is running
    SliceBar* m_sliceBar;
    ElidedLabel* m_note;
    HeatMapCanvas* m_empty; ///< shown instead of the pictures
    PairPictures* m_pictures;
    ElidedLabel* m_place; ///< shows which elements the readout is about
    ElidedLabel* m_legend; ///< what a cell represents, or the reading progress
    PairReadings m_readings;
    PairHeatMapReadout* m_readout;
};

} // namespace loupe
