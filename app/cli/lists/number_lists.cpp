#include "app/cli/lists/number_lists.h"

#include "analysis/statistics/summary.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace loupe {

std::optional<std::vector<double>> parseNumbers(std::string_view text)
{
    std::vector<double> numbers;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::string_view part = text.substr(begin, text.find(',', begin) - begin);
        double value = 0;
        const char* const digits = part.data() + part.starts_with('+');
        const auto [end, error] = std::from_chars(digits, part.data() + part.size(), value);
        if (error != std::errc() || end != part.data() + part.size() || !std::isfinite(value))
            return std::nullopt;
        numbers.push_back(value);
        begin += part.size() + 1;
    }
    return numbers;
}

std::optional<std::pair<double, double>> parseRange(std::string_view text)
{
    const auto numbers = parseNumbers(text);
    if (!numbers || numbers->size() != 2 || numbers->front() > numbers->back())
        return std::nullopt;
    return std::pair(numbers->front(), numbers->back());
}

std::optional<std::vector<double>> parseQuantiles(std::string_view text)
{
    auto fractions = text.empty() ? std::vector<double>() : parseNumbers(text);
    if (!fractions || fractions->size() > SummaryOptions::maximumQuantiles)
        return std::nullopt;
    const auto isFraction = [](double number) { return number >= 0 && number <= 1; };
    if (!std::all_of(fractions->begin(), fractions->end(), isFraction))
        return std::nullopt;
    // Removes duplicates, because quantiles are keys of a JSON object.
    std::vector<double> once;
    for (const double fraction : *fractions) {
        if (std::find(once.begin(), once.end(), fraction) == once.end())
            once.push_back(fraction);
    }
    return once;
}

} // namespace loupe
