#include "items/language/counted_text.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/language/plural.h"

#include <QCoreApplication>

namespace loupe {

namespace {

class CountedText {
    Q_DECLARE_TR_FUNCTIONS(loupe::CountedText)
};

} // namespace

QString tensorCountText(std::uint64_t count)
{
    return CountedText::tr("%1 tensor(s)", nullptr, pluralOf(count)).arg(groupedCount(count));
}

QString parameterCountText(std::uint64_t count)
{
    return CountedText::tr("%1 parameter(s)", nullptr, pluralOf(count)).arg(groupedCount(count));
}

QString shortParameterText(std::uint64_t count)
{
    return CountedText::tr("%1 parameter(s)", nullptr, pluralOf(count)).arg(toQString(formatShort(count)));
}

QString elementCountText(std::uint64_t count)
{
    return CountedText::tr("%1 element(s)", nullptr, pluralOf(count)).arg(groupedCount(count));
}

QString valueCountText(std::uint64_t count)
{
    return CountedText::tr("%1 value(s)", nullptr, pluralOf(count)).arg(groupedCount(count));
}

QString byteCountText(std::uint64_t count)
{
    return CountedText::tr("%1 byte(s)", nullptr, pluralOf(count)).arg(groupedCount(count));
}

QString fileCountText(std::uint64_t count)
{
    return CountedText::tr("%1 file(s)", nullptr, pluralOf(count)).arg(groupedCount(count));
}

} // namespace loupe
