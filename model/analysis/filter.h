#pragma once

#include "analysis/tensor_set.h"
#include "core/checkpoint.h"
#include "core/result.h"
#include "core/work.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace loupe {

struct Summary;

/// What the words nan:, inf: and zero: ask about a tensor.
struct ValueCounts {
    std::uint64_t elements = 0;
    std::uint64_t nan = 0;
    std::uint64_t infinite = 0;
    std::optional<std::uint64_t> zero; ///< absent for complex numbers
};

/// Nothing where the summary has no counts.
std::optional<ValueCounts> valueCounts(const Summary& summary);

/// A parsed filter: which tensors of a checkpoint to keep. The language is in docs of the command line: words joined by
/// "and", a bare word, glob or /regular expression/ on the name, dtype:, shape:, rank:, size:, params:, shard:, nan:,
/// inf:, zero:, `-` to negate, "quotes" around what holds spaces. Immutable, cheap to copy, usable from many threads.
class Filter {
public:
    /// What is known of a tensor's values; nothing where they were not looked at. Called from many threads.
    using Values = std::function<std::optional<ValueCounts>(std::uint32_t tensor)>;

    struct Term;

    /// Keeps every tensor.
    Filter() = default;
    /// Fails with InvalidArgument; the message says at which character (counted from 1) and what was expected.
    static Result<Filter> parse(std::string_view text);

    bool keepsAll() const { return m_terms.empty(); }
    /// True where a word asks about values. A tensor whose values are not known matches no such word, negated or not.
    bool needsValues() const;

    bool matches(const Checkpoint& checkpoint, std::uint32_t tensor, const Values& values = {}) const;
    /// All tensors that match. Fails with Stopped or OutOfMemory.
    Result<TensorSet> select(const Checkpoint& checkpoint, const Values& values = {}, const Work& work = {}) const;

private:
    std::vector<std::shared_ptr<const Term>> m_terms;
};

} // namespace loupe
