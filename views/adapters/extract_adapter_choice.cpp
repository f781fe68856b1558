#include "views/adapters/extract_adapter_choice.h"

#include "core/checked_math.h"
#include "items/jobs/qt_text.h"
#include "items/session/fetch_consent.h"
#include "views/adapters/adapter_path.h"
#include "views/adapters/kept_energy_panel.h"
#include "views/adapters/spelling_box.h"
#include "views/kit/plain_text.h"

#include <QSpinBox>

namespace loupe {

ExtractAdapterChoice::ExtractAdapterChoice(
    std::shared_ptr<const Checkpoint> base, std::shared_ptr<const Checkpoint> tuned, QObject* parent)
    : RecipeChoice(parent)
    , m_from(std::move(base))
    , m_tuned(std::move(tuned))
    , m_rank(new QSpinBox)
    , m_spelling(new SpellingBox(std::nullopt))
    , m_panel(new KeptEnergyPanel(m_computation, KeptEnergyPanel::Modules::OfModels))
{
    constexpr int firstRank = 16;
    m_rank->setRange(1, int(mostExtractedRank));
    m_rank->setValue(firstRank);
    m_rank->setAccessibleName(tr("Rank"));
    m_rank->setToolTip(plainToolTip(tr("The most singular values that are kept of each change")));
    m_rank->setFixedWidth(m_rank->sizeHint().width());
    m_spelling->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    m_panel->setFetched(bytesToAskToWork(saturatingAdd(remoteBytes(*m_from), remoteBytes(*m_tuned))));
    connect(m_rank, &QSpinBox::valueChanged, this, &ExtractAdapterChoice::follow);
    connect(m_spelling, &QComboBox::currentIndexChanged, this, [this] {
        emit pathProposed(path());
        follow();
    });
    connect(&m_computation, &AdapterComputation::changed, this, &RecipeChoice::changed);
    follow();
}

std::vector<RecipeChoice::Row> ExtractAdapterChoice::rows()
{
    return {{tr("&Rank"), m_rank}, {tr("&Names"), m_spelling}, {tr("Mo&dules"), m_panel}};
}

std::vector<QWidget*> ExtractAdapterChoice::controls() const
{
    std::vector<QWidget*> all{m_rank, m_spelling};
    const auto others = m_panel->controls();
    all.insert(all.end(), others.begin(), others.end());
    return all;
}

ExtractOptions ExtractAdapterChoice::options() const
{
    return {.rank = std::uint64_t(m_rank->value()), .spelling = m_spelling->spelling().value_or(AdapterSpelling::Peft)};
}

void ExtractAdapterChoice::follow()
{
    m_computation.want([base = m_from, tuned = m_tuned, wanted = options()](
                           const Work& work) { return extractedAdapter(base, tuned, wanted, work); });
}

bool ExtractAdapterChoice::isBusy() const
{
    return m_computation.isRunning();
}

RecipeMaker ExtractAdapterChoice::recipe() const
{
    return m_computation.adapter() ? recipeOf(m_computation.adapter()) : RecipeMaker();
}

QString ExtractAdapterChoice::error() const
{
    const auto& error = m_computation.error();
    return error ? shownSentence(describe(*error)) + u'.' : QString();
}

QString ExtractAdapterChoice::hint() const
{
    if (m_computation.isRunning())
        return tr("Computing the factors…");
    return m_computation.isStopped()
        ? tr("Stopped. Press Compute to start again.")
        : tr("Press Compute: both models are read several times, then it is known how much of each change is kept.");
}

QString ExtractAdapterChoice::path() const
{
    return proposedAdapterPath(m_tuned->path, tr("-lora"), options().spelling);
}

} // namespace loupe
