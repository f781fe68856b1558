#pragma once

#include "items/compare/pair_cell_job.h"
#include "views/compare/pair_pictures.h"

#include <QObject>

#include <array>

namespace loupe {

class ElidedLabel;
class HeatMapReading;

/// By PairSide.
using PairReadings = std::array<HeatMapReading*, 3>;

/// Reads out the cell under the pointer of a pair's heat maps. The cells of B − A are others than those of A and B, so
/// the elements below the pointer are read again on both sides.
class PairHeatMapReadout : public QObject {
    Q_OBJECT

public:
    /// `place`: shows which elements are read out. All must outlive this.
    PairHeatMapReadout(PairPictures& pictures, const PairReadings& readings, ElidedLabel& place, QObject* parent);

    /// Reads what is under the pointer now, unless that was done. `isActive`: the pictures are on the screen.
    void update(bool isActive);
    void stop();
    /// "[0, 3]: A 0.5, B 0.75, B − A 0.25"; empty while no cell is read.
    QString text() const { return m_text; }

private:
    bool readsBoth() const;
    QString textApart() const;
    void read(Slice::Cell cell);
    void show(const PairCell& cell);
    void setText(const QString& place, const QString& whole);

    PairPictures& m_pictures;
    const PairReadings& m_readings;
    ElidedLabel& m_place;
    GridSource m_source; ///< of B − A, for the cell that is read
    SliceWindow m_cell; ///< what is being read out; empty while nothing is
    QString m_text;
    PairCellJob m_job;
};

} // namespace loupe
