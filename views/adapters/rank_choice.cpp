#include "views/adapters/rank_choice.h"

#include "adapters/adapter.h"
#include "views/kit/plain_text.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QSpinBox>

#include <algorithm>

namespace loupe {

namespace {

constexpr double percent = 100;

int largestRank(const Adapter& adapter)
{
    std::uint64_t largest = 1;
    for (const AdapterModule& module : adapter.modules)
        largest = std::max(largest, module.rank);
    return int(std::min<std::uint64_t>(largest, mostFactorizedRank));
}

} // namespace

RankChoice::RankChoice(const Adapter& adapter, QWidget* parent)
    : QWidget(parent)
    , m_keep(new QComboBox)
    , m_rank(new QSpinBox)
    , m_energy(new QDoubleSpinBox)
{
    m_keep->addItems({tr("up to rank"), tr("at least the energy")});
    m_keep->setAccessibleName(tr("Keep"));
    m_keep->setToolTip(plainToolTip(tr(
        "The largest singular values of each update stay. Energy is the share of its squared norm that they have.")));
    const int largest = largestRank(adapter);
    m_rank->setRange(1, largest);
    m_rank->setValue(std::max(largest / 2, 1));
    m_rank->setAccessibleName(tr("Rank"));
    m_energy->setDecimals(3);
    m_energy->setRange(0.001, percent);
    m_energy->setValue(99);
    m_energy->setSuffix(QStringLiteral(" %"));
    m_energy->setAccessibleName(tr("Energy"));
    auto* const row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(m_keep);
    row->addWidget(m_rank);
    row->addWidget(m_energy);
    row->addStretch(1);
    setFocusProxy(m_keep);
    connect(m_keep, &QComboBox::currentIndexChanged, this, [this] {
        showOne();
        emit changed();
    });
    connect(m_rank, &QSpinBox::valueChanged, this, &RankChoice::changed);
    connect(m_energy, &QDoubleSpinBox::valueChanged, this, &RankChoice::changed);
    showOne();
}

bool RankChoice::keepsRank() const
{
    return m_keep->currentIndex() == int(Keep::Rank);
}

void RankChoice::showOne()
{
    m_rank->setVisible(keepsRank());
    m_energy->setVisible(!keepsRank());
}

void RankChoice::fillIn(RewriteOptions& options) const
{
    if (keepsRank())
        options.rank = std::uint64_t(m_rank->value());
    else
        options.energy = m_energy->value() / percent;
}

std::vector<QWidget*> RankChoice::controls() const
{
    return {m_keep, m_rank, m_energy};
}

} // namespace loupe
