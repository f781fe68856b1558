#include "views/compare/pair_header.h"

#include "core/remote/remote_files.h"
#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/language/counted_text.h"
#include "items/language/plural.h"
#include "items/session/model_card.h"
#include "views/kit/elided_label.h"
#include "views/kit/plain_text.h"

#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QStringList>

#include <algorithm>
#include <utility>

namespace loupe {

namespace {

QString totalsOf(const Checkpoint& checkpoint)
{
    return PairHeader::tr("%1 · %2 · %3 parameter(s) · %4", nullptr, pluralOf(checkpoint.totalElements()))
        .arg(formatTitle(checkpoint), tensorCountText(checkpoint.tensorCount()),
            toQString(formatShort(checkpoint.totalElements())), toQString(formatBytes(checkpoint.totalFileBytes())));
}

/// Both paths without the folders that they have in common, whether they were given as relative or absolute ones.
/// Addresses stay whole.
std::pair<QString, QString> withoutCommonFolders(const QString& a, const QString& b)
{
    if (isAddress(toPath(a)) || isAddress(toPath(b)))
        return {a, b};
    QStringList partsA = QFileInfo(a).absoluteFilePath().split(u'/');
    QStringList partsB = QFileInfo(b).absoluteFilePath().split(u'/');
    const auto folders = std::min(partsA.size(), partsB.size()) - 1;
    const auto firstOther = std::mismatch(partsA.begin(), partsA.begin() + folders, partsB.begin()).first;
    const qsizetype common = firstOther - partsA.begin();
    return {partsA.mid(common).join(u'/'), partsB.mid(common).join(u'/')};
}

} // namespace

PairHeader::PairHeader(QWidget* parent)
    : QWidget(parent)
{
    auto* const grid = new QGridLayout(this);
    grid->setContentsMargins(8, 8, 8, 0);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(1, 1);
    for (int row = 0; row < 2; ++row) {
        const QString letter = row == 0 ? QStringLiteral("A") : QStringLiteral("B");
        auto* const name = new QLabel(letter);
        QFont bold = name->font();
        bold.setBold(true);
        name->setFont(bold);
        Side& side = m_sides[static_cast<std::size_t>(row)];
        side.path = new ElidedLabel;
        side.path->setAccessibleName(tr("Path of %1").arg(letter));
        side.totals = new QLabel;
        side.totals->setTextFormat(Qt::PlainText);
        side.totals->setAccessibleName(tr("Totals of %1").arg(letter));
        grid->addWidget(name, row, 0);
        grid->addWidget(side.path, row, 1);
        grid->addWidget(side.totals, row, 2);
    }
}

void PairHeader::setPaths(const QString& a, const QString& b)
{
    const auto [shownA, shownB] = withoutCommonFolders(a, b);
    m_sides[0].path->setText(shownA);
    m_sides[0].path->setToolTip(plainToolTip(a));
    m_sides[1].path->setText(shownB);
    m_sides[1].path->setToolTip(plainToolTip(b));
}

void PairHeader::setCheckpoints(const Checkpoint* a, const Checkpoint* b)
{
    m_sides[0].totals->setText(a ? totalsOf(*a) : QString());
    m_sides[1].totals->setText(b ? totalsOf(*b) : QString());
}

} // namespace loupe
