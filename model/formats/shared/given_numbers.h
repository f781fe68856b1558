#pragma once

#include "core/elements.h"

#include <cstring>
#include <utility>
#include <vector>

namespace loupe {

/// The elements of a small I64 tensor that the file's header gives, such as the dense shape of a sparse tensor.
class GivenNumbers : public Storage {
public:
    explicit GivenNumbers(std::vector<std::int64_t> numbers)
        : m_numbers(std::move(numbers))
    {
    }
    Result<> decode(const Tensor&, const Source&, std::uint64_t first, std::uint64_t count,
        std::span<std::byte> target) const override
    {
        if (count > 0)
            std::memcpy(target.data(), m_numbers.data() + first, count * sizeof(std::int64_t));
        return {};
    }

private:
    std::vector<std::int64_t> m_numbers;
};

} // namespace loupe
