#pragma once

#include "app/cli/parts/part_run.h"
#include "app/cli/parts/records.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace loupe {

/// What all parts of a run found: in place of looking, a verb asks this. Usable from one thread.
class CollectedResults {
public:
    /// Precondition: all parts of one run, each once.
    explicit CollectedResults(std::vector<PartFile> parts);

    /// Fails with Changed where the run is another one: its files were changed, or what there is to do. With Malformed
    /// where a part lacks a result or has one of another part.
    Result<> check(const PartPlan& plan) const;

    /// The result of `unit`, which is below the number of units. Fails with Malformed where the record makes no sense.
    Result<Result<Summary>> summary(std::size_t unit, std::uint64_t elements, std::size_t quantiles) const;
    Result<TensorLook> look(std::size_t unit, std::uint64_t elements, std::size_t files) const;
    Result<PairOutcome> outcome(std::size_t unit, std::optional<std::uint64_t> elements) const;
    Result<Result<std::string>> digest(std::size_t unit) const;

private:
    template <typename Value>
    Result<Value> sound(std::optional<Value> value, std::size_t unit) const;

    const PartFile& run() const { return m_parts.front(); }

    std::vector<PartFile> m_parts; ///< in their order
    std::vector<const PartFile::Entry*> m_entries; ///< by unit; null where there is none
    mutable KeptTexts m_texts;
};

} // namespace loupe
