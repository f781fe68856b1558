#include "views/adapters/rewrite_adapter_choice.h"

#include "items/jobs/qt_text.h"
#include "views/adapters/adapter_path.h"
#include "views/adapters/base_choice.h"
#include "views/adapters/kept_energy_panel.h"
#include "views/adapters/rank_choice.h"
#include "views/adapters/spelling_box.h"
#include "views/kit/plain_text.h"

#include <QComboBox>

#include <chrono>

namespace loupe {

using namespace std::chrono_literals;

RewriteAdapterChoice::RewriteAdapterChoice(AdapterReportPtr report, Aim aim, QObject* parent)
    : ComputedAdapterChoice(report->adapter->spelling, parent)
    , m_ranks(aim == Aim::Resize ? new RankChoice(*report->adapter) : nullptr)
    , m_base(new BaseChoice(report))
{
    m_base->setToolTip(
        plainToolTip(tr("Names of kohya have underscores for dots: which ones are dots is known from the base alone")));
    if (m_ranks)
        addRow(tr("&Keep"), m_ranks, m_ranks->controls());
    addNamesRow();
    addRow(tr("B&ase"), m_base, m_base->controls());
    if (m_ranks)
        addModulesRow(KeptEnergyPanel::Modules::OfAdapter);
    const auto follow = [this] {
        emit pathProposed(path());
        computeAnew();
    };
    if (m_ranks)
        connect(m_ranks, &RankChoice::changed, this, follow);
    connect(&spelling(), &QComboBox::currentIndexChanged, this, follow);
    connect(m_base, &BaseChoice::changed, this, &RewriteAdapterChoice::computeAnew);
    m_pause.setSingleShot(true);
    m_pause.setInterval(300ms);
    connect(&m_pause, &QTimer::timeout, &computation(), &AdapterComputation::compute);
    computeAnew();
}

RewriteOptions RewriteAdapterChoice::options() const
{
    RewriteOptions options{.spelling = spelling().spelling()};
    if (m_ranks)
        m_ranks->fillIn(options);
    return options;
}

void RewriteAdapterChoice::computeAnew()
{
    const RewriteOptions wanted = options();
    m_pause.stop();
    if (m_base->isBusy() || (!wanted.resizes() && !wanted.spelling))
        return computation().forget();
    computation().want(
        [report = m_base->report(), wanted](const Work& work) { return rewrittenAdapter(*report, wanted, work); });
    m_pause.start();
}

bool RewriteAdapterChoice::isBusy() const
{
    return m_base->isBusy() || m_pause.isActive() || ComputedAdapterChoice::isBusy();
}

QString RewriteAdapterChoice::error() const
{
    if (isBusy())
        return {};
    return m_base->error().isEmpty() ? ComputedAdapterChoice::error() : m_base->error();
}

QString RewriteAdapterChoice::hint() const
{
    return m_base->isBusy() ? tr("Opening the base…") : ComputedAdapterChoice::hint();
}

QString RewriteAdapterChoice::firstHint() const
{
    return tr("Choose a naming scheme.");
}

QString RewriteAdapterChoice::path() const
{
    const Adapter& adapter = *m_base->report()->adapter;
    const RewriteOptions wanted = options();
    QString addition;
    if (wanted.rank)
        addition += QStringLiteral("-r%1").arg(*wanted.rank);
    else if (wanted.energy)
        addition += tr("-smaller");
    if (wanted.spelling)
        addition += u'-' + toQString(spellingId(*wanted.spelling));
    if (addition.isEmpty())
        addition = tr("-copy");
    return proposedAdapterPath(adapter.checkpoint->path, addition, wanted.spelling.value_or(adapter.spelling));
}

} // namespace loupe
