#pragma once

#include "core/checkpoint.h"

#include <QWidget>

#include <array>

class QLabel;

namespace loupe {

class ElidedLabel;

/// Which two checkpoints are compared: for each a line with its letter, path, format and totals.
class PairHeader : public QWidget {
    Q_OBJECT

public:
    explicit PairHeader(QWidget* parent = nullptr);

    /// Shows the paths without the folders that both files lie in; the tool tips have the whole paths.
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
