#pragma once

#include "core/checkpoint.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace loupe {

/// A name with "#" in place of each part that is a number, as in "h.#.experts.#.w1", and these numbers.
struct NumberedName {
    std::string pattern;
    std::vector<std::string> numbers;

    static NumberedName of(std::string_view name);
    /// The pattern with placeholders: "h.{n}.experts.{n1}.w1". For a stack, the last one is "{e}".
    std::string withPlaceholders(bool isStack) const;
};

/// Tensors of one checkpoint whose names differ only in numbers.
class TensorKind {
public:
    using Numbers = std::vector<std::string>;

    explicit TensorKind(const Checkpoint& checkpoint)
        : m_checkpoint(&checkpoint)
    {
    }

    /// Ignores tensors beyond the first 65,536.
    void add(Numbers numbers, std::uint32_t tensor);
    /// Puts the tensors in the order of their numbers. Call it after the last add().
    void sort();

    const Checkpoint& checkpoint() const { return *m_checkpoint; }
    std::size_t size() const { return m_tensors.size(); }
    const Numbers& numbers(std::size_t index) const { return m_tensors[index].first; }
    std::uint32_t first() const { return m_tensors.front().second; }

    /// The tensor with these numbers; empty if there is none.
    std::vector<std::uint32_t> tensorWith(const Numbers& numbers) const;
    /// The tensors that have these numbers and one more, in its order. Empty unless there are at least two, their last
    /// numbers are 0, 1, 2 and so on, and all have the same dtype and shape.
    std::vector<std::uint32_t> stackWith(const Numbers& numbers) const;

    std::string withPlaceholders(bool isStack) const;

private:
    using Entry = std::pair<Numbers, std::uint32_t>;

    std::vector<Entry>::const_iterator from(const Numbers& numbers) const;

    const Checkpoint* m_checkpoint;
    std::vector<Entry> m_tensors;
};

} // namespace loupe
