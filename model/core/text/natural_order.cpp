#include "core/text/natural_order.h"

#include <algorithm>

namespace loupe {

namespace {

constexpr bool isDigit(char character)
{
    return character >= '0' && character <= '9';
}

/// Removes the leading run of digits from `text` and returns it without leading zeros.
std::string_view takeNumber(std::string_view& text)
{
    const auto end = std::find_if_not(text.begin(), text.end(), isDigit);
    const auto size = static_cast<std::size_t>(end - text.begin());
    std::string_view number = text.substr(0, size);
    text.remove_prefix(size);
    number.remove_prefix(std::min(number.find_first_not_of('0'), number.size()));
    return number;
}

} // namespace

bool naturalLess(std::string_view a, std::string_view b)
{
    const std::size_t common = naturalCommonPrefix(a, b);
    std::string_view restA = a.substr(common);
    std::string_view restB = b.substr(common);
    while (!restA.empty() && !restB.empty()) {
        if (isDigit(restA.front()) && isDigit(restB.front())) {
            const std::string_view numberA = takeNumber(restA);
            const std::string_view numberB = takeNumber(restB);
            if (numberA.size() != numberB.size())
                return numberA.size() < numberB.size();
            if (const int order = numberA.compare(numberB); order != 0)
                return order < 0;
            continue;
        }
        if (restA.front() != restB.front())
            return static_cast<unsigned char>(restA.front()) < static_cast<unsigned char>(restB.front());
        restA.remove_prefix(1);
        restB.remove_prefix(1);
    }
    if (restA.empty() != restB.empty())
        return restA.empty();
    return a < b;
}

std::uint64_t naturalKey(std::string_view text)
{
    constexpr std::size_t keyBytes = sizeof(std::uint64_t);
    constexpr std::size_t longNumber = 9;
    std::uint64_t key = 0;
    std::size_t used = 0;
    const auto emit = [&](char character) {
        if (used < keyBytes)
            key |= std::uint64_t{static_cast<unsigned char>(character)} << (8 * (keyBytes - ++used));
    };
    while (used < keyBytes && !text.empty()) {
        if (!isDigit(text.front())) {
            emit(text.front());
            text.remove_prefix(1);
            continue;
        }
        // A number's length comes first, encoded as a digit, so that numbers sort among digits relative to other bytes.
        const std::string_view number = takeNumber(text);
        emit(static_cast<char>('0' + std::min(number.size(), longNumber)));
        if (number.size() >= longNumber)
            break;
        for (const char digit : number)
            emit(digit);
    }
    return key;
}

std::size_t naturalCommonPrefix(std::string_view a, std::string_view b)
{
    auto position = static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
    while (position > 0 && isDigit(a[position - 1]))
        --position;
    return position;
}

} // namespace loupe
