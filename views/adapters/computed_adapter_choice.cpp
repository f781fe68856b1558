#include "views/adapters/computed_adapter_choice.h"

#include "views/adapters/spelling_box.h"
#include "views/kit/plain_text.h"

namespace loupe {

ComputedAdapterChoice::ComputedAdapterChoice(std::optional<AdapterSpelling> own, QObject* parent)
    : RecipeChoice(parent)
    , m_spelling(new SpellingBox(own))
{
    m_spelling->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    connect(&m_computation, &AdapterComputation::changed, this, &RecipeChoice::changed);
}

void ComputedAdapterChoice::addNamesRow()
{
    addRow(tr("&Names"), m_spelling, {m_spelling});
}

void ComputedAdapterChoice::addModulesRow(KeptEnergyPanel::Modules modules)
{
    m_panel = new KeptEnergyPanel(m_computation, modules);
    addRow(tr("Mo&dules"), m_panel, m_panel->controls());
}

RecipeMaker ComputedAdapterChoice::recipe() const
{
    return m_computation.adapter() ? recipeOf(m_computation.adapter()) : RecipeMaker();
}

QString ComputedAdapterChoice::error() const
{
    const auto& error = m_computation.error();
    return error ? shownSentences(*error) : QString();
}

QString ComputedAdapterChoice::hint() const
{
    if (isBusy())
        return tr("Computing the factors…");
    return m_computation.isStopped() ? tr("Stopped. Press Compute to start again.") : firstHint();
}

} // namespace loupe
