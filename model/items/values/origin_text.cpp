#include "items/values/origin_text.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/values/value_text.h"

#include <QCoreApplication>

#include <bit>

namespace loupe {

namespace {

class OriginText {
    Q_DECLARE_TR_FUNCTIONS(loupe::OriginText)
};

QString shownFloat(float number)
{
    return shownNumber(valueText(DType::F32, std::bit_cast<std::uint32_t>(number), Notation::Decimal));
}

/// Whether the code equals the number.
bool isCode(const ValueOrigin& origin)
{
    return static_cast<float>(origin.code) == origin.number;
}

QString codeText(const ValueOrigin& origin)
{
    const QString code = shownNumber(QString::number(origin.code));
    if (isCode(origin))
        return OriginText::tr("code %1").arg(code);
    if (origin.code < 0)
        return OriginText::tr("code %1 = %2", "code, the number that it stands for")
            .arg(code, shownFloat(origin.number));
    return OriginText::tr("code %1 (0x%2) = %3", "code, in hexadecimal, the number that it stands for")
        .arg(code, QString::number(origin.code, 16).toUpper(), shownFloat(origin.number));
}

QString scaleText(const ValueOrigin& origin)
{
    const QString scale = shownFloat(origin.groupScale);
    if (!origin.global)
        return OriginText::tr("scale %1").arg(scale);
    return origin.isDivided ? OriginText::tr("scale %1 ÷ global %2").arg(scale, shownFloat(*origin.global))
                            : OriginText::tr("scale %1 × global %2").arg(scale, shownFloat(*origin.global));
}

QString formulaText(const ValueOrigin& origin)
{
    const QString code = codeText(origin);
    const QString scale = scaleText(origin);
    switch (origin.formula) {
    case ValueOrigin::Formula::ZeroPoint:
        return OriginText::tr("(%1 − zero %2) × %3", "code, zero point, scale")
            .arg(code, shownFloat(origin.other), scale);
    case ValueOrigin::Formula::Affine:
        return OriginText::tr("%1 × %2 + offset %3", "code, scale").arg(code, scale, shownFloat(origin.other));
    case ValueOrigin::Formula::Int8:
        return OriginText::tr("%1 × %2 ÷ 127", "code, scale").arg(code, scale);
    case ValueOrigin::Formula::Product:
        break;
    }
    return isCode(origin) ? OriginText::tr("%1 × %2", "code, scale").arg(code, scale)
                          : OriginText::tr("%1, %2", "code = number, scale").arg(code, scale);
}

} // namespace

QString originText(const ValueOrigin& origin)
{
    return OriginText::tr("%1 → %2", "formula, value").arg(formulaText(origin), shownFloat(origin.value));
}

QString originPlaceText(const ValueOrigin& origin)
{
    if (origin.isBlock && origin.blockRows * origin.groups > 1)
        return OriginText::tr("block row %1 of %2, column %3 of %4",
            "row of the block from 1, number of rows of blocks, the same for columns")
            .arg(groupedCount(origin.blockRow + 1), groupedCount(origin.blockRows), groupedCount(origin.group + 1),
                groupedCount(origin.groups));
    if (origin.groups == 1)
        return {};
    return OriginText::tr("group %1 of %2", "number of the group in its row from 1, number of groups")
        .arg(groupedCount(origin.group + 1), groupedCount(origin.groups));
}

} // namespace loupe
