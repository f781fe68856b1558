#include "formats/storages/chunked_storage.h"

#include "formats/shared/out_of_memory.h"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace loupe {

namespace {

std::uint64_t volume(std::span<const std::uint64_t> sizes)
{
    return std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{1}, std::multiplies<>());
}

bool isWithin(std::span<const std::uint64_t> shape, const ChunkBoxes& boxes, std::size_t box)
{
    for (std::size_t i = 0; i < shape.size(); ++i) {
        const std::uint64_t begin = boxes.begins(box)[i];
        if (begin > shape[i] || boxes.sizes(box)[i] > shape[i] - begin)
            return false;
    }
    return true;
}

bool intersects(const ChunkBoxes& boxes, std::size_t a, std::size_t b)
{
    for (std::size_t i = 0; i < boxes.dimensions(); ++i) {
        const std::uint64_t beginA = boxes.begins(a)[i];
        const std::uint64_t beginB = boxes.begins(b)[i];
        if (beginA + boxes.sizes(a)[i] <= beginB || beginB + boxes.sizes(b)[i] <= beginA)
            return false;
    }
    return true;
}

/// The dimension in which the boxes have the most different begins.
std::size_t mostCut(const ChunkBoxes& boxes, const std::vector<std::size_t>& present)
{
    std::size_t best = 0;
    std::size_t most = 0;
    std::vector<std::uint64_t> begins(present.size());
    for (std::size_t i = 0; i < boxes.dimensions(); ++i) {
        std::ranges::transform(present, begins.begin(), [&](std::size_t box) { return boxes.begins(box)[i]; });
        std::sort(begins.begin(), begins.end());
        const auto places = static_cast<std::size_t>(std::unique(begins.begin(), begins.end()) - begins.begin());
        if (places > most) {
            most = places;
            best = i;
        }
    }
    return best;
}

/// Whether each box ends, in each dimension, before the next place at which any box begins. If so, two boxes overlap
/// only if they begin at the same place.
bool isGrid(const ChunkBoxes& boxes, const std::vector<std::size_t>& present)
{
    std::vector<std::uint64_t> places(present.size());
    for (std::size_t i = 0; i < boxes.dimensions(); ++i) {
        places.resize(present.size());
        std::ranges::transform(present, places.begin(), [&](std::size_t box) { return boxes.begins(box)[i]; });
        std::sort(places.begin(), places.end());
        places.erase(std::unique(places.begin(), places.end()), places.end());
        const bool fits = std::ranges::all_of(present, [&](std::size_t box) {
            const std::uint64_t begin = boxes.begins(box)[i];
            const auto next = std::ranges::upper_bound(places, begin);
            return next == places.end() || boxes.sizes(box)[i] <= *next - begin;
        });
        if (!fits)
            return false;
    }
    return true;
}

bool hasEqualBegins(const ChunkBoxes& boxes, std::vector<std::size_t> present)
{
    std::ranges::sort(present, [&](std::size_t a, std::size_t b) {
        return std::ranges::lexicographical_compare(boxes.begins(a), boxes.begins(b));
    });
    const auto equal = [&](std::size_t a, std::size_t b) {
        return std::ranges::equal(boxes.begins(a), boxes.begins(b));
    };
    return std::ranges::adjacent_find(present, equal) != present.end();
}

/// Sweeps along one dimension: only boxes that extend beyond the begin of the next box can overlap it.
void findOverlap(const ChunkBoxes& boxes, std::vector<std::size_t> present, ChunkCover& cover)
{
    // Proportional to the number of boxes, so that many tensors cost no more than one tensor with as many boxes.
    const std::uint64_t mostCompared = std::min<std::uint64_t>(20'000'000, 1'000 * present.size());
    const std::size_t along = mostCut(boxes, present);
    std::ranges::sort(present, {}, [&](std::size_t box) { return boxes.begins(box)[along]; });
    std::vector<std::size_t> reaching;
    std::uint64_t compared = 0;
    for (const std::size_t box : present) {
        const std::uint64_t begin = boxes.begins(box)[along];
        std::erase_if(reaching,
            [&](std::size_t other) { return boxes.begins(other)[along] + boxes.sizes(other)[along] <= begin; });
        compared += reaching.size();
        if (compared > mostCompared) {
            cover.isUnknown = true;
            return;
        }
        if (std::ranges::any_of(reaching, [&](std::size_t other) { return intersects(boxes, box, other); })) {
            cover.overlaps = true;
            return;
        }
        reaching.push_back(box);
    }
}

} // namespace

void ChunkBoxes::add(std::span<const std::uint64_t> begins, std::span<const std::uint64_t> sizes)
{
    m_numbers.insert(m_numbers.end(), begins.begin(), begins.end());
    m_numbers.insert(m_numbers.end(), sizes.begin(), sizes.end());
    ++m_count;
}

ChunkCover coverOf(std::span<const std::uint64_t> shape, const ChunkBoxes& boxes)
{
    ChunkCover cover;
    std::vector<std::size_t> present;
    for (std::size_t box = 0; box < boxes.count(); ++box) {
        if (!isWithin(shape, boxes, box)) {
            cover.outside = cover.outside.value_or(box);
            continue;
        }
        const std::uint64_t size = volume(boxes.sizes(box)); // fits, since it is within the shape
        if (size == 0)
            continue;
        const std::uint64_t sum = cover.elements + size;
        cover.elements = sum < size ? UINT64_MAX : sum;
        present.push_back(box);
    }
    if (shape.empty())
        cover.overlaps = present.size() > 1;
    else if (isGrid(boxes, present))
        cover.overlaps = hasEqualBegins(boxes, std::move(present));
    else
        findOverlap(boxes, std::move(present), cover);
    return cover;
}

ChunkedStorage::ChunkedStorage(
    std::vector<std::uint64_t> shape, const ChunkBoxes& boxes, std::vector<ChunkValues> chunks, std::uint64_t fileBytes)
    : m_strides(shape.size(), 1)
    , m_boxes(boxes)
    , m_chunks(std::move(chunks))
    , m_fileBytes(fileBytes)
{
    for (std::size_t i = shape.size(); i-- > 1;)
        m_strides[i - 1] = m_strides[i] * shape[i];
    for (std::size_t i = 0; i < m_boxes.count(); ++i) {
        const auto begins = m_boxes.begins(i);
        const auto sizes = m_boxes.sizes(i);
        const std::uint64_t elements = volume(sizes);
        if (elements == 0)
            continue;
        Box box{.first = 0, .last = 0, .run = 1, .runs = 1, .outer = 0, .chunk = static_cast<std::uint32_t>(i)};
        std::size_t cut = shape.size(); // one past the innermost dimension that the box does not span
        while (cut > 0 && sizes[cut - 1] == shape[cut - 1])
            --cut;
        box.outer = static_cast<std::uint32_t>(cut == 0 ? 0 : cut - 1);
        for (std::size_t d = box.outer; d < shape.size(); ++d)
            box.run *= sizes[d];
        box.runs = elements / box.run;
        for (std::size_t d = 0; d < shape.size(); ++d)
            box.first += begins[d] * m_strides[d];
        box.last = beginOf(box, box.runs - 1) + box.run - 1;
        m_order.push_back(box);
    }
    std::ranges::sort(m_order, {}, &Box::first);
    std::uint64_t last = 0;
    for (const Box& box : m_order)
        m_lasts.push_back(last = std::max(last, box.last));
}

std::uint64_t ChunkedStorage::beginOf(const Box& box, std::uint64_t run) const
{
    std::uint64_t begin = box.first;
    for (std::uint32_t d = box.outer; d-- > 0;) {
        const std::uint64_t size = m_boxes.sizes(box.chunk)[d];
        begin += run % size * m_strides[d];
        run /= size;
    }
    return begin;
}

std::uint64_t ChunkedStorage::runAt(const Box& box, std::uint64_t first) const
{
    std::uint64_t low = 0;
    std::uint64_t high = box.runs;
    while (low < high) {
        const std::uint64_t middle = low + (high - low) / 2;
        if (beginOf(box, middle) + box.run <= first)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

template <typename Visitor>
Result<> ChunkedStorage::visit(const ChunkValues& values, const Source& source, std::uint64_t first,
    std::uint64_t count, std::uint64_t size, Visitor&& visitor) const
{
    const Source& from = values.source ? *values.source : source;
    Buffer scratch;
    Result<> done;
    if (values.decoder) {
        const Tensor& tensor = values.decoder->tensor;
        done = scratch.resize(count * size);
        if (done)
            done = tensor.storage->decode(tensor, from, first, count, scratch.bytes());
        if (done)
            visitor(std::span<const std::byte>(scratch.bytes()));
    } else {
        const std::uint64_t begin = values.begin + first * size;
        done = from.visit({begin, begin + count * size}, scratch, visitor);
    }
    // Readers check only the tensor's own file.
    return done && values.source ? from.checkUnchanged() : done;
}

Result<std::uint64_t> ChunkedStorage::copy(const Box& box, const Source& source, std::uint64_t first, std::uint64_t end,
    std::uint64_t size, std::span<std::byte> target) const
{
    const std::uint64_t firstRun = runAt(box, first);
    const std::uint64_t endRun = runAt(box, end - 1) + 1; // its begin may be after `end`
    if (firstRun >= box.runs)
        return 0;
    const std::uint64_t firstBegin = beginOf(box, firstRun);
    if (firstBegin >= end)
        return 0;
    std::uint64_t lastRun = std::min(endRun, box.runs) - 1;
    if (lastRun > firstRun && beginOf(box, lastRun) >= end)
        --lastRun;
    const std::uint64_t skip = first > firstBegin ? first - firstBegin : 0;
    const std::uint64_t inChunk = firstRun * box.run + skip;
    const std::uint64_t inLast = std::min(box.run, end - beginOf(box, lastRun));
    const std::uint64_t count = lastRun * box.run + inLast - inChunk;
    const auto done = visit(m_chunks[box.chunk], source, inChunk, count, size, [&](std::span<const std::byte> bytes) {
        const std::byte* from = bytes.data();
        for (std::uint64_t run = firstRun; run <= lastRun; ++run) {
            const std::uint64_t begin = std::max(first, beginOf(box, run));
            const std::uint64_t stop = std::min(end, beginOf(box, run) + box.run);
            std::memcpy(target.data() + (begin - first) * size, from, (stop - begin) * size);
            from += (stop - begin) * size;
        }
    });
    return done ? Result<std::uint64_t>(count) : fail(done.error());
}

std::optional<PlainRun> ChunkedStorage::plainRun(
    const Tensor& tensor, const Source& own, std::uint64_t first, std::uint64_t most) const
{
    const auto reaching = std::ranges::lower_bound(m_lasts, first) - m_lasts.begin();
    for (auto box = m_order.begin() + reaching; box != m_order.end() && box->first <= first; ++box) {
        const std::uint64_t run = runAt(*box, first);
        if (run == box->runs || beginOf(*box, run) > first)
            continue;
        const ChunkValues& values = m_chunks[box->chunk];
        if (values.decoder)
            return std::nullopt;
        const std::uint64_t size = bitsPerElement(tensor.dtype) / 8;
        const std::uint64_t skipped = first - beginOf(*box, run);
        const std::uint64_t count = std::min(most, box->run - skipped);
        const std::uint64_t begin = values.begin + (run * box->run + skipped) * size;
        return PlainRun{values.source ? values.source.get() : &own, {begin, begin + count * size}, count};
    }
    return std::nullopt;
}

Result<> ChunkedStorage::decode(const Tensor& tensor, const Source& source, std::uint64_t first, std::uint64_t count,
    std::span<std::byte> target) const
{
    if (count == 0)
        return {};
    const std::uint64_t size = bitsPerElement(tensor.dtype) / 8;
    const std::uint64_t end = first + count;
    return orOutOfMemory(source, [&]() -> Result<> {
        std::uint64_t copied = 0;
        const auto reaching = std::ranges::lower_bound(m_lasts, first) - m_lasts.begin();
        for (auto box = m_order.begin() + reaching; box != m_order.end() && box->first < end; ++box) {
            if (box->last < first)
                continue;
            const auto done = copy(*box, source, first, end, size, target);
            if (!done)
                return fail(done.error());
            copied += *done;
        }
        if (copied != count)
            return fail(ErrorCode::Malformed, "the chunks do not cover the tensor", source.path().string());
        return {};
    });
}

} // namespace loupe
