#pragma once

#include <QStringView>

#include <vector>

namespace loupe {

struct ValuePage;

/// How far a number's text reaches to both sides of the place where its decimal point is, or would be; in characters.
struct DecimalPlace {
    int before = 0;
    int after = 0; ///< with the point, or the exponent where there is none

    int width() const { return before + after; }
    bool operator==(const DecimalPlace&) const = default;
};

/// The place in one text in decimal notation. Complex numbers have two points: all of their text is before the place.
DecimalPlace decimalPlace(QStringView text);
/// How many characters are to follow a number at the right of `room`, so that its point stands before the last `after`
/// characters. Less, down to none, where the number has no room then.
int charactersAfter(QStringView text, int after, int room);
/// The one that has room for both.
DecimalPlace unite(const DecimalPlace& a, const DecimalPlace& b);
/// What each column of a page needs in decimal notation, as the window shows numbers. For a job: writes all of them.
std::vector<DecimalPlace> decimalPlaces(const ValuePage& page);

} // namespace loupe
