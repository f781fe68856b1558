#pragma once

#include "analysis/slices/slice.h"
#include "items/compare/pair_side.h"

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

/// The heat maps of a pair: A and B with one scale of colors, and B − A with its own or the same, and the most room;
/// side by side or beneath each other, as there is room; where there is too little, one of them, by a switch. While
/// they are linked, whoever zooms, moves or reads one does so in all.
class PairPictures : public QWidget {
    Q_OBJECT

public:
    explicit PairPictures(QWidget* parent = nullptr);

    /// Which pictures there are. Linked ones have equal tables.
    void setShown(std::array<bool, 3> shown, bool linked);
    /// Wanted for all three; see hasOneScale().
    void setOneScale(bool wanted) { m_oneScale = wanted; }
    /// B − A, where there is a picture of it, goes by valueScale().
    bool hasOneScale() const { return m_oneScale && isShown(PairSide::Difference) && hasTable(PairSide::Difference); }
    /// Only next to pictures: for when the canvases have their tables, or say why they have none.
    void placeScales();
    bool isShown(PairSide side) const { return m_shown[std::size_t(side)]; }
    bool isLinked() const { return m_linked; }

    HeatMapCanvas& canvas(PairSide side) { return *pane(side).canvas; }
    const HeatMapCanvas& canvas(PairSide side) const { return *m_panes[std::size_t(side)].canvas; }
    /// The slice bar of one picture; the difference has none. Made on demand.
    SliceBar& sliceBar(PairSide side) { return *pane(side).sliceBar; }
    /// Where there is room for one picture only: which one.
    ChoiceSwitch& oneSwitch() { return *m_switch; }
    /// The first side on the screen that has a table, in the order difference, A, B.
    std::optional<PairSide> leader() const;
    ColorScale& valueScale() { return *m_valueScale.scale; }
    ColorScale& differenceScale() { return *m_differenceScale.scale; }

    /// Next to the side's letter: what it is.
    void setRemark(PairSide side, const QString& text) const;
    QString remark(PairSide side) const;
    /// What stands in its cell that is being read.
    void setReadout(PairSide side, const QString& text) const;
    QString readout(PairSide side) const;

signals:
    /// Another cell of a picture is read.
    void currentChanged();
    /// Other pictures than before are on the screen.
    void seenChanged();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    enum class Form : std::uint8_t { Column, Corner, Row, One };
    struct Pane {
        QWidget* widget;
        QHBoxLayout* line; ///< of what follows, without the canvas
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
    /// It is shown, and there is room for it.
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
    /// Was zoomed or moved last: the others show its place, whatever their sizes become. Else the leader's.
    std::optional<PairSide> m_moved;
    bool m_oneScale = false;
    bool m_arrangedForOne = false;
    Form m_form = Form::Corner;
};

/// "A", "B", "B − A".
QString sideName(PairSide side);

} // namespace loupe
