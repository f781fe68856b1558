#pragma once

#include "views/adapters/computed_adapter_choice.h"

#include <QTimer>

class QComboBox;
class QDoubleSpinBox;
class QSpinBox;

namespace loupe {

class BaseChoice;

/// How an adapter is rewritten: how much of its updates is kept, and whose names the tensors get. It is computed at
/// once.
class RewriteAdapterChoice : public ComputedAdapterChoice {
    Q_OBJECT

public:
    enum class Keep : std::uint8_t { All, Rank, Energy };

    /// `keep` is chosen at first.
    RewriteAdapterChoice(AdapterReportPtr report, Keep keep, QObject* parent = nullptr);

    QComboBox& keep() { return *m_keep; }
    QSpinBox& rank() { return *m_rank; }
    QDoubleSpinBox& energy() { return *m_energy; }
    BaseChoice& base() { return *m_base; }

    bool isBusy() const override;
    QString error() const override;
    QString hint() const override;
    QString path() const override;

private:
    void layOut();
    void computeAnew();
    RewriteOptions options() const;
    QString firstHint() const override;

    QTimer m_pause; ///< after a step of a number, of which others may follow
    QWidget* m_keepRow; ///< what follows is owned by the dialog that shows it
    QComboBox* m_keep;
    QSpinBox* m_rank;
    QDoubleSpinBox* m_energy;
    BaseChoice* m_base;
};

} // namespace loupe
