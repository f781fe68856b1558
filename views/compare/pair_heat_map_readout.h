#pragma once

#include "items/compare/pair/pair_cell_job.h"
#include "views/compare/pair_pictures.h"

#include <QObject>

#include <array>

namespace loupe {

class ElidedLabel;
class HeatMapReading;

/// Indexed by PairSide.
using PairReadings = std::array<HeatMapReading*, 3>;

/// Shows the values under the pointer in a pair's heat maps. The cells of B − A differ from those of A and B, so the
/// elements under the pointer are read again from both sides.
class PairHeatMapReadout : public QObject {
    Q_OBJECT

public:
    /// `place` shows which elements are read. All arguments must outlive this.
    PairHeatMapReadout(PairPictures& pictures, const PairReadings& readings, ElidedLabel& place, QObject* parent);

    /// Reads the elements under the pointer unless they were already read. `isActive`: the pictures are visible.
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
    GridSource m_source; ///< the source of B − A, for the current cell
    SliceWindow m_cell; ///< the elements being read; empty if none
    QString m_text;
    PairCellJob m_job;
};

} // namespace loupe
