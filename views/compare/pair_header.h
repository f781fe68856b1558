#pragma once

#include "core/checkpoint.h"

#include <QWidget>

#include <array>

class QLabel;

namespace loupe {

class ElidedLabel;

/// The two compared checkpoints: one line each, with letter, path, format and totals.
class PairHeader : public QWidget {
    Q_OBJECT

public:
    explicit PairHeader(QWidget* parent = nullptr);

    /// Shows the paths without the folders that they have in common; the tooltips show the full paths.
    void setPaths(const QString& a, const QString& b);
    /// Null: not open.
    void setCheckpoints(const Checkpoint* a, const Checkpoint* b);

private:
    struct Side {
        ElidedLabel* path;
        QLabel* totals;
    };

    std::array<Side, 2> m_sides;
};

} // namespace loupe
