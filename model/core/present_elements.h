#pragma once

#include "core/elements.h"
#include "core/work.h"

#include <memory>
#include <vector>

namespace loupe {

/// The elements of a tensor, or of several with as many elements, that are null in none of them: what figures are
/// about. Immutable, used from many threads at once.
class PresentElements : public std::enable_shared_from_this<PresentElements> {
public:
    /// Counts the nulls of `tensors`, of dtypes of whole bytes. Fails with Stopped and as NullMask::read() does.
    static Result<std::shared_ptr<const PresentElements>> find(std::vector<Elements> tensors, const Work& work);

    std::uint64_t count() const { return m_before.back(); }
    std::uint64_t nulls() const { return m_tensors.front().count() - count(); }

    /// Elements of tensor number `which`, as a tensor of one dimension without nulls.
    Elements of(std::size_t which) const;
    /// Where element number `number` of these stands in the tensors. Precondition: `number` is below count().
    Result<std::uint64_t> indexOf(std::uint64_t number) const;

    /// Elements [first, first + count) of these, from tensor number `which`, into `target`.
    Result<> read(std::size_t which, std::uint64_t first, std::uint64_t count, std::span<std::byte> target) const;

private:
    explicit PresentElements(std::vector<Elements> tensors)
        : m_tensors(std::move(tensors))
    {
    }
    Result<> readMask(std::uint64_t first, std::span<std::byte> present, std::span<std::byte> scratch) const;
    /// The stretch that element `number` of these stands in.
    std::size_t stretchOf(std::uint64_t number) const;

    std::vector<Elements> m_tensors;
    std::vector<std::uint64_t> m_before{0}; ///< of each stretch, how many stand before it; and behind the last one
};

} // namespace loupe
