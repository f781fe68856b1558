#pragma once

#include <QStringView>

#include <vector>

namespace loupe {

struct ValuePage;

/// How many characters of a number's text are to the left and right of its decimal point, or of where that would be.
struct DecimalPlace {
    int before = 0;
    int after = 0; ///< includes the point; if there is none, the exponent

    int width() const { return before + after; }
    bool operator==(const DecimalPlace&) const = default;
};

/// The position in a text in decimal notation. Complex numbers have two points, so all of their text counts as before.
DecimalPlace decimalPlace(QStringView text);
/// How many characters of padding to add after a number, right-aligned in `room` characters, so that its point is
/// `after` characters from the end. Less, possibly 0, if the number would not fit.
int charactersAfter(QStringView text, int after, int room);
/// The smallest place that has room for both.
DecimalPlace unite(const DecimalPlace& a, const DecimalPlace& b);
/// The place required for each column of a page in decimal notation, with the window's number format. Run it in a job:
/// it formats all values.
std::vector<DecimalPlace> decimalPlaces(const ValuePage& page);

} // namespace loupe
