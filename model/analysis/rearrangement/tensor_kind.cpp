#include "analysis/rearrangement/tensor_kind.h"

#include <algorithm>
#include <limits>
#include <ranges>

namespace loupe {

namespace {

constexpr std::size_t mostTensorsOfAKind = std::size_t{1} << 16;

bool isDigitOf(char c)
{
    return c >= '0' && c <= '9';
}

/// The largest number if the digits are too many.
std::uint64_t numberOf(const std::string& digits)
{
    constexpr std::size_t mostDigits = 9;
    return digits.size() > mostDigits ? std::numeric_limits<std::uint64_t>::max() : std::stoull(digits);
}

/// Compares numbers by value, so that a kind has the same order in each file.
bool isBefore(const TensorKind::Numbers& one, const TensorKind::Numbers& other)
{
    return std::ranges::lexicographical_compare(one, other,
        [](const std::string& a, const std::string& b) { return a.size() == b.size() ? a < b : a.size() < b.size(); });
}

} // namespace

NumberedName NumberedName::of(std::string_view name)
{
    NumberedName result;
    for (std::size_t i = 0; i < name.size();) {
        const bool begins = i == 0 || name[i - 1] == '.';
        std::size_t end = i;
        while (end < name.size() && isDigitOf(name[end]))
            ++end;
        if (begins && end > i && (end == name.size() || name[end] == '.')) {
            result.numbers.emplace_back(name.substr(i, end - i));
            result.pattern += '#';
            i = end;
        } else {
            result.pattern += name[i++];
        }
    }
    return result;
}

std::string NumberedName::withPlaceholders(bool isStack) const
{
    std::string text;
    std::size_t next = 0;
    for (const char c : pattern) {
        if (c != '#' || next == numbers.size()) {
            text += c;
            continue;
        }
        const bool isOfStack = isStack && next + 1 == numbers.size();
        text.append("{").append(isOfStack ? "e" : next == 0 ? "n" : "n" + std::to_string(next)).append("}");
        ++next;
    }
    return text;
}

void TensorKind::add(Numbers numbers, std::uint32_t tensor)
{
    if (m_tensors.size() < mostTensorsOfAKind)
        m_tensors.emplace_back(std::move(numbers), tensor);
}

void TensorKind::sort()
{
    std::ranges::stable_sort(m_tensors, isBefore, &Entry::first);
    // If several tensors have one name, the first one counts.
    const auto isSame = [](const Entry& one, const Entry& other) { return one.first == other.first; };
    m_tensors.erase(std::unique(m_tensors.begin(), m_tensors.end(), isSame), m_tensors.end());
}

std::vector<TensorKind::Entry>::const_iterator TensorKind::from(const Numbers& numbers) const
{
    return std::ranges::lower_bound(m_tensors, numbers, isBefore, &Entry::first);
}

std::vector<std::uint32_t> TensorKind::tensorWith(const Numbers& numbers) const
{
    const auto found = from(numbers);
    if (found == m_tensors.end() || found->first != numbers)
        return {};
    return {found->second};
}

std::vector<std::uint32_t> TensorKind::stackWith(const Numbers& numbers) const
{
    std::vector<std::uint32_t> stack;
    for (auto one = from(numbers); one != m_tensors.end(); ++one) {
        if (one->first.size() != numbers.size() + 1 || !std::equal(numbers.begin(), numbers.end(), one->first.begin()))
            break;
        const Tensor& tensor = m_checkpoint->tensors[one->second];
        const Tensor& like = m_checkpoint->tensors[stack.empty() ? one->second : stack.front()];
        if (numberOf(one->first.back()) != stack.size() || tensor.dtype != like.dtype
            || !std::ranges::equal(tensor.shape, like.shape))
            return {};
        stack.push_back(one->second);
    }
    if (stack.size() < 2)
        stack.clear();
    return stack;
}

std::string TensorKind::withPlaceholders(bool isStack) const
{
    return NumberedName::of(m_checkpoint->tensors[first()].name).withPlaceholders(isStack);
}

} // namespace loupe
