#pragma once

#include "items/adapters/adapter_computation.h"
#include "views/writing/recipe_choice.h"

class QSpinBox;

namespace loupe {

class KeptEnergyPanel;
class SpellingBox;

/// The rank and the names of an adapter that is made of two models. It is computed when that is asked for, as both are
/// read several times.
class ExtractAdapterChoice : public RecipeChoice {
    Q_OBJECT

public:
    ExtractAdapterChoice(
        std::shared_ptr<const Checkpoint> base, std::shared_ptr<const Checkpoint> tuned, QObject* parent = nullptr);

    QSpinBox& rank() { return *m_rank; }
    SpellingBox& spelling() { return *m_spelling; }
    KeptEnergyPanel& panel() { return *m_panel; }

    std::vector<Row> rows() override;
    std::vector<QWidget*> controls() const override;
    bool isBusy() const override;
    RecipeMaker recipe() const override;
    QString error() const override;
    QString hint() const override;
    /// Where it is to be written at first.
    QString path() const;

private:
    void follow();
    ExtractOptions options() const;

    std::shared_ptr<const Checkpoint> m_from;
    std::shared_ptr<const Checkpoint> m_tuned;
    AdapterComputation m_computation;
    QSpinBox* m_rank; ///< what follows is owned by the dialog that shows it
    SpellingBox* m_spelling;
    KeptEnergyPanel* m_panel;
};

} // namespace loupe
