#include "items/writing/cast_cost_text.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/language/plural.h"

#include <QCoreApplication>
#include <QStringList>

namespace loupe {

namespace {

class CastCostText {
    Q_DECLARE_TR_FUNCTIONS(loupe::CastCost)
};

QString number(double value)
{
    return QString::number(value, 'g', 3);
}

} // namespace

bool losesValues(const CastCost& cost)
{
    return cost.overflowed > 0 || cost.becameZero > 0 || cost.lostNan > 0;
}

QString castCostText(const CastCost& cost)
{
    if (cost.changed == 0)
        return CastCostText::tr("keeps every value");
    QStringList parts; // worst first
    if (cost.overflowed > 0)
        parts << CastCostText::tr("%1 value(s) overflow", nullptr, pluralOf(cost.overflowed))
                     .arg(groupedCount(cost.overflowed));
    if (cost.becameZero > 0)
        parts << CastCostText::tr("%1 become 0", nullptr, pluralOf(cost.becameZero)).arg(groupedCount(cost.becameZero));
    if (cost.lostNan > 0)
        parts << CastCostText::tr("%1 NaN become numbers", nullptr, pluralOf(cost.lostNan))
                     .arg(groupedCount(cost.lostNan));
    if (cost.maxAbsolute > 0)
        parts << CastCostText::tr("max error %1 (relative %2)").arg(number(cost.maxAbsolute), number(cost.maxRelative));
    const double share = double(cost.changed) / double(cost.elements);
    parts << CastCostText::tr("%1 of values change").arg(toQString(formatShare(share)));
    return parts.join(QStringLiteral(" · "));
}

} // namespace loupe
