#include "views/adapters/rewrite_adapter_choice.h"

#include "items/jobs/qt_text.h"
#include "views/adapters/adapter_path.h"
#include "views/adapters/base_choice.h"
#include "views/adapters/kept_energy_panel.h"
#include "views/adapters/spelling_box.h"
#include "views/kit/plain_text.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QSpinBox>

#include <algorithm>
#include <chrono>

namespace loupe {

namespace {

using namespace std::chrono_literals;

constexpr double percent = 100;

int largestRank(const Adapter& adapter)
{
    std::uint64_t largest = 1;
    for (const AdapterModule& module : adapter.modules)
        largest = std::max(largest, module.rank);
    return int(std::min<std::uint64_t>(largest, mostFactorizedRank));
}

} // namespace

RewriteAdapterChoice::RewriteAdapterChoice(AdapterReportPtr report, Keep keep, QObject* parent)
    : ComputedAdapterChoice(report->adapter->spelling, KeptEnergyPanel::Modules::OfAdapter, parent)
    , m_keepRow(new QWidget)
    , m_keep(new QComboBox)
    , m_rank(new QSpinBox)
    , m_energy(new QDoubleSpinBox)
    , m_base(new BaseChoice(report))
{
    const int largest = largestRank(*report->adapter);
    m_rank->setRange(1, largest);
    m_rank->setValue(std::max(largest / 2, 1));
    m_energy->setDecimals(3);
    m_energy->setRange(0.001, percent);
    m_energy->setValue(99);
    m_energy->setSuffix(QStringLiteral(" %"));
    layOut();
    m_keep->setCurrentIndex(int(keep));
    const auto follow = [this] {
        emit pathProposed(path());
        computeAnew();
    };
    connect(m_keep, &QComboBox::currentIndexChanged, this, follow);
    connect(m_rank, &QSpinBox::valueChanged, this, follow);
    connect(m_energy, &QDoubleSpinBox::valueChanged, this, follow);
    connect(&spelling(), &QComboBox::currentIndexChanged, this, follow);
    connect(m_base, &BaseChoice::changed, this, &RewriteAdapterChoice::computeAnew);
    m_pause.setSingleShot(true);
    m_pause.setInterval(300ms);
    connect(&m_pause, &QTimer::timeout, &computation(), &AdapterComputation::compute);
    computeAnew();
}

void RewriteAdapterChoice::layOut()
{
    m_keep->addItems({tr("everything"), tr("up to rank"), tr("at least the energy")});
    m_keep->setAccessibleName(tr("Keep"));
    m_keep->setToolTip(plainToolTip(tr(
        "The largest singular values of each update stay. Energy is the share of its squared norm that they have.")));
    m_rank->setAccessibleName(tr("Rank"));
    m_energy->setAccessibleName(tr("Energy"));
    auto* const row = new QHBoxLayout(m_keepRow);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(m_keep);
    row->addWidget(m_rank);
    row->addWidget(m_energy);
    row->addStretch(1);
    m_keepRow->setFocusProxy(m_keep);
    m_base->setToolTip(
        plainToolTip(tr("Names of kohya have underscores for dots: which ones are dots is known from the base alone")));
    addRow(tr("&Keep"), m_keepRow, {m_keep, m_rank, m_energy});
    addNamesRow();
    addRow(tr("B&ase"), m_base, m_base->controls());
    addModulesRow();
}

RewriteOptions RewriteAdapterChoice::options() const
{
    RewriteOptions options{.spelling = spelling().spelling()};
    if (m_keep->currentIndex() == int(Keep::Rank))
        options.rank = std::uint64_t(m_rank->value());
    if (m_keep->currentIndex() == int(Keep::Energy))
        options.energy = m_energy->value() / percent;
    return options;
}

void RewriteAdapterChoice::computeAnew()
{
    m_rank->setVisible(m_keep->currentIndex() == int(Keep::Rank));
    m_energy->setVisible(m_keep->currentIndex() == int(Keep::Energy));
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
    return tr("Choose what to keep, or a naming scheme.");
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
