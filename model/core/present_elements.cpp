#include "core/present_elements.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>

namespace loupe {

namespace {

/// The number of elements whose nulls are counted together.
constexpr std::uint64_t stretch = std::uint64_t{1} << 15;

class PresentStorage : public Storage {
public:
    PresentStorage(std::shared_ptr<const PresentElements> present, std::size_t which)
        : m_present(std::move(present))
        , m_which(which)
        , m_count(m_present->count())
    {
    }
    Result<> decode(const Tensor&, const Source&, std::uint64_t first, std::uint64_t count,
        std::span<std::byte> target) const override
    {
        return m_present->read(m_which, first, count, target);
    }
    const std::uint64_t& count() const { return m_count; }

private:
    std::shared_ptr<const PresentElements> m_present;
    std::size_t m_which;
    std::uint64_t m_count;
};

/// Copies the present elements of `from`, without the first `skipped` ones, until `target` is full. Returns how many
/// bytes of it are filled.
template <std::size_t width>
std::size_t gather(
    const std::byte* from, std::span<const std::byte> present, std::uint64_t skipped, std::span<std::byte> target)
{
    std::size_t filled = 0;
    for (std::size_t i = 0; i < present.size() && filled < target.size(); ++i) {
        if (present[i] == std::byte{0})
            continue;
        if (skipped > 0) {
            --skipped;
            continue;
        }
        std::memcpy(target.data() + filled, from + i * width, width);
        filled += width;
    }
    return filled;
}

std::size_t gather(std::size_t width, const std::byte* from, std::span<const std::byte> present, std::uint64_t skipped,
    std::span<std::byte> target)
{
    switch (width) {
    case 1:
        return gather<1>(from, present, skipped, target);
    case 2:
        return gather<2>(from, present, skipped, target);
    case 4:
        return gather<4>(from, present, skipped, target);
    default:
        return gather<8>(from, present, skipped, target);
    }
}

tl::unexpected<Error> hasChanged(const Elements& elements)
{
    return fail(ErrorCode::Changed, "has other nulls than when they were counted: the file was changed meanwhile",
        elements.source().path().string());
}

} // namespace

Result<std::shared_ptr<const PresentElements>> PresentElements::find(std::vector<Elements> tensors, const Work& work)
{
    std::shared_ptr<PresentElements> found(new PresentElements(std::move(tensors)));
    const std::uint64_t all = found->m_tensors.front().count();
    std::vector<std::byte> present(stretch);
    std::vector<std::byte> scratch(stretch);
    for (std::uint64_t first = 0; first < all; first += stretch) {
        if (work.stopped())
            return fail(ErrorCode::Stopped, "stopped");
        const std::span<std::byte> here(present.data(), std::min(stretch, all - first));
        if (auto read = found->readMask(first, here, scratch); !read)
            return fail(std::move(read.error()));
        const auto count = std::accumulate(here.begin(), here.end(), std::uint64_t{0},
            [](std::uint64_t sum, std::byte one) { return sum + std::to_integer<std::uint64_t>(one); });
        found->m_before.push_back(found->m_before.back() + count);
    }
    return found;
}

Result<> PresentElements::readMask(
    std::uint64_t first, std::span<std::byte> present, std::span<std::byte> scratch) const
{
    auto read = m_tensors.front().readPresent(first, present);
    for (std::size_t i = 1; i < m_tensors.size() && read; ++i) {
        if (!m_tensors[i].hasNulls())
            continue;
        const auto other = scratch.first(present.size());
        read = m_tensors[i].readPresent(first, other);
        std::ranges::transform(present, other, present.begin(), [](std::byte a, std::byte b) { return a & b; });
    }
    return read;
}

Elements PresentElements::of(std::size_t which) const
{
    auto storage = std::make_shared<const PresentStorage>(shared_from_this(), which);
    Tensor tensor = m_tensors[which].tensor();
    tensor.storage = storage.get();
    tensor.shape = {&storage->count(), 1};
    return m_tensors[which].of(tensor, std::move(storage));
}

std::size_t PresentElements::stretchOf(std::uint64_t number) const
{
    const auto behind = std::ranges::upper_bound(m_before, number);
    return static_cast<std::size_t>(behind - m_before.begin()) - 1;
}

Result<std::uint64_t> PresentElements::indexOf(std::uint64_t number) const
{
    const std::size_t where = stretchOf(number);
    const std::uint64_t first = where * stretch;
    std::vector<std::byte> present(std::min(stretch, m_tensors.front().count() - first));
    std::vector<std::byte> scratch(present.size());
    if (auto read = readMask(first, present, scratch); !read)
        return fail(std::move(read.error()));
    std::uint64_t before = number - m_before[where]; // index among the non-null elements of this stretch
    for (std::size_t i = 0; i < present.size(); ++i) {
        if (present[i] != std::byte{0} && before-- == 0)
            return first + i;
    }
    return hasChanged(m_tensors.front());
}

Result<> PresentElements::read(
    std::size_t which, std::uint64_t first, std::uint64_t count, std::span<std::byte> target) const
{
    if (count == 0)
        return {};
    const Elements& elements = m_tensors[which];
    const std::size_t width = bitsPerElement(elements.dtype()) / 8;
    std::array<std::byte, stretch> present;
    std::array<std::byte, stretch> scratch;
    Buffer values;
    for (std::size_t where = stretchOf(first); !target.empty(); ++where) {
        const std::uint64_t begin = where * stretch;
        if (begin >= elements.count())
            return hasChanged(elements);
        const std::span<std::byte> here(present.data(), std::min(stretch, elements.count() - begin));
        if (auto read = readMask(begin, here, scratch); !read)
            return read;
        std::size_t filled = 0;
        const std::uint64_t skipped = first - std::min(m_before[where], first);
        auto visited = elements.visit(begin, here.size(), values,
            [&](std::span<const std::byte> bytes) { filled = gather(width, bytes.data(), here, skipped, target); });
        if (!visited)
            return visited;
        target = target.subspan(filled);
        first += filled / width;
    }
    return {};
}

} // namespace loupe
