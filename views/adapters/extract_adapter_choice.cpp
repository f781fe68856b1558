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
    : ComputedAdapterChoice(std::nullopt, parent)
    , m_from(std::move(base))
    , m_tuned(std::move(tuned))
    , m_rank(new QSpinBox)
{
    constexpr int firstRank = 16;
    m_rank->setRange(1, int(mostExtractedRank));
    m_rank->setValue(firstRank);
    m_rank->setAccessibleName(tr("Rank"));
    m_rank->setToolTip(plainToolTip(tr("The most singular values that are kept of each change")));
    m_rank->setFixedWidth(m_rank->sizeHint().width());
    addRow(tr("&Rank"), m_rank, {m_rank});
    addNamesRow();
    addModulesRow(KeptEnergyPanel::Modules::OfModels);
    panel().setFetched(bytesToAskToWork(saturatingAdd(remoteBytes(*m_from), remoteBytes(*m_tuned))));
    connect(m_rank, &QSpinBox::valueChanged, this, &ExtractAdapterChoice::follow);
    connect(&spelling(), &QComboBox::currentIndexChanged, this, [this] {
        emit pathProposed(path());
        follow();
    });
    follow();
}

ExtractOptions ExtractAdapterChoice::options() const
{
    return {.rank = std::uint64_t(m_rank->value()), .spelling = spelling().spelling().value_or(AdapterSpelling::Peft)};
}

void ExtractAdapterChoice::follow()
{
    computation().want([base = m_from, tuned = m_tuned, wanted = options()](
                           const Work& work) { return extractedAdapter(base, tuned, wanted, work); });
}

QString ExtractAdapterChoice::firstHint() const
{
    return tr("Press Compute to see how much of each change is kept. This reads both models several times.");
}

QString ExtractAdapterChoice::path() const
{
    return proposedAdapterPath(m_tuned->path, tr("-lora"), options().spelling);
}

} // namespace loupe
