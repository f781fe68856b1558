#pragma once

#include "analysis/slices/slice.h"
#include "items/compare/pair/pair_side.h"

#include <QWidget>

#include <array>
#include <cstdint>
#include <optional>

class QGridLayout;
class QHBoxLayout;
class QLabel;

namespace loupe {

class ChoiceSwitch;
class ColorScale;
class ElidedLabel;
class HeatMapCanvas;
class SliceBar;

/// The heat maps of a pair. A and B share one color scale; B − A has its own or the same one, and gets the most room.
/// They are arranged side by side or stacked, depending on the space; if there is too little, a switch chooses one.
/// While they are linked, zooming, moving or reading one applies to all.
class PairPictures : public QWidget {
    Q_OBJECT

public:
    explicit PairPictures(QWidget* parent = nullptr);

    /// Sets the visible pictures. Linked pictures must have tables of equal size.
    void setShown(std::array<bool, 3> shown, bool linked);
    /// Requests one scale for all three pictures; see hasOneScale().
    void setOneScale(bool wanted) { m_oneScale = wanted; }
    /// True if there is a picture of B − A and it uses valueScale().
    bool hasOneScale() const { return m_oneScale && isShown(PairSide::Difference) && hasTable(PairSide::Difference); }
    /// Shows scales only next to pictures. Call it once the canvases have their tables or messages.
    void placeScales();
    bool isShown(PairSide side) const { return m_shown[std::size_t(side)]; }
    bool isLinked() const { return m_linked; }

    HeatMapCanvas& canvas(PairSide side) { return *pane(side).canvas; }
    const HeatMapCanvas& canvas(PairSide side) const { return *m_panes[std::size_t(side)].canvas; }
    /// The slice bar of one picture, created on demand. The difference has none.
    SliceBar& sliceBar(PairSide side) { return *pane(side).sliceBar; }
    /// Chooses the picture if there is room for only one.
    ChoiceSwitch& oneSwitch() { return *m_switch; }
    /// The first visible side that has a table, in the order difference, A, B.
    std::optional<PairSide> leader() const;
    ColorScale& valueScale() { return *m_valueScale.scale; }
    ColorScale& differenceScale() { return *m_differenceScale.scale; }

    /// A remark next to the side's letter.
    void setRemark(PairSide side, const QString& text) const;
    QString remark(PairSide side) const;
    /// The content of the current cell on that side.
    void setReadout(PairSide side, const QString& text) const;
    QString readout(PairSide side) const;

signals:
    /// The current cell has changed.
    void currentChanged();
    /// The set of visible pictures has changed.
    void seenChanged();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    enum class Form : std::uint8_t { Column, Corner, Row, One };
    struct Pane {
        QWidget* widget;
        QHBoxLayout* line; ///< the title, remark, readout and slice bar
        QLabel* title;
        ElidedLabel* remark;
        ElidedLabel* readout;
        SliceBar* sliceBar;
        HeatMapCanvas* canvas;
    };
    struct Scale {
        QWidget* widget;
        QLabel* title;
        ColorScale* scale;
    };

    Pane& pane(PairSide side) { return m_panes[std::size_t(side)]; }
    Pane makePane(PairSide side);
    Scale makeScale(const QString& title);
    void link(PairSide side);
    bool hasTable(PairSide side) const;
    Form form() const;
    /// True if the side is shown and there is room for it.
    bool isSeen(PairSide side) const;
    void arrange();
    void arrangeScales();
    void showPanes();
    void showScales();
    QString valueScaleTitle() const;

    ChoiceSwitch* m_switch; ///< in the order of PairSide
    std::array<Pane, 3> m_panes;
    Scale m_valueScale;
    Scale m_differenceScale;
    QGridLayout* m_grid;
    std::array<bool, 3> m_shown{};
    bool m_linked = true;
    /// The picture that was zoomed or moved last. The others follow its view, even if their sizes change. Empty: they
    /// follow the leader.
    std::optional<PairSide> m_moved;
    bool m_oneScale = false;
    bool m_arrangedForOne = false;
    Form m_form = Form::Corner;
};

/// "A", "B", "B − A".
QString sideName(PairSide side);

} // namespace loupe
