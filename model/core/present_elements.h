#pragma once

#include "core/elements.h"
#include "core/work.h"

#include <memory>
#include <vector>

namespace loupe {

/// The elements that are non-null in each of one or more tensors with equal element counts. Statistics are computed
/// over these. Immutable; may be used from many threads at once.
class PresentElements : public std::enable_shared_from_this<PresentElements> {
public:
    /// Counts the nulls of `tensors`. Their dtypes must have whole bytes. Fails with Stopped and as NullMask::read()
    /// does.
    static Result<std::shared_ptr<const PresentElements>> find(std::vector<Elements> tensors, const Work& work);

    std::uint64_t count() const { return m_before.back(); }
    std::uint64_t nulls() const { return m_tensors.front().count() - count(); }

    /// The non-null elements of tensor number `which`, as a one-dimensional tensor without nulls.
    Elements of(std::size_t which) const;
    /// The index in the original tensors of the `number`th non-null element. Precondition: `number` is below count().
    Result<std::uint64_t> indexOf(std::uint64_t number) const;

    /// Copies non-null elements [first, first + count) of tensor number `which` into `target`.
    Result<> read(std::size_t which, std::uint64_t first, std::uint64_t count, std::span<std::byte> target) const;

private:
    explicit PresentElements(std::vector<Elements> tensors)
        : m_tensors(std::move(tensors))
    {
    }
    Result<> readMask(std::uint64_t first, std::span<std::byte> present, std::span<std::byte> scratch) const;
    /// The stretch that contains the `number`th non-null element.
    std::size_t stretchOf(std::uint64_t number) const;

    std::vector<Elements> m_tensors;
    /// By stretch: the number of non-null elements before it; the total is at the end.
    std::vector<std::uint64_t> m_before{0};
};

} // namespace loupe
