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

/// Two axes of the selected pair as pictures of A, B and B − A. Reads only what is shown, and only while it is on the
/// screen.
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

    /// All three pictures go by the range of A's and B's values, so that a small change looks small; else B − A has its
    /// own range, since most changes would not be seen.
    void setOneScale(bool on);
    bool hasOneScale() const;

    PairPictures& pictures() { return *m_pictures; }
    SliceBar& sliceBar() { return *m_sliceBar; }
    /// The sentence in the place of all pictures; empty if there is any.
    QString message() const;
    /// The sentence about a picture that is not there; empty if all are.
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
    /// One side at least, and then both are taken for it.
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
    /// That nothing differs, and how far that is known.
    QString equalRemark() const;
    void updateControls();
    void updateLegend();
    void updateReadout();

    ComparisonResultsPtr m_results;
    std::optional<std::uint32_t> m_pair;
    bool m_active = false;
    bool m_knownIdentical = false; ///< as far as the pictures show it
    std::uint64_t m_unfetched = 0; ///< bytes that nobody has agreed to fetch; the pictures wait for that
    bool m_failed = false; ///< a picture, since they were begun
    bool m_wentToFirst = true; ///< or need not
    Slice m_opened; ///< before anything was chosen
    ElidedLabel* m_title;
    QComboBox* m_partBox;
    QComboBox* m_rangeBox;
    QComboBox* m_scaleBox;
    QToolButton* m_fit;
    QToolButton* m_compute; ///< only there after a stop
    QToolButton* m_stop; ///< only there while it computes
    SliceBar* m_sliceBar;
    ElidedLabel* m_note;
    HeatMapCanvas* m_empty; ///< in the place of the pictures
    PairPictures* m_pictures;
    ElidedLabel* m_place; ///< which elements are read out
    ElidedLabel* m_legend; ///< what a cell stands for, or how far the reading is
    PairReadings m_readings;
    PairHeatMapReadout* m_readout;
};

} // namespace loupe
