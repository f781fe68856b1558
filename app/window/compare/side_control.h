#pragma once

#include "items/compare/pairing_choice.h"

#include <QObject>
#include <QString>

#include <cstddef>
#include <vector>

class QWidget;

namespace loupe {

class ComparisonSession;
class LocationControl;
class PairHeader;
class StatusRow;
class TrafficMeter;

/// Controls which two checkpoints are compared: opens them, and replaces A (0) or B (1).
class SideControl : public QObject {
    Q_OBJECT

public:
    /// All must outlive this object.
    struct Parts {
        QWidget& window;
        ComparisonSession& session;
        PairHeader& header;
        StatusRow& status;
        TrafficMeter& traffic;
        LocationControl& locations;
    };

    explicit SideControl(const Parts& parts);

    void open(ComparedCheckpoint a, ComparedCheckpoint b, std::vector<RenameRuleText> rules = {},
        ChosenRearrangement rearrangement = {});
    void openSide(std::size_t side, const QString& path);
    /// Swaps A and B, and keeps how their tensors are paired.
    void swap();
    void choose(std::size_t side);
    void chooseLocation(std::size_t side);

private:
    /// Shows in the window what is about to be compared.
    void announce(const QString& pathA, const QString& pathB);

    Parts m_parts;
};

} // namespace loupe
