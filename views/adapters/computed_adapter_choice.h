#pragma once

#include "items/adapters/adapter_computation.h"
#include "views/adapters/kept_energy_panel.h"
#include "views/writing/recipe_choice.h"

#include <optional>

namespace loupe {

class SpellingBox;

/// The choices for an adapter that is computed before it is written: the program whose names its tensors get, and a
/// table of what it keeps of each module.
class ComputedAdapterChoice : public RecipeChoice {
    Q_OBJECT

public:
    SpellingBox& spelling() const { return *m_spelling; }
    /// Precondition: addModulesRow() was called.
    KeptEnergyPanel& panel() { return *m_panel; }
    AdapterComputation& computation() { return m_computation; }

    bool isBusy() const override { return m_computation.isRunning(); }
    RecipeMaker recipe() const override;
    QString error() const override;
    QString hint() const override;

protected:
    /// `own`: the adapter's present names; nothing if there is no adapter yet.
    explicit ComputedAdapterChoice(std::optional<AdapterSpelling> own, QObject* parent = nullptr);

    void addNamesRow();
    void addModulesRow(KeptEnergyPanel::Modules modules);
    /// A sentence that says what to do while nothing is computed.
    virtual QString firstHint() const = 0;

private:
    AdapterComputation m_computation;
    SpellingBox* m_spelling; ///< what follows is owned by the dialog that shows it
    KeptEnergyPanel* m_panel = nullptr;
};

} // namespace loupe
