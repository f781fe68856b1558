#include "views/adapters/merge_adapter_choice.h"

#include "formats/shards/shard_name.h"
#include "items/jobs/qt_text.h"
#include "items/session/location.h"
#include "saving/recipe/output_format.h"
#include "views/adapters/base_choice.h"
#include "views/kit/plain_text.h"

#include <QDir>
#include <QDoubleSpinBox>
#include <QFileInfo>

namespace loupe {

MergeAdapterChoice::MergeAdapterChoice(AdapterReportPtr report, QObject* parent)
    : RecipeChoice(parent)
    , m_base(new BaseChoice(std::move(report)))
    , m_strength(new QDoubleSpinBox)
{
    constexpr double mostStrength = 1000;
    constexpr double leastStrength = 0.001;
    m_strength->setDecimals(3);
    m_strength->setRange(leastStrength, mostStrength);
    m_strength->setSingleStep(0.05);
    m_strength->setValue(1);
    m_strength->setAccessibleName(tr("Strength"));
    m_strength->setToolTip(plainToolTip(tr("Factor of each update: 1 merges all of it. Tensors that replace others are "
                                           "taken as they are.")));
    m_strength->setFixedWidth(m_strength->sizeHint().width());
    addRow(tr("B&ase"), m_base, m_base->controls());
    addRow(tr("&Strength"), m_strength, {m_strength});
    connect(m_base, &BaseChoice::changed, this, [this] {
        if (m_base->report()->base)
            emit pathProposed(path());
        emit changed();
    });
    connect(m_strength, &QDoubleSpinBox::valueChanged, this, &RecipeChoice::changed);
}

bool MergeAdapterChoice::isBusy() const
{
    return m_base->isBusy();
}

RecipeMaker MergeAdapterChoice::recipe() const
{
    const AdapterReportPtr& report = m_base->report();
    return report->base && !isBusy() ? mergedAdapter(report, m_strength->value()) : RecipeMaker();
}

QString MergeAdapterChoice::error() const
{
    return isBusy() ? QString() : m_base->error();
}

QString MergeAdapterChoice::hint() const
{
    return isBusy() ? tr("Opening the base…") : tr("Choose the model that the adapter is merged into.");
}

QString MergeAdapterChoice::path() const
{
    const AdapterReport& report = *m_base->report();
    const Checkpoint& beside = report.base ? *report.base : *report.adapter->checkpoint;
    const QString text = toQString(beside.path);
    const QFileInfo info(text);
    const auto own = findOutputFormat(beside.format);
    const QString suffix = own && own->isCheckpoint() ? toQString(own->suffix()) : QStringLiteral(".safetensors");
    // An index has two suffixes.
    const QString stem = info.isDir() ? QDir(text).dirName()
        : isIndexName(beside.path)    ? toQString(beside.path.stem().stem().stem())
                                      : info.completeBaseName();
    return QDir(localFolder(text)).filePath(stem + tr("-merged") + suffix);
}

} // namespace loupe
