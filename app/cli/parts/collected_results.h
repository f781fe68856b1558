#pragma once

#include "app/cli/parts/part_run.h"
#include "app/cli/parts/records.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// What all parts of a run found: in place of looking, a verb asks this. Usable from one thread.
class CollectedResults {
public:
    /// Precondition: all parts of one run, each once.
    explicit CollectedResults(std::vector<PartFile> parts);

    /// Fails with Changed if the run is another one: its files were changed, or what there is to do. With Malformed
    /// where a part lacks a result or has one of another part.
    Result<> check(const PartPlan& plan) const;

    /// The result of `unit`, which is below the number of units, put together where parts have ranges of it. Fails with
    /// Malformed where the record makes no sense. Precondition: check().
    Result<Result<Summary>> summary(std::size_t unit, const Tensor& tensor, const SummaryOptions& options) const;
    /// `hasDigest`: DuplicateSearch::needsDigest().
    Result<TensorLook> look(std::size_t unit, const Checkpoint& checkpoint, std::uint32_t tensor, bool hasDigest) const;
    Result<PairOutcome> outcome(std::size_t unit, std::optional<std::uint64_t> elements) const;
    bool isCut(std::size_t unit) const { return entriesOf(unit).front()->range.has_value(); }
    /// Precondition: isCut().
    Result<PairOutcome> outcome(
        std::size_t unit, const Tensor& a, const Tensor& b, const std::optional<Tolerance>& tolerance) const;
    Result<Result<std::string>> digest(std::size_t unit) const;

private:
    template <typename Value>
    Result<Value> sound(std::optional<Value> value, std::size_t unit) const;

    const PartFile& run() const { return m_parts.front(); }
    /// One for each piece of the unit, in their order.
    std::span<const PartFile::Entry* const> entriesOf(std::size_t unit) const;
    std::vector<std::string_view> recordsOf(std::size_t unit) const;
    const std::string& record(std::size_t unit) const { return entriesOf(unit).front()->record; }

    std::vector<PartFile> m_parts; ///< in their order
    std::vector<const PartFile::Entry*> m_entries; ///< by piece; null if there is none
    mutable std::vector<std::size_t> m_firstPieces; ///< of units, and at the end the number of pieces; set by check()
    mutable KeptTexts m_texts;
};

} // namespace loupe
