#pragma once

#include "adapters/resized_modules.h"

#include <QWidget>

#include <cstdint>
#include <vector>

class QComboBox;
class QDoubleSpinBox;
class QSpinBox;

namespace loupe {

struct Adapter;

/// How much of the updates of an adapter is kept: a rank, or a share of their energy.
class RankChoice : public QWidget {
    Q_OBJECT

public:
    enum class Keep : std::uint8_t { Rank, Energy };

    explicit RankChoice(const Adapter& adapter, QWidget* parent = nullptr);

    /// Sets the rank or the energy.
    void fillIn(RewriteOptions& options) const;
    QComboBox& keep() { return *m_keep; }
    QSpinBox& rank() { return *m_rank; }
    QDoubleSpinBox& energy() { return *m_energy; }
    std::vector<QWidget*> controls() const;

signals:
    void changed();

private:
    bool keepsRank() const;
    void showOne();

    QComboBox* m_keep;
    QSpinBox* m_rank;
    QDoubleSpinBox* m_energy;
};

} // namespace loupe
