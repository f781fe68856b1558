#include "items/values/decimal_places.h"

#include "items/values/value_page.h"

#include <algorithm>

namespace loupe {

DecimalPlace decimalPlace(QStringView text)
{
    const auto length = int(text.size());
    if (text.endsWith(u'i'))
        return {length, 0};
    const auto isInside = [](QChar c) { return c == u'.' || c == u'e'; };
    const auto before = int(std::find_if(text.begin(), text.end(), isInside) - text.begin());
    return {before, length - before};
}

int charactersAfter(QStringView text, int after, int room)
{
    return std::max(0, std::min(after - decimalPlace(text).after, room - int(text.size())));
}

DecimalPlace unite(const DecimalPlace& a, const DecimalPlace& b)
{
    return {std::max(a.before, b.before), std::max(a.after, b.after)};
}

std::vector<DecimalPlace> decimalPlaces(const ValuePage& page)
{
    std::vector<DecimalPlace> places(page.window.columns);
    for (std::uint64_t row = 0; row < page.window.rows; ++row) {
        for (std::uint64_t column = 0; column < page.window.columns; ++column) {
            const QString text =
                page.shownText({page.window.firstRow + row, page.window.firstColumn + column}, Notation::Decimal);
            places[column] = unite(places[column], decimalPlace(text));
        }
    }
    return places;
}

} // namespace loupe
