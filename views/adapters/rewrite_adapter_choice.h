#pragma once

#include "items/adapters/adapter_computation.h"
#include "views/writing/recipe_choice.h"

#include <QTimer>

class QComboBox;
class QDoubleSpinBox;
class QSpinBox;

namespace loupe {

class BaseChoice;
class KeptEnergyPanel;
class SpellingBox;

/// How an adapter is written anew: what of its updates is kept, and whose names the tensors get. It is computed at
/// once.
class RewriteAdapterChoice : public RecipeChoice {
    Q_OBJECT

public:
    enum class Keep : std::uint8_t { All, Rank, Energy };

    /// `keep` is chosen at first.
    RewriteAdapterChoice(AdapterReportPtr report, Keep keep, QObject* parent = nullptr);

    QComboBox& keep() { return *m_keep; }
    QSpinBox& rank() { return *m_rank; }
    QDoubleSpinBox& energy() { return *m_energy; }
    SpellingBox& spelling() { return *m_spelling; }
    BaseChoice& base() { return *m_base; }
    KeptEnergyPanel& panel() { return *m_panel; }
    AdapterComputation& computation() { return m_computation; }

    std::vector<Row> rows() override;
    std::vector<QWidget*> controls() const override;
    bool isBusy() const override;
    RecipeMaker recipe() const override;
    QString error() const override;
    QString hint() const override;
    /// Where it is to be written at first.
    QString path() const;

private:
    void layOut();
    void computeAnew();
    RewriteOptions options() const;

    AdapterComputation m_computation;
    QTimer m_pause; ///< after a step of a number, of which others may follow
    QWidget* m_keepRow; ///< what follows is owned by the dialog that shows it
    QComboBox* m_keep;
    QSpinBox* m_rank;
    QDoubleSpinBox* m_energy;
    SpellingBox* m_spelling;
    BaseChoice* m_base;
    KeptEnergyPanel* m_panel;
};

} // namespace loupe
