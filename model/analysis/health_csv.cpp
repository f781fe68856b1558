#include "analysis/health_csv.h"

#include "core/csv.h"
#include "core/text.h"

#include <array>
#include <charconv>

namespace loupe {

namespace {

class Row {
public:
    Row& text(std::string_view value)
    {
        separate();
        m_line += csvText(value);
        return *this;
    }
    Row& number(const std::optional<std::uint64_t>& value)
    {
        separate();
        if (value)
            m_line += std::to_string(*value);
        return *this;
    }
    /// The shortest text that reads back as the same double.
    Row& number(const std::optional<double>& value)
    {
        separate();
        std::array<char, 32> digits;
        if (value)
            m_line.append(digits.data(), std::to_chars(digits.begin(), digits.end(), *value).ptr);
        return *this;
    }
    /// An extreme with all its digits, as an integer or a double has them.
    Row& scalar(const std::optional<Scalar>& value)
    {
        if (value && value->kind == Scalar::Kind::Float)
            return number(std::optional(value->real));
        separate();
        if (value)
            m_line += toText(*value);
        return *this;
    }
    Row& flag(bool value)
    {
        separate();
        m_line += value ? "true" : "false";
        return *this;
    }
    std::string take() { return std::move(m_line) + '\n'; }

private:
    void separate()
    {
        if (m_begun)
            m_line += ',';
        m_begun = true;
    }

    std::string m_line;
    bool m_begun = false;
};

} // namespace

std::string healthCsvHeader()
{
    return "name,dtype,shape,elements,nan,positive_inf,negative_inf,zero,negative,subnormal,min,max,mean,std,"
           "first_nonfinite,largest_magnitude,constant,outliers,duplicate_of,note,error\n";
}

std::string healthCsvRow(const Checkpoint& checkpoint, std::uint32_t tensor, const Result<Health>& health)
{
    const Health& known = health ? *health : Health{};
    const Summary& summary = known.summary;
    Row row;
    row.text(checkpoint.tensors[tensor].name)
        .text(checkpoint.dtypeName(tensor))
        .text(formatShape(checkpoint.tensors[tensor].shape))
        .number(elementCount(checkpoint.tensors[tensor].shape))
        .number(summary.nan)
        .number(summary.positiveInf)
        .number(summary.negativeInf)
        .number(summary.zero)
        .number(summary.negative)
        .number(summary.subnormal)
        .scalar(summary.minimum)
        .scalar(summary.maximum)
        .number(summary.mean)
        .number(summary.standardDeviation)
        .number(summary.firstNonfinite)
        .number(known.largestMagnitude)
        .flag(known.constant)
        .flag(known.outliers)
        .text(known.duplicateOf ? checkpoint.tensors[*known.duplicateOf].name : std::string_view())
        .text(summary.note)
        .text(health ? std::string() : describe(health.error()));
    return row.take();
}

} // namespace loupe
